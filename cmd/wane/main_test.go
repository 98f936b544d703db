package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const small = "2k/1R1/K2 w - - 0 1"

func wane(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	t.Setenv("NO_COLOR", "1")
	var out, errs bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		name  string
		args  []string
		stdin string
		code  int
		out   string // must stand in standard output
		err   string // must stand in standard error
	}{
		{"perft", []string{"perft", "3", "-v", "shrink"}, "", 0, "8902 nodes", ""},
		{"perft with threads", []string{"perft", "4", "-v", "convergent", "-t", "2"}, "", 0, "166289 nodes", ""},
		{"perft divide", []string{"perft", "2", "-v", "cheshire", "--divide"}, "", 0, "e2e4: 24\n", ""},
		{"perft JSON", []string{"perft", "3", "-v", "diminuendo", "--json"}, "", 0, `"nodes":5492`, ""},
		{"perft of a FEN", []string{"perft", "1", "--fen", small, "-v", "shrink"}, "", 0, "nodes", ""},
		{"perft 0", []string{"perft", "0", "-v", "chess"}, "", 0, "1 nodes", ""},
		{"perft bad depth", []string{"perft", "x", "-v", "chess"}, "", 2, "", `bad depth "x": expected a whole number`},
		{"perft no depth", []string{"perft", "-v", "chess"}, "", 2, "", "how deep?"},
		{"perft bad variant", []string{"perft", "1", "-v", "go"}, "", 1, "", `unknown game "go": the games are shrink, convergent`},
		{"perft bad threads", []string{"perft", "1", "-v", "chess", "-t", "-1"}, "", 2, "", "--threads -1: 0 to 1024"},
		{"perft bad flag", []string{"perft", "1", "--bogus"}, "", 2, "", "See 'wane perft --help'"},
		{"perft stdin", []string{"perft", "--stdin"},
			"shrink\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t3\nshrink\tx\t1\nchess\t1\r\n", 0,
			"8902\nerror: FEN, side, column 2: the field is missing; expected six fields: board, side, rights, en passant square, halfmove clock, move number\nerror: 2 fields: expected", ""},
		{"perft stdin and depth", []string{"perft", "--stdin", "3"}, "", 2, "", "with --stdin"},
		{"unknown command", []string{"fly"}, "", 2, "", `unknown command "fly"`},
		{"variants", []string{"variants"}, "", 0, "cheshire8", ""},
		{"variants JSON", []string{"variants", "--json"}, "", 0, `"name": "diminuendo"`, ""},
		{"variants with argument", []string{"variants", "x"}, "", 2, "", "See 'wane variants --help'"},
		{"rules", []string{"rules", "diminuendo:pbnrqk"}, "", 0, "drop check", ""},
		{"rules of nothing", []string{"rules"}, "", 2, "", "accepts 1 arg"},
		{"rules of another game", []string{"rules", "diminuendo:pbnrqq"}, "", 1, "", "pbnrqq"},
		{"show", []string{"show", "-v", "convergent"}, "", 0, "White to move.", ""},
		{"show guesses", []string{"show", small}, "", 0, "White to move.", ""},
		{"show unquoted", append([]string{"show"}, strings.Fields(small)...), "", 0, "White to move.", ""},
		{"show JSON", []string{"show", small, "--json"}, "", 0, `"c3": "k"`, ""},
		{"show nothing", []string{"show"}, "", 2, "", "which game?"},
		{"show nonsense", []string{"show", "nonsense"}, "", 1, "", "no game reads this FEN"},
		{"show twice", []string{"show", small, "--fen", small}, "", 2, "", "given twice"},
		{"show theme", []string{"show", small, "--theme", "pink"}, "", 2, "", "expected light or dark"},
		{"show SVG", []string{"show", small, "--svg", "-"}, "", 0, "<svg", ""},
		{"moves", []string{"moves", small, "-v", "shrink"}, "", 0, "b2c2", ""},
		{"moves JSON", []string{"moves", small, "-v", "shrink", "--json", "--explain"}, "", 0, `"move": "b2c2"`, ""},
		{"import", []string{"import", "-", "-v", "chess"}, "1. e4 e5 2. Nf3 *", 0, "1. e4 e5 2. Nf3 *", ""},
		{"import illegal", []string{"import", "-", "-v", "chess"}, "1. e4 e5 2. Nf4 *", 1, "", "line 1"},
		{"import nothing", []string{"import", "/no/such/file"}, "", 1, "", "no such file"},
		{"play where there is no terminal", []string{"play", "shrink"}, "", 1, "", "terminal"},
		{"play an unknown game", []string{"play", "go"}, "", 1, "", "unknown game"},
		{"help", []string{"--help"}, "", 0, "diminish", ""},
		{"version", []string{"--version"}, "", 0, "development", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := wane(t, c.stdin, c.args...)
			if code != c.code {
				t.Errorf("exit code %d, want %d\n%s", code, c.code, errs)
			}
			if !strings.Contains(out, c.out) {
				t.Errorf("standard output has no %q:\n%s", c.out, out)
			}
			if !strings.Contains(errs, c.err) {
				t.Errorf("standard error has no %q:\n%s", c.err, errs)
			}
			if c.code != 0 && out != "" {
				t.Errorf("a failing command wrote to standard output:\n%s", out)
			}
		})
	}
}

func TestFilesAreNotReplaced(t *testing.T) {
	name := filepath.Join(t.TempDir(), "board.svg")
	if err := os.WriteFile(name, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := wane(t, "", "show", small, "-v", "shrink", "--svg", name)
	if b, _ := os.ReadFile(name); code != 1 || string(b) != "mine" || !strings.Contains(errs, "exists already") {
		t.Errorf("code %d, file %q, %s", code, b, errs)
	}
	code, _, errs = wane(t, "", "show", small, "-v", "shrink", "--svg", name, "--force")
	if b, _ := os.ReadFile(name); code != 0 || !bytes.HasPrefix(b, []byte("<svg")) {
		t.Errorf("code %d, file %.40q, %s", code, b, errs)
	}
}

// A command that fails leaves nothing behind.
func TestFailingWritesNothing(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"show", "nonsense", "--svg", filepath.Join(dir, "a.svg")},
		{"show", small, "-v", "shrink", "--png", filepath.Join(dir, "a.png"), "--size", "-5"},
		{"import", "-", "-v", "chess", "--output", filepath.Join(dir, "a.pgn")},
	} {
		if code, _, _ := wane(t, "1. e4 e5 2. Ke8", args...); code == 0 {
			t.Errorf("%v succeeded", args)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}
