package review

import (
	"context"
	"errors"
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/notation"
)

// Job requests a part of a review.
type Job struct {
	Game livegame.ID `json:"game"`
	notation.Line
	Level Level `json:"level"`
	// From and To select the positions after From to To−1 moves.
	From int `json:"from"`
	To   int `json:"to"`
	// Next is the evaluation of the position after To moves, if there is one.
	Next *Evaluation `json:"after,omitempty"`
}

// Answer is the result of a Job.
type Answer struct {
	Game        livegame.ID  `json:"game"`
	Level       Level        `json:"level"`
	From        int          `json:"from"`
	To          int          `json:"to"`
	Evaluations []Evaluation `json:"found,omitempty"` // of the positions From to To−1
	// Fault says why the job cannot be done.
	Fault string `json:"fault,omitempty"`
}

// answer returns an empty answer to the job.
func (j Job) answer() Answer { return Answer{Game: j.Game, Level: j.Level, From: j.From, To: j.To} }

// Fail returns the answer to a job that cannot be done.
func (j Job) Fail(why string) Answer {
	a := j.answer()
	a.Fault = why
	return a
}

// Do does the job. The engine should have one thread and a table of HashMB. Yield is as
// in Analyze. The error is the context's or the engine's; the answer has a Fault if the
// job itself is invalid.
func (j Job) Do(ctx context.Context, e engine.Engine, lookup livegame.Lookup, yield func()) (Answer, error) {
	start, moves, err := j.Parse(lookup)
	if err != nil {
		return j.Fail(err.Error()), nil
	}
	if j.From < 0 || j.From >= j.To || j.To > len(moves)+1 || levelRank(j.Level) == 0 {
		return j.Fail("the game has no such positions"), nil
	}
	a := j.answer()
	a.Evaluations, err = Analyze(ctx, e, j.Level.Effort(), Part{start, moves, j.From, j.To, j.Next}, nil, yield)
	return a, err
}

// Check returns what is wrong with the job.
func (j Job) Check() error {
	if err := j.answer().checkPart(); err != nil {
		return err
	}
	switch {
	case j.Variant == "":
		return errors.New("the job names no variant")
	case len(j.Moves) > MaxPlies || j.To > len(j.Moves)+1:
		return fmt.Errorf("position %d is beyond a game of %d plies", j.To, len(j.Moves))
	}
	return nil
}

// Check returns what is wrong with the answer.
func (a Answer) Check() error {
	if err := a.checkPart(); err != nil {
		return err
	}
	if a.Fault == "" && len(a.Evaluations) != a.To-a.From {
		return fmt.Errorf("positions %d to %d have %d evaluations", a.From, a.To, len(a.Evaluations))
	}
	return nil
}

// checkPart checks which part the answer is about.
func (a Answer) checkPart() error {
	if err := a.Game.Check(); err != nil {
		return err
	}
	if _, err := ParseLevel(string(a.Level)); err != nil {
		return err
	}
	if a.From < 0 || a.From >= a.To {
		return fmt.Errorf("invalid positions from %d to %d", a.From, a.To)
	}
	return nil
}
