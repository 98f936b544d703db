package convergent

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Attacks holds the squares that a piece attacks from one square on an empty board.
// Its size is one cache line.
type Attacks struct {
	King   uint64    // one step in the eight directions
	Queen  uint64    // one or two steps (R1)
	Knight uint64    // the jumps of a knight
	Pawn   [2]uint64 // one step diagonally forward, by color (R2)
	Rook   uint64    // up to three steps on an empty board
	Bishop uint64    // up to three steps on an empty board
	_      uint64    // padding
}

// Tables, filled by init.
var (
	attacksFrom [64]Attacks
	advance     [2][64]uint64  // pawns: one step forward, and sideways in a corner (R2)
	between     [64][64]uint64 // squares strictly between two that lie within a slide
)

// AttacksFrom returns what each type of piece attacks from a square. The square
// counts modulo 64.
func AttacksFrom(sq game.Square) *Attacks { return &attacksFrom[sq&63] }

// PawnPushes returns the squares that a pawn may move to without capturing, if they
// are empty: one step forward, and sideways in a corner (R2).
func PawnPushes(color game.Color, sq game.Square) uint64 { return advance[color&1][sq&63] }

// KingAttacks returns the squares that a king attacks.
func KingAttacks(sq game.Square) uint64 { return attacksFrom[sq&63].King }

// QueenAttacks returns the squares that a queen attacks.
func QueenAttacks(sq game.Square) uint64 { return attacksFrom[sq&63].Queen }

// KnightAttacks returns the squares that a knight attacks.
func KnightAttacks(sq game.Square) uint64 { return attacksFrom[sq&63].Knight }

// PawnAttacks returns the squares that a pawn of a color attacks.
func PawnAttacks(color game.Color, sq game.Square) uint64 { return attacksFrom[sq&63].Pawn[color&1] }

// Between returns the squares strictly between two that are within a rook's or
// bishop's slide, and none for other pairs.
func Between(a, b game.Square) uint64 { return between[a&63][b&63] }

// Attackers implements game.Position.
func (p *Position) Attackers(sq game.Square, by game.Color) []game.Square {
	if sq >= 64 || Squares>>sq&1 == 0 {
		return nil
	}
	s := p.State()
	return bitboard.Squares(s.attackers(sq, by))
}

// Checkers implements game.Position. Enemies on the royal squares are among them
// (R3).
func (p *Position) Checkers() []game.Square {
	s := p.State()
	them := s.Turn.Other()
	return bitboard.Squares(s.attackers(s.King(s.Turn), them) | royal[s.Turn&1]&s.Of(them))
}

// attackers returns the pieces of a color that attack a square of the board.
func (s *State) attackers(sq game.Square, by game.Color) uint64 {
	r, occupied := &attacksFrom[sq&63], s.Occupied()
	return s.Of(by) & (r.King&s.Kings() | r.Queen&s.Queens() | r.Knight&s.Knights() | r.Pawn[by&1^1]&s.Pawns() |
		RookAttacks(sq, occupied)&s.Rooks() | BishopAttacks(sq, occupied)&s.Bishops())
}

func fillRays(sq game.Square) {
	r := &attacksFrom[sq]
	for _, d := range rookSteps {
		r.Rook |= slide(sq, d, reach, 0)
	}
	for _, d := range bishopSteps {
		r.Bishop |= slide(sq, d, reach, 0)
	}
	for _, d := range slices.Concat(rookSteps[:], bishopSteps[:]) {
		r.King |= step(sq, d[0], d[1])
		r.Queen |= step(sq, d[0], d[1]) | step(sq, 2*d[0], 2*d[1])
		for n := 2; n <= reach; n++ {
			if far := step(sq, n*d[0], n*d[1]); far != 0 {
				between[sq][bitboard.Lowest(far)] = slide(sq, d, n-1, 0)
			}
		}
	}
	for _, d := range knightSteps {
		r.Knight |= step(sq, d[0], d[1])
	}
	sideways := uint64(0)
	if bitboard.Bit(sq)&(westCorners|eastCorners) != 0 {
		sideways = step(sq, 1, 0) | step(sq, -1, 0)
	}
	for _, color := range [2]game.Color{game.White, game.Black} {
		ahead := 1 - 2*int(color)
		r.Pawn[color] = step(sq, 1, ahead) | step(sq, -1, ahead)
		advance[color][sq] = step(sq, 0, ahead) | sideways
	}
}
