package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
)

// Game is Cheshire Cat Chess on one of its boards. It implements game.Game.
type Game struct {
	name, title, start string

	files     int
	ranks     int
	board     *geom.Board
	off       Set            // numbers that are no squares of the board
	home      [2]game.Square // where the kings start
	pawnRanks [2]Set         // where the pawns start
	lastRanks [2]Set         // where they promote
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

// NewBoard returns the game on a board of 3×3 to 10×10 squares with a start position, such as
// "nkr/ppp/PPP/NKR w Kk - 0 1". Pawns start on the second rank of their color, and have a double
// step only on a board with six ranks or more. Only a king on its square of the start position can
// be unmoved. An error says what is wrong with the size or with the start position.
func NewBoard(files, ranks int, start string) (game.Game, error) {
	if files < 3 || files > width || ranks < 3 || ranks > width {
		return nil, message.Errorf("a board of %d×%d squares, expected 3×3 to %d×%d", files, ranks, width, width)
	}
	name := message.Sprintf("cheshire-%dx%d:%s", files, ranks, start)
	title := message.Sprintf("Cheshire Cat Chess, %d×%d", files, ranks)
	g := newBoard(name, title, files, ranks, start, [2]game.Square{})
	d, unread := g.ParseSetup(start)
	for sq, pc := range d.Pieces {
		if pc.Type() == game.King {
			g.home[pc.Color()] = game.Square(sq)
		}
	}
	_, faults := g.check(d)
	if err := rulekit.FirstError(unread, faults); err != nil {
		return nil, err
	}
	return g, nil
}

// NewForFEN returns the game on a board of the size that a FEN has: New for 10×10, NewSmall for 8×8, otherwise
// NewBoard with the FEN as the start position. Its error is a *game.FENError, or that of NewBoard.
func NewForFEN(fen string) (game.Game, error) {
	fields, _ := rulekit.SplitFEN(fen)
	grid, wrong := fields.Board.ReadGrid(MaxSize, MaxSize)
	if err := rulekit.FirstError(wrong, nil); err != nil {
		return nil, err
	}
	for _, g := range []*Game{large, small} {
		if g.files == grid.Files && g.ranks == grid.Ranks {
			return g, nil
		}
	}
	return NewBoard(grid.Files, grid.Ranks, fen)
}

// newGame makes the game on a board of size×size squares with the kings on a file,
// counted from 0.
func newGame(name, title string, size int, start string, kingFile game.Square) *Game {
	return newBoard(name, title, size, size, start, [2]game.Square{kingFile, game.Square((size-1)*width) + kingFile})
}

// doubleStepRanks is how many ranks a board has at least if pawns have a double step.
const doubleStepRanks = 6

// newBoard makes the game on a board of files×ranks squares.
func newBoard(name, title string, files, ranks int, start string, home [2]game.Square) *Game {
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

// Files is the number of files of the board.
func (g *Game) Files() int { return g.files }

// Ranks is the number of ranks of the board.
func (g *Game) Ranks() int { return g.ranks }

// PawnRank returns the squares where pawns of a color start.
func (g *Game) PawnRank(color game.Color) Set { return g.pawnRanks[color&1] }

// LastRank returns the squares where pawns of a color promote.
func (g *Game) LastRank(color game.Color) Set { return g.lastRanks[color&1] }
