package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRun(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "src", "gen")
	if err := run(favicon, folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pieces.svg", "look.css", "icon-192.png", "icon-512.png", "icon-mask.png"} {
		if b, err := os.ReadFile(filepath.Join(folder, name)); err != nil || len(b) < 1000 {
			t.Errorf("%s: %d bytes, %v", name, len(b), err)
		}
	}
	file := filepath.Join(folder, "pieces.svg")
	if err := run(favicon, file); err == nil {
		t.Error("a file in place of the folder was written into")
	}
	if err := run(filepath.Join(folder, "no.svg"), folder); err == nil {
		t.Error("icons without a logo")
	}
}
