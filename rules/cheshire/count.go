package cheshire

import "github.com/wane-chess/wane/game"

// LegalCount implements game.Position. It counts targets and lists no moves.
func (p *Position) LegalCount() int {
	s := p.State()
	var v checkInfo
	v.findChecks(s)
	n := v.kingTargets(p.game, s, Set{full, full}).Count()
	if v.evasions.Empty() {
		return n
	}
	for pieces := v.free.And(s.Knights()); !pieces.Empty(); {
		n += knightAttacks[pieces.Pop()&127].And(v.evasions).Count()
	}
	straight, diagonal := adjacent(Set{full, full}.AndNot(v.own.Or(p.game.off)))
	for pieces := v.free.And(s.Diagonal()).And(diagonal); !pieces.Empty(); {
		n += BishopAttacks(pieces.Pop(), v.occupied).And(v.evasions).Count()
	}
	for pieces := v.free.And(s.Straight()).And(straight); !pieces.Empty(); {
		n += RookAttacks(pieces.Pop(), v.occupied).And(v.evasions).Count()
	}
	n += v.countPawns(p.game, s.Turn, v.free.And(s.Pawns()), v.evasions)
	if !v.pinned.Empty() {
		n += v.countPinned(p.game, s)
	}
	if s.EnPassant != game.NoSquare {
		n += v.enPassant(s).Count()
	}
	return n
}

// countPinned counts the moves of pinned pieces along their lines.
func (v *checkInfo) countPinned(g *Game, s *State) (n int) {
	for pieces := v.pinned.AndNot(s.Knights()); !pieces.Empty(); {
		sq := pieces.Pop()
		targets := v.evasions.And(lineOf(v.king, sq))
		if s.Diagonal().Has(sq) {
			n += BishopAttacks(sq, v.occupied).And(targets).Count()
		}
		if s.Straight().Has(sq) {
			n += RookAttacks(sq, v.occupied).And(targets).Count()
		}
		if s.Pawns().Has(sq) {
			n += v.countPawns(g, s.Turn, single[sq&127], targets)
		}
	}
	return n
}

// countPawns counts the moves of pawns of a color, except en passant captures.
func (v *checkInfo) countPawns(g *Game, color game.Color, pawns, targets Set) int {
	push, west, east := v.pawnTargets(g, color, pawns, targets, targets)
	n := push.Count() + west.Count() + east.Count()
	if last := g.lastRanks[color&1]; last.Meets(push.Or(west).Or(east)) {
		n += 3 * (push.And(last).Count() + west.And(last).Count() + east.And(last).Count())
	}
	return n
}

// pawnTargets returns where pawns of a color go straight ahead among pushes, by single
// and double steps, and where they capture among targets, towards the west and the
// east. A double step needs the crossed square empty, vanished or not (R1, R3).
func (v *checkInfo) pawnTargets(g *Game, color game.Color, pawns, pushes, targets Set) (push, west, east Set) {
	start := pawns.And(g.pawnRanks[color&1])
	if color == game.White {
		pawns = pawns.Up()
		push = pawns.Or(start.Up().AndNot(v.occupied).Up())
	} else {
		pawns = pawns.Down()
		push = pawns.Or(start.Down().AndNot(v.occupied).Down())
	}
	enemy := v.enemy.And(targets)
	return push.And(pushes).AndNot(v.occupied), pawns.West().And(enemy), pawns.East().And(enemy)
}

// adjacent returns the neighbors of a set, along ranks and files and along diagonals,
// and some other squares. A slider elsewhere cannot move to the set, so it is skipped:
// on crowded boards that is most of them.
func adjacent(a Set) (straight, diagonal Set) {
	updown := Set{a.lo<<width | a.lo>>width | a.hi<<(half-width), a.hi<<width | a.hi>>width | a.lo>>(half-width)}
	return Set{updown.lo | a.lo<<1 | a.lo>>1, updown.hi | a.hi<<1 | a.hi>>1},
		Set{updown.lo<<1 | updown.lo>>1, updown.hi<<1 | updown.hi>>1}
}
