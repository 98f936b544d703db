package review

import (
	"context"
	"errors"
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/live/livegame"
)

// Job asks for a part of a review.
type Job struct {
	Game livegame.ID `json:"game"`
	Line
	Level Level `json:"level"`
	// From and To say which positions: those after From to To−1 of the moves.
	From int `json:"from"`
	To   int `json:"to"`
	// Next is what was found of the position after To moves, if there is one.
	Next *Evaluation `json:"after,omitempty"`
}

// Answer is what was found for a Job.
type Answer struct {
	Game        livegame.ID  `json:"game"`
	Level       Level        `json:"level"`
	From        int          `json:"from"`
	To          int          `json:"to"`
	Evaluations []Evaluation `json:"found,omitempty"` // of the positions From to To−1
	// Fault says why nobody can do the job; then nothing was found.
	Fault string `json:"fault,omitempty"`
}

// answer begins the answer to a job.
func (j Job) answer() Answer { return Answer{Game: j.Game, Level: j.Level, From: j.From, To: j.To} }

// Fail is the answer to a job that nobody can do.
func (j Job) Fail(why string) Answer {
	a := j.answer()
	a.Fault = why
	return a
}

// Do does a job. The engine should have one thread and a table of HashMB. Slack is
// as for Look. The error is the context's, or the engine's; what is wrong with the
// job itself stands in the answer.
func (j Job) Do(ctx context.Context, e engine.Engine, lookup livegame.Lookup, slack func()) (Answer, error) {
	start, moves, err := replay(j.Line, lookup)
	if err != nil {
		return j.Fail(err.Error()), nil
	}
	if j.From < 0 || j.From >= j.To || j.To > len(moves)+1 || levelRank(j.Level) == 0 {
		return j.Fail("the job is about positions that the game does not have"), nil
	}
	a := j.answer()
	a.Evaluations, err = Analyze(ctx, e, j.Level.Effort(), Part{start, moves, j.From, j.To, j.Next}, nil, slack)
	return a, err
}

// Check returns what is wrong with a job.
func (j Job) Check() error {
	if err := j.answer().checkPart(); err != nil {
		return err
	}
	switch {
	case j.Variant == "":
		return errors.New("the job names no variant")
	case len(j.Moves) > MaxPlies || j.To > len(j.Moves)+1:
		return fmt.Errorf("positions up to %d of a game of %d plies", j.To, len(j.Moves))
	}
	return nil
}

// Check returns what is wrong with an answer.
func (a Answer) Check() error {
	if err := a.checkPart(); err != nil {
		return err
	}
	if a.Fault == "" && len(a.Evaluations) != a.To-a.From {
		return fmt.Errorf("of the positions %d to %d, %d were looked at", a.From, a.To, len(a.Evaluations))
	}
	return nil
}

// checkPart tells what is wrong with what an answer is about.
func (a Answer) checkPart() error {
	if err := a.Game.Check(); err != nil {
		return err
	}
	if _, err := ParseLevel(string(a.Level)); err != nil {
		return err
	}
	if a.From < 0 || a.From >= a.To {
		return fmt.Errorf("there are no positions from %d to %d", a.From, a.To)
	}
	return nil
}
