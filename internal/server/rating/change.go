package rating

import (
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/glicko"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Standing is a player's rating in a pool, and the games that led to it.
type Standing struct {
	Player Player
	Pool   Pool
	Rating
	Wins, Draws, Losses int
	// At is when the last game ended, and Seq its number in the ledger; zero: there is none.
	At  time.Time
	Seq int64
}

// NewStanding returns the standing of a player without games.
func NewStanding(p Player, pool Pool) Standing {
	s := Standing{Player: p, Pool: pool, Rating: Start}
	if level := p.Level(); level > 0 {
		s.Rating = OfEngine(pool.Game(), level)
	}
	return s
}

// Games returns the number of games.
func (s Standing) Games() int { return s.Wins + s.Draws + s.Losses }

// Now returns the rating at a time: the deviation has grown since the last game.
func (s Standing) Now(at time.Time) Rating {
	if s.At.IsZero() || s.Player.Level() > 0 {
		return s.Rating
	}
	return s.After(glicko.Periods(at.Sub(s.At)))
}

// Game is what the ledger needs to know of a finished game that counts.
type Game struct {
	ID      livegame.ID
	Ended   time.Time
	Pool    Pool
	Result  game.Result
	Players [2]Player // by game.Color
}

// gameOf returns the game of a summary for which Judge has decided Counts. Ended is the time of
// the event that ended it.
func gameOf(s livegame.Summary, ended time.Time) Game {
	return Game{
		ID: s.ID, Ended: ended, Pool: PoolOf(s.Variant, s.TimeControl), Result: s.Result,
		Players: [2]Player{PlayerOf(s.Seats[0]), PlayerOf(s.Seats[1])},
	}
}

// Change is an entry of the ledger: what a game did to the ratings of its players.
type Change struct {
	Seq int64 // its number, from 1 without gaps
	Game
	Before, After [2]Rating // by game.Color
	// Deleted says that the game was deleted since.
	Deleted bool
}

// ColorOf returns the color of one of the players.
func (c *Change) ColorOf(p Player) game.Color {
	if c.Players[game.White] == p {
		return game.White
	}
	return game.Black
}

// Apply returns the change number seq, and the standings of both players after it, given those
// before it. The rating of a level stays.
func Apply(seq int64, g Game, before [2]Standing) (Change, [2]Standing) {
	c, after := Change{Seq: seq, Game: g}, before
	for color := range before {
		c.Before[color] = before[color].Rating
	}
	for color := range before {
		s := &after[color]
		other := before[1-color]
		score := scoreOf(g.Result, game.Color(color))
		switch score {
		case 1:
			s.Wins++
		case 0:
			s.Losses++
		default:
			s.Draws++
		}
		if s.Player.Level() == 0 {
			periods := 0.0
			if !s.At.IsZero() {
				periods = glicko.Periods(g.Ended.Sub(s.At))
			}
			s.Rating = s.Update([]glicko.Result{{Opponent: other.Now(g.Ended), Score: score}}, periods).Bounded()
		}
		if g.Ended.After(s.At) {
			s.At = g.Ended
		}
		s.Seq = seq
		c.After[color] = s.Rating
	}
	return c, after
}

// scoreOf returns the score of a color.
func scoreOf(r game.Result, c game.Color) float64 {
	switch r {
	case game.Draw:
		return 0.5
	case game.WinFor(c):
		return 1
	}
	return 0
}
