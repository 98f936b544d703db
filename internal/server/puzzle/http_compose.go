package puzzle

import (
	"context"
	"errors"
	"net/http"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	composedPage = 30
	maxCases     = 50
	maxReports   = 20 // on a puzzle
)

// Vote is what the client thinks of a puzzle.
type Vote struct {
	Vote int `json:"vote" enum:"-1,0,1" doc:"0 takes the vote back"`
}

// NewPuzzle is a puzzle that an account publishes.
type NewPuzzle struct {
	Variant string `json:"variant" maxLength:"40"`
	FEN     string `json:"fen" maxLength:"400"`
	Note    string `json:"note,omitempty" doc:"at most 300 characters"`
}

// puzzleList is a page of the puzzles that an account has published, the latest first.
type puzzleList struct {
	Puzzles []Puzzle `json:"puzzles"`
	Next    int64    `json:"next,omitempty" doc:"before of the next page; absent: this is the last one"`
}

// puzzleCases are puzzles that rest or were reported, for moderators.
type puzzleCases struct {
	Cases []puzzleCase `json:"cases" doc:"at most 50; those that rest come first"`
}

// puzzleCase is a puzzle that rests or was reported.
type puzzleCase struct {
	Puzzle  Puzzle   `json:"puzzle"`
	Reports []Report `json:"reports" doc:"open ones, the latest first"`
	First   int64    `json:"first" doc:"since when it rests, or the first report"`
}

// Decision decides about a puzzle.
type Decision struct {
	admin.Reason
	Sound bool `json:"sound" doc:"the puzzle is given out again; otherwise never"`
}

// opinions registers what people think of puzzles.
func (s *Service) opinions(k *web.Kit) {
	type vote struct {
		path
		Body Vote
	}
	op := web.Post("/api/puzzles/{id}/vote", "vote-puzzle", "Vote for or against a puzzle",
		web.Write(web.Player, web.Scopes(auth.PuzzleWrite), limits.Social))
	op.Description = "You have one vote, which you may change."
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *vote) (*struct{}, error) {
		return nil, s.Vote(ctx, web.CallerID(ctx), in.ID, in.Body.Vote)
	})

	type report struct {
		path
		Body Report
	}
	op = web.Post("/api/puzzles/{id}/report", "report-puzzle", "Report a puzzle that is wrong",
		web.Write(web.Player, web.Scopes(auth.PuzzleWrite), limits.Social))
	op.Description = "One report about a puzzle can be open at a time, and ten in all. " +
		"A puzzle with open reports of three accounts rests until an operator has verified it."
	op.Errors = append(op.Errors, http.StatusConflict)
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *report) (*struct{}, error) {
		v, r := guests.VisitOf(ctx), in.Body
		r.Puzzle, r.Reporter, r.Account = in.ID, v.Guest.ID, v.Identity != nil
		return nil, s.Report(ctx, r)
	})
}

// publishing registers what people do with puzzles of their own.
func (s *Service) publishing(k *web.Kit) {
	type compose struct{ Body NewPuzzle }
	op := missing(web.Post("/api/puzzles", "publish-puzzle", "Publish a puzzle",
		web.Write(web.Account, web.Scopes(auth.PuzzleWrite), limits.Review)))
	op.Description = "The server finds the solution and proves it, which takes up to 20 seconds. " +
		"An account may publish 20 puzzles a day and 500 in all. If the position is no puzzle, the code is unsound, " +
		"and the errors have the moves that show it; " +
		"if there is a puzzle with the position, the code is duplicate, and the errors have its ID."
	op.Errors = append(op.Errors, http.StatusConflict, http.StatusServiceUnavailable)
	web.Handle(k, op, func(ctx context.Context, in *compose) (*web.Out[Puzzle], error) {
		var p Puzzle
		err := k.Gate().Do(ctx, web.Proofs, func() (err error) {
			p, err = s.Submit(ctx, guests.VisitOf(ctx).Author(), in.Body.Variant, in.Body.FEN, in.Body.Note)
			return err
		})
		return web.Answer(p, err)
	})

	op = web.Delete("/api/puzzles/{id}", "withdraw-puzzle", "Withdraw a puzzle that you have published",
		web.Write(web.Account, web.Scopes(auth.PuzzleWrite), limits.Command))
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *path) (*struct{}, error) {
		return nil, s.Withdraw(ctx, in.ID, web.Identity(ctx).Account.ID)
	})

	type by struct {
		Author string `query:"author" required:"true" maxLength:"100" doc:"name of an account"`
		Before int64  `query:"before" minimum:"0" doc:"only earlier ones, as next of the page before says"`
	}
	op = missing(web.Get("/api/puzzles", "list-puzzles", "The puzzles that an account has published",
		web.Read(web.Visitor, web.AnyToken, limits.Search)))
	web.Handle(k, op, func(ctx context.Context, in *by) (*web.Out[puzzleList], error) {
		a, err := feature.Player(ctx, s.o.DB, in.Author)
		if err != nil {
			return nil, err
		}
		list, err := s.By(ctx, a.ID, in.Before, composedPage+1)
		out := puzzleList{Puzzles: list}
		if len(list) > composedPage {
			out.Puzzles, out.Next = list[:composedPage], list[composedPage-1].Created
		}
		for i := range list {
			by := a.Person()
			list[i].By = &by
		}
		return web.Answer(out, err)
	})
}

// moderation registers what moderators do with puzzles that were reported.
func (s *Service) moderation(k *web.Kit) {
	op := missing(web.Get("/api/admin/puzzles", "list-puzzle-cases",
		"Puzzles that rest or were reported, for moderators",
		web.Read(web.Moderator, web.NoToken, limits.Search)))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[puzzleCases], error) {
		out, err := s.cases(ctx)
		return web.Answer(out, err)
	})

	type decide struct {
		path
		Body Decision
	}
	op = web.Put("/api/admin/puzzles/{id}", "decide-puzzle", "Give a puzzle out again, or never",
		web.Write(web.Moderator, web.NoToken, limits.Social))
	op.Description = "It closes all reports on the puzzle, and is noted in the log."
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *decide) (*struct{}, error) {
		me := web.Identity(ctx).Account
		return nil, s.Release(ctx, in.ID, in.Body.Sound, me.Name, in.Body.Reason.Reason)
	})
}

func (s *Service) cases(ctx context.Context) (puzzleCases, error) {
	out := puzzleCases{Cases: []puzzleCase{}}
	list, err := s.Cases(ctx, maxCases)
	if err != nil {
		return out, err
	}
	for _, c := range list {
		p, err := s.Find(ctx, c.Puzzle)
		if errors.Is(err, ErrNotFound) { // its author has withdrawn it, or a new version lacks it
			continue
		}
		if err != nil {
			return out, err
		}
		reports, err := s.Reports(ctx, c.Puzzle, maxReports)
		if err != nil {
			return out, err
		}
		out.Cases = append(out.Cases, puzzleCase{p, append([]Report{}, reports...), gameview.Millis(c.First)})
	}
	return out, nil
}
