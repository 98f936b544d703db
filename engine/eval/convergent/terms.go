package convergent

import (
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
)

// What a piece adds to the phase, and the phase of the start position.
const (
	queenPhase = 4
	rookPhase  = 2
	minorPhase = 1
	fullPhase  = 24
)

// terms are the weights as the evaluation looks them up.
type terms struct {
	square         [16][64]weights.Tapered // by game.Piece, the piece included
	mobility       [8][17]weights.Tapered
	near           [8][4]weights.Tapered
	aid            [8][4]weights.Tapered
	kingRing       [8]weights.Tapered
	kingAttackers  [8]weights.Tapered
	kingRoom       [9]weights.Tapered
	safeCheck      [8]weights.Tapered
	bishopPair     weights.Tapered
	pieceSupported [8]weights.Tapered
	pinned         [8]weights.Tapered
	pushes         weights.Tapered
	grip           weights.Tapered
	supported      [2][8]weights.Tapered // by color and rank
	phalanx        [2][8]weights.Tapered
	pawnThreat     [8]weights.Tapered
	minorThreat    [8]weights.Tapered
	rookThreat     weights.Tapered
	hanging        [8]weights.Tapered
	tempo          weights.Tapered
}

// Reweigh implements engine.Tunable.
func (e *Evaluator) Reweigh() {
	w := &e.weights
	t := &e.terms
	*t = terms{
		bishopPair: weights.Taper(w.BishopPair), pushes: weights.Taper(w.Pushes), grip: weights.Taper(w.Grip),
		rookThreat: weights.Taper(w.RookThreat), tempo: weights.Taper(w.Tempo),
	}
	for kind := range game.PieceType(8) {
		e.worth[kind] = (w.Piece[kind][0] + w.Piece[kind][1]) / 2
		for sq := range 64 {
			rank, file := sq>>3, min(sq&7, 7-sq&7)
			pt := weights.Taper(w.Piece[kind])
			t.square[kind.Of(game.White)&15][sq] = pt + weights.Taper(w.Square[kind][rank][file])
			t.square[kind.Of(game.Black)&15][sq] = pt + weights.Taper(w.Square[kind][7-rank][file])
		}
		weights.TaperAll(t.mobility[kind][:], w.Mobility[kind][:])
		weights.TaperAll(t.near[kind][:], w.Near[kind][:])
		weights.TaperAll(t.aid[kind][:], w.Aid[kind][:])
	}
	weights.TaperAll(t.kingRing[:], w.KingRing[:])
	weights.TaperAll(t.kingAttackers[:], w.KingAttackers[:])
	weights.TaperAll(t.kingRoom[:], w.KingRoom[:])
	weights.TaperAll(t.safeCheck[:], w.SafeCheck[:])
	weights.TaperAll(t.pieceSupported[:], w.PieceSupported[:])
	weights.TaperAll(t.pinned[:], w.Pinned[:])
	weights.TaperAll(t.pawnThreat[:], w.PawnThreat[:])
	weights.TaperAll(t.minorThreat[:], w.MinorThreat[:])
	weights.TaperAll(t.hanging[:], w.Hanging[:])
	for rank := range 8 {
		supported, phalanx := weights.Taper(w.Supported[rank]), weights.Taper(w.Phalanx[rank])
		t.supported[game.White][rank], t.supported[game.Black][7-rank] = supported, supported
		t.phalanx[game.White][rank], t.phalanx[game.Black][7-rank] = phalanx, phalanx
	}
}
