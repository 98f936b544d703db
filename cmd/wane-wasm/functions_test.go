package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/page/boardview"
)

// TestFunctions makes valid and invalid calls.
func TestFunctions(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want string // a part of the answer
	}{
		{"views", []string{"shrink", "", "", "0"}, `{"ok":[{"ply":0,"fen":"rnbqkbnr/`},
		{"views", []string{"shrink", "", "e2e4 d7d5", "2"}, `{"ok":[{"ply":2,`},
		{"views", []string{"shrink", "", "e2e4", "2"}, `no ply \"2\": expected 0 to 1`},
		{"views", []string{"shrink", "", "e2e4", "x"}, `no ply`},
		{"views", []string{"go", "", "", "0"}, `unknown game \"go\"`},
		{"views", []string{"chess", "", "e2e4 e7e5 e1e3", "0"}, `"error":"move 3: \"e1e3\"`},
		{"views", []string{"chess", "", ""}, `no function \"views\" with 3 arguments`},
		{"choices", []string{"chess", "", ""}, `{"ok":{"ply":0,"routes":[{`},
		{"premoves", []string{"chess", "7k/8/8/8/8/8/7P/K7 w - - 0 1", ""}, `{"ok":[[63,54],[63,55],[63,62]]}`},
		{"premoves", []string{"chess", "7k/8/8/8/8/8/7P/K7 w - - 0 1"}, `no function`},
		{"collapses", []string{"shrink", "", "e2e4 d7d5 e4d5"}, `{"ok":[3]}`},
		{"preview", []string{"convergent", "", "", "c3c4"}, `{"ok":{"text":"c3c4","san":"cc4"`},
		{"preview", []string{"convergent", "", "", "c3c9"}, `{"error":`},
		{"refusal", []string{"chess", "", "", "a1", "a3"},
			`{"ok":"The white rook on a1 cannot go to a3: another piece is in the way; it has no legal move."}`},
		{"refusal", []string{"chess", "", "", "e2", "e4"}, `{"ok":""}`},
		{"timeout", []string{"chess", "", "e2e4"}, `{"ok":{"result":"1-0","reason":"time ran out"}}`},
		{"timeout", []string{"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ""},
			`{"ok":{"result":"1/2-1/2","reason":"time ran out, but the opponent could never win"}}`},
		{"check", []string{"shrink", "2k/1R1/K2 w - - 0 1"}, `{"ok":{"ply":0,"fen":"2k/1R1/K2 w - - 0 1"`},
		{"check", []string{"shrink", "2k/1R1/K2 w -"}, `{"error":"parse FEN: no en passant square`},
		{"judge", []string{"shrink", `{"moves":["e2e4","d7d5"],"goal":{"kind":"collapse"}}`, "e4d5"},
			`{"ok":{"state":"done"}}`},
		{"judge", []string{"shrink", `{"goal":{"kind":"collapse"},"wrong":[{"moves":["a2a3"]}]}`, "a2a3"},
			`{"ok":{"state":"wrong","why":1}}`},
		{"judge", []string{"shrink", `{"goal":{"kind":"collapse"}}`, "e2e5"}, `{"error":"move 1: `},
		{"judge", []string{"shrink", `{"goal":{"kind":"collapse"}}`, ""},
			`{"error":"0 moves were played: expected an odd number`},
		{"judge", []string{"shrink", `{`, "e2e4"}, `{"error":"invalid step: `},
		{"judge", []string{"go", `{}`, "e2e4"}, `unknown game`},
		{"draft", []string{`{"variant":"shrink"}`, `{"do":"fen","text":"2k/1R1/K2"}`},
			`{"ok":{"state":{"variant":"shrink","fen":"2k/1R1/K2 w - - 0 1",`},
		{"draft", []string{`{"variant":"shrink","fen":"2k/1R1/3 w - - 0 1"}`, `{"do":"turn","text":"black"}`},
			`"faults":[{"text":"White has no king`},
		{"draft", []string{`{"variant":"shrink"}`, `{"do":"paint"}`}, `{"error":"unknown edit \"paint\"`},
		{"draft", []string{`{"variant":"shrink"}`, `{"do":7}`}, `{"error":"invalid edit: `},
		{"draft", []string{`[]`, `{"do":"start"}`}, `{"error":"invalid state: `},
		{"draft", []string{`{"variant":"go"}`, `{"do":"start"}`}, `unknown game`},
		{"mate", nil, `no function`},
		{"read", []string{"shrink", "", "1. e4 d5 {[%csl Gd4]} 2. exd5", ""},
			`"san":"d5","circles":[{"at":"d4","color":"green"}]`},
		{"read", []string{"shrink", "", "1. e4 d5 2. Nf6", ""}, `"correct":"1#2."`},
		{"read", []string{"shrink", "", "1. e4 d5 2. Nf6", "1#2.Nf3"},
			`"warnings":[{"line":1,"column":13,"text":"Nf6","problem":"move 2. corrected to Nf3"}],"skipped":[]}`},
		{"read", []string{"shrink", "", "1. e4"}, `no function`},
		{"write", []string{`{"variant":"chess","result":"*","root":{"children":[{"move":"e2e4"}]}}`}, `1. e4 *`},
		{"write", []string{`{"variant":"chess","result":"*","root":{"children":[{"move":"e2e5"}]}}`},
			`{"error":"before the first move: \"e2e5\"`},
		{"write", []string{`[`}, `invalid game`},
	} {
		if got := (&recentLines{}).call(c.name, c.args); !strings.Contains(got, c.want) || !json.Valid([]byte(got)) {
			t.Errorf("%s%q: %.300s, want a part %s", c.name, c.args, got, c.want)
		}
	}
}

// TestRecentLines requests lines that grow, shrink and branch, and more
// lines than are kept: each answer must be that of new lines, and a line
// with one move more must be the same line.
func TestRecentLines(t *testing.T) {
	r := &recentLines{}
	ask := func(variant, fen, moves string) *boardview.Line {
		t.Helper()
		l, err := r.line(variant, fen, moves)
		if err != nil {
			t.Fatal(err)
		}
		want := (&recentLines{}).call("choices", []string{variant, fen, moves})
		if got := r.call("choices", []string{variant, fen, moves}); got != want {
			t.Errorf("%s %q: the kept line gives %s, want %s", variant, moves, got, want)
		}
		return l
	}
	first := ask("chess", "", "e2e4 e7e5")
	if ask("chess", "", "e2e4 e7e5 g1f3 b8c6") != first {
		t.Error("a line with more moves was made again")
	}
	if ask("chess", "", "e2e4 e7e5 g1f3 g8f6") != first {
		t.Error("a line with another last move was made again")
	}
	if ask("chess", "", "e2e4") == first {
		t.Error("a long line was cut for a call about its beginning")
	}
	if ask("chess", "", "e2e4 e7e5 g1f3 g8f6") != first {
		t.Error("the long line was not kept")
	}
	ask("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1")
	for _, v := range []string{"shrink", "convergent", "diminuendo", "cheshire", "cheshire8", "diminuendo:pbnrqk"} {
		ask(v, "", "")
	}
	if len(r.lines) != maxLines {
		t.Errorf("%d lines are kept, want %d", len(r.lines), maxLines)
	}
	if ask("chess", "", "e2e4 e7e5 g1f3 g8f6") == first {
		t.Error("an old line was kept")
	}
	if _, err := r.line("chess", "", "e2e4 e2e4"); err == nil {
		t.Error("an illegal move was played")
	}
	ask("chess", "", "e2e4 e7e5") // after the failure
}

// TestPanicIsAnError makes the rules panic.
func TestPanicIsAnError(t *testing.T) {
	r := &recentLines{}
	r.lines = []*recentLine{{variant: "chess", line: nil}}
	if got := r.call("choices", []string{"chess", "", ""}); !strings.HasPrefix(got, `{"error":"the rules failed: `) {
		t.Errorf("the result is %s", got)
	}
	if got := r.call("choices", []string{"chess", "", ""}); !strings.HasPrefix(got, `{"ok":`) {
		t.Errorf("after a panic the result is %s", got)
	}
}
