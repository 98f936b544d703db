package tablebase

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// bytesOf writes tables into memory as WriteFile writes them to disk.
func bytesOf(tables ...*Table) ([]byte, error) {
	var sections []section
	for _, t := range tables {
		s, err := sectionOf(t.table)
		if err != nil {
			return nil, err
		}
		sections = append(sections, s)
	}
	var out bytes.Buffer
	err := assemble(&out, sections)
	return out.Bytes(), err
}

// solved makes the table of a material of 3 or 4 pieces.
func solved(t testing.TB, name string) *Table {
	t.Helper()
	s, err := Solve(t.Context(), material(t, name), fresh(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sample is a file of two tables, and what its directory says.
var sampleFile struct {
	sync.Once
	data []byte
}

func sample(t testing.TB) []byte {
	t.Helper()
	sampleFile.Do(func() {
		data, err := bytesOf(solved(t, "KQvK"), solved(t, "KRvKN"))
		if err != nil {
			t.Fatal(err)
		}
		sampleFile.data = data
	})
	return bytes.Clone(sampleFile.data)
}

// rejected opens a file and wants an error that names it.
func refused(t *testing.T, what string, data []byte, why string) {
	t.Helper()
	tables, err := inMemory("some/file.wtb", data, newTables().cache)
	switch {
	case err == nil:
		t.Errorf("%s: it is accepted, with %d tables", what, len(tables))
	case !strings.HasPrefix(err.Error(), "some/file.wtb: ") ||
		!strings.Contains(err.Error(), why) || len(err.Error()) > 250:
		t.Errorf("%s: %v; want the file's name and %q", what, err, why)
	}
}

// TestFileCutOff: a file that ends anywhere too early is rejected.
func TestFileCutOff(t *testing.T) {
	data := sample(t)
	if _, err := inMemory("whole", data, newTables().cache); err != nil {
		t.Fatal(err)
	}
	for n := range data {
		why := "truncated"
		if n < headerLength {
			why = "not a tablebase file"
		}
		refused(t, "cut off", data[:n], why)
	}
	refused(t, "with more behind it", append(bytes.Clone(data), 0), "expected")
}

// TestFileDamaged: a file in which any byte is not what it was is rejected.
func TestFileDamaged(t *testing.T) {
	data := sample(t)
	r := dice(7)
	for i := range data {
		damaged := bytes.Clone(data)
		damaged[i] ^= byte(1 + r.IntN(255))
		refused(t, "with a byte changed", damaged, "")
	}
	for range 200 {
		damaged := bytes.Clone(data)
		for range 1 + r.IntN(100) {
			damaged[r.IntN(len(damaged))] ^= byte(1 + r.IntN(255))
		}
		if !bytes.Equal(damaged, data) {
			refused(t, "with bytes changed", damaged, "")
		}
	}
}

// write puts a file into a folder.
func write(t *testing.T, dir, name string, data []byte) (path string) {
	t.Helper()
	path = filepath.Join(dir, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCutOffInUse: a file that loses its end while it is mapped makes errors that
// name it, no crash.
func TestCutOffInUse(t *testing.T) {
	path := write(t, t.TempDir(), "mine.wtb", sample(t))
	for _, left := range []int64{100, 0} {
		if err := os.WriteFile(path, sample(t), 0o600); err != nil {
			t.Fatal(err)
		}
		tables := opened(t, path)
		if err := os.Truncate(path, left); err != nil {
			t.Fatal(err)
		}
		p := parse(t, "k1/1Q/K1 b - - 0 1")
		if _, err := tables.Probe(p); err == nil || !strings.Contains(err.Error(), "mine.wtb") {
			t.Errorf("cut off at %d: %v, want an error that names the file", left, err)
		}
		if _, known := tables.Score(p, p.Halfmoves()); known {
			t.Errorf("cut off at %d: a search gets a score", left)
		}
	}
}

// countedReads counts how often something is read from.
type countedReads struct {
	io.ReaderAt
	n int
}

func (c *countedReads) ReadAt(b []byte, at int64) (int, error) {
	c.n++
	return c.ReaderAt.ReadAt(b, at)
}

// TestDamagedInUse: a table that turns out to be damaged is read from once, however
// often a search asks, and the error stays the same.
func TestDamagedInUse(t *testing.T) {
	data := sample(t)
	from := &countedReads{ReaderAt: bytes.NewReader(data)}
	tables := newTables()
	list, err := disassemble("mine.wtb", from, int64(len(data)), tables.cache)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		tables.add(one)
	}
	clear(data)
	p := parse(t, "k1/1Q/K1 b - - 0 1")
	_, first := tables.Probe(p)
	if first == nil || !strings.Contains(first.Error(), "mine.wtb: block 1 of KQvK: wrong checksum") {
		t.Fatalf("%v, want that block 1 of KQvK is damaged", first)
	}
	from.n = 0
	for range 10 {
		if _, known := tables.Score(p, p.Halfmoves()); known {
			t.Error("a search gets a score")
		}
		if _, err := tables.Probe(p); err == nil || err.Error() != first.Error() {
			t.Errorf("%v, want %v", err, first)
		}
	}
	if from.n > 0 {
		t.Errorf("the damaged table was read %d times more", from.n)
	}
}

// TestOpen: what can be opened is open, and every file that cannot be is named.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	five := solved(t, "KQvKR")
	good, err := bytesOf(five)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "good.wtb", good)
	write(t, dir, "bad.wtb", good[:len(good)-1])
	write(t, dir, "empty.wtb", nil)
	write(t, dir, "ignored.txt", nil)
	if err := os.Mkdir(filepath.Join(dir, "folder.wtb"), 0o700); err != nil {
		t.Fatal(err)
	}
	bad := []string{"bad.wtb", "empty.wtb"}
	if err := os.Symlink(filepath.Join(dir, "folder.wtb"), filepath.Join(dir, "link.wtb")); err == nil {
		bad = append(bad, "link.wtb") // where there are links
	}
	tables := newTables()
	files, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	var failed []error
	for _, file := range files {
		failed = append(failed, tables.open(file))
	}
	err = errors.Join(failed...)
	for _, name := range bad {
		if !strings.Contains(err.Error(), filepath.Join(dir, name)) {
			t.Errorf("%v: %s is not named", err, name)
		}
	}
	for _, name := range []string{"good.wtb", "ignored.txt", "folder.wtb:"} {
		if strings.Contains(err.Error(), name) {
			t.Errorf("%v: %s is named", err, name)
		}
	}
	if !tables.Has(five.Material) || len(tables.Materials()) != 1 {
		t.Errorf("open are %v, want %v", tables.Materials(), five.Material)
	}
	if err := tables.Close(); err != nil {
		t.Error(err)
	}
	if err := tables.Close(); err != nil {
		t.Error("closed again:", err)
	}

	for _, path := range []string{filepath.Join(dir, "none.wtb"), filepath.Join(dir, "folder.wtb")} {
		if _, err := Files(path); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want that there is nothing", path, err)
		}
	}
	if err := newTables().open(os.DevNull); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("%s: %v", os.DevNull, err)
	}
}

// TestLastFileCounts: of two files with one material the later is used.
func TestLastFileCounts(t *testing.T) {
	dir := t.TempDir()
	queen := material(t, "KQvK").Entries()
	zeros := pack(make([]byte, queen))[0]
	first := write(t, dir, "a.wtb", forge(1, listing("KQvK", queen, zeros), zeros))
	second := write(t, dir, "b.wtb", sample(t))
	tables := opened(t, first)
	p := parse(t, "k1/1Q/K1 b - - 0 1")
	if _, err := tables.Probe(p); !errors.As(err, new(*OutsideError)) {
		t.Errorf("by the first file %s: %v", p, err)
	}
	if err := tables.open(second); err != nil {
		t.Fatal(err)
	}
	want, err := fresh(t).Probe(p)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := tables.Probe(p); err != nil || r != want || len(tables.Materials()) != 2 {
		t.Errorf("by both files %s is %v (%v) of %v, want %v", p, r, err, tables.Materials(), want)
	}
	if err := tables.Close(); err != nil {
		t.Error(err)
	}
}

// FuzzFile: whatever is in a file, it is opened or rejected; and what is open can be
// read, or says why not.
func FuzzFile(f *testing.F) {
	data := sample(f)
	f.Add(data, true)
	f.Add(data[:len(data)/2], true)
	f.Add([]byte(magic), false)
	queen := material(f, "KQvK").Entries()
	zeros := pack(make([]byte, queen))[0]
	f.Add(append(listing("KQvK", queen, zeros), zeros...), false)
	f.Fuzz(func(t *testing.T, data []byte, whole bool) {
		if !whole && len(data) > 0 { // a directory and blocks, with everything right around them
			n := min(int(data[0])*4, len(data)-1)
			data = forge(1, data[1:1+n], data[1+n:])
		} else if len(data) >= headerLength { // correct the checksum and the length
			n := min(int(binary.LittleEndian.Uint32(data[len(magic)+8:])), len(data)-headerLength)
			data = bytes.Clone(data)
			binary.LittleEndian.PutUint32(data[len(magic)+12:], checksum(data[headerLength:headerLength+max(n, 0)]))
			binary.LittleEndian.PutUint64(data[headerLength-8:], uint64(len(data)))
		}
		tables, err := inMemory("a file", data, newTables().cache)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a file: ") {
				t.Fatalf("%v: the file is not named", err)
			}
			return
		}
		for _, one := range tables {
			for _, n := range []int{0, one.size() - 1} {
				if v, err := one.at(n); err != nil && !strings.HasPrefix(err.Error(), "a file: block ") {
					t.Fatalf("%d: %v", v, err)
				}
			}
		}
	})
}
