package render

import (
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

// Pieces must stand out by lightness alone, on every tint, marked or not.
func TestContrast(t *testing.T) {
	for look, themes := range palettes {
		for theme, p := range themes {
			white, black := p.pieces[0], p.pieces[1]
			if c := contrast(white.body, black.body); c < 10 {
				t.Errorf("look %d theme %d: white and black pieces differ by only %.1f", look, theme, c)
			}
			if c := contrast(p.label, p.frame); c < 3 {
				t.Errorf("look %d theme %d: labels on the frame have contrast %.1f", look, theme, c)
			}
			for tint, ground := range p.tint {
				for _, g := range []color.NRGBA{ground, mix(ground, p.last, .42), mix(ground, p.check, .5)} {
					if c := contrast(white.edge, g); c < 3 {
						t.Errorf("look %d theme %d tint %d: white's edge has contrast %.1f", look, theme, tint, c)
					}
					if c := contrast(black.body, g); c < 2.4 {
						t.Errorf("look %d theme %d tint %d: black pieces have contrast %.1f", look, theme, tint, c)
					}
				}
			}
			if c := contrast(p.tint[geom.Dark], p.tint[geom.Light]); c < 1.5 {
				t.Errorf("look %d theme %d: dark and light cells differ by only %.2f", look, theme, c)
			}
		}
	}
	for theme, p := range palettes[Mist] {
		for _, tint := range []geom.Tint{geom.Dark, geom.Light} {
			gone := mix(p.page, p.tint[geom.Dark], .07)
			if c := contrast(gone, p.tint[tint]); c < 1.3 {
				t.Errorf("theme %d: a vanished square and one of tint %d differ by only %.2f", theme, tint, c)
			}
		}
	}
}
