package render

import (
	"bytes"
	"image/color"
	"image/png"
	"math"
	"testing"
)

// An icon has the logo's round corners; a maskable one fills its square, and all of its
// logo is in the circle that every mask shows.
func TestWriteIcon(t *testing.T) {
	for _, mask := range []bool{false, true} {
		var b bytes.Buffer
		if err := WriteIcon(&b, 192, mask); err != nil {
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
		if c := at(60, 96); c != logoInks.moon {
			t.Errorf("mask %t: the moon is %v, want %v", mask, c, logoInks.moon)
		}
		for y := range 192 {
			for x := range 192 {
				if mask && math.Hypot(float64(x)-95.5, float64(y)-95.5) > .4*192 && at(x, y) != logoInks.night {
					t.Fatalf("the logo reaches (%d, %d), outside of the circle", x, y)
				}
			}
		}
	}
}
