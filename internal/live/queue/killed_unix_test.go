//go:build unix

package queue

import (
	"context"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/wane-chess/wane/internal/live/queue/queuetest"
)

// A job survives if the process dies right after Enqueue returns.
func TestKilled(t *testing.T) {
	const variable = "WANE_BUS_TEST_DIR"
	if dir := os.Getenv(variable); dir != "" { // this is the process that dies
		c, err := Open(t.Context(), Options{URL: Embedded, Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		queuetest.Enqueue(t, c, queuetest.Job(1), queuetest.Job(2))
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	dir := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	child.Env = append(os.Environ(), variable+"="+dir)
	if out, err := child.CombinedOutput(); err == nil || len(out) != 0 {
		t.Fatalf("the process did not die as it should: %s", out)
	}
	c := opened(t, Options{URL: Embedded, Dir: dir, Timing: slow, Log: testLog(t)})
	working(t, func(ctx context.Context) error { return c.ConsumeMoves(ctx, 1, 0, queuetest.Answered) })
	answers := answers(t, c)
	for range 2 {
		got(t, answers)
	}
}
