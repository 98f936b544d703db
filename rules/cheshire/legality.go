package cheshire

import "github.com/wane-chess/wane/game"

// checkInfo holds the checks and pins of the side to move, from which its legal moves
// follow.
type checkInfo struct {
	own, enemy, occupied Set
	straight, diagonal   Set // enemy sliders of each kind; an unmoved king is in both (R2)
	evasions             Set // squares where pieces other than the king may land: in check, those that answer it
	free, pinned         Set // own pieces; the king is free
	king                 game.Square
	checked              bool
}

// findChecks finds checks and pins.
func (v *checkInfo) findChecks(s *State) {
	us, them := s.Turn&1, s.Turn&1^1
	v.occupied = s.Occupied()
	v.own = s.Of(us, v.occupied)
	v.enemy = v.occupied.Xor(v.own)
	v.straight = v.enemy.And(s.Straight())
	v.diagonal = v.enemy.And(s.Diagonal())
	if s.KingUnmoved(them) {
		king := single[s.Kings[them]&127]
		v.straight, v.diagonal = v.straight.Or(king), v.diagonal.Or(king)
	}
	k := s.Kings[us]
	v.king = k
	v.evasions = Set{full, full}.AndNot(s.Vanished.Or(v.own))

	checkers := v.enemy.And(knightAttacks[k&127].And(s.Knights()).Or(pawnAttacks[us][k&127].And(s.Pawns())))
	lines := &between[k%squares]
	snipers := rookRays[k&127].And(v.straight).Or(bishopRays[k&127].And(v.diagonal))
	for !snipers.Empty() {
		sq := snipers.Pop()
		blockers := lines[sq&127].And(v.occupied)
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
		v.evasions = v.evasions.And(lines[checker&127].Or(single[checker&127]))
		if !checkers.Empty() { // only the king can answer two
			v.evasions = Set{}
		}
	}
}

// attacked reports whether a piece of a color attacks a square, given the occupied
// squares and without the pieces of a set.
func (s *State) attacked(sq game.Square, by game.Color, occupied, without Set) bool {
	pieces := s.Of(by, s.Occupied()).AndNot(without)
	straight, diagonal := pieces.And(s.Straight()), pieces.And(s.Diagonal())
	king := single[s.Kings[by&1]&127].And(pieces)
	if s.KingUnmoved(by) {
		straight, diagonal = straight.Or(king), diagonal.Or(king)
	}
	sq &= 127
	steps := knightAttacks[sq].And(s.Knights()).Or(pawnAttacks[by&1^1][sq].And(s.Pawns())).And(pieces)
	return steps.Or(kingAttacks[sq].And(king)).
		Or(RookAttacks(sq, occupied).And(straight)).
		Or(BishopAttacks(sq, occupied).And(diagonal)).Meets(Set{full, full})
}

// inCheck reports whether the side to move is in check.
func (s *State) inCheck() bool {
	return s.attacked(s.Kings[s.Turn&1], s.Turn^1, s.Occupied(), Set{})
}

// kingTargets returns the legal targets of the king in within: those of a queen before
// its first move, else of a king (R2). None may be attacked after the move. Lines
// cross the square that the king leaves (R1).
func (v *checkInfo) kingTargets(g *Game, s *State, within Set) Set {
	us, them := s.Turn&1, s.Turn&1^1
	to := kingAttacks[v.king&127]
	if s.KingUnmoved(us) && !to.AndNot(v.own.Or(g.off)).Empty() {
		to = QueenAttacks(v.king, v.occupied)
	}
	to = to.And(within).AndNot(s.Vanished.Or(v.own)).AndNot(kingAttacks[s.Kings[them]&127])
	if to.Empty() {
		return to
	}
	to = to.AndNot(PawnsAttacks(them, v.enemy.And(s.Pawns())))
	for pieces := v.enemy.And(s.Knights()); !pieces.Empty(); {
		to = to.AndNot(knightAttacks[pieces.Pop()&127])
	}
	occupied := v.occupied.AndNot(single[v.king&127])
	for pieces := v.straight; !pieces.Empty(); {
		if sq := pieces.Pop(); rookRays[sq&127].Meets(to) {
			to = to.AndNot(RookAttacks(sq, occupied))
		}
	}
	for pieces := v.diagonal; !pieces.Empty(); {
		if sq := pieces.Pop(); bishopRays[sq&127].Meets(to) {
			to = to.AndNot(BishopAttacks(sq, occupied))
		}
	}
	return to
}

// PawnsAttacks returns the squares that pawns of a color attack.
func PawnsAttacks(color game.Color, pawns Set) Set {
	if color == game.White {
		pawns = pawns.Up()
	} else {
		pawns = pawns.Down()
	}
	return pawns.East().Or(pawns.West())
}

// enPassant returns the pawns that can capture en passant. Each capture is tried, since
// two pieces leave their lines at once.
func (v *checkInfo) enPassant(s *State) (capturers Set) {
	if s.EnPassant == game.NoSquare {
		return Set{}
	}
	us, them := s.Turn&1, s.Turn&1^1
	landing, captured := single[s.EnPassant&127], single[behind(us, s.EnPassant)&127]
	for pawns := pawnAttacks[them][s.EnPassant&127].And(v.own).And(s.Pawns()); !pawns.Empty(); {
		from := single[pawns.Pop()&127]
		occupied := v.occupied.AndNot(from).AndNot(captured).Or(landing)
		if !s.attacked(v.king, them, occupied, captured) {
			capturers = capturers.Or(from)
		}
	}
	return capturers
}

// behind returns the square one step back for pawns of a color.
func behind(color game.Color, sq game.Square) game.Square {
	if color == game.White {
		return sq - width
	}
	return sq + width
}
