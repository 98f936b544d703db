package atlas

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/atlastable"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// The files of the program and of the manual are those that follow from the games.
func TestCurrent(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{"docs", "internal/page/atlastable"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeReport(t.Context(), "rankings.atlas", "deeper.atlas", dir, false); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"docs/rankings.md", "docs/rankings.csv", "internal/page/atlastable/table.json"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run 'make atlas'", name)
		}
	}
}

// Sample games are games of the file, replayed by the engine of today if it is the one that
// played them.
func TestSamples(t *testing.T) {
	d, err := readFile("rankings.atlas")
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 100, 719} {
		s, err := atlastable.SampleOf(i)
		if err != nil || s == nil {
			t.Fatalf("%v has no sample: %v", Rankings[i], err)
		}
		games, numbers := d.Games(Plain, i)
		n := typical(games)
		g := games[n]
		if int(g.Plies) != len(s.Moves) || g.Result.String() != s.Result || string(g.Reason) != s.Reason {
			t.Errorf("%v: the sample has %d plies, %s, %s; the game %+v", Rankings[i], len(s.Moves), s.Result, s.Reason, g)
		}
		if id, err := EngineID(); err != nil || id != d.Settings.Engine {
			t.Skipf("the engine is another by now: %s", id)
		}
		p, err := NewPlayer(d.Settings)
		if err != nil {
			t.Fatal(err)
		}
		if _, again, err := p.Moves(t.Context(), Plain, i, numbers[n]); err != nil || again != g {
			t.Errorf("%v: game %d is %+v when it is played again, was %+v; %v", Rankings[i], numbers[n], again, g, err)
		}
	}
}

// Every pick has a legal game to its end, and its notes belong to moves.
func TestPicks(t *testing.T) {
	picks, err := readPicks()
	if err != nil {
		t.Fatal(err)
	}
	if len(picks) < 10 {
		t.Errorf("%d picks, want 10", len(picks))
	}
	for _, pick := range picks {
		i := atlastable.RankingIndex(pick.Ranking)
		if i < 0 || pick.Why == "" || len(pick.Moves) == 0 || len(pick.Notes) == 0 {
			t.Errorf("%+v", pick)
			continue
		}
		p := Plain.Variant(Rankings[i]).Start()
		for _, text := range pick.Moves {
			legal := p.Legal(nil)
			n := slices.IndexFunc(legal, func(m game.Move) bool { return p.UCI(m) == text })
			if n < 0 {
				t.Fatalf("%s: %s is no legal move in %s", pick.Ranking, text, p)
			}
			p.Make(legal[n])
		}
		if over := p.Outcome(); over.Result.String() != pick.Result || !over.Over() {
			t.Errorf("%s ends with %v, not %s", pick.Ranking, over, pick.Result)
		}
		for k, n := range pick.Notes {
			if k > 0 && n.Ply <= pick.Notes[k-1].Ply || n.Ply < 1 || n.Ply > len(pick.Moves) || n.Text == "" {
				t.Errorf("%s: %+v", pick.Ranking, n)
			}
		}
	}
}

// Of 1,000 tests without any effect hardly ever one is a discovery; strong effects are.
func TestDiscoveries(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var p []float64
	for range 1000 {
		p = append(p, rng.Float64())
	}
	if found := discoveries(p); len(found) > 1 {
		t.Errorf("%d false discoveries", len(found))
	}
	for i := range 50 {
		p[i*20] = 1e-6
	}
	found := discoveries(p)
	for i := range 50 {
		if !slices.Contains(found, i*20) {
			t.Errorf("test %d is no discovery", i*20)
		}
	}
	if len(found) > 60 {
		t.Errorf("%d discoveries of 50", len(found))
	}
	if p := twoSided(1.96); math.Abs(p-0.05) > 1e-3 || math.Abs(oneSided(1.645)-0.05) > 1e-3 || oneSided(-3) < 0.99 {
		t.Errorf("twoSided(1.96) is %v, oneSided(1.645) %v", p, oneSided(1.645))
	}
}

// invented is a report in which one measurement of rankings is known, with noise.
func invented(of func(diminuendo.Ranking) float64, noise float64) *report {
	rng := rand.New(rand.NewPCG(3, 4))
	r := &report{games: map[Section]int{}, estimates: make([][]estimate, len(measurements))}
	for i, m := range measurements {
		r.games[m.section] = 100
		for _, ranking := range Rankings {
			r.estimates[i] = append(r.estimates[i], estimate{of(ranking) + noise*rng.NormFloat64(), noise, noise * noise})
		}
	}
	return r
}

// The model finds what depends on places alone, and on what becomes what; it explains no
// noise, and the spread is what it is without the noise.
func TestExplained(t *testing.T) {
	place := func(r diminuendo.Ranking) float64 { return 50 + 10*float64(slices.Index(r[:], game.Queen)) }
	becomes := func(r diminuendo.Ranking) float64 {
		if r.Next(game.Bishop) == game.Rook {
			return 60
		}
		return 40
	}
	if e, stdErr := invented(place, 1).explained("white", false); e < 0.98 || stdErr > 0.01 {
		t.Errorf("places explain %v ± %v of what depends on them", e, stdErr)
	}
	r := invented(becomes, 1)
	by, _ := r.explained("white", false)
	if both, _ := r.explained("white", true); by > 0.3 || both < 0.9 {
		t.Errorf("what depends on what becomes what is explained %v by places, %v with pairs", by, both)
	}
	if e, _ := invented(func(diminuendo.Ranking) float64 { return 50 }, 5).explained("white", true); e > 0.05 {
		t.Errorf("noise is explained: %v", e)
	}
	sd, reliable := invented(place, 8).spread("white")
	if want := 10 * math.Sqrt(35.0/12); math.Abs(sd-want) > 1.5 || math.Abs(reliable-want*want/(want*want+64)) > 0.05 {
		t.Errorf("the spread is %v, want %v; reliability %v", sd, want, reliable)
	}
	if means, _ := invented(place, 0.1).byPlace("white"); math.Abs(means[game.Queen-1][3]-80) > 0.1 {
		t.Errorf("with the queen fourth: %v", means[game.Queen-1][3])
	}
}

// A ranking whose value follows from what its first and last types have in common is related
// to its reverse, however noisy the estimates; one whose value follows from the first alone
// is its opposite.
func TestInverted(t *testing.T) {
	both := func(r diminuendo.Ranking) float64 { return float64(r[0]) + float64(r[5]) }
	if c, stdErr, differ := invented(both, 2).inverted("white"); math.Abs(c-1) > 3*stdErr || stdErr > 0.2 || differ > 4 {
		t.Errorf("correlation %v ± %v, %d pairs differ", c, stdErr, differ)
	}
	first := func(r diminuendo.Ranking) float64 { return 20 * (float64(r[0]) - float64(r[5])) }
	if c, _, differ := invented(first, 2).inverted("white"); c > -0.99 || differ < 350 {
		t.Errorf("correlation %v, %d pairs differ", c, differ)
	}
}

// Of many rankings with the same true value, about none is far from it, whatever the noise;
// of many that are far, all are.
func TestFarFrom(t *testing.T) {
	near := func(r diminuendo.Ranking) float64 { return 50 + float64(r[0])/10 }
	if n := invented(near, 4).farFrom("white", 50, 5); n > 40 {
		t.Errorf("%v of 720 are far", n)
	}
	far := func(r diminuendo.Ranking) float64 { return 38 + 4*float64(r[0]) } // 42, 46, 50, 54, 58, 62
	if n := invented(far, 0.5).farFrom("white", 50, 5); math.Abs(n-360) > 25 {
		t.Errorf("%v of 720 are far, want about 360", n)
	}
	if found := invented(far, 0.5).beyond("white", 56, 1); len(found) < 225 || len(found) > 245 {
		t.Errorf("%d are above 56, want about 240", len(found))
	}
}

// Shares of 0 and 100 % have errors, too.
func TestEstimated(t *testing.T) {
	none := make([]float64, 98)
	if e := estimated(none, true); e.mean != 0 || e.noise != 0 || math.Abs(e.stdErr-1) > 0.01 {
		t.Errorf("%+v", e)
	}
	if e := estimated([]float64{1, 2, 3}, false); e.mean != 2 || math.Abs(e.stdErr-1/math.Sqrt(3)) > 1e-9 {
		t.Errorf("%+v", e)
	}
}

// The notes say who comes to lead and what a mistake costs.
func TestNotes(t *testing.T) {
	p := diminuendo.New(diminuendo.Default, false, false).Start()
	n := noter{kings: [2]int{1, 1}}
	for _, score := range []engine.Score{10, -20, 150, 250, -600, 640, engine.Mate - 5} { // for the side to move
		n.scored(p, score)
		p.Make(p.Legal(nil)[0])
	}
	var texts []string
	for _, note := range n.notes {
		texts = append(texts, note.Text)
	}
	if !slices.Contains(texts, "White takes the lead.") || !slices.Contains(texts, "A mistake: it costs about 4 pawns.") ||
		texts[len(texts)-1] != "White can force mate." {
		t.Errorf("the notes are %q", texts)
	}
}
