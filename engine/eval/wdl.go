package eval

import (
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Chances turn scores into the chances of a win, a draw and a loss. The chance of a win is a logistic curve over the
// score, and so is that of a loss.
type Chances struct {
	Even   float64 // centipawns at which a game is won as often as not
	Spread float64 // centipawns from there to the score at which 73 % are won
}

// Of returns the chances, from 0 to 1, of the player whose score it is. They add up to 1.
func (c Chances) Of(s engine.Score) (win, draw, loss float64) {
	switch {
	case s > engine.MateBound:
		return 1, 0, 0
	case s < -engine.MateBound:
		return 0, 0, 1
	}
	win = 1 / (1 + math.Exp((c.Even-float64(s))/c.Spread))
	loss = 1 / (1 + math.Exp((c.Even+float64(s))/c.Spread))
	return win, max(1-win-loss, 0), loss
}

// WDL returns the chances, in thousandths, that the side to move at p wins, draws and loses if it has that score. They
// add up to 1000. They come from games of the engine with itself ('research wdl').
func WDL(p game.Position, s engine.Score) (win, draw, loss int) {
	w, _, l := entryOf(p.Game()).chances.Of(s)
	win, loss = int(math.Round(1000*w)), int(math.Round(1000*l))
	if over := win + loss - 1000; over > 0 {
		win -= over
	}
	return win, 1000 - win - loss, loss
}
