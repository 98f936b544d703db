package review

import (
	"fmt"

	"github.com/wane-chess/wane/engine"
)

// Level says how thorough a review is.
type Level string

// The levels.
const (
	Quick    Level = "quick"
	Thorough Level = "thorough"
)

// levelEffort is what a level looks at.
type levelEffort struct {
	level Level
	Effort
	part int // positions of the game in one job: what the death of a worker loses
}

// efforts are the levels, the least first. A job takes a second or two at either.
var efforts = []levelEffort{
	{Quick, Effort{engine.Limits{Nodes: 50_000}, 3, 20_000}, 12},
	{Thorough, Effort{engine.Limits{Nodes: 400_000}, 4, 100_000}, 3},
}

// HashMB is the size of the table that an engine must have, since what it finds
// depends on that.
const HashMB = 16

// ParseLevel reads the name of a level.
func ParseLevel(text string) (Level, error) {
	if l := Level(text); levelRank(l) > 0 {
		return l, nil
	}
	return "", fmt.Errorf("there is no level %.40q; reviews are %s or %s", text, Quick, Thorough)
}

// levelRank numbers the levels from 1; 0 is none.
func levelRank(l Level) int {
	for i := range efforts {
		if efforts[i].level == l {
			return i + 1
		}
	}
	return 0
}

// Effort is how hard to look at a game.
func (l Level) Effort() Effort { return l.effort().Effort }

func (l Level) effort() levelEffort { return efforts[max(levelRank(l), 1)-1] }
