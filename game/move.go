package game

import (
	"strconv"

	"github.com/wane-chess/wane/internal/message"
)

// Square is the number of a square, as geom.Square.ID has it; below 128.
type Square uint8

// NoSquare stands for no square.
const NoSquare Square = 255

// String returns the number in decimal, or "-" for NoSquare. A square has no name
// of its own, since boards shrink and differ: SquareName returns its name in a
// position.
func (s Square) String() string {
	if s == NoSquare {
		return "-"
	}
	return strconv.Itoa(int(s))
}

// Move is a move from a square to a square, with the promotions of up to eight pawns. It
// has a meaning only in its position. From bit 0: 7 bits from, 7 bits to, eight choices
// of 2 bits (queen, rook, bishop, knight). Which pawns the choices are for follows from
// the position; choices that are not needed are zero. The top two bits are free for the
// rules' own use while a move is being made, and zero in every move that they give out.
type Move uint32

// NoMove is no move. No game has a move from square 0 to square 0.
const NoMove Move = 0

// MaxPromotions is the largest number of pawns that one move can promote.
const MaxPromotions = 8

// NewMove makes a move without promotions.
func NewMove(from, to Square) Move { return Move(from) | Move(to)<<7 }

// String returns the numbers of the two squares and the promotions that are not
// queens, such as "12-28" or "52-60n". It is for logs: the name of a move, and
// how many pawns it promotes, follow from its position (Position.UCI).
func (m Move) String() string {
	if m == NoMove {
		return "-"
	}
	n := MaxPromotions
	for n > 0 && m.Promotion(n-1) == Queen {
		n--
	}
	return message.Sprintf("%d-%d%s", int(m.From()), int(m.To()), m.PromotionText(n))
}

// From is the square that the piece leaves.
func (m Move) From() Square { return Square(m & 127) }

// To is the square that the piece goes to, named as before the move.
func (m Move) To() Square { return Square(m >> 7 & 127) }

// WithoutPromotions returns the move without its promotions.
func (m Move) WithoutPromotions() Move { return m & (1<<14 - 1) }

// promotionLetters holds the letters of Promotions.
const promotionLetters = "qrbn"

// Promotions lists the types that a pawn may become, in the order of their
// codes in a move.
var Promotions = [4]PieceType{Queen, Rook, Bishop, Knight}

// Promotion returns what the i-th promoted pawn becomes, counting rank by rank
// from rank 1 and each rank from the a-file in the position after the move. It is NoPieceType
// for an i below 0 or from MaxPromotions on.
func (m Move) Promotion(i int) PieceType {
	if uint(i) >= MaxPromotions {
		return NoPieceType
	}
	return Promotions[m>>(14+2*i)&3]
}

// WithPromotion returns the move with the i-th promotion set to a queen, rook, bishop or
// knight. It returns NoMove for any other type, and for an i that is not in 0–7.
func (m Move) WithPromotion(i int, pt PieceType) Move {
	if uint(i) >= MaxPromotions || pt < Queen || pt > Knight {
		return NoMove
	}
	shift := 14 + 2*i
	return m&^(3<<shift) | Move(pt-Queen)<<shift
}

// PromotionText returns the letters of the first n promotions in lower case, as
// UCI of a move ends.
func (m Move) PromotionText(n int) string {
	b := make([]byte, min(max(n, 0), MaxPromotions))
	for i := range b {
		b[i] = promotionLetters[m>>(14+2*i)&3]
	}
	return string(b)
}
