package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"
)

// exitInterrupted is the exit code of an interrupted command, as shells have it: 128 and
// the number of the signal.
const exitInterrupted = 128 + int(syscall.SIGINT)

// interruption is the error of a command that was interrupted before its work was done.
type interruption struct {
	error
	code int // exit code
}

// signaled is the cause of a context's end by a signal.
type signaled struct{ os.Signal }

func (s signaled) Error() string { return s.String() }

// interruptible returns a command's context, which an interrupt or a request to terminate
// ends. A second one ends the program at once.
func interruptible(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(cmd.Context())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { signal.Stop(signals) })
	go func() {
		select {
		case s := <-signals:
			cancel(signaled{s})
		case <-ctx.Done():
		}
	}()
	return ctx, func() { cancel(nil) }
}

// interrupted turns the error of work that ended with its context into an interruption,
// with a message that says what becomes of the work. Other errors stay: a canceled context
// of something else, such as a connection, is a failure.
func interrupted(ctx context.Context, err error, format string, args ...any) error {
	if ctx.Err() == nil || !errors.Is(err, context.Canceled) {
		return err
	}
	code := exitInterrupted
	var by signaled
	if errors.As(context.Cause(ctx), &by) {
		if number, ok := by.Signal.(syscall.Signal); ok {
			code = 128 + int(number)
		}
	}
	return interruption{fmt.Errorf(format, args...), code}
}

// unlessInterrupted returns the error of work that ends early, without an error, when
// its context ends, or when the user presses Ctrl+C in a full screen.
func unlessInterrupted(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, tea.ErrInterrupted):
		return interruption{errors.New("interrupted"), exitInterrupted}
	case err == nil:
		err = ctx.Err()
	}
	return interrupted(ctx, err, "interrupted")
}
