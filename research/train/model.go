package train

import (
	"math"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine/eval/network"
	"github.com/wane-chess/wane/game"
)

const (
	width = network.Width
	// limit keeps every weight within what its integer can hold.
	limit = 1.98
)

// units are the sums of one view, or their gradient.
type units [width]float32

// model has the parameters of a network in one slice: the biases of the units, what each input adds to the units, the
// weights of the outputs and their biases.
type model struct {
	all    []float32
	bias   *units
	inputs []*units
	output []*units // two for each bucket, the side to move's first
	shift  []float32
}

// newModel returns a model that shares its parameters with a slice of size(inputs) numbers.
func newModel(all []float32, inputs int) *model {
	m := &model{all: all}
	take := func(n int) []*units {
		list := make([]*units, n)
		for i := range list {
			list[i] = (*units)(all)
			all = all[width:]
		}
		return list
	}
	m.bias, m.inputs, m.output, m.shift = take(1)[0], take(inputs), take(2*network.Buckets), all
	return m
}

// size is the number of parameters.
func size(inputs int) int { return (1+inputs+2*network.Buckets)*width + network.Buckets }

// randomize sets the parameters to what a fit starts with.
func (m *model) randomize(rng *rand.Rand) {
	fill := func(of []*units, most float32) {
		for i := range of {
			for j := range of[i] {
				of[i][j] = most * (2*rng.Float32() - 1)
			}
		}
	}
	fill(m.inputs, 0.1)
	fill(m.output, 0.1)
}

// pass is the work space of one position.
type pass struct {
	model    *model
	inputs   [2][]uint16 // the active ones, by view, the side to move's first
	sums     [2]units
	limited  [2]units // the sums within 0–1
	bucket   int
	gradient [2]units // by the sums
}

// forward returns the output for a board, in units of network.Scale centipawns.
func (p *pass) forward(l *network.Layout, b *network.Board, mirror bool) float32 {
	m := p.model
	p.bucket = b.Bucket()
	out := m.shift[p.bucket]
	for v := range p.inputs {
		p.inputs[v] = l.AppendInputs(p.inputs[v][:0], b, b.Turn^game.Color(v), mirror)
		s := &p.sums[v]
		*s = *m.bias
		for _, i := range p.inputs[v] {
			in := m.inputs[i]
			for u, x := range in {
				s[u] += x
			}
		}
		w := m.output[2*p.bucket+v]
		for u, x := range s {
			x = max(0, min(x, 1))
			p.limited[v][u] = x
			out += x * x * w[u]
		}
	}
	return out
}

// backward adds the gradient of the parameters to g, given that of the output.
func (p *pass) backward(g *model, by float32) {
	g.shift[p.bucket] += by
	for v := range p.inputs {
		d := &p.gradient[v]
		w, gw := p.model.output[2*p.bucket+v], g.output[2*p.bucket+v]
		for u, x := range p.limited[v] {
			gw[u] += by * x * x
			d[u] = 0
			if x > 0 && x < 1 {
				d[u] = by * w[u] * 2 * x
			}
			g.bias[u] += d[u]
		}
		for _, i := range p.inputs[v] {
			in := g.inputs[i]
			for u, x := range d {
				in[u] += x
			}
		}
	}
}

// weights rounds the parameters to the integers of a network.
func (m *model) weights() *network.Weights {
	w := &network.Weights{Inputs: make([][width]int16, len(m.inputs))}
	round := func(dst *[width]int16, src *units, one float64) {
		for u, x := range src {
			dst[u] = int16(math.Round(float64(x) * one))
		}
	}
	round(&w.Bias, m.bias, network.One)
	for i := range m.inputs {
		round(&w.Inputs[i], m.inputs[i], network.One)
	}
	for b := range network.Buckets {
		for v := range 2 {
			round((*[width]int16)(w.Output[b][v*width:]), m.output[2*b+v], network.WeightOne)
		}
		w.OutputBias[b] = int32(math.Round(float64(m.shift[b]) * network.One * network.WeightOne))
	}
	return w
}
