package analysis

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/wane-chess/wane/tablebase"
)

// Every legal move is in its group, best first.
func TestProbeReport(t *testing.T) {
	for fen, want := range map[string]string{
		"2k/1R1/K2 w - - 0 1": `White to move: White mates in 2 (plies: 3).
  winning  Rc2+  mate in 2 (plies: 3)
           Rb3+  mate in 2 (plies: 3)
  drawing  Kb1
           Ka2
           Rb1
           Ra2
`,
		"1R1/k2/2K b - - 0 1": `Black to move: White mates in 1 (plies: 2).
  losing   Ka1  mated in 1 (plies: 2)
`,
		"k/R/K b - - 0 1":    "Black is mated.\n",
		"k/R/K b - - 120 99": "Black is mated.\n",
		"1R1/k2/2K b - - 98 60": `Black to move: White mates in 1 (plies: 2).
  losing   Ka1  mated in 1 (plies: 2)
`,
		"1R1/k2/2K b - - 99 60": `Black to move: White mates in 1 (plies: 2).
The tablebase ignores the fifty-move rule, which may draw first: 99 of 100 plies are counted.
  losing   Ka1  mated in 1 (plies: 2)
`,
	} {
		p := position(t, "shrink", fen)
		e, err := NewProbeReport(tablebase.Builtin(), p)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := e.Write(&b); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", fen, err, b.String(), want)
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var back ProbeReport
		if err := json.Unmarshal(text, &back); err != nil || back.FEN != p.String() || len(back.Moves) != p.LegalCount() ||
			back.Moves == nil {
			t.Errorf("%s: %s, %v", fen, text, err)
		}
		for _, m := range back.Moves {
			if (m.Plies == 0) != (m.Result == "draw") || m.Move == "" || m.SAN == "" {
				t.Errorf("%s: %+v", fen, m)
			}
		}
	}
}

// A position outside the tablebases has no report; the error says why.
func TestNoProbeReport(t *testing.T) {
	var outside *tablebase.OutsideError
	for _, name := range []string{"shrink", "chess", "diminuendo"} {
		if e, err := NewProbeReport(tablebase.Builtin(), position(t, name, "")); e != nil || !errors.As(err, &outside) {
			t.Errorf("%s: %v, %v", name, e, err)
		}
	}
}
