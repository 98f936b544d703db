package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/message"
)

// Losses are mean squared errors on the training positions and on the held-out ones.
type Losses struct{ Train, Held float64 }

// String formats both, or only the first if no game is held out.
func (l Losses) String() string {
	if l.Held == 0 {
		return fmt.Sprintf("loss %.6f", l.Train)
	}
	return fmt.Sprintf("loss %.6f, held-out loss %.6f", l.Train, l.Held)
}

// main returns the loss that decides which weights are better.
func (l Losses) main() float64 {
	if l.Held == 0 {
		return l.Train
	}
	return l.Held
}

// Result is the result of a fit. The losses are those of the evaluation itself with
// integer weights, not of the linear model.
type Result struct {
	Positions, Games int
	Train, Held      int // training and held-out positions
	K                float64
	Before, After    Losses
	// The losses with a Lambda of 1, to compare fits with different values.
	ResultsBefore, ResultsAfter Losses
	Model                       Losses // the linear model's estimate of After
	Weights, Touched            int    // number of weights, and of those that matter in any position
	Groups                      []Group
	Old, Now                    []engine.Score // in the order of the evaluator's list
	list                        []engine.Weight
}

// Better reports whether the fit reduced the loss.
func (r *Result) Better() bool { return r.After.main() < r.Before.main() }

// tuner is a fit in progress.
type tuner struct {
	o       Options
	data    *Data
	weights *weightList
	fixed   []bool
	origin  []engine.Score // the weights before the fit
	train   []uint32
	held    []uint32
	slope   float64
	state   state
}

// Run fits the weights of the data's evaluator. Meanwhile none of its boards may be in
// use. It restores the evaluator's weights.
func Run(ctx context.Context, d *Data, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, message.InvalidOption(err)
	}
	w, err := newWeightList(d.evaluator.Weights())
	if err != nil {
		return nil, err
	}
	t := &tuner{o: o, data: d, weights: w, origin: w.values()}
	if t.fixed, err = w.matching(o.Fix); err != nil {
		return nil, message.InvalidOption(err)
	}
	t.train, t.held = d.split(o.Seed, o.Held)
	if len(t.train) == 0 {
		return nil, errors.New("no training positions; use more data, or hold out fewer games")
	}
	if o.Batch == 0 {
		t.o.Batch = min(8192, max(256, len(t.train)/32))
	}
	defer func() {
		w.set(t.origin)
		d.evaluator.Reweigh()
	}()
	return t.run(ctx)
}

func (t *tuner) run(ctx context.Context) (*Result, error) {
	evals, err := t.evaluateAll(ctx)
	if err != nil {
		return nil, err
	}
	k := t.o.K
	if k == 0 {
		k = t.fitK(evals)
	}
	t.slope = slope(k)
	r := &Result{
		Positions: t.data.Positions(), Games: t.data.Games(), Train: len(t.train), Held: len(t.held),
		K: k, Before: t.losses(evals), ResultsBefore: t.resultLosses(evals), Weights: len(t.weights.all),
	}
	t.progress("", 0, 0, fmt.Sprintf("K is %.3f, %v", k, r.Before))
	if err := t.restore(); err != nil {
		return nil, err
	}
	var m *model
	for ; m == nil || t.state.Round < t.o.Rounds; t.state.Round++ {
		if m, err = t.round(ctx); err != nil {
			return nil, err
		}
	}
	if evals, err = t.evaluateAll(ctx); err != nil {
		return nil, err
	}
	r.After, r.ResultsAfter = t.losses(evals), t.resultLosses(evals)
	change := t.changeFrom(m)
	eval := func(i uint32) float64 { return m.eval(i, change) }
	r.Model = Losses{t.loss(t.train, eval), t.loss(t.held, eval)}
	for _, yes := range m.touched(r.Weights) {
		if yes {
			r.Touched++
		}
	}
	r.Groups = t.groups(m, change)
	r.Old, r.Now, r.list = t.origin, t.weights.values(), t.weights.all
	return r, nil
}

// round computes the coefficients and fits the weights to them.
func (t *tuner) round(ctx context.Context) (*model, error) {
	t.weights.set(t.state.Start)
	m, err := t.linearize(ctx)
	if err != nil {
		return nil, err
	}
	if t.state.Descent == nil {
		w := make([]float64, len(t.weights.all))
		for i, s := range m.at {
			w[i] = float64(s)
		}
		t.state.Descent = &descent{
			W: w, M: make([]float64, len(w)), V: make([]float64, len(w)),
			Best: slices.Clone(w), BestLoss: math.MaxFloat64,
		}
	}
	if err := t.fit(ctx, m, t.state.Descent); err != nil {
		return nil, errors.Join(err, t.save())
	}
	next := make([]engine.Score, len(m.at))
	for i, w := range t.state.Descent.Best {
		next[i] = engine.Score(math.Round(max(-most, min(w, most))))
	}
	t.weights.set(next)
	t.data.evaluator.Reweigh()
	if t.state.Round+1 < t.o.Rounds {
		t.state.Start, t.state.Descent = next, nil
	}
	return m, nil
}

// most is the largest weight, in centipawns.
const most = 20000

// losses returns the losses of evaluations.
func (t *tuner) losses(evals []float64) Losses {
	eval := func(i uint32) float64 { return evals[i] }
	return Losses{t.loss(t.train, eval), t.loss(t.held, eval)}
}

// resultLosses returns the losses against the results alone.
func (t *tuner) resultLosses(evals []float64) Losses {
	loss := func(i uint32) float64 {
		miss := expectedScore(t.slope, evals[i]) - float64(t.data.samples[i].result)
		return miss * miss
	}
	return Losses{t.mean(t.train, loss), t.mean(t.held, loss)}
}

// changeFrom returns the differences between the weights and the model's.
func (t *tuner) changeFrom(m *model) []float64 {
	change := make([]float64, len(m.at))
	for i, v := range t.weights.values() {
		change[i] = float64(v - m.at[i])
	}
	return change
}

func (t *tuner) progress(stage string, done, total int, remark string) {
	if t.o.Progress != nil {
		t.o.Progress(stage, done, total, remark)
	}
}

// stage returns the name of a stage, with the round if there are several.
func (t *tuner) stage(name string) string {
	if t.o.Rounds > 1 {
		return fmt.Sprintf("%s, round %d of %d", name, t.state.Round+1, t.o.Rounds)
	}
	return name
}
