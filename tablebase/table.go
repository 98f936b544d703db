package tablebase

import (
	"io"
	"sync/atomic"
)

// table is the entries of one material: flat in memory, or packed in blocks of a file
// that are unpacked when needed.
type table struct {
	Material
	layout
	flat []byte // all entries, if they are in memory

	name   string // of the file
	from   io.ReaderAt
	packed []packedBlock
	blocks []atomic.Pointer[unpacked]
	cache  *cache
	// failed is the first error of reading a block. The table is not read again, since a
	// search would ask for the damaged block all the time.
	failed atomic.Pointer[error]
}

// blockSize is how many entries a packed block holds; the last has fewer.
const blockSize = 1 << 16

// packedBlock locates a block in its file.
type packedBlock struct {
	offset   int64
	length   uint32
	checksum uint32 // CRC-32C of the packed bytes
}

// unpacked is a block in memory.
type unpacked struct {
	entries []byte
	recent  atomic.Bool // used since the last turn of the cache
}

// at returns an entry. The error names the file.
func (t *table) at(n int) (byte, error) {
	if t.flat != nil {
		return t.flat[n], nil
	}
	place := &t.blocks[n/blockSize]
	b := place.Load()
	if b == nil {
		if failed := t.failed.Load(); failed != nil {
			return 0, *failed
		}
		entries, err := t.unpack(n / blockSize)
		if err != nil {
			t.failed.Store(&err)
			return 0, err
		}
		b = &unpacked{entries: entries}
		place.Store(b)
		t.cache.add(place, b)
	}
	if !b.recent.Load() {
		b.recent.Store(true)
	}
	return b.entries[n%blockSize], nil
}

// all returns all entries; the caller must not change them.
func (t *table) all() ([]byte, error) {
	if t.flat != nil {
		return t.flat, nil
	}
	out := make([]byte, 0, t.size())
	for i := range t.packed {
		entries, err := t.unpack(i)
		if err != nil {
			return nil, err
		}
		out = append(out, entries...)
	}
	return out, nil
}
