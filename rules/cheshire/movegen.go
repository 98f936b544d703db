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
	From game.Square
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
	return p.findTargets(Set{full, full}, within, pushes)
}

// findTargets is Targets for the pieces in movers.
func (p *Position) findTargets(movers, within, pushes Set) *Targets {
	s, t := p.State(), &p.targets
	t.Pieces, t.Pawns, t.EnPassant = t.Pieces[:0], t.Pawns[:0], Set{}
	var v checkInfo
	v.findChecks(s)
	if movers.Has(v.king) {
		t.add(v.king, game.King, v.kingTargets(p.game, s, within))
	}
	if v.evasions.Empty() {
		return t
	}
	within, pushes = within.And(v.evasions), pushes.And(v.evasions)
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
func (t *Targets) add(from game.Square, pt game.PieceType, to Set) {
	if !to.Empty() {
		t.Pieces = append(t.Pieces, PieceTargets{to, from, pt})
	}
}

// addPieces adds the moves of queens, rooks, bishops and knights.
func (t *Targets) addPieces(v *checkInfo, s *State, movers, within Set) {
	for pieces := v.free.And(s.Knights()).And(movers); !pieces.Empty(); {
		sq := pieces.Pop()
		t.add(sq, game.Knight, knightAttacks[sq&127].And(within))
	}
	straight, diagonal := s.Straight(), s.Diagonal()
	for pieces := v.own.And(straight.Or(diagonal)).And(movers); !pieces.Empty(); {
		sq := pieces.Pop()
		var to Set
		var pt game.PieceType
		switch at := single[sq&127]; {
		case !diagonal.Meets(at):
			to, pt = RookAttacks(sq, v.occupied), game.Rook
		case !straight.Meets(at):
			to, pt = BishopAttacks(sq, v.occupied), game.Bishop
		default:
			to, pt = QueenAttacks(sq, v.occupied), game.Queen
		}
		if v.pinned.Has(sq) {
			to = to.And(lineOf(v.king, sq))
		}
		t.add(sq, pt, to.And(within))
	}
}

// addPawns adds the moves of some pawns.
func (t *Targets) addPawns(v *checkInfo, g *Game, color game.Color, pawns, pushes, within Set) {
	push, west, east := v.pawnTargets(g, color, pawns, pushes, within)
	if !push.Or(west).Or(east).Empty() {
		t.Pawns = append(t.Pawns, PawnTargets{pawns, push, west, east})
	}
}

// PushedFrom returns the square from which one of the pawns, of the given color, steps
// straight ahead to another.
func (t *PawnTargets) PushedFrom(color game.Color, to game.Square) game.Square {
	from := behind(color, to)
	if !t.Pawns.Has(from) {
		from = behind(color, from)
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
	t := p.findTargets(movers, within, within)
	enemy := s.Of(s.Turn^1, s.Occupied())
	guarded := PawnsAttacks(s.Turn^1, enemy.And(s.Pawns()))
	for i := range t.Pieces {
		from, to := t.Pieces[i].From, t.Pieces[i].To
		quiet := to.AndNot(enemy)
		for _, set := range [3]Set{to.And(enemy), quiet.And(guarded), quiet.AndNot(guarded)} {
			for !set.Empty() {
				dst = append(dst, game.NewMove(from, set.Pop()))
			}
		}
	}
	last := p.game.lastRanks[s.Turn&1]
	for i := range t.Pawns {
		pawns := &t.Pawns[i]
		for set := pawns.Push; !set.Empty(); {
			to := set.Pop()
			dst = listPawn(dst, pawns.PushedFrom(s.Turn, to), to, last)
		}
		for set := pawns.West; !set.Empty(); {
			to := set.Pop()
			dst = listPawn(dst, behind(s.Turn, to)+1, to, last)
		}
		for set := pawns.East; !set.Empty(); {
			to := set.Pop()
			dst = listPawn(dst, behind(s.Turn, to)-1, to, last)
		}
	}
	for set := t.EnPassant; !set.Empty(); {
		dst = append(dst, game.NewMove(set.Pop(), s.EnPassant))
	}
	return dst
}

// listPawn appends a pawn's move, or one for each promotion.
func listPawn(dst []game.Move, from, to game.Square, last Set) []game.Move {
	m := game.NewMove(from, to)
	if !last.Has(to) {
		return append(dst, m)
	}
	for _, pt := range game.Promotions {
		dst = append(dst, m.WithPromotion(0, pt))
	}
	return dst
}
