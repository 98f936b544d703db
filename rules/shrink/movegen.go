package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Targets holds the legal moves of a position as sets of target squares, so that they
// are counted by population counts and listed last. Position.Targets finds them.
type Targets struct {
	// Push, Double, Left and Right are where pawns can go by a step, a double step
	// and a capture towards either edge, en passant included. The target shows which
	// pawn. Pawns promote on LastRanks.
	Push, Double, Left, Right uint64
	// Choices are the moves whose collapse brings pawns to their last rank (R3).
	Choices []Choice

	// Where other pieces can go. A queen has two entries.
	n      int
	pieces [128]PieceTargets

	// What the generation of moves needs to know.
	turn                   game.Color
	king                   game.Square
	own, enemy, occupied   uint64
	land                   uint64 // requested squares that pieces may move to
	leavers                uint64 // pieces whose moves off their rank are requested, too
	evasions               uint64 // squares that a move must go to because of a check
	pinned, pinnedDiagonal uint64 // lines from the king to and including a slider, with a single piece between
}

// PieceTargets holds legal targets of one piece other than a pawn.
type PieceTargets struct {
	From game.Square
	To   uint64
}

// Pieces returns the targets of pieces other than pawns. A piece may have two entries,
// or an empty one.
func (g *Targets) Pieces() []PieceTargets { return g.pieces[:g.n&127] }

// set writes the fields one by one: assigning a whole PieceTargets stores it twice.
func (r *PieceTargets) set(from game.Square, to uint64) { r.From, r.To = from, to }

func (g *Targets) add(from game.Square, targets uint64) {
	g.pieces[g.n&127].set(from, targets)
	g.n++
}

// ordinary adds the moves of the given pieces without a collapse, except castling and
// en passant captures.
func (g *Targets) ordinary(s *State, movers uint64) {
	m := s.Pieces
	if bitboard.Bit(g.king)&movers != 0 {
		g.kingMoves(m, kingAttacks[g.king&63]&g.land)
	}
	if g.evasions == 0 {
		return
	}
	g.pawnMoves(s, m.Pawns()&movers)
	land := g.land & g.evasions
	occupied := g.occupied
	n := g.n
	for b := m.Knights() & movers &^ (g.pinned | g.pinnedDiagonal); b != 0; b &= b - 1 {
		from := bitboard.Lowest(b)
		g.pieces[n&127].set(from, knightAttacks[from&63]&land)
		n++
	}
	diagonal := m.Diagonal() & movers &^ g.pinned
	for b := diagonal &^ g.pinnedDiagonal; b != 0; b &= b - 1 {
		from := bitboard.Lowest(b)
		g.pieces[n&127].set(from, BishopAttacks(from, occupied)&land)
		n++
	}
	straight := m.Straight() & movers &^ g.pinnedDiagonal
	for b := straight &^ g.pinned; b != 0; b &= b - 1 {
		from := bitboard.Lowest(b)
		g.pieces[n&127].set(from, RookAttacks(from, occupied)&land)
		n++
	}
	for b := diagonal & g.pinnedDiagonal; b != 0; b &= b - 1 {
		from := bitboard.Lowest(b)
		g.pieces[n&127].set(from, BishopAttacks(from, occupied)&land&g.pinnedDiagonal)
		n++
	}
	for b := straight & g.pinned; b != 0; b &= b - 1 {
		from := bitboard.Lowest(b)
		g.pieces[n&127].set(from, RookAttacks(from, occupied)&land&g.pinned)
		n++
	}
	g.n = n
}

// kingMoves adds the steps of the king to safe squares.
func (g *Targets) kingMoves(m bitboard.Pieces, targets uint64) {
	if targets == 0 {
		return
	}
	enemyKing := bitboard.Lowest(m.Kings() & g.enemy)
	targets &^= kingAttacks[enemyKing&63] | PawnsAttacks(g.turn^1, m.Pawns()&g.enemy)
	occupied := g.occupied &^ bitboard.Bit(g.king)
	knights, diagonal, straight := m.Knights()&g.enemy, m.Diagonal()&g.enemy, m.Straight()&g.enemy
	safe := targets
	for b := targets; b != 0; b &= b - 1 {
		to := bitboard.Lowest(b)
		if knightAttacks[to&63]&knights|BishopAttacks(to, occupied)&diagonal|RookAttacks(to, occupied)&straight != 0 {
			safe &^= b & -b
		}
	}
	g.add(g.king, safe)
}

// pawnMoves adds pawn moves. A pawn pinned on a file may push, a pawn pinned on a
// diagonal may capture along it. It is enough that the target lies on a pinning
// line, since no pawn can capture from one such line to another.
func (g *Targets) pawnMoves(s *State, pawns uint64) {
	ahead := forward[g.turn&1]
	free := pawns &^ g.pinnedDiagonal
	pushers := free &^ g.pinned
	pushers |= free & g.pinned & FileSquares(g.king)
	single := shifted(pushers, ahead) &^ g.occupied
	g.Push |= single & g.evasions
	g.Double |= shifted(single&doubleStepRanks[g.turn&1][s.ranks&15], ahead) &^ g.occupied & g.evasions

	capturers := pawns &^ g.pinned
	diagonal := capturers & g.pinnedDiagonal
	capturers ^= diagonal
	left := shifted(capturers&^fileA, ahead-1)
	right := shifted(capturers&^fileH, ahead+1)
	if diagonal != 0 {
		left |= shifted(diagonal&^fileA, ahead-1) & g.pinnedDiagonal
		right |= shifted(diagonal&^fileH, ahead+1) & g.pinnedDiagonal
	}
	prey := g.enemy & g.evasions
	g.Left |= left & prey
	g.Right |= right & prey
}

// addEnPassant adds a capture en passant.
func (g *Targets) addEnPassant(from, passed game.Square) {
	if from&7 > passed&7 {
		g.Left |= bitboard.Bit(passed)
	} else {
		g.Right |= bitboard.Bit(passed)
	}
}

// castlings returns the squares that the king may go to by castling, as far as the
// board before a collapse decides (R6).
func (g *Targets) castlings(s *State) uint64 {
	rooks := s.rights & g.own
	if rooks == 0 || g.inCheck() {
		return 0
	}
	var targets uint64
	for ; rooks != 0; rooks &= rooks - 1 {
		rook := bitboard.Lowest(rooks)
		crossed, to := g.king-1, g.king-2
		if rook > g.king {
			crossed, to = g.king+1, g.king+2
		}
		if between[g.king&63][rook&63]&g.occupied == 0 && attackers(s.Pieces, crossed, g.turn, g.enemy) == 0 {
			targets |= bitboard.Bit(to)
		}
	}
	return targets
}
