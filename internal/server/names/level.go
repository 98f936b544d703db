package names

import (
	"strconv"
	"strings"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// levelPrefix begins the names of the engine's levels. No account can have such a name.
const levelPrefix = "computer-"

// OfLevel returns the name of a level of the engine as a player, such as "computer-3".
func OfLevel(level int) string { return levelPrefix + strconv.Itoa(level) }

// Level returns the level of the engine that has a name, in any case; 0: none has.
func Level(name string) int {
	digits, found := strings.CutPrefix(strings.ToLower(name), levelPrefix)
	n, err := strconv.Atoi(digits)
	if !found || err != nil || n < 1 || n > livegame.MaxLevel || OfLevel(n) != levelPrefix+digits {
		return 0
	}
	return n
}
