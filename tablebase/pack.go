package tablebase

import (
	"errors"
	"fmt"
	"hash/crc32"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/klauspost/compress/zstd"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// maxPacked is more than a packed block can be long.
const maxPacked = blockSize + 1024

var packer = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(runtime.GOMAXPROCS(0)), zstd.WithEncoderCRC(false))
	if err != nil {
		panic(err) // the options are fixed
	}
	return e
})

var unpacker = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(4*blockSize))
	if err != nil {
		panic(err)
	}
	return d
})

// pack packs entries in blocks.
func pack(entries []byte) (blocks [][]byte) {
	for len(entries) > 0 {
		n := min(blockSize, len(entries))
		blocks = append(blocks, packer().EncodeAll(entries[:n], nil))
		entries = entries[n:]
	}
	return blocks
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
	entries, err = unpacker().DecodeAll(packed, make([]byte, 0, size))
	switch {
	case err != nil:
		return nil, err
	case len(entries) != size:
		return nil, fmt.Errorf("it has %d entries and should have %d", len(entries), size)
	}
	return entries, nil
}

// read returns a packed block if it is what was written. A file that has been cut
// off since it was opened makes reading mapped memory fault.
func (t *table) read(i int) (packed []byte, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			err = errors.New("the file has been cut off while it was in use")
		}
	}()
	b := t.packed[i]
	packed = make([]byte, b.length)
	if _, err := t.from.ReadAt(packed, b.offset); err != nil {
		return nil, err
	}
	if checksum(packed) != b.checksum {
		return nil, errors.New("it is damaged (its checksum is wrong): build the file anew")
	}
	return packed, nil
}
