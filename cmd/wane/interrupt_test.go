package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// An interrupted command that has not finished its work exits with 130 and says so.
func TestInterrupt(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "data.txt", strings.Repeat("chess | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 1 | 0 | 9\n", 50))
	writeFile(t, "list.tsv", "cheshire8\t4k3/8/8/3K4/8/8/8/6RR w - - 0 1\n")
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	for _, call := range []string{
		"analyze -v chess", "analyze -v chess --json", "analyze -v chess --pgn -", "solve -v cheshire", "solve -v cheshire --json", "solve --report list.tsv",
		"bench", "match -v chess -e wane -e baseline --nodes 100", "openings -v chess", "selfplay chess --out games.txt --games 9",
		"tune chess --data data.txt --dry-run --holdout 0", "tablebase build --out tables", "tablebase build KQRvKRB --out tables", "tablebase verify", "tablebase stats",
		"loadtest --url http://localhost:1",
	} {
		var out, errs bytes.Buffer
		code := run(ctx, strings.Fields(call), strings.NewReader("1. e4 e5"), &out, &errs)
		if code != exitInterrupted || !strings.Contains(errs.String(), "wane: interrupted") {
			t.Errorf("%s: exit code %d, want %d: %s", call, code, exitInterrupted, errs.String())
		}
	}
}
