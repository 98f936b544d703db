package weights

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
)

type sample struct {
	Tempo engine.Score
	Pair  Pair
	Table [3]Pair
}

func (s *sample) list() []engine.Weight { return Named(text, s) }

const text = "# made\n# by hand\nTempo 7\nPair 1 -2\nTable[0] 3 4\nTable[1] 5 6\nTable[2] 8 9\n"

// What is written is read back.
func TestReadWrite(t *testing.T) {
	s := new(sample)
	if err := Read(text, s.list()); err != nil {
		t.Fatal(err)
	}
	if s.Tempo != 7 || s.Pair != (Pair{1, -2}) || s.Table[1] != (Pair{5, 6}) || s.Table[2] != (Pair{8, 9}) {
		t.Errorf("read %+v", s)
	}
	var out strings.Builder
	if err := Write(&out, s.list(), "made\nby hand"); err != nil || out.String() != text {
		t.Errorf("written %q, %v; want %q", out.String(), err, text)
	}
	if g := Group(s.list()[4].Name); g != "Table" {
		t.Errorf("the group of %s is %s", s.list()[4].Name, g)
	}
}

// Groups are set to zero as a whole, and all names are checked before any is used.
func TestZero(t *testing.T) {
	for _, c := range []struct {
		groups []string
		want   []engine.Score // of the tempo, the pair and an element of the table
		err    string
	}{
		{[]string{"pair"}, []engine.Score{7, 0, 0, 8}, ""},
		{[]string{"TEMPO", "Table"}, []engine.Score{0, 1, -2, 0}, ""},
		{[]string{"Pair", "Knight"}, []engine.Score{7, 1, -2, 8}, `no weights "Knight": expected one of Tempo, Pair, Table`},
		{[]string{"Pair[0]"}, []engine.Score{7, 1, -2, 8}, `no weights "Pair[0]"`},
		{nil, []engine.Score{7, 1, -2, 8}, ""},
	} {
		s := MustRead[sample](text)
		err := Zero(s.list(), c.groups...)
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %v, want %s", c.groups, err, c.err)
		}
		if got := []engine.Score{s.Tempo, s.Pair[0], s.Pair[1], s.Table[2][0]}; !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.groups, got, c.want)
		}
	}
}

// An error names the line, and no weight changes.
func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"Pair 1 -2", "Pear 1 -2", `line 4: weight "Pear", expected Pair`},
		{"Pair 1 -2", "Pair 1", `line 5: weight "Table[0]", expected Pair`},
		{"Pair 1 -2", "Pair 1 x", `line 4: Pair: bad value "x"`},
		{"Pair 1 -2", "Pair 1 40000", `line 4: Pair: bad value "40000"`},
		{"8 9\n", "8 9 10\n", "line 7: Table[2] has an extra value: expected 9 weights"},
		{"Table[2] 8 9\n", "", "the weights end before Table[2][0]"},
	} {
		s := new(sample)
		err := Read(strings.Replace(text, c.old, c.new, 1), s.list())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
		if s.Tempo != 0 {
			t.Errorf("%s: a weight has changed", c.new)
		}
	}
}

// Sums and multiples of pairs are pairs of sums and multiples.
func TestTapered(t *testing.T) {
	const full = 24
	for _, c := range []struct {
		middle, ending engine.Score
		times          Tapered
		phase          int
		want           engine.Score
	}{
		{100, -40, 1, full, 100},
		{100, -40, 1, 0, -40},
		{-100, 40, 1, full / 2, -30},
		{-7, -3, 5, full, -35},
		{-7, -3, 5, 0, -15},
		{3, -20_000, -1, full, -3},
	} {
		if got := (Taper(Pair{c.middle, c.ending}) * c.times).Mix(c.phase, full); got != c.want {
			t.Errorf("%d times (%d, %d) at phase %d is %d, want %d", c.times, c.middle, c.ending, c.phase, got, c.want)
		}
	}
}
