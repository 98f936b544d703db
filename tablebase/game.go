package tablebase

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Game is a game that has tablebases.
type Game uint8

// The games.
const (
	Shrink Game = iota
	Convergent
	// withoutRoyals is Convergent Chess without its rule about royal squares: a piece there
	// gives no check. Statistics compare the two. It has no files, and is not in Games.
	withoutRoyals
)

// Games lists the games.
func Games() []Game { return []Game{Shrink, Convergent} }

// GameOf returns the game with tablebases that g is; false if it has none.
func GameOf(g game.Game) (Game, bool) {
	for _, of := range Games() {
		if g.Name() == of.String() {
			return of, true
		}
	}
	return 0, false
}

// Supports reports whether there are tablebases of a game.
func Supports(g game.Game) bool {
	_, ok := GameOf(g)
	return ok
}

// String returns the name of the game, such as "shrink".
func (g Game) String() string {
	switch g {
	case Shrink:
		return "shrink"
	case Convergent:
		return "convergent"
	case withoutRoyals:
		return "convergent without royal squares"
	}
	return message.Sprintf("Game(%d)", uint8(g))
}

// MinPieces is the smallest number of pieces in a table, kings included: bare kings
// draw in Shrink Chess, and play on in Convergent Chess.
func (g Game) MinPieces() int {
	if g == Shrink {
		return 3
	}
	return 2
}

// MaxPieces is the largest number of pieces in a table, kings included.
func (g Game) MaxPieces() int {
	if g == Shrink {
		return MaxPieces
	}
	return 5
}
