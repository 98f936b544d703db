//go:build !js

package tablebase

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"golang.org/x/exp/mmap"
)

// Open returns the built-in tables together with those of files, and of the files in
// folders whose names end in Extension. It maps files into memory and checks every
// byte, which takes some milliseconds for all tables of 5 pieces. The error joins those
// of all invalid files; the tables of the others are open nevertheless. Close the tables
// in either case.
func Open(paths ...string) (*Tables, error) {
	t := newTables()
	for _, one := range Builtin().order {
		t.add(one)
	}
	var failed []error
	for _, path := range paths {
		files, err := Files(path)
		if err != nil {
			failed = append(failed, err)
		}
		for _, file := range files {
			if err := t.open(file); err != nil {
				failed = append(failed, err)
			}
		}
	}
	return t, errors.Join(failed...)
}

// Files lists the files that Open reads for a path: the file itself, or those in the
// folder whose names end in Extension. The error is fs.ErrNotExist if there are none.
func Files(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), Extension) {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("tables: %s: no files end in %s: %w", path, Extension, fs.ErrNotExist)
	}
	return files, nil
}

// open adds the tables of a file.
func (t *Tables) open(path string) error {
	switch info, err := os.Stat(path); {
	case err != nil:
		return fmt.Errorf("tables: %w", err)
	case !info.Mode().IsRegular(): // opening a pipe would block
		return fmt.Errorf("tables: %s: not a tablebase file: not a regular file", path)
	}
	f, err := mmap.Open(path)
	if err != nil {
		if !errors.As(err, new(*fs.PathError)) {
			err = &fs.PathError{Op: "map", Path: path, Err: err}
		}
		return fmt.Errorf("tables: %w", err)
	}
	tables, err := disassemble(path, f, int64(f.Len()), t.cache)
	if err != nil {
		return errors.Join(fmt.Errorf("tables: %w", err), f.Close())
	}
	t.closers = append(t.closers, f)
	for _, one := range tables {
		t.add(one)
	}
	return nil
}

// panicOnFault makes a fault of mapped memory a panic, and returns what was set before.
func panicOnFault(on bool) bool { return debug.SetPanicOnFault(on) }
