package engine

import (
	"fmt"
	"time"
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

// patience is the most that a level thinks: a slow machine must not keep people
// waiting.
const patience = 3 * time.Second

// The steps were measured: see docs/strength.md.
var levels = [MaxLevel]level{
	{nodes: 300, lapses: 620},
	{nodes: 700, lapses: 440},
	{nodes: 1500, lapses: 310},
	{nodes: 3500, lapses: 210},
	{nodes: 8000, lapses: 135},
	{nodes: 25_000, lapses: 80},
	{nodes: 80_000, lapses: 35},
	{},
}

// LevelLimits returns the limits for a level from MinLevel to MaxLevel. The
// seed varies the moves that weak levels choose.
func LevelLimits(n int, seed uint64) (Limits, error) {
	if n < MinLevel || n > MaxLevel {
		return Limits{}, fmt.Errorf("level %d: levels go from %d to %d", n, MinLevel, MaxLevel)
	}
	l := levels[n-1]
	return Limits{
		Nodes:    l.nodes,
		MoveTime: patience,
		Weakness: Weakness{Lapses: l.lapses, Seed: seed},
	}, nil
}
