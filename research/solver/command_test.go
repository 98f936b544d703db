package solver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/research/internal/task/tasktest"
	stats "github.com/wane-chess/wane/research/solver"
)

// The command measures a list of positions, and names what is wrong with it.
func TestMeasureCommand(t *testing.T) {
	const tempo = "******1k/********/*****1**/********/******N*/********/********/*******K b - - 0 40"
	list := "# two positions\ncheshire8\t" + tempo + "\ncheshire8\t" + strings.Replace(tempo, " b ", " w ", 1) + "\n"
	for _, c := range []struct{ list, flags, want, problem string }{
		{list, "", "100 %", ""},
		{list, "--markdown --concurrency 2", "| cheshire8 | 1–4 | 2 | 100 % | 100 % | 0 | 1 | 1 |", ""},
		{list, "--nodes 500", "within 500 nodes", ""},
		{list, "--movetime 0", "", "no limit"},
		{"", "", "", "list.tsv: no positions"},
		{"chess\t8/8/8/8/8/8/8/K6k w - - 0 1", "", "", "line 1: cannot solve positions of chess"},
		{"\n1. e4 e5", "", "", "line 2: expected tab-separated game and FEN"},
		{"cheshire8\t8/8 w", "", "", "line 1: parse FEN"},
	} {
		name := filepath.Join(t.TempDir(), "list.tsv")
		if err := os.WriteFile(name, []byte(c.list), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := tasktest.Run(t, stats.Command(),
			append([]string{"measure", name, "--hash", "1"}, strings.Fields(c.flags)...)...)
		if c.problem == "" && (err != nil || !strings.Contains(out, c.want)) {
			t.Errorf("%q, %s: %v\n%s\nwant %q", c.list, c.flags, err, out, c.want)
		}
		if c.problem != "" && (err == nil || !strings.Contains(err.Error(), c.problem)) {
			t.Errorf("%q, %s: %v, want %q", c.list, c.flags, err, c.problem)
		}
	}
}
