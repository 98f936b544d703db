package tablebase

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime/debug"
	"slices"
	"sync"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// maxPacked is more than a packed block can be long.
const maxPacked = blockSize + 1024

// pack packs entries in blocks, each a DEFLATE stream (RFC 1951). Zstandard at
// its best would save a tenth, and cost the browser's engine 200 KB of code; the
// best DEFLATE a thirtieth, and seven times the time.
func pack(entries []byte) (blocks [][]byte) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	for len(entries) > 0 {
		n := min(blockSize, len(entries))
		out.Reset()
		w.Reset(&out)
		if _, err := w.Write(entries[:n]); err != nil {
			panic(err) // a buffer never fails
		}
		if err := w.Close(); err != nil {
			panic(err)
		}
		blocks = append(blocks, slices.Clone(out.Bytes()))
		entries = entries[n:]
	}
	return blocks
}

// inflater is what flate.NewReader returns.
type inflater interface {
	io.Reader
	flate.Resetter
}

var inflaters = sync.Pool{New: func() any { return flate.NewReader(nil) }}

// inflated unpacks a block that has that many entries.
func inflated(packed []byte, size int) ([]byte, error) {
	r := inflaters.Get().(inflater) //nolint:forcetypeassert // the pool has no other
	defer inflaters.Put(r)
	if err := r.Reset(bytes.NewReader(packed), nil); err != nil {
		return nil, err
	}
	entries := make([]byte, size)
	switch n, err := io.ReadFull(r, entries); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%d entries, expected %d: rebuild the file", n, size)
	case err != nil:
		return nil, fmt.Errorf("unpack: %w: rebuild the file", err)
	}
	if n, err := r.Read(make([]byte, 1)); n > 0 || !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("more than %d entries: rebuild the file", size)
	}
	return entries, nil
}

// unpack reads a block from its file.
func (t *table) unpack(i int) (entries []byte, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: block %d of %v: %w", t.name, i+1, t.Material, err)
		}
	}()
	packed, err := t.read(i)
	if err != nil {
		return nil, err
	}
	size := min(blockSize, t.size()-i*blockSize)
	return inflated(packed, size)
}

// read returns a packed block after checking its checksum. Reading mapped memory faults
// if the file has been truncated since it was opened.
func (t *table) read(i int) (packed []byte, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch p := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }: // what the runtime panics with for a fault
			err = errors.New("the file was truncated while in use")
		default:
			panic(p)
		}
	}()
	b := t.packed[i]
	packed = make([]byte, b.length)
	if _, err := t.from.ReadAt(packed, b.offset); err != nil {
		return nil, err
	}
	if checksum(packed) != b.checksum {
		return nil, errors.New("wrong checksum: rebuild the file")
	}
	return packed, nil
}
