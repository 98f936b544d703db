package toygame_test

import (
	"bytes"
	"maps"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/render"
	"github.com/wane-chess/wane/rules"
)

var games = append(rules.All(), losAlamos{})

func TestConforms(t *testing.T) {
	gametest.Conform(t, losAlamos{}, "2k3/P5/6/6/4p1/2K3 w - - 0 1", "5k/6/5K/6/6/R5 b - - 98 70")
}

func TestIsFoundByName(t *testing.T) {
	g, err := games.ByName("losalamos")
	if err != nil || g.Title() != "Los Alamos Chess" || game.InfoOf(g).Family != "losalamos" {
		t.Errorf("%v, %v", g, err)
	}
	if _, err := games.ByName("diminuendo:pbnrqk"); err != nil {
		t.Error(err)
	}
	if _, err := games.ByName("atomic"); err == nil || !strings.Contains(err.Error(), "losalamos") {
		t.Errorf("the error is %v", err)
	}
}

func TestNotation(t *testing.T) {
	const text = "1. d3 e4 2. dxe4 dxe4 3. Nd3 exd3 4. exd3 *"
	trees, _, err := notation.ReadPGN("[Variant \"losalamos\"]\n\n"+text, notation.Options{Lookup: games.ByName})
	if err != nil || len(trees) != 1 || len(trees[0].Moves()) != 7 {
		t.Fatalf("%v, %v", trees, err)
	}
	var moves []string
	for n, p := range trees[0].Replay() {
		moves = append(moves, p.UCI(n.Move))
	}
	p, _, err := notation.Line{Variant: "losalamos", Moves: moves}.Replay(games.ByName)
	if err != nil || p.String() != "rnqknr/ppp2p/6/3P2/PPP2P/RNQK1R b - - 0 4" {
		t.Errorf("%v, %v", p, err)
	}
	p, err = losAlamos{}.Parse("2k3/P5/6/6/4p1/2K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if m, err := notation.ParseSAN(p, "a6=Q+"); err != nil || p.UCI(m) != "a5a6q" {
		t.Errorf("%v, %v", m, err)
	}
}

func TestIsSearched(t *testing.T) {
	p, err := losAlamos{}.Parse("5k/6/5K/6/6/R5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	info, err := search.New(eval.Board).Search(t.Context(), p, engine.Limits{Depth: 4}, nil)
	if err != nil || p.UCI(info.Best()) != "a1a6" || info.Score != engine.Mate-1 {
		t.Errorf("%v, %v: want a1a6, mate", info, err)
	}
}

func TestIsDrawn(t *testing.T) {
	v := losAlamos{}.Start().View()
	var b bytes.Buffer
	if err := render.SVG(&b, v, render.Options{Look: render.LookOf(losAlamos{})}); err != nil || !strings.Contains(b.String(), "</svg>") {
		t.Errorf("SVG: %v", err)
	}
	b.Reset()
	if err := render.PNG(&b, v, render.Options{Size: 200}); err != nil || b.Len() == 0 {
		t.Errorf("PNG: %v", err)
	}
}

// Its boards have the look that suits their shape, those of the other games the look
// for which they ask.
func TestHasLook(t *testing.T) {
	looks := map[string]string{}
	for _, g := range games {
		l, err := boardview.NewLine(g, "")
		if err != nil {
			t.Fatal(err)
		}
		looks[g.Name()] = l.View(0).Look
	}
	want := map[string]string{
		"shrink": "classic", "convergent": "court", "diminuendo": "trio", "cheshire": "mist", "cheshire8": "mist",
		"chess": "classic", "losalamos": "classic",
	}
	if !maps.Equal(looks, want) {
		t.Errorf("the looks are %v, want %v", looks, want)
	}
}
