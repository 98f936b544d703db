package tablebase

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"math"
	"runtime"
	"strings"
	"testing"
)

// forge makes a file with a directory of one's own, whose checksums and length are
// right.
func forge(tables uint32, directory, blocks []byte) []byte {
	head := []byte(magic)
	for _, n := range []uint32{version, tables, uint32(len(directory)), checksum(directory)} {
		head = binary.LittleEndian.AppendUint32(head, n)
	}
	head = binary.LittleEndian.AppendUint64(head, uint64(headerLength+len(directory)+len(blocks)))
	return append(append(head, directory...), blocks...)
}

// listing is a table in a directory.
func listing(name string, entries int, blocks ...[]byte) (directory []byte) {
	directory = append([]byte{byte(len(name))}, name...)
	directory = binary.LittleEndian.AppendUint64(directory, uint64(entries))
	for _, b := range blocks {
		directory = binary.LittleEndian.AppendUint32(directory, uint32(len(b)))
		directory = binary.LittleEndian.AppendUint32(directory, checksum(b))
	}
	return directory
}

// TestFileForged: faults that checksums do not find are found, too, when the file is
// opened.
func TestFileForged(t *testing.T) {
	queen := material(t, "KQvK").Entries()
	good := pack(make([]byte, queen))[0]
	long := listing("KQvK", queen, good)
	binary.LittleEndian.PutUint32(long[len(long)-8:], maxPacked+1)
	huge := listing("KQvK", queen, good)
	binary.LittleEndian.PutUint32(huge[len(huge)-8:], 1<<32-1)
	short := listing("KQvK", queen, good)
	one := listing("KQvK", queen, good)
	for _, c := range []struct {
		what   string
		tables uint32
		data   []byte
		blocks []byte
		why    string
	}{
		{"fewer tables than it says", 2, one, good, "truncated directory"},
		{"four billion tables", math.MaxUint32, one, good, "truncated directory"},
		{"more tables than it says", 0, one, good, "does not match the file"},
		{"a name too long", 1, []byte{200, 'K'}, nil, "truncated directory"},
		{"a name of nothing", 1, append([]byte{0}, make([]byte, 16)...), nil, "invalid material"},
		{"a name of seven pieces", 1, listing("KQQQvKQQ", queen, good), good, "7 pieces"},
		{"another way to write a name", 1, listing("KvKQ", queen, good), good, "material KvKQ, expected KQvK"},
		{"small letters", 1, listing("kqvk", queen, good), good, "material kqvk, expected KQvK"},
		{"one entry less", 1, listing("KQvK", queen-1, good), good, "KQvK has 149 entries, expected 150"},
		{"no entries", 1, listing("KQvK", 0), nil, "entries, expected 150"},
		{"very many entries", 1, listing("KQvK", -1, good), good, "entries, expected 150"},
		{"no room for the blocks", 1, short[:len(short)-1], good, "truncated directory"},
		{"a block that is too long", 1, long, good, "bytes, expected 1–66560"},
		{"a block of 4 GiB", 1, huge, good, "bytes, expected 1–66560"},
		{"a block of nothing", 1, listing("KQvK", queen, nil), nil, "bytes, expected 1–66560"},
		{"a table twice", 2, append(bytes.Clone(one), one...), append(bytes.Clone(good), good...), "duplicate table KQvK"},
		{"bytes behind the directory's last table", 1, append(bytes.Clone(one), 0), good, "does not match the file"},
		{"bytes behind the last block", 1, one, append(bytes.Clone(good), 0), "does not match the file"},
		{"a block that is not there", 1, one, nil, "does not match the file"},
		{"nothing at all", 0, nil, []byte{1}, "does not match the file"},
	} {
		refused(t, c.what, forge(c.tables, c.data, c.blocks), c.why)
	}
	far := forge(1, one, good)
	binary.LittleEndian.PutUint32(far[len(magic)+8:], maxDirectory+1)
	refused(t, "a long directory", far, "damaged directory")
	next := forge(1, one, good)
	next[len(magic)]++
	refused(t, "the next version", next, "version 3, expected 1 or 2")
	refused(t, "text", []byte(strings.Repeat("Dear reader, ", 10)), "bad magic number")
	if tables, err := inMemory("empty", forge(0, nil, nil), newTables().cache); err != nil || len(tables) != 0 {
		t.Errorf("a file of no tables: %d, %v", len(tables), err)
	}
	if tables, err := inMemory("zeros", forge(1, one, good), newTables().cache); err != nil || len(tables) != 1 {
		t.Errorf("a file of one table: %d, %v", len(tables), err)
	}
}

// TestBlockForged: blocks with right checksums that hold something else are rejected
// when they are needed, and take no more memory than they should.
func TestBlockForged(t *testing.T) {
	queen := material(t, "KQvK").Entries()
	packed := pack(make([]byte, queen))[0]
	var bomb bytes.Buffer
	w, err := flate.NewWriter(&bomb, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	for range 64 {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if bomb.Len() > maxPacked {
		t.Fatalf("64 MiB of zeros are %d bytes, too many for a block", bomb.Len())
	}
	for _, c := range []struct {
		what  string
		block []byte
		why   string
	}{
		{"an entry less", pack(make([]byte, queen-1))[0], "entries, expected 150"},
		{"an entry more", pack(make([]byte, queen+1))[0], "more than 150 entries"},
		{"not packed", []byte("not packed"), "rebuild the file"},
		{"a packed block that is cut off", packed[:len(packed)-4], "rebuild the file"},
		{"one byte", []byte{0}, "entries, expected 150"},
		{"a block of no kind that there is", []byte{7}, "unpack: "},
		{"64 MiB of zeros", bomb.Bytes(), "more than 150 entries"},
	} {
		tables := newTables()
		list, err := inMemory("some/file.wtb", forge(1, listing("KQvK", queen, c.block), c.block), tables.cache)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		tables.add(list[0])
		p := parse(t, "k1/1Q/K1 b - - 0 1")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = tables.Probe(p)
		if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 8<<20 {
			t.Errorf("%s: it took %d bytes of memory", c.what, after.TotalAlloc-before.TotalAlloc)
		}
		if err == nil || !strings.HasPrefix(err.Error(), "some/file.wtb: block 1 of KQvK: ") ||
			!strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v; want the file, the block and %q", c.what, err, c.why)
		}
		if s, known := tables.Score(p, p.Halfmoves()); known {
			t.Errorf("%s: a search gets the score %d", c.what, s)
		}
		if _, err := tables.Moves(p); err == nil {
			t.Errorf("%s: moves without an error", c.what)
		}
	}
}
