package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

var chessTable = newTable(&chessWeights)

// Weights implements game.Tuned.
func (chessGame) Weights() any { return &chessWeights }

// Reweigh implements game.Tuned.
func (chessGame) Reweigh() { chessTable = newTable(&chessWeights) }

// Eval implements game.Position.
func (p *chessPosition) Eval() game.Score {
	s, t := p.now(), chessTable
	var v survey
	v.begin(s)
	middle, end := v.sum(t, &s.Pieces).both()
	end = end * v.scale(&s.Pieces, end) / fullScale
	return blend(middle, end, phaseOf(&s.Pieces), s.turn, t)
}

// fullPhase is the phase of a board with all its men.
const fullPhase = 24

// phaseOf returns how much of the middle game is left: 1 for each knight and
// bishop, 2 for each rook, 4 for each queen.
func phaseOf(m *bitboard.Pieces) int {
	minors, majors := m.Knights()|m.Bishops(), m.Straight()
	return min(count(minors)+2*count(majors)+2*count(m.Queens()), fullPhase)
}

// fullScale leaves an endgame's score as it is.
const fullScale = 64

// force returns the worth of a side's men other than pawns, in pawns, as far as
// it takes to know whether they can win.
func force(m *bitboard.Pieces, own uint64) int {
	return 3*count(own&(m.Knights()|m.Bishops())) + 5*count(own&m.Rooks()) + 9*count(own&m.Queens())
}

// scale returns how much of an endgame's score, given for White, is likely to be
// of use, out of fullScale: without pawns a small surplus does not win, and with
// bishops on different colours a large one may not.
func (v *survey) scale(m *bitboard.Pieces, end int) int {
	strong := game.White
	if end < 0 {
		strong = game.Black
	}
	pawns := count(v.pawns[strong])
	own, other := force(m, v.officers[strong]), force(m, v.officers[strong^1])
	switch {
	case pawns == 0 && own < 5, pawns == 0 && v.officers[strong] == m.Knights() && own == 6:
		return 0 // one knight or bishop, or two knights alone, cannot win
	case pawns == 0 && own-other <= 3:
		return 8
	case pawns == 0:
		return 40 + 2*min(own-other, 12)
	case !v.opposite(m):
		return min(fullScale, 40+6*pawns)
	case own == 3 && other == 3:
		return 16 + 4*pawns
	}
	return 40 + 2*pawns
}

// opposite tells whether each side has one bishop, and they are on squares of
// different colours.
func (v *survey) opposite(m *bitboard.Pieces) bool {
	a, b := m.Bishops()&v.own[0], m.Bishops()&v.own[1]
	if a == 0 || b == 0 || a&(a-1) != 0 || b&(b-1) != 0 {
		return false
	}
	return colored(lowest(a))&b == 0
}
