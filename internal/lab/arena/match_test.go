package arena

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/rules/shrink"
)

// timeless removes from records what differs from run to run.
func timeless(records []Record) []Record {
	for i := range records {
		records[i].Seconds, records[i].PGNSize, records[i].notes = 0, 0, nil
	}
	return records
}

func TestColorsAreSwapped(t *testing.T) {
	c := newMatch(t, 24, entrant("dice", dice), entrant("greedy", greedy))
	c.Book = NewBook(someOpenings(t), 7, nil)
	report, records := gather(t, c)
	seen := map[string]bool{}
	for i, r := range records {
		if r.Game != i || r.White != i%2 {
			t.Errorf("game %d has the number %d, and contestant %d has White", i, r.Game, r.White)
		}
		if i%2 == 1 && r.FEN != records[i-1].FEN {
			t.Errorf("games %d and %d begin from %q and %q", i-1, i, records[i-1].FEN, r.FEN)
		}
		if i%2 == 0 && seen[r.FEN] {
			t.Errorf("%q comes twice", r.FEN)
		}
		seen[r.FEN] = true
	}
	tally := report.Tally
	if tally.Games() != 24 || sum(tally.Pairs) != 12 || tally.Wins+tally.Draws+tally.Losses != 24 {
		t.Errorf("%+v", tally)
	}
	if e := report.Estimate(); e.Elo > -50 {
		t.Errorf("dice are %+.0f Elo better than greed", e.Elo)
	}
}

func sum(pairs [5]int) (n int) {
	for _, c := range pairs {
		n += c
	}
	return n
}

// Games that must end are played out, whatever the scores; others end when both engines
// see a win.
func TestAcyclicGamesArePlayedOut(t *testing.T) {
	boast := func(_ context.Context, p game.Position, l engine.Limits) (engine.Report, error) {
		best, err := dice(t.Context(), p, l)
		best.Score = 2000
		if p.Turn() == game.Black {
			best.Score = -2000
		}
		return best, err
	}
	for _, g := range []game.Game{testGame(), shrink.NewChess()} {
		c := newMatch(t, 2, entrant("a", boast), entrant("b", boast))
		c.Game, c.ResignMoves, c.ResignScore, c.Book = g, 3, 900, NewBook([]string{g.Start().String()}, 7, nil)
		_, records := gather(t, c)
		for _, r := range records {
			_, acyclic := g.Start().(game.Acyclic)
			if resigned := strings.Contains(r.Reason, string(AgreedWin)); resigned == acyclic {
				t.Errorf("a game of %s ends after %d plies: %s", g.Name(), len(r.Moves), r.Reason)
			}
		}
	}
}

// The same seed gives the same games, whatever the concurrency; another seed gives
// others.
func TestDeterminism(t *testing.T) {
	play := func(concurrency int, seed uint64) []Record {
		c := newMatch(t, 20, entrant("dice", dice), entrant("greedy", greedy))
		c.Concurrency, c.Seed, c.Book = concurrency, seed, NewBook(someOpenings(t), seed, nil)
		_, records := gather(t, c)
		return timeless(records)
	}
	one := play(1, 7)
	if many := play(5, 7); !reflect.DeepEqual(one, many) {
		t.Errorf("one at a time:\n%+v\nfive at a time:\n%+v", one, many)
	}
	if other := play(1, 8); reflect.DeepEqual(one, other) {
		t.Error("another seed gives the same games")
	}
}

// The same games decide a test, whatever the concurrency, and the decision ends the
// match.
func TestSPRTEndsMatch(t *testing.T) {
	var first Report
	for i, concurrency := range []int{1, 4} {
		c := newMatch(t, 2000, entrant("greedy", greedy), entrant("dice", dice))
		c.SPRT = &SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
		c.Concurrency = concurrency
		report, err := Run(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		if report.Verdict != AcceptH1 || report.Tally.Games() > 200 || report.Tally.Games()%2 != 0 {
			t.Errorf("%s after %d games, LLR %.2f", report.Verdict, report.Tally.Games(), report.LLR)
		}
		if !strings.Contains(report.String(), "H1 accepted") {
			t.Errorf("the table does not show the verdict:\n%s", report)
		}
		if i == 0 {
			first = report
		} else if !reflect.DeepEqual(report.Tally, first.Tally) {
			t.Errorf("with %d at a time:\n%+v\none at a time:\n%+v", concurrency, report.Tally, first.Tally)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name    string
		search  func(context.Context, game.Position, engine.Limits) (engine.Report, error)
		control engines.Control
		fault   engines.Fault
		detail  string
	}{
		{"no move", func(context.Context, game.Position, engine.Limits) (engine.Report, error) {
			return engine.Report{}, nil
		}, engines.Control{Nodes: 1}, engines.Illegal, `"0-0`},
		{"illegal move", func(_ context.Context, p game.Position, _ engine.Limits) (engine.Report, error) {
			m := p.Legal(nil)[0]
			return engine.Report{PV: []game.Move{game.NewMove(m.From(), m.From())}}, nil
		}, engines.Control{Nodes: 1}, engines.Illegal, "illegal move"},
		{"error", func(context.Context, game.Position, engine.Limits) (engine.Report, error) {
			return engine.Report{}, errFake
		}, engines.Control{Nodes: 1}, engines.Crash, "fake"},
		{"panic", func(context.Context, game.Position, engine.Limits) (engine.Report, error) {
			panic("ouch")
		}, engines.Control{Nodes: 1}, engines.Crash, "panic: ouch at "},
		{"clock", sloth, engines.Control{Time: 20e6, Increment: 1e6}, engines.TimeLoss, "it took "},
		{"time for a move", sloth, engines.Control{MoveTime: 1e6}, engines.TimeLoss, "it took "},
		{"dead with a clock", corpse, engines.Control{Time: 20e6}, engines.TimeLoss, "did not stop"},
		{"sleep", sloth, engines.Control{Depth: 1}, engines.Hang, "no move after"},
		{"dead", corpse, engines.Control{Depth: 1}, engines.Hang, "no move after"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			bad := entrant("bad", c.search)
			bad.Control = c.control
			started := new(atomic.Int32)
			start := bad.New
			bad.New = func(ctx context.Context) (engines.Player, error) { started.Add(1); return start(ctx) }
			config := newMatch(t, 4, entrant("dice", dice), bad)
			config.Timeout = 30e6
			report, records := gather(t, config)
			if report.Tally.Wins != 4 || report.Tally.Faults[1][c.fault] != 4 || len(report.Tally.Faults[0]) != 0 {
				t.Errorf("%+v", report.Tally)
			}
			for _, r := range records {
				color := game.Color(1 - r.White) // the failing engine is the second contestant
				p, err := testGame().Parse(r.FEN)
				if err != nil {
					t.Fatal(err)
				}
				// It fails on its first move: the first or second of the game.
				if color != p.Turn() && len(r.Moves) != 1 || color == p.Turn() && len(r.Moves) != 0 {
					t.Errorf("game %d has %d moves", r.Game, len(r.Moves))
				}
				for _, part := range []string{c.detail, "bad (" + color.String() + ")", string(c.fault)} {
					if !strings.Contains(r.Detail, part) {
						t.Errorf("game %d: %q does not say %q", r.Game, r.Detail, part)
					}
				}
			}
			dead := c.name == "panic" || strings.HasPrefix(c.name, "dead")
			if n := started.Load(); dead && n != 5 || !dead && n != 2 { // the check before the match starts each once
				t.Errorf("started %d times", n)
			}
			if !strings.Contains(report.String(), string(c.fault)) {
				t.Errorf("the table does not name the fault:\n%s", report)
			}
		})
	}
}

func TestMatchRefused(t *testing.T) {
	good := func() Config { return newMatch(t, 2, entrant("a", dice), entrant("b", dice)) }
	for name, c := range map[string]struct {
		spoil func(*Config)
		want  string
	}{
		"no game":      {func(c *Config) { c.Game = nil }, "no game"},
		"no openings":  {func(c *Config) { c.Book = nil }, "no openings"},
		"empty book":   {func(c *Config) { c.Book = NewBook(nil, 1, nil) }, "no openings"},
		"no games":     {func(c *Config) { c.Games = 0 }, "at least 1"},
		"none at once": {func(c *Config) { c.Concurrency = 0 }, "at least 1"},
		"same name":    {func(c *Config) { c.Contestants[1].Name = "a" }, "different names"},
		"one engine":   {func(c *Config) { c.Contestants = c.Contestants[:1] }, "1 engine: expected at least 2"},
		"test of three": {func(c *Config) {
			c.Contestants = append(c.Contestants, entrant("c", dice))
			c.SPRT = &SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
		}, "compares two engines"},
		"no limit":    {func(c *Config) { c.Contestants[0].Control = engines.Control{} }, "has no limit"},
		"bad opening": {func(c *Config) { c.Book = NewBook([]string{"x"}, 1, nil) }, `opening "x"`},
		"bad engine": {func(c *Config) {
			c.Contestants[1].New = func(context.Context) (engines.Player, error) { return nil, errFake }
		}, "b does not start: fake"},
		"bad file": {func(c *Config) { c.PGN = t.TempDir() }, "directory"},
	} {
		config := good()
		c.spoil(&config)
		if _, err := Run(context.Background(), config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := newMatch(t, 1000, entrant("dice", dice), entrant("greedy", greedy))
	c.Concurrency = 3
	c.Watch = func(r Report) {
		if r.Tally.Games() == 5 {
			cancel()
		}
	}
	report, err := Run(ctx, c)
	if n := report.Tally.Games(); !errors.Is(err, context.Canceled) || n < 5 || n > 20 {
		t.Errorf("%d games, error %v", n, err)
	}
}
