package render

import (
	"bytes"
	"fmt"
	"image/color"
	"io"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Web pages draw boards themselves, with these shapes and colors. Colors are
// CSS variables, so that one drawing of a piece serves every look and theme; and
// what a small picture leaves out depends on variables too, since a page cannot
// know beforehand how large its board will be.

// WriteSprite writes the pieces and the ornaments for web pages: an SVG of symbols,
// each in a box of 100×100, to be shown by use elements. Pieces are piece-K to piece-P
// and piece-k to piece-p, by FEN letter, painted by the classes in WriteLooks.
// Each has the drawings of every piece set, of which WriteLooks shows one.
// Ornaments are mark-crown and mark-grin, to be stroked, and mark-eyes, to be
// filled.
func WriteSprite(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" ` +
		`aria-hidden="true" focusable="false">` + "\n")
	for _, color := range []game.Color{game.White, game.Black} {
		for pt := game.King; pt <= game.Pawn; pt++ {
			writePiece(&b, pt.Of(color))
		}
	}
	for _, m := range []struct {
		name string
		p    path
	}{{"crown", crown}, {"grin", grin}} {
		fmt.Fprintf(&b, `<symbol id="mark-%s" viewBox="0 0 100 100" overflow="visible">`+
			`<path fill="none" stroke-linecap="round" stroke-linejoin="round" d="%s"/></symbol>`+"\n",
			m.name, m.p.data())
	}
	fmt.Fprintf(&b, `<symbol id="mark-eyes" viewBox="0 0 100 100" overflow="visible">`+
		`<path d="%s"/></symbol>`+"\n", eyes.data())
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// writePiece writes a piece as a symbol, in the order in which pieceSymbol paints.
func writePiece(b *bytes.Buffer, pc game.Piece) {
	fmt.Fprintf(b, `<symbol id="piece-%c" viewBox="0 0 100 100" overflow="visible">`, pc.Letter())
	for s := range pieceSets {
		fmt.Fprintf(b, `<g class="set-%s">`, PieceSet(s))
		writeFigure(b, pc, PieceSet(s).figures()[pc.Type()])
		b.WriteString("</g>")
	}
	b.WriteString("</symbol>\n")
}

func writeFigure(b *bytes.Buffer, pc game.Piece, f *figure) {
	side := colorWords[pc.Color()&1]
	put := func(paths []path, class string) {
		if len(paths) == 0 {
			return
		}
		var all path // one element for many strokes of a kind
		for _, p := range paths {
			all = append(all, p...)
		}
		fmt.Fprintf(b, `<path class="%s-%s" d="%s"/>`, side, class, all.data())
	}
	if piecesOnLight[pc.Color()&1].halo.A != 0 {
		put([]path{f.body}, "halo")
		put(f.rods, "rod-halo")
	}
	put(f.rods, "rod")
	put(f.rods, "rod-core")
	put([]path{f.body}, "body")
	put(f.lines, "line")
	put(f.fine, "fine")
	put(f.eyes, "eye")
}

// colorWords begin the names of classes and variables, by game.Color.
var colorWords = [2]string{"piece-white", "piece-black"}

// data writes a path as the d attribute of an SVG path.
func (p path) data() string {
	var b bytes.Buffer
	writeData(&b, p)
	return b.String()
}

// lookClasses are the looks that pages can choose, by class.
var lookClasses = []struct {
	look Look
	name string
}{{Classic, "classic"}, {Court, "court"}, {Trio, "trio"}, {Mist, "mist"}}

// WriteLooks writes the colors of every look as a style sheet. The class
// look-classic, look-court, look-trio or look-mist on a board sets variables
// with the colors of the page, the frame, the tints, the marks and the pieces, for
// a dark page where an element above it has data-theme="dark". The class board-wood, or
// that of another board theme, sets other colors than those of the look.
// An attribute data-pieces with the name of a piece set shows its drawings. The class
// pieces-small leaves out what would blur in pieces less than 44 pixels large.
func WriteLooks(w io.Writer) error {
	var b bytes.Buffer
	for _, theme := range []Theme{Light, Dark} {
		for _, t := range boardThemes {
			above := ""
			if theme == Dark {
				above = `[data-theme="dark"] `
			}
			// A board theme outweighs every look.
			fmt.Fprintf(&b, "%s.board-%[2]s.board-%[2]s", above, t.name)
			if t.look != Auto {
				fmt.Fprintf(&b, ", %s.look-%s", above, t.look)
			}
			fmt.Fprintf(&b, " {\n%s}\n", t.palettes[theme&1].variables())
		}
	}
	for i := range pieceSets {
		set, shown := PieceSet(i), map[bool]string{true: "inline", false: "none"}
		fmt.Fprintf(&b, ".set-%[1]s { display: var(--set-%[1]s, %[2]s); }\n", set, shown[set == Staunton])
		fmt.Fprintf(&b, "[data-pieces=%q] {", set) // a preview may show another set than the page
		for j := range pieceSets {
			fmt.Fprintf(&b, " --set-%s: %s;", PieceSet(j), shown[i == j])
		}
		b.WriteString(" }\n")
	}
	fmt.Fprintf(&b, ".pieces-small { --piece-fine: none; --piece-rod: %s; --piece-rod-halo: %s; }\n",
		number(thinRod), number(thinRod+haloWidth-edgeWidth))
	for _, s := range colorWords {
		fmt.Fprintf(&b, ".%[1]s-halo, .%[1]s-rod-halo, .%[1]s-rod, .%[1]s-rod-core, .%[1]s-line, .%[1]s-fine "+
			"{ fill: none; stroke-linecap: round; stroke-linejoin: round; }\n", s)
		fmt.Fprintf(&b, ".%[1]s-halo { stroke: var(--%[1]s-halo); stroke-width: %[2]s; }\n", s, number(haloWidth))
		fmt.Fprintf(&b, ".%[1]s-rod-halo { stroke: var(--%[1]s-halo); stroke-width: var(--piece-rod-halo, %[2]s); }\n",
			s, number(rodWidth+haloWidth-edgeWidth))
		fmt.Fprintf(&b, ".%[1]s-rod { stroke: var(--%[1]s-edge); stroke-width: var(--piece-rod, %[2]s); }\n",
			s, number(rodWidth))
		fmt.Fprintf(&b, ".%[1]s-rod-core { display: var(--piece-fine, inline); "+
			"stroke: var(--%[1]s-body); stroke-width: %[2]s; }\n", s, number(rodWidth-edgeWidth))
		fmt.Fprintf(&b, ".%[1]s-body { fill: var(--%[1]s-body); stroke: var(--%[1]s-edge); "+
			"stroke-width: %[2]s; stroke-linejoin: round; }\n", s, number(edgeWidth))
		fmt.Fprintf(&b, ".%[1]s-line, .%[1]s-fine { stroke: var(--%[1]s-line); stroke-width: %[2]s; }\n",
			s, number(lineWidth))
		fmt.Fprintf(&b, ".%[1]s-fine { display: var(--piece-fine, inline); }\n", s)
		fmt.Fprintf(&b, ".%[1]s-eye { fill: var(--%[1]s-line); }\n", s)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// variables writes a palette as CSS declarations.
func (p *palette) variables() string {
	var b bytes.Buffer
	put := func(name string, c color.NRGBA) {
		v := hexColor(c)
		if c.A != 255 {
			v += fmt.Sprintf("%02x", c.A)
		}
		fmt.Fprintf(&b, "  --%s: %s;\n", name, v)
	}
	put("page", p.page)
	put("frame", p.frame)
	put("inlay", p.inlay)
	put("label", p.label)
	put("dark", p.tint[geom.Dark])
	put("light", p.tint[geom.Light])
	put("middle", p.tint[geom.Middle])
	put("special", p.tint[geom.Special])
	put("special-other", mix(p.tint[geom.Special], p.ornament, .18)) // see drawSquares
	put("ornament", p.ornament)
	put("last", p.last)
	put("check", p.check)
	put("gone", p.gone())
	put("outside", p.outside())
	put("grin", p.grin())
	for side, c := range p.pieces {
		name := colorWords[side]
		put(name+"-halo", c.halo)
		put(name+"-edge", c.edge)
		put(name+"-body", c.body)
		put(name+"-line", c.line)
	}
	return b.String()
}
