package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bits"
)

// exchange is a run of captures on one square.
type exchange struct {
	men      bits.Men
	to       int
	occupied uint64    // without the men that have gone to the square, but with the square
	seen     uint64    // the men left that attack the square as it is
	turn     game.Side // who may capture next
}

// conquest is what an exchange gains that leaves an intruder on an enemy royal
// square, whatever men it cost.
const conquest game.Score = 20_000

// Exchange implements game.Node. Pinned men take part as if they were not. On a
// royal square an intruder must be captured or the game is over (R3), so that
// there only the side that enters may stop, and if it has the last man there it
// gains the game.
func (p *Position) Exchange(m game.Move, least game.Score) bool {
	s := p.top()
	from, to := m.From()&63, m.To()&63
	man, gain := s.Piece(from), value(s.Piece(to))
	x := exchange{men: s.Men, to: int(to), occupied: s.Occupied()&^(1<<from) | 1<<to, turn: s.turn ^ 1}
	switch {
	case royal[x.turn&1]>>to&1 != 0:
		x.look()
		return x.enter(man, gain, least)
	case gain < least:
		return false
	case royal[s.turn&1]>>to&1 != 0:
		x.look()
		return x.admit(man, gain, least)
	case gain-value(man) >= least:
		return true
	}
	x.look()
	return x.trade(gain - value(man) - least)
}

// value is what a man counts for in an exchange.
func value(kind game.Piece) game.Score { return worth[kind&7] }

// trade goes on from a capture whose man may be lost: the mover is then short
// of his aim by what balance is below 0. Each side in turn captures unless the
// other would fall short even of that. It tells whether the mover, who is not
// to capture next, reaches his aim.
func (x *exchange) trade(balance game.Score) bool {
	mover := x.turn ^ 1
	for balance < 0 {
		kind := x.next()
		if kind == game.NoPiece {
			break
		}
		balance = -balance - 1 - value(kind)
	}
	return x.turn != mover
}

// enter goes on from the mover's entry of an enemy royal square, by which he
// gained so much.
func (x *exchange) enter(man game.Piece, gain, least game.Score) bool {
	for {
		guard := x.next()
		if guard == game.NoPiece {
			return conquest >= least // the intruder stays
		}
		if gain -= value(man); gain >= least {
			return true // enough to stop here
		}
		gain += value(guard)
		if man = x.next(); man == game.NoPiece {
			return false
		}
	}
}

// admit goes on from the mover's going to one of his own royal squares, by which
// he gained so much and which the other side may enter.
func (x *exchange) admit(man game.Piece, gain, least game.Score) bool {
	for gain >= least {
		intruder := x.next()
		if intruder == game.NoPiece {
			return true
		}
		gain += value(intruder) - value(man)
		if man = x.next(); man == game.NoPiece {
			return -conquest >= least // the intruder stays
		}
	}
	return false
}

// look finds the men that attack the square.
func (x *exchange) look() {
	r, men := &from[x.to&63], &x.men
	x.seen = r.king&men.Kings() | r.queen&men.Queens() | r.knight&men.Knights() |
		r.pawn[game.Black]&men.Pawns()&^men.Black | r.pawn[game.White]&men.Pawns()&men.Black
	x.uncover()
}

// uncover adds the sliders that see the square now and drops who has gone.
func (x *exchange) uncover() {
	x.seen |= rookAttacks(x.to, x.occupied)&x.men.Rooks() | bishopAttacks(x.to, x.occupied)&x.men.Bishops()
	x.seen &= x.occupied
}

// next captures with the least man of the side whose turn it is and returns its
// type, or NoPiece if there is none. A king does not go where he could be
// taken.
func (x *exchange) next() game.Piece {
	ours := x.seen & x.men.Coloured(x.turn)
	kind := x.least(&ours)
	if kind == game.NoPiece {
		return kind
	}
	x.occupied &^= ours & -ours
	x.uncover()
	if kind == game.King && x.seen&^x.men.Coloured(x.turn) != 0 {
		return game.NoPiece
	}
	x.turn ^= 1
	return kind
}

// least cuts a set of men down to those of its least type and returns it.
func (x *exchange) least(set *uint64) game.Piece {
	men := &x.men
	for _, t := range [...]struct {
		kind game.Piece
		men  uint64
	}{
		{game.Pawn, men.Pawns()}, {game.Bishop, men.Bishops()}, {game.Knight, men.Knights()},
		{game.Rook, men.Rooks()}, {game.Queen, men.Queens()}, {game.King, men.Kings()},
	} {
		if some := *set & t.men; some != 0 {
			*set = some
			return t.kind
		}
	}
	return game.NoPiece
}
