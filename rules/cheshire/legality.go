package cheshire

import "github.com/wane-chess/wane/game"

// survey is what has to be known of a position before its legal moves can be
// listed or counted.
type survey struct {
	own, enemy, occ set
	straight, slant set // enemy sliders of each kind, an unmoved king among both (R2)
	targets         set // where men other than the king may land
	free, pinned    set // own men, the king among the free ones
	guarded         set // by enemy pawns; only AppendMoves fills it
	king            uint8
	checked         bool
}

// look surveys the position for the side to move.
func (v *survey) look(s *state) {
	us, them := s.turn&1, s.turn&1^1
	v.occ = s.occupied()
	v.own = s.of(us, v.occ)
	v.enemy = v.occ.xor(v.own)
	v.straight = v.enemy.and(s.straight())
	v.slant = v.enemy.and(s.slanting())
	if s.queenly(them) {
		king := single[s.kings[them]&127]
		v.straight, v.slant = v.straight.or(king), v.slant.or(king)
	}
	k := s.kings[us]
	v.king = k
	v.targets = set{full, full}.andNot(s.gone.or(v.own))

	checkers := v.enemy.and(knightSteps[k&127].and(s.knights()).or(pawnTakes[us][k&127].and(s.pawns())))
	lines := &between[k%cells]
	snipers := rookLines[k&127].and(v.straight).or(bishopLines[k&127].and(v.slant))
	for !snipers.empty() {
		sq := snipers.pop()
		blockers := lines[sq&127].and(v.occ)
		switch blockers.count() {
		case 0:
			checkers = checkers.or(single[sq&127])
		case 1:
			v.pinned = v.pinned.or(blockers.and(v.own))
		}
	}
	v.free = v.own.andNot(v.pinned)
	if !checkers.empty() {
		v.checked = true
		checker := checkers.pop()
		v.targets = v.targets.and(lines[checker&127].or(single[checker&127]))
		if !checkers.empty() { // only the king can answer two
			v.targets = set{}
		}
	}
}

// attacked tells whether a man of that side attacks the square. Slides are
// judged by occ; men in without are not there.
func (s *state) attacked(sq uint8, by game.Color, occ, without set) bool {
	pieces := s.of(by, s.occupied()).andNot(without)
	straight, slant := pieces.and(s.straight()), pieces.and(s.slanting())
	king := single[s.kings[by&1]&127]
	if s.queenly(by) {
		straight, slant = straight.or(king), slant.or(king)
	}
	sq &= 127
	steps := knightSteps[sq].and(s.knights()).or(pawnTakes[by&1^1][sq].and(s.pawns())).and(pieces)
	return steps.or(kingSteps[sq].and(king)).
		or(rookAttacks(sq, occ).and(straight)).
		or(bishopAttacks(sq, occ).and(slant)).meets(set{full, full})
}

// inCheck tells whether the side to move is in check.
func (s *state) inCheck() bool {
	return s.attacked(s.kings[s.turn&1], s.turn^1, s.occupied(), set{})
}

// kingTargets returns where the king of the side to move can go: any square that
// a queen reaches before its first move (R2), then a king's; none that is
// attacked once the king has left its own. That square vanishes, but lines run
// through it all the same (R1).
func (v *survey) kingTargets(g *Game, s *state) set {
	us, them := s.turn&1, s.turn&1^1
	to := kingSteps[v.king&127]
	if s.queenly(us) && !to.andNot(v.own.or(g.off)).empty() {
		to = queenAttacks(v.king, v.occ)
	}
	to = to.andNot(s.gone.or(v.own)).andNot(kingSteps[s.kings[them]&127])
	if to.empty() {
		return to
	}
	to = to.andNot(pawnAttacks(them, v.enemy.and(s.pawns())))
	for pieces := v.enemy.and(s.knights()); !pieces.empty(); {
		to = to.andNot(knightSteps[pieces.pop()&127])
	}
	occ := v.occ.andNot(single[v.king&127])
	for pieces := v.straight; !pieces.empty(); {
		if sq := pieces.pop(); rookLines[sq&127].meets(to) {
			to = to.andNot(rookAttacks(sq, occ))
		}
	}
	for pieces := v.slant; !pieces.empty(); {
		if sq := pieces.pop(); bishopLines[sq&127].meets(to) {
			to = to.andNot(bishopAttacks(sq, occ))
		}
	}
	return to
}

// pawnAttacks returns the squares that a side's pawns attack.
func pawnAttacks(color game.Color, pawns set) set {
	if color == game.White {
		pawns = pawns.up()
	} else {
		pawns = pawns.down()
	}
	return pawns.east().or(pawns.west())
}

// enPassant returns the pawns that can take en passant. Each is tried: two men
// leave their lines at once.
func (v *survey) enPassant(s *state) (takers set) {
	if s.passed == none {
		return set{}
	}
	us, them := s.turn&1, s.turn&1^1
	landing, taken := single[s.passed&127], single[behind(s.passed, us)&127]
	for pawns := pawnTakes[them][s.passed&127].and(v.own).and(s.pawns()); !pawns.empty(); {
		from := single[pawns.pop()&127]
		occ := v.occ.andNot(from).andNot(taken).or(landing)
		if !s.attacked(v.king, them, occ, taken) {
			takers = takers.or(from)
		}
	}
	return takers
}

// behind returns the square one step back for that side's pawns.
func behind(sq uint8, color game.Color) uint8 {
	if color == game.White {
		return sq - width
	}
	return sq + width
}
