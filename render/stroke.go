package render

import (
	"math"

	"github.com/wane-chess/wane/geom"
)

// outline returns polygons that together cover the lines drawn with a round
// pen. All turn the same way, and along a curve neighbors share an edge, so
// that filling them together adds up to one even stroke.
func outline(lines [][]geom.Point, closed []bool, width float64) [][]geom.Point {
	r := width / 2
	var out [][]geom.Point
	for i, line := range lines {
		out = append(out, strip(tidy(line, closed[i]), closed[i], r)...)
	}
	return out
}

// tidy drops corners that repeat the one before.
func tidy(line []geom.Point, closed bool) []geom.Point {
	var out []geom.Point
	for _, p := range line {
		if len(out) == 0 || distance(out[len(out)-1], p) > 1e-6 {
			out = append(out, p)
		}
	}
	if closed && len(out) > 1 && distance(out[0], out[len(out)-1]) <= 1e-6 {
		out = out[:len(out)-1]
	}
	return out
}

// smoothTurn is the cosine of the largest turn, about 25°, at which two pieces
// of a stroke simply share a slanting edge.
const smoothTurn = 0.906

// strip returns the bars along one line and what fills its joints and ends.
func strip(line []geom.Point, closed bool, r float64) [][]geom.Point {
	n := len(line)
	if n == 1 {
		return [][]geom.Point{fan(line[0], 0, 2*math.Pi, r)}
	}
	bars := n - 1
	if closed {
		bars = n
	}
	normal := func(i int) geom.Point { // of bar i, to its right, of length 1
		a, b := line[i%n], line[(i+1)%n]
		d := distance(a, b)
		return pt((b.Y-a.Y)/d, -(b.X-a.X)/d)
	}
	var out [][]geom.Point
	// join returns the offset to use at the joint between bars i and j.
	join := func(i, j int, own geom.Point) geom.Point {
		m, k := normal(i), normal(j)
		if c := m.X*k.X + m.Y*k.Y; c >= smoothTurn {
			return pt((m.X+k.X)/(1+c), (m.Y+k.Y)/(1+c))
		}
		return own
	}
	for i := range bars {
		a, b := line[i], line[(i+1)%n]
		own := normal(i)
		na, nb := own, own
		if closed || i > 0 {
			na = join((i+bars-1)%bars, i, own)
		}
		if closed || i+1 < bars {
			nb = join(i, (i+1)%bars, own)
			if nb == own {
				out = append(out, elbow(b, own, normal((i+1)%bars), r))
			}
		}
		out = append(out, []geom.Point{
			pt(a.X+na.X*r, a.Y+na.Y*r), pt(b.X+nb.X*r, b.Y+nb.Y*r),
			pt(b.X-nb.X*r, b.Y-nb.Y*r), pt(a.X-na.X*r, a.Y-na.Y*r),
		})
	}
	if !closed {
		first, last := normal(0), normal(bars-1)
		at := math.Atan2(first.Y, first.X)
		out = append(out, fan(line[0], at-math.Pi, at, r))
		at = math.Atan2(last.Y, last.X)
		out = append(out, fan(line[n-1], at, at+math.Pi, r))
	}
	return out
}

// elbow fills the outer side of a corner between bars with those normals.
func elbow(c, m, k geom.Point, r float64) []geom.Point {
	from, to := math.Atan2(m.Y, m.X), math.Atan2(k.Y, k.X)
	turn := math.Remainder(to-from, 2*math.Pi)
	if turn >= 0 { // the right side is the outer one
		return fan(c, from, from+turn, r)
	}
	return fan(c, to+math.Pi, to+math.Pi-turn, r)
}

// fan returns the sector of a circle between two angles, from < to.
func fan(c geom.Point, from, to, r float64) []geom.Point {
	n := 2 + int((to-from)*(1+math.Sqrt(r)))
	p := []geom.Point{c}
	for i := 0; i <= n; i++ {
		a := from + (to-from)*float64(i)/float64(n)
		p = append(p, pt(c.X+r*math.Cos(a), c.Y+r*math.Sin(a)))
	}
	return p
}
