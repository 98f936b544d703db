package tablebase

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/convergent"
)

var convergentFiles = flag.String("tablebase.convergent", "",
	"files or folders, separated by commas, with tables of Convergent Chess for TestForwardConvergent; "+
		"none: the built-in ones")

// convergentBuilt are the tables of 2 and 3 pieces of Convergent Chess, made by the builder.
var convergentBuilt = sync.OnceValues(func() ([]*Table, error) {
	return (&Builder{Game: Convergent, Pieces: 3, Workers: 2}).Build(context.Background())
})

func builtConvergent(t testing.TB) []*Table {
	t.Helper()
	tables, err := convergentBuilt()
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// The built-in tables of Convergent Chess are what the builder makes, and every entry is
// what the rules say.
func TestBuiltinConvergent(t *testing.T) {
	solved := builtConvergent(t)
	if *update {
		if err := WriteFile("convergent-3.wtb", solved...); err != nil {
			t.Fatal(err)
		}
	}
	inside, err := inMemory("built in", builtinConvergent, newTables().cache)
	if err != nil {
		t.Fatal(err)
	}
	if len(inside) != len(solved) {
		t.Fatalf("there are %d tables, and the builder makes %d", len(inside), len(solved))
	}
	for i, one := range inside {
		values, err := one.all()
		if err != nil {
			t.Fatal(err)
		}
		if one.Material != solved[i].Material || !slices.Equal(values, solved[i].flat) {
			t.Errorf("%v is not what the builder makes of %v: run go test ./tablebase -run TestBuiltinConvergent -update",
				one.Material, solved[i].Material)
		}
		if err := Builtin().Verify(t.Context(), one.Material, convergent.New(), nil); err != nil {
			t.Error(err)
		}
	}
	if n := Builtin().CompletePieces(convergent.New()); n != 3 || Builtin().MaxPieces(convergent.New()) != 3 {
		t.Errorf("the built-in tables have %d pieces", n)
	}
}

// Every entry of materials with 4 pieces is what the rules say: equal pieces, equal
// colors, the color with fewer pieces winning, the longest wins.
func TestVerifyConvergent(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 10 seconds")
	}
	for _, name := range []string{"KQQvK", "KPvKP", "KRvKN"} {
		m, err := Convergent.ParseMaterial(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Solve(t.Context(), m, Builtin(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := Builtin().With(s).Verify(t.Context(), m, convergent.New(), nil); err != nil {
			t.Error(err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		for n := r.IntN(s.size()); ; n = r.IntN(s.size()) {
			p, allowed := s.layout.(*convergentIndex).position(n)
			if !allowed {
				continue
			}
			if !convergent.New().Start().(*convergent.Position).Reset(p.pieces, 8, 8, p.turn) {
				continue
			}
			s.flat[n] ^= 1
			err := Builtin().With(s).Verify(t.Context(), m, convergent.New(), nil)
			if err == nil || !strings.Contains(err.Error(), "convergent-"+name) {
				t.Errorf("%s with a wrong entry: %v", name, err)
			}
			break
		}
	}
}

// A position, its mirror image and the one with the colors exchanged have one entry.
func TestIndexConvergent(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"KvK", "KRvK", "KPvKP", "KQQvK", "KQRBvK", "KNNNvK", "KPPvKR"} {
		m, err := Convergent.ParseMaterial(name)
		if err != nil {
			t.Fatal(err)
		}
		ix := newConvergentIndex(m)
		found := 0
		for range 3000 {
			n := r.IntN(ix.size())
			p, ok := ix.position(n)
			if !ok {
				continue
			}
			found++
			for _, swap := range []bool{false, true} {
				for _, mirror := range []bool{false, true} {
					q := p
					if swap {
						q.pieces, q.turn = exchanged(q.pieces, 8), q.turn.Other()
					}
					if mirror {
						q.pieces = reflected(q.pieces, 8)
					}
					if got, ok := ix.find(q.pieces, 8, 8, q.turn, swap && !m.Symmetric()); !ok || got != n {
						t.Fatalf("%s: entry %d is found as %d (exchanged %v, mirrored %v)", name, n, got, swap, mirror)
					}
				}
			}
			parsed, err := convergent.New().Parse(ix.fen(n))
			if err == nil && parsed.(*convergent.Position).Placement() != p.pieces {
				t.Fatalf("%s: the FEN of entry %d is %s", name, n, ix.fen(n))
			}
		}
		if found < 1000 {
			t.Errorf("%s: only %d entries are positions", name, found)
		}
	}
}

// A search forwards finds for random positions what the tables say. The whole proof takes
// 10,000 positions of 2 to 5 pieces:
//
//	go test ./tablebase -run TestForwardConvergent -v -tablebase.positions=10000 -tablebase.convergent=tables
func TestForwardConvergent(t *testing.T) {
	tables := Builtin()
	total := *truthPositions
	if *convergentFiles != "" {
		var err error
		if tables, err = Open(strings.Split(*convergentFiles, ",")...); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tables.Close() }() // only read from
	} else if testing.Short() {
		total /= 4
	}
	var materials []Material
	for _, m := range tables.Materials() {
		if m.Game() == Convergent {
			materials = append(materials, m)
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	var n found3
	for total > 0 {
		p, err := convergent.New().Parse(materials[r.IntN(len(materials))].RandomFEN(r))
		if err != nil {
			continue
		}
		total--
		n.search(t, tables, p, *truthNodes)
	}
	n.report(t, 0.3)
}

// Tables of Convergent Chess are in files of version 2; those of Shrink Chess alone in
// version 1, which earlier programs read.
func TestVersions(t *testing.T) {
	shrunk, _ := Shrink.ParseMaterial("KRvK")
	for _, c := range []struct {
		tables  []*Table
		version byte
	}{
		{builtConvergent(t)[:2], 2},
		{[]*Table{{shrunk, fresh(t).tables[shrunk.key].table, nil}}, 1},
		{[]*Table{{shrunk, fresh(t).tables[shrunk.key].table, nil}, builtConvergent(t)[1]}, 2},
	} {
		path := t.TempDir() + "/it.wtb"
		if err := WriteFile(path, c.tables...); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if data[len(magic)] != c.version {
			t.Errorf("%v is in a file of version %d, want %d", c.tables[0].Material, data[len(magic)], c.version)
		}
		back := opened(t, path)
		for _, one := range c.tables {
			if !back.Has(one.Material) {
				t.Errorf("%v is not in its file", one.Material)
			}
		}
		if c.version == 2 {
			data[len(magic)] = 1
			if _, err := inMemory("it", data, newTables().cache); err == nil || !strings.Contains(err.Error(), "version 1") {
				t.Errorf("a table of Convergent Chess in version 1: %v", err)
			}
		}
	}
}

// Positions that the royal squares, or a stalemate, decide (R3–R5).
func TestProbeConvergent(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want Result
	}{
		{"***2***/*3K2*/*6*/*6*/*6*/*k5*/*6*/***2*** w - - 0 1", Result{game.WDLWin, 1}}, // a lone king enters
		{"***K1***/*6*/*6*/*6*/*6*/*k5*/*6*/***2*** b - - 0 1", Result{game.WDLLoss, 0}},
		{"***2***/*2P3*/*6*/*6*/*k5*/*6*/*6*/***1K*** w - - 0 1", Result{game.WDLWin, 1}}, // a pawn enters
		{"***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", Result{}},
	} {
		p, err := convergent.New().Parse(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Builtin().Probe(p); err != nil || got != c.want {
			t.Errorf("%s is a %v (%v), want a %v", c.fen, got, err, c.want)
		}
	}
	start := convergent.New().Start()
	if _, err := Builtin().Probe(start); err == nil || !strings.Contains(err.Error(), "28 pieces, tables have at most 5") {
		t.Errorf("the start: %v", err)
	}
}

// Mates too long for an entry keep their result without royal squares, and are an error with them.
func TestLongMates(t *testing.T) {
	for _, c := range []struct {
		ply  int
		want Result
	}{
		{0, Result{game.WDLLoss, 0}}, {maxPlies, Result{game.WDLWin, maxPlies}},
		{maxPlies + 1, Result{game.WDLLoss, maxPlies - 1}}, {maxPlies + 2, Result{game.WDLWin, maxPlies}},
		{2 * maxPlies, Result{game.WDLLoss, maxPlies - 1}},
	} {
		entry, err := entryOf(withoutRoyals, c.ply)
		if got := resultOf(entry); err != nil || got != c.want {
			t.Errorf("without royal squares, %d plies are %+v, %v; want %+v", c.ply, got, err, c.want)
		}
		if _, err := entryOf(Convergent, c.ply); (err != nil) != (c.ply > maxPlies) {
			t.Errorf("%d plies: %v", c.ply, err)
		}
	}
}
