package tune

import (
	"sync/atomic"

	"github.com/wane-chess/wane/engine"
)

// bundle is the number of weights that change together, to find the positions that
// depend on any of them: few depend on most.
const bundle = len(probes[0])

// probes are two changes of the weights of a bundle, in centipawns: effects that
// cancel out in one hardly do so in the other.
var probes = [2][8]engine.Score{
	{31, 37, 41, 43, 47, 53, 59, 61},
	{-53, 71, 29, -67, 83, -19, -61, 97},
}

// perturb computes the coefficients of a bundle of weights, given by index. It assumes
// that a position whose evaluation does not change does not depend on them.
func (l *linearization) perturb(n int, together []int) {
	var noticed [blockSize]bool
	for _, steps := range probes {
		for i, w := range together {
			*l.weights.all[w].Value += steps[i]
		}
		l.data.evaluator.Reweigh()
		parallel(l.o.Threads, n, func(from, to int) {
			for i := from; i < to; i++ {
				noticed[i] = noticed[i] || whiteEval(l.boards[i]) != l.base[i]
			}
		})
		for i, w := range together {
			*l.weights.all[w].Value -= steps[i]
		}
	}
	l.affected = l.affected[:0]
	for i := range n {
		if noticed[i] {
			l.affected = append(l.affected, i)
		}
	}
	if len(l.affected) == 0 {
		return
	}
	for _, w := range together {
		l.perturbOne(w)
	}
}

// perturbOne computes the coefficients of a weight in the positions that depend on its
// bundle.
func (l *linearization) perturbOne(w int) {
	value := l.weights.all[w].Value
	was := *value
	defer func() { *value = was }()
	*value = was + l.o.Step
	l.data.evaluator.Reweigh()
	var noticed atomic.Bool
	parallel(l.o.Threads, len(l.affected), func(from, to int) {
		changed := false
		for _, i := range l.affected[from:to] {
			l.plus[i] = whiteEval(l.boards[i])
			changed = changed || l.plus[i] != l.base[i]
		}
		if changed {
			noticed.Store(true)
		}
	})
	if !noticed.Load() {
		return
	}
	*value = was - l.o.Step
	l.data.evaluator.Reweigh()
	parallel(l.o.Threads, len(l.affected), func(from, to int) {
		for _, i := range l.affected[from:to] {
			if l.plus[i] == l.base[i] {
				continue
			}
			if by := l.plus[i] - whiteEval(l.boards[i]); by != 0 {
				l.rows[i] = append(l.rows[i], entry{uint16(w), float32(by) / float32(2*l.o.Step)})
			}
		}
	})
}
