package render

import (
	"math"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// studio draws the shots of a film, all on pictures of one size.
type studio struct {
	o             Options
	width, height int
	stage         room    // where the boards are
	strip         float64 // height of the strips with names; 0 if there are none
	names         [2]string
	look          Look
	grins         float64 // one strength for the whole film, so that grins stay as they are
	reel          reel
}

// namesFrom is the size from which there is room for names.
const namesFrom = 120

// newStudio measures the picture: the board of a film is as large as the largest
// of its shots, alone in a picture, would be.
func newStudio(f *Film, o Options) (*studio, error) {
	first, last := &f.Shots[0], &f.Shots[len(f.Shots)-1]
	s := &studio{o: o, look: LookFor(first.View, o.Look), grins: grinStrength(last.View)}
	for i := range f.Shots { // a board whose first square vanishes on the way is one of Mist
		if s.look == Classic && o.Look == Auto {
			s.look = LookFor(f.Shots[i].View, Auto)
		}
	}
	w, h := 0.0, 0.0
	for i := range f.Shots {
		d, err := s.painter(f.Shots[i].View, nil, nil)
		if err != nil {
			return nil, err
		}
		dw, dh := d.extent()
		w, h = max(w, dw), max(h, dh)
	}
	if (f.White != "" || f.Black != "") && o.Size >= namesFrom {
		s.names = [2]string{legible(f.White, game.White.String()), legible(f.Black, game.Black.String())}
		s.strip = math.Round(max(16, float64(o.Size)*.062))
	}
	shape := first.View.Board.Shape
	wide, high := colors(o.Size, shape, w, h)
	if over := high + 2*s.strip - float64(o.Size); over > 0 {
		wide, high = colors(wholePixels(max(wide, high)-over), shape, w, h)
	}
	s.stage = room{0, s.strip, wide, high}
	s.width, s.height = wholePixels(wide), wholePixels(high+2*s.strip)
	s.reel = reel{canvas: newCanvas(s.width, s.height)}
	return s, nil
}

// painter makes a painter in the colors of the film.
func (s *studio) painter(v game.View, last, check []game.Square) (*painter, error) {
	o := s.o
	o.Look, o.Last, o.Check = s.look, last, check
	d, err := newColors(v, o)
	if err != nil {
		return nil, err
	}
	d.grins = s.grins
	d.width, d.height = s.width, s.height
	return d, nil
}

// shoot draws the shots one after another.
func (s *studio) shoot(f *Film) error {
	first, last, other := f.delays()
	steps := append([]float64{0}, f.folding()...)
	for i := range f.Shots {
		shot := &f.Shots[i]
		if shot.Fold != nil && i > 0 {
			if err := s.fold(shot, steps, other); err != nil {
				return err
			}
		}
		scene, err := s.scene(shot)
		if err != nil {
			return err
		}
		delay := other
		switch i {
		case len(f.Shots) - 1:
			delay = last
		case 0:
			delay = first
		}
		s.reel.add(scene, delay)
	}
	return nil
}

// scene describes a shot.
func (s *studio) scene(shot *Shot) (*scene, error) {
	d, err := s.painter(shot.View, shot.Last, shot.Check)
	if err != nil {
		return nil, err
	}
	return s.compose(d, shot.Caption, nil), nil
}

// compose puts a picture together. What is veiled is a place on the board that
// is about to go.
func (s *studio) compose(d *painter, caption string, veiled []geom.Point) *scene {
	d.settle(s.stage)
	d.drawGround()
	d.drawBoard()
	for i := 0; i+1 < len(veiled); i += 2 {
		a, b := d.at(veiled[i]), d.at(veiled[i+1])
		x, y := min(a.X, b.X), min(a.Y, b.Y)
		d.fill(roundRect(x, y, math.Abs(b.X-a.X), math.Abs(b.Y-a.Y), 0), faint(d.pal.frame, .5))
	}
	if s.strip > 0 {
		s.drawStrips(d, caption)
	}
	return &d.scene
}

// fold shows how lines disappear: first emptied, then closing.
func (s *studio) fold(shot *Shot, steps []float64, delay time.Duration) error {
	f := shot.Fold
	for i, t := range steps {
		v := f.View
		v.Board = squeezed(v.Board, f.Files, f.Ranks, t)
		d, err := s.painter(v, f.Last, nil)
		if err != nil {
			return err
		}
		pause := min(foldingFor, delay)
		if i == 0 {
			pause = min(emptiedFor, delay)
		}
		s.reel.add(s.compose(d, shot.Caption, s.lines(d, f)), pause)
	}
	return nil
}

// lines returns the corners of the lines that are to go.
func (s *studio) lines(d *painter, f *Fold) []geom.Point {
	var out []geom.Point
	for i := range d.b.Squares {
		if c := &d.b.Squares[i]; slices.Contains(f.Ranks, c.Row) || slices.Contains(f.Files, c.Col) {
			out = append(out, c.Outline[0], c.Outline[2])
		}
	}
	return out
}

// squeezed returns a board of squares on which some lines are thinner than the
// others: 0 is as they were, 1 is gone.
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
		c := &out.Squares[i]
		c.Center = put(c.Center)
		c.Outline = slices.Clone(c.Outline)
		for j := range c.Outline {
			c.Outline[j] = put(c.Outline[j])
		}
	}
	return &out
}
