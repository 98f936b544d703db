package tune

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/research/internal/task/tasktest"
	"github.com/wane-chess/wane/research/selfplay"
	"github.com/wane-chess/wane/rules"
)

// run runs the command.
func run(t *testing.T, args string) (string, error) {
	t.Helper()
	return tasktest.Run(t, Command(), strings.Fields(args)...)
}

// The error for a wrong call says what is expected.
func TestWrongCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	const position = "shrink | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 1 | 0 | 9\n"
	if err := os.WriteFile("data.txt", []byte(position), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"":                                       "requires at least 2 arg(s)",
		"shrink":                                 "requires at least 2 arg(s)",
		"go x":                                   "unknown game",
		"shrink x --dry-run --step 4294967328":   "--step 4294967328 is out of range (1–1000)",
		"shrink x --rate x":                      `invalid argument "x" for "--rate" flag`,
		"shrink x --dry-run":                     "no such file",
		"shrink data.txt --dry-run --epochs 0":   "epochs 0: expected 1–1e+06",
		"shrink data.txt --dry-run --rate 0":     "rate 0: expected 1e-06–1000",
		"shrink data.txt --dry-run --holdout 91": "holdout 91: expected 0–90",
		"shrink data.txt --dry-run --threads 0":  "threads 0: expected 1–1024",
		"shrink data.txt --dry-run --step 0":     "step 0: expected 1–1000",
		"shrink data.txt --dry-run --rounds 0":   "rounds 0: expected 1–100",
		"shrink data.txt --dry-run --fix x":      `"x"`,
	} {
		if out, err := run(t, args); err == nil || !strings.Contains(err.Error(), want) || out != "" {
			t.Errorf("%s: %v, want %q\n%s", args, err, want, out)
		}
	}
}

// A fit to games of random rankings leaves the source unchanged.
func TestCommand(t *testing.T) {
	source, err := filepath.Glob("../../engine/eval/diminuendo/*")
	if err != nil || len(source) == 0 {
		t.Fatal("the source is not there")
	}
	for i := range source {
		if source[i], err = filepath.Abs(source[i]); err != nil {
			t.Fatal(err)
		}
	}
	before := modified(t, source)
	t.Chdir(t.TempDir())
	play := "diminuendo --rankings random --nodes 100 --games 3 --output games.txt"
	if _, err := tasktest.Run(t, selfplay.Command(), strings.Fields(play)...); err != nil {
		t.Fatal(err)
	}
	out, err := run(t, "diminuendo:pbnrqk games.txt --holdout 0 --epochs 5 --dry-run --report")
	if err != nil || !strings.Contains(out, "positions of 3 games") || !strings.Contains(out, "mean change") {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = run(t, "diminuendo:pbnrqk games.txt --holdout 0 --epochs 5 --output tuned.txt")
	if err != nil || !strings.Contains(out, "tuned.txt has the new weights; compare them with 'wane match") {
		t.Errorf("%v\n%s", err, out)
	}
	text, err := os.ReadFile("tuned.txt")
	const remark = "# Tuned by 'research tune diminuendo:pbnrqk games.txt --epochs 5 --holdout 0'"
	if err != nil || !strings.HasPrefix(string(text), remark) {
		t.Errorf("%v\n%.300s", err, text)
	}
	g, err := rules.ByName("diminuendo:pbnrqk")
	if err != nil {
		t.Fatal(err)
	}
	e := tunable(t, g)
	old := values(e)
	if err := eval.Load(e, g, "tuned.txt"); err != nil || slices.Equal(values(e), old) {
		t.Errorf("the file gives the old weights, or %v", err)
	}
	if modified(t, source) != before {
		t.Error("the source was changed")
	}
	if _, err := run(t, "shrink games.txt --dry-run"); err == nil ||
		!strings.Contains(err.Error(), "games.txt:2: position of diminuendo:") {
		t.Errorf("positions of another game: %v", err)
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
	if _, err := weightsFile(chess, ""); err == nil ||
		!strings.Contains(err.Error(), "weights-chess.txt of the source tree, which is not here: run this at its root") {
		t.Errorf("elsewhere: %v", err)
	}
	if name, err := weightsFile(chess, "new.txt"); err != nil || name != "new.txt" {
		t.Errorf("a new file: %q, %v", name, err)
	}
	// A source tree with other weights than this program.
	if err := os.MkdirAll("engine/eval/shrink", 0o700); err != nil {
		t.Fatal(err)
	}
	list := tunable(t, chess).Weights()
	var text strings.Builder
	if err := errors.Join(weights.Zero(list, "Tempo"), weights.Write(&text, list, "A test.")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("engine/eval/shrink/weights-chess.txt", []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := weightsFile(chess, ""); err == nil ||
		!strings.Contains(err.Error(), "has other weights than this program: build it again") {
		t.Errorf("a stale program: %v", err)
	}
}

// A file without end, or of another kind, is an error and not read to the end of memory.
func TestEndlessFiles(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	t.Chdir(t.TempDir())
	position := "chess | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 1 | 0 | 9\n"
	if err := os.WriteFile("data.txt", []byte(strings.Repeat(position, 50)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"chess data.txt --dry-run --holdout 0 --state /dev/zero",
		"chess data.txt --output /dev/zero",
	} {
		if _, err := run(t, args); err == nil || !strings.Contains(err.Error(), "/dev/zero is larger than ") {
			t.Errorf("%s: %v", args, err)
		}
	}
}

func tunable(t *testing.T, g game.Game) engine.Tunable {
	t.Helper()
	e, err := eval.Tunable(eval.Classic(g), g)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
