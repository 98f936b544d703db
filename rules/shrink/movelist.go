package shrink

import "github.com/wane-chess/wane/game"

// count returns the number of moves in the sets.
func (g *targets) count(s *State) int {
	n := count(g.push) + count(g.double) + count(g.left) + count(g.right)
	if last := lastRanks[s.ranks&15]; (g.push|g.left|g.right)&last != 0 {
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
func (g *targets) list(dst []game.Move, s *State) []game.Move {
	last := lastRanks[s.ranks&15]
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

// listKinds appends the moves of the requested kinds with their pieces.
func (g *targets) listKinds(dst []game.ScoredMove, s *State, k game.Kind) []game.ScoredMove {
	last := lastRanks[s.ranks&15]
	ahead := forward[g.turn&1]
	push, double := g.push, g.double
	noisyPush, noisyDouble := push&(last|shifted(g.noisyFrom, ahead)), double&shifted(g.noisyFrom, 2*ahead)
	if k&game.Noisy != 0 {
		dst = g.listPawnKinds(dst, s, g.left, ahead-1, last, game.Noisy)
		dst = g.listPawnKinds(dst, s, g.right, ahead+1, last, game.Noisy)
		dst = g.listPawnKinds(dst, s, noisyPush, ahead, last, game.Noisy)
		dst = g.listPawnKinds(dst, s, noisyDouble, 2*ahead, 0, game.Noisy)
		for i := range g.choices {
			dst = g.choices[i].listKinds(dst, s)
		}
	}
	if k&game.Quiet != 0 {
		dst = g.listPawnKinds(dst, s, push&^noisyPush, ahead, 0, game.Quiet)
		dst = g.listPawnKinds(dst, s, double&^noisyDouble, 2*ahead, 0, game.Quiet)
	}
	for i := range g.pieces[:g.n&127] {
		dst = g.listPieceKinds(dst, s, &g.pieces[i])
	}
	return dst
}

// listPieceKinds appends the moves of one piece that is no pawn.
func (g *targets) listPieceKinds(dst []game.ScoredMove, s *State, r *pieceTargets) []game.ScoredMove {
	from := r.from
	pc := s.Piece(game.Square(from))
	noisy := g.enemy
	if bit(from)&g.noisyFrom != 0 {
		noisy |= ^RankSquares(from)
	}
	for b := r.targets; b != 0; b &= b - 1 {
		to := lowest(b)
		e := game.ScoredMove{Move: game.NewMove(game.Square(from), game.Square(to)), Piece: pc, Kind: game.Quiet}
		if b&-b&noisy != 0 {
			e.Kind = game.Noisy
			e.Captured = s.Piece(game.Square(to))
		}
		dst = append(dst, e)
	}
	return dst
}

// listPawnKinds appends pawn moves of a kind to the targets, which lie the given
// number of squares ahead; those to last promote.
func (g *targets) listPawnKinds(dst []game.ScoredMove, s *State, targets uint64, ahead int, last uint64, kind game.Kind) []game.ScoredMove {
	pawn := game.Pawn.Of(g.turn)
	for b := targets; b != 0; b &= b - 1 {
		to := lowest(b)
		from := uint(int(to) - ahead)
		e := game.ScoredMove{Move: game.NewMove(game.Square(from), game.Square(to)), Piece: pawn, Kind: kind}
		if from&7 != to&7 {
			e.Captured = s.Piece(game.Square(to))
			if e.Captured == game.NoPiece { // en passant
				e.Captured = game.Pawn.Of(g.turn ^ 1)
			}
		}
		if b&-b&last == 0 {
			dst = append(dst, e)
			continue
		}
		m := e.Move
		for _, p := range game.Promotions {
			e.Move = m.WithPromotion(0, p)
			dst = append(dst, e)
		}
	}
	return dst
}
