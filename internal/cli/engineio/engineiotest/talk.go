package engineiotest

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// patience is the time after which a missing answer fails the test. Nothing else waits
// for it.
const patience = 20 * time.Second

// Conversation is a test's side of a protocol session.
type Conversation struct {
	t     testing.TB
	in    *io.PipeWriter
	lines chan string
	ended chan error
	heard []string // since the last Expect
}

// Start starts a session in a goroutine.
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

// Send writes lines.
func (k *Conversation) Send(lines ...string) {
	k.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(k.in, line+"\n"); err != nil {
			k.t.Fatalf("write %q: %v", line, err)
		}
	}
}

// Expect waits for a line that contains all parts, and returns it. It skips the lines
// before; see Skipped and NotSkipped.
func (k *Conversation) Expect(parts ...string) string {
	k.t.Helper()
	k.heard = nil
	late := time.After(patience)
	for {
		select {
		case line, ok := <-k.lines:
			if !ok {
				k.t.Fatalf("the session ended before %q; its lines are %q", parts, k.heard)
			}
			if hasAll(line, parts) {
				return line
			}
			k.heard = append(k.heard, line)
		case <-late:
			k.t.Fatalf("no line has %q; the lines are %q", parts, k.heard)
		}
	}
}

// Skipped returns the lines that the last Expect skipped.
func (k *Conversation) Skipped() []string { return k.heard }

// NotSkipped fails the test if the last Expect skipped a line that contains all parts.
func (k *Conversation) NotSkipped(parts ...string) {
	k.t.Helper()
	for _, line := range k.heard {
		if hasAll(line, parts) {
			k.t.Errorf("%q came too early", line)
		}
	}
}

// End waits for the session to end, and returns the last lines and the error.
// Something that was sent must end the session; Close ends the input first.
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

// Close closes the input.
func (k *Conversation) Close() { _ = k.in.Close() }

func hasAll(line string, parts []string) bool {
	for _, part := range parts {
		if !strings.Contains(line, part) {
			return false
		}
	}
	return true
}
