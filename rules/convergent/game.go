package convergent

import "github.com/wane-chess/wane/game"

// startFEN is the start of a game.
const startFEN = "***qk***/*rnbbnr*/*pppppp*/*6*/*6*/*PPPPPP*/*RNBBNR*/***QK*** w - - 0 1"

// Game is Convergent Chess. It implements game.Game.
type Game struct{}

// New returns the game.
func New() game.Game { return Game{} }

// Name implements game.Game.
func (Game) Name() string { return "convergent" }

// Title implements game.Game.
func (Game) Title() string { return "Convergent Chess" }

// Info implements game.Game.
func (Game) Info() game.Info {
	return game.Info{Look: "court", Summary: "Forty squares and two ways to mate: attack the king, or occupy its home."}
}

// Rules implements game.Game.
func (Game) Rules() string { return rules }

// Start implements game.Game.
func (g Game) Start() game.Position {
	p, err := g.Parse(startFEN)
	if err != nil {
		panic("convergent: " + err.Error())
	}
	return p
}
