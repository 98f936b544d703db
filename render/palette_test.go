package render

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/wane-chess/wane/geom"
)

// luminance is a color's relative luminance as WCAG 2 defines it, 0 to 1.
func luminance(c color.NRGBA) float64 {
	f := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= .04045 {
			return x / 12.92
		}
		return math.Pow((x+.055)/1.055, 2.4)
	}
	return .2126*f(c.R) + .7152*f(c.G) + .0722*f(c.B)
}

// contrast is the ratio of two colors' luminances, 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a)+.05, luminance(b)+.05
	return max(x, y) / min(x, y)
}

// apart is how far two colors are apart, 0 to 441.
func apart(a, b color.NRGBA) float64 {
	d := func(x, y uint8) float64 { return (float64(x) - float64(y)) * (float64(x) - float64(y)) }
	return math.Sqrt(d(a.R, b.R) + d(a.G, b.G) + d(a.B, b.B))
}

// Pieces must stand out by lightness alone, on every tint, marked or not.
func TestContrast(t *testing.T) {
	for _, board := range boardThemes {
		for theme, p := range board.palettes {
			t.Run(fmt.Sprintf("%s %d", board.name, theme), func(t *testing.T) { contrasts(t, &p) })
		}
	}
}

func contrasts(t *testing.T, p *palette) {
	white, black := p.pieces[0], p.pieces[1]
	if c := contrast(white.body, black.body); c < 10 {
		t.Errorf("white and black pieces differ by only %.1f", c)
	}
	if c := contrast(p.label, p.frame); c < 3 {
		t.Errorf("labels on the frame have contrast %.1f", c)
	}
	if c := contrast(p.outside(), p.page); c < 4.5 {
		t.Errorf("labels on the page have contrast %.1f", c)
	}
	if c := contrast(p.grin(), p.gone()); c < 2 {
		t.Errorf("grins have contrast %.1f", c)
	}
	for tint, ground := range p.tint {
		last, check := mix(ground, p.last, .42), mix(ground, p.check, .5)
		for _, g := range []color.NRGBA{ground, last, check} {
			if c := contrast(white.edge, g); c < 3 {
				t.Errorf("tint %d: white's edge has contrast %.1f", tint, c)
			}
			if c := contrast(black.body, g); c < 2.4 {
				t.Errorf("tint %d: black pieces have contrast %.1f", tint, c)
			}
		}
		// The marks of the last move and of check have borders in their full colors.
		if d := apart(p.last, ground); d < 40 {
			t.Errorf("tint %d: the last move is only %.0f away", tint, d)
		}
		if d := apart(p.check, ground); d < 75 {
			t.Errorf("tint %d: check is only %.0f away", tint, d)
		}
		if c := contrast(p.gone(), ground); c < 1.3 && geom.Tint(tint) != geom.Middle && geom.Tint(tint) != geom.Special {
			t.Errorf("tint %d: a vanished square differs by only %.2f", tint, c)
		}
	}
	if c := contrast(p.tint[geom.Dark], p.tint[geom.Light]); c < 1.5 {
		t.Errorf("dark and light squares differ by only %.2f", c)
	}
}
