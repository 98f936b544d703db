package cheshire

import "github.com/wane-chess/wane/game"

// Hints for the order of search. Captures take the most valuable man with the
// least valuable one, promotions count what they win, quiet moves the little
// that can be told at sight.
const (
	promotionHint   = 800
	underPromotion  = -600
	firstKingMove   = -60 // gives the queen's move away (R2)
	pawnGuardedHint = -40 // where an enemy pawn takes
)

// order holds, by game.Piece, the worth of a man as a victim.
var order = [8]int32{game.King: 1000, game.Queen: 990, game.Rook: 500, game.Bishop: 330, game.Knight: 290, game.Pawn: 100}

// AppendMoves implements game.Node. All the moves are legal.
func (p *Position) AppendMoves(dst []game.Ranked, k game.Kind) []game.Ranked {
	p.moves = p.generate(p.moves[:0], k)
	s := p.top()
	occ := s.occupied()
	guarded := pawnAttacks(s.turn^1, s.of(s.turn^1, s.pawns()))
	last := p.game.lastRanks[s.turn&1]
	for _, m := range p.moves {
		dst = append(dst, game.Ranked{Move: m, Rank: s.rank(m, occ, guarded, last)})
	}
	return dst
}

// rank returns the hint for one move.
func (s *state) rank(m game.Move, occ, guarded, last set) (hint int32) {
	from, to := uint8(m.From()), uint8(m.To())
	piece := s.man(from).Piece()
	switch {
	case occ.has(to):
		hint = order[s.man(to).Piece()] - order[piece]/16
	case piece == game.Pawn && to == s.passed:
		hint = order[game.Pawn] - order[game.Pawn]/16
	default:
		if guarded.has(to) && piece != game.Pawn {
			hint += pawnGuardedHint
		}
		if piece == game.King && s.queenly(s.turn) {
			hint += firstKingMove
		}
	}
	if piece == game.Pawn && last.has(to) {
		hint += promotionHint
		if m.Promotion(0) != game.Queen {
			hint += underPromotion
		}
	}
	return hint
}
