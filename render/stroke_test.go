package render

import (
	"math"
	"testing"
)

// ink returns the area that a shape covers on a canvas of 200×200.
func ink(sh shape) float64 {
	s := &scene{width: 200, height: 200}
	s.fill(roundRect(0, 0, 200, 200, 0), rgb(0xffffff))
	s.add(sh, "", "")
	img := rasterize(s)
	sum := 0.0
	for i := 0; i < len(img.Pix); i += 4 {
		sum += 1 - float64(img.Pix[i])/255
	}
	return sum
}

func TestStrokeAreas(t *testing.T) {
	black := rgb(0)
	for _, c := range []struct {
		name string
		path string
		area float64
	}{
		{"dot", "M 100 100", 25 * math.Pi},
		{"line", "M 50.5 100.5 L 150.5 100.5", 1000 + 25*math.Pi},
		{"there and back", "M 50 100 L 150 100 L 50 100", 1000 + 25*math.Pi},
		{"right angle", "M 50 50 L 150 50 L 150 150", 2000 + 25*math.Pi + 25*math.Pi/4 - 25},
		{"square", "M 50 50 L 150 50 L 150 150 L 50 150 Z", 4000 + 25*math.Pi - 100},
		{"square the other way", "M 50 50 L 50 150 L 150 150 L 150 50 Z", 4000 + 25*math.Pi - 100},
		{"arc", "M 50 100 C 50 72.386 72.386 50 100 50", 250*math.Pi + 25*math.Pi},
	} {
		got := ink(shape{path: parse(c.path), stroke: black, width: 10})
		if math.Abs(got-c.area) > .01*c.area+2 {
			t.Errorf("%s: area %.1f, want %.1f", c.name, got, c.area)
		}
	}
	if got, want := ink(shape{path: disc(100, 100, 50), stroke: black, width: 10}), 1000*math.Pi; math.Abs(got-want) > 15 {
		t.Errorf("circle: area %.1f, want %.1f", got, want)
	}
	if got, want := ink(shape{path: disc(100, 100, 50), fill: black}), 2500*math.Pi; math.Abs(got-want) > 15 {
		t.Errorf("disc: area %.1f, want %.1f", got, want)
	}
	// What lies outside the picture is cut off without harm.
	if got := ink(shape{path: disc(0, 0, 50), fill: black}); math.Abs(got-2500*math.Pi/4) > 15 {
		t.Errorf("quarter disc: area %.1f", got)
	}
	ink(shape{path: disc(-500, 900, 50), fill: black, stroke: black, width: 3})
}

func TestRim(t *testing.T) {
	v := samples()
	for name, corners := range map[string][]int{
		"orthodox": {4}, "smallest": {4}, "convergent": {12}, "diminuendo": {46},
	} {
		got := rim(v[name].Board)
		if len(got) != len(corners) {
			t.Errorf("%s has %d outlines, want %d", name, len(got), len(corners))
			continue
		}
		for i, n := range corners {
			if len(got[i]) != n {
				t.Errorf("%s: outline %d has %d corners, want %d", name, i, len(got[i]), n)
			}
		}
	}
	hole := rect(8, "..../.#../....")
	if got := rim(hole.Board); len(got) != 2 {
		t.Errorf("a board with a hole has %d outlines, want 2", len(got))
	}
}

func TestMirrored(t *testing.T) {
	got := half("M 50 10 C 60 10 70 20 70 30 L 50 90")
	want := parse("M 50 10 C 60 10 70 20 70 30 L 50 90 L 30 30 C 30 20 40 10 50 10 Z")
	if len(got) != len(want) {
		t.Fatalf("%d segments, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i].op != want[i].op || got[i].op != 'Z' && got[i].end() != want[i].end() ||
			got[i].op == 'C' && got[i].p != want[i].p {
			t.Errorf("segment %d is %v, want %v", i, got[i], want[i])
		}
	}
}

func TestLettering(t *testing.T) {
	one, two := lettering("1", pt(50, 50), 40), lettering("10", pt(50, 50), 40)
	if len(one) == 0 || len(two) <= len(one) {
		t.Errorf("%d and %d segments", len(one), len(two))
	}
	if got := lettering("王", pt(0, 0), 10); len(got) != 0 {
		t.Errorf("an unknown character gave %d segments", len(got))
	}
	for _, r := range "abcdefghijklmnopqrstuvwxyz0123456789" {
		if len(lettering(string(r), pt(0, 0), 10)) == 0 {
			t.Errorf("no outline for %c", r)
		}
	}
}
