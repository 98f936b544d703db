package tablebase

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/wane-chess/wane/rules/shrink"
)

var update = flag.Bool("update", false, "write the built-in tables anew")

// small builds the tables of 3 and 4 men.
func small(t testing.TB, parts string) []*Solved {
	t.Helper()
	b := Builder{Men: 4, Workers: 2, Parts: parts}
	tables, err := b.Build(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// TestBuiltin: the tables in the program are what the builder makes today, byte
// for byte, and what the rules say.
func TestBuiltin(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small"+Extension)
	if err := WriteFile(path, small(t, "")...); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("shrink-4.wtb", data, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(data, builtin) {
		t.Fatal("the built-in tables are not what the builder makes: if that is right, run go test ./tablebase -update")
	}
	tables := newTables()
	if err := tables.open(path); err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	if tables.Men() != 4 {
		t.Fatalf("there are tables of %d men, want 4", tables.Men())
	}
	for _, m := range tables.Materials() {
		if err := tables.Verify(context.Background(), m, shrink.New(), nil); err != nil {
			t.Error(err)
		}
	}
}
