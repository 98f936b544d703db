package review

import (
	"fmt"

	"github.com/wane-chess/wane/engine"
)

// Level is how thorough a review is.
type Level string

// The levels.
const (
	Quick    Level = "quick"
	Thorough Level = "thorough"
)

// levelEffort is the effort of a level.
type levelEffort struct {
	level Level
	Effort
	part int // positions in one job, lost when a worker dies
}

// efforts are the levels, the least first. A job takes a second or two at either.
var efforts = []levelEffort{
	{Quick, Effort{engine.Limits{Nodes: 50_000}, 3, 20_000}, 12},
	{Thorough, Effort{engine.Limits{Nodes: 400_000}, 4, 100_000}, 3},
}

// HashMB is the size in MiB of an engine's table. Results depend on it.
const HashMB = 16

// ParseLevel parses the name of a level.
func ParseLevel(text string) (Level, error) {
	if l := Level(text); levelRank(l) > 0 {
		return l, nil
	}
	return "", fmt.Errorf("unknown level %.40q, expected %s or %s", text, Quick, Thorough)
}

// levelRank numbers the levels from 1; 0: no such level.
func levelRank(l Level) int {
	for i := range efforts {
		if efforts[i].level == l {
			return i + 1
		}
	}
	return 0
}

// Effort returns how deeply to analyze positions.
func (l Level) Effort() Effort { return l.effort().Effort }

func (l Level) effort() levelEffort { return efforts[max(levelRank(l), 1)-1] }
