package render

import (
	"fmt"
	"image/color"
)

// shape is one thing to paint: a path filled, stroked, or both (the stroke on
// top, with round ends and joins).
type shape struct {
	path   path
	fill   color.NRGBA // painted unless wholly transparent
	stroke color.NRGBA
	width  float64 // of the stroke
}

// symbol is a group of shapes that a scene shows in several places, such as a
// piece. Its shapes are in the symbol's own coordinates.
type symbol struct {
	name   string
	shapes []shape
}

// item is an entry of the display list: either a shape in pixels, or a symbol
// put at (x, y) and scaled by scale.
type item struct {
	shape
	symbol       *symbol
	x, y, scale  float64
	kind, square string // what it shows, and on which square: kept in the SVG
}

// scene is a picture as both writers draw it: items from the back to the front.
type scene struct {
	width, height int
	title         string
	items         []item
}

func (s *scene) add(sh shape, kind, square string) {
	s.items = append(s.items, item{shape: sh, kind: kind, square: square})
}

// fill adds a filled path without a name.
func (s *scene) fill(p path, c color.NRGBA) { s.add(shape{path: p, fill: c}, "", "") }

// line adds a stroked path without a name.
func (s *scene) line(p path, c color.NRGBA, width float64) {
	s.add(shape{path: p, stroke: c, width: width}, "", "")
}

func (s *scene) use(sym *symbol, x, y, scale float64, kind, square string) {
	s.items = append(s.items, item{symbol: sym, x: x, y: y, scale: scale, kind: kind, square: square})
}

// rgb makes an opaque color from 0xRRGGBB.
func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// hexColor returns an opaque color as CSS has it.
func hexColor(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// faint returns the color with the given part of its opacity.
func faint(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(float64(c.A)*opacity + .5)
	return c
}

// mix returns the color that lies the part t of the way from a to b.
func mix(a, b color.NRGBA, t float64) color.NRGBA {
	f := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*t + .5) }
	return color.NRGBA{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), f(a.A, b.A)}
}
