//go:build unix

package main

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
)

// The exit code after a signal is the one that a shell expects.
func TestSignals(t *testing.T) {
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		ctx, stop := interruptible(cmd)
		defer stop()
		if err := syscall.Kill(os.Getpid(), signal); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		var got interruption
		if !errors.As(unlessInterrupted(ctx, nil), &got) || got.code != want {
			t.Errorf("%v: %v with code %d, want %d", signal, got, got.code, want)
		}
	}
}
