package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/internal/message"
)

// Config describes a match, or a tournament of more than two engines.
type Config struct {
	Game        game.Game
	Contestants []engines.Contestant // at least two
	Gauntlet    bool                 // of more than two, only the first meets all others; else each meets each
	Games       int                  // number of games of each pairing, or with a test the largest number
	SPRT        *SPRT                // the test that ends a match of two, or nil
	Book        *Book
	Seed        uint64
	Concurrency int // games at once

	// Tables, if not nil, end games with a position that they know.
	Tables engine.Tables

	Margin   time.Duration // by which a clock may be exceeded
	Overhead time.Duration // reserve for each move of engines in this process
	Timeout  time.Duration // longest time for a start, and for a move without a clock; 0: DefaultTimeout
	Adjudication

	Event string       // name in the PGN
	PGN   string       // file to append the games to, or ""
	State string       // file from which the match resumes, or ""
	Watch func(Report) // called after each game, never concurrently; may be nil
}

// DefaultTimeout is the longest time for a move without a clock.
const DefaultTimeout = 2 * time.Minute

// moveTimeMargin is the smallest margin for a fixed time for a move: unlike with a
// clock, an engine cannot keep a reserve.
const moveTimeMargin = 200 * time.Millisecond

// Report is the state of a match.
type Report struct {
	Names    []string
	Ratings  []float64 // as given for the contestants; 0 for none
	Pairings []Pairing // in the order of their first games
	Tally    Tally     // of all games that count; in each, "first" is the first of its pairing
	Planned  int       // number of games to play, or with a test the largest number
	SPRT     *SPRT
	LLR      float64 // of the test
	Verdict  Verdict
	Last     *Record       // the latest game, or nil
	Faults   []string      // the first failures of engines
	Elapsed  time.Duration // since the start of this run
	Played   int           // games of this run
}

// Estimate returns the estimate from the results of a match of two so far.
func (r *Report) Estimate() Estimate { return NewEstimate(r.Tally.Pairs) }

// maxFaults is the largest number of failures that a report describes.
const maxFaults = 10

// match is a match in progress.
type match struct {
	Config
	mu      sync.Mutex
	next    int // number of the next game to start
	done    map[int]Record
	counted int // pairs, from the first on, that the test has counted
	tested  Tally
	verdict Verdict
	all     Tally
	met     []Pairing
	faults  []string
	played  int
	started time.Time
	files   *files
	cancel  context.CancelCauseFunc
}

// errDecided ends the games in progress when a test is decided.
var errDecided = errors.New("the test is decided")

// Run plays a match. It returns the report even with an error. If the context ends,
// the error is the context's; unfinished games are lost, but a match with a state file
// can resume.
func Run(ctx context.Context, c Config) (Report, error) {
	if err := c.check(); err != nil {
		return Report{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	m := &match{Config: c, done: map[int]Record{}, met: c.pairings(), started: time.Now(), cancel: cancel}
	if err := m.open(); err != nil {
		return Report{}, err
	}
	if m.verdict != Undecided {
		return m.report(nil), m.files.close()
	}
	if err := m.tryEngines(ctx); err != nil {
		_ = m.files.close()
		return m.report(nil), err
	}
	var workers sync.WaitGroup
	for range c.Concurrency {
		workers.Go(func() {
			if err := m.work(ctx); err != nil {
				cancel(err)
			}
		})
	}
	workers.Wait()
	err := context.Cause(ctx)
	if errors.Is(err, errDecided) {
		err = nil
	}
	return m.report(nil), errors.Join(err, m.files.close())
}

// check rejects invalid matches and sets defaults.
func (c *Config) check() error {
	switch {
	case c.Game == nil:
		return errors.New("match: no game is given")
	case c.Book == nil:
		return errors.New("match: no openings are given")
	case c.Games < 1:
		return fmt.Errorf("match: %d games: expected at least 1", c.Games)
	case c.Concurrency < 1:
		return fmt.Errorf("match: %d games at once: expected at least 1", c.Concurrency)
	case len(c.Contestants) < 2:
		return fmt.Errorf("match: %s: expected at least 2", message.Plural(len(c.Contestants), "engine"))
	case c.SPRT != nil && len(c.Contestants) > 2:
		return errors.New("match: a test compares two engines, not more")
	}
	for i, e := range c.Contestants {
		if slices.ContainsFunc(c.Contestants[:i], func(other engines.Contestant) bool { return other.Name == e.Name }) {
			return fmt.Errorf("two engines have the name %q; give different names", e.Name)
		}
		if !e.Control.Bounded() {
			return fmt.Errorf("%s has no limit; give a time, nodes or a depth", e.Name)
		}
	}
	if c.Timeout <= 0 {
		c.Timeout = DefaultTimeout
	}
	if len(c.Contestants) > 2 {
		c.Games += c.Games % 2 // all openings are played twice
	}
	return nil
}

// tryEngines starts each engine once, so that an engine that cannot start is an error
// and not a lost match.
func (m *match) tryEngines(ctx context.Context) error {
	try := func(c engines.Contestant) error {
		ctx, cancel := m.startTime(ctx)
		defer cancel()
		p, err := c.New(ctx)
		if err != nil {
			return fmt.Errorf("%s does not start: %w", c.Name, err)
		}
		defer p.Close()
		if err := p.Begin(ctx, m.Game); err != nil {
			return fmt.Errorf("%s does not play %s: %w", c.Name, m.Game.Name(), err)
		}
		return nil
	}
	for _, c := range m.Contestants {
		if err := try(c); err != nil {
			return err
		}
	}
	return nil
}

// minStart and maxStart bound the time that an engine gets to start or to be ready for a
// game; in between it is the Timeout.
const (
	minStart = 2 * time.Second
	maxStart = 30 * time.Second
)

// startTime returns a context with that time.
func (c *Config) startTime(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, min(max(c.Timeout, minStart), maxStart))
}

// work plays games until none are left.
func (m *match) work(ctx context.Context) error {
	running := map[int]engines.Player{} // by contestant
	defer func() {
		for _, p := range running {
			p.Close()
		}
	}()
	for {
		number, ok := m.take()
		if !ok || ctx.Err() != nil {
			return nil
		}
		fen, err := m.opening(ctx, number)
		if err != nil {
			return err
		}
		b := gameRun{Config: &m.Config, record: Record{Game: number, FEN: fen, White: number % 2}}
		pairing, _ := m.place(number)
		m.release(running, pairing)
		for i, who := range m.met[pairing].Engines {
			b.seats[i] = m.Contestants[who]
			if b.players[i], err = m.player(ctx, running, who); err != nil {
				return err
			}
		}
		r, err := b.play(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			err = m.finish(r)
		}
		if err != nil {
			return err
		}
	}
}

// maxRunning is how many players a worker keeps for their next games. They may be
// processes, and have tables.
const maxRunning = 4

// release closes players that a pairing does not need, if there are too many.
func (m *match) release(running map[int]engines.Player, pairing int) {
	for who, p := range running {
		if len(running) <= maxRunning-2 {
			return
		}
		if met := m.met[pairing].Engines; who != met[0] && who != met[1] {
			p.Close()
			delete(running, who)
		}
	}
}

// player returns the running player of a contestant, or starts one.
func (m *match) player(ctx context.Context, running map[int]engines.Player, who int) (engines.Player, error) {
	if p := running[who]; p != nil {
		if p.Alive() {
			return p, nil
		}
		p.Close()
		delete(running, who)
	}
	limit, cancel := m.startTime(ctx)
	defer cancel()
	p, err := m.Contestants[who].New(limit)
	if err != nil {
		return nil, fmt.Errorf("%s does not start again: %w", m.Contestants[who].Name, err)
	}
	running[who] = p
	return p, nil
}

// opening returns the opening of a game: the one of its partner, even if the book has
// changed since.
func (m *match) opening(ctx context.Context, number int) (string, error) {
	m.mu.Lock()
	partner, found := m.done[number^1]
	m.mu.Unlock()
	if found {
		return partner.FEN, nil
	}
	_, round := m.place(number)
	return m.Book.Opening(ctx, round)
}

// take returns the number of the next game to play.
func (m *match) take() (number int, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.verdict == Undecided && m.next < m.Games*len(m.met) {
		number = m.next
		m.next++
		if _, played := m.done[number]; !played {
			return number, true
		}
	}
	return 0, false
}

// finish saves and counts a finished game.
func (m *match) finish(r Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.verdict != Undecided {
		return nil
	}
	if err := m.files.add(m, &r); err != nil {
		return err
	}
	m.played++
	m.count(r)
	if m.Watch != nil {
		m.Watch(m.report(&r))
	}
	if m.verdict != Undecided {
		m.cancel(errDecided)
	}
	return nil
}

// count counts a game. The test sees the pairs in the order of their numbers, not of
// their ends, so that the same games always give the same verdict.
func (m *match) count(r Record) {
	m.all.Add(r)
	pairing, _ := m.place(r.Game)
	m.met[pairing].Tally.Add(r)
	if r.Fault != engines.NoFault && len(m.faults) < maxFaults {
		m.faults = append(m.faults, r.Detail)
	}
	r.plies, r.Moves, r.notes = len(r.Moves), nil, nil // there may be many games
	m.done[r.Game] = r
	for m.SPRT != nil && m.verdict == Undecided {
		first, ok := m.done[2*m.counted]
		second, both := m.done[2*m.counted+1]
		if !ok || !both {
			break
		}
		m.tested.Add(first)
		m.tested.Add(second)
		m.counted++
		m.verdict = m.SPRT.Verdict(m.tested.Pairs)
	}
}

// report returns the report. It excludes games after the pair that decided a test.
func (m *match) report(last *Record) Report {
	r := Report{
		Tally:   m.all.clone(),
		Planned: m.Games * len(m.met),
		SPRT:    m.SPRT,
		Verdict: m.verdict,
		Last:    last,
		Faults:  append([]string(nil), m.faults...),
		Elapsed: time.Since(m.started),
		Played:  m.played,
	}
	for _, c := range m.Contestants {
		r.Names, r.Ratings = append(r.Names, c.Name), append(r.Ratings, c.Rating)
	}
	for _, p := range m.met {
		r.Pairings = append(r.Pairings, Pairing{p.Engines, p.Tally.clone()})
	}
	if m.SPRT != nil {
		r.LLR = m.SPRT.LLR(m.tested.Pairs)
		if m.verdict != Undecided {
			r.Tally = m.tested.clone()
			r.Pairings[0].Tally = m.tested.clone()
		}
	}
	return r
}
