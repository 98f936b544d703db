package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	maxPuzzleCases   = 50
	maxPuzzleReports = 20 // on a puzzle
)

// puzzleCasesAPI registers what moderators do with puzzles that were reported.
func (s *API) puzzleCasesAPI(k *web.Kit) {
	op := s.ofPuzzles(web.Get("/api/admin/puzzles", "list-puzzle-cases",
		"Puzzles that rest or were reported, for moderators",
		web.Read(web.Moderator, web.NoToken, limits.Search)))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[protocol.PuzzleCases], error) {
		out, err := s.puzzleCases(ctx)
		return web.Answer(out, err)
	})

	type decide struct {
		PuzzlePath
		Body protocol.PuzzleDecision
	}
	op = s.ofPuzzles(web.Put("/api/admin/puzzles/{id}", "decide-puzzle", "Give a puzzle out again, or never",
		web.Write(web.Moderator, web.NoToken, limits.Social)))
	op.Description = "It closes all reports on the puzzle, and is noted in the log."
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *decide) (*struct{}, error) {
		me := web.Identity(ctx).Account
		return nil, s.o.Puzzles.Release(ctx, in.ID, in.Body.Sound, me.Name, in.Body.Reason.Reason)
	})
}

func (s *API) puzzleCases(ctx context.Context) (protocol.PuzzleCases, error) {
	out := protocol.PuzzleCases{Cases: []protocol.PuzzleCase{}}
	list, err := s.o.Puzzles.Cases(ctx, maxPuzzleCases)
	if err != nil {
		return out, err
	}
	for _, c := range list {
		shown, err := s.o.Puzzles.Find(ctx, c.Puzzle)
		if errors.Is(err, puzzles.ErrNotFound) { // its author has withdrawn it, or a new version lacks it
			continue
		}
		if err != nil {
			return out, err
		}
		reports, err := s.o.Puzzles.Reports(ctx, c.Puzzle, maxPuzzleReports)
		if err != nil {
			return out, err
		}
		view := protocol.PuzzleCase{
			Puzzle: puzzleView(&shown, ""), Reports: []protocol.PuzzleReport{}, First: views.Millis(c.First),
		}
		for _, r := range reports {
			if r.Decided.IsZero() {
				view.Reports = append(view.Reports, protocol.PuzzleReport{Reason: string(r.Reason), Text: r.Text})
			}
		}
		out.Cases = append(out.Cases, view)
	}
	return out, nil
}
