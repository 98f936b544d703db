package boardview

import (
	"slices"

	"github.com/wane-chess/wane/geom"
)

// tints names the tints, by geom.Tint.
var tints = [4]string{"dark", "light", "middle", "special"}

// cells lists the board's cells, by key, and the shapes that they have.
func (s *stage) cells() ([]Cell, [][]float64) {
	b := s.view.Board
	cells := make([]Cell, 0, len(b.Cells))
	var shapes [][]float64
	for i := range b.Cells {
		c := &b.Cells[i]
		o := outline(c)
		shape := slices.IndexFunc(shapes, func(p []float64) bool { return slices.Equal(o, p) })
		if shape < 0 {
			shape = len(shapes)
			shapes = append(shapes, o)
		}
		cells = append(cells, Cell{
			Key: int(s.cell[c.ID]), Name: c.Name, X: round(c.Center.X), Y: round(c.Center.Y), Col: c.Col, Row: c.Row,
			Shape: shape, Tint: tints[c.Tint&3], Gone: s.view.Vanished[c.ID],
			Royal: c.Tint == geom.Special && b.Shape == geom.Rectangle,
		})
	}
	slices.SortFunc(cells, func(a, b Cell) int { return a.Key - b.Key })
	return cells, shapes
}

// outline returns a cell's corners relative to its center.
func outline(c *geom.Cell) []float64 {
	o := make([]float64, 0, 2*len(c.Outline))
	for _, p := range c.Outline {
		o = append(o, round(p.X-c.Center.X), round(p.Y-c.Center.Y))
	}
	return o
}

// box returns the board's extent.
func (s *stage) box() [4]float64 {
	lo, hi := s.view.Board.Bounds()
	return [4]float64{round(lo.X), round(lo.Y), round(hi.X - lo.X), round(hi.Y - lo.Y)}
}
