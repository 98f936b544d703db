package chaos

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"sync/atomic"
	"testing"
)

// loss is what happens to the notices on a link: on is whether any are lost, sent twice or
// held back until the next.
type loss struct {
	on                  atomic.Bool
	passed, lost, twice atomic.Int64
	late                atomic.Int64
}

// notices cuts one direction of a connection to NATS into messages, from its first byte on,
// and loses notices, nothing else.
type notices struct {
	rest []byte // of an incomplete message
	held []byte // a notice that comes late
}

// filter returns the bytes to pass on.
func (f *filter) filter(in []byte) (out []byte) {
	l := f.loss
	if l == nil {
		return in
	}
	f.rest = append(f.rest, in...)
	for {
		message, notice := nextMessage(f.rest)
		if message == nil {
			return out
		}
		f.rest = f.rest[len(message):]
		switch fate := rand.IntN(10); { //nolint:gosec // a test
		case !notice || !l.on.Load():
			out = append(out, f.held...)
			f.held = nil
			out = append(out, message...)
			if notice {
				l.passed.Add(1)
			}
		case fate < 5:
			l.lost.Add(1)
		case fate < 7:
			l.twice.Add(1)
			out = append(append(out, message...), message...)
		case fate < 9 && f.held == nil:
			l.late.Add(1)
			f.held = bytes.Clone(message)
		default:
			out = append(out, message...)
			out = append(out, f.held...)
			f.held = nil
		}
	}
}

// nextMessage returns the first message of NATS's protocol, with its payload, and whether it
// is a notice of a game; nil if it is incomplete.
func nextMessage(b []byte) (message []byte, notice bool) {
	end := bytes.Index(b, []byte("\r\n"))
	if end < 0 {
		return nil, false
	}
	n := end + 2
	words := bytes.Fields(b[:end])
	if len(words) < 2 {
		return b[:n], false
	}
	switch string(bytes.ToUpper(words[0])) {
	case "PUB", "MSG", "HPUB", "HMSG":
		size, err := strconv.Atoi(string(words[len(words)-1]))
		if err != nil {
			return b[:n], false
		}
		if n += size + 2; n > len(b) {
			return nil, false
		}
		return b[:n], bytes.HasPrefix(words[1], []byte("wane.game."))
	}
	return b[:n], false
}

// The filter finds the notices however the bytes are cut, and passes on the rest as it is.
func TestNoticeFilter(t *testing.T) {
	before, after := "CONNECT {\"a\":1}\r\nPING\r\nPUB wane.jobs.x reply 4\r\n\r\nab\r\n",
		"HMSG wane.game 3 4 6\r\n\r\n\r\nhi\r\n+OK\r\n"
	notice := "PUB wane.game.abc 7\r\nPING\r\nx\r\n"
	text := before + notice + after
	for size := 1; size <= len(text); size++ {
		l := &loss{}
		f := filter{loss: l}
		var out []byte
		for rest := []byte(text); len(rest) > 0; rest = rest[min(size, len(rest)):] {
			out = append(out, f.filter(rest[:min(size, len(rest))])...)
		}
		if string(out) != text || l.passed.Load() != 1 {
			t.Fatalf("pieces of %d bytes: %q, %d notices", size, out, l.passed.Load())
		}
	}
	l := &loss{}
	f := filter{loss: l}
	l.on.Store(true)
	for range 1000 {
		out := string(f.filter([]byte(text)))
		rest := bytes.ReplaceAll([]byte(out), []byte(notice), nil)
		if string(rest) != before+after {
			t.Fatalf("other messages became %q", rest)
		}
	}
	if l.lost.Load() < 300 || l.twice.Load() < 100 || l.late.Load() < 50 {
		t.Errorf("%d lost, %d twice, %d late", l.lost.Load(), l.twice.Load(), l.late.Load())
	}
}
