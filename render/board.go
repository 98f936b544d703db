package render

import (
	"image/color"
	"math"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// drawFrame paints what lies round the squares. The frame follows the board's
// outline: it is every square widened by the frame's width.
func (d *painter) drawFrame() {
	if d.look == Mist { // no frame: what vanishes fades into the page
		d.line(d.rim(), d.pal.frame, .07*d.unit)
		return
	}
	u := d.unit
	if d.isFull() {
		a, b := d.corners()
		w := d.frame * u
		d.fill(roundRect(a.X-w, a.Y-w, b.X-a.X+2*w, b.Y-a.Y+2*w, .13*u), d.pal.frame)
		e := .05 * u
		d.fill(roundRect(a.X-e, a.Y-e, b.X-a.X+2*e, b.Y-a.Y+2*e, 0), d.pal.inlay)
		d.drawFolds()
		return
	}
	all := d.rim()
	d.add(shape{path: all, fill: d.pal.frame, stroke: d.pal.frame, width: 2 * d.frame * u}, "", "")
	d.line(all, d.pal.inlay, .1*u)
}

// rim returns the outline of all squares together as one path.
func (d *painter) rim() path {
	var p path
	for _, loop := range rim(d.b) {
		for i := range loop {
			loop[i] = d.at(loop[i])
		}
		p = append(p, polygon(loop...)...)
	}
	return p
}

// isFull reports whether the board is a rectangle without holes.
func (d *painter) isFull() bool {
	return d.b.Shape == geom.Rectangle && len(d.b.Squares) == d.b.Files*d.b.Ranks
}

// corners returns the upper left and lower right corners of the squares and what
// has folded away, in pixels.
func (d *painter) corners() (a, b geom.Point) {
	hi := pt(d.hi.X+d.folds.width(), d.hi.Y+d.folds.height())
	p, q := d.at(d.lo), d.at(hi)
	return pt(min(p.X, q.X), min(p.Y, q.Y)), pt(max(p.X, q.X), max(p.Y, q.Y))
}

// drawSquares paints the squares, each over its neighbors' seams.
func (d *painter) drawSquares() {
	seam := d.pal.tint[geom.Dark]
	if d.look == Mist {
		seam = d.pal.page
	}
	d.fill(d.rim(), seam)
	for i := range d.b.Squares {
		sq := &d.b.Squares[i]
		if d.v.Vanished[sq.ID] {
			d.drawVanished(sq)
			continue
		}
		fill := d.pal.tint[sq.Tint&3]
		if sq.Tint == geom.Special && d.b.Shape == geom.Rectangle && (sq.Col+sq.Row)%2 == 0 {
			fill = mix(fill, d.pal.ornament, .18) // two royal squares side by side
		}
		sh := shape{path: d.outline(sq, 0), fill: fill}
		if d.b.Shape == geom.Hexagonal { // thin joints between the hexagons
			sh.stroke, sh.width = d.pal.inlay, .04*d.unit
		}
		d.add(sh, "square", sq.Name)
		if sq.Tint == geom.Special {
			d.drawSpecial(sq)
		}
		if d.b.Shape == geom.Hexagonal && d.unit >= nameFrom && !d.o.Plain {
			d.drawName(sq, fill)
		}
	}
}

// drawName writes the name of an empty hexagon at its foot: files and ranks are
// hard to follow across hexagons.
func (d *painter) drawName(sq *geom.Square, ground color.NRGBA) {
	if d.v.Pieces[sq.ID] != game.NoPiece {
		return
	}
	p := d.at(sq.Center)
	name := shape{path: lettering(sq.Name, pt(p.X, p.Y+.6*d.unit), .27*d.unit), fill: mix(ground, d.pal.frame, .72)}
	if sq.Tint == geom.Special {
		name = shape{path: lettering(sq.Name, p, .5*d.unit), fill: faint(d.pal.ornament, .8)}
	}
	d.add(name, "name", "")
}

// drawMarks shows the last move and check.
func (d *painter) drawMarks() {
	for _, sq := range d.o.Last {
		if c := d.b.Square(int(sq)); c != nil && !d.v.Vanished[c.ID] {
			d.fill(d.outline(c, 0), faint(d.pal.last, .42))
			d.line(d.outline(c, .035), faint(d.pal.last, .9), .07*d.unit)
		}
	}
	for _, sq := range d.o.Check {
		if c := d.b.Square(int(sq)); c != nil {
			d.fill(d.outline(c, 0), faint(d.pal.check, .5))
			d.line(d.outline(c, .05), d.pal.check, .1*d.unit)
		}
	}
}

// drawLabels writes each file's letter under its first square as one sees it, and
// each rank's number at the left of its first.
func (d *painter) drawLabels() {
	size := labelSize * d.unit
	if d.b.Shape == geom.Hexagonal {
		size = hexLabelSize * d.unit
	}
	mid := d.frame/2 + .02
	foot, side := map[string]*geom.Square{}, map[string]*geom.Square{}
	for i := range d.b.Squares {
		sq := &d.b.Squares[i]
		if old := foot[sq.File]; sq.File != "z" && (old == nil || d.at(sq.Center).Y > d.at(old.Center).Y) {
			foot[sq.File] = sq
		}
		if old := side[sq.Rank]; sq.Rank != "" && (old == nil || d.at(sq.Center).X < d.at(old.Center).X) {
			side[sq.Rank] = sq
		}
	}
	for i := range d.b.Squares { // in the board's order, not the maps'
		sq := &d.b.Squares[i]
		p := d.at(sq.Center)
		if foot[sq.File] == sq {
			down := .5 + mid
			if d.b.Shape == geom.Hexagonal {
				down = math.Sqrt(3)/2 + mid
			}
			if d.o.Flip {
				down += d.folds.height()
			}
			d.add(shape{path: lettering(sq.File, pt(p.X, p.Y+down*d.unit), size), fill: d.pal.label}, "file", "")
		}
		if side[sq.Rank] == sq {
			q := pt(p.X-(.5+mid)*d.unit, p.Y)
			if d.o.Flip {
				q.X -= d.folds.width() * d.unit
			}
			if d.hasLetterAbove(q, foot) {
				q.Y += .25 * d.unit
			}
			if d.b.Shape == geom.Hexagonal {
				q = d.besideHexagon(p, mid)
			}
			d.add(shape{path: lettering(sq.Rank, q, size), fill: d.pal.label}, "rank", "")
		}
	}
}

// hasLetterAbove reports whether a file's letter stands close above a place at
// the left of a square, in the corner that a missing square leaves.
func (d *painter) hasLetterAbove(p geom.Point, foot map[string]*geom.Square) bool {
	for _, sq := range foot {
		q := d.at(sq.Center)
		if math.Abs(q.X-p.X) < .6*d.unit && math.Abs(q.Y+d.unit-p.Y) < .5*d.unit {
			return true
		}
	}
	return false
}

// besideHexagon is the place of a rank's number: outside the upper left edge
// of its first hexagon, or the lower left if Black is below.
func (d *painter) besideHexagon(p geom.Point, away float64) geom.Point {
	r := (math.Sqrt(3)/2 + away) * d.unit
	y := -r / 2
	if d.o.Flip {
		y = r / 2
	}
	return pt(p.X-r*math.Sqrt(3)/2, p.Y+y)
}

// drawPieces puts the pieces on their squares.
func (d *painter) drawPieces() {
	theme := "wane-light-"
	if d.o.Theme == Dark {
		theme = "wane-dark-"
	}
	if d.o.Pieces != Staunton { // pictures of different sets may share a document
		theme += d.o.Pieces.String() + "-"
	}
	figures := d.o.Pieces.figures()
	box := .97 * d.unit
	if d.b.Shape == geom.Hexagonal {
		box = 1.58 * d.unit
	}
	drawn := map[game.Piece]*symbol{}
	for i := range d.b.Squares {
		sq := &d.b.Squares[i]
		pc := d.v.Pieces[sq.ID]
		if figures[pc.Type()] == nil { // no piece
			continue
		}
		kind := pieceKind(pc)
		if drawn[pc] == nil {
			drawn[pc] = pieceSymbol(theme+kind, figures[pc.Type()], d.pal.pieces[pc.Color()&1], box < smallBox)
		}
		p := d.at(sq.Center)
		d.use(drawn[pc], p.X-box/2, p.Y-box*.47, box/100, kind, sq.Name)
	}
}

// pieceKind names a piece in one word, such as "white-knight".
func pieceKind(pc game.Piece) string {
	if pc.Color() == game.White {
		return "white-" + pc.Type().String()
	}
	return "black-" + pc.Type().String()
}
