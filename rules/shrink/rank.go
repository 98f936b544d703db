package shrink

import "github.com/wane-chess/wane/game"

// values of men in centipawns, by type, for the order of moves; the king's only
// orders captures.
var values = [8]int32{game.King: 1100, game.Queen: 950, game.Rook: 500, game.Bishop: 320, game.Knight: 300, game.Pawn: 100}

// rank appends the moves of a kind with hints for their order: captures by
// most valuable victim, then least valuable attacker.
func (g *sets) rank(dst []game.ScoredMove, s *state, k game.Kind) []game.ScoredMove {
	last := edges[s.ranks&15]
	ahead := forward[g.turn&1]
	push, double := g.push, g.double
	loudPush, loudDouble := push&(last|turned(g.drastic, ahead)), double&turned(g.drastic, 2*ahead)
	if k&game.Noisy != 0 {
		dst = g.rankPawns(dst, s, g.left, ahead-1, last, game.Noisy)
		dst = g.rankPawns(dst, s, g.right, ahead+1, last, game.Noisy)
		dst = g.rankPawns(dst, s, loudPush, ahead, last, game.Noisy)
		dst = g.rankPawns(dst, s, loudDouble, 2*ahead, 0, game.Noisy)
		for i := range g.choices {
			dst = g.choices[i].rank(dst, s)
		}
	}
	if k&game.Quiet != 0 {
		dst = g.rankPawns(dst, s, push&^loudPush, ahead, 0, game.Quiet)
		dst = g.rankPawns(dst, s, double&^loudDouble, 2*ahead, 0, game.Quiet)
	}
	for i := range g.pieces[:g.n&127] {
		dst = g.rankReach(dst, s, &g.pieces[i])
	}
	return dst
}

// rankReach appends the moves of one man that is no pawn.
func (g *sets) rankReach(dst []game.ScoredMove, s *state, r *reach) []game.ScoredMove {
	from := r.from
	pt := s.Piece(game.Square(from))
	var loud uint64 // targets that are noisy though nothing is captured there
	if bit(from)&g.drastic != 0 {
		loud = ^rankOf(from)
	}
	loud |= g.enemy
	for b := r.targets; b != 0; b &= b - 1 {
		to := lowest(b)
		e := game.ScoredMove{Move: game.NewMove(game.Square(from), game.Square(to)), Piece: pt, Kind: game.Quiet}
		if b&-b&loud != 0 {
			e.Kind = game.Noisy
		}
		e.Score = centre[to&63] - centre[from&63]
		if pt.Type() == game.King {
			e.Score = 0
			if to == from+2 || from == to+2 {
				e.Score = castlingHint
			}
		}
		if b&-b&g.enemy != 0 {
			e.Captured = s.Piece(game.Square(to))
			e.Score += values[e.Captured&7] + 60 - values[pt&7]/16
		}
		dst = append(dst, e)
	}
	return dst
}

// rankPawns appends pawn moves to the targets, which lie the given number of
// squares ahead; those to last promote.
func (g *sets) rankPawns(dst []game.ScoredMove, s *state, targets uint64, ahead int, last uint64, kind game.Kind) []game.ScoredMove {
	pawn := game.Pawn.Of(g.turn)
	for b := targets; b != 0; b &= b - 1 {
		to := lowest(b)
		from := uint(int(to) - ahead)
		e := game.ScoredMove{Move: game.NewMove(game.Square(from), game.Square(to)), Piece: pawn, Kind: kind}
		e.Score = centre[to&63] - centre[from&63]
		if from&7 != to&7 {
			e.Captured = s.Piece(game.Square(to))
			if e.Captured == game.NoPiece { // en passant
				e.Captured = game.Pawn.Of(g.turn ^ 1)
			}
			e.Score += 60 + values[e.Captured&7]
		}
		if b&-b&last == 0 {
			dst = append(dst, e)
			continue
		}
		m, hint := e.Move, e.Score
		for _, p := range game.Promotions {
			e.Move, e.Score = m.WithPromotion(0, p), hint+promotionHints[p]
			dst = append(dst, e)
		}
	}
	return dst
}

const castlingHint = 40

// promotionHints puts queens first and what is hardly ever better last.
var promotionHints = [8]int32{game.Queen: 850, game.Knight: 100, game.Rook: -200, game.Bishop: -250}

// rank appends the choices: for each pawn in turn what is best for the mover
// comes first, the greatest worth for the mover's own pawns and the least for
// the opponent's, so the best of all comes first and the worst last.
func (c *choice) rank(dst []game.ScoredMove, s *state) []game.ScoredMove {
	var n state
	left := s.play(&n, c.route)
	n.collapse(left)
	taken := s.Piece(c.route.To())
	e := game.ScoredMove{Move: c.route, Score: values[taken&7], Piece: s.Piece(c.route.From()), Captured: taken, Kind: game.Noisy}
	return c.extendRanked(dst, e, 0, n.arrived(), n.Of(s.turn))
}

func (c *choice) extendRanked(dst []game.ScoredMove, e game.ScoredMove, i int, rest, own uint64) []game.ScoredMove {
	if i == c.pawns {
		return append(dst, e)
	}
	mine := rest&-rest&own != 0
	for j := range game.Promotions {
		if !mine {
			j = len(game.Promotions) - 1 - j
		}
		if c.allowed[i]>>j&1 == 0 {
			continue
		}
		p := game.Promotions[j]
		gain := values[p&7] - values[game.Pawn]
		if !mine {
			gain = -gain
		}
		next := e
		next.Move, next.Score = e.Move.WithPromotion(i, p), e.Score+gain
		dst = c.extendRanked(dst, next, i+1, rest&(rest-1), own)
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
