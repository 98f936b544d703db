package puzzle

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
)

// runLeaders is the length of a list of runs.
const runLeaders = 10

// NewRun begins a streak or a storm.
type NewRun struct {
	Kind    Kind   `json:"kind" enum:"streak,storm"`
	Variant string `json:"variant" maxLength:"40" doc:"or mixed"`
}

// RunState is a run as the server counts it.
type RunState struct {
	ID       string   `json:"id"`
	Puzzles  []Puzzle `json:"puzzles" doc:"the next ones, after those that the client has"`
	Answered int      `json:"answered"`
	Score    int      `json:"score" doc:"puzzles solved"`
	Wrong    int      `json:"wrong" doc:"puzzles not solved"`
	Over     bool     `json:"over,omitempty"`
	Mine     *MyRuns  `json:"mine,omitempty" doc:"your bests, once the run is over"`
}

// RunLeader is a place of a list of runs.
type RunLeader struct {
	livegame.Person
	You bool `json:"you,omitempty"`
	Run
}

// Runs are the best runs of a kind and variant: those of the client, and of accounts.
type Runs struct {
	Mine MyRuns      `json:"mine"`
	Day  []RunLeader `json:"day" doc:"at most 10"`
	Week []RunLeader `json:"week"`
	Ever []RunLeader `json:"ever"`
}

// runs is for streaks and storms.
func (s *Service) runs(k *web.Kit) {
	type begin struct{ Body NewRun }
	op := missing(web.Post("/api/puzzles/runs", "begin-run", "Begin a streak or a storm",
		web.Write(web.Player, web.Scopes(auth.PuzzleWrite), limits.Command)))
	op.Description = "The server chooses the puzzles, gives them out a few ahead, and counts. " +
		"It takes the place of a run of the same kind that you have not ended."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *begin) (*web.Out[RunState], error) {
		c, given, err := s.Begin(ctx, web.CallerID(ctx), RunQuery(in.Body))
		return s.state(ctx, &c, given, err)
	})

	type answers struct {
		Run  string `path:"run" pattern:"^[0-9A-Z]{26}$"`
		Body RunAnswers
	}
	op = web.Post("/api/puzzles/runs/{run}/answers", "answer-run", "Answer puzzles of a streak or a storm",
		web.Write(web.Player, web.Scopes(auth.PuzzleWrite), limits.Command))
	op.Description = "The server checks the moves, and its clock measures the time: a storm has three minutes from the " +
		"first request on, more for right moves in a row and less for wrong ones, and five seconds for the network. " +
		"It counts answers once, so they may be sent again. A run counts once it has ended: by a mistake in a streak, " +
		"by the time of a storm, after the last puzzle, or as you say."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *answers) (*web.Out[RunState], error) {
		c, given, err := s.Continue(ctx, web.CallerID(ctx), in.Run, in.Body)
		return s.state(ctx, &c, given, err)
	})

	type which struct {
		Kind    Kind   `query:"kind" required:"true" enum:"streak,storm"`
		Variant string `query:"variant" required:"true" maxLength:"40" doc:"or mixed"`
	}
	op = missing(web.Get("/api/puzzles/runs", "list-runs", "The best streaks or storms",
		web.Read(web.Player, web.AnyToken, limits.Search)))
	op.Description = "Yours, and those of accounts today, this week and ever. Days are those of UTC, " +
		"and weeks begin on Monday. Yours are absent for tokens without the scope puzzle:read."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *which) (*web.Out[Runs], error) {
		out, err := s.best(ctx, RunQuery(*in))
		return web.Answer(out, err)
	})
}

// state shows a run to its player, or an error.
func (s *Service) state(ctx context.Context, c *OpenRun, given []Puzzle, err error) (*web.Out[RunState], error) {
	out := RunState{
		ID: c.ID, Puzzles: given, Answered: c.Answered, Score: c.Score, Wrong: c.Wrong, Over: c.Over(),
	}
	if err == nil && out.Over {
		var mine MyRuns
		mine, err = s.Bests(ctx, c.Player, c.RunQuery)
		out.Mine = &mine
	}
	return web.Answer(out, err)
}

// best returns the best runs of who asks and of accounts.
func (s *Service) best(ctx context.Context, q RunQuery) (out Runs, err error) {
	v := guests.VisitOf(ctx)
	if v.Identity == nil || v.Identity.May(auth.PuzzleRead) {
		if out.Mine, err = s.Bests(ctx, v.Guest.ID, q); err != nil {
			return out, err
		}
	}
	for span, list := range map[Span]*[]RunLeader{Day: &out.Day, Week: &out.Week, Ever: &out.Ever} {
		if *list, err = s.leaders(ctx, q, span, v.Guest.ID); err != nil {
			return out, err
		}
	}
	return out, nil
}

// leaders returns the best runs of accounts in a span.
func (s *Service) leaders(ctx context.Context, q RunQuery, span Span, viewer string) ([]RunLeader, error) {
	out := []RunLeader{}
	runs, err := s.Leaders(ctx, q, span, runLeaders)
	if err != nil {
		return out, err
	}
	ids := make([]string, len(runs))
	for i := range runs {
		ids[i] = runs[i].Player
	}
	known, err := auth.Known(ctx, s.o.DB, ids)
	for _, r := range runs {
		if a, ok := known[r.Player]; ok {
			out = append(out, RunLeader{Person: a.Person(), You: a.ID == viewer, Run: r})
		}
	}
	return out, err
}
