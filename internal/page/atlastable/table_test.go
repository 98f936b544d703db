package atlastable

import (
	"bytes"
	"compress/gzip"
	"math"
	"slices"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// The table of the program has each ranking, and as many values in each column; compressed,
// it fits into 60 kB.
func TestTable(t *testing.T) {
	table := Get()
	i := 0
	for r := range diminuendo.Rankings() {
		if i >= len(table.Rankings) || table.Rankings[i] != r.String() || RankingIndex(r.String()) != i {
			t.Fatalf("ranking %d is not %v", i, r)
		}
		i++
	}
	for _, name := range []string{
		"white", "draws", "moves", "leads", "skill", "captures", "drops", "left", "branching", "first",
		"kingsGained", "whiteQk", "movesQkFp",
	} {
		if v, _ := table.Value(name, 719); math.IsNaN(v) {
			t.Errorf("there is no %s", name)
		}
	}
	for _, c := range table.Columns {
		if len(c.Values) != i || c.Errors != nil && len(c.Errors) != i {
			t.Errorf("%s has %d values and %d errors", c.Name, len(c.Values), len(c.Errors))
		}
	}
	if v, e := table.Value("white", 0); v < 20 || v > 80 || e <= 0 || e > 5 {
		t.Errorf("White scores %v ± %v", v, e)
	}
	if v, _ := table.Value("none", 0); !math.IsNaN(v) {
		t.Errorf("what is not measured is %v", v)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(tableText); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil || packed.Len() > 60_000 {
		t.Errorf("the table has %d bytes compressed, more than 60,000; %v", packed.Len(), err)
	}
}

// Each ranking has a sample game, which can be played.
func TestSamples(t *testing.T) {
	i := 0
	for r := range diminuendo.Rankings() {
		s, err := SampleOf(i)
		if err != nil || s == nil || s.Result == "*" || s.Reason == "" || len(s.Moves) == 0 {
			t.Fatalf("the sample of %v is %+v; %v", r, s, err)
		}
		i++
	}
	for _, n := range []int{-1, 720} {
		if s, err := SampleOf(n); s != nil || err != nil {
			t.Errorf("ranking %d has a sample: %+v, %v", n, s, err)
		}
	}
}

// Pack and unpack are inverse.
func TestPack(t *testing.T) {
	g := diminuendo.New(diminuendo.Default.Reverse(), false, false)
	p := g.Start()
	var moves []game.Move
	var texts []string
	for range 40 {
		legal := p.Legal(nil)
		m := legal[len(moves)*7%len(legal)]
		moves, texts = append(moves, m), append(texts, p.UCI(m))
		p.Make(m)
		if p.Outcome().Over() {
			break
		}
	}
	packed, err := Pack(g, moves)
	if err != nil || int(packed[0]) != len(moves) {
		t.Fatal(packed, err)
	}
	if s, err := unpack(g, packed[1:]); err != nil || !slices.Equal(s.Moves, texts) {
		t.Errorf("%+v, %v; want %v", s, err, texts)
	}
	if s, err := unpack(g, []byte{255}); err == nil {
		t.Errorf("an invalid move: %+v", s)
	}
	if _, err := Pack(g, make([]game.Move, 300)); err == nil {
		t.Error("300 plies were packed")
	}
	if _, err := Pack(g, []game.Move{game.NoMove}); err == nil {
		t.Error("no move was packed")
	}
}
