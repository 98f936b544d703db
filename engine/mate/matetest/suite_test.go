package matetest

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/mate"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// allGames returns the games of the suite.
func allGames(t *testing.T) []game.Game {
	t.Helper()
	several, err := rules.ByName(SeveralKings)
	if err != nil {
		t.Fatal(err)
	}
	return append(rules.All(), several)
}

// The suite has enough problems of every game and length, each once.
func TestSuiteIsWhole(t *testing.T) {
	type kind struct {
		game  string
		moves int
	}
	counts := map[kind]int{}
	seen := map[string]bool{}
	for _, b := range Suite(t) {
		counts[kind{b.Game, b.Moves}]++
		board, _, _ := strings.Cut(b.FEN, " ")
		if seen[b.Game+board] {
			t.Errorf("%s occurs twice", b.FEN)
		}
		seen[b.Game+board] = true
	}
	for _, g := range allGames(t) {
		name, total := g.Name(), 0
		for n, want := range map[int]int{2: 15, 3: 15, 4: 12, 5: 8} {
			got := counts[kind{name, n}]
			total += got
			if got < want {
				t.Errorf("%s: %d mates in %d; want %d", name, got, n, want)
			}
		}
		if total < 50 {
			t.Errorf("%s: %d mates; want 50", name, total)
		}
	}
}

// Every problem of the suite is proven again, or with -short some short ones.
func TestSuiteIsTrue(t *testing.T) {
	var s mate.Solver
	for i, b := range Suite(t) {
		if testing.Short() && (i%3 != 0 || b.Moves > 4) {
			continue
		}
		g, err := rules.ByName(b.Game)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Check(t.Context(), &s, g); err != nil {
			t.Errorf("%s: %v", b.Game, err)
		}
	}
}

// Check rejects wrong problems.
func TestCheckFindsFaults(t *testing.T) {
	const rook, rooks = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1"
	for _, c := range []struct {
		b    Problem
		want string
	}{
		{Problem{"chess", rook, 1, "a1a8"}, ""},
		{Problem{"chess", rook, 2, "a1a8"}, "a1a8 mates in 1 already; expected 2"},
		{Problem{"chess", rook, 1, "a1a7"}, "a1a8 mates in 1; expected a1a7"},
		{Problem{"chess", rooks, 1, "a2a7"}, "there is no mate in 1"},
		{Problem{"chess", rooks, 2, "a2a7"}, "a2a7 and b1b7 both mate in 2; expected a2a7 alone"},
		{Problem{"chess", "8", 2, "a2a7"}, "FEN"},
	} {
		g, err := rules.ByName(c.b.Game)
		if err != nil {
			t.Fatal(err)
		}
		err = c.b.Check(t.Context(), new(mate.Solver), g)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v; want %q", c.b, err, c.want)
		}
	}
}

// Each position of the suite is in a game of the maker.
func TestSuiteIsFromTheMakersGames(t *testing.T) {
	missing := map[string]map[string]bool{}
	for _, b := range Suite(t) {
		if missing[b.Game] == nil {
			missing[b.Game] = map[string]bool{}
		}
		missing[b.Game][b.FEN] = true
	}
	for name, fens := range missing {
		g, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for number := uint64(0); number < 1000 && len(fens) > 0; number++ {
			for _, fen := range Attack(g, 1, number) {
				delete(fens, fen)
			}
		}
		for fen := range fens {
			t.Errorf("%s: no game of the maker has %s: has a rule changed?", name, fen)
		}
	}
}

func TestRead(t *testing.T) {
	got, err := read(strings.NewReader("# a comment\n\nchess\t8/8 w\t2\ta1a2\r\n"))
	want := Problem{"chess", "8/8 w", 2, "a1a2"}
	if err != nil || len(got) != 1 || got[0] != want || got[0].String() != "chess\t8/8 w\t2\ta1a2" {
		t.Errorf("read %v, %v; want %v", got, err, want)
	}
	for text, want := range map[string]string{
		"\nchess\t8/8 w\t2": "line 2: expected four tab-separated fields",
		"chess\tx\t0\ta1a2": `line 1: bad number of moves "0": expected 1 to 9`,
		"chess\tx\tm\ta1a2": `bad number of moves "m"`,
	} {
		if _, err := read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", text, err, want)
		}
	}
}
