package diminuendo

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

func TestByName(t *testing.T) {
	for _, c := range []struct{ name, canonical, title string }{
		{"diminuendo", "diminuendo", "Diminuendo Chess"},
		{"diminuendo:kqrnbp", "diminuendo", "Diminuendo Chess"},
		{"diminuendo+qk", "diminuendo:kqrnbp+qk", "Diminuendo Chess (queenish king)"},
		{"diminuendo:kqrnbp+qk+fp", "diminuendo:kqrnbp+qk+fp", "Diminuendo Chess (queenish king, flexible pawn)"},
		{"diminuendo:pbnrqk", "diminuendo:pbnrqk", "Diminuendo Chess (PBNRQK)"},
		{"diminuendo:pbnrqk+fp", "diminuendo:pbnrqk+fp", "Diminuendo Chess (PBNRQK, flexible pawn)"},
	} {
		g, err := ByName(c.name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if g.Name() != c.canonical || g.Title() != c.title {
			t.Errorf("%s: the name is %q, the title %q; want %q, %q", c.name, g.Name(), g.Title(), c.canonical, c.title)
		}
		if again, err := ByName(g.Name()); err != nil || again != g {
			t.Errorf("%s: by its own name the game is %v, %v", c.name, again, err)
		}
	}
}

func TestByNameErrors(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"", `it does not begin with diminuendo`},
		{"shrink", `it does not begin with diminuendo`},
		{"diminuendos", `it does not begin with diminuendo`},
		{"diminuendo:", `the ranking "" has 0 letters instead of six`},
		{"diminuendo:k", `the ranking "k" has 1 letter instead of six`},
		{"diminuendo:kqrnb", `the ranking "kqrnb" has 5 letters instead of six`},
		{"diminuendo:kqrnbpp", `the ranking "kqrnbpp" has 7 letters instead of six`},
		{"diminuendo:" + strings.Repeat("é", 60),
			`the ranking "éééééééééééééééééééééééééééééééééééééééé…" has 60 letters instead of six`},
		{"diminuendo:kqrnbb", `the ranking "kqrnbb" has the letter 'b' twice`},
		{"diminuendo:kqrnbx", `the ranking "kqrnbx" has 'x', not one of the letters kqrnbp`},
		{"diminuendo:kqrné", `the ranking "kqrné" has 'é', not one of the letters kqrnbp`},
		{"diminuendo:KQRNBP", `the ranking "KQRNBP" has 'K', not one of the letters kqrnbp`},
		{"diminuendo:kqrnbp+", `unknown option "+"`},
		{"diminuendo:kqrnbp+xx", `unknown option "+xx"`},
		{"diminuendo:kqrnbp+qk+", `unknown option "+"`},
		{"diminuendo:kqrnbp+fp+qk", `options +fp and +qk in the wrong order`},
		{"diminuendo:kqrnbp+qk+qk", `duplicate option +qk`},
	} {
		g, err := ByName(c.name)
		if err == nil {
			t.Errorf("%q is accepted as %s", c.name, g.Name())
			continue
		}
		got, help, ok := strings.Cut(err.Error(), ", expected ")
		if _, problem, _ := strings.Cut(got, `": `); problem != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.name, problem, c.want)
		}
		if !ok || !strings.Contains(help, "diminuendo:pbnrqk+qk") {
			t.Errorf("%q: the error gives no example: %v", c.name, err)
		}
	}
}

func TestRankings(t *testing.T) {
	seen := map[string]bool{}
	for r := range Rankings() {
		if len(seen) == 0 && r != Default {
			t.Errorf("the first ranking is %v, want %v", r, Default)
		}
		name := New(r, false, false).Name()
		if seen[name] {
			t.Errorf("%s comes twice", name)
		}
		seen[name] = true
	}
	if len(seen) != 720 {
		t.Errorf("%d rankings, want 720", len(seen))
	}
	for range Rankings() {
		break // must not panic
	}
}

func TestNewPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("New accepts a ranking with two kings and no pawn")
		}
	}()
	New(Ranking{game.King, game.Queen, game.Rook, game.Knight, game.Bishop, game.King}, false, false)
}

func TestRulesPage(t *testing.T) {
	page := named(t, "diminuendo:pbnrqk+qk").Rules()
	for _, want := range []string{
		"# Diminuendo Chess\n\nBy ",
		"\n\n**In this game** the ranking is P B N R Q K: when captured, a pawn becomes a\nbishop, ",
		" and a queen a king.\nKings are queenish: they also make one step like a bishop.\n\n## In short\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
