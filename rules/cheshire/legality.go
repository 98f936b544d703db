package cheshire

import "github.com/wane-chess/wane/game"

// legality holds the checks and pins of the side to move, from which its legal moves
// follow.
type legality struct {
	own, enemy, occ Set
	straight, slant Set // enemy sliders of each kind; an unmoved king is in both (R2)
	targets         Set // squares where pieces other than the king may land
	free, pinned    Set // own pieces; the king is free
	king            uint8
	checked         bool
}

// find finds checks and pins.
func (v *legality) find(s *State) {
	us, them := s.Turn&1, s.Turn&1^1
	v.occ = s.Occupied()
	v.own = s.Of(us, v.occ)
	v.enemy = v.occ.Xor(v.own)
	v.straight = v.enemy.And(s.Straight())
	v.slant = v.enemy.And(s.Diagonal())
	if s.KingUnmoved(them) {
		king := single[s.Kings[them]&127]
		v.straight, v.slant = v.straight.Or(king), v.slant.Or(king)
	}
	k := s.Kings[us]
	v.king = k
	v.targets = Set{full, full}.AndNot(s.Vanished.Or(v.own))

	checkers := v.enemy.And(knightSteps[k&127].And(s.Knights()).Or(pawnAttacks[us][k&127].And(s.Pawns())))
	lines := &between[k%squares]
	snipers := rookLines[k&127].And(v.straight).Or(bishopLines[k&127].And(v.slant))
	for !snipers.Empty() {
		sq := snipers.Pop()
		blockers := lines[sq&127].And(v.occ)
		switch blockers.Count() {
		case 0:
			checkers = checkers.Or(single[sq&127])
		case 1:
			v.pinned = v.pinned.Or(blockers.And(v.own))
		}
	}
	v.free = v.own.AndNot(v.pinned)
	if !checkers.Empty() {
		v.checked = true
		checker := checkers.Pop()
		v.targets = v.targets.And(lines[checker&127].Or(single[checker&127]))
		if !checkers.Empty() { // only the king can answer two
			v.targets = Set{}
		}
	}
}

// attacked reports whether a piece of a color attacks a square, given the occupied
// squares and without the pieces of a set.
func (s *State) attacked(sq uint8, by game.Color, occ, without Set) bool {
	pieces := s.Of(by, s.Occupied()).AndNot(without)
	straight, slant := pieces.And(s.Straight()), pieces.And(s.Diagonal())
	king := single[s.Kings[by&1]&127].And(pieces)
	if s.KingUnmoved(by) {
		straight, slant = straight.Or(king), slant.Or(king)
	}
	sq &= 127
	steps := knightSteps[sq].And(s.Knights()).Or(pawnAttacks[by&1^1][sq].And(s.Pawns())).And(pieces)
	return steps.Or(kingSteps[sq].And(king)).
		Or(RookAttacks(sq, occ).And(straight)).
		Or(BishopAttacks(sq, occ).And(slant)).Meets(Set{full, full})
}

// inCheck reports whether the side to move is in check.
func (s *State) inCheck() bool {
	return s.attacked(s.Kings[s.Turn&1], s.Turn^1, s.Occupied(), Set{})
}

// kingTargets returns the legal targets of the king in within: those of a queen before
// its first move, else of a king (R2). None may be attacked after the move. Lines
// cross the square that the king leaves (R1).
func (v *legality) kingTargets(g *Game, s *State, within Set) Set {
	us, them := s.Turn&1, s.Turn&1^1
	to := kingSteps[v.king&127]
	if s.KingUnmoved(us) && !to.AndNot(v.own.Or(g.off)).Empty() {
		to = QueenAttacks(v.king, v.occ)
	}
	to = to.And(within).AndNot(s.Vanished.Or(v.own)).AndNot(kingSteps[s.Kings[them]&127])
	if to.Empty() {
		return to
	}
	to = to.AndNot(PawnAttacks(them, v.enemy.And(s.Pawns())))
	for pieces := v.enemy.And(s.Knights()); !pieces.Empty(); {
		to = to.AndNot(knightSteps[pieces.Pop()&127])
	}
	occ := v.occ.AndNot(single[v.king&127])
	for pieces := v.straight; !pieces.Empty(); {
		if sq := pieces.Pop(); rookLines[sq&127].Meets(to) {
			to = to.AndNot(RookAttacks(sq, occ))
		}
	}
	for pieces := v.slant; !pieces.Empty(); {
		if sq := pieces.Pop(); bishopLines[sq&127].Meets(to) {
			to = to.AndNot(BishopAttacks(sq, occ))
		}
	}
	return to
}

// PawnAttacks returns the squares that pawns of a color attack.
func PawnAttacks(color game.Color, pawns Set) Set {
	if color == game.White {
		pawns = pawns.Up()
	} else {
		pawns = pawns.Down()
	}
	return pawns.East().Or(pawns.West())
}

// enPassant returns the pawns that can capture en passant. Each capture is tried, since
// two pieces leave their lines at once.
func (v *legality) enPassant(s *State) (capturers Set) {
	if s.EnPassant == none {
		return Set{}
	}
	us, them := s.Turn&1, s.Turn&1^1
	landing, captured := single[s.EnPassant&127], single[behind(s.EnPassant, us)&127]
	for pawns := pawnAttacks[them][s.EnPassant&127].And(v.own).And(s.Pawns()); !pawns.Empty(); {
		from := single[pawns.Pop()&127]
		occ := v.occ.AndNot(from).AndNot(captured).Or(landing)
		if !s.attacked(v.king, them, occ, captured) {
			capturers = capturers.Or(from)
		}
	}
	return capturers
}

// behind returns the square one step back for pawns of a color.
func behind(sq uint8, color game.Color) uint8 {
	if color == game.White {
		return sq - width
	}
	return sq + width
}
