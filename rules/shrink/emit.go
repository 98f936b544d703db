package shrink

import "github.com/wane-chess/wane/game"

// count returns the number of moves in the sets.
func (g *sets) count(s *state) int {
	n := count(g.push) + count(g.double) + count(g.left) + count(g.right)
	if last := edges[s.ranks&15]; (g.push|g.left|g.right)&last != 0 {
		n += 3 * (count(g.push&last) + count(g.left&last) + count(g.right&last))
	}
	for i := range g.pieces[:g.n&127] {
		n += count(g.pieces[i].targets)
	}
	for i := range g.choices {
		n += g.choices[i].count()
	}
	return n
}

// list appends the moves.
func (g *sets) list(dst []game.Move, s *state) []game.Move {
	last := edges[s.ranks&15]
	ahead := forward[g.turn&1]
	dst = listPawns(dst, g.push, ahead, last)
	dst = listPawns(dst, g.double, 2*ahead, 0)
	dst = listPawns(dst, g.left, ahead-1, last)
	dst = listPawns(dst, g.right, ahead+1, last)
	for i := range g.pieces[:g.n&127] {
		from := game.Square(g.pieces[i].from)
		for b := g.pieces[i].targets; b != 0; b &= b - 1 {
			dst = append(dst, game.NewMove(from, game.Square(lowest(b))))
		}
	}
	for i := range g.choices {
		dst = g.choices[i].list(dst)
	}
	return dst
}

// listPawns appends pawn moves to the targets, which lie the given number of
// squares ahead; those to last promote.
func listPawns(dst []game.Move, targets uint64, ahead int, last uint64) []game.Move {
	for b := targets; b != 0; b &= b - 1 {
		to := lowest(b)
		m := game.NewMove(game.Square(int(to)-ahead), game.Square(to))
		if b&-b&last == 0 {
			dst = append(dst, m)
			continue
		}
		for _, p := range game.Promotions {
			dst = append(dst, m.WithPromotion(0, p))
		}
	}
	return dst
}
