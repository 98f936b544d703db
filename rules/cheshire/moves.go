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

// AppendMoves implements game.Position. All the moves are legal. Captures and
// promotions are noisy.
func (p *Position) AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove {
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
		dst = v.listPieces(dst, s, targets)
	}
	dst = v.listPawns(dst, p.game, s, v.free.and(s.pawns()), pushes, targets)
	for pieces := v.pinned.and(s.pawns()); !pieces.empty(); {
		sq := pieces.pop()
		line := lineOf(v.king, sq)
		dst = v.listPawns(dst, p.game, s, single[sq&127], pushes.and(line), targets.and(line))
	}
	if k&game.Noisy != 0 && s.passed != none {
		taken := game.Pawn.Of(s.turn ^ 1)
		for pieces := v.enPassant(s); !pieces.empty(); {
			dst = v.add(dst, s, pieces.pop(), s.passed, game.Pawn, taken, capture(game.Pawn, game.Pawn), game.Noisy)
		}
	}
	return dst
}

// listPieces appends the moves of queens, rooks, bishops and knights.
func (v *survey) listPieces(dst []game.ScoredMove, s *state, targets set) []game.ScoredMove {
	for pieces := v.free.and(s.knights()); !pieces.empty(); {
		sq := pieces.pop()
		dst = v.list(dst, s, sq, game.Knight, 0, knightSteps[sq&127].and(targets))
	}
	straight, slanting := s.straight(), s.slanting()
	for pieces := v.own.and(straight.or(slanting)); !pieces.empty(); {
		sq := pieces.pop()
		var to set
		var pt game.PieceType
		switch at := single[sq&127]; {
		case !slanting.meets(at):
			to, pt = rookAttacks(sq, v.occ), game.Rook
		case !straight.meets(at):
			to, pt = bishopAttacks(sq, v.occ), game.Bishop
		default:
			to, pt = queenAttacks(sq, v.occ), game.Queen
		}
		if v.pinned.has(sq) {
			to = to.and(lineOf(v.king, sq))
		}
		dst = v.list(dst, s, sq, pt, 0, to.and(targets))
	}
	return dst
}

// list appends the moves of a man other than a pawn, captures first. Quiet ones
// have that hint and less.
func (v *survey) list(dst []game.ScoredMove, s *state, from uint8, pt game.PieceType, hint int32, to set) []game.ScoredMove {
	for prey := to.and(v.enemy); !prey.empty(); {
		at := prey.pop()
		taken := s.piece(at)
		dst = v.add(dst, s, from, at, pt, taken, capture(pt, taken.Type()), game.Noisy)
	}
	to = to.andNot(v.enemy)
	for shy := to.and(v.guarded); !shy.empty(); {
		dst = v.add(dst, s, from, shy.pop(), pt, game.NoPiece, hint+pawnGuardedHint, game.Quiet)
	}
	for to = to.andNot(v.guarded); !to.empty(); {
		dst = v.add(dst, s, from, to.pop(), pt, game.NoPiece, hint, game.Quiet)
	}
	return dst
}

// add appends one move.
func (v *survey) add(dst []game.ScoredMove, s *state, from, to uint8, pt game.PieceType, taken game.Piece, hint int32, k game.Kind) []game.ScoredMove {
	return append(dst, game.ScoredMove{
		Move:  game.NewMove(game.Square(from), game.Square(to)),
		Score: hint, Piece: pt.Of(s.turn), Captured: taken, Kind: k,
	})
}

// listPawns appends the moves of pawns of the side to move, those en passant
// aside. Steps straight on go to pushes, captures to targets.
func (v *survey) listPawns(dst []game.ScoredMove, g *Game, s *state, pawns, pushes, targets set) []game.ScoredMove {
	color := s.turn
	push, west, east := v.pawnTargets(g, color, pawns, pushes, targets)
	last := g.lastRanks[color&1]
	for !push.empty() {
		to := push.pop()
		from := behind(to, color)
		if !pawns.has(from) {
			from = behind(from, color)
		}
		dst = v.listPawn(dst, s, from, to, last)
	}
	for !west.empty() {
		to := west.pop()
		dst = v.listPawn(dst, s, behind(to, color)+1, to, last)
	}
	for !east.empty() {
		to := east.pop()
		dst = v.listPawn(dst, s, behind(to, color)-1, to, last)
	}
	return dst
}

// listPawn appends a pawn's move, once for each choice if it promotes.
func (v *survey) listPawn(dst []game.ScoredMove, s *state, from, to uint8, last set) []game.ScoredMove {
	taken, hint, k := game.NoPiece, int32(0), game.Quiet
	if v.enemy.has(to) {
		taken = s.piece(to)
		hint, k = capture(game.Pawn, taken.Type()), game.Noisy
	}
	if !last.has(to) {
		return v.add(dst, s, from, to, game.Pawn, taken, hint, k)
	}
	for _, pt := range game.Promotions {
		dst = v.add(dst, s, from, to, game.Pawn, taken, hint+promotionHint[pt], game.Noisy)
		m := &dst[len(dst)-1].Move
		*m = m.WithPromotion(0, pt)
	}
	return dst
}
