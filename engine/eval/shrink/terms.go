package shrink

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
)

type tapered = weights.Tapered

// terms is the weights in the form in which Eval reads it. Arrays are
// longer than what they are made of, so that a mask bounds the index.
type terms struct {
	// What a piece on a square is worth in all: by the files of the board, the type, and
	// the square as its side sees it.
	square                                [16][8][64]tapered
	knight, bishop, rook                  [16]tapered
	queen                                 [32]tapered
	supported, phalanx                    [8]tapered
	passed, passedFree, passedStep        [8]tapered
	passedBlocked, passedGuarded          [8]tapered
	passedOwnKing, passedEnemyKing        [8]tapered
	shelter, storm                        [2][8]tapered
	danger                                [64]tapered
	pawnThreat, minorThreat, rookThreat   [8]tapered
	tempo                                 tapered
	bishopPair, bishopPawns               tapered
	outpostKnight, outpostBishop          tapered
	minorBehindPawn                       tapered
	openFile, halfOpenFile, rookOnSeventh tapered
	isolated, doubled, backward           tapered
	pushThreat, kingThreat, hanging       tapered
	mopUpEdge, mopUpNear                  tapered
	kingRoom                              [16]tapered
	aloneOnRank, aloneOnFile              [8]tapered
	rankAhead                             [2][8]tapered
	lastRankCrowd                         [16]tapered
	worth                                 [8]int32 // of pieces by game.PieceType, for SEE
}

// derive derives the terms from weights.
func (t *terms) derive(w *values) {
	for pt := game.King; pt <= game.Pawn; pt++ {
		for files := 1; files <= 8; files++ {
			for sq := range 64 {
				if file := sq & 7; file < files {
					t.square[files][pt][sq] = weights.Taper(w.Piece[pt]) + weights.Taper(w.Square[pt][sq>>3*4+min(file, files-1-file)])
				}
			}
		}
		t.worth[pt] = max(1, int32(w.Piece[pt][0]+w.Piece[pt][1])/2)
	}
	t.worth[game.NoPieceType], t.worth[game.King] = 0, int32(engine.MateBound)
	for _, c := range []struct {
		to   []tapered
		from []pair
	}{
		{t.knight[:], w.KnightMobility[:]},
		{t.bishop[:], w.BishopMobility[:]},
		{t.rook[:], w.RookMobility[:]},
		{t.queen[:], w.QueenMobility[:]},
		{t.supported[:], w.Supported[:]},
		{t.phalanx[:], w.Phalanx[:]},
		{t.passed[:], w.Passed[:]},
		{t.passedFree[:], w.PassedFree[:]},
		{t.passedStep[:], w.PassedStep[:]},
		{t.passedBlocked[:], w.PassedBlocked[:]},
		{t.passedGuarded[:], w.PassedGuarded[:]},
		{t.passedOwnKing[:], w.PassedOwnKing[:]},
		{t.passedEnemyKing[:], w.PassedEnemyKing[:]},
		{t.shelter[0][:], w.Shelter[0][:]},
		{t.shelter[1][:], w.Shelter[1][:]},
		{t.storm[0][:], w.Storm[0][:]},
		{t.storm[1][:], w.Storm[1][:]},
		{t.danger[:], w.KingDanger[:]},
		{t.pawnThreat[:], w.PawnThreat[:]},
		{t.minorThreat[:], w.MinorThreat[:]},
		{t.rookThreat[:], w.RookThreat[:]},
		{t.kingRoom[:], w.KingRoom[:]},
		{t.aloneOnRank[:], w.AloneOnRank[:]},
		{t.aloneOnFile[:], w.AloneOnFile[:]},
		{t.rankAhead[0][:], w.RankAhead[0][:]},
		{t.rankAhead[1][:], w.RankAhead[1][:]},
		{t.lastRankCrowd[:], w.LastRankCrowd[:]},
	} {
		for i, p := range c.from {
			c.to[i] = weights.Taper(p)
		}
	}
	for _, c := range []struct {
		to   *tapered
		from pair
	}{
		{&t.tempo, w.Tempo},
		{&t.bishopPair, w.BishopPair},
		{&t.bishopPawns, w.BishopPawns},
		{&t.outpostKnight, w.Outpost[0]},
		{&t.outpostBishop, w.Outpost[1]},
		{&t.minorBehindPawn, w.MinorBehindPawn},
		{&t.openFile, w.OpenFile[0]},
		{&t.halfOpenFile, w.OpenFile[1]},
		{&t.rookOnSeventh, w.RookOnSeventh},
		{&t.isolated, w.Isolated},
		{&t.doubled, w.Doubled},
		{&t.backward, w.Backward},
		{&t.pushThreat, w.PushThreat},
		{&t.kingThreat, w.KingThreat},
		{&t.hanging, w.Hanging},
		{&t.mopUpEdge, w.MopUp[0]},
		{&t.mopUpNear, w.MopUp[1]},
	} {
		*c.to = weights.Taper(c.from)
	}
}
