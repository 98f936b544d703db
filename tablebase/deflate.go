//go:build !js

package tablebase

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/wane-chess/wane/internal/message"
)

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
		return nil, message.Errorf("%d entries, expected %d: rebuild the file", n, size)
	case err != nil:
		return nil, message.Errorf("unpack: %w: rebuild the file", err)
	}
	if n, err := r.Read(make([]byte, 1)); n > 0 || !errors.Is(err, io.EOF) {
		return nil, message.Errorf("more than %d entries: rebuild the file", size)
	}
	return entries, nil
}
