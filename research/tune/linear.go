package tune

import (
	"context"
	"errors"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// blockSize is the number of positions in a block. They should fit a processor's
// cache, but evaluating them should take longer than synchronizing the threads.
const blockSize = 2048

// block has the coefficients of consecutive positions. Row i is those from first[i] to
// first[i+1].
type block struct {
	base   []float32 // the evaluation for White in centipawns, with the original weights
	first  []uint32
	weight []uint16
	by     []float32 // change of the evaluation for each centipawn of the weight
}

// model is the evaluation of all positions as a linear function of the weights.
type model struct {
	at     []engine.Score // the original weights
	blocks []block
}

// row returns a position's evaluation and coefficients.
func (m *model) row(i uint32) (base float64, weight []uint16, by []float32) {
	b := &m.blocks[i/blockSize]
	i %= blockSize
	from, to := b.first[i], b.first[i+1]
	return float64(b.base[i]), b.weight[from:to], b.by[from:to]
}

// eval returns the evaluation of a position in centipawns for White, with the model's
// weights plus a change.
func (m *model) eval(i uint32, change []float64) float64 {
	e, weight, by := m.row(i)
	for j, w := range weight {
		e += float64(by[j]) * change[w]
	}
	return e
}

// entry is a coefficient.
type entry struct {
	weight uint16
	by     float32
}

// linearize computes the coefficients of all weights except fixed ones in all
// positions. It restores the weights.
func (t *tuner) linearize(ctx context.Context) (*model, error) {
	m := &model{at: t.weights.values()}
	defer func() {
		t.weights.set(m.at)
		t.data.evaluator.Reweigh()
	}()
	l := linearization{tuner: t, rows: make([][]entry, blockSize)}
	for i := range t.weights.all {
		if !t.fixed[i] {
			l.free = append(l.free, i)
		}
	}
	for from := 0; from < len(t.data.samples); from += blockSize {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		samples := t.data.samples[from:min(from+blockSize, len(t.data.samples))]
		b, err := l.block(from, samples)
		if err != nil {
			return nil, err
		}
		m.blocks = append(m.blocks, b)
		t.progress("reading the evaluation", from+len(samples), len(t.data.samples), "")
	}
	return m, nil
}

// linearization is the linearization of one block.
type linearization struct {
	*tuner
	boards     [blockSize]engine.Node
	free       []int // the weights that are not fixed
	base, plus [blockSize]engine.Score
	affected   []int // the positions that depend on the current bundle of weights
	rows       [][]entry
}

// block computes the coefficients of a block of samples that begins at an index.
func (l *linearization) block(from int, samples []sample) (block, error) {
	n := len(samples)
	l.data.evaluator.Reweigh()
	if err := l.parse(from, samples); err != nil {
		return block{}, err
	}
	l.evaluate(n, &l.base)
	for i := range n {
		l.rows[i] = l.rows[i][:0]
	}
	for i := 0; i < len(l.free); i += bundle {
		l.perturb(n, l.free[i:min(i+bundle, len(l.free))])
	}
	l.data.evaluator.Reweigh()
	return l.collect(n), nil
}

// parse parses the positions of a block, on all threads.
func (l *linearization) parse(from int, samples []sample) error {
	fens, err := l.data.fens.block(from / blockSize)
	if err != nil {
		return err
	}
	var mutex sync.Mutex
	var errs []error
	parallel(l.o.Threads, len(samples), func(from, to int) {
		for i := from; i < to; i++ {
			b, err := l.data.board(&samples[i], fens[i])
			if err != nil {
				mutex.Lock()
				errs = append(errs, err)
				mutex.Unlock()
				return
			}
			l.boards[i] = b
		}
	})
	return errors.Join(errs...)
}

// evaluate evaluates the positions for White, on all threads.
func (l *linearization) evaluate(n int, to *[blockSize]engine.Score) {
	parallel(l.o.Threads, n, func(from, end int) {
		for i := from; i < end; i++ {
			to[i] = whiteEval(l.boards[i])
		}
	})
}

func whiteEval(b engine.Node) engine.Score {
	if b.Turn() == game.White {
		return b.Eval()
	}
	return -b.Eval()
}

// collect packs the coefficients of a block.
func (l *linearization) collect(n int) block {
	total := 0
	for _, r := range l.rows[:n] {
		total += len(r)
	}
	b := block{
		base:   make([]float32, 0, n),
		first:  make([]uint32, 1, n+1),
		weight: make([]uint16, 0, total),
		by:     make([]float32, 0, total),
	}
	for i, r := range l.rows[:n] {
		for _, e := range r {
			b.weight = append(b.weight, e.weight)
			b.by = append(b.by, e.by)
		}
		b.base = append(b.base, float32(l.base[i]))
		b.first = append(b.first, uint32(len(b.by)))
	}
	return b
}

// evaluateAll returns the evaluations of all positions with the current weights, in
// centipawns for White.
func (t *tuner) evaluateAll(ctx context.Context) ([]float64, error) {
	l := linearization{tuner: t}
	all := make([]float64, 0, len(t.data.samples))
	for from := 0; from < len(t.data.samples); from += blockSize {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		samples := t.data.samples[from:min(from+blockSize, len(t.data.samples))]
		if err := l.parse(from, samples); err != nil {
			return nil, err
		}
		l.evaluate(len(samples), &l.base)
		for _, e := range l.base[:len(samples)] {
			all = append(all, float64(e))
		}
	}
	return all, nil
}

// parallel calls f with parts of the range from 0 to n on several threads.
func parallel(threads, n int, f func(from, to int)) {
	var wait sync.WaitGroup
	for i := 1; i < threads; i++ {
		wait.Go(func() { f(n*i/threads, n*(i+1)/threads) })
	}
	f(0, n/threads)
	wait.Wait()
}
