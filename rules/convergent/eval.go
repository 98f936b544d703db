package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bits"
)

// values are what men are worth, in centipawns. Short slides make rooks and
// bishops weaker than in orthodox chess; the queen cannot be blocked, and pawns
// go in three directions. In matches of 160 games of the engine against itself no
// change of one of them by a fifth was clearly better.
var values = [8]game.Score{
	game.Queen: 750, game.Rook: 360, game.Bishop: 250, game.Knight: 300, game.Pawn: 105,
}

// mobility is the worth of each square that a man sees and no man of his own
// side holds.
var mobility = [8]game.Score{game.Queen: 3, game.Rook: 5, game.Bishop: 5, game.Knight: 4}

const (
	tempo     = 10
	progress  = 14  // for a pawn, for each row from its fourth on
	ringStep  = 7   // for each attack on a square beside the enemy king
	pressure  = 14  // for each man that could enter an enemy royal square
	guarding  = 10  // for each man that guards an own royal square
	breakable = 90  // for a royal square that more men could enter than guard
	breaking  = 350 // the same, if the attacker is to move
)

// survey is what one side's men do.
type survey struct {
	score   game.Score
	entries [2]int // how many could enter the enemy's royal squares, on the d-file and the e-file
	guards  [2]int // how many guard the own ones
}

// Eval implements game.Node: material, mobility, pawns on their way, attacks
// around the king, and above all who outnumbers whom on the royal squares. An
// entry there must be answered by capture, so that the side that can put the
// last man there wins.
func (p *Position) Eval() game.Score {
	s := p.top()
	var mine, theirs survey
	s.survey(&mine, s.turn)
	s.survey(&theirs, s.turn.Other())
	score := mine.score - theirs.score + tempo
	for i := range mine.entries {
		score += siege(mine.entries[i], theirs.guards[i], breaking)
		score -= siege(theirs.entries[i], mine.guards[i], breakable)
	}
	return score
}

// siege scores the fight for one royal square for the attacker.
func siege(entries, guards int, majority game.Score) game.Score {
	score := pressure*game.Score(entries) - guarding*game.Score(guards)
	if entries > guards {
		score += majority
	}
	return score
}

// survey looks at the men of one side.
func (s *state) survey(v *survey, who game.Side) {
	own, occupied := s.Of(who), s.Occupied()
	ring := from[s.king(who.Other())&63].king
	for set := own &^ s.Pawns(); set != 0; {
		sq := bits.Pop(&set)
		kind := s.Man(game.Square(sq)).Piece() & 7
		seen := see(kind, sq, occupied)
		v.note(seen, who)
		v.score += values[kind] + mobility[kind]*count(seen&^own) + ringStep*count(seen&ring)
	}
	s.surveyPawns(v, own&s.Pawns(), who, occupied, ring)
}

// surveyPawns looks at the pawns of one side, all at once.
func (s *state) surveyPawns(v *survey, pawns uint64, who game.Side, occupied, ring uint64) {
	ahead := 8 - 16*int(who)
	v.score += values[game.Pawn] * count(pawns)
	for _, rows := range beyond[who&1] {
		v.score += progress * count(pawns&rows)
	}
	pawns &^= royal[who.Other()&1] // before an intruder there is nothing, not the other end
	for _, seen := range [2]uint64{mathbits.RotateLeft64(pawns, ahead-1), mathbits.RotateLeft64(pawns, ahead+1)} {
		v.note(seen, who)
		v.score += ringStep * count(seen&ring)
	}
	straight := mathbits.RotateLeft64(pawns, ahead) &^ occupied & royal[who.Other()&1]
	v.note(straight, who)
}

// beyond holds, for each side, the rows from the fourth, the fifth and so on.
var beyond = [2][4]uint64{
	{0xffffffffff << 24, 0xffffffff << 32, 0xffffff << 40, 0xffff << 48},
	{0xffffffffff, 0xffffffff, 0xffffff, 0xffff},
}

// note counts which royal squares a man sees.
func (v *survey) note(seen uint64, who game.Side) {
	if seen&(royal[0]|royal[1]) == 0 {
		return
	}
	home := 56*int(who) + 3
	for i := range 2 {
		v.guards[i] += int(seen >> ((home + i) & 63) & 1)
		v.entries[i] += int(seen >> ((home ^ 56 + i) & 63) & 1)
	}
}

func count(set uint64) game.Score { return game.Score(mathbits.OnesCount64(set)) }

// rank is the hint for the order in which to search moves: captures by what
// they win, then by the least capturer; entries of a royal square below them;
// other moves by how far forward and how central they lead.
func (s *state) rank(from, to int) int32 {
	man, taken := s.Man(game.Square(from)).Piece()&7, s.Man(game.Square(to)).Piece()&7
	switch {
	case taken != game.NoPiece:
		return int32(200 + values[taken] - values[man]/16)
	case royal[s.turn.Other()&1]>>to&1 != 0:
		return int32(150 - values[man]/16)
	}
	return int32(place[s.turn&1][to&63]) - int32(place[s.turn&1][from&63])
}

// place is a hint of how good a square is to stand on, by side.
var place = func() (t [2][64]int8) {
	for sq := range 64 {
		file, rank := sq&7, sq>>3
		central := min(file, 7-file)
		t[game.White][sq] = int8(4*rank + 3*central)
		t[game.Black][sq] = int8(4*(7-rank) + 3*central)
	}
	return t
}()
