//go:build !js

// The engine of the page does not need this file. Without it, and SHA-256, the program is
// 3 % smaller.

package tablebase

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// Digest identifies the contents of a table, however it is packed: the SHA-256 of the
// material's name, a line break and the entries, in hexadecimal. The error is a
// *MissingError, or that of a damaged file.
func (t *Tables) Digest(m Material) (string, error) {
	f := t.tables[m.key]
	if f.table == nil {
		return "", &MissingError{m.String()}
	}
	return f.digest()
}

// Digest identifies the contents of the table, as Tables.Digest does.
func (s *Table) Digest() (string, error) { return s.digest() }

func (t *table) digest() (string, error) {
	h := sha256.New()
	write := func(b []byte) { _, _ = h.Write(b) } // never fails
	write([]byte(t.String() + "\n"))
	write(t.flat)
	for i := 0; t.flat == nil && i < len(t.packed); i++ {
		entries, err := t.unpack(i)
		if err != nil {
			return "", err
		}
		write(entries)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Write writes a tablebase file with one of the tables.
func (t *Tables) Write(w io.Writer, m Material) error {
	f := t.tables[m.key]
	if f.table == nil {
		return &MissingError{m.String()}
	}
	s, err := sectionOf(f.table)
	if err != nil {
		return err
	}
	return assemble(w, []section{s})
}

// Together returns the largest number of entries that are solved together: in Shrink
// Chess, those on boards of one size.
func (m Material) Together() (most int) {
	ix, ok := layoutOf(m).(*index)
	if !ok {
		return m.Entries()
	}
	for _, b := range ix.shapes.blocks {
		most = max(most, ix.colors*int(ix.start[b.end]-ix.start[b.first]))
	}
	return most
}

// MaxFile is an upper bound of the size in bytes of a file with this table alone.
func (m Material) MaxFile() int64 {
	blocks := int64(m.Entries()+blockSize-1) / blockSize
	return blocks*(maxPacked+8) + 1024
}

// Pack compresses the table for WriteFile, which otherwise does it without calling step;
// that takes seconds for 6 pieces. step, if not nil, is called many times a second; the
// work pauses until it returns. The error is the context's.
func (s *Table) Pack(ctx context.Context, step func()) error {
	if s.flat == nil {
		return nil
	}
	var ready [][]byte
	for at := 0; at < len(s.flat); at += packing * blockSize {
		if step != nil {
			step()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		ready = append(ready, pack(s.flat[at:min(at+packing*blockSize, len(s.flat))])...)
	}
	s.ready = ready
	return nil
}

// packing is how many blocks are packed between two steps.
const packing = 4
