package draw

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Widths around the cells, in the board's units.
const (
	labelledFrame = .48 // with coordinates in it
	plainFrame    = .2
	pageMargin    = .14
	labelSize     = .34 // of letters, from line to line
	hexLabelSize  = .42
	nameFrom      = 32 // pixels of a hexagon's side from which cells bear names
)

// painter is a picture in the making.
type painter struct {
	scene
	v      game.View
	b      *geom.Board
	o      Options
	look   Look
	pal    *palette
	lo, hi geom.Point // the cells' bounds
	unit   float64    // pixels
	left   float64    // where lo.X is, or hi.X if flipped
	top    float64
	frame  float64 // its width, in units
	folds  foldings
}

// picture describes the position as a scene.
func picture(v game.View, o Options) (*scene, error) {
	d, err := newPainter(v, o)
	if err != nil {
		return nil, err
	}
	d.title = caption(v)
	d.fill(roundRect(0, 0, float64(d.width), float64(d.height), 0), d.pal.page)
	d.drawFrame()
	d.drawCells()
	d.drawMarks()
	if !o.Plain {
		d.drawLabels()
	}
	d.drawMen()
	return &d.scene, nil
}

// newPainter chooses colours and scale for a picture.
func newPainter(v game.View, o Options) (*painter, error) {
	size, err := o.size()
	if err != nil {
		return nil, err
	}
	if v.Board == nil || len(v.Board.Cells) == 0 {
		return nil, errors.New("draw: the view has no board")
	}
	d := &painter{v: v, b: v.Board, o: o, look: lookFor(v, o.Look)}
	themes := palettes[d.look]
	d.pal = &themes[o.Theme&1]
	d.measure(size)
	return d, nil
}

// lookFor chooses the look that suits the board if none is asked for.
func lookFor(v game.View, asked Look) Look {
	b := v.Board
	switch {
	case asked > Auto && asked <= Mist:
		return asked
	case b.Shape == geom.Hexagonal:
		return Trio
	case v.Gone != [128]bool{}, b.Stride > 8:
		return Mist
	case len(b.Cells) < b.Files*b.Ranks:
		return Court
	}
	return Classic
}

// measure finds the scale. Squares get whole pixels where that costs little, so
// that their edges are sharp; what is left over widens the margin.
func (d *painter) measure(size int) {
	d.lo, d.hi = d.b.Bounds()
	d.frame = plainFrame
	if !d.o.Plain {
		d.frame = labelledFrame
	}
	d.folds = d.foldings()
	margin := d.frame + pageMargin
	w := d.hi.X - d.lo.X + d.folds.width() + 2*margin
	h := d.hi.Y - d.lo.Y + d.folds.height() + 2*margin
	d.unit = float64(size) / max(w, h)
	if d.b.Shape == geom.Rectangle && d.unit >= 12 {
		d.unit = math.Floor(d.unit)
	}
	spare := float64(size) - d.unit*max(w, h)
	d.width = max(1, int(math.Round(w*d.unit+spare)))
	d.height = max(1, int(math.Round(h*d.unit+spare)))
	if w >= h {
		d.width = size
	} else {
		d.height = size
	}
	d.left = margin*d.unit + spare/2
	d.top = margin*d.unit + spare/2
	if d.o.Flip { // what folds away lies at the lower left
		d.left += d.folds.width() * d.unit
	} else {
		d.top += d.folds.height() * d.unit
	}
	if d.b.Shape == geom.Rectangle {
		d.left, d.top = math.Round(d.left), math.Round(d.top)
	}
}

// at returns the pixel where a point of the board is.
func (d *painter) at(p geom.Point) geom.Point {
	if d.o.Flip {
		return pt(d.left+(d.hi.X-p.X)*d.unit, d.top+(p.Y-d.lo.Y)*d.unit)
	}
	return pt(d.left+(p.X-d.lo.X)*d.unit, d.top+(d.hi.Y-p.Y)*d.unit)
}

// outline returns a cell's outline in pixels, drawn in by the given part of a
// unit. It runs clockwise as one sees it.
func (d *painter) outline(c *geom.Cell, in float64) path {
	points := make([]geom.Point, len(c.Outline))
	for i, p := range c.Outline {
		points[len(points)-1-i] = d.at(p)
	}
	return polygon(inset(points, in*d.unit)...)
}

// caption tells the position in words, for those who cannot see it.
func caption(v game.View) string {
	var s strings.Builder
	for _, side := range []game.Side{game.White, game.Black} {
		fmt.Fprintf(&s, "%s:", side)
		for p := game.King; p <= game.Pawn; p++ {
			for i := range v.Board.Cells {
				if c := &v.Board.Cells[i]; v.Men[c.ID] == p.Of(side) {
					s.WriteByte(' ')
					if p != game.Pawn {
						s.WriteByte(p.Letter())
					}
					s.WriteString(c.Name)
				}
			}
		}
		s.WriteString(". ")
	}
	fmt.Fprintf(&s, "%s to move.", v.Turn)
	return s.String()
}
