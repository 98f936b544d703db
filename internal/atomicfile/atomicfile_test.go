package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// text returns a function that writes a text, and then fails with err.
func text(text string, err error) func(io.Writer) error {
	return func(w io.Writer) error {
		_, wrong := io.WriteString(w, text)
		return errors.Join(wrong, err)
	}
}

// holds fails unless the folder holds one file, with that text and mode.
func holds(t *testing.T, path, want string, mode fs.FileMode) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("the file has %.20q, %v; want %.20q", got, err, want)
	}
	if info, err := os.Stat(path); err == nil && info.Mode().Perm() != mode {
		t.Errorf("its permissions are %v, want %v", info.Mode().Perm(), mode)
	}
	empty(t, filepath.Dir(path), 1)
}

func empty(t *testing.T, dir string, others int) {
	t.Helper()
	if list, err := os.ReadDir(dir); err != nil || len(list) != others {
		t.Errorf("the folder holds %v, %v; want %d files", list, err, others)
	}
}

func TestWrite(t *testing.T) {
	full := errors.New("no space is left")
	path := filepath.Join(t.TempDir(), "a.txt")
	for _, size := range []int{0, 4 << 10, 4 << 20} {
		if err := Write(path, 0o644, true, text(strings.Repeat("x", size), full)); !errors.Is(err, full) {
			t.Errorf("after %d bytes: %v, want that no space is left", size, err)
		}
	}
	empty(t, filepath.Dir(path), 0)
	if err := Write(path, 0o640, false, text("first", nil)); err != nil {
		t.Error(err)
	}
	holds(t, path, "first", 0o640)
	if err := Write(path, 0o644, false, text("second", nil)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("in place of an existing file: %v", err)
	}
	if err := Write(path, 0o644, true, text("second", full)); !errors.Is(err, full) {
		t.Errorf("%v, want that no space is left", err)
	}
	holds(t, path, "first", 0o640)
	if err := Write(path, 0o644, true, text("second", nil)); err != nil {
		t.Error(err)
	}
	holds(t, path, "second", 0o644)
}

// Errors name the path, and leave nothing behind.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "none")
	if err := Write(filepath.Join(missing, "a.txt"), 0o644, true, text("x", nil)); !errors.Is(err, fs.ErrNotExist) ||
		!strings.Contains(err.Error(), missing) {
		t.Errorf("in a missing folder: %v", err)
	}
	folder := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(folder, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, replace := range []bool{true, false} {
		if err := Write(folder, 0o644, replace, text("x", nil)); err == nil || !strings.Contains(err.Error(), folder) {
			t.Errorf("in place of a folder: %v", err)
		}
	}
	empty(t, dir, 1)
}
