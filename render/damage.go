package render

import (
	"image"
	"image/color"
	"math"

	"github.com/wane-chess/wane/geom"
)

// bounds returns the pixels that an item may touch; a symbol may be moved to whole
// pixels.
func (it *item) bounds() image.Rectangle {
	if it.symbol == nil {
		lo, hi := it.reach()
		return pixels(lo, hi)
	}
	all := image.Rectangle{}
	for i := range it.symbol.shapes {
		lo, hi := it.symbol.shapes[i].reach()
		all = all.Union(pixels(pt(it.x+lo.X*it.scale, it.y+lo.Y*it.scale), pt(it.x+hi.X*it.scale, it.y+hi.Y*it.scale)))
	}
	return all.Inset(-1)
}

// reach returns the corners of a box that holds a shape: curves stay within
// their control points.
func (sh *shape) reach() (lo, hi geom.Point) {
	lo, hi = pt(math.Inf(1), math.Inf(1)), pt(math.Inf(-1), math.Inf(-1))
	for i := range sh.path {
		s := &sh.path[i]
		for _, p := range s.p[:points(s.op)] {
			lo.X, lo.Y = min(lo.X, p.X), min(lo.Y, p.Y)
			hi.X, hi.Y = max(hi.X, p.X), max(hi.Y, p.Y)
		}
	}
	if lo.X > hi.X {
		return geom.Point{}, geom.Point{}
	}
	if sh.stroke.A == 0 {
		return lo, hi
	}
	r := sh.width / 2
	return pt(lo.X-r, lo.Y-r), pt(hi.X+r, hi.Y+r)
}

// points is how many points a segment has.
func points(op byte) int {
	switch op {
	case 'C':
		return 3
	case 'Z':
		return 0
	}
	return 1
}

// hash returns a hash of how an item looks.
func (it *item) hash() uint64 {
	h := fingerprint(14695981039346656037)
	if it.symbol != nil {
		for i := range len(it.symbol.name) {
			h.add(uint64(it.symbol.name[i]))
		}
		h.numbers(it.x, it.y, it.scale)
		return uint64(h)
	}
	h.color(it.fill)
	h.color(it.stroke)
	h.numbers(it.width)
	for i := range it.path {
		s := &it.path[i]
		h.add(uint64(s.op))
		for _, p := range s.p[:points(s.op)] {
			h.numbers(p.X, p.Y)
		}
	}
	return uint64(h)
}

// fingerprint is a hash that grows.
type fingerprint uint64

func (h *fingerprint) add(x uint64) {
	v := (uint64(*h) ^ x) * 0x9e3779b97f4a7c15
	*h = fingerprint(v ^ v>>29)
}

func (h *fingerprint) numbers(list ...float64) {
	for _, f := range list {
		h.add(math.Float64bits(f))
	}
}

func (h *fingerprint) color(c color.NRGBA) {
	h.add(uint64(c.R)<<24 | uint64(c.G)<<16 | uint64(c.B)<<8 | uint64(c.A))
}

// damage returns rectangles that hold all in which two scenes of one size
// differ: where items are that only one of them has. Items that both have must
// lie in the same order where they overlap.
func damage(before, after *scene) []image.Rectangle {
	count := map[uint64]int{}
	for i := range before.items {
		count[before.items[i].hash()]++
	}
	all := image.Rect(0, 0, after.width, after.height)
	var list []image.Rectangle
	for i := range after.items {
		it := &after.items[i]
		if k := it.hash(); count[k] > 0 {
			count[k]--
			continue
		}
		list = merge(list, it.bounds().Intersect(all))
	}
	for i := range before.items { // what is left is gone
		it := &before.items[i]
		if k := it.hash(); count[k] > 0 {
			count[k]--
			list = merge(list, it.bounds().Intersect(all))
		}
	}
	return list
}

// merge adds a rectangle to a list of which no two overlap.
func merge(list []image.Rectangle, r image.Rectangle) []image.Rectangle {
	if r.Empty() {
		return list
	}
	for i := 0; i < len(list); i++ {
		if list[i].Overlaps(r) {
			r = r.Union(list[i])
			list[i] = list[len(list)-1]
			list = list[:len(list)-1]
			i = -1 // it may overlap others now
		}
	}
	return append(list, r)
}
