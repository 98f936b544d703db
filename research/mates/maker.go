// Package mates makes the suite of forced mates that the tests of the search solve
// (engine/mate/matetest).
package mates

import (
	"context"
	"errors"
	"strings"

	"github.com/wane-chess/wane/engine/mate"
	"github.com/wane-chess/wane/engine/mate/matetest"
	"github.com/wane-chess/wane/game"
)

// Quota is the number of problems to make, by their number of moves.
type Quota map[int]int

// Maker makes problems from games that it plays.
type Maker struct {
	Game  game.Game
	Seed  uint64
	Quota Quota
	// Limit is the largest number of moves made to solve a position; a position that
	// needs more is skipped.
	Limit uint64
	// Back is the number of the winner's moves to search from the end of a game.
	Back int
	// Report, if not nil, is called for each problem with the number of its game and
	// the moves made to solve it.
	Report func(b matetest.Problem, game, made uint64)
}

// Make plays games until the quota is filled or the context ends, and returns the
// problems in the order of their games.
func (m *Maker) Make(ctx context.Context) ([]matetest.Problem, error) {
	left := Quota{}
	missing := 0
	for n, want := range m.Quota {
		left[n] = want
		missing += want
	}
	var out []matetest.Problem
	seen := map[string]bool{} // short games can be equal
	var s mate.Solver
	s.Limit = m.Limit
	for number := uint64(0); missing > 0; number++ {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		b, made, err := m.hardest(ctx, &s, matetest.Attack(m.Game, m.Seed, number), left)
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

// hardest returns the longest mate within the quota among the last positions of a
// game, and the moves made to solve it; the zero Problem if there is none. A game
// gives one problem, so that the suite never has a mate and its own continuation.
// Positions before one that is too hard are harder.
func (m *Maker) hardest(ctx context.Context, s *mate.Solver, fens []string,
	left Quota) (best matetest.Problem, made uint64, err error) {
	longest := 0
	for n, want := range left {
		if want > 0 {
			longest = max(longest, n)
		}
	}
	for _, fen := range fens[:min(len(fens), m.Back)] {
		b, err := m.problem(ctx, s, fen, longest)
		switch {
		case errors.Is(err, mate.ErrLimit):
			return best, made, nil
		case err != nil:
			return matetest.Problem{}, 0, err
		case left[b.Moves] > 0 && b.Moves > best.Moves:
			best, made = b, s.Made()
		}
	}
	return best, made, nil
}

// problem solves a position; the zero Problem if it is no problem.
func (m *Maker) problem(ctx context.Context, s *mate.Solver, fen string, longest int) (matetest.Problem, error) {
	p, err := m.Game.Parse(fen)
	if err != nil {
		return matetest.Problem{}, err
	}
	moves, keys, err := s.Solve(ctx, p, longest, 2)
	if err != nil || len(keys) != 1 {
		return matetest.Problem{}, err
	}
	return matetest.Problem{Game: m.Game.Name(), FEN: fen, Moves: moves, Key: p.UCI(keys[0])}, nil
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
