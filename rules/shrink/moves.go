package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// sets holds the legal moves of a position as sets of squares: counting them is
// then a matter of popcounts, and listing them comes last.
type sets struct {
	// Where pawns can go, by kind of step; which pawn follows from the target.
	push, double, left, right uint64
	// Where other men can go. A queen has two entries.
	n      int
	pieces [128]reach
	// Moves whose collapse brings pawns to their last row (R3).
	choices []choice

	// What the ordinary moves of a position need to know.
	turn                game.Color
	king                uint
	own, enemy, occ     uint64
	kind                game.Kind
	land                uint64 // squares that men may move to, as far as is asked
	drastic             uint64 // men whose leaving their rank is noisy: see drasticRows
	evade               uint64 // squares that a move must go to because of a check
	pinned, pinnedSlant uint64 // lines from the king to and including a slider, with a single man between
}

// reach is where one man can go.
type reach struct {
	from    uint
	targets uint64
}

// set writes the fields one by one: assigning a whole reach stores it twice.
func (r *reach) set(from uint, targets uint64) { r.from, r.targets = from, targets }

func (g *sets) add(from uint, targets uint64) {
	g.pieces[g.n&127].set(from, targets)
	g.n++
}

// begin empties the sets and finds out about checks and pins. Of men other than
// pawns only moves of the kind are asked for; pawn moves are always all found.
func (g *sets) begin(s *state, kind game.Kind) {
	g.push, g.double, g.left, g.right, g.n = 0, 0, 0, 0, 0
	g.choices = g.choices[:0]
	g.turn, g.kind, g.drastic = s.turn, kind, 0
	m := s.Pieces
	g.occ = m.Occupied()
	own := m.Of(s.turn)
	g.own, g.enemy = own, g.occ&^own
	k := lowest(m.Kings()&own) & 63
	g.king = k
	g.land = s.board() &^ own
	switch kind {
	case game.Noisy:
		g.land = g.enemy
	case game.Quiet:
		g.land &^= g.enemy
	}
	checkers := pawnAttacks[s.turn&1][k]&m.Pawns() | knightAttacks[k]&m.Knights()
	checkers &= g.enemy
	lines := &between[k]
	onSlant, slant := snipe(bishopRays[k]&m.Diagonal()&g.enemy, lines, g.occ)
	onLine, pinned := snipe(rookRays[k]&m.Straight()&g.enemy, lines, g.occ)
	checkers |= onSlant | onLine
	g.pinned, g.pinnedSlant = pinned, slant
	g.evade = ^uint64(0)
	if checkers != 0 {
		g.evade = evasions(k, checkers)
	}
}

// snipe sorts the enemy sliders whose lines lead to the king: checkers have
// nothing between, the lines to and including others have a single man.
func snipe(snipers uint64, lines *[64]uint64, occ uint64) (checkers, pinning uint64) {
	for ; snipers != 0; snipers &= snipers - 1 {
		sniper := snipers & -snipers
		line := lines[lowest(snipers)&63]
		switch shield := line & occ; {
		case shield == 0:
			checkers |= sniper
		case shield&(shield-1) == 0:
			pinning |= line | sniper
		}
	}
	return checkers, pinning
}

// evasions returns where a man other than the king may go against checkers.
func evasions(king uint, checkers uint64) uint64 {
	if checkers&(checkers-1) != 0 {
		return 0
	}
	return checkers | between[king&63][lowest(checkers)]
}

// inCheck tells whether begin has found a check.
func (g *sets) inCheck() bool { return g.evade != ^uint64(0) }

// ordinary adds the moves that the given men can make without a collapse, en
// passant and castling aside.
func (g *sets) ordinary(s *state, movers uint64) {
	m := s.Pieces
	if bit(g.king)&movers != 0 {
		g.kingMoves(m, kingAttacks[g.king&63]&g.land)
	}
	if g.evade == 0 {
		return
	}
	g.pawnMoves(s, m.Pawns()&movers)
	land := g.land & g.evade
	occ := g.occ
	n := g.n
	for b := m.Knights() & movers &^ (g.pinned | g.pinnedSlant); b != 0; b &= b - 1 {
		from := lowest(b)
		g.pieces[n&127].set(from, knightAttacks[from&63]&land)
		n++
	}
	diagonal := m.Diagonal() & movers &^ g.pinned
	for b := diagonal &^ g.pinnedSlant; b != 0; b &= b - 1 {
		from := lowest(b)
		g.pieces[n&127].set(from, bishopAttacks(from, occ)&land)
		n++
	}
	straight := m.Straight() & movers &^ g.pinnedSlant
	for b := straight &^ g.pinned; b != 0; b &= b - 1 {
		from := lowest(b)
		g.pieces[n&127].set(from, rookAttacks(from, occ)&land)
		n++
	}
	for b := diagonal & g.pinnedSlant; b != 0; b &= b - 1 {
		from := lowest(b)
		g.pieces[n&127].set(from, bishopAttacks(from, occ)&land&g.pinnedSlant)
		n++
	}
	for b := straight & g.pinned; b != 0; b &= b - 1 {
		from := lowest(b)
		g.pieces[n&127].set(from, rookAttacks(from, occ)&land&g.pinned)
		n++
	}
	g.n = n
}

// kingMoves adds those steps of the king that lead to safe squares.
func (g *sets) kingMoves(m bitboard.Pieces, targets uint64) {
	if targets == 0 {
		return
	}
	enemyKing := lowest(m.Kings() & g.enemy)
	targets &^= kingAttacks[enemyKing&63] | pawnCover(m.Pawns()&g.enemy, g.turn^1)
	occ := g.occ &^ bit(g.king)
	knights, diagonal, straight := m.Knights()&g.enemy, m.Diagonal()&g.enemy, m.Straight()&g.enemy
	safe := targets
	for b := targets; b != 0; b &= b - 1 {
		to := lowest(b)
		if knightAttacks[to&63]&knights|bishopAttacks(to, occ)&diagonal|rookAttacks(to, occ)&straight != 0 {
			safe &^= b & -b
		}
	}
	g.add(g.king, safe)
}

// pawnCover returns what a side's pawns attack.
func pawnCover(pawns uint64, color game.Color) uint64 {
	ahead := forward[color&1]
	return turned(pawns&^fileA, ahead-1) | turned(pawns&^fileH, ahead+1)
}

// pawnMoves adds pawn moves. A pawn pinned on a file may push; one pinned on a
// diagonal may capture along it. That the target lies on a pinning line is
// enough, as no pawn can capture from one such line to another.
func (g *sets) pawnMoves(s *state, pawns uint64) {
	ahead := forward[g.turn&1]
	free := pawns &^ g.pinnedSlant
	pushers := free &^ g.pinned
	pushers |= free & g.pinned & fileOf(g.king)
	single := turned(pushers, ahead) &^ g.occ
	g.push |= single & g.evade
	g.double |= turned(single&stepped[g.turn&1][s.ranks&15], ahead) &^ g.occ & g.evade

	takers := pawns &^ g.pinned
	slant := takers & g.pinnedSlant
	takers ^= slant
	left := turned(takers&^fileA, ahead-1)
	right := turned(takers&^fileH, ahead+1)
	if slant != 0 {
		left |= turned(slant&^fileA, ahead-1) & g.pinnedSlant
		right |= turned(slant&^fileH, ahead+1) & g.pinnedSlant
	}
	prey := g.enemy & g.evade
	g.left |= left & prey
	g.right |= right & prey
}

// capturers returns the pawns that stand where they could take en passant.
func (s *state) capturers() uint64 {
	if s.passed == noSquare {
		return 0
	}
	return pawnAttacks[s.turn&1^1][s.passed&63] & s.Pawns() & s.Of(s.turn)
}

// addPassant adds a capture en passant.
func (g *sets) addPassant(from, passed uint) {
	if from&7 > passed&7 {
		g.left |= bit(passed)
	} else {
		g.right |= bit(passed)
	}
}

// castlings returns the squares that the king may go to by castling as far as
// can be said before a collapse (R6).
func (g *sets) castlings(s *state) uint64 {
	rooks := s.rights & g.own
	if rooks == 0 || g.inCheck() {
		return 0
	}
	var targets uint64
	for ; rooks != 0; rooks &= rooks - 1 {
		rook := lowest(rooks)
		crossed, to := g.king-1, g.king-2
		if rook > g.king {
			crossed, to = g.king+1, g.king+2
		}
		if between[g.king&63][rook&63]&g.occ == 0 && attackers(s.Pieces, crossed, g.turn, g.enemy) == 0 {
			targets |= bit(to)
		}
	}
	return targets
}
