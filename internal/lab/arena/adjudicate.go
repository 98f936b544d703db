package arena

import (
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
)

// Adjudication ends games with a clear result early, to save time. A zero value
// disables its rule.
type Adjudication struct {
	// DrawMoves is the number of consecutive moves for which both engines' scores must
	// be within ±DrawScore, from move DrawAfter of the game on, for a draw.
	DrawMoves, DrawAfter int
	DrawScore            engine.Score // centipawns
	// ResignMoves is the number of consecutive moves for which both engines must score
	// the same color at ResignScore or more for its win. Games that must end (game.Acyclic)
	// are played out: they are short, and stalemate often saves a player far behind.
	ResignMoves int
	ResignScore engine.Score // centipawns
	// MaxMoves is the number of moves by each color after which a game is a draw.
	MaxMoves int
}

// The reasons of adjudicated outcomes.
const (
	AgreedDraw  game.Reason = "both engines saw a draw"
	AgreedWin   game.Reason = "both engines saw a win"
	TableResult game.Reason = "tablebases know the result"
	TooLong     game.Reason = "the greatest length of a game is reached"
	EngineFault game.Reason = "its opponent failed"
)

// applied returns the rules that apply to the game (see ResignMoves).
func (c *Config) applied() Adjudication {
	a := c.Adjudication
	if game.IsAcyclic(c.Game.Start()) {
		a.ResignMoves = 0
	}
	return a
}

// referee adjudicates one game.
type referee struct {
	Adjudication
	plies int
	level int    // consecutive plies with a score near 0
	ahead [2]int // consecutive plies in which this color was winning
}

// add counts the score of a move by a color.
func (r *referee) add(mover game.Color, a engines.Answer) {
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

// verdict returns the outcome if the game is decided.
func (r *referee) verdict() game.Outcome {
	if r.ResignMoves > 0 {
		for _, color := range []game.Color{game.White, game.Black} {
			if r.ahead[color] >= 2*r.ResignMoves {
				return game.Win(color, AgreedWin)
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

// known returns the outcome if the tables know it.
func (b *gameRun) known() game.Outcome {
	if b.Tables == nil {
		return game.Outcome{}
	}
	score, known := b.Tables.Score(b.p, b.p.Halfmoves())
	switch {
	case !known:
		return game.Outcome{}
	case score > 0:
		return game.Win(b.p.Turn(), TableResult)
	case score < 0:
		return game.Win(b.p.Turn().Other(), TableResult)
	}
	return game.Drawn(TableResult)
}

// describe returns the rules as text, for the first line of a state file.
func (a Adjudication) describe() string {
	if a.ResignMoves == 0 {
		a.ResignScore = 0
	}
	return fmt.Sprintf("draw %d×±%d from %d, resign %d×%d, at most %d moves",
		a.DrawMoves, a.DrawScore, a.DrawAfter, a.ResignMoves, a.ResignScore, a.MaxMoves)
}
