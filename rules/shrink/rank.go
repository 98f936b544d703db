package shrink

import "github.com/wane-chess/wane/game"

// values of men in centipawns, by type; the king's only orders captures.
var values = [8]int32{game.King: 1100, game.Queen: 950, game.Rook: 500, game.Bishop: 320, game.Knight: 300, game.Pawn: 100}

// rank appends the moves of a kind with hints for their order: captures by
// most valuable victim, then least valuable attacker.
func (g *sets) rank(dst []game.Ranked, s *state, k game.Kind) []game.Ranked {
	last := edges[s.ranks&15]
	ahead := forward[g.turn&1]
	push, double := g.push, g.double
	if k&game.Quiet == 0 {
		push, double = push&last, 0
	}
	if k&game.Noisy == 0 {
		push &^= last
	} else {
		dst = g.rankPawns(dst, s, g.left, ahead-1, last)
		dst = g.rankPawns(dst, s, g.right, ahead+1, last)
		for i := range g.choices {
			dst = g.choices[i].rank(dst, s)
		}
	}
	dst = g.rankPawns(dst, s, push, ahead, last)
	dst = g.rankPawns(dst, s, double, 2*ahead, 0)
	for i := range g.men[:g.n&127] {
		from := g.men[i].from
		man := s.Piece(game.Square(from))
		for b := g.men[i].targets; b != 0; b &= b - 1 {
			to := lowest(b)
			hint := centre[to&63] - centre[from&63]
			if man == game.King {
				hint = 0
				if to == from+2 || from == to+2 {
					hint = castlingHint
				}
			}
			if victim := s.Piece(game.Square(to)); victim != game.NoPiece {
				hint += values[victim&7] + 60 - values[man&7]/16
			}
			dst = append(dst, game.Ranked{Move: game.NewMove(game.Square(from), game.Square(to)), Rank: hint})
		}
	}
	return dst
}

func (g *sets) rankPawns(dst []game.Ranked, s *state, targets uint64, ahead int, last uint64) []game.Ranked {
	for b := targets; b != 0; b &= b - 1 {
		to := lowest(b)
		from := uint(int(to) - ahead)
		hint := centre[to&63] - centre[from&63]
		if from&7 != to&7 {
			hint += 60 + max(values[s.Piece(game.Square(to))&7], values[game.Pawn]) // en passant takes a pawn too
		}
		m := game.NewMove(game.Square(from), game.Square(to))
		if b&-b&last == 0 {
			dst = append(dst, game.Ranked{Move: m, Rank: hint})
			continue
		}
		for _, p := range game.Promotions {
			dst = append(dst, game.Ranked{Move: m.WithPromotion(0, p), Rank: hint + promotionHints[p]})
		}
	}
	return dst
}

const castlingHint = 40

// promotionHints puts queens first and what is hardly ever better last.
var promotionHints = [8]int32{game.Queen: 850, game.Knight: 100, game.Rook: -200, game.Bishop: -250}

// rank appends the choices, best first where the pawns are the mover's, worst
// first where they are the opponent's.
func (c *choice) rank(dst []game.Ranked, s *state) []game.Ranked {
	var n state
	left := s.play(&n, c.route)
	n.collapse(left)
	own := n.Of(s.turn)
	start := values[s.Piece(c.route.To())&7]
	return c.extendRanked(dst, c.route, 0, n.arrived(), own, start)
}

func (c *choice) extendRanked(dst []game.Ranked, m game.Move, i int, rest, own uint64, hint int32) []game.Ranked {
	if i == c.pawns {
		return append(dst, game.Ranked{Move: m, Rank: hint})
	}
	for j, p := range game.Promotions {
		if c.allowed[i]>>j&1 == 0 {
			continue
		}
		gain := values[p&7] - values[game.Pawn]
		if rest&-rest&own == 0 {
			gain = -gain
		}
		dst = c.extendRanked(dst, m.WithPromotion(i, p), i+1, rest&(rest-1), own, hint+gain)
	}
	return dst
}

// centre is a hint for where men like to stand on the full board.
var centre = func() (t [64]int32) {
	for sq := range t {
		f, r := int32(sq&7), int32(sq>>3)
		t[sq] = 3 * (min(f, 7-f) + min(r, 7-r))
	}
	return t
}()
