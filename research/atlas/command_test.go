package atlas

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/research/internal/task/tasktest"
)

// The error for a wrong call says what is expected, before a file is made.
func TestWrongCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"run":                 `"output" not set`,
		"run -o x --games 30": "30 games of each ranking in the section plain: expected a multiple of 20",
		"run -o x --nodes 1":  "1 nodes for each move: expected 50–20000",
		"report none.atlas":   "none.atlas",
		"report a b c":        "at most 2",
	} {
		_, err := tasktest.Run(t, Command(), strings.Fields(args)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}
