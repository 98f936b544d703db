package cheshire

import "github.com/wane-chess/wane/game"

// Legal implements game.Position.
func (p *Position) Legal(dst []game.Move) []game.Move {
	p.room = p.AppendMoves(p.room[:0], game.All)
	for i := range p.room {
		dst = append(dst, p.room[i].Move)
	}
	return dst
}

// AppendMoves implements game.Node. All the moves are legal. Captures and
// promotions are noisy.
func (p *Position) AppendMoves(dst []game.Ranked, k game.Kind) []game.Ranked {
	s := p.top()
	var v survey
	v.look(s)
	v.guarded = pawnAttacks(s.turn^1, v.enemy.and(s.pawns()))

	pushes := set{full, full} // where pawns may step straight on
	wanted := pushes
	switch last := p.game.lastRanks[s.turn&1]; k & game.All {
	case game.Noisy:
		pushes, wanted = last, v.enemy
	case game.Quiet:
		pushes, wanted = pushes.andNot(last), wanted.andNot(v.enemy)
	}
	hint := int32(0)
	if s.queenly(s.turn) {
		hint = firstKingMove
	}
	dst = v.list(dst, s, v.king, game.King, hint, v.kingTargets(p.game, s).and(wanted))
	if v.targets.empty() {
		return dst
	}
	targets := v.targets.and(wanted)
	pushes = pushes.and(v.targets)
	if !targets.empty() {
		dst = v.listMen(dst, s, targets)
	}
	dst = v.listPawns(dst, p.game, s, v.free.and(s.pawns()), pushes, targets)
	for men := v.pinned.and(s.pawns()); !men.empty(); {
		sq := men.pop()
		line := lineOf(v.king, sq)
		dst = v.listPawns(dst, p.game, s, single[sq&127], pushes.and(line), targets.and(line))
	}
	if k&game.Noisy != 0 && s.passed != none {
		taken := game.Pawn.Of(s.turn ^ 1)
		for men := v.enPassant(s); !men.empty(); {
			dst = v.add(dst, s, men.pop(), s.passed, game.Pawn, taken, capture(game.Pawn, game.Pawn), game.Noisy)
		}
	}
	return dst
}

// listMen appends the moves of queens, rooks, bishops and knights.
func (v *survey) listMen(dst []game.Ranked, s *state, targets set) []game.Ranked {
	for men := v.free.and(s.knights()); !men.empty(); {
		sq := men.pop()
		dst = v.list(dst, s, sq, game.Knight, 0, knightSteps[sq&127].and(targets))
	}
	straight, slanting := s.straight(), s.slanting()
	for men := v.own.and(straight.or(slanting)); !men.empty(); {
		sq := men.pop()
		var to set
		var piece game.Piece
		switch at := single[sq&127]; {
		case !slanting.meets(at):
			to, piece = rookAttacks(sq, v.occ), game.Rook
		case !straight.meets(at):
			to, piece = bishopAttacks(sq, v.occ), game.Bishop
		default:
			to, piece = queenAttacks(sq, v.occ), game.Queen
		}
		if v.pinned.has(sq) {
			to = to.and(lineOf(v.king, sq))
		}
		dst = v.list(dst, s, sq, piece, 0, to.and(targets))
	}
	return dst
}

// list appends the moves of a man other than a pawn, captures first. Quiet ones
// have that hint and less.
func (v *survey) list(dst []game.Ranked, s *state, from uint8, piece game.Piece, hint int32, to set) []game.Ranked {
	for prey := to.and(v.enemy); !prey.empty(); {
		at := prey.pop()
		taken := s.man(at)
		dst = v.add(dst, s, from, at, piece, taken, capture(piece, taken.Piece()), game.Noisy)
	}
	to = to.andNot(v.enemy)
	for shy := to.and(v.guarded); !shy.empty(); {
		dst = v.add(dst, s, from, shy.pop(), piece, game.NoMan, hint+pawnGuardedHint, game.Quiet)
	}
	for to = to.andNot(v.guarded); !to.empty(); {
		dst = v.add(dst, s, from, to.pop(), piece, game.NoMan, hint, game.Quiet)
	}
	return dst
}

// add appends one move.
func (v *survey) add(dst []game.Ranked, s *state, from, to uint8, piece game.Piece, taken game.Man, hint int32, k game.Kind) []game.Ranked {
	return append(dst, game.Ranked{
		Move: game.NewMove(game.Square(from), game.Square(to)),
		Rank: hint, Man: piece.Of(s.turn), Taken: taken, Kind: k,
	})
}

// listPawns appends the moves of pawns of the side to move, those en passant
// aside. Steps straight on go to pushes, captures to targets.
func (v *survey) listPawns(dst []game.Ranked, g *Game, s *state, pawns, pushes, targets set) []game.Ranked {
	side := s.turn
	push, west, east := v.pawnTargets(g, side, pawns, pushes, targets)
	last := g.lastRanks[side&1]
	for !push.empty() {
		to := push.pop()
		from := behind(to, side)
		if !pawns.has(from) {
			from = behind(from, side)
		}
		dst = v.listPawn(dst, s, from, to, last)
	}
	for !west.empty() {
		to := west.pop()
		dst = v.listPawn(dst, s, behind(to, side)+1, to, last)
	}
	for !east.empty() {
		to := east.pop()
		dst = v.listPawn(dst, s, behind(to, side)-1, to, last)
	}
	return dst
}

// listPawn appends a pawn's move, once for each choice if it promotes.
func (v *survey) listPawn(dst []game.Ranked, s *state, from, to uint8, last set) []game.Ranked {
	taken, hint, k := game.NoMan, int32(0), game.Quiet
	if v.enemy.has(to) {
		taken = s.man(to)
		hint, k = capture(game.Pawn, taken.Piece()), game.Noisy
	}
	if !last.has(to) {
		return v.add(dst, s, from, to, game.Pawn, taken, hint, k)
	}
	for _, piece := range game.Promotions {
		dst = v.add(dst, s, from, to, game.Pawn, taken, hint+promotionHint[piece], game.Noisy)
		m := &dst[len(dst)-1].Move
		*m = m.WithPromotion(0, piece)
	}
	return dst
}
