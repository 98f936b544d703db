package rating

import (
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Speed says how much time a game has.
type Speed string

// The speeds.
const (
	Bullet         Speed = "bullet"
	Blitz          Speed = "blitz"
	Rapid          Speed = "rapid"
	Correspondence Speed = "correspondence"
)

// Speeds are all speeds, the fastest first.
var Speeds = []Speed{Bullet, Blitz, Rapid, Correspondence}

// The limits between speeds. They are compared with the estimated time of one player: the
// initial time and that of estimatedMoves increments.
const (
	bulletBelow    = 3 * time.Minute
	blitzBelow     = 8 * time.Minute
	estimatedMoves = 40
)

// SpeedOf returns the speed of a time control; "" if it has unlimited time.
func SpeedOf(c livegame.TimeControl) Speed {
	estimate := c.Initial() + estimatedMoves*c.Increment
	switch {
	case c.Correspondence():
		return Correspondence
	case !c.RealTime():
		return ""
	case estimate < bulletBelow:
		return Bullet
	case estimate < blitzBelow:
		return Blitz
	}
	return Rapid
}

// Rankings is the game of Diminuendo Chess with any other ranking than the inventor's.
const Rankings = "rankings"

// Games are the games that have ratings of their own.
var Games = []string{"shrink", "convergent", "diminuendo", Rankings, "cheshire", "cheshire8", "chess"}

// Pools are all pools, in the order of Games and Speeds.
var Pools = func() (list []Pool) {
	for _, of := range Games {
		for _, speed := range Speeds {
			list = append(list, Pool(of+"/"+string(speed)))
		}
	}
	return list
}()

// GameOf returns the game of a variant, as in livegame.Header.
func GameOf(variant string) string {
	if strings.ContainsAny(variant, ":+") {
		return Rankings
	}
	return variant
}

// Pool is a game and a speed, such as "shrink/blitz": those who play it can be compared.
type Pool string

// PoolOf returns the pool of a variant and a time control; "" if there is none.
func PoolOf(variant string, c livegame.TimeControl) Pool {
	speed := SpeedOf(c)
	if speed == "" {
		return ""
	}
	return Pool(GameOf(variant) + "/" + string(speed))
}

// Game returns the game.
func (p Pool) Game() string {
	game, _, _ := strings.Cut(string(p), "/")
	return game
}

// Speed returns the speed.
func (p Pool) Speed() Speed {
	_, speed, _ := strings.Cut(string(p), "/")
	return Speed(speed)
}

// Order compares pools in the order of Games and Speeds.
func (p Pool) Order(o Pool) int {
	if d := slices.Index(Games, p.Game()) - slices.Index(Games, o.Game()); d != 0 {
		return d
	}
	return slices.Index(Speeds, p.Speed()) - slices.Index(Speeds, o.Speed())
}
