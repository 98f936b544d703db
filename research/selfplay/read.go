package selfplay

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// maxLine is the longest line, in bytes; a FEN has less than 300.
const maxLine = 4096

// Open opens a file for Read. If the name ends with .gz, the file is compressed.
func Open(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil || !strings.HasSuffix(name, packedSuffix) {
		return f, err
	}
	unzip, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{unzip, f}, nil
}

// Read reads the samples of a file and calls each with every sample, its line number
// and the number of its game within the file, both from 1. It skips empty lines and
// those that begin with #. A new game begins after them, and where the ply does not
// increase, so that files without comments have games too. Errors, also those of each,
// get the file's name and the line.
func Read(r io.Reader, name string, each func(line, number int, s Sample) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, maxLine), maxLine)
	line, number, before, fresh := 0, 0, 0, true
	for lines.Scan() {
		line++
		text := strings.TrimSuffix(lines.Text(), "\r")
		if text == "" || text[0] == '#' {
			fresh = true
			continue
		}
		s, err := ParseSample(text)
		if err == nil {
			if fresh || s.Ply <= before {
				number++
			}
			fresh, before = false, s.Ply
			err = each(line, number, s)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d: the line is longer than %d bytes; expected: game | FEN | result | score | ply", name,
			line+1, maxLine)
	case err != nil:
		return fmt.Errorf("%s:%d: %w", name, line+1, err)
	}
	return nil
}
