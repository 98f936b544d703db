package message

import "testing"

func TestPlural(t *testing.T) {
	for _, c := range []struct {
		n          int
		noun, want string
	}{
		{0, "move", "0 moves"}, {1, "move", "1 move"}, {2, "move", "2 moves"}, {1, "ply", "1 ply"}, {3, "ply", "3 plies"},
		{2, "entry", "2 entries"}, {2, "key", "2 keys"},
	} {
		if got := Plural(c.n, c.noun); got != c.want {
			t.Errorf("Plural(%d, %q) = %q, want %q", c.n, c.noun, got, c.want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct{ s, want string }{{"", ""}, {"abc", "abc"}, {"abcd", "abc…"}, {"½½½", "½½½"},
		{"½½½½", "½½½…"}, {"\xff\xff\xff\xff", "\xff\xff\xff…"}} {
		if got := Clip(c.s, 3); got != c.want {
			t.Errorf("Clip(%q, 3) = %q, want %q", c.s, got, c.want)
		}
	}
}
