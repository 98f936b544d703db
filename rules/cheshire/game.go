package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
)

// Game is Cheshire Cat Chess on one of its boards. It implements game.Game.
type Game struct {
	name, title, start string

	files     int
	ranks     int
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

// MaxSize is the largest number of files and of ranks of a board.
const MaxSize = width

// NewBoard returns the game on a board of at most 10×10 squares, at least 3×3, from a start position
// of its own, such as "nkr/ppp/PPP/NKR w Kk - 0 1". Pawns start on the second rank and its like, and
// have a double step only if there are at least six ranks. Kings are unmoved as long as they
// are on their squares of the start. The error is that of the start or of the size.
func NewBoard(files, ranks int, start string) (game.Game, error) {
	if files < 3 || files > width || ranks < 3 || ranks > width {
		return nil, message.Errorf("a board of %d×%d squares, expected 3×3 to %d×%d", files, ranks, width, width)
	}
	name := message.Sprintf("cheshire-%dx%d:%s", files, ranks, start)
	title := message.Sprintf("Cheshire Cat Chess, %d×%d", files, ranks)
	g := newBoard(name, title, files, ranks, start, [2]uint8{})
	d, unread := g.ParseSetup(start)
	for sq, pt := range d.Pieces {
		if pt.Type() == game.King {
			g.home[pt.Color()] = uint8(sq)
		}
	}
	_, faults := g.check(d)
	if err := game.FirstError(unread, faults); err != nil {
		return nil, err
	}
	return g, nil
}

// newGame makes the game on a board of size×size squares with the kings on a file,
// counted from 0.
func newGame(name, title string, size int, start string, kingFile uint8) *Game {
	return newBoard(name, title, size, size, start, [2]uint8{kingFile, uint8((size-1)*width) + kingFile})
}

// doubleStepRanks is how many ranks a board has at least if pawns have a double step.
const doubleStepRanks = 6

// newBoard makes the game on a board of files×ranks squares.
func newBoard(name, title string, files, ranks int, start string, home [2]uint8) *Game {
	board := geom.Rect(files, ranks, width)
	g := &Game{name: name, title: title, start: start, files: files, ranks: ranks, board: board, home: home}
	for sq := range squares {
		rank := sq / width
		switch {
		case rank >= ranks || sq%width >= files:
			g.off = g.off.Or(single[sq])
		case rank == 0:
			g.lastRanks[game.Black] = g.lastRanks[game.Black].Or(single[sq])
		case rank == ranks-1:
			g.lastRanks[game.White] = g.lastRanks[game.White].Or(single[sq])
		case ranks < doubleStepRanks:
		case rank == 1:
			g.pawnRanks[game.White] = g.pawnRanks[game.White].Or(single[sq])
		case rank == ranks-2:
			g.pawnRanks[game.Black] = g.pawnRanks[game.Black].Or(single[sq])
		}
	}
	return g
}

// Name implements game.Game.
func (g *Game) Name() string { return g.name }

// Title implements game.Game.
func (g *Game) Title() string { return g.title }

// Info implements game.Game.
func (g *Game) Info() game.Info {
	words, ok := map[int]string{8: "eight by eight", 10: "ten by ten"}[g.files]
	if !ok || g.files != g.ranks {
		words = message.Sprintf("%d by %d", g.files, g.ranks)
	}
	return game.Info{
		Family: "cheshire", Look: "mist", Minor: g.files != width,
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
