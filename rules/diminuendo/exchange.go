package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bits"
)

// lastKing is what pushing a side's last king off z counts for in an exchange.
const lastKing game.Score = 10000

// Exchange implements game.Node. Each capture gains what the captured man loses
// by stepping down the ranking, and whoever it pushes off z, of either side (R2):
// a side that takes back pushes off the man of its own that has just dropped,
// unless that one takes. On z the captured man is lost, and the capturing one
// steps down (R3). Pins do not count.
func (p *Position) Exchange(m game.Move, least game.Score) bool {
	w, r := p.worth, &p.rules
	men, who, to := p.top().Men, p.top().turn, int(m.To()&63)
	gain := swap(r, w, &men, who, int(m.From()&63), to, m.Promotion(0))
	// A side succeeds if it gains as much as it needs and the other then cannot
	// win back all but what it needs.
	for success := true; ; success = !success {
		if gain < least {
			return !success
		}
		if standing := men.Piece(game.Square(to)); standing == game.King || standing == game.NoPiece {
			return success
		}
		who = who.Other()
		taker := nextTaker(r, w, &men, who, to)
		if taker < 0 {
			return success
		}
		least = gain - least + 1
		gain = swap(r, w, &men, who, taker, to, w.best)
	}
}

// swap makes a move on the men alone and returns what it gains at once.
func swap(r *rules, w *worth, men *bits.Men, who game.Side, origin, to int, promotion game.Piece) (gain game.Score) {
	man, taken := men.Man(game.Square(origin)), men.Man(game.Square(to))
	cleared, dropped := uint64(1)<<(origin&63)|1<<(to&63), game.NoMan
	switch {
	case to == double:
		gain = w.value[taken.Piece()&7] - w.loss[man.Piece()&7]
		man = r.after(man)
	case taken != game.NoMan:
		gain = w.loss[taken.Piece()&7]
		if origin != double {
			gain += w.pushed(men, who)
		}
		cleared |= z
		dropped = r.after(taken)
	}
	if man.Piece() == game.Pawn && lastCells[who&1]>>(to&63)&1 != 0 {
		gain += w.value[promotion&7] - w.value[game.Pawn]
		man = promotion.Of(who)
	}
	*men = men.Without(cleared).With(game.Square(to), man).With(double, dropped)
	return gain
}

// pushed is what a side gains by pushing the man off z, if there is one.
func (w *worth) pushed(men *bits.Men, who game.Side) game.Score {
	old := men.Man(double)
	value := w.value[old.Piece()&7]
	if old.Piece() == game.King && men.Kings()&men.Of(old.Side()) == z {
		value = lastKing
	}
	if old.Side() == who {
		return -value
	}
	return value
}

// nextTaker returns the cell of the man that a side takes with next, or -1: the
// one on z, or else the one whose own capture costs least. A king takes only
// where nobody can take back, the man that drops aside (R4); he stays off z.
func nextTaker(r *rules, w *worth, men *bits.Men, who game.Side, to int) int {
	takers := attackersOf(r, men, to, who)
	kings := takers & men.Kings()
	takers &^= kings
	if takers&z != 0 {
		return double
	}
	best, cost := -1, game.Infinite
	for takers != 0 {
		sq := bits.Pop(&takers)
		if c := w.loss[men.Piece(game.Square(sq))&7]; c < cost {
			best, cost = sq, c
		}
	}
	if best >= 0 || kings == 0 || to == double {
		return best
	}
	king := bits.Pop(&kings)
	after := *men
	swap(r, w, &after, who, king, to, w.best)
	if attackersOf(r, &after, to, who.Other())&^z != 0 {
		return -1
	}
	return king
}

// attackersOf returns the cells of a side's men that attack a cell.
func attackersOf(r *rules, men *bits.Men, cell int, who game.Side) uint64 {
	k, occupied := &from[cell&63], men.Occupied()
	own := occupied & men.Coloured(who)
	set := k.king[r.queenish&1]&men.Kings() | k.knight&men.Knights() | k.pawn[who.Other()&1]&men.Pawns()
	if straight := k.rook & men.Straight() & own; straight != 0 {
		set |= rookAttacks(cell, occupied) & straight
	}
	if diagonal := k.bishop & men.Diagonal() & own; diagonal != 0 {
		set |= bishopAttacks(cell, occupied) & diagonal
	}
	return set & own
}
