package engine

import (
	"time"

	"github.com/wane-chess/wane/internal/message"
)

// The range of levels.
const (
	MinLevel = 1 // for a child's first game
	MaxLevel = 8 // the engine's full strength in a few seconds a move
)

// level limits the nodes of a move, so that a level is equally strong on any machine, and
// sets the lapses in a thousand moves.
type level struct {
	nodes  uint64
	lapses int
}

// maxMoveTime bounds the time for a move on a slow machine.
const maxMoveTime = 3 * time.Second

// docs/strength.md has the measured strengths.
var levels = [MaxLevel]level{
	{nodes: 300, lapses: 580},
	{nodes: 800, lapses: 385},
	{nodes: 2000, lapses: 255},
	{nodes: 5000, lapses: 155},
	{nodes: 12_000, lapses: 85},
	{nodes: 40_000, lapses: 48},
	{nodes: 150_000, lapses: 17},
	{nodes: 4_000_000}, // about maxMoveTime; a fast machine searches no more
}

// LevelName returns the name under which a level plays people, as in "Computer, level 3".
func LevelName(n int) string { return message.Sprintf("Computer, level %d", n) }

// LevelLimits returns the limits for a level from MinLevel to MaxLevel. The seed varies the
// lapses of weak levels.
func LevelLimits(n int, seed uint64) (Limits, error) {
	if n < MinLevel || n > MaxLevel {
		return Limits{}, message.Errorf("level %d is out of range (%d–%d)", n, MinLevel, MaxLevel)
	}
	l := levels[n-1]
	return Limits{
		Nodes:    l.nodes,
		MoveTime: maxMoveTime,
		Weakness: Weakness{Lapses: l.lapses, Seed: seed},
	}, nil
}
