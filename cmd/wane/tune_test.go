package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules"
)

func TestSelfplayAndTuneUsage(t *testing.T) {
	out := filepath.Join(t.TempDir(), "games.txt")
	for _, c := range []struct {
		name string
		args []string
		code int
		err  string
	}{
		{"selfplay without a variant", []string{"selfplay"}, 2, "selfplay needs one VARIANT"},
		{"selfplay without a file", []string{"selfplay", "shrink", "--games", "1"}, 2, "no file is given; use --out"},
		{"selfplay without an end", []string{"selfplay", "shrink", "--out", out}, 2, "expected either --games or --positions"},
		{"selfplay with two ends", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--positions", "1"}, 2, "either --games or --positions"},
		{"selfplay an unknown game", []string{"selfplay", "go", "--out", out, "--games", "1"}, 2, "unknown game"},
		{"selfplay rankings of shrink", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--rankings", "random"}, 2, "needs diminuendo, not shrink"},
		{"selfplay odd rankings", []string{"selfplay", "diminuendo", "--out", out, "--games", "1", "--rankings", "odd"}, 2, `--rankings "odd": expected fixed or random`},
		{"selfplay keeping of positions", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--keep", "9"}, 2, "--keep needs --lines"},
		{"selfplay lines by positions", []string{"selfplay", "shrink", "--out", out, "--lines", "--positions", "9"}, 2, "needs a number of games, not of positions"},
		{"selfplay much varied", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--varied", "2000"}, 2, "expected 0–1000"},
		{"selfplay few nodes", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--nodes", "7"}, 2, "7 nodes for each move: expected at least 100"},
		{"selfplay without memory", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--hash", "0"}, 2, "transposition table of 0 MB"},
		{"selfplay into another file", []string{"selfplay", "shrink", "--out", "tune_test.go", "--games", "1"}, 1, `tune_test.go: the file begins with "package main\n"`},
		{"selfplay to a missing directory", []string{"selfplay", "shrink", "--out", "no/such/file", "--games", "1"}, 1, "no such file"},
		{"tune without a variant", []string{"tune"}, 2, "tune needs one VARIANT"},
		{"tune without data", []string{"tune", "shrink"}, 2, "use --data with files of 'wane selfplay'"},
		{"tune an unknown game", []string{"tune", "go", "--data", out}, 2, "unknown game"},
		{"tune by a step beyond all numbers", []string{"tune", "shrink", "--data", out, "--step", "4294967328"}, 2, "--step 4294967328 is out of range (1–1000)"},
		{"tune at a bad rate", []string{"tune", "shrink", "--data", out, "--rate", "x"}, 2, `--rate "x": expected a number`},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, errs := wane(t, "", c.args...)
			if code != c.code || !strings.Contains(errs, c.err) || stdout != "" {
				t.Errorf("exit code %d, want %d; output\n%s%s", code, c.code, stdout, errs)
			}
		})
	}
	if _, err := os.Stat(out); err == nil {
		t.Errorf("%s was made", out)
	}
}

// Self-play of random rankings, interrupted and resumed, then a fit that leaves the
// source unchanged.
func TestSelfplayThenTune(t *testing.T) {
	dir := t.TempDir()
	once, twice := filepath.Join(dir, "once.txt"), filepath.Join(dir, "twice.txt")
	play := func(file string, games int) {
		t.Helper()
		code, stdout, errs := wane(t, "", "selfplay", "diminuendo", "--rankings", "random", "--nodes", "100", "--games", fmt.Sprint(games), "--out", file)
		if code != 0 || !strings.Contains(stdout, "has "+message.Plural(games, "game")+" with") {
			t.Fatalf("exit code %d\n%s%s", code, stdout, errs)
		}
	}
	play(once, 3)
	play(twice, 1)
	play(twice, 3)
	a, _ := os.ReadFile(once)
	b, _ := os.ReadFile(twice)
	if string(a) != string(b) || strings.Count(string(a), "\n# game ") != 3 || strings.Count(string(a), "\ndiminuendo:") < 20 {
		t.Fatalf("in one go it is\n%s\nin two\n%s", a, b)
	}
	source, err := filepath.Glob("../../engine/eval/diminuendo/*")
	if err != nil || len(source) == 0 {
		t.Fatal("the source is not there")
	}
	before := modified(t, source)
	code, stdout, errs := wane(t, "", "tune", "diminuendo:pbnrqk", "--data", once, "--holdout", "0", "--epochs", "5", "--dry-run", "--report")
	if code != 0 || !strings.Contains(stdout, "positions of 3 games") || !strings.Contains(stdout, "mean change") || !strings.Contains(errs, "K is") {
		t.Errorf("exit code %d\n%s%s", code, stdout, errs)
	}
	if modified(t, source) != before {
		t.Error("with --dry-run the source was changed")
	}
	tuned := filepath.Join(dir, "tuned.txt")
	code, stdout, errs = wane(t, "", "tune", "diminuendo:pbnrqk", "--data", once, "--holdout", "0", "--epochs", "5", "--out", tuned)
	text, err := os.ReadFile(tuned)
	if code != 0 || err != nil || !strings.HasPrefix(string(text), "# Tuned by 'wane tune diminuendo:pbnrqk --data once.txt --epochs 5 --holdout 0'") || !strings.Contains(stdout, "tuned.txt has the new weights") {
		t.Errorf("exit code %d, %v\n%s%s\n%.300s", code, err, stdout, errs, text)
	}
	g, _ := rules.ByName("diminuendo:pbnrqk")
	e := eval.New(g)
	old := values(e)
	if err := setWeights(e, g, tuned); err != nil || slices.Equal(values(e), old) {
		t.Errorf("the file gives the old weights, or %v", err)
	}
	if modified(t, source) != before {
		t.Error("with --out the source was changed")
	}
	code, stdout, errs = wane(t, "", "tune", "shrink", "--data", once, "--dry-run")
	if code != 1 || !strings.Contains(errs, "once.txt:2: position of diminuendo:") {
		t.Errorf("positions of another game: exit code %d\n%s%s", code, stdout, errs)
	}
}

// modified returns the files' modification times.
func modified(t *testing.T, names []string) string {
	t.Helper()
	var all strings.Builder
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = all.WriteString(name + info.ModTime().String())
	}
	return all.String()
}

// Every game has a weights file in the source tree with the current weights, so that a
// fit can be written there.
func TestWeightsFiles(t *testing.T) {
	t.Chdir("../..")
	for _, g := range rules.All() {
		if name, err := weightsFile(g, ""); err != nil || name == "" {
			t.Errorf("%s: %q, %v", g.Name(), name, err)
		}
	}
	chess, _ := rules.ByName("chess")
	for _, c := range []struct{ out, want string }{
		{"engine/eval/shrink/weights.txt", "not the weights of chess: line "},
		{"go.mod", "go.mod: not the weights of chess: line 1: "},
		{"no/such/file", "no such file"},
	} {
		if _, err := weightsFile(chess, c.out); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.out, err, c.want)
		}
	}
	t.Chdir(t.TempDir())
	if _, err := weightsFile(chess, ""); err == nil || !strings.Contains(err.Error(), "weights-chess.txt of the source tree, which is not here: run this at its root") {
		t.Errorf("elsewhere: %v", err)
	}
	if name, err := weightsFile(chess, "new.txt"); err != nil || name != "new.txt" {
		t.Errorf("a new file: %q, %v", name, err)
	}
	// A source tree with other weights than this program.
	if err := os.MkdirAll("engine/eval/shrink", 0o700); err != nil {
		t.Fatal(err)
	}
	writeZeroed(t, "engine/eval/shrink/weights-chess.txt", "chess", "Tempo")
	if _, err := weightsFile(chess, ""); err == nil || !strings.Contains(err.Error(), "has other weights than this program: rebuild wane") {
		t.Errorf("a stale program: %v", err)
	}
}

// writeZeroed writes a weights file with some groups zeroed.
func writeZeroed(t *testing.T, file, variant string, groups ...string) {
	t.Helper()
	g, err := rules.ByName(variant)
	if err != nil {
		t.Fatal(err)
	}
	list := eval.New(g).Weights()
	var text strings.Builder
	if err := errors.Join(weights.Zero(list, groups...), weights.Write(&text, list, "A test.")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A file without end, or of another kind, is an error and not read to the end of memory.
func TestTuneEndlessFiles(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	t.Chdir(t.TempDir())
	writeFile(t, "data.txt", strings.Repeat("chess | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 1 | 0 | 9\n", 50))
	for _, call := range []string{
		"tune chess --data data.txt --dry-run --holdout 0 --checkpoint /dev/zero",
		"tune chess --data data.txt --out /dev/zero",
		"match -v chess -n 9 -e wane -e wane,name=x,weights=/dev/zero",
	} {
		if code, _, errs := wane(t, "", strings.Fields(call)...); code == 0 || !strings.Contains(errs, "/dev/zero is larger than ") {
			t.Errorf("%s: exit code %d: %s", call, code, errs)
		}
	}
}
