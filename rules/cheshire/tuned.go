package cheshire

import "github.com/wane-chess/wane/game"

// usual is how many squares a man of a type commonly has to go to; pawns have
// their way ahead.
var usual = [8]int{game.Queen: 12, game.Rook: 6, game.Bishop: 5, game.Knight: 4, game.Pawn: 5}

// exchangeWorth is what men count for in an exchange, by game.PieceType: what Eval
// gives them halfway through a game with the squares that they commonly have. A
// king is never given away.
var exchangeWorth = exchangeWorths()

// queenlyWorth is what a king that has not moved counts for in an exchange.
var queenlyWorth = exchangeQueenly()

func exchangeQueenly() game.Score { return (weight.Queenly[0] + weight.Queenly[1]) / 2 }

func exchangeWorths() (t [8]game.Score) {
	w := &weight
	for pt, table := range [8][][2]game.Score{
		game.Queen: w.Queen[:], game.Rook: w.Rook[:], game.Bishop: w.Bishop[:], game.Knight: w.Knight[:], game.Pawn: w.Pawn[:],
	} {
		if table != nil {
			piece, there := w.Piece[pt], table[usual[pt]]
			t[pt] = max(1, (piece[0]+piece[1]+there[0]+there[1])/2)
		}
	}
	t[game.King] = game.MateBound
	return t
}

// Weights implements game.Tuned. Both games use the same ones.
func (g *Game) Weights() any { return &weight }

// Reweigh implements game.Tuned.
func (g *Game) Reweigh() { exchangeWorth, queenlyWorth = exchangeWorths(), exchangeQueenly() }
