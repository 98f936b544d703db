package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
)

// Every command that can take more than two seconds shows that it works: on standard error,
// so that its output stays as it is.
func TestProgress(t *testing.T) {
	pace := output.PlainPace
	output.PlainPace = output.Pace{Then: time.Millisecond}
	t.Cleanup(func() { output.PlainPace = pace })
	dir := t.TempDir()
	t.Chdir(dir)
	writeFile(t, "games.pgn",
		strings.Repeat("[Variant \"chess\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n", 500))
	data := strings.Repeat("chess | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 1 | 0 | 9\n", 5000)
	writeFile(t, "data.txt", data)
	for _, c := range []struct{ call, want string }{
		{"solve -v cheshire --movetime 50ms --hash 1", "solving for at most 50ms, 0s\n"},
		{"solve -v cheshire --nodes 300000 --hash 1", "solving, 0s\n"},
		{"perft 5 -v chess", " of 20 moves, 0s\n"},
		{"perft 5 -v chess -t 2", "counting, 0s\n"},
		{"bench -v chess --depth 1", "searching "},
		{"openings -v chess --count 1 --nodes 9 --max-score 1000", "openings (1 of 1)"},
		{"gif -v chess --moves e2e4 -o " + filepath.Join(dir, "x.gif"), "drawing 2 positions, 0s\n"},
		{"import games.pgn -o x.pgn", "reading games.pgn, 0s\n"},
		{"analyze -v chess --nodes 20000", "analyzing, 0s\n"},
		{"analyze -v chess --nodes 99 --pgn games.pgn --game 1", "game 1, "},
		{"match -v chess -e wane -e baseline --nodes 9 --games 2", "of 2 games"},
	} {
		if _, _, errs := wane(t, "", strings.Fields(c.call)...); !strings.Contains(errs, c.want) {
			t.Errorf("%s: standard error lacks %q: %.300s", c.call, c.want, errs)
		}
	}
}
