package main

import (
	"bytes"
	"image/color"
	"image/png"
	"math"
	"os"
	"strings"
	"testing"
)

// favicon is the logo.
const favicon = "../../../web/public/favicon.svg"

// An icon has the logo's round corners; a maskable one fills its square, and all of its
// logo is in the circle that every mask shows.
func TestIcon(t *testing.T) {
	file, err := os.ReadFile(favicon)
	if err != nil {
		t.Fatal(err)
	}
	l, err := readLogo(file)
	if err != nil {
		t.Fatal(err)
	}
	night, moon := color.NRGBA{0x2a, 0x24, 0x38, 255}, color.NRGBA{0xf1, 0xdf, 0xbf, 255}
	for _, mask := range []bool{false, true} {
		var b bytes.Buffer
		if err := l.icon(&b, 192, mask); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&b)
		if err != nil || img.Bounds().Dx() != 192 || img.Bounds().Dy() != 192 {
			t.Fatalf("mask %t: %v, %v", mask, img.Bounds(), err)
		}
		at := func(x, y int) color.NRGBA { return color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA) }
		if a := at(0, 0).A; (a == 255) != mask {
			t.Errorf("mask %t: the corner's opacity is %d", mask, a)
		}
		if a := at(16, 16).A; a != 255 {
			t.Errorf("mask %t: the opacity within the corner is %d", mask, a)
		}
		if c := at(60, 96); c != moon {
			t.Errorf("mask %t: the moon is %v, want %v", mask, c, moon)
		}
		for y := range 192 {
			for x := range 192 {
				if mask && math.Hypot(float64(x)-95.5, float64(y)-95.5) > .4*192 && at(x, y) != night {
					t.Fatalf("the logo reaches (%d, %d), outside of the circle", x, y)
				}
			}
		}
	}
}

func TestInvalidLogo(t *testing.T) {
	const (
		head = `<svg xmlns="http://www.w3.org/2000/svg"><rect width="64" rx="14" fill="#2a2438"/><path d="`
		tail = `" fill="#f1dfbf"/></svg>`
	)
	for svg, want := range map[string]string{
		"":                          "parse SVG: EOF",
		"<svg/>":                    "expected a rect",
		head + "M 1 2 L 3" + tail:   `expected M x y, L x y, C x y x y x y or Z at "L 3"`,
		head + "M 1 2 Q 3 4" + tail: `at "Q 3 4"`,
		head + "M 1 x L 2 2" + tail: `expected a number at "x"`,
		strings.ReplaceAll(head+"M 1 2 L 3 4 Z"+tail, "#f1dfbf", "red"): `fill "red": expected a color`,
	} {
		l, err := readLogo([]byte(svg))
		if err == nil {
			err = l.icon(&bytes.Buffer{}, 16, false)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", svg, err, want)
		}
	}
}
