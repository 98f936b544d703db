package cheshire

import "github.com/wane-chess/wane/game"

// Hints for the order of search. Captures take the most valuable man with the
// least valuable one, promotions count what they win, quiet moves the little
// that can be told at sight.
const (
	firstKingMove   = -60 // gives the queen's move away (R2)
	pawnGuardedHint = -40 // where an enemy pawn takes
)

// order holds the worth of a man as a victim; promotionHint what a pawn wins
// that becomes a man of that type.
var (
	order         = [8]int32{game.King: 1000, game.Queen: 990, game.Rook: 500, game.Bishop: 330, game.Knight: 290, game.Pawn: 100}
	promotionHint = [8]int32{game.Queen: 800, game.Rook: 200, game.Bishop: 200, game.Knight: 200}
)

// capture returns the hint for taking one type of man with another.
func capture(taker, taken game.PieceType) int32 { return order[taken&7] - order[taker&7]/16 }
