package weights

import "github.com/wane-chess/wane/engine"

// Tapered is a pair of scores in one word: a sum or a multiple of both takes one
// addition or multiplication.
type Tapered int64

// Taper packs a pair.
func Taper(p Pair) Tapered { return Tapered(p[0])<<32 + Tapered(p[1]) }

// Pair returns the two scores.
func (t Tapered) Pair() (first, second engine.Score) {
	second = engine.Score(int32(t))
	return engine.Score((int64(t) - int64(second)) >> 32), second
}

// Mix returns the score at a phase from 0, where the second score counts, to full,
// where the first does. It truncates towards zero.
func (t Tapered) Mix(phase, full int) engine.Score {
	first, second := t.Pair()
	return engine.Score((int64(first)*int64(phase) + int64(second)*int64(full-phase)) / int64(full))
}

// TaperAll packs a row of pairs.
func TaperAll(dst []Tapered, src []Pair) {
	for i := range dst {
		dst[i] = Taper(src[i])
	}
}
