package selfplay

import (
	"bufio"
	"compress/gzip"
	"errors"
	"io"
)

// errIncomplete means that a file ends within a chunk, or where the next would begin.
var errIncomplete = errors.New("the file ends")

// chunks reads the chunks of a file, each written at once.
type chunks struct {
	in     *bufio.Reader
	packed bool
	unzip  *gzip.Reader
	read   int64 // bytes of whole chunks
}

// anyLine and endOfGame report whether a line ends a chunk: any does, or that of a game's end.
func anyLine([]byte) bool { return true }

func endOfGame(line []byte) bool { return line[0] == '#' }

// next returns the next chunk, which ends at the first line for which ends is true. In a compressed
// file it is a member. With errIncomplete it returns what there is.
func (c *chunks) next(ends func(line []byte) bool) (chunk []byte, err error) {
	if c.packed {
		return c.member()
	}
	for {
		line, err := c.in.ReadBytes('\n')
		chunk = append(chunk, line...)
		switch {
		case errors.Is(err, io.EOF):
			return chunk, errIncomplete
		case err != nil:
			return nil, err
		case ends(line):
			c.read += int64(len(chunk))
			return chunk, nil
		}
	}
}

// member returns the next member of a compressed file.
func (c *chunks) member() (chunk []byte, err error) {
	counted := &counter{in: c.in}
	if c.unzip == nil {
		c.unzip, err = gzip.NewReader(counted)
	} else {
		err = c.unzip.Reset(counted)
	}
	if err == nil {
		c.unzip.Multistream(false)
		chunk, err = io.ReadAll(c.unzip)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return chunk, errIncomplete
	}
	if err == nil && len(chunk) == 0 {
		err = errors.New("an empty member")
	}
	c.read += counted.bytes
	return chunk, err
}

// counter counts the bytes that package gzip reads: no more than those of the member.
type counter struct {
	in    *bufio.Reader
	bytes int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.bytes += int64(n)
	return n, err
}

func (c *counter) ReadByte() (byte, error) {
	b, err := c.in.ReadByte()
	if err == nil {
		c.bytes++
	}
	return b, err
}
