package tablebuild

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wane-chess/wane/tablebase"
)

// Library is where a process has its tables: those built in, files, and a folder to
// which it adds. Several goroutines may use it at once.
type Library struct {
	folder string

	mu      sync.Mutex
	files   map[tablebase.Material][]string // the last counts
	pieces  map[string]int                  // how many materials a file has
	digests map[table]string
}

// table is a material in a file; built in if it names none.
type table struct {
	material tablebase.Material
	file     string
}

// OpenLibrary makes the folder if it is missing, and finds the tables there and in
// the files and folders besides. Every byte of them is checked. Files in the folder
// that cannot be used are given to damaged, and left out; any other is an error.
func OpenLibrary(folder string, besides []string, damaged func(error)) (*Library, error) {
	l := &Library{folder: folder, files: map[tablebase.Material][]string{}, pieces: map[string]int{}, digests: map[table]string{}}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("the folder for tables: %w", err)
	}
	var failed []error
	l.AddFiles(besides, func(err error) { failed = append(failed, err) })
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	l.removeParts(time.Now().Add(-partAge))
	files, err := tablebase.Files(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // as yet it may be empty
		return nil, err
	}
	for _, file := range files {
		if err := l.addFile(file); err != nil {
			damaged(err)
		}
	}
	return l, nil
}

// AddFiles adds the tables of files and folders, to which nothing is written. Of
// those that cannot be used, damaged is told.
func (l *Library) AddFiles(paths []string, damaged func(error)) {
	for _, path := range paths {
		files, err := tablebase.Files(path)
		if err != nil {
			damaged(err)
		}
		for _, file := range files {
			if err := l.addFile(file); err != nil {
				damaged(err)
			}
		}
	}
}

// escapeGlob returns a folder's name as a pattern that matches only that.
func escapeGlob(folder string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(folder)
}

// addFile puts the tables of a file on the shelf.
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

func (l *Library) register(m tablebase.Material, file string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.files[m] = append(l.files[m], file)
	l.pieces[file]++
	delete(l.digests, table{m, file})
}

// Has tells whether there is a table of a material.
func (l *Library) Has(m tablebase.Material) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.files[m]) > 0 || tablebase.Builtin().Has(m)
}

// open opens tables: of the materials, or with the digests of exactly those files.
func (l *Library) open(list []table) (*tablebase.Tables, error) {
	var files []string
	for _, t := range list {
		if t.file != "" && !slices.Contains(files, t.file) {
			files = append(files, t.file)
		}
	}
	// What stands in a file of its own counts, whatever else is in the large ones.
	l.mu.Lock()
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(l.pieces[b], l.pieces[a]) })
	l.mu.Unlock()
	t, err := tablebase.Open(files...)
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// current says where the tables of materials are that count.
func (l *Library) current(materials []tablebase.Material) (list []table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, m := range materials {
		if files := l.files[m]; len(files) > 0 {
			list = append(list, table{m, files[len(files)-1]})
		} else {
			list = append(list, table{material: m})
		}
	}
	return list
}

// digest returns the digest of a table; it is worked out once.
func (l *Library) digest(t table) (string, error) {
	l.mu.Lock()
	d, known := l.digests[t]
	l.mu.Unlock()
	if known {
		return d, nil
	}
	tables, err := l.open([]table{t})
	if err != nil {
		return "", err
	}
	d, err = tables.Digest(t.material)
	if err := errors.Join(err, tables.Close()); err != nil {
		return "", err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.digests[t] = d
	return d, nil
}

// tableWithDigest finds a table with a digest.
func (l *Library) tableWithDigest(m tablebase.Material, digest string) (t table, ok bool) {
	l.mu.Lock()
	candidates := []table{{material: m}}
	for _, file := range l.files[m] {
		candidates = append(candidates, table{m, file})
	}
	l.mu.Unlock()
	if !tablebase.Builtin().Has(m) {
		candidates = candidates[1:]
	}
	slices.Reverse(candidates)
	for _, t := range candidates {
		if d, err := l.digest(t); err == nil && d == digest {
			return t, true
		}
	}
	return t, false
}

// path is where a material's table is kept.
func (l *Library) path(name string) string {
	return filepath.Join(l.folder, name+tablebase.Extension)
}

// add writes a solved table into the folder.
func (l *Library) add(name string, m tablebase.Material, solved *tablebase.Table) error {
	if err := tablebase.WriteFile(l.path(name), solved); err != nil {
		return err
	}
	l.register(m, l.path(name))
	return nil
}

// errWrongTable is the error of a file that is not what it should be.
var errWrongTable = errors.New("it is not the table that it should be")

// addReceived puts a table on the shelf that somebody else has made, if it is the right
// one. Write writes the file; it appears under its name when it has been checked.
func (l *Library) addReceived(name string, want TableRef, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(l.folder, name+tablebase.Extension+partSuffix+"*")
	if err != nil {
		return err
	}
	part := f.Name()
	defer func() {
		if err != nil {
			_ = os.Remove(part) // the error says enough
		}
	}()
	err = errors.Join(write(f), f.Chmod(0o644), f.Sync())
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	m, err := tablebase.ParseMaterial(want.Material)
	if err != nil {
		return err
	}
	t, err := tablebase.Open(part)
	if err != nil {
		return errors.Join(fmt.Errorf("%w: %w", errWrongTable, err), t.Close())
	}
	digest, err := t.Digest(m)
	if err = errors.Join(err, t.Close()); err != nil {
		return fmt.Errorf("%w: %w", errWrongTable, err)
	}
	if digest != want.Digest {
		return fmt.Errorf("%w: the digest of %s is %.16s, not %.16s", errWrongTable, want.Material, digest, want.Digest)
	}
	if err := os.Rename(part, l.path(name)); err != nil {
		return err
	}
	l.register(m, l.path(name))
	return nil
}

// partSuffix is in the names of files that are not complete.
const partSuffix = ".part"

// partAge is the age from which an incomplete file belongs to nobody any more.
const partAge = time.Hour

// removeParts removes what processes have left that were killed.
func (l *Library) removeParts(before time.Time) {
	parts, err := filepath.Glob(filepath.Join(escapeGlob(l.folder), "*"+tablebase.Extension+".*part*"))
	if err != nil {
		return
	}
	for _, part := range parts {
		if info, err := os.Stat(part); err == nil && info.Mode().IsRegular() && info.ModTime().Before(before) {
			_ = os.Remove(part) // it only takes room
		}
	}
}
