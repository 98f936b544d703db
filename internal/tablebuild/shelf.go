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

// Shelf is where a process has its tables: those built in, files, and a folder to
// which it adds. Several goroutines may use it at once.
type Shelf struct {
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

// OpenShelf makes the folder if it is missing, and finds the tables there and in
// the files and folders besides. Every byte of them is checked. Files in the folder
// that cannot be used are given to damaged, and left out; any other is an error.
func OpenShelf(folder string, besides []string, damaged func(error)) (*Shelf, error) {
	s := &Shelf{folder: folder, files: map[tablebase.Material][]string{}, pieces: map[string]int{}, digests: map[table]string{}}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("the folder for tables: %w", err)
	}
	var failed []error
	s.Besides(besides, func(err error) { failed = append(failed, err) })
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	s.sweep(time.Now().Add(-leftover))
	files, err := tablebase.Files(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // as yet it may be empty
		return nil, err
	}
	for _, file := range files {
		if err := s.find(file); err != nil {
			damaged(err)
		}
	}
	return s, nil
}

// Besides adds the tables of files and folders, to which nothing is written. Of
// those that cannot be used, damaged is told.
func (s *Shelf) Besides(paths []string, damaged func(error)) {
	for _, path := range paths {
		files, err := tablebase.Files(path)
		if err != nil {
			damaged(err)
		}
		for _, file := range files {
			if err := s.find(file); err != nil {
				damaged(err)
			}
		}
	}
}

// globbed returns a folder's name as a pattern that matches only that.
func globbed(folder string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(folder)
}

// find puts the tables of a file on the shelf.
func (s *Shelf) find(file string) error {
	t, err := tablebase.Open(file)
	if err != nil {
		return errors.Join(err, t.Close())
	}
	for _, m := range t.Materials() {
		if !tablebase.Builtin().Has(m) {
			s.put(m, file)
		}
	}
	return t.Close()
}

func (s *Shelf) put(m tablebase.Material, file string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[m] = append(s.files[m], file)
	s.pieces[file]++
	delete(s.digests, table{m, file})
}

// Has tells whether there is a table of a material.
func (s *Shelf) Has(m tablebase.Material) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.files[m]) > 0 || tablebase.Builtin().Has(m)
}

// open opens tables: of the materials, or with the digests of exactly those files.
func (s *Shelf) open(list []table) (*tablebase.Tables, error) {
	var files []string
	for _, t := range list {
		if t.file != "" && !slices.Contains(files, t.file) {
			files = append(files, t.file)
		}
	}
	// What stands in a file of its own counts, whatever else is in the large ones.
	s.mu.Lock()
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(s.pieces[b], s.pieces[a]) })
	s.mu.Unlock()
	t, err := tablebase.Open(files...)
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// latest says where the tables of materials are that count.
func (s *Shelf) latest(materials []tablebase.Material) (list []table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range materials {
		if files := s.files[m]; len(files) > 0 {
			list = append(list, table{m, files[len(files)-1]})
		} else {
			list = append(list, table{material: m})
		}
	}
	return list
}

// digest returns the digest of a table; it is worked out once.
func (s *Shelf) digest(t table) (string, error) {
	s.mu.Lock()
	d, known := s.digests[t]
	s.mu.Unlock()
	if known {
		return d, nil
	}
	tables, err := s.open([]table{t})
	if err != nil {
		return "", err
	}
	d, err = tables.Digest(t.material)
	if err := errors.Join(err, tables.Close()); err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.digests[t] = d
	return d, nil
}

// with finds a table with a digest.
func (s *Shelf) with(m tablebase.Material, digest string) (t table, ok bool) {
	s.mu.Lock()
	candidates := []table{{material: m}}
	for _, file := range s.files[m] {
		candidates = append(candidates, table{m, file})
	}
	s.mu.Unlock()
	if !tablebase.Builtin().Has(m) {
		candidates = candidates[1:]
	}
	slices.Reverse(candidates)
	for _, t := range candidates {
		if d, err := s.digest(t); err == nil && d == digest {
			return t, true
		}
	}
	return t, false
}

// path is where a material's table is kept.
func (s *Shelf) path(name string) string {
	return filepath.Join(s.folder, name+tablebase.Extension)
}

// keep writes a solved table into the folder.
func (s *Shelf) keep(name string, m tablebase.Material, solved *tablebase.Table) error {
	if err := tablebase.WriteFile(s.path(name), solved); err != nil {
		return err
	}
	s.put(m, s.path(name))
	return nil
}

// errOther is the error of a file that is not what it should be.
var errOther = errors.New("it is not the table that it should be")

// receive puts a table on the shelf that somebody else has made, if it is the right
// one. Write writes the file; it appears under its name when it has been checked.
func (s *Shelf) receive(name string, want Need, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(s.folder, name+tablebase.Extension+partMark+"*")
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
		return errors.Join(fmt.Errorf("%w: %w", errOther, err), t.Close())
	}
	digest, err := t.Digest(m)
	if err = errors.Join(err, t.Close()); err != nil {
		return fmt.Errorf("%w: %w", errOther, err)
	}
	if digest != want.Digest {
		return fmt.Errorf("%w: the digest of %s is %.16s, not %.16s", errOther, want.Material, digest, want.Digest)
	}
	if err := os.Rename(part, s.path(name)); err != nil {
		return err
	}
	s.put(m, s.path(name))
	return nil
}

// partMark is in the names of files that are not complete.
const partMark = ".part"

// leftover is the age from which an incomplete file belongs to nobody any more.
const leftover = time.Hour

// sweep removes what processes have left that were killed.
func (s *Shelf) sweep(before time.Time) {
	parts, err := filepath.Glob(filepath.Join(globbed(s.folder), "*"+tablebase.Extension+".*part*"))
	if err != nil {
		return
	}
	for _, part := range parts {
		if info, err := os.Stat(part); err == nil && info.Mode().IsRegular() && info.ModTime().Before(before) {
			_ = os.Remove(part) // it only takes room
		}
	}
}
