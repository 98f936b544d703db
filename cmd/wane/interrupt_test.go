package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// An interrupted command that has not finished its work exits with 130 and says so.
func TestInterrupt(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "data.txt",
		strings.Repeat("chess | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 1 | 0 | 9\n", 50))
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	for _, call := range []string{
		"analyze -v chess", "analyze -v chess --json", "analyze -v chess --pgn -", "solve -v cheshire",
		"solve -v cheshire --json",
		"bench", "match -v chess -e wane -e baseline --nodes 100", "openings -v chess",
		"tablebase build --output tables", "tablebase build KQRvKRB --output tables", "tablebase verify",
		"loadtest --url http://localhost:1",
	} {
		var out, errs bytes.Buffer
		code := run(ctx, strings.Fields(call), strings.NewReader("1. e4 e5"), &out, &errs)
		if code != exitInterrupted || !strings.Contains(errs.String(), "wane: interrupted") {
			t.Errorf("%s: exit code %d, want %d: %s", call, code, exitInterrupted, errs.String())
		}
	}
}

// Only the end of the command's own context is an interrupt: a canceled context of something
// else is a failure.
func TestNoInterrupt(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	lost := fmt.Errorf("the connection is closed: %w", context.Canceled)
	for _, err := range []error{lost, nil} {
		if got := interrupted(ctx, err, "interrupted"); !errors.Is(got, err) {
			t.Errorf("%v became %v", err, got)
		}
		if got := unlessInterrupted(ctx, err); !errors.Is(got, err) {
			t.Errorf("%v became %v", err, got)
		}
	}
	interrupt()
	for _, err := range []error{interrupted(ctx, lost, "interrupted"), unlessInterrupted(ctx, nil),
		unlessInterrupted(t.Context(), tea.ErrInterrupted)} {
		if got := (interruption{}); !errors.As(err, &got) || got.code != exitInterrupted {
			t.Errorf("%v is no interruption with code %d", err, exitInterrupted)
		}
	}
}
