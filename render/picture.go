package render

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Widths around the squares, in the board's units.
const (
	labelledFrame = .48 // with coordinates in it
	plainFrame    = .2
	pageMargin    = .14
	labelSize     = .34 // of letters, from line to line
	hexLabelSize  = .42
	nameFrom      = 32 // pixels of a hexagon's side from which squares bear names
)

// painter draws a picture.
type painter struct {
	scene
	v      game.View
	b      *geom.Board
	o      Options
	look   Look
	pal    *palette
	lo, hi geom.Point // the squares' bounds
	unit   float64    // pixels
	left   float64    // where lo.X is, or hi.X if flipped
	top    float64
	frame  float64 // its width, in units
	folds  foldings
	grins  float64 // how strong they are, 0 to 1
}

// picture describes the position as a scene.
func picture(v game.View, o Options) (*scene, error) {
	d, err := newPainter(v, o)
	if err != nil {
		return nil, err
	}
	d.title = caption(v)
	d.drawGround()
	d.drawBoard()
	return &d.scene, nil
}

// drawGround paints the whole picture in the page's color.
func (d *painter) drawGround() {
	d.fill(roundRect(0, 0, float64(d.width), float64(d.height), 0), d.pal.page)
}

// drawBoard paints the position.
func (d *painter) drawBoard() {
	d.drawFrame()
	d.drawSquares()
	d.drawMarks()
	if !d.o.Plain {
		d.drawLabels()
	}
	d.drawPieces()
}

// newPainter chooses colors and scale for a picture of a position alone.
func newPainter(v game.View, o Options) (*painter, error) {
	size, err := o.size()
	if err != nil {
		return nil, err
	}
	d, err := newUnscaled(v, o)
	if err != nil {
		return nil, err
	}
	d.measure(size)
	return d, nil
}

// newUnscaled chooses the colors for a picture, but no scale.
func newUnscaled(v game.View, o Options) (*painter, error) {
	if v.Board == nil || len(v.Board.Squares) == 0 {
		return nil, errors.New("render: the view has no board")
	}
	d := &painter{v: v, b: v.Board, o: o, look: lookFor(v, o.Look), grins: grinStrength(v)}
	themes := palettes[d.look]
	d.pal = &themes[o.Theme&1]
	d.lo, d.hi = d.b.Bounds()
	d.frame = plainFrame
	if !o.Plain {
		d.frame = labelledFrame
	}
	d.folds = d.foldings()
	return d, nil
}

// lookFor returns the look, or for Auto the one that suits the view.
func lookFor(v game.View, asked Look) Look {
	if asked > Auto && asked <= Mist {
		return asked
	}
	switch {
	case v.Board.Shape == geom.Hexagonal:
		return Trio
	case v.Vanished != [128]bool{}:
		return Mist
	case len(v.Board.Squares) < v.Board.Files*v.Board.Ranks:
		return Court
	}
	return Classic
}

// extent is how wide and high the board is with all that lies round it, in units.
func (d *painter) extent() (w, h float64) {
	margin := 2 * (d.frame + pageMargin)
	return d.hi.X - d.lo.X + d.folds.width() + margin, d.hi.Y - d.lo.Y + d.folds.height() + margin
}

// measure finds the scale for a picture of the board alone. Squares get whole
// pixels where that costs little, so that their edges are sharp; what is left
// over widens the margin.
func (d *painter) measure(size int) {
	w, h := d.extent()
	wide, high := pictureSize(size, d.b.Shape, w, h)
	d.width, d.height = wholePixels(wide), wholePixels(high)
	d.unit = whole(d.b.Shape, float64(size)/max(w, h))
	spare := float64(size) - d.unit*max(w, h)
	d.place(spare/2, spare/2)
}

// pictureSize returns how wide and high a picture is, in pixels, whose longer side and
// whose extent in units are given.
func pictureSize(size int, shape geom.Shape, w, h float64) (wide, high float64) {
	unit := whole(shape, float64(size)/max(w, h))
	spare := float64(size) - unit*max(w, h)
	return w*unit + spare, h*unit + spare
}

func wholePixels(x float64) int { return max(1, int(math.Round(x))) }

// whole rounds a scale to whole pixels for squares that are not tiny.
func whole(shape geom.Shape, unit float64) float64 {
	if shape == geom.Rectangle && unit >= 12 {
		return math.Floor(unit)
	}
	return unit
}

// place puts the board's extent at a point of the picture.
func (d *painter) place(x, y float64) {
	margin := d.frame + pageMargin
	d.left = margin*d.unit + x
	d.top = margin*d.unit + y
	if d.o.Flip { // what folds away lies at the lower left
		d.left += d.folds.width() * d.unit
	} else {
		d.top += d.folds.height() * d.unit
	}
	if d.b.Shape == geom.Rectangle {
		d.left, d.top = math.Round(d.left), math.Round(d.top)
	}
}

// room is a part of a picture, in pixels.
type room struct{ x, y, w, h float64 }

// least is how many units wide a board counts at the least where boards of
// several sizes share a room: pieces should not grow beyond measure.
const least = 4.6

// center puts the board into the middle of a room, as large as there is place.
func (d *painter) center(r room) {
	w, h := d.extent()
	d.unit = whole(d.b.Shape, min(r.w/max(w, least), r.h/max(h, least)))
	d.place(r.x+math.Round((r.w-w*d.unit)/2), r.y+math.Round((r.h-h*d.unit)/2))
}

// at returns the pixel where a point of the board is.
func (d *painter) at(p geom.Point) geom.Point {
	if d.o.Flip {
		return pt(d.left+(d.hi.X-p.X)*d.unit, d.top+(p.Y-d.lo.Y)*d.unit)
	}
	return pt(d.left+(p.X-d.lo.X)*d.unit, d.top+(d.hi.Y-p.Y)*d.unit)
}

// outline returns a square's outline in pixels, drawn in by the given part of a
// unit. It runs clockwise as one sees it.
func (d *painter) outline(sq *geom.Square, in float64) path {
	points := make([]geom.Point, len(sq.Outline))
	for i, p := range sq.Outline {
		points[len(points)-1-i] = d.at(p)
	}
	return polygon(inset(points, in*d.unit)...)
}

// caption describes the position in words, for users of screen readers.
func caption(v game.View) string {
	var s strings.Builder
	for _, color := range []game.Color{game.White, game.Black} {
		fmt.Fprintf(&s, "%s:", color)
		for pt := game.King; pt <= game.Pawn; pt++ {
			for i := range v.Board.Squares {
				if sq := &v.Board.Squares[i]; v.Pieces[sq.ID] == pt.Of(color) {
					s.WriteByte(' ')
					if pt != game.Pawn {
						s.WriteByte(pt.Letter())
					}
					s.WriteString(sq.Name)
				}
			}
		}
		s.WriteString(". ")
	}
	fmt.Fprintf(&s, "%s to move.", v.Turn)
	return s.String()
}
