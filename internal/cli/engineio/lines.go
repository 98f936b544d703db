// Package engineio is what the protocols for chess programs have in common: bounded
// lines in, whole lines out, one piece of work at a time beside them. It knows
// neither protocol.
package engineio

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// MaxLine is the longest line that is read, in bytes with its end. A game of ten
// thousand moves needs a twentieth of it.
const MaxLine = 1 << 20

// Line is a line of input without its end, or else why there is none: Problem
// says what was wrong with it, and what would be right.
type Line struct {
	Text    string
	Problem string
}

// Lines reads lines in a goroutine of its own, so that commands are heard during
// a search, and closes the channel at the end of the input, after an error of
// the reader, or when the context is done.
func Lines(ctx context.Context, r io.Reader) <-chan Line {
	out := make(chan Line)
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

// readLine reads one line; nil if there is none. More is false at the end.
func readLine(in *bufio.Reader) (line *Line, more bool) {
	text, err := in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		line = &Line{Problem: fmt.Sprintf("a line of more than %d bytes was ignored", MaxLine)}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
	case len(text) > 0:
		line = &Line{Text: strings.TrimRight(string(text), "\r\n")}
	}
	if err != nil && !errors.Is(err, io.EOF) && line == nil {
		line = &Line{Problem: "cannot read standard input: " + OneLine(err.Error())}
	}
	return line, err == nil
}

// Writer writes whole lines, each at once, from any goroutine.
type Writer struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// NewWriter returns a writer on w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Printf writes a line, or several; the last newline is added.
func (w *Writer) Printf(format string, args ...any) {
	_, _ = w.Write(append(fmt.Appendf(nil, format, args...), '\n'))
}

// Write implements io.Writer. After an error nothing is written any more.
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

// Err is the first error that writing met.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// OneLine makes a text fit for one line of output.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}
