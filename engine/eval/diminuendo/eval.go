package diminuendo

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// Eval implements engine.Node: material by what pieces are and what they come back
// as, where they stand and what they attack, pawns on their way, attacks around the
// kings, and what the next capture would do: see threats.
func (b *node) Eval() engine.Score {
	s, t := b.State(), b.terms
	var color [2]side
	occupied := s.Occupied()
	for who := range color {
		color[who].fill(s, t, game.Color(who), occupied)
	}
	us, them := &color[s.Turn&1], &color[s.Turn.Other()&1]
	placed := us.placement(s, t, them, occupied) - them.placement(s, t, us, occupied)
	score := t.material(s, us.pieces) - t.material(s, them.pieces)
	score += t.kingAttackers[min(us.kingAttackers, 7)] - t.kingAttackers[min(them.kingAttackers, 7)]
	if z := s.Piece(diminuendo.ZSquare); z != game.NoPiece {
		if value := t.value[z.Type()&7]; z.Color() == s.Turn {
			score -= value * t.lackOnZ[0] / 256
		} else {
			score += value * t.lackOnZ[1] / 256
		}
	}
	checks := t.dropChecks(s, occupied)
	score += us.threats(s, t, them, checks, 0) - them.threats(s, t, us, checks, 1)
	score += placed.Mix(min(bitboard.Count(occupied), mostPieces), mostPieces) + t.tempo
	return min(max(score, -maxEval), maxEval)
}

// mostPieces is the number of pieces at the start: with as many a board is full.
const mostPieces = 30

// maxEval keeps evaluations of boards full of queens clear of mates.
const maxEval = engine.MateBound - 1000

// side is what the evaluation gathers about one side.
type side struct {
	color         game.Color
	pieces        uint64
	pawns         uint64 // those that can still move
	pawnAttacks   uint64 // what they attack
	attacks       uint64 // what any piece attacks
	ring          uint64 // the squares beside its kings
	kingAttackers int    // pieces that attack squares beside enemy kings
}

func count(set uint64) engine.Score { return engine.Score(bitboard.Count(set)) }

// fill gathers what does not depend on the other side.
func (a *side) fill(s *diminuendo.State, t *terms, color game.Color, occupied uint64) {
	a.color = color
	a.pieces = occupied & s.ByColor(color)
	a.pawns = a.pieces & s.Pawns() &^ diminuendo.LastSquares(color)
	a.pawnAttacks = diminuendo.PawnsAttacks(color, a.pawns)
	for kings := a.pieces & s.Kings(); kings != 0; {
		a.ring |= diminuendo.AttacksFrom(bitboard.Pop(&kings)).King[t.queenish&1]
	}
	a.attacks = a.pawnAttacks | a.ring
}
