package shrink

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// fullScale leaves an endgame's score as it is.
const fullScale = 64

// force returns the worth of a side's pieces other than pawns, in pawns, good enough
// to know whether they can win.
func force(m *bitboard.Pieces, own uint64) engine.Score {
	n := 3*bitboard.Count(own&(m.Knights()|m.Bishops())) +
		5*bitboard.Count(own&m.Rooks()) + 9*bitboard.Count(own&m.Queens())
	return engine.Score(n)
}

// scale returns how much of an endgame's score, given for White, is likely to be
// of use, out of fullScale: without pawns a small surplus does not win, and with
// bishops on different colors a large one may not.
func (a *attacks) scale(m *bitboard.Pieces, end engine.Score) engine.Score {
	strong := game.White
	if end < 0 {
		strong = game.Black
	}
	pawns := engine.Score(bitboard.Count(a.pawns[strong]))
	own, other := force(m, a.nonPawns[strong]), force(m, a.nonPawns[strong^1])
	switch {
	case pawns == 0 && own < 5, pawns == 0 && a.nonPawns[strong] == m.Knights() && own == 6:
		return 0 // one knight or bishop, or two knights alone, cannot win
	case pawns == 0 && own-other <= 3:
		return 8
	case pawns == 0:
		return 40 + 2*min(own-other, 12)
	case !a.opposite(m):
		return min(fullScale, 40+6*pawns)
	case own == 3 && other == 3:
		return 16 + 4*pawns
	}
	return 40 + 2*pawns
}

// opposite reports whether each side has one bishop, and they are on squares of
// different colors.
func (a *attacks) opposite(m *bitboard.Pieces) bool {
	white, black := m.Bishops()&a.own[game.White], m.Bishops()&a.own[game.Black]
	if white == 0 || black == 0 || white&(white-1) != 0 || black&(black-1) != 0 {
		return false
	}
	return sameColor(bitboard.Lowest(white))&black == 0
}

// mopUp evaluates where the kings stand if one of them is bare.
func (a *attacks) mopUp(t *terms) tapered {
	var sum tapered
	for color := range game.Color(2) {
		if a.nonPawns[color]|a.pawns[color] == 0 && a.nonPawns[color^1]|a.pawns[color^1] != 0 {
			k := a.king[color]
			far := away(int(k&7), a.files) + away(int(k>>3), 8-int(a.lift>>3))
			gain := t.mopUpEdge*tapered(far) + t.mopUpNear*tapered(7-distance(k, a.king[color^1]))
			if color == game.White {
				gain = -gain
			}
			sum += gain
		}
	}
	return sum
}

// away is how many lines lie between one and the middle of so many.
func away(line, lines int) int { return max((lines-1)/2-line, line-lines/2) }
