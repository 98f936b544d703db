package render

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text string
		most float64
		want string
	}{
		{"Ann", 10, "Ann"},
		{"Ann", 0, ""},
		{"Ann and Ben", 5, "Ann and…"},
		{"Ann and Ben", 3.2, "Ann…"},
		{"", 3, ""},
	} {
		got := bold.shorten(c.text, c.most)
		if got != c.want {
			t.Errorf("%q in %v is %q, want %q", c.text, c.most, got, c.want)
		}
		if w := bold.width(got); w > c.most {
			t.Errorf("%q is %v wide, not %v", got, w, c.most)
		}
	}
}

func TestWrap(t *testing.T) {
	const text = "The square that a man leaves vanishes, until little is left but the grin."
	for _, c := range []struct {
		most  float64
		lines int
		want  []string
	}{
		{100, 3, []string{text}},
		{20, 3, []string{"The square that a man leaves vanishes,", "until little is left but the grin."}},
		{12, 2, []string{"The square that a man", "leaves vanishes, until lit…"}},
		{12, 1, []string{"The square that a man l…"}},
		{2, 2, []string{"The", "s…"}},
	} {
		got := regular.wrap(text, c.most, c.lines)
		if !slices.Equal(got, c.want) {
			t.Errorf("in %v: %q, want %q", c.most, got, c.want)
		}
		for _, l := range got {
			if w := regular.width(l); w > c.most {
				t.Errorf("%q is %v wide, not %v", l, w, c.most)
			}
		}
	}
	if got := regular.wrap("  ", 5, 2); len(got) != 0 {
		t.Errorf("nothing is %q", got)
	}
}

func TestLegible(t *testing.T) {
	for name, want := range map[string]string{
		"Ann": "Ann", "": "White", "Жанна": "Жанна", "Ξένος": "Ξένος", "王小明": "White", "王 Wang": "Wang",
		"a\tb\n c": "a b c", "\x00\xff": "White",
		"Ann\u202e": "Ann", "🙂🙂🙂": "White", "  ": "White", "Zoë": "Zoë", "<b>&\"": "<b>&\"", "Bob 🙂": "Bob",
	} {
		if got := legible(name, "White"); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}

// Whatever a name is, what is shown of it is text that the fonts have, within the
// width.
func FuzzNames(f *testing.F) {
	for _, name := range []string{
		"Ann", "王小明", "\x00\xff\u202e", strings.Repeat("W", 300), "e\u0301", "a b  c\u00a0d", "…",
	} {
		f.Add(name, 5.0)
	}
	f.Fuzz(func(t *testing.T, name string, most float64) {
		if len(name) > 1000 || !(most > 0 && most < 1000) {
			return
		}
		got := legible(name, "White")
		if got == "" || !utf8.ValidString(got) || strings.TrimSpace(got) != got {
			t.Errorf("%q is shown as %q", name, got)
		}
		for _, r := range got {
			if regular.glyph(r) == nil {
				t.Errorf("%q is shown as %q, but there is no %q", name, got, r)
			}
		}
		for _, l := range append(bold.wrap(got, most, 3), bold.shorten(got, most)) {
			if w := bold.width(l); w > most && l != "" || math.IsNaN(w) {
				t.Errorf("%q is %v wide, not %v", l, w, most)
			}
		}
	})
}
