package diminuendo

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bits"
)

// values are what men are worth, in centipawns. A king counts where rankings
// make several of them: he fights like a weak man, and is one more to mate.
var values = [8]game.Score{
	game.King: 200, game.Queen: 850, game.Rook: 520, game.Knight: 330, game.Bishop: 260, game.Pawn: 110,
}

// mobility is the worth of each cell that a man sees and no man of his own side
// holds.
var mobility = [8]game.Score{game.Queen: 3, game.Rook: 4, game.Bishop: 5, game.Knight: 4}

const (
	tempo    = 12
	progress = 9   // for a pawn, for each height gained from the middle on
	ringStep = 9   // for each attack on a cell beside an enemy king
	exposure = 5   // a man on z loses 1/exposure of his value while the enemy is to move
	capture  = 200 // what every capture ranks above quiet moves
)

// Eval implements game.Node: material, mobility, pawns on their way, attacks
// around the kings, and how long a man on z is likely to stay: almost any
// capture pushes him off (R2).
func (p *Position) Eval() game.Score {
	s := p.top()
	score := s.survey(&p.rules, s.turn) - s.survey(&p.rules, s.turn.Other()) + tempo
	if man := s.Man(double); man != game.NoMan && man.Side() != s.turn {
		score += values[man.Piece()&7] / exposure
	}
	return score
}

// survey scores the men of one side.
func (s *state) survey(r *rules, who game.Side) game.Score {
	occupied := s.Occupied()
	own := occupied & s.Coloured(who)
	var ring uint64
	for kings := s.Kings() &^ own; kings != 0; {
		ring |= from[bits.Pop(&kings)&63].king[r.queenish&1]
	}
	pawns := own & s.Pawns()
	score := values[game.King]*count(own&s.Kings()) + values[game.Pawn]*count(pawns)
	for set := own &^ (pawns | s.Kings()); set != 0; {
		sq := bits.Pop(&set)
		kind := s.Man(game.Square(sq)).Piece() & 7
		seen := attacksOf(r, kind, sq, occupied)
		score += values[kind] + mobility[kind]*count(seen&^own) + ringStep*count(seen&ring)
	}
	for pawns != 0 {
		sq := bits.Pop(&pawns)
		score += game.Score(advance[who&1][sq&63]) + ringStep*count(from[sq&63].pawn[who&1]&ring)
	}
	return score
}

func count(set uint64) game.Score { return game.Score(mathbits.OnesCount64(set)) }

// rank is the hint for the order in which to search moves: captures by what the
// enemy loses when his man steps down, with whoever is pushed off z; other
// moves by how far forward and how central they lead.
func (s *state) rank(r *rules, man game.Piece, from, to int) int32 {
	taken := s.Man(game.Square(to)).Piece() & 7
	if to == double {
		gain := int32(values[taken] + values[r.next[man&7]&7] - values[man&7])
		if taken != game.NoPiece {
			gain += capture
		}
		return gain
	}
	if taken == game.NoPiece {
		return int32(advance[s.turn&1][to&63]) - int32(advance[s.turn&1][from&63])
	}
	rank := capture + int32(values[taken]-values[r.next[taken]&7]/2-values[man&7]/16)
	if old := s.Man(double); old != game.NoMan && from != double {
		if old.Side() == s.turn {
			return rank - int32(values[old.Piece()&7])
		}
		rank += int32(values[old.Piece()&7])
	}
	return rank
}

// advance is the worth of a pawn's progress to a cell, by side, and a hint of
// how good a cell is for other men.
var advance = func() (t [2][64]int8) {
	for cell := range numCells {
		p := places[cell]
		central := min(p.file, 6-p.file)
		for side := range 2 {
			height := p.height - 9 // above the middle of the board
			if cell == double {
				height = 0
			}
			if side == int(game.Black) {
				height = -height
			}
			t[side][cell] = int8(progress*max(height, 0) + 3*central)
		}
	}
	return t
}()
