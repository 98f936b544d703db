package loadtest

import (
	"bytes"
	"io"
	"sync"
)

// Warnings returns a writer for a server's log that passes on only lines above the
// level information: a run makes thousands of requests, each with a line.
func Warnings(to io.Writer) io.Writer { return &warnings{to: to} }

type warnings struct {
	mu   sync.Mutex
	to   io.Writer
	rest []byte // the start of an incomplete line
}

// Write implements io.Writer.
func (w *warnings) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(b)
	for {
		line, after, found := bytes.Cut(b, []byte("\n"))
		if !found {
			w.rest = append(w.rest, b...)
			return n, nil
		}
		b = after
		w.rest = append(append(w.rest, line...), '\n')
		if !bytes.Contains(w.rest, []byte("level=INFO")) && !bytes.Contains(w.rest, []byte("level=DEBUG")) {
			if _, err := w.to.Write(w.rest); err != nil {
				return 0, err
			}
		}
		w.rest = w.rest[:0]
	}
}
