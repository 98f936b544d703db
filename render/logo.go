package render

import (
	"fmt"
	"image/color"
	"image/png"
	"io"
)

// The logo of wane, in a box of 64×64: a waning moon, of which two squares have come off.
const (
	logoSize  = 64.0
	logoRound = 14.0
	logoMoon  = "M 41 10 C 28.88 5.38 15.29 11.23 10.3 23.2 C 5.31 35.17 10.74 48.93 22.55 54.29 C 34.36 59.64 48.29 54.64 54 43 C 46.59 42.22 40.23 37.38 37.49 30.44 C 34.76 23.51 36.11 15.63 41 10 Z"
)

var (
	logoSquares = []string{"M 46 20 L 54 20 L 54 28 L 46 28 Z", "M 38 28 L 46 28 L 46 36 L 38 36 Z"}
	logoInks    = struct{ night, moon, square color.NRGBA }{rgb(0x2a2438), rgb(0xf1dfbf), rgb(0xb98a5c)}
)

// drawLogo draws the logo into a square.
func drawLogo(s *scene, x, y, size float64) {
	s.fill(roundRect(x, y, size, size, logoRound*size/logoSize), logoInks.night)
	drawMoon(s, x, y, size/logoSize)
}

// drawMoon draws the logo without its ground.
func drawMoon(s *scene, x, y, k float64) {
	s.fill(parse(logoMoon).place(x, y, k), logoInks.moon)
	for _, square := range logoSquares {
		s.fill(parse(square).place(x, y, k), logoInks.square)
	}
}

// WriteLogo writes the logo as SVG: what link previews have in their corner, and the page
// in its header and as its icon.
func WriteLogo(w io.Writer) error {
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]g %[1]g"><rect width="%[1]g" height="%[1]g" rx="%[2]g" fill="%[3]s"/><path d="%[4]s" fill="%[5]s"/><path d="%[6]s %[7]s" fill="%[8]s"/></svg>`+"\n",
		logoSize, logoRound, hexColor(logoInks.night), logoMoon, hexColor(logoInks.moon), logoSquares[0], logoSquares[1], hexColor(logoInks.square))
	return err
}

// maskScale keeps the logo of a maskable icon within the circle that every mask shows:
// four fifths of the icon.
const maskScale = 0.92

// WriteIcon writes the logo as a PNG of that many pixels a side: for the page where it is
// installed. One with mask fills the whole square, since the system cuts out its shape.
func WriteIcon(w io.Writer, size int, mask bool) error {
	s := &scene{width: size, height: size}
	side := float64(size)
	if mask {
		margin := side * (1 - maskScale) / 2
		s.fill(roundRect(0, 0, side, side, 0), logoInks.night)
		drawMoon(s, margin, margin, side*maskScale/logoSize)
	} else {
		drawLogo(s, 0, 0, side)
	}
	return png.Encode(w, rasterize(s))
}

// hexColor returns an opaque color as CSS has it.
func hexColor(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
