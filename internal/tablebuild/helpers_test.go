package tablebuild

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/wane-chess/wane/tablebase"
)

// materials reads names.
func materials(t testing.TB, names ...string) (list []tablebase.Material) {
	t.Helper()
	for _, name := range names {
		m, err := tablebase.ParseMaterial(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

func shelf(t testing.TB, folder string) *Library {
	t.Helper()
	l, err := OpenLibrary(folder, nil, func(err error) { t.Errorf("damaged: %v", err) })
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// truth is the file of a material's table, solved again.
func truth(t testing.TB, l *Library, m tablebase.Material) []byte {
	t.Helper()
	known, err := l.open(m.Needs())
	if err != nil {
		t.Fatal(err)
	}
	solved, err := tablebase.Solve(t.Context(), m, known, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "truth"+tablebase.Extension)
	if err := errors.Join(tablebase.WriteFile(path, solved), known.Close()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
