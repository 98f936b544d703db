package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFilesAreNotReplaced(t *testing.T) {
	name := filepath.Join(t.TempDir(), "board.svg")
	if err := os.WriteFile(name, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := wane(t, "", "show", small, "-v", "shrink", "-o", name)
	if b, _ := os.ReadFile(name); code != 1 || string(b) != "mine" || !strings.Contains(errs, "exists already") {
		t.Errorf("code %d, file %q, %s", code, b, errs)
	}
	code, _, errs = wane(t, "", "show", small, "-v", "shrink", "-o", name, "--force")
	if b, _ := os.ReadFile(name); code != 0 || !bytes.HasPrefix(b, []byte("<svg")) {
		t.Errorf("code %d, file %.40q, %s", code, b, errs)
	}
}

// A failing command leaves no file.
func TestFailureLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"show", "nonsense", "-o", filepath.Join(dir, "a.svg")},
		{"show", small, "-v", "shrink", "--output", filepath.Join(dir, "a.png"), "--size", "-5"},
		{"show", small, "-v", "shrink", "--output", filepath.Join(dir, "none", "a.png")},
		{"gif", "-", "-v", "chess", "--output", filepath.Join(dir, "a.gif")},
		{"import", "-", "-v", "chess", "--output", filepath.Join(dir, "a.pgn")},
	} {
		if code, _, _ := wane(t, "1. e4 e5 2. Ke8", args...); code == 0 {
			t.Errorf("%v succeeded", args)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}

// A replaced link keeps its target, and a replaced file its permissions.
func TestForceKeepsWhatAFileIs(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "board.svg"), filepath.Join(dir, "link.svg")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	if code, _, errs := wane(t, "", "show", small, "-v", "shrink", "-o", link, "--force"); code != 0 {
		t.Fatal(errs)
	}
	info, err := os.Lstat(file)
	if err != nil || info.Mode() != 0o600 || info.Size() < 100 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 2 {
		t.Errorf("left behind: %v", files)
	}
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
