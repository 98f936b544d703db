package selfplay

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// When a game is ended before its rules end it. Scores are in centipawns.
const (
	resignScore = 1500 // a side resigns when the score has been so bad
	resignPlies = 6    // for that many plies, the opponent's view included
	drawScore   = 8    // a draw is agreed when the score has been so small
	drawPlies   = 16   // for that many plies
	drawFrom    = 100  // from that ply on
	maxPlies    = 400  // then a game is drawn
)

// adjudicator ends games whose result is clear to both sides.
type adjudicator struct {
	toTheEnd            bool // no resignation
	white, black, level int  // for how many plies each side has been winning, or none
}

// watch takes the next score, for White, of the position after that many
// plies, and returns the outcome if the game should end.
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

// count counts how often something has been so without a break.
func count(n *int, is bool) {
	if is {
		*n++
	} else {
		*n = 0
	}
}
