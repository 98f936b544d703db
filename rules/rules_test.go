package rules_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/diminuendo"
	"github.com/wane-chess/wane/rules/shrink"
)

func TestAll(t *testing.T) {
	var names []string
	for _, g := range rules.All() {
		names = append(names, g.Name())
		if again, err := rules.ByName(g.Name()); err != nil || again.Name() != g.Name() || again.Title() != g.Title() {
			t.Errorf("%s by its name is %v, %v", g.Name(), again, err)
		}
		if g.Title() == "" || !strings.HasPrefix(g.Rules(), "# ") {
			t.Errorf("%s has the title %q and rules that begin %.20q", g.Name(), g.Title(), g.Rules())
		}
	}
	want := []string{"shrink", "convergent", "diminuendo", "cheshire", "cheshire8", "chess"}
	if !slices.Equal(names, want) {
		t.Errorf("the games are %v, want %v", names, want)
	}
}

// What 'wane rules' prints fits a terminal of 80 columns.
func TestRulesFit(t *testing.T) {
	family, err := rules.ByName("diminuendo:pbnrqk+qk+fp")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range append(rules.All(), family) {
		for line := range strings.Lines(g.Rules()) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
				t.Errorf("%s: a line has %d columns: %s", g.Name(), n, line)
			}
		}
	}
}

// The attacks that the packages of the games export are those of their positions.
func TestAttacks(t *testing.T) {
	type attacks func(color game.Color, from, to game.Square) bool
	leaper := func(f func(game.Square) uint64) attacks {
		return func(_ game.Color, from, to game.Square) bool { return f(from)>>to&1 != 0 }
	}
	pawn := func(f func(game.Color, game.Square) uint64) attacks {
		return func(color game.Color, from, to game.Square) bool { return f(color, from)>>to&1 != 0 }
	}
	for name, types := range map[string]map[game.PieceType]attacks{
		"shrink": {
			game.King: leaper(shrink.KingAttacks), game.Knight: leaper(shrink.KnightAttacks),
			game.Pawn: pawn(shrink.PawnAttacks),
		},
		"convergent": {
			game.King: leaper(convergent.KingAttacks), game.Knight: leaper(convergent.KnightAttacks),
			game.Queen: leaper(convergent.QueenAttacks), game.Pawn: pawn(convergent.PawnAttacks),
		},
		"diminuendo": {game.Knight: leaper(diminuendo.KnightAttacks), game.Pawn: pawn(diminuendo.PawnAttacks)},
		"cheshire": {
			game.King:   func(_ game.Color, from, to game.Square) bool { return cheshire.KingAttacks(from).Has(to) },
			game.Knight: func(_ game.Color, from, to game.Square) bool { return cheshire.KnightAttacks(from).Has(to) },
			game.Pawn:   func(c game.Color, from, to game.Square) bool { return cheshire.PawnAttacks(c, from).Has(to) },
		},
	} {
		g, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Start()
		for _, from := range p.View().Board.Squares {
			pc := p.PieceAt(game.Square(from.ID))
			attacks := types[pc.Type()]
			if attacks == nil {
				continue
			}
			for _, to := range p.View().Board.Squares {
				want := slices.Contains(p.Attackers(game.Square(to.ID), pc.Color()), game.Square(from.ID))
				if got := attacks(pc.Color(), game.Square(from.ID), game.Square(to.ID)); got != want {
					t.Errorf("%s: a %v on %s attacks %s: %v, want %v", name, pc, from.Name, to.Name, got, want)
				}
			}
		}
	}
}

// All 720 rankings have names of their own; with each option, games of some of
// them are played.
func TestFamily(t *testing.T) {
	options := []string{"", "+qk", "+fp", "+qk+fp"}
	seen := map[string]bool{}
	for i, ranking := range rankings("", "kqrnbp") {
		name := "diminuendo:" + ranking + options[i%4]
		g, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		again, err := rules.ByName(g.Name())
		if err != nil || again.Name() != g.Name() || g.Name() != name && ranking != "kqrnbp" {
			t.Errorf("%s is %s, %v", name, g.Name(), err)
		}
		seen[g.Name()] = true
		if i%40 == 0 {
			w := gametest.Walk{Game: g, FEN: g.Start().String(), Seed: uint64(i), Plies: 60}
			w.Run(t, func(p game.Position) {
				if again, err := g.Parse(p.String()); err != nil || again.String() != p.String() {
					t.Errorf("%s: %s reads as %v, %v", name, p, again, err)
				}
			})
		}
	}
	if len(seen) != 720 {
		t.Errorf("%d games, want 720", len(seen))
	}
}

// rankings lists the orders of the letters.
func rankings(done, left string) []string {
	if left == "" {
		return []string{done}
	}
	var out []string
	for i := range left {
		out = append(out, rankings(done+left[i:i+1], left[:i]+left[i+1:])...)
	}
	return out
}

func TestUnknownNames(t *testing.T) {
	for _, c := range [][2]string{
		{"", `unknown game "": the games are shrink, convergent`},
		{"Chess", `unknown game "Chess"`},
		{"chess ", `unknown game "chess "`},
		{"shrink+qk", `unknown game "shrink+qk"`},
		{"diminuendox", `unknown game "diminuendox"`},
		{"diminuendo:", "0 letters instead of six"},
		{"diminuendo:kqrnbk", "the letter 'k' twice"},
		{"diminuendo+fp+qk", "wrong order"},
		{strings.Repeat("x", 5000), `unknown game "` + strings.Repeat("x", 40) + `": the games`},
	} {
		name, says := c[0], c[1]
		g, err := rules.ByName(name)
		if err == nil || !strings.Contains(err.Error(), says) || len(err.Error()) > 400 {
			t.Errorf("%.50q: %v, %v; want an error with %s", name, g, err, says)
		}
	}
}

// Whatever is a name is that of a game with this name, in which the default
// ranking may or may not be written out, and which can be started.
func FuzzByName(f *testing.F) {
	for _, s := range []string{
		"chess", "diminuendo", "diminuendo:pbnrqk+qk+fp", "diminuendo+fp", "diminuendo:♔♕", "+", "diminuendo+qk:",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		g, err := rules.ByName(name)
		if err != nil {
			return
		}
		if whole := func(s string) string {
			if strings.HasPrefix(s, "diminuendo") && !strings.HasPrefix(s, "diminuendo:") {
				return strings.Replace(s, "diminuendo", "diminuendo:kqrnbp", 1)
			}
			return s
		}; whole(g.Name()) != whole(name) {
			t.Errorf("%q is %s", name, g.Name())
		}
		if _, err := g.Parse(g.Start().String()); err != nil {
			t.Error(err)
		}
	})
}
