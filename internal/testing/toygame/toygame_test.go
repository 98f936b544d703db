package toygame_test

import (
	"bytes"
	"errors"
	"image/png"
	"maps"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/server/gameview"
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
	trees, _, err := notation.ReadString("[Variant \"losalamos\"]\n\n"+text, notation.ReadOptions{Lookup: games.ByName})
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
	info, err := search.New(eval.NewNode).Search(t.Context(), p, engine.Limits{Depth: 4}, nil)
	if err != nil || p.UCI(info.Best()) != "a1a6" || info.Score != engine.Mate-1 {
		t.Errorf("%v, %v: want a1a6, mate", info, err)
	}
}

func TestIsDrawn(t *testing.T) {
	v, o := losAlamos{}.Start().View(), render.Options{Look: render.LookOf(losAlamos{}), Size: 200}
	var b bytes.Buffer
	if err := render.SVG(&b, v, o); err != nil {
		t.Fatal(err)
	}
	if squares := strings.Count(b.String(), `data-kind="square"`); squares != 36 {
		t.Errorf("the SVG has %d squares, want 36", squares)
	}
	pieces := 0
	for _, color := range []string{"white", "black"} {
		pieces += strings.Count(b.String(), `data-kind="`+color)
	}
	if pieces != 24 {
		t.Errorf("the SVG has %d pieces, want 24", pieces)
	}
	b.Reset()
	if err := render.PNG(&b, v, o); err != nil {
		t.Fatal(err)
	}
	if picture, err := png.DecodeConfig(&b); err != nil || picture.Width != 200 || picture.Height != 200 {
		t.Errorf("the PNG is %d×%d pixels, %v; want 200×200", picture.Width, picture.Height, err)
	}
}

// Its boards are classic, those of the other games have the look that they name. They
// have the size of the start position also when ranks and files have collapsed.
func TestHasFormat(t *testing.T) {
	formats := map[string]boardview.Format{}
	for _, g := range games {
		l, err := boardview.NewLine(g, "")
		if err != nil {
			t.Fatal(err)
		}
		formats[g.Name()] = l.View(0).Format
	}
	want := map[string]boardview.Format{
		"shrink": {Look: "classic", Full: [2]float64{8, 8}, Collapses: true}, "chess": boardview.Classic,
		"losalamos": {Look: "classic", Full: [2]float64{6, 6}}, "convergent": {Look: "court", Full: [2]float64{6, 8}},
		"diminuendo": {Look: "trio", Full: [2]float64{11, 13.8564}}, "cheshire": {Look: "mist", Full: [2]float64{10, 10}},
		"cheshire8": {Look: "mist", Full: [2]float64{8, 8}},
	}
	if !maps.Equal(formats, want) {
		t.Errorf("the formats are %v, want %v", formats, want)
	}
	shrink, err := boardview.NewLine(rules.All()[0], "2k/1R1/K2 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if v := shrink.View(0); v.Full != boardview.Classic.Full || v.Box != [4]float64{0, 0, 3, 3} {
		t.Errorf("a board of 3×3 squares has the full size %v, box %v", v.Full, v.Box)
	}
}

// family is a game that stands for others, as Diminuendo Chess does.
type family struct{ losAlamos }

func (family) Variant(string) (game.Game, error) { return nil, errors.New("there is none") }
func (family) Names() string                     { return "losalamos:NUMBER" }

// Only Diminuendo Chess has rankings to choose from.
func TestHasNoRankings(t *testing.T) {
	var g game.Family = family{}
	if gameview.NewVariant(g).Rankings {
		t.Error("a family is announced with rankings")
	}
	for _, g := range rules.All() {
		if got, want := gameview.NewVariant(g).Rankings, g.Name() == "diminuendo"; got != want {
			t.Errorf("%s: rankings %v, want %v", g.Name(), got, want)
		}
	}
}
