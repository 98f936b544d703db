package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// lastKing is what pushing a side's last king off z counts for in an exchange.
const lastKing game.Score = 10000

// SEE implements game.Position. Each capture gains what the captured man loses
// by stepping down the ranking, and whoever it pushes off z, of either side (R2):
// a side that takes back pushes off the man of its own that has just dropped,
// unless that one takes. On z the captured man is lost, and the capturing one
// steps down (R3). Pins do not count.
func (p *Position) SEE(m game.Move, least game.Score) bool {
	w, r := p.worth, &p.rules
	pieces, who, to := p.top().Pieces, p.top().turn, int(m.To()&63)
	gain := swap(r, w, &pieces, who, int(m.From()&63), to, m.Promotion(0))
	// A side succeeds if it gains as much as it needs and the other then cannot
	// win back all but what it needs.
	for success := true; ; success = !success {
		if gain < least {
			return !success
		}
		if standing := pieces.PieceType(game.Square(to)); standing == game.King || standing == game.NoPieceType {
			return success
		}
		who = who.Other()
		taker := nextTaker(r, w, &pieces, who, to)
		if taker < 0 {
			return success
		}
		least = gain - least + 1
		gain = swap(r, w, &pieces, who, taker, to, w.best)
	}
}

// swap makes a move on the men alone and returns what it gains at once.
func swap(r *rules, w *worth, pieces *bitboard.Pieces, who game.Color, origin, to int, promotion game.PieceType) (gain game.Score) {
	pt, taken := pieces.Piece(game.Square(origin)), pieces.Piece(game.Square(to))
	cleared, dropped := uint64(1)<<(origin&63)|1<<(to&63), game.NoPiece
	switch {
	case to == double:
		gain = w.value[taken.Type()&7] - w.loss[pt.Type()&7]
		pt = r.after(pt)
	case taken != game.NoPiece:
		gain = w.loss[taken.Type()&7]
		if origin != double {
			gain += w.pushed(pieces, who)
		}
		cleared |= z
		dropped = r.after(taken)
	}
	if pt.Type() == game.Pawn && lastCells[who&1]>>(to&63)&1 != 0 {
		gain += w.value[promotion&7] - w.value[game.Pawn]
		pt = promotion.Of(who)
	}
	*pieces = pieces.Without(cleared).With(game.Square(to), pt).With(double, dropped)
	return gain
}

// pushed is what a side gains by pushing the man off z, if there is one.
func (w *worth) pushed(pieces *bitboard.Pieces, who game.Color) game.Score {
	old := pieces.Piece(double)
	value := w.value[old.Type()&7]
	if old.Type() == game.King && pieces.Kings()&pieces.Of(old.Color()) == z {
		value = lastKing
	}
	if old.Color() == who {
		return -value
	}
	return value
}

// nextTaker returns the cell of the man that a side takes with next, or -1: the
// one on z, or else the one whose own capture costs least. A king takes only
// where nobody can take back, the man that drops aside (R4); he stays off z.
func nextTaker(r *rules, w *worth, pieces *bitboard.Pieces, who game.Color, to int) int {
	takers := attackersOf(r, pieces, to, who)
	kings := takers & pieces.Kings()
	takers &^= kings
	if takers&z != 0 {
		return double
	}
	best, cost := -1, game.Infinite
	for takers != 0 {
		sq := bitboard.Pop(&takers)
		if c := w.loss[pieces.PieceType(game.Square(sq))&7]; c < cost {
			best, cost = sq, c
		}
	}
	if best >= 0 || kings == 0 || to == double {
		return best
	}
	king := bitboard.Pop(&kings)
	after := *pieces
	swap(r, w, &after, who, king, to, w.best)
	if attackersOf(r, &after, to, who.Other())&^z != 0 {
		return -1
	}
	return king
}

// attackersOf returns the cells of a side's men that attack a cell.
func attackersOf(r *rules, pieces *bitboard.Pieces, cell int, who game.Color) uint64 {
	k, occupied := &from[cell&63], pieces.Occupied()
	own := occupied & pieces.ByColor(who)
	set := k.king[r.queenish&1]&pieces.Kings() | k.knight&pieces.Knights() | k.pawn[who.Other()&1]&pieces.Pawns()
	if straight := k.rook & pieces.Straight() & own; straight != 0 {
		set |= rookAttacks(cell, occupied) & straight
	}
	if diagonal := k.bishop & pieces.Diagonal() & own; diagonal != 0 {
		set |= bishopAttacks(cell, occupied) & diagonal
	}
	return set & own
}
