package diminuendo

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// terms is what follows from the weights, and from the rules, for one game of the
// family. A captured piece comes back as the next in the ranking, so that its worth
// is its strength, which depends on the next, and a part of the worth of the next.
type terms struct {
	next     [8]game.PieceType // what each type becomes in the ranking
	into     [16]game.Piece    // what each piece becomes
	queenish uint8             // 1 if kings step as bishops, too

	value [8]engine.Score // by type; 0 for NoPieceType
	onZ   [8]engine.Score // the same on z, where the next capture expels it
	loss  [8]engine.Score // what it costs to have a piece become the next and stand on z
	entry [8]uint64       // z for the types that gain by entering it, else nothing
	best  game.PieceType  // what a pawn promotes to unless there is a reason for less
	tempo engine.Score

	mobility, center, kingRing [8]weights.Tapered
	pawn, passed               [8]weights.Tapered
	kingAttackers              [8]engine.Score
	kings                      [8]engine.Score // by the number of a side's kings
	hanging, pawnThreat, push  weights.Pair
	hangsOnZ, dropCheck        weights.Pair
	lackOnZ                    weights.Pair // see values.OnZ
}

// derive works out the terms for a game.
func (t *terms) derive(g diminuendo.Game, w *values) {
	*t = terms{
		tempo: w.Tempo, kingAttackers: w.KingAttackers, hanging: w.Hanging, pawnThreat: w.PawnThreat,
		push: w.Push, hangsOnZ: w.HangsOnZ, dropCheck: w.DropCheck, lackOnZ: w.OnZ,
	}
	strength := w.Strength
	if g.QueenishKing() {
		t.queenish = 1
		strength[game.King] += w.QueenishKing
	}
	if g.FlexiblePawns() {
		strength[game.Pawn] += w.FlexiblePawn
	}
	ranking := g.Ranking()
	next := game.NoPieceType
	for i := len(ranking) - 1; i >= 0; i-- {
		pt := ranking[i]
		t.next[pt] = next
		for _, c := range []game.Color{game.White, game.Black} {
			t.into[pt.Of(c)] = next.Of(c)
		}
		comeback := w.Comeback
		if pt == game.King {
			comeback = w.KingComeback
		}
		t.value[pt] = strength[pt] + w.Becomes[pt][next] + t.value[next]*comeback/256
		t.onZ[pt] = t.value[pt] * (512 - w.OnZ[0] - w.OnZ[1]) / 512
		t.loss[pt] = t.value[pt] - t.onZ[next]
		if t.loss[pt] < 0 {
			t.entry[pt] = diminuendo.Z
		}
		next = pt
	}
	for n := 2; n < len(t.kings); n++ {
		t.kings[n] = t.kings[n-1] + w.ExtraKings[min(n-2, len(w.ExtraKings)-1)]
	}
	t.best = game.Queen
	for _, pt := range game.Promotions {
		if t.value[pt] > t.value[t.best] {
			t.best = pt
		}
	}
	weights.TaperAll(t.mobility[:7], w.Mobility[:])
	weights.TaperAll(t.center[:7], w.Center[:])
	weights.TaperAll(t.kingRing[:7], w.KingRing[:])
	weights.TaperAll(t.pawn[:], w.Pawn[:])
	weights.TaperAll(t.passed[:], w.Passed[:])
}
