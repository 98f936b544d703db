package convergent

import "github.com/wane-chess/wane/game"

// weights are what the evaluation counts, in centipawns. Where the last index
// has two places they are for the middle game and for the ending, and what
// stands between is mixed from both. Men are indexed by game.PieceType; rows count
// from the side's own end, files from the edge to the centre.
type weights struct {
	Piece    [8][2]game.Score       // a man
	Square   [8][8][4][2]game.Score // a man on a row and file
	Mobility [8][17][2]game.Score   // for so many squares that a man may go to and enemy pawns do not attack

	// The race to the royal squares. A man enters a square if he could go there
	// now or after those before him, and guards it likewise.
	Siege [2][6][6]game.Score // for each enemy royal square, by the turn (the guards', the attacker's), how many enter and how many guard
	Storm [2][6][6]game.Score // the same for men that enter or guard either square, if any enter
	Near  [8][4][2]game.Score // an officer with so many squares to go to, from where he would enter
	Aid   [8][4][2]game.Score // an officer with so many squares to go to, from where he would guard

	// The kings.
	Ring       [8][2]game.Score // for each square at the enemy king that a man attacks
	RingPieces [8][2]game.Score // for so many officers that attack squares at the enemy king; pawns count as one
	Room       [9][2]game.Score // for so many squares that the king could go to
	Check      [8][2]game.Score // a check that an officer could give unpunished
	Pinned     [8][2]game.Score // a man that may not leave the line to its king

	// Men that stand well or badly.
	Pair    [2]game.Score    // two bishops
	Backed  [8][2]game.Score // an officer that a pawn guards
	Pushes  [2]game.Score    // for each move that a pawn has
	Grip    [2]game.Score    // for each square before the enemy's royal squares that is attacked and that he does not attack
	Propped [8][2]game.Score // a pawn that a pawn guards, by its row
	Abreast [8][2]game.Score // a pawn with a pawn beside it, by its row

	// Threats.
	ByPawn  [8][2]game.Score // an enemy officer that a pawn attacks
	ByMinor [8][2]game.Score // an enemy queen or rook that a knight or bishop attacks
	ByRook  [2]game.Score    // an enemy queen that a rook attacks
	Loose   [8][2]game.Score // an enemy man that is attacked and not guarded
	Tempo   [2]game.Score    // the turn
}

// tapered is a score for the middle game and one for the ending, the former 32
// bits higher. Sums and multiples of both come out of one addition or
// multiplication.
type tapered int64

func taper(s [2]game.Score) tapered { return tapered(s[0])<<32 + tapered(s[1]) }

// mix returns the score at a phase from 0, the ending, to fullPhase.
func (t tapered) mix(phase int) game.Score {
	ending := int64(int32(t))
	middle := (int64(t) - ending) >> 32
	return game.Score((middle*int64(phase) + ending*int64(fullPhase-phase)) / fullPhase)
}

// What men count towards the phase, and all men at the start do.
const (
	queenPhase = 4
	rookPhase  = 2
	minorPhase = 1
	fullPhase  = 24
)

// terms are the weights as the evaluation looks them up.
type terms struct {
	square     [16][64]tapered // by game.Piece, the man included
	mobility   [8][17]tapered
	near       [8][4]tapered
	aid        [8][4]tapered
	ring       [8]tapered
	ringPieces [8]tapered
	room       [9]tapered
	check      [8]tapered
	pair       tapered
	backed     [8]tapered
	pinned     [8]tapered
	pushes     tapered
	grip       tapered
	propped    [2][8]tapered // by side and absolute row
	abreast    [2][8]tapered
	byPawn     [8]tapered
	byMinor    [8]tapered
	byRook     tapered
	loose      [8]tapered
	tempo      tapered
}

// derived is what follows from the weights in use, and worth what men count for
// in exchanges and in the order of moves.
var (
	derived terms
	worth   [8]game.Score
)

func init() { Game{}.Reweigh() }

// Weights implements game.Tuned.
func (Game) Weights() any { return &live }

// Reweigh implements game.Tuned.
func (Game) Reweigh() {
	t := &derived
	*t = terms{
		pair: taper(live.Pair), pushes: taper(live.Pushes), grip: taper(live.Grip),
		byRook: taper(live.ByRook), tempo: taper(live.Tempo),
	}
	for kind := range game.PieceType(8) {
		worth[kind] = (live.Piece[kind][0] + live.Piece[kind][1]) / 2
		for sq := range 64 {
			row, file := sq>>3, min(sq&7, 7-sq&7)
			pt := taper(live.Piece[kind])
			t.square[kind.Of(game.White)&15][sq] = pt + taper(live.Square[kind][row][file])
			t.square[kind.Of(game.Black)&15][sq] = pt + taper(live.Square[kind][7-row][file])
		}
		each(t.mobility[kind][:], live.Mobility[kind][:])
		each(t.near[kind][:], live.Near[kind][:])
		each(t.aid[kind][:], live.Aid[kind][:])
	}
	each(t.ring[:], live.Ring[:])
	each(t.ringPieces[:], live.RingPieces[:])
	each(t.room[:], live.Room[:])
	each(t.check[:], live.Check[:])
	each(t.backed[:], live.Backed[:])
	each(t.pinned[:], live.Pinned[:])
	each(t.byPawn[:], live.ByPawn[:])
	each(t.byMinor[:], live.ByMinor[:])
	each(t.loose[:], live.Loose[:])
	for row := range 8 {
		t.propped[game.White][row], t.propped[game.Black][7-row] = taper(live.Propped[row]), taper(live.Propped[row])
		t.abreast[game.White][row], t.abreast[game.Black][7-row] = taper(live.Abreast[row]), taper(live.Abreast[row])
	}
}

// each tapers a list of weights.
func each(dst []tapered, src [][2]game.Score) {
	for i := range dst {
		dst[i] = taper(src[i])
	}
}
