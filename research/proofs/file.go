package proofs

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
)

const (
	firstLine = "wane proof 1"
	// maxText is the largest text of a file, in bytes.
	maxText = 1 << 30
)

var results = map[game.Result]string{game.WhiteWins: "white wins", game.BlackWins: "black wins", game.Draw: "draw"}

var colorNames = [2]string{game.White & 1: "white", game.Black & 1: "black"}

// Write writes the proof as a file. The same proof gives the same bytes.
func (pr *Proof) Write(w io.Writer) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(packed)
	// errors come back from Flush
	_, _ = fmt.Fprintf(out, "%s\ngame %s\nstart %s\nresult %s\n", firstLine, pr.Title, pr.Start, results[pr.Result])
	for color, moves := range pr.Strategies {
		if moves == nil {
			continue
		}
		_, _ = fmt.Fprintf(out, "strategy %s %d\n", colorNames[color], len(moves))
		for _, text := range slices.Sorted(maps.Keys(moves)) {
			_, _ = fmt.Fprintf(out, "%s %s\n", text, moves[text])
		}
	}
	return errors.Join(out.Flush(), packed.Close())
}

// Read reads a file. Errors name the line. Check says whether the proof is right.
func Read(r io.Reader) (*Proof, error) {
	packed, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("proof: not a gzipped file: %w", err)
	}
	limited := &io.LimitedReader{R: packed, N: maxText}
	lines := bufio.NewScanner(limited)
	n := 0
	read := func() (string, error) {
		if n++; !lines.Scan() {
			return "", cmp.Or(lines.Err(), io.ErrUnexpectedEOF)
		}
		return lines.Text(), nil
	}
	fail := func(err error) (*Proof, error) { return nil, fmt.Errorf("proof: line %d: %w", n, err) }
	pr := &Proof{}
	for _, part := range []struct {
		prefix string
		set    func(text string) bool
	}{
		{firstLine, func(text string) bool { return text == "" }},
		{"game ", func(text string) bool { pr.Title = text; return text != "" }},
		{"start ", func(text string) bool { pr.Start = text; return text != "" }},
		{"result ", func(text string) bool {
			for result, name := range results {
				if text == name {
					pr.Result = result
					return true
				}
			}
			return false
		}},
	} {
		line, err := read()
		if err != nil {
			return fail(err)
		}
		text, ok := strings.CutPrefix(line, part.prefix)
		if !ok || !part.set(text) {
			return fail(fmt.Errorf("%.60q, expected %q", line, strings.TrimSpace(part.prefix)+" …"))
		}
	}
	for lines.Scan() {
		n++
		var name string
		var count int
		if _, err := fmt.Sscanf(lines.Text(), "strategy %s %d", &name, &count); err != nil ||
			lines.Text() != fmt.Sprintf("strategy %s %d", name, count) ||
			count < 0 || !slices.Contains(colorNames[:], name) {
			return fail(fmt.Errorf("%.60q, expected strategy white N or strategy black N", lines.Text()))
		}
		at := slices.Index(colorNames[:], name)
		if pr.Strategies[at] != nil {
			return fail(fmt.Errorf("a second strategy for %s", name))
		}
		if pr.Strategies[at], err = readStrategy(count, read); err != nil {
			return fail(err)
		}
	}
	switch {
	case lines.Err() != nil:
		n++
		return fail(lines.Err())
	case limited.N == 0:
		return fail(fmt.Errorf("more than %d MB of text", maxText>>20))
	}
	return pr, nil
}

// readStrategy reads the lines of a strategy.
func readStrategy(count int, read func() (string, error)) (map[string]string, error) {
	moves := map[string]string{}
	for range count {
		line, err := read()
		if err != nil {
			return nil, err
		}
		end := strings.LastIndexByte(line, ' ')
		if end < 0 || line[end+1:] == "" || moves[line[:end]] != "" {
			return nil, fmt.Errorf("%.60q, expected a new position and a move", line)
		}
		moves[line[:end]] = line[end+1:]
	}
	return moves, nil
}
