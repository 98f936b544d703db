package diminuendo

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// lastKing is what pushing a side's last king off z counts for in SEE.
const lastKing engine.Score = 10000

// SEE implements engine.Board. Each capture gains what the captured piece loses
// by stepping down the ranking, and what it pushes off z, of either side (R2):
// a side that takes back pushes off the piece of its own that has just dropped,
// unless that one takes. On z the captured piece is lost, and the capturing one
// steps down (R3). Pins do not count.
func (b *board) SEE(m game.Move, least engine.Score) bool {
	t, s := b.t, b.State()
	pieces, who, to := s.Pieces, s.Turn, int(m.To()&63)
	gain := t.gainOf(&pieces, who, int(m.From()&63), to, m.Promotion(0))
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
		taker := t.nextTaker(&pieces, who, to)
		if taker < 0 {
			return success
		}
		least = gain - least + 1
		gain = t.gainOf(&pieces, who, taker, to, t.best)
	}
}

// gainOf makes a move on the pieces alone and returns what it gains at once.
func (t *terms) gainOf(
	pieces *bitboard.Pieces, who game.Color, origin, to int, promotion game.PieceType,
) (gain engine.Score) {
	pt, taken := pieces.Piece(game.Square(origin)), pieces.Piece(game.Square(to))
	cleared, dropped := uint64(1)<<(origin&63)|1<<(to&63), game.NoPiece
	switch {
	case to == diminuendo.ZSquare:
		gain = t.onZ[taken.Type()&7] - t.loss[pt.Type()&7]
		pt = t.into[pt&15]
	case taken != game.NoPiece:
		gain = t.loss[taken.Type()&7]
		if origin != diminuendo.ZSquare {
			gain += t.pushed(pieces, who)
		}
		cleared |= diminuendo.Z
		dropped = t.into[taken&15]
	}
	if pt.Type() == game.Pawn && diminuendo.LastSquares(who)>>(to&63)&1 != 0 {
		gain += t.value[promotion&7] - t.value[game.Pawn]
		pt = promotion.Of(who)
	}
	*pieces = pieces.Without(cleared).With(game.Square(to), pt).With(diminuendo.ZSquare, dropped)
	return gain
}

// pushed is what a side gains by pushing the piece off z, if there is one.
func (t *terms) pushed(pieces *bitboard.Pieces, who game.Color) engine.Score {
	old := pieces.Piece(diminuendo.ZSquare)
	value := t.onZ[old.Type()&7]
	if old.Type() == game.King && pieces.Kings()&pieces.Of(old.Color()) == diminuendo.Z {
		value = lastKing
	}
	if old.Color() == who {
		return -value
	}
	return value
}

// nextTaker returns the square of the piece that a side takes with next, or -1: the
// one on z, or else the one whose own capture costs least. A king takes only
// where no piece can take back, the piece that drops aside (R4); it stays off z.
func (t *terms) nextTaker(pieces *bitboard.Pieces, who game.Color, to int) int {
	takers := t.attackers(pieces, to, who)
	kings := takers & pieces.Kings()
	takers &^= kings
	if takers&diminuendo.Z != 0 {
		return diminuendo.ZSquare
	}
	best, cost := -1, engine.Infinite
	for takers != 0 {
		sq := bitboard.Pop(&takers)
		if c := t.loss[pieces.PieceType(game.Square(sq))&7]; c < cost {
			best, cost = sq, c
		}
	}
	if best >= 0 || kings == 0 || to == diminuendo.ZSquare {
		return best
	}
	king := bitboard.Pop(&kings)
	after := *pieces
	t.gainOf(&after, who, king, to, t.best)
	if t.attackers(&after, to, who.Other())&^diminuendo.Z != 0 {
		return -1
	}
	return king
}

// attackers returns the squares of a side's pieces that attack a square.
func (t *terms) attackers(pieces *bitboard.Pieces, sq int, who game.Color) uint64 {
	k, occupied := diminuendo.AttacksFrom(sq), pieces.Occupied()
	own := occupied & pieces.ByColor(who)
	set := k.King[t.queenish&1]&pieces.Kings() | k.Knight&pieces.Knights() | k.Pawn[who.Other()&1]&pieces.Pawns()
	if straight := k.Rook & pieces.Straight() & own; straight != 0 {
		set |= diminuendo.RookAttacks(sq, occupied) & straight
	}
	if diagonal := k.Bishop & pieces.Diagonal() & own; diagonal != 0 {
		set |= diminuendo.BishopAttacks(sq, occupied) & diagonal
	}
	return set & own
}
