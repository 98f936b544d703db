package boardview

import (
	"math"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// New returns the board view of a view of a game, which need not be a legal position. If
// pos is not nil, the board view has its FEN, its checks and its outcome.
func New(g game.Game, v game.View, k Keys, pos game.Position) BoardView {
	s := keyedView{view: v, square: k.Square, piece: k.Piece}
	return s.boardView(FormatOf(g), pos)
}

// boardView returns what a page draws of the view; see New.
func (s *keyedView) boardView(f Format, pos game.Position) BoardView {
	out := BoardView{Turn: colorName(s.view.Turn), Format: f, Box: boxOf(s.view.Board), Pieces: s.pieces()}
	out.Squares, out.Shapes = s.squares()
	if pos == nil {
		return out
	}
	out.FEN = pos.String()
	for _, sq := range game.CheckedSquares(pos) {
		out.Check = append(out.Check, int(s.square[sq]))
	}
	if q, ok := pos.(game.QueenMover); ok {
		for _, sq := range q.QueenMovers() {
			out.QueenMovers = append(out.QueenMovers, int(s.square[sq]))
		}
	}
	if o := pos.Outcome(); o.Over() {
		out.Result, out.Reason = o.Result.String(), string(o.Reason)
		out.Final = pos.LegalCount() == 0
	}
	return out
}

// tints names the tints, by geom.Tint.
var tints = [4]string{"dark", "light", "middle", "special"}

// squares lists the board's squares, by key, and their shapes.
func (s *keyedView) squares() ([]Square, [][]float64) {
	b := s.view.Board
	squares := make([]Square, 0, len(b.Squares))
	var shapes [][]float64
	for i := range b.Squares {
		sq := &b.Squares[i]
		o := outline(sq)
		shape := slices.IndexFunc(shapes, func(p []float64) bool { return slices.Equal(o, p) })
		if shape < 0 {
			shape = len(shapes)
			shapes = append(shapes, o)
		}
		squares = append(squares, Square{
			Key: int(s.square[sq.ID]), Name: sq.Name, X: round(sq.Center.X), Y: round(sq.Center.Y), Col: sq.Col, Row: sq.Row,
			Shape: shape, Tint: tints[sq.Tint&3], Vanished: s.view.Vanished[sq.ID],
			Royal: sq.Tint == geom.Special && b.Shape == geom.Rectangle,
		})
	}
	sortBy(squares, func(s *Square) int { return s.Key })
	return squares, shapes
}

// outline returns the corners of a square relative to its center.
func outline(sq *geom.Square) []float64 {
	o := make([]float64, 0, 2*len(sq.Outline))
	for _, p := range sq.Outline {
		o = append(o, round(p.X-sq.Center.X), round(p.Y-sq.Center.Y))
	}
	return o
}

// boxOf returns a board's extent.
func boxOf(b *geom.Board) [4]float64 {
	lo, hi := b.Bounds()
	return [4]float64{round(lo.X), round(lo.Y), round(hi.X - lo.X), round(hi.Y - lo.Y)}
}

// colorName names a color as pages do.
func colorName(c game.Color) string {
	if c == game.White {
		return "white"
	}
	return "black"
}

// round keeps coordinates short: a ten-thousandth of a square is far below a pixel.
func round(x float64) float64 {
	r := math.Round(x*1e4) / 1e4
	if r == 0 {
		return 0 // not −0
	}
	return r
}

// sortBy sorts a list by the keys of its elements. It inserts one after the other, which
// is fastest for short lists that are nearly in order, and takes a tenth of the code of
// slices.SortFunc for each type.
func sortBy[T any](list []T, key func(*T) int) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && key(&list[j]) < key(&list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}
