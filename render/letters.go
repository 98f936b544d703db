package render

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
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

// typeface draws letters as paths, which makes pictures the same everywhere,
// with no font to be found. It is safe for concurrent use.
type typeface struct {
	font   func() *sfnt.Font
	mu     sync.Mutex
	buffer sfnt.Buffer
	glyphs map[rune]*glyph // those of the font that were asked for
}

// The typefaces: coordinates are medium, other words regular or bold.
var (
	medium  = newTypeface(gomedium.TTF)
	regular = newTypeface(goregular.TTF)
	bold    = newTypeface(gobold.TTF)
)

func newTypeface(ttf []byte) *typeface {
	return &typeface{glyphs: map[rune]*glyph{}, font: sync.OnceValue(func() *sfnt.Font {
		f, err := sfnt.Parse(ttf)
		if err != nil {
			panic("render: a built-in font does not parse: " + err.Error())
		}
		return f
	})}
}

// glyph returns a letter, or nil if the font lacks it.
func (t *typeface) glyph(r rune) *glyph {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g, ok := t.glyphs[r]; ok {
		return g
	}
	const em = 2048 // the font's own grid, so that nothing is rounded
	f := t.font()
	i, err := f.GlyphIndex(&t.buffer, r)
	if err != nil || i == 0 {
		return nil
	}
	segments, err := f.LoadGlyph(&t.buffer, i, fixed.I(em), nil)
	if err != nil {
		return nil
	}
	g := &glyph{path: fromFont(segments).place(0, 0, 1.0/em)}
	if a, err := f.GlyphAdvance(&t.buffer, i, fixed.I(em), font.HintingNone); err == nil {
		g.advance = float64(a) / 64 / em
	}
	t.glyphs[r] = g
	return g
}

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

// width is how wide a text is, in letters of size 1.
func (t *typeface) width(text string) float64 {
	w := 0.0
	for _, r := range text {
		if g := t.glyph(r); g != nil {
			w += g.advance
		}
	}
	return w
}

// write returns a text that begins at a point on the base line, in letters of
// the given size in pixels from line to line. Characters that the font lacks
// leave no mark.
func (t *typeface) write(text string, x, y, size float64) path {
	var p path
	for _, r := range text {
		if g := t.glyph(r); g != nil {
			p = append(p, g.path.place(x, y, size)...)
			x += g.advance * size
		}
	}
	return p
}

// shorten cuts a text that is wider than that many font sizes, and ends
// it with an ellipsis.
func (t *typeface) shorten(text string, most float64) string {
	if t.width(text) <= most {
		return text
	}
	for text != "" {
		_, n := utf8.DecodeLastRuneInString(text)
		text = strings.TrimRightFunc(text[:len(text)-n], unicode.IsSpace)
		if t.width(text+"…") <= most {
			return text + "…"
		}
	}
	return ""
}

// wrap breaks a text into at most so many lines, none of them wider than so many
// sizes of its letters. What is too much is cut.
func (t *typeface) wrap(text string, most float64, lines int) []string {
	var out []string
	line := ""
	words := strings.Fields(text)
	for i, word := range words {
		longer := strings.TrimSpace(line + " " + word)
		if line == "" || t.width(longer) <= most {
			line = longer
			continue
		}
		if len(out) == lines-1 {
			line += " " + strings.Join(words[i:], " ")
			break
		}
		out, line = append(out, t.shorten(line, most)), word
	}
	if line != "" {
		out = append(out, t.shorten(line, most))
	}
	return out
}

// legible returns a name as pictures can show it: without the characters that
// the fonts lack, or the other name if too little would be left of it.
func legible(name, other string) string {
	var kept strings.Builder
	lost := 0
	for _, r := range strings.ToValidUTF8(name, "") {
		switch {
		case unicode.IsSpace(r):
			kept.WriteByte(' ')
		case unicode.IsPrint(r) && regular.glyph(r) != nil:
			kept.WriteRune(r)
		default:
			lost++
		}
	}
	text := strings.Join(strings.Fields(kept.String()), " ")
	if utf8.RuneCountInString(text) <= 2*lost || text == "" {
		return other
	}
	return text
}

// lettering returns a word of a board's coordinates, centered on a point, in
// letters of the given size in pixels from line to line.
func lettering(word string, at geom.Point, size float64) path {
	x := at.X - medium.width(word)*size/2
	y := at.Y + .34*size // half the height of a digit
	return medium.write(word, x, y, size)
}
