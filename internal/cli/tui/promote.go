package tui

import (
	"github.com/wane-chess/wane/game"
)

// promotion is the dialog that asks, pawn by pawn, what the pawns of a move become. It
// offers only what a legal move has: no promotion that would leave the own king in
// check.
type promotion struct {
	pawns  []game.Effect // of kind Promote, in the order of the move's choices
	stages [][]game.Move // stages[i]: the legal moves with the first i choices
	chosen []game.PieceType
	pick   int // index into offers
}

// newPromotion opens the dialog for the moves of one route.
func newPromotion(moves []game.Move, effects []game.Effect) *promotion {
	p := &promotion{stages: [][]game.Move{moves}}
	for _, e := range effects {
		if e.Kind == game.Promote {
			p.pawns = append(p.pawns, e)
		}
	}
	return p
}

// pawn returns the index of the current pawn.
func (p *promotion) pawn() int { return len(p.chosen) }

// offers returns what the current pawn may become.
func (p *promotion) offers() []game.PieceType {
	var there [8]bool
	for _, m := range p.stages[len(p.chosen)] {
		there[m.Promotion(len(p.chosen))] = true
	}
	var list []game.PieceType
	for _, pt := range game.Promotions {
		if there[pt] {
			list = append(list, pt)
		}
	}
	return list
}

// choose promotes the current pawn. After the last pawn it returns the move. It
// returns false if the piece type is not on offer.
func (p *promotion) choose(pt game.PieceType) (done game.Move, ok bool) {
	i := len(p.chosen)
	var rest []game.Move
	for _, m := range p.stages[i] {
		if m.Promotion(i) == pt {
			rest = append(rest, m)
		}
	}
	if len(rest) == 0 {
		return game.NoMove, false
	}
	p.chosen = append(p.chosen, pt)
	p.stages = append(p.stages, rest)
	p.pick = 0
	if len(p.chosen) == len(p.pawns) {
		return rest[0], true
	}
	return game.NoMove, true
}

// back takes the last choice back; false if there is none.
func (p *promotion) back() bool {
	if len(p.chosen) == 0 {
		return false
	}
	p.chosen = p.chosen[:len(p.chosen)-1]
	p.stages = p.stages[:len(p.stages)-1]
	p.pick = 0
	return true
}

// rest promotes all remaining pawns to the piece type where possible, else to the
// first on offer.
func (p *promotion) rest(pt game.PieceType) game.Move {
	for {
		m, ok := p.choose(pt)
		if !ok {
			m, _ = p.choose(p.offers()[0])
		}
		if m != game.NoMove {
			return m
		}
	}
}

// view returns the board after the move with the choices so far, and marks the pawns.
func (p *promotion) view(v *game.View, effects []game.Effect) (game.View, *marks) {
	var before []game.Effect
	for _, e := range effects {
		if e.Kind != game.Promote {
			before = append(before, e)
		}
	}
	after := v.Apply(before)
	m := newMarks()
	for i, e := range p.pawns {
		switch {
		case i < len(p.chosen):
			after.Pieces[e.To] = p.chosen[i].Of(e.Piece.Color())
			m.add(e.To, markPromote)
		case i == len(p.chosen):
			m.add(e.To, markNow)
		default:
			m.add(e.To, markPromote)
		}
	}
	return after, m
}
