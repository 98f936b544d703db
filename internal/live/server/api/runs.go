package api

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

// runLeaders is the length of a list of runs.
const runLeaders = 10

// runsAPI is for streaks and storms.
func (s *API) runsAPI(k *web.Kit) {
	type begin struct{ Body protocol.NewRun }
	op := s.ofPuzzles(web.Post("/api/puzzles/runs", "begin-run", "Begin a streak or a storm",
		web.Write(web.Player, web.Scopes(account.PuzzleWrite), limits.Command)))
	op.Description = "The server chooses the puzzles, gives them out a few ahead, and counts. " +
		"It takes the place of a run of the same kind that you have not ended."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *begin) (*web.Out[protocol.RunState], error) {
		q := puzzles.RunQuery{Kind: puzzles.Kind(in.Body.Kind), Variant: in.Body.Variant}
		c, given, err := s.o.Puzzles.Begin(ctx, guests.VisitOf(ctx).Guest.ID, q)
		return s.runState(ctx, &c, given, err)
	})

	type answers struct {
		Run  string `path:"run" pattern:"^[0-9A-Z]{26}$"`
		Body protocol.RunAnswers
	}
	op = s.ofPuzzles(web.Post("/api/puzzles/runs/{run}/answers", "answer-run", "Answer puzzles of a streak or a storm",
		web.Write(web.Player, web.Scopes(account.PuzzleWrite), limits.Command)))
	op.Description = "The server checks the moves, and its clock measures the time: a storm has three minutes from the " +
		"first request on, more for right moves in a row and less for wrong ones, and five seconds for the network. " +
		"It counts answers once, so they may be sent again. A run counts once it has ended: by a mistake in a streak, " +
		"by the time of a storm, after the last puzzle, or as you say."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *answers) (*web.Out[protocol.RunState], error) {
		b := in.Body
		sent := puzzles.Answers{First: b.First, End: b.End, List: make([]puzzles.Answer, len(b.Answers))}
		for i, a := range b.Answers {
			sent.List[i] = puzzles.Answer{Moves: a.Moves, Skipped: a.Skipped}
		}
		c, given, err := s.o.Puzzles.Continue(ctx, guests.VisitOf(ctx).Guest.ID, in.Run, sent, b.Have)
		return s.runState(ctx, &c, given, err)
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
	web.Handle(k, op, func(ctx context.Context, in *which) (*web.Out[protocol.Runs], error) {
		out, err := s.bestRuns(ctx, puzzles.RunQuery{Kind: puzzles.Kind(in.Kind), Variant: in.Variant})
		return web.Answer(out, err)
	})
}

// runState shows a run to its player, or an error.
func (s *API) runState(
	ctx context.Context, c *puzzles.OpenRun, given []puzzles.Shown, err error,
) (*web.Out[protocol.RunState], error) {
	if err != nil {
		return nil, err
	}
	out := protocol.RunState{
		ID: c.ID, Puzzles: make([]protocol.Puzzle, len(given)), Answered: c.Answered, Score: c.Score, Wrong: c.Wrong,
		Over: c.Over(),
	}
	for i := range given {
		out.Puzzles[i] = puzzleView(&given[i], "")
	}
	if out.Over {
		bests, err := s.o.Puzzles.Bests(ctx, c.Player, c.RunQuery)
		if err != nil {
			return nil, err
		}
		mine := myRuns(bests)
		out.Mine = &mine
	}
	return web.Answer(out, nil)
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
