package tune

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// fenList holds FENs in compressed blocks of blockSize, so that tens of millions fit
// into memory.
type fenList struct {
	blocks  [][]byte
	last    []string // of the block that is not full yet
	buffer  []byte
	encoder *zstd.Encoder
	decoder *zstd.Decoder
}

func newFENList() fenList {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<18))
	if err != nil {
		panic(err) // the options are valid
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	return fenList{encoder: encoder, decoder: decoder}
}

// add appends a FEN.
func (l *fenList) add(fen string) {
	l.last = append(l.last, fen)
	if len(l.last) == blockSize {
		l.buffer = l.encoder.EncodeAll([]byte(strings.Join(l.last, "\n")), l.buffer[:0])
		l.blocks = append(l.blocks, bytes.Clone(l.buffer)) // no longer than needed
		l.last = l.last[:0]
	}
}

// block returns the FENs of a block.
func (l *fenList) block(i int) ([]string, error) {
	if i == len(l.blocks) {
		return l.last, nil
	}
	text, err := l.decoder.DecodeAll(l.blocks[i], nil)
	if err != nil {
		return nil, fmt.Errorf("tune: block %d: %w", i, err) // memory is damaged
	}
	return strings.Split(string(text), "\n"), nil
}
