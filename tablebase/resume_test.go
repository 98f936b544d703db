package tablebase

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// builtBytes builds the tables of 3 and 4 pieces and writes them into memory.
func builtBytes(t *testing.T, b *Builder) []byte {
	t.Helper()
	b.Pieces = 4
	tables, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data, err := bytesOf(tables...)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// names lists a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestBuildInterrupted: a build that is interrupted again and again resumes from its
// parts: it ends with the same bytes as an uninterrupted one, and solves nothing twice
// that it has kept.
func TestBuildInterrupted(t *testing.T) {
	want := builtBytes(t, &Builder{Workers: 2})
	parts := filepath.Join(t.TempDir(), "made", "by the builder")
	for steps := 1; ; steps += 60 {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		b := Builder{Pieces: 4, Workers: 1 + steps%3, Parts: parts, Progress: func(Progress) {
			if n++; n == steps {
				cancel()
			}
		}}
		_, err := b.Build(ctx)
		cancel()
		for _, name := range names(t, parts) {
			if strings.HasSuffix(name, ".part") {
				t.Errorf("stopped after %d steps it leaves %s", steps, name)
			}
		}
		if err == nil {
			break // it has come to the end before
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if n := len(names(t, parts)); n != 35 {
		t.Errorf("%d parts are kept, want 35", n)
	}
	before := map[string]int64{}
	for _, name := range names(t, parts) {
		info, err := os.Stat(filepath.Join(parts, name))
		if err != nil {
			t.Fatal(err)
		}
		before[name] = info.ModTime().UnixNano()
	}
	if got := builtBytes(t, &Builder{Workers: 2, Parts: parts}); !bytes.Equal(got, want) {
		t.Error("made of parts the file has other bytes")
	}
	for name, when := range before {
		if info, err := os.Stat(filepath.Join(parts, name)); err != nil || info.ModTime().UnixNano() != when {
			t.Errorf("%s was made again (%v)", name, err)
		}
	}
}

// TestBuildStopsAtOnce: a context that is done makes no table.
func TestBuildStopsAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if tables, err := (&Builder{Pieces: 4, Workers: 2}).Build(ctx); !errors.Is(err, context.Canceled) || tables != nil {
		t.Errorf("%d tables, %v", len(tables), err)
	}
	if _, err := Solve(ctx, material(t, "KQvK"), newTables(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was canceled", err)
	}
}

// TestBuildUnfitParts: parts that are damaged, cut off, or of something else are
// made again, and what the builder finds in their place does not hold it up.
func TestBuildUnfitParts(t *testing.T) {
	parts := t.TempDir()
	want := builtBytes(t, &Builder{Workers: 2, Parts: parts})
	at := func(name string) string { return filepath.Join(parts, name+Extension) }
	read := func(name string) []byte {
		data, err := os.ReadFile(at(name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	put := func(name string, data []byte) {
		if err := os.WriteFile(at(name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	damaged := read("KRvKN")
	damaged[len(damaged)-1] ^= 1
	two, err := bytesOf(solved(t, "KBvKB"), solved(t, "KBvKN"))
	if err != nil {
		t.Fatal(err)
	}
	queen := material(t, "KQvKB").Entries()
	block := pack(make([]byte, queen-1))[0]
	put("KRvKN", damaged)
	put("KQvK", read("KQvK")[:50])
	put("KRvK", nil)
	put("KPvK", read("KQQvK")) // sound, but of another material
	put("KBvKB", two)
	put("KQvKB", forge(1, listing("KQvKB", queen, block), block)) // checksums are right, the entries too few
	put("KNvK", []byte("What is this?"))
	if got := builtBytes(t, &Builder{Workers: 2, Parts: parts}); !bytes.Equal(got, want) {
		t.Error("made of unfit parts the file has other bytes")
	}
	if bytes.Equal(read("KRvKN"), damaged) || bytes.Equal(read("KBvKB"), two) {
		t.Error("unfit parts are still there")
	}
	for _, name := range names(t, parts) {
		if strings.HasSuffix(name, ".part") {
			t.Errorf("it leaves %s", name)
		}
	}
}

// TestBuildRefuses: errors name what cannot be built, and what can.
func TestBuildRefuses(t *testing.T) {
	for _, pieces := range []int{-1, 2, MaxPieces + 1} {
		_, err := (&Builder{Pieces: pieces}).Build(t.Context())
		if err == nil || !strings.Contains(err.Error(), "out of range (3–6)") {
			t.Errorf("%d pieces: %v", pieces, err)
		}
	}
	file := write(t, t.TempDir(), "file", nil)
	_, err := (&Builder{Pieces: 3, Parts: filepath.Join(file, "parts")}).Build(t.Context())
	if err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("parts in a file: %v, want an error that names it", err)
	}
	_, err = Solve(t.Context(), material(t, "KQvKP"), newTables(), nil)
	if missing := new(MissingError); !errors.As(err, &missing) || !strings.Contains(err.Error(), "KQvKP needs ") {
		t.Errorf("without tables: %v", err)
	}
}

// TestWriteFile: a file that cannot be written is not there, nor is anything else.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	table := solved(t, "KQvK")
	none := filepath.Join(dir, "none", "a.wtb")
	if err := WriteFile(none, table); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "none")) {
		t.Errorf("in a folder that is not there: %v", err)
	}
	taken := filepath.Join(dir, "taken.wtb")
	if err := os.MkdirAll(filepath.Join(taken, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(taken, table); err == nil || !strings.Contains(err.Error(), taken) {
		t.Errorf("in place of a folder: %v", err)
	}
	path := filepath.Join(dir, "a.wtb")
	if got := names(t, dir); len(got) != 1 || got[0] != "taken.wtb" {
		t.Errorf("the folder holds %v, want the one that was there", got)
	}

	if err := WriteFile(path, table); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, table, solved(t, "KRvK")); err != nil {
		t.Fatal(err)
	}
	if tables := opened(t, path); len(tables.Materials()) != 2 {
		t.Errorf("the file holds %v", tables.Materials())
	}
}

// TestProgress: it grows with every step and ends with the whole.
func TestProgress(t *testing.T) {
	parts := t.TempDir()
	for _, what := range []string{"new", "of parts"} {
		last := Progress{}
		steps := 0
		b := Builder{Pieces: 4, Workers: 2, Parts: parts, Progress: func(p Progress) {
			if steps++; p.Done <= last.Done || p.Done > p.Total || p.Material.Pieces() < 3 {
				t.Errorf("%s: %+v follows %+v", what, p, last)
			}
			last = p
		}}
		if _, err := b.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
		if last.Done != last.Total || last.Total != 119000 || steps < 35 {
			t.Errorf("%s: it ends with %+v after %d steps", what, last, steps)
		}
	}
}
