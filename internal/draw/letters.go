package draw

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/wane-chess/wane/geom"
)

// glyph is a letter's outline, one unit high from line to line, its origin on
// the base line.
type glyph struct {
	path    path
	advance float64
}

// alphabet holds the letters that coordinates use. Drawing them as paths makes
// pictures the same everywhere, with no font to be found.
var alphabet = sync.OnceValue(func() map[rune]glyph {
	f, err := sfnt.Parse(gomedium.TTF)
	if err != nil {
		panic("draw: the built-in font does not parse: " + err.Error())
	}
	const em = 2048 // the font's own grid, so that nothing is rounded
	glyphs := map[rune]glyph{}
	var b sfnt.Buffer
	for _, r := range "abcdefghijklmnopqrstuvwxyz0123456789" {
		i, err := f.GlyphIndex(&b, r)
		if err != nil {
			continue
		}
		segments, err := f.LoadGlyph(&b, i, fixed.I(em), nil)
		if err != nil {
			continue
		}
		g := glyph{path: fromFont(segments).place(0, 0, 1.0/em)}
		if a, err := f.GlyphAdvance(&b, i, fixed.I(em), font.HintingNone); err == nil {
			g.advance = float64(a) / 64 / em
		}
		glyphs[r] = g
	}
	return glyphs
})

func fromFont(segments sfnt.Segments) path {
	var p path
	var at geom.Point
	point := func(q fixed.Point26_6) geom.Point { return pt(float64(q.X)/64, float64(q.Y)/64) }
	for _, s := range segments {
		a := point(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if p != nil {
				p = append(p, segment{op: 'Z'})
			}
			p = append(p, segment{'M', [3]geom.Point{a}})
			at = a
		case sfnt.SegmentOpLineTo:
			p = append(p, segment{'L', [3]geom.Point{a}})
			at = a
		case sfnt.SegmentOpQuadTo:
			e := point(s.Args[1])
			p = append(p, segment{'C', [3]geom.Point{third(at, a), third(e, a), e}})
			at = e
		case sfnt.SegmentOpCubeTo:
			p = append(p, segment{'C', [3]geom.Point{a, point(s.Args[1]), point(s.Args[2])}})
			at = point(s.Args[2])
		}
	}
	if p != nil {
		p = append(p, segment{op: 'Z'})
	}
	return p
}

// lettering returns a word centred on a point, in letters of the given size in
// pixels from line to line. Characters that the alphabet lacks leave no mark.
func lettering(word string, at geom.Point, size float64) path {
	letters := alphabet()
	width := 0.0
	for _, r := range word {
		width += letters[r].advance
	}
	x := at.X - width*size/2
	y := at.Y + .34*size // half the height of a digit
	var p path
	for _, r := range word {
		g := letters[r]
		p = append(p, g.path.place(x, y, size)...)
		x += g.advance * size
	}
	return p
}
