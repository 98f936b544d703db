//go:build unix

package queue

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/queue/queuetest"
)

// A disk that is full makes the queue fail, and Ping says so. Once it has room, the queue
// works again by itself, with the jobs that it had.
func TestFullDisk(t *testing.T) {
	const variable = "WANE_FULL_DISK_TEST_DIR"
	dir := os.Getenv(variable)
	if dir == "" { // the limit that stands for a full disk is one of a process
		child := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		child.Env = append(os.Environ(), variable+"="+t.TempDir())
		if out, err := child.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	c, err := Open(t.Context(), Options{URL: Embedded, Dir: dir, Timing: slow, Log: testLog(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, c)
	queuetest.Enqueue(t, c, queuetest.Job(1))
	short := func(do func(context.Context) error) error {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		return do(ctx)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	full := limit
	full.Cur = 1 // no file may be longer
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &full); err != nil {
		t.Fatal(err)
	}
	for n := 2; ; n++ {
		if err := short(func(ctx context.Context) error { return c.EnqueueMove(ctx, queuetest.Job(n)) }); err != nil {
			break
		}
		if n == 2000 {
			t.Fatal("a full disk is not noticed")
		}
	}
	if err := short(c.Ping); err == nil {
		t.Error("with a full disk the queue is ready")
	}
	_ = short(c.Ping)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); short(c.Ping) != nil; {
		if time.Since(begun) > patience {
			t.Fatal("with room again, the queue is not ready")
		}
	}
	queuetest.Enqueue(t, c, queuetest.Job(3000))
	working(t, func(ctx context.Context) error { return c.ConsumeMoves(ctx, 1, 0, queuetest.Answered) })
	seen := map[string]bool{}
	for all := answers(t, c); !seen[queuetest.Job(1).ID] || !seen[queuetest.Job(3000).ID]; {
		seen[got(t, all).Job] = true
	}
}

// A server that could not be started again is started when it can be, however late, and a
// server that works is not restarted twice in a short time.
func TestRepairIsRepeated(t *testing.T) {
	dir := t.TempDir()
	c := opened(t, Options{URL: Embedded, Dir: dir, Timing: slow, Log: testLog(t)})
	queuetest.Enqueue(t, c, queuetest.Job(1))
	now := time.Now()
	fail := func(at time.Time) {
		for range faultyAfter {
			c.faults.note(moveJobSubject, errors.New("no space left on device"), at)
		}
	}
	fail(now)
	lock := filepath.Join(dir, "lock")
	if err := errors.Join(os.Remove(lock), os.Mkdir(lock, 0o700)); err != nil { // no server can start
		t.Fatal(err)
	}
	c.repair(now)
	if c.server != nil {
		t.Fatal("the server is not down")
	}
	if err := os.Remove(lock); err != nil {
		t.Fatal(err)
	}
	now = now.Add(2 * faultMemory) // nothing is left of the faults
	c.repair(now)
	if err := c.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	old := c.server
	for _, wait := range []time.Duration{restartPause - 1, 1} {
		now = now.Add(wait)
		fail(now)
		c.repair(now)
		if again := c.server != old; again != (wait == 1) {
			t.Errorf("%v later the server was restarted: %v", wait, again)
		}
	}
	working(t, func(ctx context.Context) error { return c.ConsumeMoves(ctx, 1, 0, queuetest.Answered) })
	if a := got(t, answers(t, c)); a.Job != queuetest.Job(1).ID {
		t.Errorf("the answer is %+v", a)
	}
}
