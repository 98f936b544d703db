package render

import (
	"math"

	"github.com/wane-chess/wane/geom"
)

// inset draws a polygon's edges in by the given distance. The polygon runs
// clockwise as one sees it, and may have blunt notches, as the double square has;
// the distance must be small against its edges' distance from the middle.
func inset(points []geom.Point, by float64) []geom.Point {
	n := len(points)
	out := make([]geom.Point, n)
	for i, p := range points {
		before, after := points[(i+n-1)%n], points[(i+1)%n]
		d, e := distance(before, p), distance(p, after)
		// Directions of the two edges; their inner normals are (−y, x).
		ax, ay := (p.X-before.X)/d, (p.Y-before.Y)/d
		bx, by2 := (after.X-p.X)/e, (after.Y-p.Y)/e
		k := by / (1 + ax*bx + ay*by2)
		out[i] = pt(p.X-(ay+by2)*k, p.Y+(ax+bx)*k)
	}
	return out
}

// grid point of a corner: neighbors compute the same corner with different
// roundings.
type corner [2]int

func cornerOf(p geom.Point) corner {
	return corner{int(math.Round(p.X * 1024)), int(math.Round(p.Y * 1024))}
}

// rim returns the outline of all squares together: the edges that belong to one
// square only, chained. Corners at which the outline does not turn are left out.
func rim(b *geom.Board) [][]geom.Point {
	type edge struct{ from, to corner }
	var edges []edge
	inner := map[edge]bool{}
	where := map[corner]geom.Point{}
	for i := range b.Squares {
		o := b.Squares[i].Outline
		for j, p := range o {
			e := edge{cornerOf(p), cornerOf(o[(j+1)%len(o)])}
			edges = append(edges, e)
			inner[edge{e.to, e.from}] = true
			where[e.from] = p
		}
	}
	next := map[corner][]corner{}
	for _, e := range edges {
		if !inner[e] {
			next[e.from] = append(next[e.from], e.to)
		}
	}
	var rims [][]geom.Point
	for _, e := range edges {
		var loop []geom.Point
		for at := e.from; len(next[at]) > 0; {
			to := next[at][0]
			next[at] = next[at][1:]
			loop = append(loop, where[at])
			at = to
		}
		if len(loop) > 0 {
			rims = append(rims, straighten(loop))
		}
	}
	return rims
}

// straighten drops the corners at which a closed line does not turn.
func straighten(loop []geom.Point) []geom.Point {
	var out []geom.Point
	n := len(loop)
	for i, p := range loop {
		a, b := loop[(i+n-1)%n], loop[(i+1)%n]
		if math.Abs((p.X-a.X)*(b.Y-p.Y)-(p.Y-a.Y)*(b.X-p.X)) > 1e-6 {
			out = append(out, p)
		}
	}
	return out
}
