package tablebase

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"sync/atomic"

	"github.com/wane-chess/wane/internal/message"
)

// A file of tables is, all numbers being little-endian:
//
//	magic      8 bytes  "wane-tb" and a byte 0x1a
//	version    uint32   1 if all tables are of Shrink Chess, 2 otherwise
//	tables     uint32   how many there are
//	directory  uint32   its length in bytes
//	checksum   uint32   CRC-32C of the directory
//	length     uint64   of the whole file
//	directory           for each table:
//	                      a byte, the length of the material's name; the name, such as
//	                      KQvKR, or convergent-KQvKR in version 2;
//	                      uint64, the number of entries;
//	                      for each block of 65,536 entries (the last has what is
//	                      left): uint32, its packed length; uint32, the CRC-32C of
//	                      its packed bytes
//	blocks              in that order, without gaps, each a DEFLATE stream
//
// The order of the entries is that of index or convergentIndex.
const (
	magic        = "wane-tb\x1a"
	version      = 2
	shrinkOnly   = 1 // the version of files that earlier programs can read
	headerLength = 8 + 4*4 + 8
)

// maxDirectory bounds the directory: all materials of 6 pieces together need less.
const maxDirectory = 16 << 20

// section is a table ready to be written.
type section struct {
	material Material
	entries  int
	blocks   [][]byte
}

// assemble writes a file of tables.
func assemble(w io.Writer, sections []section) error {
	var directory []byte
	length := uint64(headerLength)
	for _, s := range sections {
		name := s.material.String()
		directory = append(append(directory, byte(len(name))), name...)
		directory = binary.LittleEndian.AppendUint64(directory, uint64(s.entries))
		for _, b := range s.blocks {
			directory = binary.LittleEndian.AppendUint32(directory, uint32(len(b)))
			directory = binary.LittleEndian.AppendUint32(directory, checksum(b))
			length += uint64(len(b))
		}
	}
	length += uint64(len(directory))
	head, needed := []byte(magic), uint32(shrinkOnly)
	if slices.ContainsFunc(sections, func(s section) bool { return s.material.Game() != Shrink }) {
		needed = version
	}
	for _, n := range []uint32{needed, uint32(len(sections)), uint32(len(directory)), checksum(directory)} {
		head = binary.LittleEndian.AppendUint32(head, n)
	}
	head = binary.LittleEndian.AppendUint64(head, length)
	if _, err := w.Write(append(head, directory...)); err != nil {
		return err
	}
	for _, s := range sections {
		for _, b := range s.blocks {
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// disassemble reads the directory of a file and checks every block. The tables read
// their blocks from the file when they need them.
func disassemble(name string, from io.ReaderAt, length int64, c *cache) ([]*table, error) {
	tables, err := readDirectory(name, from, length, c)
	if err != nil {
		return nil, message.Errorf("%s: %w", name, err)
	}
	for _, t := range tables {
		for i := range t.packed {
			if _, err := t.read(i); err != nil {
				return nil, message.Errorf("%s: block %d of %v: %w", name, i+1, t.Material, err)
			}
		}
	}
	return tables, nil
}

func readDirectory(name string, from io.ReaderAt, length int64, c *cache) ([]*table, error) {
	head := make([]byte, headerLength)
	if n, err := from.ReadAt(head, 0); n < len(head) {
		if err == nil || errors.Is(err, io.EOF) {
			err = message.Errorf("not a tablebase file: %d bytes, expected at least %d", n, len(head))
		}
		return nil, err
	}
	if string(head[:len(magic)]) != magic {
		return nil, errors.New("not a tablebase file: bad magic number")
	}
	number := func(i int) uint32 { return binary.LittleEndian.Uint32(head[len(magic)+4*i:]) }
	if v := number(0); v != version && v != shrinkOnly {
		return nil, message.Errorf("version %d, expected %d or %d: rebuild the file", v, shrinkOnly, version)
	}
	whole := binary.LittleEndian.Uint64(head[headerLength-8:])
	if whole != uint64(length) {
		return nil, message.Errorf("%d bytes, expected %d: truncated or damaged, rebuild the file", length, whole)
	}
	size := number(2)
	if size > maxDirectory || int64(size) > length-headerLength {
		return nil, errors.New("damaged directory: rebuild the file")
	}
	directory := make([]byte, size)
	if _, err := from.ReadAt(directory, headerLength); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if checksum(directory) != number(3) {
		return nil, errors.New("damaged directory (wrong checksum): rebuild the file")
	}
	r := &reader{rest: directory, offset: headerLength + int64(size)}
	var tables []*table
	seen := map[Material]bool{}
	for range number(1) {
		t, err := r.table()
		if err != nil {
			return nil, err
		}
		if seen[t.Material] {
			return nil, message.Errorf("duplicate table %v: rebuild the file", t.Material)
		}
		seen[t.Material] = true
		if t.Game() != Shrink && number(0) == shrinkOnly {
			return nil, message.Errorf("%v in a file of version %d: rebuild the file", t.Material, shrinkOnly)
		}
		t.name, t.from, t.cache = name, from, c
		tables = append(tables, t)
	}
	if len(r.rest) > 0 || r.offset != length {
		return nil, errors.New("the directory does not match the file: rebuild the file")
	}
	return tables, nil
}

// reader reads a directory with a valid checksum, which may still be forged.
type reader struct {
	rest   []byte
	offset int64
}

var errShort = errors.New("truncated directory: rebuild the file")

func (r *reader) take(n int) ([]byte, error) {
	if n > len(r.rest) {
		return nil, errShort
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b, nil
}

func (r *reader) table() (*table, error) {
	n, err := r.take(1)
	if err != nil {
		return nil, err
	}
	name, err := r.take(int(n[0]))
	if err != nil {
		return nil, err
	}
	m, err := ParseMaterial(string(name))
	if err != nil {
		return nil, err
	}
	if m.String() != string(name) {
		return nil, message.Errorf("material %s, expected %v: rebuild the file", string(name), m)
	}
	count, err := r.take(8)
	if err != nil {
		return nil, err
	}
	t := &table{Material: m, layout: layoutOf(m)}
	if got := binary.LittleEndian.Uint64(count); got != uint64(t.size()) {
		return nil, message.Errorf("%v has %d entries, expected %d: rebuild the file", m, got, t.size())
	}
	t.packed = make([]packedBlock, (t.size()+blockSize-1)/blockSize)
	t.blocks = make([]atomic.Pointer[unpacked], len(t.packed))
	for i := range t.packed {
		b, err := r.take(8)
		if err != nil {
			return nil, err
		}
		length := binary.LittleEndian.Uint32(b)
		if length == 0 || length > maxPacked || r.offset > math.MaxInt64-int64(length) {
			return nil, message.Errorf("block %d of %v has %d bytes, expected 1–%d: rebuild the file",
				i+1, m, length, maxPacked)
		}
		t.packed[i] = packedBlock{r.offset, length, binary.LittleEndian.Uint32(b[4:])}
		r.offset += int64(length)
	}
	return t, nil
}

// sectionOf returns a table in the form of a file.
func sectionOf(t *table) (section, error) {
	s := section{material: t.Material, entries: t.size()}
	if t.flat != nil {
		s.blocks = pack(t.flat)
		return s, nil
	}
	for i := range t.packed {
		b, err := t.read(i)
		if err != nil {
			return section{}, err
		}
		s.blocks = append(s.blocks, slices.Clone(b))
	}
	return s, nil
}

// inMemory opens a tablebase file in memory.
func inMemory(name string, data []byte, c *cache) ([]*table, error) {
	return disassemble(name, bytes.NewReader(data), int64(len(data)), c)
}
