package matesuite

import (
	"context"
	"errors"
	"strings"

	"github.com/wane-chess/wane/game"
)

// Quota reports how many problems to make by their number of moves.
type Quota map[int]int

// Maker makes problems from games that it plays with itself.
type Maker struct {
	Game  game.Game
	Seed  uint64
	Quota Quota
	// Limit is how many moves may be made to solve one position; a position
	// that takes more is left out.
	Limit uint64
	// Back is how many moves of the winner a game is followed back from its end.
	Back int
	// Report, if not nil, is called with each problem found, the number of the
	// game it is from, and how many moves it took to solve.
	Report func(b Problem, game, made uint64)
}

// Make plays games until the quota is filled or the context is done, and
// returns the problems in the order in which they were found.
func (m *Maker) Make(ctx context.Context) ([]Problem, error) {
	left := Quota{}
	missing := 0
	for n, want := range m.Quota {
		left[n] = want
		missing += want
	}
	var out []Problem
	seen := map[string]bool{} // short games may be alike
	var s Solver
	s.Limit = m.Limit
	for number := uint64(0); missing > 0; number++ {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		b, made, err := m.hardest(&s, newHunt(m.Game, m.Seed, number).run(), left)
		board, _, _ := strings.Cut(b.FEN, " ")
		if err != nil {
			return out, err
		}
		if b.Moves == 0 || seen[board] {
			continue
		}
		seen[board] = true
		left[b.Moves]--
		missing--
		out = append(out, b)
		if m.Report != nil {
			m.Report(b, number, made)
		}
	}
	return out, nil
}

// hardest returns the longest mate that is still wanted among the last positions
// of a game, and how many moves it took to solve; the zero Problem if there is
// none. One game gives one problem, lest the suite holds a mate and its own
// continuation. Before a position that is too hard come harder ones.
func (m *Maker) hardest(s *Solver, fens []string, left Quota) (best Problem, made uint64, err error) {
	longest := 0
	for n, want := range left {
		if want > 0 {
			longest = max(longest, n)
		}
	}
	for _, fen := range fens[:min(len(fens), m.Back)] {
		b, err := m.problem(s, fen, longest)
		switch {
		case errors.Is(err, ErrLimit):
			return best, made, nil
		case err != nil:
			return Problem{}, 0, err
		case left[b.Moves] > 0 && b.Moves > best.Moves:
			best, made = b, s.Made()
		}
	}
	return best, made, nil
}

// problem makes a problem of a position; the zero Problem if it is none.
func (m *Maker) problem(s *Solver, fen string, longest int) (Problem, error) {
	p, err := m.Game.Parse(fen)
	if err != nil {
		return Problem{}, err
	}
	moves, keys, err := s.Solve(p, longest, 2)
	if err != nil || len(keys) != 1 {
		return Problem{}, err
	}
	return Problem{m.Game.Name(), fen, moves, p.UCI(keys[0])}, nil
}

// Games are those that the suite is made for. The last shows what becomes of
// kings that can be captured away.
var Games = []string{
	"shrink", "convergent", "diminuendo", "cheshire", "cheshire8", "chess", "diminuendo:pbnrqk+qk+fp",
}

// NewMaker returns a maker of a game's part of the suite.
func NewMaker(g game.Game, seed uint64) *Maker {
	return &Maker{
		Game: g, Seed: seed,
		Quota: Quota{2: 18, 3: 18, 4: 14, 5: 10},
		Limit: 3_000_000,
		Back:  16,
	}
}
