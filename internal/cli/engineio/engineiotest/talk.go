package engineiotest

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// patience is how long an answer may take before the test fails. Nothing waits
// for it otherwise.
const patience = 20 * time.Second

// Conversation is a session with a session of a protocol.
type Conversation struct {
	t     testing.TB
	in    *io.PipeWriter
	lines chan string
	ended chan error
	heard []string // since the last Expect
}

// Start begins a conversation with a session that run leads.
func Start(t testing.TB, run func(ctx context.Context, in io.Reader, out io.Writer) error) *Conversation {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	k := &Conversation{t: t, in: inW, lines: make(chan string, 100_000), ended: make(chan error, 1)}
	go func() {
		err := run(context.Background(), inR, outW)
		_ = outW.Close()
		_ = inR.CloseWithError(io.ErrClosedPipe)
		k.ended <- err
	}()
	go func() {
		defer close(k.lines)
		for s := bufio.NewScanner(outR); s.Scan(); {
			k.lines <- s.Text()
		}
	}()
	t.Cleanup(func() { _ = inW.Close() })
	return k
}

// Send says lines.
func (k *Conversation) Send(lines ...string) {
	k.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(k.in, line+"\n"); err != nil {
			k.t.Fatalf("%q cannot be said: %v", line, err)
		}
	}
}

// Expect waits for a line that has all the parts, and returns it. What came
// before it is skipped; see Passed and Silent.
func (k *Conversation) Expect(parts ...string) string {
	k.t.Helper()
	k.heard = nil
	late := time.After(patience)
	for {
		select {
		case line, ok := <-k.lines:
			if !ok {
				k.t.Fatalf("the session ended before it said %q; it said %q", parts, k.heard)
			}
			if hasAll(line, parts) {
				return line
			}
			k.heard = append(k.heard, line)
		case <-late:
			k.t.Fatalf("%q was not said; %q was", parts, k.heard)
		}
	}
}

// Passed are the lines that the last Expect skipped.
func (k *Conversation) Passed() []string { return k.heard }

// NotPassed fails if a line with all the parts was skipped by the last Expect.
func (k *Conversation) NotPassed(parts ...string) {
	k.t.Helper()
	for _, line := range k.heard {
		if hasAll(line, parts) {
			k.t.Errorf("%q was said before its time", line)
		}
	}
}

// End waits for the session's end, and returns what it said last and its error.
// Close says first that there is no more input; otherwise something sent must
// make it end.
func (k *Conversation) End() (rest []string, err error) {
	k.t.Helper()
	select {
	case err = <-k.ended:
	case <-time.After(patience):
		k.t.Fatal("the session does not end")
	}
	for line := range k.lines {
		rest = append(rest, line)
	}
	return rest, err
}

// Close ends the input.
func (k *Conversation) Close() { _ = k.in.Close() }

func hasAll(line string, parts []string) bool {
	for _, part := range parts {
		if !strings.Contains(line, part) {
			return false
		}
	}
	return true
}
