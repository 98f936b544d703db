package cheshire

import "github.com/wane-chess/wane/game"

// LegalCount implements game.Position. It counts targets and makes no moves.
func (p *Position) LegalCount() int {
	s := p.top()
	var v survey
	v.look(s)
	n := v.kingTargets(p.game, s).count()
	if v.targets.empty() {
		return n
	}
	for pieces := v.free.and(s.knights()); !pieces.empty(); {
		n += knightSteps[pieces.pop()&127].and(v.targets).count()
	}
	straight, slanting := besides(set{full, full}.andNot(v.own.or(p.game.off)))
	for pieces := v.free.and(s.slanting()).and(slanting); !pieces.empty(); {
		n += bishopAttacks(pieces.pop(), v.occ).and(v.targets).count()
	}
	for pieces := v.free.and(s.straight()).and(straight); !pieces.empty(); {
		n += rookAttacks(pieces.pop(), v.occ).and(v.targets).count()
	}
	n += v.countPawns(p.game, s.turn, v.free.and(s.pawns()), v.targets)
	if !v.pinned.empty() {
		n += v.countPinned(p.game, s)
	}
	if s.passed != none {
		n += v.enPassant(s).count()
	}
	return n
}

// countPinned counts the moves of pinned men, which keep to their line.
func (v *survey) countPinned(g *Game, s *state) (n int) {
	for pieces := v.pinned.andNot(s.knights()); !pieces.empty(); {
		sq := pieces.pop()
		targets := v.targets.and(lineOf(v.king, sq))
		if s.slanting().has(sq) {
			n += bishopAttacks(sq, v.occ).and(targets).count()
		}
		if s.straight().has(sq) {
			n += rookAttacks(sq, v.occ).and(targets).count()
		}
		if s.pawns().has(sq) {
			n += v.countPawns(g, s.turn, single[sq&127], targets)
		}
	}
	return n
}

// countPawns counts the moves of pawns of that side, those en passant aside.
func (v *survey) countPawns(g *Game, color game.Color, pawns, targets set) int {
	push, west, east := v.pawnTargets(g, color, pawns, targets, targets)
	n := push.count() + west.count() + east.count()
	if last := g.lastRanks[color&1]; last.meets(push.or(west).or(east)) {
		n += 3 * (push.and(last).count() + west.and(last).count() + east.and(last).count())
	}
	return n
}

// pawnTargets returns where pawns of that side land straight on among pushes,
// single and double steps together, and where they capture among targets,
// towards the west and the east. The double step needs its passed-over square empty, not in being (R1, R3).
func (v *survey) pawnTargets(g *Game, color game.Color, pawns, pushes, targets set) (push, west, east set) {
	start := pawns.and(g.pawnRanks[color&1])
	if color == game.White {
		pawns = pawns.up()
		push = pawns.or(start.up().andNot(v.occ).up())
	} else {
		pawns = pawns.down()
		push = pawns.or(start.down().andNot(v.occ).down())
	}
	prey := v.enemy.and(targets)
	return push.and(pushes).andNot(v.occ), pawns.west().and(prey), pawns.east().and(prey)
}

// besides returns the squares beside those of a set, along ranks and files and
// along diagonals, and some others: a slider elsewhere cannot move to the set, and
// need not be asked. On crowded boards that is most of them.
func besides(a set) (straight, slanting set) {
	updown := set{a.lo<<width | a.lo>>width | a.hi<<(half-width), a.hi<<width | a.hi>>width | a.lo>>(half-width)}
	return set{updown.lo | a.lo<<1 | a.lo>>1, updown.hi | a.hi<<1 | a.hi>>1},
		set{updown.lo<<1 | updown.lo>>1, updown.hi<<1 | updown.hi>>1}
}
