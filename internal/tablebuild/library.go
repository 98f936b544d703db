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

	"github.com/wane-chess/wane/internal/atomicfile"
	"github.com/wane-chess/wane/tablebase"
)

// Library is the set of tables of a process: built-in ones, files, and a folder for new
// ones. It is safe for concurrent use.
type Library struct {
	folder string

	mu      sync.Mutex
	files   map[tablebase.Material][]string // the last takes precedence
	pieces  map[string]int                  // how many materials a file has
	digests map[table]string
}

// table is the place of a material: a file, or built in if there is none.
type table struct {
	material tablebase.Material
	file     string
}

// OpenLibrary creates a missing folder, and finds and verifies the tables there and in
// other files and folders. It skips damaged files of the folder and passes their errors
// to damaged; other errors are returned.
func OpenLibrary(folder string, besides []string, damaged func(error)) (*Library, error) {
	l := &Library{folder: folder, files: map[tablebase.Material][]string{}, pieces: map[string]int{}, digests: map[table]string{}}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("create the folder of tables: %w", err)
	}
	var failed []error
	l.AddFiles(besides, func(err error) { failed = append(failed, err) })
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

// AddFiles adds the tables of files and folders, to which nothing is written. It passes
// errors to damaged.
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

func (l *Library) register(m tablebase.Material, file string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.files[m] = append(l.files[m], file)
	l.pieces[file]++
	delete(l.digests, table{m, file})
}

// Has reports whether there is a table of a material.
func (l *Library) Has(m tablebase.Material) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.files[m]) > 0 || tablebase.Builtin().Has(m)
}

// open opens the tables at these places.
func (l *Library) open(list []table) (*tablebase.Tables, error) {
	var files []string
	for _, t := range list {
		if t.file != "" && !slices.Contains(files, t.file) {
			files = append(files, t.file)
		}
	}
	// A table in a file of its own takes precedence over a large file.
	l.mu.Lock()
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(l.pieces[b], l.pieces[a]) })
	l.mu.Unlock()
	t, err := tablebase.Open(files...)
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// current returns the places of materials.
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

// digest returns the digest of a table. It is computed once.
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

// tableWithDigest finds a table by its digest.
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

// path returns the file of a table in the folder.
func (l *Library) path(name string) string {
	return filepath.Join(l.folder, name+tablebase.Extension)
}

// add writes a table into the folder.
func (l *Library) add(name string, m tablebase.Material, solved *tablebase.Table) error {
	if err := tablebase.WriteFile(l.path(name), solved); err != nil {
		return err
	}
	l.register(m, l.path(name))
	return nil
}

// remove removes the table of a material that was added to the folder.
func (l *Library) remove(m tablebase.Material) error {
	path := l.path(m.String())
	l.mu.Lock()
	l.files[m] = slices.DeleteFunc(l.files[m], func(file string) bool { return file == path })
	delete(l.pieces, path)
	delete(l.digests, table{m, path})
	l.mu.Unlock()
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return err
}

// errWrongTable says that a file is not the expected table.
var errWrongTable = errors.New("it is not the expected table")

// addReceived adds a table of another process. The file that write writes gets its name
// once it is verified.
func (l *Library) addReceived(name string, want TableRef, write func(io.Writer) error) (err error) {
	part, err := atomicfile.Stage(l.path(name), 0o644, write)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part) // the first error matters
		}
	}()
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
