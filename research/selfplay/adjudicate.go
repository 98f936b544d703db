package selfplay

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// When a game ends before the rules end it. Scores are in centipawns.
const (
	resignScore = 1500 // a player resigns at this score
	resignPlies = 6    // in this many consecutive plies, of both players
	drawScore   = 8    // a draw is agreed within this score
	drawPlies   = 16   // in this many consecutive plies
	drawFrom    = 100  // from this ply on
	maxPlies    = 400  // the game is then drawn
)

// adjudicator ends games with a clear result.
type adjudicator struct {
	toTheEnd            bool // no resignation
	white, black, level int  // consecutive plies in which White or Black was winning, or neither
}

// watch takes the score for White at a ply, and returns the outcome if the game should
// end.
func (j *adjudicator) watch(score engine.Score, ply int) game.Outcome {
	count(&j.white, score >= resignScore)
	count(&j.black, score <= -resignScore)
	count(&j.level, max(score, -score) <= drawScore)
	switch {
	case j.white >= resignPlies && !j.toTheEnd:
		return game.Win(game.White, game.Resignation)
	case j.black >= resignPlies && !j.toTheEnd:
		return game.Win(game.Black, game.Resignation)
	case ply >= drawFrom && j.level >= drawPlies, ply >= maxPlies:
		return game.Drawn(game.Agreement)
	}
	return game.Outcome{}
}

// count counts consecutive true values.
func count(n *int, is bool) {
	if is {
		*n++
	} else {
		*n = 0
	}
}
