package engine

import (
	"time"

	"github.com/wane-chess/wane/internal/message"
)

// The levels for people.
const (
	MinLevel = 1 // for a child's first game
	MaxLevel = 8 // the engine's full strength in a few seconds a move
)

// level is what a level may think, and how many of a thousand of its moves are
// lapses. Thinking is counted in nodes, so that a level is as strong on any
// machine.
type level struct {
	nodes  uint64
	lapses int
}

// patience is the most time that a level takes for a move, so that people need not
// wait for a slow machine.
const patience = 3 * time.Second

// The steps were measured: see docs/strength.md.
var levels = [MaxLevel]level{
	{nodes: 300, lapses: 580},
	{nodes: 800, lapses: 385},
	{nodes: 2000, lapses: 255},
	{nodes: 5000, lapses: 155},
	{nodes: 12_000, lapses: 85},
	{nodes: 40_000, lapses: 48},
	{nodes: 150_000, lapses: 17},
	{nodes: 4_000_000}, // about what patience allows, so that a fast machine does no more
}

// LevelName returns the name under which a level plays people, as in "Computer, level 3".
func LevelName(n int) string { return message.Sprintf("Computer, level %d", n) }

// LevelLimits returns the limits for a level from MinLevel to MaxLevel. The
// seed varies the moves that weak levels choose.
func LevelLimits(n int, seed uint64) (Limits, error) {
	if n < MinLevel || n > MaxLevel {
		return Limits{}, message.Errorf("level %d is out of range (%d–%d)", n, MinLevel, MaxLevel)
	}
	l := levels[n-1]
	return Limits{
		Nodes:    l.nodes,
		MoveTime: patience,
		Weakness: Weakness{Lapses: l.lapses, Seed: seed},
	}, nil
}
