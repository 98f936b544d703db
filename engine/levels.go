package engine

import (
	"fmt"
	"time"

	"github.com/wane-chess/wane/game"
)

// The levels for people.
const (
	MinLevel = 1 // for a child's first game
	MaxLevel = 8 // the engine's full strength in a few seconds a move
)

// level is what a level may think and how far it may err. Thinking is counted in
// nodes, so that a level is as strong on any machine.
type level struct {
	nodes uint64
	noise game.Score
}

// patience is the most that a level thinks: a slow machine must not keep people
// waiting.
const patience = 3 * time.Second

var levels = [MaxLevel]level{
	{nodes: 40, noise: 250},
	{nodes: 100, noise: 150},
	{nodes: 300, noise: 80},
	{nodes: 1000, noise: 40},
	{nodes: 4000, noise: 15},
	{nodes: 20_000},
	{nodes: 150_000},
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
		Weakness: Weakness{Noise: l.noise, Seed: seed},
	}, nil
}
