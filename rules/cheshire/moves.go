package cheshire

import "github.com/wane-chess/wane/game"

// Targets holds the legal moves of a position as sets of squares.
type Targets struct {
	Pieces    []PieceTargets // where pieces other than pawns can go, the king first
	Pawns     []PawnTargets  // one entry for all pawns that are not pinned, and one for each pinned pawn
	EnPassant Set            // the pawns that can capture en passant
}

// PieceTargets holds the legal targets of one piece other than a pawn.
type PieceTargets struct {
	To   Set
	From uint8
	Type game.PieceType
}

// PawnTargets holds the legal targets of some pawns, except en passant captures. Pawns
// promote on Game.LastRank.
type PawnTargets struct {
	Pawns      Set
	Push       Set // steps and double steps straight ahead
	West, East Set // captures towards the a-file, and away from it
}

// Targets finds the legal moves of pieces and the captures of pawns to squares in
// within, and the steps of pawns to squares in pushes. The result is valid until the
// next call of Targets or Legal.
func (p *Position) Targets(within, pushes Set) *Targets {
	return p.find(Set{full, full}, within, pushes)
}

// find is Targets for the pieces in movers.
func (p *Position) find(movers, within, pushes Set) *Targets {
	s, t := p.State(), &p.targets
	t.Pieces, t.Pawns, t.EnPassant = t.Pieces[:0], t.Pawns[:0], Set{}
	var v legality
	v.find(s)
	if movers.Has(v.king) {
		t.add(v.king, game.King, v.kingTargets(p.game, s, within))
	}
	if v.targets.Empty() {
		return t
	}
	within, pushes = within.And(v.targets), pushes.And(v.targets)
	if !within.Empty() {
		t.addPieces(&v, s, movers, within)
	}
	t.addPawns(&v, p.game, s.Turn, v.free.And(s.Pawns()).And(movers), pushes, within)
	for pawns := v.pinned.And(s.Pawns()).And(movers); !pawns.Empty(); {
		sq := pawns.Pop()
		line := lineOf(v.king, sq)
		t.addPawns(&v, p.game, s.Turn, single[sq&127], pushes.And(line), within.And(line))
	}
	t.EnPassant = v.enPassant(s).And(movers)
	return t
}

// add adds the moves of one piece.
func (t *Targets) add(from uint8, pt game.PieceType, to Set) {
	if !to.Empty() {
		t.Pieces = append(t.Pieces, PieceTargets{to, from, pt})
	}
}

// addPieces adds the moves of queens, rooks, bishops and knights.
func (t *Targets) addPieces(v *legality, s *State, movers, within Set) {
	for pieces := v.free.And(s.Knights()).And(movers); !pieces.Empty(); {
		sq := pieces.Pop()
		t.add(sq, game.Knight, knightSteps[sq&127].And(within))
	}
	straight, slanting := s.Straight(), s.Diagonal()
	for pieces := v.own.And(straight.Or(slanting)).And(movers); !pieces.Empty(); {
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
		t.add(sq, pt, to.And(within))
	}
}

// addPawns adds the moves of some pawns.
func (t *Targets) addPawns(v *legality, g *Game, color game.Color, pawns, pushes, within Set) {
	push, west, east := v.pawnTargets(g, color, pawns, pushes, within)
	if !push.Or(west).Or(east).Empty() {
		t.Pawns = append(t.Pawns, PawnTargets{pawns, push, west, east})
	}
}

// PushedFrom returns the square from which one of the pawns, of the given color, steps
// straight ahead to another.
func (t *PawnTargets) PushedFrom(to uint8, color game.Color) uint8 {
	from := behind(to, color)
	if !t.Pawns.Has(from) {
		from = behind(from, color)
	}
	return from
}

// Legal implements game.Position. Of the moves of one piece, captures come first, and
// then those to squares that enemy pawns attack.
func (p *Position) Legal(dst []game.Move) []game.Move {
	return p.list(dst, Set{full, full}, Set{full, full})
}

// LegalTo appends the legal moves of pieces of a type to a square, and en passant
// captures: see game.LegalTo.
func (p *Position) LegalTo(dst []game.Move, pt game.PieceType, to game.Square) []game.Move {
	return p.list(dst, p.State().OfType(pt), single[to&127])
}

// list appends the legal moves of movers to squares in within, and en passant captures.
func (p *Position) list(dst []game.Move, movers, within Set) []game.Move {
	s := p.State()
	t := p.find(movers, within, within)
	enemy := s.Of(s.Turn^1, s.Occupied())
	guarded := PawnAttacks(s.Turn^1, enemy.And(s.Pawns()))
	for i := range t.Pieces {
		from, to := t.Pieces[i].From, t.Pieces[i].To
		quiet := to.AndNot(enemy)
		for _, set := range [3]Set{to.And(enemy), quiet.And(guarded), quiet.AndNot(guarded)} {
			for !set.Empty() {
				dst = append(dst, game.NewMove(game.Square(from), game.Square(set.Pop())))
			}
		}
	}
	last := p.game.lastRanks[s.Turn&1]
	for i := range t.Pawns {
		pawns := &t.Pawns[i]
		for set := pawns.Push; !set.Empty(); {
			to := set.Pop()
			dst = listPawn(dst, pawns.PushedFrom(to, s.Turn), to, last)
		}
		for set := pawns.West; !set.Empty(); {
			to := set.Pop()
			dst = listPawn(dst, behind(to, s.Turn)+1, to, last)
		}
		for set := pawns.East; !set.Empty(); {
			to := set.Pop()
			dst = listPawn(dst, behind(to, s.Turn)-1, to, last)
		}
	}
	for set := t.EnPassant; !set.Empty(); {
		dst = append(dst, game.NewMove(game.Square(set.Pop()), game.Square(s.EnPassant)))
	}
	return dst
}

// listPawn appends a pawn's move, or one for each promotion.
func listPawn(dst []game.Move, from, to uint8, last Set) []game.Move {
	m := game.NewMove(game.Square(from), game.Square(to))
	if !last.Has(to) {
		return append(dst, m)
	}
	for _, pt := range game.Promotions {
		dst = append(dst, m.WithPromotion(0, pt))
	}
	return dst
}
