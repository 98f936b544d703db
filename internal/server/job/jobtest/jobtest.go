// Package jobtest runs the jobs of features in tests.
package jobtest

import (
	"context"
	"sync"
	"testing"

	"github.com/wane-chess/wane/internal/server/job"
)

// Run does the jobs that register registers, until the test ends or stop is called.
func Run(t testing.TB, register func(*job.Runner)) (stop func()) {
	t.Helper()
	r := job.New(job.Options{})
	register(r)
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Run(ctx)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-done
	})
	t.Cleanup(stop)
	return stop
}
