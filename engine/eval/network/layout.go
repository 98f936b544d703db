package network

import (
	"math"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/diminuendo"
	"github.com/wane-chess/wane/rules/shrink"
)

// Layout is how the networks of a game see its boards. It is safe for use by any number of goroutines.
type Layout struct {
	name    string
	half    int // squares in a word of Board
	squares int // of the largest board
	kinds   int // of what stands on a square: own and enemy pieces, and vanished squares where there are any
	read    func(game.Position) func(*Board)
	views   [][4]view // by the shape of the board
}

// A view is the board as White or Black sees it, or the mirror image of that, left for right: the number of each square
// in the inputs of the network, or outside.
type view [128]uint8

const (
	asBlack  = 1 // added to the number of a view
	mirrored = 2
	outside  = 255
)

// pieceKinds is the number of kinds of pieces: own and enemy pieces of six types.
const pieceKinds = 12

// For returns the layout of a game's networks. Any game has one whose pieces are those of chess.
func For(g game.Game) *Layout {
	l := &Layout{name: g.Name(), half: 64, kinds: pieceKinds}
	boards := []*geom.Board{g.Start().Board()}
	switch g.(type) {
	case convergent.Game:
		l.read = readConvergent
	case diminuendo.Game:
		l.read = readDiminuendo
	case *cheshire.Game:
		l.read, l.half, l.kinds = readCheshire, cheshire.HalfSquares, pieceKinds+1
	default:
		switch g {
		case shrink.NewChess():
			l.read = readChess
		case shrink.New():
			l.read, l.kinds = readShrink, pieceKinds+1
			boards = boards[:0]
			for files := range 8 {
				for ranks := range 8 {
					boards = append(boards, geom.Rect(files+1, ranks+1, 8))
				}
			}
		default:
			l.read, l.kinds = readAny, pieceKinds+1
		}
	}
	largest := boards[len(boards)-1]
	l.squares = len(largest.Squares)
	for _, b := range boards {
		l.views = append(l.views, viewsOf(b, largest))
	}
	return l
}

// Inputs is the number of inputs of the layout's networks.
func (l *Layout) Inputs() int { return l.kinds * l.squares }

// viewsOf returns the views of a board. The inputs are numbered like the squares of the largest board of the game,
// where a smaller one stands in the corner; its vanished squares are the others.
func viewsOf(b, largest *geom.Board) (views [4]view) {
	number := map[int]uint8{}
	for i, sq := range largest.Squares {
		number[sq.ID] = uint8(i)
	}
	low, high := b.Bounds()
	for v := range views {
		for sq := range views[v] {
			views[v][sq] = outside
			if n, ok := number[sq]; ok {
				views[v][sq] = n
			}
		}
		for _, sq := range b.Squares {
			at := sq.Center
			if v&asBlack != 0 {
				at.Y = low.Y + high.Y - at.Y
			}
			if v&mirrored != 0 {
				at.X = low.X + high.X - at.X
			}
			if image := nearest(b, at); image != nil {
				views[v][sq.ID] = number[image.ID]
			}
		}
	}
	return views
}

// nearest returns the square of a board whose center is there, or nil.
func nearest(b *geom.Board, at geom.Point) *geom.Square {
	for i := range b.Squares {
		if c := b.Squares[i].Center; math.Abs(c.X-at.X)+math.Abs(c.Y-at.Y) < 0.1 {
			return &b.Squares[i]
		}
	}
	return nil
}

func readConvergent(p game.Position) func(*Board) {
	own := p.(*convergent.Position) //nolint:forcetypeassert // positions are of the layout's game
	return func(b *Board) {
		s := own.State()
		b.Words[0], b.Turn = s.Pieces, s.Turn
	}
}

func readDiminuendo(p game.Position) func(*Board) {
	own := p.(*diminuendo.Position) //nolint:forcetypeassert // positions are of the layout's game
	return func(b *Board) {
		s := own.State()
		b.Words[0], b.Turn = s.Pieces, s.Turn
	}
}

func readChess(p game.Position) func(*Board) {
	own := p.(*shrink.ChessPosition) //nolint:forcetypeassert // positions are of the layout's game
	return func(b *Board) {
		s := own.State()
		b.Words[0], b.Turn = s.Pieces, s.Turn
	}
}

func readShrink(p game.Position) func(*Board) {
	own := p.(*shrink.Position) //nolint:forcetypeassert // positions are of the layout's game
	return func(b *Board) {
		s := own.State()
		b.Words[0], b.Turn = withVanished(s.Pieces, ^s.Squares()), s.Turn
		b.Shape = uint8(s.Ranks() - 1 + 8*(s.Files()-1))
	}
}

func readCheshire(p game.Position) func(*Board) {
	own := p.(*cheshire.Position) //nolint:forcetypeassert // positions are of the layout's game
	return func(b *Board) {
		pieces, vanished := own.Placement()
		for i := range pieces {
			b.Words[i] = withVanished(pieces[i], vanished[i])
		}
		b.Turn = own.Turn()
	}
}

// readAny reads a position of any game, more slowly.
func readAny(p game.Position) func(*Board) {
	return func(b *Board) {
		v := p.View()
		*b = Board{Turn: v.Turn}
		for sq, pc := range v.Pieces {
			w := &b.Words[sq>>6]
			*w = w.With(game.Square(sq&63), pc)
			if v.Vanished[sq] {
				*w = withVanished(*w, 1<<(sq&63))
			}
		}
	}
}

// kindOf has the number of the kind of each piece, as each color sees it, or -1: own pieces come first, and a vanished
// square last.
var kindOf = func() (t [2][16]int8) {
	for color := range t {
		for pc := range t[color] {
			pt, own := pc&7, pc>>3 == color
			switch {
			case pt == 0:
				t[color][pc] = -1
			case pt == vanished:
				t[color][pc] = pieceKinds
			case own:
				t[color][pc] = int8(pt - 1)
			default:
				t[color][pc] = int8(pt - 1 + pieceKinds/2)
			}
		}
	}
	return t
}()

// input returns the number of the input for a piece on a square of a word, in a view, or -1 if there is none.
func (l *Layout) input(b *Board, word int, sq game.Square, pc game.Piece, v int) int {
	kind := kindOf[v&asBlack][pc&15]
	at := l.views[b.Shape][v&3][(int(sq)+word*l.half)&127]
	if kind < 0 || at == outside {
		return -1
	}
	return int(kind)*l.squares + int(at)
}

// Read sets b to what networks see of a position of the layout's game.
func (l *Layout) Read(p game.Position, b *Board) { l.read(p)(b) }

// AppendInputs appends the numbers of the inputs that a board has in the view of a color, or in its mirror image.
func (l *Layout) AppendInputs(dst []uint16, b *Board, color game.Color, mirror bool) []uint16 {
	v := int(color & 1)
	if mirror {
		v |= mirrored
	}
	for i := range b.Words {
		w := &b.Words[i]
		for set := w.Occupied(); set != 0; {
			sq := bitboard.Pop(&set)
			if input := l.input(b, i, sq, w.Piece(sq), v); input >= 0 {
				dst = append(dst, uint16(input))
			}
		}
	}
	return dst
}
