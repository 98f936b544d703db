//go:build !js

package tablebase

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestSingle: a table taken out of others is the same table in a file of its own,
// and its digest does not depend on where it is.
func TestSingle(t *testing.T) {
	m := material(t, "KQRvKR")
	solved, err := Solve(t.Context(), m, Builtin(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := solved.Digest()
	if err != nil || len(want) != 64 {
		t.Fatalf("%q, %v", want, err)
	}
	dir := t.TempDir()
	first, second := filepath.Join(dir, "a"+Extension), filepath.Join(dir, "b"+Extension)
	for _, file := range []string{first, second} {
		if err := WriteFile(first, solved); err != nil {
			t.Fatal(err)
		}
		tables, err := Open(first)
		if err != nil {
			t.Fatal(err)
		}
		var data bytes.Buffer
		got, failed := tables.Digest(m)
		if err := errors.Join(failed, tables.Write(&data, m), tables.Close(), os.WriteFile(second, data.Bytes(), 0o600)); err != nil || got != want {
			t.Fatalf("%s: %s, want %s; %v", file, got, want, err)
		}
		if int64(data.Len()) > m.MaxFile() {
			t.Errorf("the file has %d bytes, at most %d were expected", data.Len(), m.MaxFile())
		}
		if whole, err := os.ReadFile(first); err != nil || !bytes.Equal(whole, data.Bytes()) {
			t.Errorf("the table is another when it is taken out: %v", err)
		}
		first, second = second, first
	}
	if other, err := Builtin().Digest(material(t, "KQvKR")); err != nil || other == want {
		t.Errorf("another table has the digest %q, %v", other, err)
	}
	var missing *MissingError
	if _, err := Builtin().Digest(m); !errors.As(err, &missing) {
		t.Errorf("the digest of a table that is not there: %v", err)
	}
	if err := Builtin().Write(&bytes.Buffer{}, m); !errors.As(err, &missing) {
		t.Errorf("a table that is not there was written: %v", err)
	}
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
	if err := solved.Pack(ctx, cancel); !errors.Is(err, context.Canceled) {
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
		if err := solved.Pack(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the files differ")
	}
}
