package uci_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/cli/engineio/engineiotest"
	"github.com/wane-chess/wane/internal/cli/uci"
)

// FuzzRun sends any text to a session, which must not panic or hang, and must answer
// every go before it ends.
func FuzzRun(f *testing.F) {
	for _, s := range []string{
		"uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 3\nstop\nd\neval\nquit\n",
		"setoption name UCI_Variant value shrink\nposition fen 2k/1R1/K2 w - - 0 1 moves b2c2\ngo infinite\n" +
			"position startpos\ngo perft 2\n",
		"setoption name UCI_Variant value diminuendo:pbnrqk+qk+fp\nd\nposition startpos moves c2z\n" +
			"go searchmoves c2z nodes 7 mate 3",
		"go ponder wtime 1 btime -1 winc 3 binc 4 movestogo 0\nponderhit\nponderhit\ngo\nstop\nbench\nhelp\n" +
			"register later\ndebug on",
		"setoption name Hash value 70000\nsetoption name UCI_LimitStrength value TRUE\nsetoption name UCI_Elo value 700\n" +
			"go movetime 0\n\x00\xff",
		"position fen x\nposition startpos moves\ngo searchmoves\ngo depth\nsetoption\nsetoption name\nsetoption value\n" +
			"setoption name value value",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e := engineiotest.NewEngine(t.Errorf)
		var out strings.Builder
		in := io.MultiReader(strings.NewReader(text), strings.NewReader("\nstop\nquit\n"))
		if err := uci.Run(context.Background(), in, &out, config(t, e)); err != nil {
			t.Error(err)
		}
		said := out.String()
		n := strings.Count(said, "\nbestmove ") + strings.Count(said[:min(9, len(said))], "bestmove ")
		if n < len(e.Started) {
			t.Errorf("%d answers to %d searches", n, len(e.Started))
		}
		for line := range strings.Lines(out.String()) {
			for _, b := range []byte(strings.TrimSuffix(line, "\n")) {
				if b < ' ' || b == 0x7f {
					t.Errorf("%q has control characters", line)
					break
				}
			}
		}
	})
}
