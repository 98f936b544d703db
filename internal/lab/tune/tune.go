package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/wane-chess/wane/engine"
)

// Losses are mean squared errors on the positions learnt from and on those of
// the games held back.
type Losses struct{ Train, Held float64 }

// String returns both, or the first alone if no game was held back.
func (l Losses) String() string {
	if l.Held == 0 {
		return fmt.Sprintf("loss %.6f", l.Train)
	}
	return fmt.Sprintf("loss %.6f, held-out loss %.6f", l.Train, l.Held)
}

// main is the loss that says which weights are better.
func (l Losses) main() float64 {
	if l.Held == 0 {
		return l.Train
	}
	return l.Held
}

// Result is what a fit led to. The losses are those of the evaluation itself
// with whole weights, not of the linear model of it.
type Result struct {
	Positions, Games int
	Train, Held      int // positions learnt from and held back
	K                float64
	Before, After    Losses
	// What the losses would be with a Lambda of 1: these can be compared between
	// fits with different ones.
	ResultsBefore, ResultsAfter Losses
	Model                       Losses // what the linear model takes the losses after for
	Weights, Touched            int    // how many there are, and how many counts in any position
	Groups                      []Group
	Old, Now                    []engine.Score // the weights, in the order of the evaluator's list
	list                        []engine.Weight
}

// Better reports whether the fit was of use.
func (r *Result) Better() bool { return r.After.main() < r.Before.main() }

// tuner is one fit.
type tuner struct {
	o       Options
	data    *Data
	weights *weightList
	fixed   []bool
	origin  []engine.Score // the weights at the beginning
	train   []uint32
	held    []uint32
	slope   float64
	state   state
}

// Run fits the weights of the data's evaluator. No board of it may be in use
// meanwhile; afterwards the evaluator has the weights that it had before.
func Run(ctx context.Context, d *Data, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	w, err := newWeightList(d.evaluator.Weights())
	if err != nil {
		return nil, err
	}
	t := &tuner{o: o, data: d, weights: w, origin: w.values()}
	if t.fixed, err = w.matching(o.Fix); err != nil {
		return nil, err
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

// round finds the coefficients and fits the weights to them.
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

// changeFrom returns by how much the weights differ from the model's.
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

// stage names a stage, with the round if there are several.
func (t *tuner) stage(name string) string {
	if t.o.Rounds > 1 {
		return fmt.Sprintf("%s, round %d of %d", name, t.state.Round+1, t.o.Rounds)
	}
	return name
}
