package api

import (
	"context"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/live/server/web"
)

// runLeaders is the length of a list of runs.
const runLeaders = 10

// runsAPI keeps the best streaks and storms.
func (s *API) runsAPI(k *web.Kit) {
	type run struct{ Body protocol.NewRun }
	op := s.ofPuzzles(web.Post("/api/puzzles/runs", "finish-run", "Send a streak or a storm that has ended",
		web.Write(web.Player, web.Scopes(account.PuzzleWrite), limits.Command)))
	op.Description = "The answer is your best runs after it. One that ended without a network may be sent later, " +
		"and again. The server cannot know whether there was such a run; it only refuses impossible ones."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *run) (*result[protocol.MyRuns], error) {
		b := in.Body
		r := puzzles.Run{
			Player: guests.VisitOf(ctx).Guest.ID, Kind: puzzles.Kind(b.Kind), Variant: b.Variant, Score: b.Score, Wrong: b.Wrong,
			Took: millis(b.Took),
		}
		if b.At > 0 {
			r.At = time.UnixMilli(b.At)
		}
		bests, err := s.o.Puzzles.Finish(ctx, r)
		if err != nil {
			return nil, s.puzzleFault(err)
		}
		return &result[protocol.MyRuns]{myRuns(bests)}, nil
	})

	type which struct {
		Kind    string `query:"kind" required:"true" enum:"streak,storm"`
		Variant string `query:"variant" required:"true" maxLength:"40" doc:"or mixed"`
	}
	op = s.ofPuzzles(web.Get("/api/puzzles/runs", "list-runs", "The best streaks or storms",
		web.Read(web.Player, web.AnyToken, limits.Search)))
	op.Description = "Yours, and those of accounts today, this week and ever. Days are those of UTC, " +
		"and weeks begin on Monday. Yours are absent for tokens without the scope puzzle:read."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *which) (*result[protocol.Runs], error) {
		out, err := s.bestRuns(ctx, puzzles.RunQuery{Kind: puzzles.Kind(in.Kind), Variant: in.Variant})
		if err != nil {
			return nil, s.puzzleFault(err)
		}
		return &result[protocol.Runs]{out}, nil
	})
}

func (s *API) bestRuns(ctx context.Context, q puzzles.RunQuery) (out protocol.Runs, err error) {
	v := guests.VisitOf(ctx)
	if v.Identity == nil || v.Identity.May(account.PuzzleRead) {
		bests, err := s.o.Puzzles.Bests(ctx, v.Guest.ID, q)
		if err != nil {
			return out, err
		}
		out.Mine = myRuns(bests)
	}
	for span, list := range map[puzzles.Span]*[]protocol.RunLeader{
		puzzles.Day: &out.Day, puzzles.Week: &out.Week, puzzles.Ever: &out.Ever,
	} {
		if *list, err = s.runLeaders(ctx, q, span, v.Guest.ID); err != nil {
			return out, err
		}
	}
	return out, nil
}

// runLeaders returns the best runs of accounts in a span.
func (s *API) runLeaders(
	ctx context.Context, q puzzles.RunQuery, span puzzles.Span, viewer string,
) ([]protocol.RunLeader, error) {
	out := []protocol.RunLeader{}
	runs, err := s.o.Puzzles.Leaders(ctx, q, span, runLeaders)
	if err != nil || len(runs) == 0 || s.o.Players == nil {
		return out, err
	}
	ids := make([]string, len(runs))
	for i := range runs {
		ids[i] = runs[i].Player
	}
	known, err := s.o.Players.Known(ctx, ids)
	accounts := make(map[string]account.Account, len(known))
	for _, a := range known {
		accounts[a.ID] = a
	}
	for _, r := range runs {
		if a, ok := accounts[r.Player]; ok {
			out = append(out, protocol.RunLeader{Name: a.Name, Bot: a.Bot, You: a.ID == viewer, PuzzleRun: runView(r)})
		}
	}
	return out, err
}

func runView(r puzzles.Run) protocol.PuzzleRun {
	return protocol.PuzzleRun{Score: r.Score, Wrong: r.Wrong, Took: r.Took.Milliseconds(), At: views.Millis(r.At)}
}

func myRuns(bests puzzles.Bests) (out protocol.MyRuns) {
	for span, place := range map[puzzles.Span]**protocol.PuzzleRun{
		puzzles.Day: &out.Day, puzzles.Week: &out.Week, puzzles.Ever: &out.Ever,
	} {
		if r, ok := bests[span]; ok {
			view := runView(r)
			*place = &view
		}
	}
	return out
}
