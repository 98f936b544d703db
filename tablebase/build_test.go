package tablebase

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/shrink"
)

var update = flag.Bool("update", false, "rewrite the built-in tables")

// TestBuiltin: the tables in the program are what the builder makes today, and
// what the rules say. It reads them as a file, so that it can write them again when
// the program could not read the old ones. (They are not compared byte for byte:
// another version of Go may pack them otherwise.)
func TestBuiltin(t *testing.T) {
	data := builtBytes(t, &Builder{Workers: 2})
	path := write(t, t.TempDir(), "small.wtb", data)
	if *update {
		if err := os.WriteFile("shrink-4.wtb", data, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if err := sameAs(path); err != nil {
		t.Fatalf("the built-in tables are not what the builder makes: %v; if that is right, "+
			"run go test ./tablebase -run TestBuiltin -update", err)
	}
	tables := opened(t, path)
	if tables.CompletePieces(shrink.New()) != 4 || len(tables.Materials()) != 35 {
		t.Fatalf("there are tables of %d pieces, want 4; %d materials, want 35",
			tables.CompletePieces(shrink.New()), len(tables.Materials()))
	}
	if testing.Short() {
		return
	}
	done := 0
	if err := tables.VerifyAll(t.Context(), games, 2, func(p Progress) { done = p.Done }); err != nil || done != 119000 {
		t.Errorf("%d entries are verified, want 119000: %v", done, err)
	}
}

// sameAs compares every entry of the built-in tables with those of a file.
func sameAs(path string) error {
	inside, err := inMemory("built in", builtinShrink, newTables().cache)
	if err != nil {
		return err
	}
	tables := newTables()
	if err := tables.open(path); err != nil {
		return err
	}
	defer func() { _ = tables.Close() }() // only read from
	if len(inside) != len(tables.order) {
		return fmt.Errorf("there are %d of them, and it makes %d", len(inside), len(tables.order))
	}
	for i, one := range inside {
		old, err := one.all()
		if err != nil {
			return err
		}
		fresh, err := tables.order[i].all()
		if err != nil {
			return err
		}
		if one.Material != tables.order[i].Material || !bytes.Equal(old, fresh) {
			return fmt.Errorf("%v differs from %v", one.Material, tables.order[i].Material)
		}
	}
	return nil
}

// TestVerifyFindsErrors: every kind of wrong entry is found, and named.
func TestVerifyFindsErrors(t *testing.T) {
	m := material(t, "KRvKN")
	right, err := fresh(t).tables[m.key].all()
	if err != nil {
		t.Fatal(err)
	}
	r := dice(8)
	for v, wrong := range map[byte][]byte{
		impossible:  {drawn, decided, decided + 1},
		drawn:       {impossible, decided, decided + 1, decided + 2, decided + 9, 255},
		decided:     {impossible, drawn, decided + 1, decided + 2},
		decided + 1: {impossible, drawn, decided, decided + 3},
		decided + 2: {impossible, drawn, decided, decided + 1, decided + 4},
		decided + 3: {impossible, drawn, decided + 1, decided + 2, decided + 5},
	} {
		var at []int
		for n, entry := range right {
			if entry == v {
				at = append(at, n)
			}
		}
		if len(at) == 0 {
			t.Fatalf("%v has no entry %d", m, v)
		}
		if testing.Short() {
			wrong = wrong[:2]
		}
		for _, w := range wrong {
			values := bytes.Clone(right)
			values[at[r.IntN(len(at))]] = w
			tables := fresh(t).With()
			tables.add(&table{Material: m, layout: tables.tables[m.key].layout, flat: values})
			if err := tables.Verify(t.Context(), m, shrink.New(), nil); err == nil || !strings.Contains(err.Error(), "KRvKN") {
				t.Errorf("an entry %d in place of %d: %v", w, v, err)
			}
		}
	}
	if err := fresh(t).Verify(t.Context(), material(t, "KQRvKR"), shrink.New(), nil); !errors.As(err, new(*MissingError)) {
		t.Errorf("of a table that is not open: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := fresh(t).Verify(ctx, m, shrink.New(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was canceled", err)
	}
}

// TestOpenAddsToBuiltin: opened tables add to those in the program, and
// what cannot be opened takes nothing away from them.
func TestOpenAddsToBuiltin(t *testing.T) {
	if b := Builtin(); b.CompletePieces(shrink.New()) != 4 || b.MaxPieces(shrink.New()) != 4 {
		t.Errorf("the program has tables of %d pieces", b.CompletePieces(shrink.New()))
	}
	dir := t.TempDir()
	write(t, dir, "bad.wtb", []byte("?"))
	write(t, dir, "good.wtb", sample(t))
	tables, err := Open(dir, filepath.Join(dir, "none"))
	if err == nil || !strings.Contains(err.Error(), "bad.wtb") || !strings.Contains(err.Error(), "none") ||
		strings.Contains(err.Error(), "good.wtb") {
		t.Errorf("%v, want that bad.wtb and none cannot be opened", err)
	}
	if tables.CompletePieces(shrink.New()) != 4 || len(tables.Materials()) != 41 {
		t.Errorf("open are %d materials", len(tables.Materials()))
	}
	if err := tables.Close(); err != nil {
		t.Error(err)
	}
}

// games finds the games with tables by their names.
func games(name string) (game.Game, error) {
	for _, g := range []game.Game{shrink.New(), convergent.New()} {
		if g.Name() == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("no game %s", name)
}

func BenchmarkVerify(b *testing.B) {
	m := material(b, "KQvKR")
	tables := fresh(b)
	for b.Loop() {
		if err := tables.Verify(b.Context(), m, shrink.New(), nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(m.Entries())*float64(b.N)/b.Elapsed().Seconds(), "entries/s")
}

// TestSolveSteps: all entries are counted, and a build stops between two steps.
func TestSolveSteps(t *testing.T) {
	m := material(t, "KQRvKR")
	done, most := 0, 0
	if _, err := Solve(t.Context(), m, Builtin(), func(n int) { done += n; most = max(most, n) }); err != nil {
		t.Fatal(err)
	}
	if done != m.Entries() || most > pause {
		t.Errorf("%d of %d entries were counted, up to %d at a time", done, m.Entries(), most)
	}
	ctx, cancel := context.WithCancel(t.Context())
	steps := 0
	_, err := Solve(ctx, m, Builtin(), func(int) {
		if steps++; steps == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || steps > 4 {
		t.Errorf("after %d steps: %v", steps, err)
	}
}

// TestPack: packed beforehand, a table makes the same file.
func TestPack(t *testing.T) {
	solved, err := Solve(t.Context(), material(t, "KRPvK"), Builtin(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := solved.Pack(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("packing went on: %v", err)
	}
	var files [2][]byte
	for i := range files {
		path := filepath.Join(t.TempDir(), "a"+Extension)
		if err := WriteFile(path, solved); err != nil {
			t.Fatal(err)
		}
		if files[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
		if err := solved.Pack(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the files differ")
	}
}
