package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// maxLine is the longest line that perftLines reads, in bytes with its end. A real
// line has at most about two hundred.
const maxLine = 1 << 16

// perftLines answers each line of variant, FEN and depth with one line, before it
// reads the next, so that another program can take turns with it.
func perftLines(r io.Reader, w io.Writer, threads int) error {
	in := bufio.NewReaderSize(r, maxLine)
	for {
		line, err := in.ReadSlice('\n')
		answer := ""
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			answer = fmt.Sprintf("error: the line is longer than %d bytes", maxLine)
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
		case len(line) > 0:
			answer = perftAnswer(string(line), threads)
		}
		if answer != "" {
			if _, err := fmt.Fprintln(w, answer); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("standard input: %w", err)
		}
	}
}

// perftAnswer answers a line with a number, or with "error: …".
func perftAnswer(line string, threads int) string {
	n, err := perftLine(strings.TrimRight(line, "\r\n"), threads)
	if err != nil {
		return "error: " + strings.NewReplacer("\r", " ", "\n", "; ").Replace(err.Error())
	}
	return fmt.Sprint(n)
}

func perftLine(line string, threads int) (uint64, error) {
	p, depth, err := parsePerft(line)
	if err != nil {
		return 0, err
	}
	return count(p, depth, threads), nil
}

// parsePerft parses a line; spaces around its fields are ignored.
func parsePerft(line string) (p game.Position, depth int, err error) {
	const expected = "expected three tab-separated fields: variant, FEN and depth"
	if strings.TrimSpace(line) == "" {
		return nil, 0, errors.New("the line is empty; " + expected)
	}
	fields := strings.Split(line, "\t")
	if len(fields) != 3 {
		return nil, 0, fmt.Errorf("%s; got %d", expected, len(fields))
	}
	g, err := rules.ByName(strings.TrimSpace(fields[0]))
	if err != nil {
		return nil, 0, err
	}
	if p, err = g.Parse(strings.TrimSpace(fields[1])); err != nil {
		return nil, 0, err
	}
	depth, err = parseDepth(strings.TrimSpace(fields[2]))
	return p, depth, err
}
