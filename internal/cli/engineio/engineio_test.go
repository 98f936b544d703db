package engineio_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio"
	"github.com/wane-chess/wane/internal/cli/engineio/engineiotest"
	"github.com/wane-chess/wane/rules"
)

func TestLines(t *testing.T) {
	long := strings.Repeat("x", engineio.MaxLine)
	for _, c := range []struct {
		name string
		in   io.Reader
		want []string // texts, or parts of problems
	}{
		{"nothing", strings.NewReader(""), nil},
		{"lines", strings.NewReader("a\n\nb c\n"), []string{"a", "", "b c"}},
		{"ends of other systems", strings.NewReader("a\r\nb\r\n"), []string{"a", "b"}},
		{"no end", strings.NewReader("a\nb"), []string{"a", "b"}},
		{"zeros", strings.NewReader("a\x00\xff\nb\n"), []string{"a\x00\xff", "b"}},
		{"too long", strings.NewReader(long + "y\nb\n"), []string{"more than 1048576 bytes", "b"}},
		{"much too long", strings.NewReader(long + long + long + "y\nb"), []string{"more than 1048576 bytes", "b"}},
		{"too long without an end", strings.NewReader(long + "y"), []string{"more than 1048576 bytes"}},
		{"byte by byte", iotest.OneByteReader(strings.NewReader("ab\ncd\n")), []string{"ab", "cd"}},
		{"a reader that fails", io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(errors.New("torn"))),
			[]string{"a", "torn"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []engineio.InputLine
			for line := range engineio.Lines(context.Background(), c.in) {
				got = append(got, line)
			}
			if len(got) != len(c.want) {
				t.Fatalf("%d lines, want %d", len(got), len(c.want))
			}
			for i, line := range got {
				if line.Text != c.want[i] && (line.Problem == "" || !strings.Contains(line.Problem, c.want[i])) {
					t.Errorf("line %d: %.60q, want %q", i, line, c.want[i])
				}
			}
		})
	}
}

// Unread lines keep no goroutine after the context has ended.
func TestLinesEndWithTheContext(*testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	lines := engineio.Lines(ctx, strings.NewReader("a\nb\n"))
	<-lines
	cancel()
	for range lines { // at most the line in flight
		continue
	}
}

func TestWriter(t *testing.T) {
	var b bytes.Buffer
	w := engineio.NewWriter(&b)
	w.Printf("a %d", 1)
	if w.Printf("b"); b.String() != "a 1\nb\n" || w.Err() != nil {
		t.Errorf("%q, %v", b.String(), w.Err())
	}
	r, p := io.Pipe()
	_ = r.Close()
	w = engineio.NewWriter(p)
	w.Printf("a")
	if !errors.Is(w.Err(), io.ErrClosedPipe) {
		t.Errorf("%v, want that the pipe is closed", w.Err())
	}
}

func TestOneLine(t *testing.T) {
	if got := engineio.OneLine("a\nb\tc\x00d\x7f é"); got != "a b c d  é" {
		t.Errorf("%q", got)
	}
}

// start starts a search, and returns the engine and the channel of its answer.
func start(t *testing.T, th *engineio.Task, l engine.Limits, hold bool) (*engineiotest.Engine, <-chan engine.Report) {
	t.Helper()
	g, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	e := engineiotest.NewEngine(t.Errorf)
	answer := make(chan engine.Report, 1)
	th.Search(context.Background(), e, engineio.Search{
		Position: g.Start(), Limits: l, Hold: hold, Finish: func(i engine.Report, err error) {
			if err != nil {
				t.Error(err)
			}
			answer <- i
		},
	})
	return e, answer
}

func TestTaskAnswers(t *testing.T) {
	var th engineio.Task
	th.Stop() // nothing to stop
	th.Wait()
	if th.Busy() || th.Pondering() || th.Hit() {
		t.Error("idle, but busy")
	}
	_, answer := start(t, &th, engine.Limits{Depth: 3}, false)
	th.Wait()
	if th.Busy() || (<-answer).Best() == game.NoMove {
		t.Error("a search that ended by itself must have answered")
	}
}

// A held search answers only when it is stopped, even if it ended earlier.
func TestTaskHolds(t *testing.T) {
	var th engineio.Task
	e, answer := start(t, &th, engine.Limits{Depth: 3}, true)
	<-e.Started
	if !th.Busy() || th.Pondering() || len(answer) > 0 {
		t.Error("the answer was not held back")
	}
	th.Stop()
	if th.Busy() || (<-answer).Best() == game.NoMove {
		t.Error("no answer when stopped")
	}
}

// The time for a move starts at the hit, not with pondering. A hit before the start of
// the search is not lost.
func TestTaskPonders(t *testing.T) {
	var th engineio.Task
	const each = 30 * time.Millisecond
	e, answer := start(t, &th, engine.Limits{MoveTime: each, Clock: engine.Clock{Ponder: true}}, false)
	if !th.Pondering() {
		t.Error("it does not ponder")
	}
	begin := time.Now()
	if !th.Hit() || th.Pondering() || th.Hit() {
		t.Error("a hit counts once")
	}
	<-answer
	if d := time.Since(begin); d < each {
		t.Errorf("answered %v after the hit, want %v", d, each)
	}
	if l := <-e.Started; l.MoveTime != 0 || !l.Clock.Ponder {
		t.Errorf("the engine got %+v", l)
	}
	// Stopped instead of hit.
	_, answer = start(t, &th, engine.Limits{Clock: engine.Clock{Ponder: true, Remaining: time.Minute}}, false)
	th.Stop()
	if (<-answer).Best() == game.NoMove {
		t.Error("no answer when stopped")
	}
	// Hit, with a clock.
	_, answer = start(t, &th, engine.Limits{Clock: engine.Clock{Ponder: true, Remaining: time.Minute}}, false)
	th.Hit()
	if (<-answer).Best() == game.NoMove {
		t.Error("no answer after the hit")
	}
}

// New work stops the running work.
func TestTaskReplaces(t *testing.T) {
	var th engineio.Task
	_, first := start(t, &th, engine.Limits{}, false)
	_, second := start(t, &th, engine.Limits{}, false)
	<-first
	if len(second) > 0 {
		t.Error("the second search ended with the first")
	}
	th.Move()
	<-second
	th.Stop()
}
