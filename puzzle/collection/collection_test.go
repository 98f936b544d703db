package collection

import (
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// all returns every puzzle.
func all() (list []puzzle.Puzzle) {
	for _, v := range Variants() {
		list = append(list, Of(v)...)
	}
	return list
}

// There are enough puzzles of each variant, from easy to hard, in little space.
func TestWhole(t *testing.T) {
	size := 0
	for _, v := range []string{"shrink", "convergent", "diminuendo", "cheshire", "cheshire8"} {
		list := Of(v)
		if len(list) < 1000 {
			t.Errorf("%d puzzles of %s; want at least 1000", len(list), v)
		}
		if !slices.IsSortedFunc(list, func(a, b puzzle.Puzzle) int { return a.Rating - b.Rating }) {
			t.Errorf("the puzzles of %s are not sorted by rating", v)
		}
		size += len(Text(v))
	}
	if size > 2<<20 {
		t.Errorf("the puzzles take %d bytes; want at most 2 MB", size)
	}
	first := map[string]string{} // by variant and solution
	for _, z := range all() {
		key := z.Variant + " " + z.Solution()
		if id, ok := first[key]; ok {
			t.Errorf("%s: puzzle %s has the same solution", z.ID, id)
		}
		first[key] = z.ID
	}
}

// Every theme has puzzles.
func TestThemes(t *testing.T) {
	counts := map[puzzle.Theme]int{}
	for _, z := range all() {
		for _, th := range z.Themes {
			counts[th]++
		}
	}
	for _, th := range puzzle.Themes {
		if counts[th] < 5 {
			t.Errorf("%d puzzles have the theme %s; want at least 5", counts[th], th)
		}
	}
}

// A sample of the puzzles is proved again. 'research puzzles verify' proves all of them.
func TestSampleIsSound(t *testing.T) {
	every := 40
	if testing.Short() {
		every = 300
	}
	var sample []puzzle.Puzzle
	for i, z := range all() {
		if i%every == 7 {
			sample = append(sample, z)
		}
	}
	if len(sample) < 10 {
		t.Fatalf("%d puzzles", len(sample))
	}
	for half := range 2 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			pr, err := puzzle.NewProver(puzzle.DefaultLimits, tablebase.Builtin())
			if err != nil {
				t.Fatal(err)
			}
			for i, z := range sample {
				if i%2 != half {
					continue
				}
				if err := pr.Check(t.Context(), rules.ByName, z); err != nil {
					t.Errorf("%s %s %s: %v", z.ID, z.Variant, z.FEN, err)
				}
			}
		})
	}
}

// Short mates have one key by a literal search, too, which shares nothing with the solver.
func TestSampleAgainstLiteralSearch(t *testing.T) {
	every := 25
	if testing.Short() {
		every = 150
	}
	checked := 0
	for i, z := range all() {
		if i%every != 3 || z.Goal != puzzle.Mate || z.MateIn() > 2 {
			continue
		}
		p, moves, err := z.Replay(rules.ByName)
		if err != nil {
			t.Fatal(err)
		}
		checked++
		n := z.MateIn()
		if n > 1 && gametest.MateIn(p, n-1) {
			t.Errorf("%s %s: there is a mate in %d", z.ID, z.FEN, n-1)
		}
		for _, m := range p.Legal(nil) {
			p.Make(m)
			mates := gametest.Lost(p, n-1)
			p.Unmake()
			if mates != (m == moves[0]) {
				t.Errorf("%s %s: %s mates in %d: %v", z.ID, z.FEN, p.UCI(m), n, mates)
			}
		}
	}
	if checked < 4 {
		t.Errorf("%d puzzles were compared", checked)
	}
}

func TestLookups(t *testing.T) {
	list := Of("convergent")
	if z, ok := ByID(list[3].ID); !ok || z.FEN != list[3].FEN {
		t.Errorf("ByID(%s): %v, %v", list[3].ID, z, ok)
	}
	if _, ok := ByID("nothing"); ok || Of("chess") != nil || Text("checkers") != nil {
		t.Error("there is something that should not be there")
	}
	z, ok := Nearest("shrink", 1500, func(z *puzzle.Puzzle) bool { return z.Has(puzzle.MateIn3) })
	if !ok || !z.Has(puzzle.MateIn3) || distance(z.Rating, 1500) > 100 {
		t.Errorf("Nearest: %v, %v", z, ok)
	}
	if _, ok := Nearest("shrink", 1500, func(*puzzle.Puzzle) bool { return false }); ok {
		t.Error("Nearest finds a puzzle that is not accepted")
	}
}

// The puzzle of the day lasts a day, and comes again only after many others.
func TestDaily(t *testing.T) {
	day := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	seen := map[string]bool{}
	for i := range 1000 {
		z, ok := Daily(day.AddDate(0, 0, i))
		late, _ := Daily(day.AddDate(0, 0, i).Add(24*time.Hour - time.Second))
		if !ok || late.ID != z.ID {
			t.Fatalf("day %d: %v, %v and %v", i, ok, z.ID, late.ID)
		}
		if seen[z.ID] {
			t.Fatalf("%s comes again after %d days", z.ID, i)
		}
		seen[z.ID] = true
	}
}

func TestBadFiles(t *testing.T) {
	good := Text("convergent")
	for name, files := range map[string]fstest.MapFS{
		"another variant": {"data/shrink.tsv": {Data: good}},
		"in two files":    {"data/a.tsv": {Data: good}, "data/convergent.tsv": {Data: good}},
		"no puzzles":      {"data/convergent.tsv": {Data: []byte("1 2 3")}},
	} {
		if _, err := read(files); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
