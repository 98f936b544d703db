package rating

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// levels are the ratings of the engine's levels, from 1 on, in each game. They are estimates: the
// steps are those of docs/strength.md, none above 300 points, and level 4 has 1200. How to measure
// them is in docs/ratings.md.
var levels = map[string][livegame.MaxLevel]float64{
	"shrink":     {550, 765, 1020, 1200, 1440, 1740, 1970, 2250},
	"convergent": {695, 840, 1010, 1200, 1375, 1675, 1955, 2255},
	"diminuendo": {600, 775, 1030, 1200, 1440, 1740, 2020, 2230},
	Rankings:     {600, 775, 1030, 1200, 1440, 1740, 2020, 2230},
	"cheshire":   {610, 740, 930, 1200, 1405, 1550, 1740, 2040},
	"cheshire8":  {830, 885, 1020, 1200, 1375, 1465, 1585, 1775},
	"chess":      {780, 905, 1040, 1200, 1425, 1725, 1925, 2225},
}

// anyLevels are the levels of a game that levels does not have.
var anyLevels = [livegame.MaxLevel]float64{700, 850, 1020, 1200, 1420, 1680, 1900, 2180}

// levelDeviation is the deviation of a level: its rating is an estimate, but does not change.
const levelDeviation = 80

// Level returns the rating of an engine's level in a game.
func Level(name string, level int) Rating {
	table, ok := levels[name]
	if !ok {
		table = anyLevels
	}
	return Rating{Value: table[level-1], Deviation: levelDeviation, Volatility: Start.Volatility}
}

// Player identifies a player in the ledger: the ID of an account, which is secret, or a level of
// the engine, or a player whose data was deleted.
type Player string

const (
	levelPrefix = "level:"
	gonePrefix  = "gone:"
)

// PlayerOf returns who has a seat.
func PlayerOf(p livegame.Player) Player {
	if p.Engine() {
		return Player(fmt.Sprintf("%s%d", levelPrefix, p.Level))
	}
	return Player(p.Guest)
}

// Gone returns the player that stands for one whose data was deleted. The token is random.
func Gone(token string) Player { return Player(gonePrefix + token) }

// Gone reports whether the player's data was deleted.
func (p Player) Gone() bool { return strings.HasPrefix(string(p), gonePrefix) }

// Level returns the engine's level; 0: the player is none.
func (p Player) Level() int {
	var n int
	if text, ok := strings.CutPrefix(string(p), levelPrefix); ok {
		_, _ = fmt.Sscan(text, &n)
	}
	return n
}
