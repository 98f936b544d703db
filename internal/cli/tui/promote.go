package tui

import (
	"github.com/wane-chess/wane/game"
)

// promotion is the dialog that asks, pawn by pawn, what the pawns of a move
// become. It offers only what some legal move has: a promotion that would put
// the mover's king in check is not among them.
type promotion struct {
	pawns  []game.Effect // of kind Promote, in the order of the move's choices
	stages [][]game.Move // stages[i]: the legal moves that agree with the first i choices
	chosen []game.PieceType
	pick   int // index into offers
}

// newPromotion begins the dialog for the moves of one route, of which there are
// several.
func newPromotion(moves []game.Move, effects []game.Effect) *promotion {
	p := &promotion{stages: [][]game.Move{moves}}
	for _, e := range effects {
		if e.Kind == game.Promote {
			p.pawns = append(p.pawns, e)
		}
	}
	return p
}

// pawn is the pawn that is asked about: its index.
func (p *promotion) pawn() int { return len(p.chosen) }

// offers lists what that pawn may become.
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

// choose answers for the pawn asked about. It returns the move when it was the
// last; false if the piece is not on offer.
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

// back takes the last answer back; false if there was none.
func (p *promotion) back() bool {
	if len(p.chosen) == 0 {
		return false
	}
	p.chosen = p.chosen[:len(p.chosen)-1]
	p.stages = p.stages[:len(p.stages)-1]
	p.pick = 0
	return true
}

// rest answers for all pawns left: the piece wherever it may be, else the first
// on offer.
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

// view is the board as it will be after the move, with the promotions chosen so
// far, and the pawns marked.
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
