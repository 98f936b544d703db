package tables

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/research/internal/task/tasktest"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// run runs a command about tablebases.
func run(t *testing.T, args string) (string, error) {
	t.Helper()
	return tasktest.Run(t, Command(), strings.Fields(args)...)
}

// output is what a command that succeeds writes.
func output(t *testing.T, args string) string {
	t.Helper()
	out, err := run(t, args)
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	return out
}

// The error for a wrong call says what is expected.
func TestBadCalls(t *testing.T) {
	for args, want := range map[string]string{
		"stats --pieces 7":                    "is out of range (3–6)",
		"stats --from 5 --pieces 4":           "is out of range (3 to --pieces)",
		"stats --from 2":                      "is out of range (3 to --pieces)",
		"stats --pieces 5":                    "wane tablebase build -v shrink --pieces 5",
		"stats --json --markdown":             "none of the others can be",
		"stats -v chess":                      "of shrink and convergent only, not of chess",
		"stats --pieces 3 --tables /dev/null": "not a tablebase file",
		"positions --pieces 3 --kind odd":     "expected won, lost or drawn",
		"positions --pieces 2":                "is out of range (3–6)",
		"positions --pieces 5":                "wane tablebase build -v shrink --pieces 5",
		"positions --pieces 3 --min-plies 30": "found only 0 positions",
	} {
		if out, err := run(t, args); err == nil || !strings.Contains(err.Error(), want) || out != "" {
			t.Errorf("%s: %v, %s; want %q", args, err, out, want)
		}
	}
}

// The pages in docs equal what the command writes as far as the built-in tablebases go.
func TestPages(t *testing.T) {
	for _, c := range []struct {
		args, page string
		pieces     []string
		rows       int // at least
	}{
		{"stats --pieces 4 --markdown", "shrink-endings.md", []string{"| 3 ", "| 4 "}, 35 + 2 + 7},
		{"stats -v convergent --markdown", "convergent-endings.md", []string{"| 2 ", "| 3 "}, 6 + 6 + 2 + 6},
	} {
		page, err := os.ReadFile("../../docs/" + c.page)
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for line := range strings.Lines(output(t, c.args)) {
			found := false
			for _, start := range append(c.pieces, "| K", "With ") {
				found = found || strings.HasPrefix(line, start)
			}
			if !found {
				continue
			}
			if rows++; !strings.Contains(string(page), line) {
				t.Errorf("docs/%s lacks the line %s", c.page, line)
			}
		}
		if rows < c.rows {
			t.Errorf("only %d lines of docs/%s were compared", rows, c.page)
		}
	}
	if out := output(t, "stats --from 4 --pieces 4 --markdown"); !strings.HasPrefix(out,
		"# The endgames of Shrink Chess with 4 pieces\n") {
		t.Errorf("%.60q", out)
	}
}

// The JSON has every material, and the text a line for each.
func TestStats(t *testing.T) {
	out := output(t, "stats --pieces 4 --json")
	var chapters []Chapter
	if err := json.Unmarshal([]byte(out), &chapters); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, `"pieces": 3`) || len(chapters) != 2 || len(chapters[0].Stats) != 5 ||
		len(chapters[1].Stats) != 30 {
		t.Errorf("the chapters are wrong: %.300s", out)
	}
	for _, c := range chapters {
		for _, s := range c.Stats {
			if s.Positions == 0 || s.Wins[0]+s.Wins[1]+s.Draws != s.Positions {
				t.Errorf("%s: %+v", s.Material, s)
			}
		}
	}
	for args, lines := range map[string]int{"stats --from 4": 31, "stats --pieces 3": 6,
		"stats -v convergent --pieces 2": 2} {
		if out := output(t, args); strings.Count(out, "\n") != lines {
			t.Errorf("%s: want %d lines\n%s", args, lines, out)
		}
	}
}

// The positions are of the kind asked for, each once, and the same each time.
func TestPositions(t *testing.T) {
	shrink, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]game.WDL{"won": game.WDLWin, "lost": game.WDLLoss, "drawn": game.WDLDraw} {
		args := "positions --pieces 4 --count 40 --min-plies 4 --kind " + kind
		out := output(t, args)
		if output(t, args) != out {
			t.Error("another time it draws others")
		}
		seen := map[string]bool{}
		for fen := range strings.Lines(out) {
			fen = strings.TrimSpace(fen)
			p, err := shrink.Parse(fen)
			if err != nil {
				t.Fatal(err)
			}
			r, err := tablebase.Builtin().Probe(p)
			if err != nil || r.Outcome != want || r.Outcome != game.WDLDraw && r.DTM < 4 || seen[fen] {
				t.Errorf("%s position %s: %v, %v, seen before: %v", kind, fen, r, err, seen[fen])
			}
			seen[fen] = true
		}
		if len(seen) != 40 {
			t.Errorf("%d %s positions, want 40", len(seen), kind)
		}
	}
}
