package render

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strconv"

	"github.com/wane-chess/wane/game"
)

// SVG writes a picture of the position as an SVG document. Squares and pieces carry
// the attributes data-square, with the square's name, and data-kind: "square",
// "vanished", or the piece, such as "white-knight". The error is about the options, or w's.
func SVG(w io.Writer, v game.View, o Options) error {
	s, err := picture(v, o)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	writeSVG(&b, s)
	_, err = w.Write(b.Bytes())
	return err
}

func writeSVG(b *bytes.Buffer, s *scene) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n",
		s.width, s.height, s.width, s.height)
	b.WriteString("<title>")
	_ = xml.EscapeText(b, []byte(s.title)) // a bytes.Buffer never fails
	b.WriteString("</title>\n")
	var defined []*symbol
	for _, it := range s.items {
		if it.symbol == nil || contains(defined, it.symbol) {
			continue
		}
		if defined == nil {
			b.WriteString("<defs>\n")
		}
		defined = append(defined, it.symbol)
		fmt.Fprintf(b, `<g id="%s">`, it.symbol.name)
		for _, sh := range it.symbol.shapes {
			writeShape(b, sh, "", "")
		}
		b.WriteString("</g>\n")
	}
	if defined != nil {
		b.WriteString("</defs>\n")
	}
	for _, it := range s.items {
		if it.symbol == nil {
			writeShape(b, it.shape, it.kind, it.square)
		} else {
			fmt.Fprintf(b, `<use href="#%s"%s transform="translate(%s %s) scale(%s)"/>`,
				it.symbol.name, data(it.kind, it.square), number(it.x), number(it.y), strconv.FormatFloat(it.scale, 'f', 5, 64))
		}
		b.WriteByte('\n')
	}
	b.WriteString("</svg>\n")
}

func contains(list []*symbol, s *symbol) bool {
	for _, t := range list {
		if t == s {
			return true
		}
	}
	return false
}

func writeShape(b *bytes.Buffer, sh shape, kind, square string) {
	fmt.Fprintf(b, `<path%s`, data(kind, square))
	b.WriteString(paint("fill", sh.fill))
	if sh.stroke.A != 0 {
		b.WriteString(paint("stroke", sh.stroke))
		fmt.Fprintf(b, ` stroke-width="%s" stroke-linecap="round" stroke-linejoin="round"`, number(sh.width))
	}
	b.WriteString(` d="`)
	writeData(b, sh.path)
	b.WriteString(`"/>`)
}

// writeData writes a path as the d attribute has it.
func writeData(b *bytes.Buffer, p path) {
	for _, s := range p {
		b.WriteByte(s.op)
		n := points(s.op)
		for i, p := range s.p[:n] {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(number(p.X))
			b.WriteByte(' ')
			b.WriteString(number(p.Y))
		}
	}
}

func data(kind, square string) (s string) {
	if kind != "" {
		s = ` data-kind="` + kind + `"`
	}
	if square != "" {
		s += ` data-square="` + square + `"`
	}
	return s
}

func paint(attribute string, c color.NRGBA) string {
	if c.A == 0 {
		return ` ` + attribute + `="none"`
	}
	s := fmt.Sprintf(` %s="%s"`, attribute, hexColor(c))
	if c.A != 255 {
		s += fmt.Sprintf(` %s-opacity="%s"`, attribute, number(float64(c.A)/255))
	}
	return s
}

// number prints with at most two decimals, which is far below a pixel.
func number(f float64) string {
	s := strconv.FormatFloat(f, 'f', 2, 64)
	for s[len(s)-1] == '0' {
		s = s[:len(s)-1]
	}
	if s[len(s)-1] == '.' {
		s = s[:len(s)-1]
	}
	if s == "-0" {
		return "0"
	}
	return s
}
