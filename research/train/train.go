package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/wane-chess/wane/engine/eval/network"
)

// The parameters of AdamW (Loshchilov and Hutter, 2017), and the last rate as a part of the first.
const (
	momentum = 0.9
	variance = 0.999
	tiny     = 1e-8
	lastRate = 1.0 / 400
)

// shards is the number of parts of a batch, whatever the number of threads, so that a sum is always the same to the
// last bit.
const shards = 8

// Result is a network and how well it predicts.
type Result struct {
	Weights         *network.Weights
	Network         *network.Network
	Positions, Held int
	Slope           float64 // of the expected score, for each centipawn
	Epochs          []Epoch
	HeldRounded     float64 // the loss of the network with its integers on the held-out games
}

// state is what a fit needs to resume.
type state struct {
	Settings string
	Steps    int
	All      []float32 // the parameters
	M, V     []float32 // Adam's means of the gradient and its square
	Epochs   []Epoch
}

// trainer is a fit that is running.
type trainer struct {
	o           Options
	data        *Data
	train, held []uint32
	slope       float64
	state       state
	model       *model
	gradients   [shards]*model
	passes      [shards]pass
}

// Run fits a network to the data.
func Run(ctx context.Context, data *Data, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	t := &trainer{o: o, data: data}
	t.train, t.held = data.split(o.Seed, o.Held)
	if len(t.train) == 0 || len(t.held) == 0 && o.Held > 0 {
		return nil, errors.New("too few games: expected some to train on and some to hold out")
	}
	t.slope = t.fitSlope()
	inputs := data.layout.Inputs()
	n := size(inputs)
	t.state = state{Settings: t.settings(), All: make([]float32, n), M: make([]float32, n), V: make([]float32, n)}
	newModel(t.state.All, inputs).randomize(rand.New(rand.NewPCG(o.Seed, 0)))
	if err := t.restore(); err != nil {
		return nil, err
	}
	t.model = newModel(t.state.All, inputs)
	for i := range t.gradients {
		t.gradients[i] = newModel(make([]float32, n), inputs)
		t.passes[i].model = t.model
	}
	for len(t.state.Epochs) < o.Epochs {
		if err := t.epoch(ctx); err != nil {
			return nil, err
		}
	}
	return t.result()
}

// result rounds the model to a network.
func (t *trainer) result() (*Result, error) {
	w := t.model.weights()
	w.Corrects = t.data.classic != nil
	r := &Result{Weights: w, Positions: len(t.data.samples), Held: len(t.held), Slope: t.slope,
		Epochs: t.state.Epochs}
	var err error
	if r.Network, err = network.New(t.data.game, r.Weights); err != nil {
		return nil, err
	}
	r.HeldRounded = t.mean(t.held, func(_ int, s *sample) float64 {
		miss := expected(t.slope, float64(s.base)+float64(r.Network.Eval(&s.board))) - t.target(s)
		return miss * miss
	})
	return r, nil
}

// settings returns everything that the fit depends on.
func (t *trainer) settings() string {
	o := &t.o
	return fmt.Sprintf("%s, residual %v, %d positions %016x, epochs %d, batch %d, rate %v, decay %v, lambda %v, "+
		"held %d, mirror %v, seed %d",
		t.data.game.Name(), t.data.classic != nil, len(t.data.samples), t.data.digest.Sum64(), o.Epochs, o.Batch, o.Rate,
		o.Decay, o.Lambda, o.Held, o.Mirror, o.Seed)
}

// epoch trains on every position once, in a random order.
func (t *trainer) epoch(ctx context.Context) error {
	number := len(t.state.Epochs) + 1
	rng := rand.New(rand.NewPCG(t.o.Seed, uint64(number)))
	order := make([]uint32, len(t.train))
	copy(order, t.train)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	batches := (len(order) + t.o.Batch - 1) / t.o.Batch
	sum := 0.0
	for b := range batches {
		if err := ctx.Err(); err != nil {
			return err
		}
		batch := order[len(order)*b/batches : len(order)*(b+1)/batches]
		sum += t.gradient(batch, uint64(number)<<32|uint64(b))
		done := (float64(number-1) + float64(b)/float64(batches)) / float64(t.o.Epochs)
		t.step(t.o.Rate * (lastRate + (1-lastRate)*(1+math.Cos(math.Pi*done))/2))
	}
	e := Epoch{Number: number, Training: sum / float64(len(order)), Held: t.loss(t.held),
		Positions: number * len(order), Rest: (t.o.Epochs - number) * len(order)}
	t.state.Epochs = append(t.state.Epochs, e)
	if t.o.Progress != nil {
		t.o.Progress(e)
	}
	return t.save()
}

// gradient computes the mean gradient over a batch in the first of the gradients, and returns the sum of the losses.
func (t *trainer) gradient(batch []uint32, seed uint64) float64 {
	var sums [shards]float64
	t.parallel(func(s int) {
		g, p := t.gradients[s], &t.passes[s]
		clear(g.all)
		rng := rand.New(rand.NewPCG(t.o.Seed^uint64(s)<<48, seed))
		for _, i := range batch[len(batch)*s/shards : len(batch)*(s+1)/shards] {
			x := &t.data.samples[i]
			mirror := t.o.Mirror && rng.Uint32()&1 != 0
			e := expected(t.slope, t.eval(p, x, mirror))
			miss := e - t.target(x)
			sums[s] += miss * miss
			p.backward(g, float32(2*miss*e*(1-e)*t.slope*network.Scale))
		}
	})
	total := t.gradients[0].all
	for _, g := range t.gradients[1:] {
		for i, x := range g.all {
			total[i] += x
		}
	}
	sum := 0.0
	for _, s := range sums {
		sum += s
	}
	for i := range total {
		total[i] /= float32(len(batch))
	}
	return sum
}

// step moves the parameters against the gradient, and a little toward zero.
func (t *trainer) step(rate float64) {
	s := &t.state
	s.Steps++
	m0 := float32(1 - math.Pow(momentum, float64(s.Steps)))
	v0 := float32(1 - math.Pow(variance, float64(s.Steps)))
	by, decay := float32(rate), float32(1-rate*t.o.Decay)
	for i, g := range t.gradients[0].all {
		s.M[i] = momentum*s.M[i] + (1-momentum)*g
		s.V[i] = variance*s.V[i] + (1-variance)*g*g
		x := s.All[i]*decay - by*(s.M[i]/m0)/(float32(math.Sqrt(float64(s.V[i]/v0)))+tiny)
		s.All[i] = max(-limit, min(x, limit))
	}
}

// expected returns the expected score for an evaluation in centipawns.
func expected(slope, eval float64) float64 { return 1 / (1 + math.Exp(-slope*eval)) }

// eval returns the evaluation of a position in centipawns.
func (t *trainer) eval(p *pass, s *sample, mirror bool) float64 {
	return float64(s.base) + network.Scale*float64(p.forward(t.data.layout, &s.board, mirror))
}

// target returns the expected score that a position's evaluation should predict.
func (t *trainer) target(s *sample) float64 {
	return t.o.Lambda*float64(s.result) + (1-t.o.Lambda)*expected(t.slope, float64(s.score))
}

// loss returns the mean squared error of the expected score.
func (t *trainer) loss(of []uint32) float64 {
	return t.mean(of, func(shard int, s *sample) float64 {
		e := expected(t.slope, t.eval(&t.passes[shard], s, false))
		return (e - t.target(s)) * (e - t.target(s))
	})
}

// fitSlope returns the slope with which the search's scores predict the results best, by golden-section search.
func (t *trainer) fitSlope() float64 {
	loss := func(log float64) float64 {
		slope := math.Exp(log)
		return t.mean(t.train, func(_ int, s *sample) float64 {
			miss := expected(slope, float64(s.score)) - float64(s.result)
			return miss * miss
		})
	}
	const ratio = 0.6180339887498949
	low, high := math.Log(1e-4), math.Log(0.1)
	a, b := high-ratio*(high-low), low+ratio*(high-low)
	fa, fb := loss(a), loss(b)
	for high-low > 1e-3 {
		if fa <= fb {
			high, b, fb = b, a, fa
			a = high - ratio*(high-low)
			fa = loss(a)
		} else {
			low, a, fa = a, b, fb
			b = low + ratio*(high-low)
			fb = loss(b)
		}
	}
	return math.Exp((low + high) / 2)
}

// mean returns the mean of f over some positions.
func (t *trainer) mean(of []uint32, f func(shard int, s *sample) float64) float64 {
	if len(of) == 0 {
		return 0
	}
	var sums [shards]float64
	t.parallel(func(s int) {
		for _, i := range of[len(of)*s/shards : len(of)*(s+1)/shards] {
			sums[s] += f(s, &t.data.samples[i])
		}
	})
	total := 0.0
	for _, s := range sums {
		total += s
	}
	return total / float64(len(of))
}

// parallel calls f for each shard.
func (t *trainer) parallel(f func(shard int)) {
	next := make(chan int, shards)
	for s := range shards {
		next <- s
	}
	close(next)
	var workers sync.WaitGroup
	for range min(t.o.Threads, shards) {
		workers.Go(func() {
			for s := range next {
				f(s)
			}
		})
	}
	workers.Wait()
}
