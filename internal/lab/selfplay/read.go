package selfplay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest line that is read, in bytes; a FEN has less than 300.
const maxLine = 4096

// Read reads the samples of a file and hands each over with the number of its
// line and of its game within the file, both from 1. Lines that begin with # and
// empty lines are skipped, and after them a new game begins; also where the ply
// does not grow, so that a file without its remarks keeps its games apart.
// Errors, also those of each, are given the file's name and the line.
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
		return fmt.Errorf("%s:%d: the line is longer than %d bytes; expected: game | FEN | result | score | ply", name, line+1, maxLine)
	case err != nil:
		return fmt.Errorf("%s:%d: %w", name, line+1, err)
	}
	return nil
}
