//go:build !js

// The engine of the page hands no tables on. Without this file, and the SHA-256
// that it needs, its program is 3 % smaller.

package tablebase

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// Digest says what is in a table, however it is packed: the SHA-256 of the
// material's name, a line break, and the entries, in hexadecimal.
func (t *Tables) Digest(m Material) (string, error) {
	f := t.tables[m.key]
	if f.table == nil {
		return "", &MissingError{m.String()}
	}
	return f.digest()
}

// Digest says what is in the table, as Tables.Digest does.
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

// Write writes a file that holds one of the tables.
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

// Together returns how many entries the table of the material has on boards of the
// same size, at most: so many are solved together.
func (m Material) Together() (most int) {
	ix := newIndex(m)
	for _, b := range ix.shapes.blocks {
		most = max(most, ix.colors*int(ix.start[b.end]-ix.start[b.first]))
	}
	return most
}

// MaxFile is more than the file of a material's table alone can be long, in bytes.
func (m Material) MaxFile() int64 {
	blocks := int64(m.Entries()+blockSize-1) / blockSize
	return blocks*(maxPacked+8) + 1024
}

// Pack makes the table ready for WriteFile, which would do it otherwise, but
// without a word for some seconds with a table of 6 pieces. Step, if not nil, is
// called many times a second; while it does not return, nothing is done. The error
// is the context's.
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
