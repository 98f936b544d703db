package tablebuild

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wane-chess/wane/tablebase"
)

// Library is the set of tables of a process: built-in ones, files, and a folder for new
// ones. It is safe for concurrent use.
type Library struct {
	folder string

	mu     sync.Mutex
	files  map[tablebase.Material]string
	pieces map[string]int // how many materials a file has
}

// OpenLibrary creates a missing folder, and finds and verifies the tables there and in
// other files and folders. It skips damaged files of the folder and passes their errors
// to damaged; other errors are returned.
func OpenLibrary(folder string, besides []string, damaged func(error)) (*Library, error) {
	l := &Library{folder: folder, files: map[tablebase.Material]string{}, pieces: map[string]int{}}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("create the folder of tables: %w", err)
	}
	var failed []error
	for _, path := range besides {
		files, err := tablebase.Files(path)
		failed = append(failed, err)
		for _, file := range files {
			failed = append(failed, l.addFile(file))
		}
	}
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	l.removeParts(time.Now().Add(-partAge))
	files, err := tablebase.Files(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // it may be empty
		return nil, err
	}
	for _, file := range files {
		if err := l.addFile(file); err != nil {
			damaged(err)
		}
	}
	return l, nil
}

// escapeGlob returns a folder's name as a pattern that matches only that.
func escapeGlob(folder string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(folder)
}

// addFile adds the tables of a file.
func (l *Library) addFile(file string) error {
	t, err := tablebase.Open(file)
	if err != nil {
		return errors.Join(err, t.Close())
	}
	for _, m := range t.Materials() {
		if !tablebase.Builtin().Has(m) {
			l.register(m, file)
		}
	}
	return t.Close()
}

// register has a material read from a file from now on.
func (l *Library) register(m tablebase.Material, file string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.files[m] = file
	l.pieces[file]++
}

// Has reports whether there is a table of a material.
func (l *Library) Has(m tablebase.Material) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.files[m] != "" || tablebase.Builtin().Has(m)
}

// open opens the tables of materials, besides the built-in ones.
func (l *Library) open(materials []tablebase.Material) (*tablebase.Tables, error) {
	var files []string
	l.mu.Lock()
	for _, m := range materials {
		if file := l.files[m]; file != "" && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	// A table in a file of its own takes precedence over a large file.
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(l.pieces[b], l.pieces[a]) })
	l.mu.Unlock()
	t, err := tablebase.Open(files...)
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// add writes a table into the folder.
func (l *Library) add(m tablebase.Material, solved *tablebase.Table) error {
	path := filepath.Join(l.folder, m.String()+tablebase.Extension)
	if err := tablebase.WriteFile(path, solved); err != nil {
		return err
	}
	l.register(m, path)
	return nil
}

// partAge is the age from which an incomplete file is abandoned.
const partAge = time.Hour

// removeParts removes what killed processes have left.
func (l *Library) removeParts(before time.Time) {
	parts, err := filepath.Glob(filepath.Join(escapeGlob(l.folder), "*"+tablebase.Extension+".*part*"))
	if err != nil {
		return
	}
	for _, part := range parts {
		if info, err := os.Stat(part); err == nil && info.Mode().IsRegular() && info.ModTime().Before(before) {
			_ = os.Remove(part) // it does no harm
		}
	}
}
