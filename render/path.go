package render

import (
	"fmt"
	"math"
	"strconv"

	"github.com/wane-chess/wane/geom"
)

// segment is one step of a path: a move, a line, a cubic curve (two control
// points and the end) or the closing of a contour.
type segment struct {
	op byte // 'M', 'L', 'C', 'Z', as in SVG
	p  [3]geom.Point
}

// path is an outline of one or more contours, with Y growing downwards. Where
// contours of one path overlap they must turn the same way; a hole turns the
// other way.
type path []segment

// end returns the point that the segment leads to.
func (s segment) end() geom.Point {
	if s.op == 'C' {
		return s.p[2]
	}
	return s.p[0]
}

// pt makes a point of a picture.
func pt(x, y float64) geom.Point { return geom.Point{X: x, Y: y} }

// place returns the path scaled by s and then moved by (x, y).
func (p path) place(x, y, s float64) path {
	q := make(path, len(p))
	for i, seg := range p {
		q[i].op = seg.op
		for j, a := range seg.p {
			q[i].p[j] = pt(x+a.X*s, y+a.Y*s)
		}
	}
	return q
}

// mirrored completes a path that runs down the right half of a symmetric shape,
// from the axis x = 50 to the axis, by the same way back on the left.
func (p path) mirrored() path {
	q := append(path{}, p...)
	for i := len(p) - 1; i > 0; i-- {
		back := segment{op: p[i].op}
		to := p[i-1].end()
		switch p[i].op {
		case 'C':
			back.p = [3]geom.Point{p[i].p[1], p[i].p[0], to}
		default:
			back.p[0] = to
		}
		for j := range back.p {
			back.p[j].X = 100 - back.p[j].X
		}
		q = append(q, back)
	}
	return append(q, segment{op: 'Z'})
}

// polygon returns a closed path through the points.
func polygon(points ...geom.Point) path {
	p := make(path, 0, len(points)+1)
	for i, a := range points {
		op := byte('L')
		if i == 0 {
			op = 'M'
		}
		p = append(p, segment{op, [3]geom.Point{a}})
	}
	return append(p, segment{op: 'Z'})
}

// circular is the distance of a cubic curve's control points from its ends, in
// radii, that comes nearest to a quarter of a circle.
const circular = 0.5522847498

// roundRect returns a rectangle with rounded corners.
func roundRect(x, y, w, h, r float64) path {
	r = min(r, w/2, h/2)
	if r <= 0 {
		return polygon(pt(x, y), pt(x+w, y), pt(x+w, y+h), pt(x, y+h))
	}
	k := r * (1 - circular)
	curve := func(a, b, c geom.Point) segment { return segment{'C', [3]geom.Point{a, b, c}} }
	line := func(a geom.Point) segment { return segment{'L', [3]geom.Point{a}} }
	return path{
		{'M', [3]geom.Point{pt(x+r, y)}},
		line(pt(x+w-r, y)), curve(pt(x+w-k, y), pt(x+w, y+k), pt(x+w, y+r)),
		line(pt(x+w, y+h-r)), curve(pt(x+w, y+h-k), pt(x+w-k, y+h), pt(x+w-r, y+h)),
		line(pt(x+r, y+h)), curve(pt(x+k, y+h), pt(x, y+h-k), pt(x, y+h-r)),
		line(pt(x, y+r)), curve(pt(x, y+k), pt(x+k, y), pt(x+r, y)),
		{op: 'Z'},
	}
}

// disc returns a circle.
func disc(x, y, r float64) path { return roundRect(x-r, y-r, 2*r, 2*r, r) }

// parse reads path data in a small part of SVG's language: the absolute
// commands M L C Q Z, each letter given every time. It panics on anything else:
// the data is ours.
func parse(data string) path {
	var p path
	var at geom.Point
	rest := data
	number := func() float64 {
		i := 0
		for i < len(rest) && (rest[i] == ' ' || rest[i] == ',' || rest[i] == '\n' || rest[i] == '\t') {
			i++
		}
		j := i
		for j < len(rest) && (rest[j] == '-' || rest[j] == '.' || rest[j] >= '0' && rest[j] <= '9') {
			j++
		}
		f, err := strconv.ParseFloat(rest[i:j], 64)
		if err != nil {
			panic(fmt.Sprintf("render: path %q: number expected before %q", data, rest))
		}
		rest = rest[j:]
		return f
	}
	point := func() geom.Point { x := number(); return pt(x, number()) }
	for rest != "" {
		op := rest[0]
		rest = rest[1:]
		s := segment{op: op}
		switch op {
		case ' ', '\n', '\t':
			continue
		case 'M', 'L':
			s.p[0] = point()
		case 'C':
			s.p = [3]geom.Point{point(), point(), point()}
		case 'Q': // a quadratic curve is a cubic one
			q, e := point(), point()
			s.op = 'C'
			s.p = [3]geom.Point{third(at, q), third(e, q), e}
		case 'Z':
		default:
			panic(fmt.Sprintf("render: path %q: unknown command %q", data, op))
		}
		if op != 'Z' {
			at = s.end()
		}
		p = append(p, s)
	}
	return p
}

// third returns the point two thirds of the way from an end of a quadratic
// curve to its control point: where the same curve as a cubic has one.
func third(end, control geom.Point) geom.Point {
	const t = 2.0 / 3
	return pt(end.X+(control.X-end.X)*t, end.Y+(control.Y-end.Y)*t)
}

// flatten returns the path's contours as corners of straight lines, and whether
// each is closed. The path must be in pixels: a longer curve gets more corners.
func (p path) flatten() (lines [][]geom.Point, closed []bool) {
	var line []geom.Point
	done := func(shut bool) {
		if len(line) > 0 {
			lines, closed = append(lines, line), append(closed, shut)
		}
		line = nil
	}
	for _, s := range p {
		switch s.op {
		case 'M':
			done(false)
			line = []geom.Point{s.p[0]}
		case 'L':
			line = append(line, s.p[0])
		case 'C':
			a := line[len(line)-1]
			n := curveSteps(a, s.p)
			for i := 1; i <= n; i++ {
				line = append(line, bezier(a, s.p, float64(i)/float64(n)))
			}
		case 'Z':
			done(true)
		}
	}
	done(false)
	return lines, closed
}

// curveSteps says into how many lines to cut a curve, by the length of its
// control lines in pixels.
func curveSteps(a geom.Point, p [3]geom.Point) int {
	length := distance(a, p[0]) + distance(p[0], p[1]) + distance(p[1], p[2])
	return 2 + int(math.Ceil(1.5*math.Sqrt(length)))
}

func distance(a, b geom.Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }

func bezier(a geom.Point, p [3]geom.Point, t float64) geom.Point {
	u := 1 - t
	k0, k1, k2, k3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return pt(
		k0*a.X+k1*p[0].X+k2*p[1].X+k3*p[2].X,
		k0*a.Y+k1*p[0].Y+k2*p[1].Y+k3*p[2].Y)
}
