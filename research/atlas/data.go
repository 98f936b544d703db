package atlas

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"

	"github.com/wane-chess/wane/internal/message"
)

// The format of files: a line, the settings as JSON in a line, and blocks. A block is the
// number of its bytes (uvarint), the CRC-32 of what follows (4 bytes, big-endian), section
// (1 byte), ranking, first batch and number of batches (uvarints), and the games (see
// encode).
const (
	fileLine  = "wane atlas 1\n"
	maxHeader = 1 << 10
	maxBlock  = 16 << 20
)

// Data is the games of a run, all or a part of them.
type Data struct {
	Settings Settings
	batches  map[Batch][]Game
}

func newData(s Settings) *Data { return &Data{s, map[Batch][]Game{}} }

// Games returns the games of a ranking in a section, by number. Some may be missing
// anywhere if the run is not complete; numbers are those of the games.
func (d *Data) Games(s Section, ranking int) (games []Game, numbers []int) {
	var found []int
	for b := range d.batches {
		if b.Section == s && b.Ranking == ranking {
			found = append(found, b.Number)
		}
	}
	slices.Sort(found)
	for _, n := range found {
		for i, g := range d.batches[Batch{s, ranking, n}] {
			games = append(games, g)
			numbers = append(numbers, n*BatchGames+i)
		}
	}
	return games, numbers
}

// Len returns the number of games.
func (d *Data) Len() int { return len(d.batches) * BatchGames }

// header returns how files with these settings begin.
func (s Settings) header() []byte {
	line, _ := json.Marshal(s) // numbers and a string
	return append(append([]byte(fileLine), line...), '\n')
}

// block encodes batches of one ranking and section that follow each other.
func block(first Batch, games []Game) []byte {
	body := []byte{byte(first.Section)}
	for _, n := range []int{first.Ranking, first.Number, len(games) / BatchGames} {
		body = binary.AppendUvarint(body, uint64(n))
	}
	body = append(body, encode(games)...)
	all := binary.AppendUvarint(nil, uint64(len(body)))
	all = binary.BigEndian.AppendUint32(all, crc32.ChecksumIEEE(body))
	return append(all, body...)
}

// take adds the games of a block's body. It ignores batches that are there.
func (d *Data) take(body []byte) error {
	in := bytes.NewReader(body)
	section, err := in.ReadByte()
	if err != nil || Section(section) >= numSections {
		return fmt.Errorf("invalid section %d", section)
	}
	var head [3]int // ranking, first batch, batches
	for i, limit := range [3]uint64{uint64(len(Rankings)) - 1, maxGames / BatchGames, maxGames / BatchGames} {
		n, err := binary.ReadUvarint(in)
		if err != nil || n > limit {
			return errors.New("invalid head of a block")
		}
		head[i] = int(n)
	}
	if head[2] == 0 || head[1]+head[2] > maxGames/BatchGames {
		return errors.New("invalid head of a block")
	}
	games, err := decode(body[len(body)-in.Len():], head[2]*BatchGames)
	if err != nil {
		return err
	}
	for i := range head[2] {
		b := Batch{Section(section), head[0], head[1] + i}
		if _, known := d.batches[b]; !known {
			d.batches[b] = games[i*BatchGames : (i+1)*BatchGames]
		}
	}
	return nil
}

// readHeader reads the settings.
func readHeader(in *bufio.Reader) (s Settings, size int64, err error) {
	line, err := in.ReadString('\n')
	if err != nil || line != fileLine {
		return s, 0, fmt.Errorf("bad magic line %q: expected %q", message.Clip(line, 40), fileLine)
	}
	text, err := in.ReadSlice('\n')
	if err != nil || len(text) > maxHeader {
		return s, 0, errors.New("the line with the settings is incomplete")
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, 0, fmt.Errorf("settings %q: %w", message.Clip(string(text), 80), err)
	}
	return s, int64(len(line) + len(text)), s.Check()
}

// errPartial says that a file ends within a block, or with what is no block: something that
// an interruption or a loss of power leaves.
var errPartial = errors.New("the file does not end with a whole block")

// readBlock reads a block's body and the size of the block. At the end of the file the
// error is io.EOF.
func readBlock(in *bufio.Reader) (body []byte, size int64, err error) {
	if _, err := in.Peek(1); err != nil {
		return nil, 0, err
	}
	n, err := binary.ReadUvarint(in)
	if n > maxBlock {
		return nil, 0, errPartial
	}
	data := make([]byte, 4+n)
	if err == nil {
		_, err = io.ReadFull(in, data)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, 0, errPartial
	}
	if err != nil {
		return nil, 0, err
	}
	body = data[4:]
	if n == 0 || crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(data) {
		return nil, 0, errPartial
	}
	return body, int64(len(binary.AppendUvarint(nil, n)) + len(data)), nil
}

// read reads a file up to the first block that is not whole, and returns the offset at which
// the whole ones end. If that is not the end of the file, the error is errPartial.
func read(r io.Reader) (d *Data, whole int64, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	s, whole, err := readHeader(in)
	if err != nil {
		return nil, 0, err
	}
	d = newData(s)
	for {
		body, size, err := readBlock(in)
		switch {
		case errors.Is(err, io.EOF):
			return d, whole, nil
		case errors.Is(err, errPartial):
			return d, whole, err
		case err == nil:
			err = d.take(body)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("offset %d: %w", whole, err)
		}
		whole += size
	}
}

// Read reads a file of a run, up to the first block that is not whole: an interruption or a
// loss of power may leave one at the end.
func Read(r io.Reader) (*Data, error) {
	d, _, err := read(r)
	if errors.Is(err, errPartial) {
		err = nil
	}
	return d, err
}

// Write writes the data in a form that depends on the games only: sorted, the batches of a
// ranking that follow each other in one block.
func (d *Data) Write(w io.Writer) error {
	if _, err := w.Write(d.Settings.header()); err != nil {
		return err
	}
	all := slices.SortedFunc(maps.Keys(d.batches), Batch.compare)
	for len(all) > 0 {
		n := 1
		games := slices.Clone(d.batches[all[0]])
		for n < len(all) && all[n] == (Batch{all[0].Section, all[0].Ranking, all[0].Number + n}) {
			games = append(games, d.batches[all[n]]...)
			n++
		}
		if _, err := w.Write(block(all[0], games)); err != nil {
			return err
		}
		all = all[n:]
	}
	return nil
}
