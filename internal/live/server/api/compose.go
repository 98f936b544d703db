package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

const composedPage = 30

// composeAPI registers what people publish and what they think of puzzles.
func (s *API) composeAPI(k *web.Kit) {
	type vote struct {
		PuzzlePath
		Body protocol.PuzzleVote
	}
	op := s.ofPuzzles(web.Post("/api/puzzles/{id}/vote", "vote-puzzle", "Vote for or against a puzzle",
		web.Write(web.Player, web.Scopes(account.PuzzleWrite), limits.Social)))
	op.Description = "You have one vote, which you may change."
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *vote) (*struct{}, error) {
		return nil, s.o.Puzzles.Vote(ctx, guests.VisitOf(ctx).Guest.ID, in.ID, in.Body.Vote)
	})

	type report struct {
		PuzzlePath
		Body protocol.PuzzleReport
	}
	op = s.ofPuzzles(web.Post("/api/puzzles/{id}/report", "report-puzzle", "Report a puzzle that is wrong",
		web.Write(web.Player, web.Scopes(account.PuzzleWrite), limits.Social)))
	op.Description = "One report about a puzzle can be open at a time, and ten in all. " +
		"A puzzle with open reports of three accounts rests until an operator has verified it."
	op.Errors = append(op.Errors, http.StatusConflict)
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *report) (*struct{}, error) {
		v := guests.VisitOf(ctx)
		err := s.o.Puzzles.Report(ctx, puzzles.Report{
			Puzzle: in.ID, Reporter: v.Guest.ID, Account: v.Identity != nil, Reason: puzzles.Reason(in.Body.Reason),
			Text: in.Body.Text,
		})
		if errors.Is(err, puzzles.ErrMany) {
			return nil, problem.New(http.StatusConflict, protocol.CodeConflict,
				"Many of your reports on puzzles are open. Wait until some are read.")
		}
		return nil, err
	})

	type compose struct{ Body protocol.NewPuzzle }
	op = s.ofPuzzles(web.Post("/api/puzzles", "publish-puzzle", "Publish a puzzle",
		web.Write(web.Account, web.Scopes(account.PuzzleWrite), limits.Review)))
	op.Description = "The server finds the solution and proves it, which takes up to 20 seconds. " +
		"An account may publish 20 puzzles a day and 500 in all. If the position is no puzzle, the code is unsound, " +
		"and the errors have the moves that show it; " +
		"if there is a puzzle with the position, the code is duplicate, and the errors have its ID."
	op.Errors = append(op.Errors, http.StatusConflict, http.StatusServiceUnavailable)
	web.Handle(k, op, func(ctx context.Context, in *compose) (*web.Out[protocol.Puzzle], error) {
		me := web.Identity(ctx).Account
		var c puzzles.Composed
		err := s.o.Gate.Do(ctx, web.Proofs, func() (err error) {
			c, err = s.o.Puzzles.Submit(ctx, guests.VisitOf(ctx).Author(), in.Body.Variant, in.Body.FEN, in.Body.Note)
			return err
		})
		if err != nil {
			return nil, err
		}
		return web.Answer(composedView(&c, me.Name), nil)
	})

	op = s.ofPuzzles(web.Delete("/api/puzzles/{id}", "withdraw-puzzle", "Withdraw a puzzle that you have published",
		web.Write(web.Account, web.Scopes(account.PuzzleWrite), limits.Command)))
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *PuzzlePath) (*struct{}, error) {
		return nil, s.o.Puzzles.Withdraw(ctx, in.ID, web.Identity(ctx).Account.ID)
	})

	type by struct {
		Author string `query:"author" required:"true" maxLength:"100" doc:"name of an account"`
		Before int64  `query:"before" minimum:"0" doc:"only earlier ones, as next of the page before says"`
	}
	op = s.ofPuzzles(web.Get("/api/puzzles", "list-puzzles", "The puzzles that an account has published",
		web.Read(web.Visitor, web.AnyToken, limits.Search)))
	web.Handle(k, op, func(ctx context.Context, in *by) (*web.Out[protocol.PuzzleList], error) {
		if s.o.Players == nil {
			return nil, errNoPuzzle
		}
		a, err := s.named(ctx, in.Author)
		if err != nil {
			return nil, err
		}
		before := time.Time{}
		if in.Before > 0 {
			before = time.UnixMilli(in.Before)
		}
		list, err := s.o.Puzzles.By(ctx, a.ID, before, composedPage+1)
		if err != nil {
			return nil, err
		}
		out := protocol.PuzzleList{Puzzles: []protocol.Puzzle{}}
		if len(list) > composedPage {
			list = list[:composedPage]
			out.Next = views.Millis(list[composedPage-1].Composed.Created)
		}
		for i := range list {
			out.Puzzles = append(out.Puzzles, puzzleView(&list[i], a.Name))
		}
		return web.Answer(out, nil)
	})
}

func composedView(c *puzzles.Composed, author string) protocol.Puzzle {
	return puzzleView(&puzzles.Shown{Puzzle: c.Puzzle, Record: puzzles.NewRecord(&c.Puzzle), Composed: c}, author)
}
