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

// AppendMoves appends the legal moves of the requested kinds to dst. Captures and
// promotions are noisy. Of the moves of one piece, captures come first. The score is
// 0, or -1 where a piece other than a pawn makes a quiet move to a square that an
// enemy pawn attacks.
func (p *Position) AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove {
	s := p.State()
	var v legality
	v.find(s)
	v.guarded = PawnAttacks(s.Turn^1, v.enemy.And(s.Pawns()))

	pushes := Set{full, full} // where pawns may step straight on
	wanted := pushes
	switch last := p.game.lastRanks[s.Turn&1]; k & game.All {
	case game.Noisy:
		pushes, wanted = last, v.enemy
	case game.Quiet:
		pushes, wanted = pushes.AndNot(last), wanted.AndNot(v.enemy)
	}
	dst = v.list(dst, s, v.king, game.King, v.kingTargets(p.game, s).And(wanted))
	if v.targets.Empty() {
		return dst
	}
	targets := v.targets.And(wanted)
	pushes = pushes.And(v.targets)
	if !targets.Empty() {
		dst = v.listPieces(dst, s, targets)
	}
	dst = v.listPawns(dst, p.game, s, v.free.And(s.Pawns()), pushes, targets)
	for pieces := v.pinned.And(s.Pawns()); !pieces.Empty(); {
		sq := pieces.Pop()
		line := lineOf(v.king, sq)
		dst = v.listPawns(dst, p.game, s, single[sq&127], pushes.And(line), targets.And(line))
	}
	if k&game.Noisy != 0 && s.EnPassant != none {
		captured := game.Pawn.Of(s.Turn ^ 1)
		for pieces := v.enPassant(s); !pieces.Empty(); {
			dst = v.add(dst, s, pieces.Pop(), s.EnPassant, game.Pawn, captured, game.Noisy)
		}
	}
	return dst
}

// listPieces appends the moves of queens, rooks, bishops and knights.
func (v *legality) listPieces(dst []game.ScoredMove, s *State, targets Set) []game.ScoredMove {
	for pieces := v.free.And(s.Knights()); !pieces.Empty(); {
		sq := pieces.Pop()
		dst = v.list(dst, s, sq, game.Knight, knightSteps[sq&127].And(targets))
	}
	straight, slanting := s.Straight(), s.Diagonal()
	for pieces := v.own.And(straight.Or(slanting)); !pieces.Empty(); {
		sq := pieces.Pop()
		var to Set
		var pt game.PieceType
		switch at := single[sq&127]; {
		case !slanting.Meets(at):
			to, pt = RookAttacks(sq, v.occ), game.Rook
		case !straight.Meets(at):
			to, pt = BishopAttacks(sq, v.occ), game.Bishop
		default:
			to, pt = QueenAttacks(sq, v.occ), game.Queen
		}
		if v.pinned.Has(sq) {
			to = to.And(lineOf(v.king, sq))
		}
		dst = v.list(dst, s, sq, pt, to.And(targets))
	}
	return dst
}

// list appends the moves of a piece other than a pawn.
func (v *legality) list(dst []game.ScoredMove, s *State, from uint8, pt game.PieceType, to Set) []game.ScoredMove {
	for prey := to.And(v.enemy); !prey.Empty(); {
		at := prey.Pop()
		dst = v.add(dst, s, from, at, pt, s.Piece(at), game.Noisy)
	}
	to = to.AndNot(v.enemy)
	for guarded := to.And(v.guarded); !guarded.Empty(); {
		dst = v.add(dst, s, from, guarded.Pop(), pt, game.NoPiece, game.Quiet)
		dst[len(dst)-1].Score = -1
	}
	for to = to.AndNot(v.guarded); !to.Empty(); {
		dst = v.add(dst, s, from, to.Pop(), pt, game.NoPiece, game.Quiet)
	}
	return dst
}

// add appends one move.
func (v *legality) add(dst []game.ScoredMove, s *State, from, to uint8, pt game.PieceType, captured game.Piece, k game.Kind) []game.ScoredMove {
	return append(dst, game.ScoredMove{
		Move:  game.NewMove(game.Square(from), game.Square(to)),
		Piece: pt.Of(s.Turn), Captured: captured, Kind: k,
	})
}

// listPawns appends the moves of pawns of the side to move, those en passant
// aside. Steps straight on go to pushes, captures to targets.
func (v *legality) listPawns(dst []game.ScoredMove, g *Game, s *State, pawns, pushes, targets Set) []game.ScoredMove {
	color := s.Turn
	push, west, east := v.pawnTargets(g, color, pawns, pushes, targets)
	last := g.lastRanks[color&1]
	for !push.Empty() {
		to := push.Pop()
		from := behind(to, color)
		if !pawns.Has(from) {
			from = behind(from, color)
		}
		dst = v.listPawn(dst, s, from, to, last)
	}
	for !west.Empty() {
		to := west.Pop()
		dst = v.listPawn(dst, s, behind(to, color)+1, to, last)
	}
	for !east.Empty() {
		to := east.Pop()
		dst = v.listPawn(dst, s, behind(to, color)-1, to, last)
	}
	return dst
}

// listPawn appends a pawn's move, once for each choice if it promotes.
func (v *legality) listPawn(dst []game.ScoredMove, s *State, from, to uint8, last Set) []game.ScoredMove {
	captured, k := game.NoPiece, game.Quiet
	if v.enemy.Has(to) {
		captured, k = s.Piece(to), game.Noisy
	}
	if !last.Has(to) {
		return v.add(dst, s, from, to, game.Pawn, captured, k)
	}
	for _, pt := range game.Promotions {
		dst = v.add(dst, s, from, to, game.Pawn, captured, game.Noisy)
		m := &dst[len(dst)-1].Move
		*m = m.WithPromotion(0, pt)
	}
	return dst
}
