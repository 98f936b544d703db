package convergent

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/convergent"
)

// seeState is a series of captures on one square.
type seeState struct {
	worth    *[8]engine.Score
	pieces   bitboard.Pieces
	to       game.Square
	occupied uint64     // without the pieces that have gone to the square, but with the square
	seen     uint64     // the pieces left that attack the square as it is
	turn     game.Color // the next to capture
}

// conquest is what a series of captures gains that leaves an intruder on an enemy royal
// square, whatever pieces it cost.
const conquest engine.Score = 20_000

// SEE implements engine.Node. Pinned pieces take part as if they were not. On a
// royal square an intruder must be captured or the game is over (R3), so that
// there only the side that enters may stop, and if it has the last piece there it
// gains the game.
func (b *node) SEE(m game.Move, threshold engine.Score) bool {
	s := b.State()
	from, to := m.From()&63, m.To()&63
	x := seeState{
		worth: &b.evaluator.worth, pieces: s.Pieces, to: to, turn: s.Turn ^ 1,
		occupied: s.Occupied()&^bitboard.Bit(from) | bitboard.Bit(to),
	}
	pt, gain := s.PieceType(from), x.value(s.PieceType(to))
	switch {
	case convergent.RoyalSquares(x.turn&1)>>to&1 != 0:
		x.findAttackers()
		return x.enter(pt, gain, threshold)
	case gain < threshold:
		return false
	case convergent.RoyalSquares(s.Turn&1)>>to&1 != 0:
		x.findAttackers()
		return x.admit(pt, gain, threshold)
	case gain-x.value(pt) >= threshold:
		return true
	}
	x.findAttackers()
	return x.trade(gain - x.value(pt) - threshold)
}

// value is what a piece counts for in SEE.
func (x *seeState) value(pt game.PieceType) engine.Score { return x.worth[pt&7] }

// trade continues from a capture whose piece may be lost: the mover is then short
// of its aim by what balance is below 0. Each side in turn captures unless the
// other would fall short even of that. It reports whether the mover, which is
// not to capture next, reaches its aim.
func (x *seeState) trade(balance engine.Score) bool {
	mover := x.turn ^ 1
	for balance < 0 {
		pt := x.next()
		if pt == game.NoPieceType {
			break
		}
		balance = -balance - 1 - x.value(pt)
	}
	return x.turn != mover
}

// enter continues from the mover's entry of an enemy royal square, by which it
// gained so much.
func (x *seeState) enter(pt game.PieceType, gain, threshold engine.Score) bool {
	for {
		guard := x.next()
		if guard == game.NoPieceType {
			return conquest >= threshold // the intruder stays
		}
		if gain -= x.value(pt); gain >= threshold {
			return true // enough to stop here
		}
		gain += x.value(guard)
		if pt = x.next(); pt == game.NoPieceType {
			return false
		}
	}
}

// admit continues from the mover's entry of one of its own royal squares, by which
// it gained so much and which the other side may enter.
func (x *seeState) admit(pt game.PieceType, gain, threshold engine.Score) bool {
	for gain >= threshold {
		intruder := x.next()
		if intruder == game.NoPieceType {
			return true
		}
		gain += x.value(intruder) - x.value(pt)
		if pt = x.next(); pt == game.NoPieceType {
			return -conquest >= threshold // the intruder stays
		}
	}
	return false
}

// findAttackers finds the pieces that attack the square.
func (x *seeState) findAttackers() {
	r, pieces := convergent.AttacksFrom(x.to), &x.pieces
	x.seen = r.King&pieces.Kings() | r.Queen&pieces.Queens() | r.Knight&pieces.Knights() |
		r.Pawn[game.Black]&pieces.Pawns()&^pieces.Black | r.Pawn[game.White]&pieces.Pawns()&pieces.Black
	x.uncover()
}

// uncover adds the sliders that attack the square now and removes the piece that has moved.
func (x *seeState) uncover() {
	x.seen |= convergent.RookAttacks(x.to, x.occupied)&x.pieces.Rooks() |
		convergent.BishopAttacks(x.to, x.occupied)&x.pieces.Bishops()
	x.seen &= x.occupied
}

// next captures with the least valuable piece of the side to move and returns its type,
// or NoPieceType if there is none. A king does not go where it could be captured.
func (x *seeState) next() game.PieceType {
	ours := x.seen & x.pieces.ByColor(x.turn)
	pt := x.leastValuable(&ours)
	if pt == game.NoPieceType {
		return pt
	}
	x.occupied &^= ours & -ours
	x.uncover()
	if pt == game.King && x.seen&^x.pieces.ByColor(x.turn) != 0 {
		return game.NoPieceType
	}
	x.turn ^= 1
	return pt
}

// leastValuable reduces a set of pieces to those of its least valuable type, which it
// returns.
func (x *seeState) leastValuable(set *uint64) game.PieceType {
	pieces := &x.pieces
	for _, t := range [...]struct {
		kind   game.PieceType
		pieces uint64
	}{
		{game.Pawn, pieces.Pawns()}, {game.Bishop, pieces.Bishops()}, {game.Knight, pieces.Knights()},
		{game.Rook, pieces.Rooks()}, {game.Queen, pieces.Queens()}, {game.King, pieces.Kings()},
	} {
		if some := *set & t.pieces; some != 0 {
			*set = some
			return t.kind
		}
	}
	return game.NoPieceType
}
