package puzzles

import (
	"os"
	"strings"
	"testing"

	"github.com/wane-chess/wane/research/internal/task/tasktest"
)

// Puzzles are made, resumed and verified; a wrong one is found.
func TestCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	run := func(args string) (string, error) { return tasktest.Run(t, Command(), strings.Fields(args)...) }
	const making = "make diminuendo --count 3 --mate-moves 50000 --nodes 0 --output d.tsv"
	out, err := run(making)
	if err != nil || !strings.Contains(out, "d.tsv has 3 puzzles from ") {
		t.Fatalf("%v\n%s", err, out)
	}
	first, err := os.ReadFile("d.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run(making); err != nil {
		t.Fatalf("again: %v", err)
	}
	if again, err := os.ReadFile("d.tsv"); err != nil || string(again) != string(first) {
		t.Errorf("a second run wrote other puzzles, %v", err)
	}
	if out, err := run("verify d.tsv"); err != nil || !strings.Contains(out, "3 puzzles verified") {
		t.Errorf("%v\n%s", err, out)
	}
	wrong := strings.Replace(string(first), "mate-in-", "royal-entry mate-in-", 1)
	if err := os.WriteFile("wrong.tsv", []byte(wrong), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := run("verify wrong.tsv"); err == nil || !strings.Contains(err.Error(), "1 of 3 puzzles unsound") {
		t.Errorf("wrong themes: %v\n%s", err, out)
	}
	for args, want := range map[string]string{
		"make diminuendo":                                       `"output" not set`,
		"make checkers -o x":                                    "checkers",
		"make diminuendo -o x --random-endings":                 "no tables of diminuendo",
		"make diminuendo -o x --random-endings --pgn games.pgn": "[pgn random-endings] were all set",
		"make diminuendo -o x --theme fork":                     `unknown theme "fork"`,
		"make diminuendo -o x --pgn none.pgn":                   "none.pgn",
		"make diminuendo -o x --count 0":                        "expected 1–100000",
		"verify --sample 0":                                     "--sample 0: expected a number from 1",
		"verify none.tsv":                                       "none.tsv",
		"verify -v checkers":                                    "no puzzles to verify",
	} {
		if _, err := run(args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}
