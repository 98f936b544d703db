package arena

import (
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/cli/engines"
)

func TestTable(t *testing.T) {
	var tally Tally
	for i, result := range []string{"1-0", "0-1", "1/2-1/2", "0-1", "1-0", "1-0"} { // wins 1-2, 1½-½, 1-1
		r := Record{Game: i, White: i % 2, Result: result, Reason: "an end", Moves: make([]string, 10)}
		if i == 5 {
			r.Fault, r.Faulty = engines.TimeLoss, 0
		}
		tally.Add(r)
	}
	tally.Add(Record{Game: 6, Result: "1-0", Reason: "another end"})
	r := Report{
		Names: []string{"A", "an engine"}, Tally: tally, Planned: 20,
		SPRT: &SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}, LLR: 0.125,
		Elapsed: 14 * time.Second, Played: 7,
	}
	want := `engine     games   won drawn  lost   score  faults
A              7     5     1     1   78.6%  1 time loss
an engine      7     1     1     5   21.4%  none
Elo +190.8 ± 335.9 (95 %: +13.2 to +685.0), LOS 98.3 %
pairs 0-½-1-1½-2: 0-0-1-1-1; White scored 64.3 %, a game has 8 plies
SPRT elo0 0 elo1 5: LLR 0.12 (-2.94 to 2.94), undecided
`
	if got := r.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := r.Line(), "7 games: +5 =1 -1, Elo +190.8 ± 335.9, LOS 98.3 %, LLR 0.12"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := r.Reasons(), "an end (6), another end (1)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.SPRT = nil
	if got := r.Line(); !strings.HasPrefix(got, "7 of 20 games: ") || !strings.HasSuffix(got, "about 26s left") {
		t.Error(got)
	}
	if got := (Report{Names: r.Names}).String(); strings.Contains(got, "Elo") || strings.Contains(got, "NaN") {
		t.Errorf("without games:\n%s", got)
	}
}
