package puzzle_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/puzzle"
)

const line = "%s\tchess\t6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ta1a8\tmate\texhaustive\t600\tmate-in-1"

// record returns the line with its ID.
func record() string {
	z := puzzle.Puzzle{Variant: "chess", FEN: "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Moves: []string{"a1a8"}}
	return strings.Replace(line, "%s", z.Identify(), 1)
}

func TestReadAndWrite(t *testing.T) {
	list, err := puzzle.Read(strings.NewReader("# a comment\n\n" + record() + "\r\n"))
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v; want one puzzle", list, err)
	}
	var out bytes.Buffer
	if err := puzzle.Write(&out, list); err != nil {
		t.Fatal(err)
	}
	again, err := puzzle.Read(&out)
	if err != nil || len(again) != 1 || again[0].String() != record() ||
		!slices.Equal(again[0].Themes, []puzzle.Theme{puzzle.MateIn1}) {
		t.Errorf("written and read: %v, %v", again, err)
	}
}

func TestReadErrors(t *testing.T) {
	good := record()
	for _, c := range []struct{ name, text, want string }{
		{"few fields", "abc\tchess", "line 1: 2 fields: expected eight"},
		{"a rating in words", strings.Replace(good, "600", "hard", 1), `line 1: bad rating "hard"`},
		{"a rating out of range", strings.Replace(good, "600", "5000", 1),
			"line 1: the rating 5000 is out of range (400–2800)"},
		{"another position", strings.Replace(good, "R3K3", "R4K2", 1), "which follows from the position and the solution"},
		{"an unknown goal", strings.Replace(good, "\tmate\t", "\tfun\t", 1), `unknown goal "fun"`},
		{"an unknown theme", good + " fork", `unknown theme "fork"`},
		{"one twice", good + "\n" + good, "line 2: puzzle"},
	} {
		if _, err := puzzle.Read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
}

// The ID follows from what makes a puzzle, not from the counters of its FEN.
func TestIdentify(t *testing.T) {
	z := puzzle.Puzzle{Variant: "chess", FEN: "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Moves: []string{"a1a8"}}
	id := z.Identify()
	z.FEN = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 9 40"
	if z.Identify() != id {
		t.Error("the counters change the ID")
	}
	for _, change := range []func(){
		func() { z.Variant = "shrink" },
		func() { z.Moves = []string{"a1a7"} },
		func() { z.FEN = "6k1/5ppp/8/8/8/8/8/R4K2 w - - 9 40" },
	} {
		if change(); z.Identify() == id {
			t.Errorf("%+v has the ID of another puzzle", z)
		}
	}
}

// What a stranger sends is read or rejected, and what is read is written back.
func FuzzParse(f *testing.F) {
	f.Add(record())
	f.Add("a\tb\tc\td\te\tf\t1\tg")
	f.Fuzz(func(t *testing.T, text string) {
		z, err := puzzle.Parse(text)
		if err != nil {
			return
		}
		again, err := puzzle.Parse(z.String())
		if err != nil || again.ID != z.ID || again.Solution() != z.Solution() {
			t.Errorf("%q is read as %q, %v", text, again.String(), err)
		}
	})
}
