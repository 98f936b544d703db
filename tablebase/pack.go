package tablebase

import (
	"errors"
	"hash/crc32"

	"github.com/wane-chess/wane/internal/message"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// maxPacked is more than a packed block can be long.
const maxPacked = blockSize + 1024

// unpack reads a block from its file.
func (t *table) unpack(i int) (entries []byte, err error) {
	defer func() {
		if err != nil {
			err = message.Errorf("%s: block %d of %v: %w", t.name, i+1, t.Material, err)
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
	defer panicOnFault(panicOnFault(true))
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
