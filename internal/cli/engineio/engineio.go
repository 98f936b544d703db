// Package engineio has what the protocols for chess programs share: input in lines of
// bounded length, output in whole lines, and one search at a time in the background.
package engineio

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/wane-chess/wane/game"
)

// MaxLine is the longest input line, in bytes with its end. A game of ten thousand
// moves needs a twentieth of it.
const MaxLine = 1 << 20

// InputLine is a line of input without its end. If it could not be read, Problem says why.
type InputLine struct {
	Text    string
	Problem string
}

// Lines reads lines in a goroutine, so that a session reacts to commands during a
// search. It closes the channel at the end of the input, after a read error, or when
// the context ends.
func Lines(ctx context.Context, r io.Reader) <-chan InputLine {
	out := make(chan InputLine)
	go func() {
		defer close(out)
		in := bufio.NewReaderSize(r, MaxLine)
		for {
			line, more := readLine(in)
			if line != nil {
				select {
				case out <- *line:
				case <-ctx.Done():
					return
				}
			}
			if !more {
				return
			}
		}
	}()
	return out
}

// readLine reads a line; nil if there is none. More is false at the end.
func readLine(in *bufio.Reader) (line *InputLine, more bool) {
	text, err := in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		line = &InputLine{Problem: fmt.Sprintf("a line of more than %d bytes was ignored", MaxLine)}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
	case len(text) > 0:
		line = &InputLine{Text: strings.TrimRight(string(text), "\r\n")}
	}
	if err != nil && !errors.Is(err, io.EOF) && line == nil {
		line = &InputLine{Problem: "cannot read standard input: " + OneLine(err.Error())}
	}
	return line, err == nil
}

// Writer writes whole lines. It is safe for concurrent use.
type Writer struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// NewWriter returns a writer on w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Printf writes one or more lines and adds the last newline.
func (w *Writer) Printf(format string, args ...any) {
	_, _ = w.Write(append(fmt.Appendf(nil, format, args...), '\n'))
}

// Write implements io.Writer. After an error it writes nothing more.
func (w *Writer) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.w.Write(b)
	w.err = err
	return n, err
}

// Err returns the first write error.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// OneLine replaces the line breaks and control characters of a text.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// LineText formats consecutive moves from p in UCI notation.
func LineText(p game.Position, moves []game.Move) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, p.UCI(m))
		p.Make(m)
	}
	for range texts {
		p.Unmake()
	}
	return strings.Join(texts, " ")
}
