package xboard_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/cli/engineio/engineiotest"
	"github.com/wane-chess/wane/internal/cli/xboard"
)

// FuzzRun sends any text to a session, which must not panic or hang.
func FuzzRun(f *testing.F) {
	for _, s := range []string{
		"xboard\nprotover 2\nnew\nlevel 40 5 0\npost\nhard\nusermove e2e4\nping 1\n?\nusermove d2d4\nundo\nremove\nforce\n",
		"new\nvariant convergent\nsd 2\ngo\nlift b3\nput b4\nhover b4\nusermove b6b5\ndraw\nhint\nresult * {x}\n",
		"ping 1\nanalyze\n.\nusermove e2e4\nundo\noption MultiPV=3\nexit\nplayother\nmemory 64\ncores 2\n",
		"variant shrink\ngo\nsetboard 8/8 w\nsetboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo\nst 0.01\nst -1\ntime x\notim 5\n" +
			"edit\n#\n.\n",
		"e2e4\ne7e5\n\x00\xff\noption Level=1\noption Clear Hash\nnew\ngo\neasy\nnopost\ncomputer\nbk\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var out strings.Builder
		in := io.MultiReader(strings.NewReader(text), strings.NewReader("\nforce\nquit\n"))
		if err := xboard.Run(context.Background(), in, &out, config(engineiotest.NewEngine(t.Errorf))); err != nil {
			t.Error(err)
		}
		for line := range strings.Lines(out.String()) {
			for _, b := range []byte(strings.TrimSuffix(line, "\n")) {
				if b < ' ' && b != '\t' || b == 0x7f {
					t.Errorf("%q has control characters", line)
					break
				}
			}
		}
	})
}
