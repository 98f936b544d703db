package tune

import (
	"context"
	"math"
	"math/rand/v2"
)

// The parameters of Adam (Kingma and Ba, 2014), and the factor by which the steps
// shrink during a round.
const (
	momentum  = 0.9
	variance  = 0.999
	tiny      = 1e-12
	lastSteps = 0.02
)

// descent is the state of the fit within a round, as checkpoints save it.
type descent struct {
	Epoch    int
	Steps    int
	W        []float64 // the weights, in centipawns
	M, V     []float64 // Adam's means of the gradient and its square
	Best     []float64 // the weights with the smallest loss on held-out games
	BestLoss float64
}

// fit runs the remaining epochs of a round.
func (t *tuner) fit(ctx context.Context, m *model, d *descent) error {
	change := make([]float64, len(d.W))
	order := make([]uint32, len(t.train))
	var gradients [shards][]float64
	for i := range gradients {
		gradients[i] = make([]float64, len(d.W))
	}
	touched := m.touched(len(d.W))
	for d.Epoch < t.o.Epochs {
		if err := ctx.Err(); err != nil {
			return err
		}
		rate := t.o.Rate * math.Pow(lastSteps, float64(d.Epoch)/float64(t.o.Epochs))
		copy(order, t.train)
		rng := rand.New(rand.NewPCG(t.o.Seed, uint64(t.state.Round)<<32|uint64(d.Epoch)))
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		batches := (len(order) + t.o.Batch - 1) / t.o.Batch
		for b := range batches {
			for i := range change {
				change[i] = d.W[i] - float64(m.at[i])
			}
			t.gradient(m, order[len(order)*b/batches:len(order)*(b+1)/batches], change, &gradients)
			t.step(d, gradients[0], touched, rate)
		}
		d.Epoch++
		if d.Epoch%every == 0 || d.Epoch == t.o.Epochs {
			if err := t.check(m, d, change); err != nil {
				return err
			}
		}
	}
	return nil
}

// every is the number of epochs between two checks of the losses.
const every = 5

// check compares the weights with the best so far, and saves the state.
func (t *tuner) check(m *model, d *descent, change []float64) error {
	for i := range change {
		change[i] = d.W[i] - float64(m.at[i])
	}
	eval := func(i uint32) float64 { return m.eval(i, change) }
	p := Losses{t.loss(t.train, eval), t.loss(t.held, eval)}
	if loss := p.main(); loss < d.BestLoss {
		d.BestLoss = loss
		copy(d.Best, d.W)
	}
	t.progress(t.stage("fitting"), d.Epoch, t.o.Epochs, p.String())
	return t.save()
}

// gradient computes the mean gradient of the squared error over a batch, without the
// factor 2, in the first of the slices.
func (t *tuner) gradient(m *model, batch []uint32, change []float64, g *[shards][]float64) {
	parallel(min(t.o.Threads, shards), shards, func(from, to int) {
		for s := from; s < to; s++ {
			sum := g[s]
			clear(sum)
			for _, i := range batch[len(batch)*s/shards : len(batch)*(s+1)/shards] {
				p := expectedScore(t.slope, m.eval(i, change))
				pull := (p - t.target(i)) * p * (1 - p) * t.slope
				_, weight, by := m.row(i)
				for j, w := range weight {
					sum[w] += pull * float64(by[j])
				}
			}
		}
	})
	total := g[0]
	for _, sum := range g[1:] {
		for i, x := range sum {
			total[i] += x
		}
	}
	for i := range total {
		total[i] /= float64(len(batch))
	}
}

// step moves the weights against the gradient, and a little toward their origin.
func (t *tuner) step(d *descent, gradient []float64, touched []bool, rate float64) {
	d.Steps++
	m0 := 1 - math.Pow(momentum, float64(d.Steps))
	v0 := 1 - math.Pow(variance, float64(d.Steps))
	home := t.o.L2 / float64(len(t.train)) / (100 * 100)
	for i, g := range gradient {
		if !touched[i] {
			continue
		}
		g += home * (d.W[i] - float64(t.origin[i]))
		d.M[i] = momentum*d.M[i] + (1-momentum)*g
		d.V[i] = variance*d.V[i] + (1-variance)*g*g
		d.W[i] -= rate * (d.M[i] / m0) / (math.Sqrt(d.V[i]/v0) + tiny)
	}
}

// touched reports which weights matter in any position.
func (m *model) touched(n int) []bool {
	touched := make([]bool, n)
	for i := range m.blocks {
		for _, w := range m.blocks[i].weight {
			touched[w] = true
		}
	}
	return touched
}
