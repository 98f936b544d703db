package render

import (
	"image/color"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// foldings are the files and ranks that a Classic board has lost. They lie
// folded at the far sides like the edges of a closed fan: one sliver for each,
// squeezed from its squares. A board's stride is how many files it had, and
// as many ranks.
type foldings struct{ files, ranks int }

// sliver is the width of one folded line, in units.
const sliver = .075

func (f foldings) width() float64  { return float64(f.files) * sliver }
func (f foldings) height() float64 { return float64(f.ranks) * sliver }

func (d *painter) foldings() foldings {
	if d.look != Classic || !d.isFull() {
		return foldings{}
	}
	return foldings{d.b.Stride - d.b.Files, max(0, d.b.Stride-d.b.Ranks)}
}

// drawFolds paints the slivers, the far files first, as the squares that they
// were, in shade.
func (d *painter) drawFolds() {
	f := d.folds
	box := func(x0, y0, x1, y1 float64) path {
		p, q := d.at(pt(x0, y0)), d.at(pt(x1, y1))
		return roundRect(min(p.X, q.X), min(p.Y, q.Y), max(p.X, q.X)-min(p.X, q.X), max(p.Y, q.Y)-min(p.Y, q.Y), 0)
	}
	shade := func(x, y int) color.NRGBA {
		tint := d.pal.tint[geom.Dark]
		if (x+y)%2 == 1 {
			tint = mix(d.pal.tint[geom.Light], tint, .35)
		}
		return mix(tint, d.pal.frame, .3)
	}
	column := func(i int) (a, b float64) { // the extent of file i, folded or not
		if i < d.b.Files {
			o := d.b.Square(i).Outline
			return o[0].X, o[2].X
		}
		a = d.hi.X + float64(i-d.b.Files)*sliver
		return a, a + sliver
	}
	row := func(i int) (a, b float64) {
		if i < d.b.Ranks {
			o := d.b.Square(i * d.b.Stride).Outline
			return o[0].Y, o[2].Y
		}
		a = d.hi.Y + float64(i-d.b.Ranks)*sliver
		return a, a + sliver
	}
	for y := range d.b.Ranks + f.ranks {
		for x := range d.b.Files + f.files {
			if x < d.b.Files && y < d.b.Ranks {
				continue
			}
			x0, x1 := column(x)
			y0, y1 := row(y)
			d.fill(box(x0, y0, x1, y1), shade(x, y))
		}
	}
	if f != (foldings{}) { // a shadow where the board ends
		e := .02
		d.fill(box(d.lo.X, d.lo.Y, d.hi.X+e, d.hi.Y+e), d.pal.frame)
	}
}

// drawSpecial marks a square of its own kind: crowns on royal squares, ripples on
// the double square.
func (d *painter) drawSpecial(sq *geom.Square) {
	if d.b.Shape == geom.Rectangle {
		if d.v.Pieces[sq.ID] != game.NoPiece {
			return // points of the crown behind a piece would look like a part of it
		}
		p := d.at(sq.Center)
		s := .56 * d.unit / 100
		d.line(crown.place(p.X-50*s, p.Y-50*s, s), faint(d.pal.ornament, .55), .035*d.unit)
		return
	}
	d.line(d.outline(sq, .06), d.pal.ornament, .1*d.unit)
	for i, in := range []float64{.19, .27, .35} { // closer in, they would cross at the waist
		d.line(d.outline(sq, in), faint(d.pal.ornament, .42-.12*float64(i)), .035*d.unit)
	}
}

var crown = parse(`M 14 78 L 8 30 L 30 50 L 50 20 L 70 50 L 92 30 L 86 78 Z M 14 90 L 86 90`)

// drawVanished shows a square that has vanished: next to nothing, and a grin. Where
// a piece has just left it, the eyes are still there.
func (d *painter) drawVanished(c *geom.Square) {
	fill := mix(d.pal.page, d.pal.tint[c.Tint&3], .07)
	d.add(shape{path: d.outline(c, 0), fill: fill}, "vanished", c.Name)
	strength := d.grins
	fresh := false
	for _, sq := range d.o.Last {
		fresh = fresh || int(sq) == c.ID
	}
	if fresh {
		strength = .75
	}
	p := d.at(c.Center)
	s := .6 * d.unit / 100
	put := func(q path) path { return q.place(p.X-50*s, p.Y-50*s, s) }
	d.line(put(grin), faint(d.pal.ornament, strength), .03*d.unit)
	if fresh {
		d.add(shape{path: put(eyes), fill: faint(d.pal.ornament, strength)}, "", "")
	}
}

// grinStrength lets the grins fade as they grow many.
func grinStrength(v game.View) float64 {
	gone := 0
	for i := range v.Board.Squares {
		if v.Vanished[v.Board.Squares[i].ID] {
			gone++
		}
	}
	return max(.07, .34-.007*float64(gone))
}

var (
	grin = parse(`M 8 38 C 24 56 76 56 92 38 C 88 68 70 84 50 84 C 30 84 12 68 8 38 Z
		M 12 54 C 30 68 70 68 88 54 M 29 50 L 31 78 M 50 52 L 50 84 M 71 50 L 69 78`)
	eyes = parse(`M 16 20 C 20 6 36 4 42 20 C 36 29 23 29 16 20 Z M 84 20 C 77 29 64 29 58 20 C 64 4 80 6 84 20 Z
		M 31 10 C 27 14 27 22 31 26 C 34 22 34 14 31 10 Z M 69 10 C 66 14 66 22 69 26 C 73 22 73 14 69 10 Z`)
)
