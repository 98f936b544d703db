package shrink

import "github.com/wane-chess/wane/game"

// Eval implements game.Node: material, mobility and the way that pawns have
// still to go.
func (p *position) Eval() game.Score {
	s := p.now()
	own, enemy := s.Of(s.turn), s.Of(s.turn^1)
	e := s.assess(own, s.turn) - s.assess(enemy, s.turn^1) + tempo
	return min(max(game.Score(e), -maxEval), maxEval)
}

const (
	tempo   = 10
	maxEval = game.MateBound - 1
)

// mobility is the worth of one attacked square that no own man holds.
const (
	knightMobility = 4
	sliderMobility = 3
)

// assess returns a side's worth in centipawns.
func (s *state) assess(own uint64, side game.Side) int {
	occ := s.Occupied()
	board := s.board() &^ own
	e := 0
	for b := own & s.Knights(); b != 0; b &= b - 1 {
		e += int(values[game.Knight]) + knightMobility*count(knightAttacks[lowest(b)&63]&board)
	}
	for b := own & s.Diagonal(); b != 0; b &= b - 1 {
		e += sliderMobility * count(bishopAttacks(lowest(b), occ)&board)
	}
	for b := own & s.Straight(); b != 0; b &= b - 1 {
		e += sliderMobility * count(rookAttacks(lowest(b), occ)&board)
	}
	e += int(values[game.Bishop])*count(own&s.Bishops()) + int(values[game.Rook])*count(own&s.Rooks()) + int(values[game.Queen])*count(own&s.Queens())
	for b := own & s.Pawns(); b != 0; b &= b - 1 {
		way := int(lowest(b) >> 3)
		if side == game.White {
			way = int(s.ranks) - 1 - way
		}
		e += pawnWorth[way&7]
	}
	return e
}

// pawnWorth is a pawn's worth by the rows it has still to go.
var pawnWorth = [8]int{0, 190, 140, 115, 105, 100, 98, 95}
