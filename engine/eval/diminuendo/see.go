package diminuendo

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// lastKing is what pushing a side's last king off z counts for in SEE.
const lastKing engine.Score = 10000

// SEE implements engine.Node. Each capture gains what the captured piece loses
// by stepping down the ranking, and what it pushes off z, of either side (R2):
// a side that takes back pushes off the piece of its own that has just dropped,
// unless that one takes. On z the captured piece is lost, and the capturing one
// steps down (R3). Pins do not count.
func (b *node) SEE(m game.Move, threshold engine.Score) bool {
	t, s := b.terms, b.State()
	pieces, color, to := s.Pieces, s.Turn, m.To()&63
	gain := t.gainOf(&pieces, color, m.From()&63, to, m.Promotion(0))
	// A side succeeds if it gains as much as it needs and the other then cannot
	// win back all but what it needs.
	for success := true; ; success = !success {
		if gain < threshold {
			return !success
		}
		if standing := pieces.PieceType(to); standing == game.King || standing == game.NoPieceType {
			return success
		}
		color = color.Other()
		taker := t.nextTaker(&pieces, color, to)
		if taker == game.NoSquare {
			return success
		}
		threshold = gain - threshold + 1
		gain = t.gainOf(&pieces, color, taker, to, t.best)
	}
}

// gainOf makes a move on the pieces alone and returns what it gains at once.
func (t *terms) gainOf(
	pieces *bitboard.Pieces, color game.Color, origin, to game.Square, promotion game.PieceType,
) (gain engine.Score) {
	pc, taken := pieces.Piece(origin), pieces.Piece(to)
	cleared, dropped := uint64(1)<<(origin&63)|bitboard.Bit(to), game.NoPiece
	switch {
	case to == diminuendo.ZSquare:
		gain = t.onZ[taken.Type()&7] - t.loss[pc.Type()&7]
		pc = t.into[pc&15]
	case taken != game.NoPiece:
		gain = t.loss[taken.Type()&7]
		if origin != diminuendo.ZSquare {
			gain += t.pushed(pieces, color)
		}
		cleared |= diminuendo.Z
		dropped = t.into[taken&15]
	}
	if pc.Type() == game.Pawn && diminuendo.LastSquares(color)>>(to&63)&1 != 0 {
		gain += t.value[promotion&7] - t.value[game.Pawn]
		pc = promotion.Of(color)
	}
	*pieces = pieces.Without(cleared).With(to, pc).With(diminuendo.ZSquare, dropped)
	return gain
}

// pushed is what a side gains by pushing the piece off z, if there is one.
func (t *terms) pushed(pieces *bitboard.Pieces, color game.Color) engine.Score {
	old := pieces.Piece(diminuendo.ZSquare)
	value := t.onZ[old.Type()&7]
	if old.Type() == game.King && pieces.Kings()&pieces.Of(old.Color()) == diminuendo.Z {
		value = lastKing
	}
	if old.Color() == color {
		return -value
	}
	return value
}

// nextTaker returns the square of the piece that a side takes with next, or
// game.NoSquare: the one on z, or else the one whose own capture costs least. A king takes only
// where no piece can take back, the piece that drops aside (R4); it stays off z.
func (t *terms) nextTaker(pieces *bitboard.Pieces, color game.Color, to game.Square) game.Square {
	takers := t.attackers(pieces, to, color)
	kings := takers & pieces.Kings()
	takers &^= kings
	if takers&diminuendo.Z != 0 {
		return diminuendo.ZSquare
	}
	best, cost := game.NoSquare, engine.Infinite
	for takers != 0 {
		sq := bitboard.Pop(&takers)
		if c := t.loss[pieces.PieceType(sq)&7]; c < cost {
			best, cost = sq, c
		}
	}
	if best != game.NoSquare || kings == 0 || to == diminuendo.ZSquare {
		return best
	}
	king := bitboard.Pop(&kings)
	after := *pieces
	t.gainOf(&after, color, king, to, t.best)
	if t.attackers(&after, to, color.Other())&^diminuendo.Z != 0 {
		return game.NoSquare
	}
	return king
}

// attackers returns the squares of a side's pieces that attack a square.
func (t *terms) attackers(pieces *bitboard.Pieces, sq game.Square, color game.Color) uint64 {
	k, occupied := diminuendo.AttacksFrom(sq), pieces.Occupied()
	own := occupied & pieces.ByColor(color)
	set := k.King[t.queenish&1]&pieces.Kings() | k.Knight&pieces.Knights() | k.Pawn[color.Other()&1]&pieces.Pawns()
	if straight := k.Rook & pieces.Straight() & own; straight != 0 {
		set |= diminuendo.RookAttacks(sq, occupied) & straight
	}
	if diagonal := k.Bishop & pieces.Diagonal() & own; diagonal != 0 {
		set |= diminuendo.BishopAttacks(sq, occupied) & diagonal
	}
	return set & own
}
