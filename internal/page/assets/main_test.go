package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/wane-chess/wane/render"
)

var update = flag.Bool("update", false, "rewrite the page's icon")

func TestRun(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "src", "gen")
	if err := run(folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pieces.svg", "look.css", "icon-192.png", "icon-512.png", "icon-mask.png"} {
		if b, err := os.ReadFile(filepath.Join(folder, name)); err != nil || len(b) < 1000 {
			t.Errorf("%s: %d bytes, %v", name, len(b), err)
		}
	}
	file := filepath.Join(folder, "pieces.svg")
	if err := run(file); err == nil {
		t.Error("a file in place of the folder was written into")
	}
}

// The icon of the page is the logo of link previews.
func TestLogo(t *testing.T) {
	file := filepath.Join("..", "..", "..", "web", "public", "favicon.svg")
	var want bytes.Buffer
	if err := render.WriteLogo(&want); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is %q (%v), want %q: run this test with -update", file, got, err, want.Bytes())
	}
}
