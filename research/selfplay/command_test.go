package selfplay

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/research/internal/task/tasktest"
)

// The error for a wrong call says what is expected, before a file is made.
func TestWrongCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("other.txt", []byte("package main\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"":                                         "accepts 1 arg(s)",
		"shrink -g 1":                              `"output" not set`,
		"shrink -o x":                              "expected either --games or --positions",
		"go -o x -g 1":                             "unknown game",
		"shrink -o x -g -1":                        "expected either --games or --positions",
		"shrink -o x -g 1 --positions 1":           "either --games or --positions",
		"shrink -o x -g 1 --rankings random":       "needs diminuendo, not shrink",
		"diminuendo -o x -g 1 --rankings odd":      `--rankings "odd": expected fixed or random`,
		"shrink -o x -g 1 --max-plies 9":           "--max-plies needs --whole-games",
		"shrink -o x --whole-games --positions 9":  "needs a number of games, not of positions",
		"shrink -o x -g 1 --varied 2000":           "expected 0–1000",
		"shrink -o x -g 1 --random-plies -1":       "-1 random plies: expected 0–100",
		"shrink -o x -g 1 --played-out -1":         "one game of -1 played out",
		"shrink -o x -g 1 --nodes 7":               "7 nodes for each move: expected at least 100",
		"shrink -o x -g 1 --hash 0":                "transposition table of 0 MB",
		"shrink -o x -g 1 --concurrency 0":         "0 games at once: expected 1–256",
		"shrink -o other.txt -g 1":                 `other.txt: the file begins with "package main\n"`,
		"shrink -o no/such/file -g 1 --nodes 1000": "no such file",
	} {
		out, err := tasktest.Run(t, Command(), strings.Fields(args)...)
		if err == nil || !strings.Contains(err.Error(), want) || out != "" {
			t.Errorf("%s: %v, want %q\n%s", args, err, want, out)
		}
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("a file was made")
	}
}

// Games of random rankings are the same if the command was interrupted.
func TestCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	play := func(file string, games int) {
		t.Helper()
		args := fmt.Sprintf("diminuendo --rankings random --nodes 100 --games %d --output %s", games, file)
		out, err := tasktest.Run(t, Command(), strings.Fields(args)...)
		if err != nil || !strings.Contains(out, "has "+message.Plural(games, "game")+" with") {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	play("once.txt", 3)
	play("twice.txt", 1)
	play("twice.txt", 3)
	a, _ := os.ReadFile("once.txt")
	b, _ := os.ReadFile("twice.txt")
	if string(a) != string(b) || strings.Count(string(a), "\n# game ") != 3 ||
		strings.Count(string(a), "\ndiminuendo:") < 20 {
		t.Fatalf("in one go it is\n%s\nin two\n%s", a, b)
	}
}
