package convergent

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
)

// values are the weights, in centipawns. Where the last index
// has two places they are for the middle game and for the ending, and what
// stands between is mixed from both. Pieces are indexed by game.PieceType; rows count
// from the side's own end, files from the edge to the center.
type values struct {
	Piece    [8]weights.Pair       // a piece
	Square   [8][8][4]weights.Pair // a piece on a row and file
	Mobility [8][17]weights.Pair   // for so many squares that a piece may go to and enemy pawns do not attack

	// The race to the royal squares. A piece enters a square if it could go there
	// now or after those before it, and guards it likewise. The tables are indexed by
	// the turn (the guards', the attacker's), by how many enter and by how many guard.
	Siege [2][6][6]engine.Score // for each enemy royal square
	Storm [2][6][6]engine.Score // the same for pieces that enter or guard either square, if any enter
	Near  [8][4]weights.Pair    // a piece with so many squares to go to, from where it would enter
	Aid   [8][4]weights.Pair    // a piece with so many squares to go to, from where it would guard

	// The kings.
	Ring       [8]weights.Pair // for each square at the enemy king that a piece attacks
	RingPieces [8]weights.Pair // for so many pieces that attack squares at the enemy king; pawns count as one
	Room       [9]weights.Pair // for so many squares that the king could go to
	Check      [8]weights.Pair // a check that a piece could give unpunished
	Pinned     [8]weights.Pair // a piece that may not leave the line to its king

	// Pieces that stand well or badly.
	Pair    weights.Pair    // two bishops
	Backed  [8]weights.Pair // a piece that a pawn guards
	Pushes  weights.Pair    // for each move that a pawn has
	Grip    weights.Pair    // for each square before the enemy's royal squares that only its side attacks
	Propped [8]weights.Pair // a pawn that a pawn guards, by its row
	Abreast [8]weights.Pair // a pawn with a pawn beside it, by its row

	// Threats.
	ByPawn  [8]weights.Pair // an enemy piece that a pawn attacks
	ByMinor [8]weights.Pair // an enemy queen or rook that a knight or bishop attacks
	ByRook  weights.Pair    // an enemy queen that a rook attacks
	Loose   [8]weights.Pair // an enemy piece that is attacked and not guarded
	Tempo   weights.Pair    // the turn
}

// What pieces count towards the phase, and all pieces at the start do.
const (
	queenPhase = 4
	rookPhase  = 2
	minorPhase = 1
	fullPhase  = 24
)

// terms are the weights as the evaluation looks them up.
type terms struct {
	square     [16][64]weights.Tapered // by game.Piece, the piece included
	mobility   [8][17]weights.Tapered
	near       [8][4]weights.Tapered
	aid        [8][4]weights.Tapered
	ring       [8]weights.Tapered
	ringPieces [8]weights.Tapered
	room       [9]weights.Tapered
	check      [8]weights.Tapered
	pair       weights.Tapered
	backed     [8]weights.Tapered
	pinned     [8]weights.Tapered
	pushes     weights.Tapered
	grip       weights.Tapered
	propped    [2][8]weights.Tapered // by side and absolute row
	abreast    [2][8]weights.Tapered
	byPawn     [8]weights.Tapered
	byMinor    [8]weights.Tapered
	byRook     weights.Tapered
	loose      [8]weights.Tapered
	tempo      weights.Tapered
}

// Reweigh implements engine.Evaluator.
func (e *Evaluator) Reweigh() {
	w := &e.w
	t := &e.terms
	*t = terms{
		pair: weights.Taper(w.Pair), pushes: weights.Taper(w.Pushes), grip: weights.Taper(w.Grip),
		byRook: weights.Taper(w.ByRook), tempo: weights.Taper(w.Tempo),
	}
	for kind := range game.PieceType(8) {
		e.worth[kind] = (w.Piece[kind][0] + w.Piece[kind][1]) / 2
		for sq := range 64 {
			row, file := sq>>3, min(sq&7, 7-sq&7)
			pt := weights.Taper(w.Piece[kind])
			t.square[kind.Of(game.White)&15][sq] = pt + weights.Taper(w.Square[kind][row][file])
			t.square[kind.Of(game.Black)&15][sq] = pt + weights.Taper(w.Square[kind][7-row][file])
		}
		weights.TaperAll(t.mobility[kind][:], w.Mobility[kind][:])
		weights.TaperAll(t.near[kind][:], w.Near[kind][:])
		weights.TaperAll(t.aid[kind][:], w.Aid[kind][:])
	}
	weights.TaperAll(t.ring[:], w.Ring[:])
	weights.TaperAll(t.ringPieces[:], w.RingPieces[:])
	weights.TaperAll(t.room[:], w.Room[:])
	weights.TaperAll(t.check[:], w.Check[:])
	weights.TaperAll(t.backed[:], w.Backed[:])
	weights.TaperAll(t.pinned[:], w.Pinned[:])
	weights.TaperAll(t.byPawn[:], w.ByPawn[:])
	weights.TaperAll(t.byMinor[:], w.ByMinor[:])
	weights.TaperAll(t.loose[:], w.Loose[:])
	for row := range 8 {
		propped, abreast := weights.Taper(w.Propped[row]), weights.Taper(w.Abreast[row])
		t.propped[game.White][row], t.propped[game.Black][7-row] = propped, propped
		t.abreast[game.White][row], t.abreast[game.Black][7-row] = abreast, abreast
	}
}
