package cheshire

import (
	_ "embed"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

//go:embed rules.md
var rules string

// Game is Cheshire Cat Chess on one of its boards. It implements game.Game.
type Game struct {
	name, title, start string

	size      int
	board     *geom.Board
	off       Set      // numbers that are no squares of the board
	home      [2]uint8 // where the kings start
	pawnRanks [2]Set   // where the pawns start
	lastRanks [2]Set   // where they promote
}

var (
	large = newGame("cheshire", "Cheshire Cat Chess", 10,
		"rrnbqkbnrr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RRNBQKBNRR w Kk - 0 1", 5)
	small = newGame("cheshire8", "Cheshire Cat Chess, 8×8", 8,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1", 4)
)

// New returns the game on the board of 10×10 squares.
func New() game.Game { return large }

// NewSmall returns the game on the board of 8×8 squares.
func NewSmall() game.Game { return small }

// newGame makes the game on a board of size×size squares with the kings on a file,
// counted from 0.
func newGame(name, title string, size int, start string, kingFile uint8) *Game {
	g := &Game{name: name, title: title, start: start, size: size, board: geom.Rect(size, size, width)}
	for sq := range squares {
		rank := sq / width
		switch {
		case rank >= size || sq%width >= size:
			g.off = g.off.Or(single[sq])
		case rank == 0:
			g.lastRanks[game.Black] = g.lastRanks[game.Black].Or(single[sq])
		case rank == 1:
			g.pawnRanks[game.White] = g.pawnRanks[game.White].Or(single[sq])
		case rank == size-2:
			g.pawnRanks[game.Black] = g.pawnRanks[game.Black].Or(single[sq])
		case rank == size-1:
			g.lastRanks[game.White] = g.lastRanks[game.White].Or(single[sq])
		}
	}
	g.home = [2]uint8{kingFile, uint8((size-1)*width) + kingFile}
	return g
}

// Name implements game.Game.
func (g *Game) Name() string { return g.name }

// Title implements game.Game.
func (g *Game) Title() string { return g.title }

// Info implements game.Game.
func (g *Game) Info() game.Info {
	words := map[int]string{8: "eight by eight", 10: "ten by ten"}[g.size]
	return game.Info{
		Family: "cheshire", Look: "mist", Minor: g.size == 8,
		Summary: "The square that a piece leaves vanishes, until little is left but the grin. On " + words + " squares.",
	}
}

// Rules implements game.Game.
func (g *Game) Rules() string { return rules }

// Start implements game.Game.
func (g *Game) Start() game.Position {
	p, err := g.Parse(g.start)
	if err != nil {
		panic("cheshire: " + err.Error())
	}
	return p
}
