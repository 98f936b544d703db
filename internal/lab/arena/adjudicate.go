package arena

import (
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Adjudication ends games whose result is clear, to save time. A field that is
// zero switches its rule off.
type Adjudication struct {
	// DrawMoves is for how many moves running both engines must see a score
	// within ±DrawScore for a draw, from move DrawAfter of the game on.
	DrawMoves, DrawAfter int
	DrawScore            engine.Score // centipawns
	// ResignMoves is for how many moves running both engines must agree that
	// one of them is ResignScore or more ahead for it to have won.
	ResignMoves int
	ResignScore engine.Score // centipawns
	// MaxMoves is after how many moves of each side a game is a draw.
	MaxMoves int
}

// Reasons of adjudicated games.
const (
	AgreedDraw  game.Reason = "both engines saw a draw"
	AgreedWin   game.Reason = "both engines saw a win"
	TooLong     game.Reason = "the greatest length of a game is reached"
	EngineFault game.Reason = "its opponent failed"
)

// referee watches the scores of one game.
type referee struct {
	Adjudication
	plies int
	level int    // plies running with a score near 0
	ahead [2]int // plies running in which that side was seen winning
}

// add takes note of a move of that side.
func (r *referee) add(mover game.Color, a Answer) {
	r.plies++
	score := a.Score
	if mover == game.Black {
		score = -score
	}
	count := func(n *int, yes bool) {
		if *n++; !yes || !a.Scored {
			*n = 0
		}
	}
	count(&r.level, score <= r.DrawScore && score >= -r.DrawScore)
	count(&r.ahead[game.White], score >= r.ResignScore)
	count(&r.ahead[game.Black], -score >= r.ResignScore)
}

// verdict reports whether the game is decided.
func (r *referee) verdict() game.Outcome {
	if r.ResignMoves > 0 {
		for _, s := range []game.Color{game.White, game.Black} {
			if r.ahead[s] >= 2*r.ResignMoves {
				return game.Win(s, AgreedWin)
			}
		}
	}
	if r.DrawMoves > 0 && r.level >= 2*r.DrawMoves && r.plies >= 2*r.DrawAfter {
		return game.Drawn(AgreedDraw)
	}
	if r.MaxMoves > 0 && r.plies >= 2*r.MaxMoves {
		return game.Drawn(TooLong)
	}
	return game.Outcome{}
}

// describe tells the rules in words, for the head of a state file.
func (a Adjudication) describe() string {
	return fmt.Sprintf("draw %d×±%d from %d, resign %d×%d, at most %d moves",
		a.DrawMoves, a.DrawScore, a.DrawAfter, a.ResignMoves, a.ResignScore, a.MaxMoves)
}
