package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRun(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "src", "gen")
	if err := run(folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pieces.svg", "look.css"} {
		if b, err := os.ReadFile(filepath.Join(folder, name)); err != nil || len(b) < 1000 {
			t.Errorf("%s: %d bytes, %v", name, len(b), err)
		}
	}
	file := filepath.Join(folder, "pieces.svg")
	if err := run(file); err == nil {
		t.Error("a file in place of the folder was written into")
	}
}
