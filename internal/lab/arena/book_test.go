package arena

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/baseline"
	"github.com/wane-chess/wane/rules"
)

// Each game has a suite of legal positions that are not over and not in check, each
// once, with either color to move.
func TestSuites(t *testing.T) {
	for _, g := range rules.All() {
		fens, err := Suite(g)
		if err != nil {
			t.Error(err)
		}
		if len(fens) != 300 { // none is repeated: ReadOpenings drops repeated ones
			t.Errorf("%s has %d openings", g.Name(), len(fens))
		}
		var turns [2]int
		for _, fen := range fens {
			p, err := g.Parse(fen)
			if err != nil {
				t.Fatal(err)
			}
			turns[p.Turn()]++
			if p.InCheck() || p.LegalCount() == 0 || p.Fullmove() > 6 {
				t.Errorf("%s: %s is no position to begin from", g.Name(), fen)
			}
		}
		if min(turns[0], turns[1]) < len(fens)/4 {
			t.Errorf("%s: White is to move in %d openings, Black in %d", g.Name(), turns[0], turns[1])
		}
	}
	g, err := rules.ByName("diminuendo:pbnrqk")
	if err != nil {
		t.Fatal(err)
	}
	if fens, err := Suite(g); len(fens) > 0 || err != nil {
		t.Errorf("%s has %d openings of its own, %v", g.Name(), len(fens), err)
	}
}

func TestReadOpenings(t *testing.T) {
	g := testGame()
	start := g.Start().String()
	text := "# a comment\n\n  " + start + "  \r\n" + start + "\n" + someOpenings(t)[3]
	if fens, err := ReadOpenings(g, "x.txt", text); err != nil ||
		!slices.Equal(fens, []string{start, someOpenings(t)[3]}) {
		t.Errorf("%q, %v", fens, err)
	}
	four := strings.Join(strings.Fields(start)[:4], " ")
	for _, text := range []string{four, four + ` hmvc 0; id "the start";`} {
		if fens, err := ReadOpenings(g, "x.epd", text); err != nil || !slices.Equal(fens, []string{start}) {
			t.Errorf("%s: %q, %v", text, fens, err)
		}
	}
	for text, want := range map[string]string{
		"# a\nnonsense\n": "x.txt, line 2: ",
		start + "\n" + "k*******/********/********/********/********/********/********/K******* w - - 0 1": "x.txt, line 2: ",
	} {
		if _, err := ReadOpenings(g, "x.txt", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestBook(t *testing.T) {
	ctx := context.Background()
	suite := []string{"a", "b", "c", "d", "e", "f"}
	deal := func(b *Book, n int) (dealt []string) {
		for i := range n {
			fen, err := b.Opening(ctx, i)
			if err != nil {
				t.Fatal(err)
			}
			dealt = append(dealt, fen)
		}
		return dealt
	}
	one := deal(NewBook(suite, 1, nil), 12)
	if again := deal(NewBook(suite, 1, nil), 12); !slices.Equal(one, again) {
		t.Errorf("the same seed dealt %v and %v", one, again)
	}
	if other := deal(NewBook(suite, 2, nil), 12); slices.Equal(one, other) {
		t.Errorf("seeds 1 and 2 dealt %v", other)
	}
	if !slices.Equal(one[:6], one[6:]) || !slices.Equal(slices.Sorted(slices.Values(one[:6])), suite) {
		t.Errorf("dealt %v", one)
	}
	var mu sync.Mutex
	made := 0
	endless := NewBook(suite[:2], 1, func(_ context.Context, number int) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		made++
		return fmt.Sprint(number), nil
	})
	deal(endless, 5)
	if got := deal(endless, 5)[2:]; !slices.Equal(got, []string{"2", "3", "4"}) || made != 3 {
		t.Errorf("after its suite the book dealt %v, of which %d were made", got, made)
	}
}

// The same seed gives the same openings. They are balanced and differ from each other.
func TestMaker(t *testing.T) {
	suite := func(seed uint64) []string {
		m := Maker{Game: testGame(), Engine: baseline.New(eval.NewNode), Seed: seed, MinPlies: 3, MaxPlies: 5, Bound: 80,
			Nodes: 20}
		fens, err := m.Suite(context.Background(), 12, nil)
		if err != nil {
			t.Fatal(err)
		}
		return fens
	}
	one := suite(1)
	if again := suite(1); !slices.Equal(one, again) {
		t.Errorf("the same seed made %q and %q", one, again)
	}
	for _, fen := range suite(2) {
		if slices.Contains(one, fen) {
			t.Errorf("seeds 1 and 2 both made %q", fen)
		}
	}
	for _, fen := range one {
		p, err := testGame().Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		info, err := baseline.New(eval.NewNode).Search(context.Background(), p, engine.Limits{Nodes: 20 * VerifyFactor}, nil)
		if err != nil || info.Score > 80 || info.Score < -80 {
			t.Errorf("%s: %d, %v", fen, info.Score, err)
		}
	}
	never := Maker{Game: testGame(),
		Engine: &fake{func(context.Context, game.Position, engine.Limits) (engine.Report, error) {
			return engine.Report{Score: 500}, nil
		}}, MaxPlies: 2, Bound: 10, Nodes: 1}
	if _, err := never.Suite(context.Background(), 1, nil); err == nil || !strings.Contains(err.Error(), "greater bound") {
		t.Errorf("error %v", err)
	}
	m := Maker{Game: testGame(), Engine: baseline.New(eval.NewNode), Bound: 1000, Nodes: 5}
	if fens, err := m.Suite(context.Background(), 2, nil); err == nil {
		t.Errorf("openings of no plies: %q", fens)
	}
}
