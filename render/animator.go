package render

import (
	"math"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// animator draws the frames of an animation, all of one size.
type animator struct {
	o             Options
	width, height int
	room          room    // of the boards
	strip         float64 // height of the strips with names; 0 if there are none
	names         [2]string
	look          Look
	grins         float64 // one strength for the whole animation, so that grins stay as they are
	encoder       encoder
}

// namesFrom is the size from which there is room for names.
const namesFrom = 120

// newAnimator measures the picture: it fits the largest board of the frames.
func newAnimator(anim *Animation, o Options) (*animator, error) {
	first, last := &anim.Frames[0], &anim.Frames[len(anim.Frames)-1]
	a := &animator{o: o, look: lookFor(first.View, o.Look), grins: grinStrength(last.View)}
	for i := range anim.Frames { // a board whose first square vanishes later is one of Mist
		if a.look == Classic && o.Look == Auto {
			a.look = lookFor(anim.Frames[i].View, Auto)
		}
	}
	w, h := 0.0, 0.0
	for i := range anim.Frames {
		d, err := a.painter(anim.Frames[i].View, nil, nil)
		if err != nil {
			return nil, err
		}
		dw, dh := d.extent()
		w, h = max(w, dw), max(h, dh)
	}
	if (anim.White != "" || anim.Black != "") && o.Size >= namesFrom {
		a.names = [2]string{legible(anim.White, game.White.String()), legible(anim.Black, game.Black.String())}
		a.strip = math.Round(max(16, float64(o.Size)*.062))
	}
	shape := first.View.Board.Shape
	wide, high := pictureSize(o.Size, shape, w, h)
	if over := high + 2*a.strip - float64(o.Size); over > 0 {
		wide, high = pictureSize(wholePixels(max(wide, high)-over), shape, w, h)
	}
	a.room = room{0, a.strip, wide, high}
	a.width, a.height = wholePixels(wide), wholePixels(high+2*a.strip)
	a.encoder = encoder{canvas: newCanvas(a.width, a.height)}
	return a, nil
}

// painter makes a painter in the colors of the animation.
func (a *animator) painter(v game.View, last, check []game.Square) (*painter, error) {
	o := a.o
	o.Look, o.Last, o.Check = a.look, last, check
	d, err := newUnscaled(v, o)
	if err != nil {
		return nil, err
	}
	d.grins = a.grins
	d.width, d.height = a.width, a.height
	return d, nil
}

// draw draws the frames in turn.
func (a *animator) draw(anim *Animation) error {
	first, last, other := anim.delays()
	steps := append([]float64{0}, anim.collapseSteps()...)
	for i := range anim.Frames {
		if anim.Stop != nil {
			if err := anim.Stop(); err != nil {
				return err
			}
		}
		frame := &anim.Frames[i]
		if frame.Collapse != nil && i > 0 {
			if err := a.collapse(frame, steps, other); err != nil {
				return err
			}
		}
		scene, err := a.scene(frame)
		if err != nil {
			return err
		}
		delay := other
		switch i {
		case len(anim.Frames) - 1:
			delay = last
		case 0:
			delay = first
		}
		a.encoder.add(scene, delay)
	}
	return nil
}

// scene returns a frame as a scene.
func (a *animator) scene(frame *Frame) (*scene, error) {
	d, err := a.painter(frame.View, frame.Last, frame.Check)
	if err != nil {
		return nil, err
	}
	return a.compose(d, frame.Caption, nil), nil
}

// compose returns the scene of a board with the names and the caption. It shades
// boxes of the board, given by two corners each.
func (a *animator) compose(d *painter, caption string, shaded []geom.Point) *scene {
	d.center(a.room)
	d.drawGround()
	d.drawBoard()
	for i := 0; i+1 < len(shaded); i += 2 {
		p, q := d.at(shaded[i]), d.at(shaded[i+1])
		x, y := min(p.X, q.X), min(p.Y, q.Y)
		d.fill(roundRect(x, y, math.Abs(q.X-p.X), math.Abs(q.Y-p.Y), 0), faint(d.pal.frame, .5))
	}
	if a.strip > 0 {
		a.drawStrips(d, caption)
	}
	return &d.scene
}

// collapse shows how lines disappear: first empty, then closing.
func (a *animator) collapse(frame *Frame, steps []float64, delay time.Duration) error {
	c := frame.Collapse
	for i, t := range steps {
		v := c.View
		v.Board = squeezed(v.Board, c.Files, c.Ranks, t)
		d, err := a.painter(v, c.Last, nil)
		if err != nil {
			return err
		}
		pause := min(collapseDelay, delay)
		if i == 0 {
			pause = min(emptyDelay, delay)
		}
		a.encoder.add(a.compose(d, frame.Caption, collapsing(d, c)), pause)
	}
	return nil
}

// collapsing returns two corners of each square that collapses.
func collapsing(d *painter, c *Collapse) []geom.Point {
	var out []geom.Point
	for i := range d.b.Squares {
		if sq := &d.b.Squares[i]; slices.Contains(c.Ranks, sq.Row) || slices.Contains(c.Files, sq.Col) {
			out = append(out, sq.Outline[0], sq.Outline[2])
		}
	}
	return out
}

// squeezed returns a board of squares on which some lines are thinner than the others:
// 0 is unchanged, 1 is nothing.
func squeezed(b *geom.Board, files, ranks []int, by float64) *geom.Board {
	if by == 0 || b.Shape != geom.Rectangle {
		return b
	}
	along := func(lines []int, x float64) float64 {
		for _, i := range lines {
			x -= by * min(1, max(0, x-float64(i))) // x may have been moved by lower lines
		}
		return x
	}
	files, ranks = slices.Sorted(slices.Values(files)), slices.Sorted(slices.Values(ranks))
	slices.Reverse(files) // the highest first, so that the others keep their places
	slices.Reverse(ranks)
	put := func(p geom.Point) geom.Point { return pt(along(files, p.X), along(ranks, p.Y)) }
	out := *b
	out.Squares = slices.Clone(b.Squares)
	for i := range out.Squares {
		sq := &out.Squares[i]
		sq.Center = put(sq.Center)
		sq.Outline = slices.Clone(sq.Outline)
		for j := range sq.Outline {
			sq.Outline[j] = put(sq.Outline[j])
		}
	}
	return &out
}

// drawStrips writes the players' names above and below the board, each with a disc in
// the color of their pieces, and the caption beside the lower one.
func (a *animator) drawStrips(d *painter, caption string) {
	above, below := game.Black, game.White
	if a.o.Flip {
		above, below = below, above
	}
	top, foot := a.strip*.62, float64(a.height)-a.strip*.38
	a.drawName(d, above, top, a.room.w)
	size := .56 * a.strip
	room := a.room.w - 2*a.strip
	caption = regular.shorten(legible(caption, ""), .5*room/size)
	taken := regular.width(caption) * size
	a.drawName(d, below, foot, a.room.w-taken-.6*a.strip)
	ink := d.pal.ink()
	d.fill(regular.write(caption, a.room.w-.5*a.strip-taken, foot+.06*a.strip, size), ink)
}

// drawName writes a name in the strip whose middle is at y, up to x.
func (a *animator) drawName(d *painter, color game.Color, y, x float64) {
	r := .24 * a.strip
	pieces := d.pal.pieces[color&1]
	dot := disc(.5*a.strip+r, y-.12*a.strip, r)
	d.add(shape{path: dot, fill: pieces.body, stroke: d.pal.ink(), width: .05 * a.strip}, "", "")
	left, size := .5*a.strip+2*r+.3*a.strip, .6*a.strip
	name := bold.shorten(a.names[color&1], (x-left-.3*a.strip)/size)
	d.fill(bold.write(name, left, y+.06*a.strip, size), d.pal.ink())
}
