package pages

import (
	"context"
	"errors"
	"net/url"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/web/routes"
)

// dailyPuzzle stands for the puzzle of the day in the address of a page.
const dailyPuzzle = "daily"

// puzzle returns the head of the page of a puzzle. It does not show the solution.
func (s *Pages) puzzle(ctx context.Context, id string) head {
	v := s.listed("puzzle", routes.Link("puzzle", id))
	if s.collection == nil {
		return v
	}
	var p puzzle.Puzzle
	var err error
	if id == dailyPuzzle {
		p, err = s.collection.Daily(ctx, s.collection.Now())
	} else {
		p, err = s.collection.Find(ctx, id)
	}
	if errors.Is(err, puzzle.ErrNotFound) {
		return notFound
	}
	if errors.Is(err, puzzle.ErrNone) {
		return v
	}
	if err != nil { // the page retries
		_, _ = s.guard.Problems.Fault(ctx, err)
		return v
	}
	g := s.known(p.Variant)
	if g == nil {
		return v
	}
	position, err := g.Parse(p.FEN)
	if err != nil {
		return v
	}
	v.title, v.text = gameview.PuzzleWords(&p.Puzzle, position)
	if id == dailyPuzzle {
		v.title = "Puzzle of the day · " + g.Title()
	}
	v.card = "/api/card.png?page=puzzle&variant=" + url.QueryEscape(p.Variant) + "&fen=" + url.QueryEscape(p.FEN)
	return v
}
