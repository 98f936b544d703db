package rating

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// levels are the ratings of the engine's levels, from 1 on, in each game. Level 4 has 1200, and
// the steps are those of docs/strength.md: of the upper ones, which few games measured, none
// counts for more than 300 points. How to measure them is in docs/ratings.md.
var levels = map[string][livegame.MaxLevel]float64{
	"shrink":     {485, 695, 985, 1200, 1440, 1680, 1975, 2255},
	"convergent": {530, 770, 970, 1200, 1445, 1635, 1895, 2195},
	"diminuendo": {495, 745, 980, 1200, 1395, 1605, 1885, 2095},
	Rankings:     {725, 895, 1045, 1200, 1370, 1670, 1950, 2160},
	"cheshire":   {780, 930, 1025, 1200, 1375, 1565, 1740, 2040},
	"cheshire8":  {780, 915, 1035, 1200, 1350, 1450, 1580, 1770},
	"chess":      {495, 770, 995, 1200, 1450, 1710, 1770, 2070},
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
