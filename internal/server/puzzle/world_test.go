package puzzle_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
)

// A world is a service with a database, a clock and puzzles of its own.
type world struct {
	*puzzles.Service
	db  *db.DB
	now time.Time
}

// library returns puzzles from 1000 on, 20 points apart, of chess and then of shrink.
func library(n int) (list puzzles.List) {
	for i := range n {
		p := puzzle.Puzzle{
			Variant: []string{"chess", "shrink"}[i%2], FEN: fmt.Sprintf("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 %d", i+1),
			Moves: []string{"a1a8", "g8h8", fmt.Sprintf("a%da8", i%7+1)}, Goal: puzzle.Mate, Proof: puzzle.Exhaustive,
			Rating: 1000 + 20*i, Themes: []puzzle.Theme{puzzle.MateIn2},
		}
		if i%4 < 2 {
			p.Themes = append(p.Themes, puzzle.Sacrifice)
		}
		p.FEN = fmt.Sprintf("6k1/5ppp/8/8/8/8/%dP%d/R5K1 w - - 0 1", i%6+1, 6-i%6) // positions repeat; IDs do not
		p.ID = fmt.Sprintf("p%06d", i)
		list = append(list, p)
	}
	return list
}

func newWorld(t *testing.T, l puzzles.Library, change ...func(*puzzles.Options)) *world {
	t.Helper()
	w := &world{db: dbtest.Open(t), now: time.Date(2026, 5, 27, 18, 0, 0, 0, time.UTC)}
	o := puzzles.Options{DB: w.db, Library: l, Lookup: rules.ByName, Now: func() time.Time { return w.now }}
	for _, f := range change {
		f(&o)
	}
	w.Service = puzzles.New(o)
	return w
}

// Settle settles attempts at puzzles that the player was given.
func (w *world) Settle(
	ctx context.Context, player string, list []puzzles.NewAttempt,
) ([]puzzles.SettledAttempt, error) {
	for i := range list {
		list[i].Ticket = w.Ticket(player, list[i].Puzzle)
	}
	return w.Service.Settle(ctx, player, list)
}

// solve settles an attempt of a player now.
func (w *world) solve(t *testing.T, player string, p *puzzle.Puzzle, right bool) puzzles.SettledAttempt {
	t.Helper()
	d := puzzles.NewAttempt{ID: player + p.ID, Puzzle: p.ID, Moves: []string{p.Moves[0], p.Moves[2]}, Rated: true}
	if !right {
		d.Moves = d.Moves[:1]
	}
	list, err := w.Settle(context.Background(), player, []puzzles.NewAttempt{d})
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}
