package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		{"selfplay nothing", []string{"selfplay"}, 2, "selfplay needs one VARIANT"},
		{"selfplay without a file", []string{"selfplay", "shrink", "--games", "1"}, 2, "no file is given; use --out"},
		{"selfplay without an end", []string{"selfplay", "shrink", "--out", out}, 2, "expected either --games or --positions"},
		{"selfplay with two ends", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--positions", "1"}, 2, "either --games or --positions"},
		{"selfplay an unknown game", []string{"selfplay", "go", "--out", out, "--games", "1"}, 1, "unknown game"},
		{"selfplay rankings of shrink", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--rankings", "random"}, 2, "needs diminuendo, not shrink"},
		{"selfplay odd rankings", []string{"selfplay", "diminuendo", "--out", out, "--games", "1", "--rankings", "odd"}, 2, `--rankings "odd": expected fixed or random`},
		{"selfplay keeping of positions", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--keep", "9"}, 2, "--keep needs --lines"},
		{"selfplay lines by positions", []string{"selfplay", "shrink", "--out", out, "--lines", "--positions", "9"}, 1, "give the number of games"},
		{"selfplay much varied", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--varied", "2000"}, 1, "expected 0–1000"},
		{"selfplay few nodes", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--nodes", "7"}, 1, "7 nodes a move: at least 100"},
		{"selfplay without memory", []string{"selfplay", "shrink", "--out", out, "--games", "1", "--hash", "0"}, 1, "transposition table of 0 MB"},
		{"selfplay into another file", []string{"selfplay", "shrink", "--out", "tune_test.go", "--games", "1"}, 1, `tune_test.go: the file begins with "package main\n"`},
		{"selfplay into nothing", []string{"selfplay", "shrink", "--out", "no/such/file", "--games", "1"}, 1, "no such file"},
		{"tune nothing", []string{"tune"}, 2, "tune needs one VARIANT"},
		{"tune without data", []string{"tune", "shrink"}, 2, "use --data with files of 'wane selfplay'"},
		{"tune an unknown game", []string{"tune", "go", "--data", out}, 1, "unknown game"},
		{"tune by a step beyond all numbers", []string{"tune", "shrink", "--data", out, "--step", "4294967328"}, 2, "--step 4294967328 is out of range (1–1000)"},
		{"tune at a bad rate", []string{"tune", "shrink", "--data", out, "--rate", "x"}, 2, `--rate "x": expected a number`},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, errs := wane(t, "", c.args...)
			if code != c.code || !strings.Contains(errs, c.err) || stdout != "" {
				t.Errorf("exit code %d, want %d; it says\n%s%s", code, c.code, stdout, errs)
			}
		})
	}
	if _, err := os.Stat(out); err == nil {
		t.Errorf("%s was made", out)
	}
}

// Games of mixed rankings, stopped and gone on with, then a fit of them that
// leaves the source alone.
func TestSelfplayThenTune(t *testing.T) {
	dir := t.TempDir()
	once, twice := filepath.Join(dir, "once.txt"), filepath.Join(dir, "twice.txt")
	play := func(file, games string) {
		t.Helper()
		code, stdout, errs := wane(t, "", "selfplay", "diminuendo", "--rankings", "random", "--nodes", "100", "--games", games, "--out", file)
		if code != 0 || !strings.Contains(stdout, "has "+games+" games with") {
			t.Fatalf("exit code %d\n%s%s", code, stdout, errs)
		}
	}
	play(once, "3")
	play(twice, "1")
	play(twice, "3")
	a, _ := os.ReadFile(once)
	b, _ := os.ReadFile(twice)
	if string(a) != string(b) || strings.Count(string(a), "\n# game ") != 3 || strings.Count(string(a), "\ndiminuendo:") < 20 {
		t.Fatalf("in one go it is\n%s\nin two\n%s", a, b)
	}
	weights, err := filepath.Glob("../../rules/diminuendo/*.go")
	if err != nil || len(weights) == 0 {
		t.Fatal("the source is not there")
	}
	before := modified(t, weights)
	code, stdout, errs := wane(t, "", "tune", "diminuendo", "--data", once, "--held", "0", "--epochs", "5", "--dry-run", "--report")
	if code != 0 || !strings.Contains(stdout, "positions of 3 games") || !strings.Contains(stdout, "mean change") || !strings.Contains(errs, "K is") {
		t.Errorf("exit code %d\n%s%s", code, stdout, errs)
	}
	if modified(t, weights) != before {
		t.Error("with --dry-run the source was changed")
	}
	code, stdout, errs = wane(t, "", "tune", "shrink", "--data", once, "--dry-run")
	if code != 1 || !strings.Contains(errs, "once.txt:2: a position of diminuendo:") {
		t.Errorf("positions of another game: exit code %d\n%s%s", code, stdout, errs)
	}
}

// modified tells when files were changed.
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

// Every game has weights, and they can be found in its source, so that they can
// be written there.
func TestTunedGamesHaveTheirSource(t *testing.T) {
	for _, g := range rules.All() {
		t.Run(g.Name(), func(t *testing.T) {
			tuned, err := tunedGame(g.Name())
			if err != nil {
				t.Fatal(err)
			}
			checkSource(t, tuned)
		})
	}
}
