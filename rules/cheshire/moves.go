package cheshire

import "github.com/wane-chess/wane/game"

// Legal implements game.Position.
func (p *Position) Legal(dst []game.Move) []game.Move { return p.generate(dst, game.All) }

// generate appends the legal moves of those kinds. Captures and promotions are
// noisy.
func (p *Position) generate(dst []game.Move, k game.Kind) []game.Move {
	s := p.top()
	var v survey
	v.look(s)

	pushes := set{full, full} // where pawns may step straight on
	wanted := pushes
	switch last := p.game.lastRanks[s.turn&1]; k & game.All {
	case game.Noisy:
		pushes, wanted = last, v.enemy
	case game.Quiet:
		pushes, wanted = pushes.andNot(last), wanted.andNot(v.enemy)
	}
	dst = appendMoves(dst, v.king, v.kingTargets(p.game, s).and(wanted))
	if v.targets.empty() {
		return dst
	}
	targets := v.targets.and(wanted)
	pushes = pushes.and(v.targets)
	dst = v.generateMen(dst, s, targets)
	free := v.free.and(s.pawns())
	dst = v.generatePawns(dst, p.game, s.turn, free, pushes, targets)
	for men := v.pinned.and(s.pawns()); !men.empty(); {
		sq := men.pop()
		line := lineOf(v.king, sq)
		dst = v.generatePawns(dst, p.game, s.turn, single[sq&127], pushes.and(line), targets.and(line))
	}
	if k&game.Noisy != 0 {
		for men := v.enPassant(s); !men.empty(); {
			dst = append(dst, game.NewMove(game.Square(men.pop()), game.Square(s.passed)))
		}
	}
	return dst
}

// generateMen appends the moves of queens, rooks, bishops and knights.
func (v *survey) generateMen(dst []game.Move, s *state, targets set) []game.Move {
	for men := v.free.and(s.knights()); !men.empty(); {
		sq := men.pop()
		dst = appendMoves(dst, sq, knightSteps[sq&127].and(targets))
	}
	straight, slanting := s.straight(), s.slanting()
	for men := v.own.and(straight.or(slanting)); !men.empty(); {
		sq := men.pop()
		var to set
		if straight.has(sq) {
			to = rookAttacks(sq, v.occ)
		}
		if slanting.has(sq) {
			to = to.or(bishopAttacks(sq, v.occ))
		}
		if v.pinned.has(sq) {
			to = to.and(lineOf(v.king, sq))
		}
		dst = appendMoves(dst, sq, to.and(targets))
	}
	return dst
}

// generatePawns appends the moves of pawns of that side, those en passant aside.
// Steps straight on go to pushes, captures to targets.
func (v *survey) generatePawns(dst []game.Move, g *Game, side game.Side, pawns, pushes, targets set) []game.Move {
	push, _, _ := v.pawnTargets(g, side, pawns, pushes)
	_, west, east := v.pawnTargets(g, side, pawns, targets)
	last := g.lastRanks[side&1]
	for !push.empty() {
		to := push.pop()
		from := behind(to, side)
		if !pawns.has(from) {
			from = behind(from, side)
		}
		dst = appendPawn(dst, from, to, last)
	}
	for !west.empty() {
		to := west.pop()
		dst = appendPawn(dst, behind(to, side)+1, to, last)
	}
	for !east.empty() {
		to := east.pop()
		dst = appendPawn(dst, behind(to, side)-1, to, last)
	}
	return dst
}

// appendPawn appends a pawn's move, once for each choice if it promotes.
func appendPawn(dst []game.Move, from, to uint8, last set) []game.Move {
	m := game.NewMove(game.Square(from), game.Square(to))
	if !last.has(to) {
		return append(dst, m)
	}
	for _, piece := range game.Promotions {
		dst = append(dst, m.WithPromotion(0, piece))
	}
	return dst
}

// appendMoves appends the moves from one square to each of the others.
func appendMoves(dst []game.Move, from uint8, to set) []game.Move {
	for !to.empty() {
		dst = append(dst, game.NewMove(game.Square(from), game.Square(to.pop())))
	}
	return dst
}
