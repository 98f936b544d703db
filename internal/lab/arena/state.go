package arena

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/gofrs/flock"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
)

// stateFormat is the version of the state file.
const stateFormat = 1

// stateBegins is the beginning of every state file, even one with an incomplete first
// line.
const stateBegins = `{"wane-match":`

// stateHead is the first line of a state file, which identifies the match. The number
// of games, the test and the concurrency may change on resume.
type stateHead struct {
	Format       int      `json:"wane-match"`
	Variant      string   `json:"variant"`
	Names        []string `json:"names"`
	Engines      []string `json:"engines"`
	Gauntlet     bool     `json:"gauntlet,omitempty"`
	Tables       int      `json:"tables,omitempty"` // pieces of the largest table that ends games
	Seed         uint64   `json:"seed"`
	Openings     string   `json:"openings"` // a fingerprint
	Margin       string   `json:"margin"`
	Adjudication string   `json:"adjudication"`
	PGN          string   `json:"pgn,omitempty"`      // the file; may change
	PGNFrom      int64    `json:"pgn-from,omitempty"` // its length before the match, in bytes
}

func (c *Config) head() stateHead {
	h := stateHead{
		Format:       stateFormat,
		Variant:      c.Game.Name(),
		Seed:         c.Seed,
		Openings:     c.Book.fingerprint(),
		Margin:       c.Margin.String(),
		Gauntlet:     c.Gauntlet && len(c.Contestants) > 2,
		Adjudication: c.applied().describe(),
		PGN:          c.PGN,
	}
	if c.Tables != nil {
		h.Tables = c.Tables.MaxPieces(c.Game)
	}
	for _, e := range c.Contestants {
		h.Names, h.Engines = append(h.Names, e.Name), append(h.Engines, e.Key)
	}
	return h
}

// difference describes how two matches differ; "" if they do not.
func (h stateHead) difference(now stateHead) string {
	type item struct {
		what      string
		then, now any
	}
	items := []item{
		{"its format", h.Format, now.Format},
		{"its game", h.Variant, now.Variant},
		{"its number of engines", min(len(h.Names), len(h.Engines)), len(now.Names)},
		{"that it is a gauntlet", h.Gauntlet, now.Gauntlet},
		{"the number of pieces in its tablebases", h.Tables, now.Tables},
		{"its seed", h.Seed, now.Seed},
		{"the fingerprint of its openings", h.Openings, now.Openings},
		{"its margin", h.Margin, now.Margin},
		{"its adjudication", h.Adjudication, now.Adjudication},
	}
	for i := range min(len(h.Names), len(h.Engines), len(now.Names)) {
		items = append(items,
			item{fmt.Sprintf("its engine %d", i+1), h.Names[i] + ": " + h.Engines[i], now.Names[i] + ": " + now.Engines[i]})
	}
	for _, d := range items {
		if d.then != d.now {
			return fmt.Sprintf("%s is %v, not %v", d.what, d.then, d.now)
		}
	}
	return ""
}

// fingerprint identifies a book.
func (b *Book) fingerprint() string {
	h := fnv.New64a()
	for _, fen := range b.suite {
		_, _ = io.WriteString(h, fen+"\n") // a hash never fails
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// files are the output files of a match: its state and its games.
type files struct {
	state, pgn *os.File // nil if there is none
	locked     *flock.Flock
}

// lock locks the state file for this process, and reports whether another process has
// it. Where the file system has no locks, no process has it.
func (f *files) lock(name string) (busy bool) {
	if runtime.GOOS == "windows" { // there the lock would keep this process from reading the file
		return false
	}
	f.locked = flock.New(name)
	locked, err := f.locked.TryLock()
	return err == nil && !locked
}

// open opens the files of a match and counts the games in them.
func (m *match) open() (err error) {
	m.files = &files{}
	defer func() {
		if err != nil {
			_ = m.files.close()
		}
	}()
	var pgnSize int64
	if m.PGN != "" {
		if m.files.pgn, err = os.OpenFile(m.PGN, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
			return err
		}
		if pgnSize, err = size(m.files.pgn); err != nil {
			return err
		}
	}
	if m.State == "" {
		return nil
	}
	if m.files.state, err = os.OpenFile(m.State, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644); err != nil {
		return err
	}
	if info, err := m.files.state.Stat(); err != nil {
		return err
	} else if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file; give another name", m.State)
	}
	if err := m.files.checkDistinct(m.State); err != nil {
		return err
	}
	if m.files.lock(m.State) {
		return fmt.Errorf("%s: a running match uses it; wait for its end, or give another name", m.State)
	}
	return m.resume(pgnSize)
}

// resume reads the state file of this match and counts the games in it, or begins the file.
func (m *match) resume(pgnSize int64) error {
	past, err := m.readState(m.files.state)
	if err != nil {
		return fmt.Errorf("%s: %w", m.State, err)
	}
	if past.length == 0 || past.rest {
		if err := m.files.state.Truncate(past.length); err != nil {
			return err
		}
	}
	if past.length == 0 {
		head := m.head()
		head.PGNFrom = pgnSize
		return m.files.put(head)
	}
	if m.PGN != "" && past.head.PGN == m.PGN && pgnSize > past.pgnSize {
		return m.cutPGN(past.pgnSize) // a game that is not in the state
	}
	return nil
}

// pastGames is what a state file has.
type pastGames struct {
	head    stateHead
	pgnSize int64 // the length of the PGN with these games, in bytes
	length  int64 // of the whole lines, in bytes; 0 if there are none
	rest    bool  // an incomplete line follows
}

// maxStateLine is the longest line of a state file, in bytes with its end.
const maxStateLine = 1 << 20

// readState reads the state file of this match and counts its games. An incomplete last
// line of a killed match counts as not written.
func (m *match) readState(r io.Reader) (past pastGames, err error) {
	in := bufio.NewReaderSize(r, maxStateLine)
	seen := map[int]bool{}
	for number := 1; ; number++ {
		line, err := in.ReadSlice('\n')
		switch {
		case number == 1 && !beginsState(line):
			return past, errNoState
		case errors.Is(err, io.EOF):
			past.rest = len(line) > 0
			return past, nil
		case errors.Is(err, bufio.ErrBufferFull):
			return past, fmt.Errorf("line %d is longer than %d bytes", number, maxStateLine)
		case err != nil:
			return past, err
		case number == 1:
			if err := past.head.read(line, m.head()); err != nil {
				return past, err
			}
			past.pgnSize = past.head.PGNFrom
		default:
			r, err := readRecord(line)
			if err == nil && seen[r.Game] {
				err = fmt.Errorf("game %d appears twice", r.Game)
			}
			if err != nil {
				return past, fmt.Errorf("line %d: invalid game: %w", number, err)
			}
			seen[r.Game] = true
			past.pgnSize = max(past.pgnSize, r.PGNSize)
			if r.Game < m.Games*len(m.met) {
				m.count(r)
			}
		}
		past.length += int64(len(line))
	}
}

var errNoState = errors.New("it is not a match state; give another name")

// beginsState reports whether a first line, which may be incomplete, is that of a state.
func beginsState(line []byte) bool {
	n := min(len(line), len(stateBegins))
	return string(line[:n]) == stateBegins[:n]
}

// read reads the first line, which must be that of this match.
func (h *stateHead) read(line []byte, now stateHead) error {
	if err := json.Unmarshal(line, h); err != nil || h.Format == 0 {
		return errNoState
	}
	if d := h.difference(now); d != "" {
		return fmt.Errorf("it belongs to another match: %s; give another name", d)
	}
	return nil
}

// readRecord reads a game's line.
func readRecord(line []byte) (r Record, err error) {
	if err = json.Unmarshal(line, &r); err == nil {
		err = r.check()
	}
	return r, err
}

// check rejects records that cannot be counted.
func (r *Record) check() error {
	results := []string{game.WhiteWins.String(), game.BlackWins.String(), game.Draw.String()}
	switch {
	case r.Game < 0:
		return fmt.Errorf("number %d: expected 0 or more", r.Game)
	case r.White != r.Game%2:
		return fmt.Errorf("contestant %d has White in game %d: expected %d", r.White, r.Game, r.Game%2)
	case !slices.Contains(results, r.Result):
		return fmt.Errorf("its result is %.20q: expected one of %q", r.Result, results)
	case r.Fault != engines.NoFault && (r.Faulty < 0 || r.Faulty > 1 || !slices.Contains(engines.Faults, r.Fault)):
		return fmt.Errorf("contestant %d had the fault %.20q: expected 0 or 1, and one of %q", r.Faulty, r.Fault,
			engines.Faults)
	}
	return nil
}

// add appends a finished game to the files.
func (f *files) add(m *match, r *Record) error {
	if f.pgn != nil {
		text, err := m.pgn(r)
		if err != nil {
			return fmt.Errorf("cannot write game %d: %w", r.Game+1, err)
		}
		before, err := size(f.pgn)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(f.pgn, text); err != nil {
			return errors.Join(err, f.pgn.Truncate(before))
		}
		r.PGNSize = before + int64(len(text))
	}
	if f.state != nil {
		return f.put(r)
	}
	return nil
}

// put appends a line to the state file.
func (f *files) put(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = f.state.Write(append(line, '\n'))
	return err
}

// checkDistinct rejects a file that is used for both.
func (f *files) checkDistinct(name string) error {
	if f.pgn == nil {
		return nil
	}
	a, err := f.state.Stat()
	if err != nil {
		return err
	}
	b, err := f.pgn.Stat()
	if err == nil && os.SameFile(a, b) {
		err = fmt.Errorf("%s cannot hold both the match and its games; give two names", name)
	}
	return err
}

func (f *files) close() error {
	var errs []error
	for _, file := range []*os.File{f.state, f.pgn} {
		if file != nil {
			errs = append(errs, file.Close())
		}
	}
	if f.locked != nil {
		errs = append(errs, f.locked.Close())
	}
	return errors.Join(errs...)
}

// size returns a file's length in bytes.
func size(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
