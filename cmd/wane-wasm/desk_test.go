package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/page/boardview"
)

// TestAnswers puts right and wrong questions.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want string // a part of the answer
	}{
		{"scenes", []string{"shrink", "", "", "0"}, `{"ok":[{"ply":0,"fen":"rnbqkbnr/`},
		{"scenes", []string{"shrink", "", "e2e4 d7d5", "2"}, `{"ok":[{"ply":2,`},
		{"scenes", []string{"shrink", "", "e2e4", "2"}, `no scene \"2\": the line has scenes 0 to 1`},
		{"scenes", []string{"shrink", "", "e2e4", "x"}, `no scene`},
		{"scenes", []string{"go", "", "", "0"}, `unknown game \"go\"`},
		{"scenes", []string{"chess", "", "e2e4 e7e5 e1e3", "0"}, `"error":"move 3: \"e1e3\"`},
		{"scenes", []string{"chess", "", ""}, `no question \"scenes\" with 3 arguments`},
		{"choices", []string{"chess", "", ""}, `{"ok":{"ply":0,"routes":[{`},
		{"preview", []string{"convergent", "", "", "c3c4"}, `{"ok":{"text":"c3c4","san":"cc4"`},
		{"preview", []string{"convergent", "", "", "c3c9"}, `{"error":`},
		{"check", []string{"shrink", "2k/1R1/K2 w - - 0 1"}, `{"ok":{"ply":0,"fen":"2k/1R1/K2 w - - 0 1"`},
		{"check", []string{"shrink", "2k/1R1/K2 w - - 0"}, `{"error":"parse FEN: no move number`},
		{"judge", []string{"shrink", `{"moves":["e2e4","d7d5"],"goal":{"kind":"collapse"}}`, "e4d5"}, `{"ok":{"state":"done"}}`},
		{"judge", []string{"shrink", `{"goal":{"kind":"collapse"},"wrong":[{"moves":["a2a3"]}]}`, "a2a3"}, `{"ok":{"state":"wrong","why":1}}`},
		{"judge", []string{"shrink", `{"goal":{"kind":"collapse"}}`, "e2e5"}, `{"error":"move 1: `},
		{"judge", []string{"shrink", `{"goal":{"kind":"collapse"}}`, ""}, `{"error":"0 moves were played: expected an odd number`},
		{"judge", []string{"shrink", `{`, "e2e4"}, `{"error":"the step cannot be read: `},
		{"judge", []string{"go", `{}`, "e2e4"}, `unknown game`},
		{"draft", []string{`{"variant":"shrink"}`, `{"do":"fen","text":"2k/1R1/K2"}`}, `{"ok":{"state":{"variant":"shrink","fen":"2k/1R1/K2 w - - 0 1",`},
		{"draft", []string{`{"variant":"shrink","fen":"2k/1R1/3 w - - 0 1"}`, `{"do":"turn","text":"black"}`}, `"faults":[{"text":"White has no king`},
		{"draft", []string{`{"variant":"shrink"}`, `{"do":"paint"}`}, `{"error":"no edit \"paint\"`},
		{"draft", []string{`{"variant":"shrink"}`, `{"do":7}`}, `{"error":"the edit cannot be read: `},
		{"draft", []string{`[]`, `{"do":"start"}`}, `{"error":"the state cannot be read: `},
		{"draft", []string{`{"variant":"go"}`, `{"do":"start"}`}, `unknown game`},
		{"mate", nil, `no question`},
		{"read", []string{"shrink", "", "1. e4 d5 {[%csl Gd4]} 2. exd5", ""}, `"san":"d5","circles":[{"at":"d4","colour":"green"}]`},
		{"read", []string{"shrink", "", "1. e4 d5 2. Nf6", ""}, `"correct":"1#2."`},
		{"read", []string{"shrink", "", "1. e4 d5 2. Nf6", "1#2.Nf3"}, `"warnings":[{"line":1,"column":13,"text":"Nf6","problem":"move 2. corrected to Nf3"}]}`},
		{"read", []string{"shrink", "", "1. e4"}, `no question`},
		{"write", []string{`{"variant":"chess","result":"*","root":{"children":[{"move":"e2e4"}]}}`}, `1. e4 *`},
		{"write", []string{`{"variant":"chess","result":"*","root":{"children":[{"move":"e2e5"}]}}`}, `{"error":"before the first move: \"e2e5\"`},
		{"write", []string{`[`}, `this is no game`},
	} {
		if got := newDesk().answer(c.name, c.args); !strings.Contains(got, c.want) || !json.Valid([]byte(got)) {
			t.Errorf("%s%q: %.300s, want a part %s", c.name, c.args, got, c.want)
		}
	}
}

// TestDeskKeepsLines asks for lines that grow, shrink and part, and for more
// lines than a desk keeps: each answer must be as from a new desk, and a line
// with one move more must be the same line.
func TestDeskKeepsLines(t *testing.T) {
	d := newDesk()
	ask := func(variant, fen, moves string) *boardview.Line {
		t.Helper()
		l, err := d.line(variant, fen, moves)
		if err != nil {
			t.Fatal(err)
		}
		want := newDesk().answer("choices", []string{variant, fen, moves})
		if got := d.answer("choices", []string{variant, fen, moves}); got != want {
			t.Errorf("%s %q: the kept line answers %s, want %s", variant, moves, got, want)
		}
		return l
	}
	first := ask("chess", "", "e2e4 e7e5")
	if ask("chess", "", "e2e4 e7e5 g1f3 b8c6") != first {
		t.Error("a line with more moves was made anew")
	}
	if ask("chess", "", "e2e4 e7e5 g1f3 g8f6") != first {
		t.Error("a line with another last move was made anew")
	}
	if ask("chess", "", "e2e4") == first {
		t.Error("a long line was cut for a question about its beginning")
	}
	if ask("chess", "", "e2e4 e7e5 g1f3 g8f6") != first {
		t.Error("the long line was not kept")
	}
	ask("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1")
	for _, v := range []string{"shrink", "convergent", "diminuendo", "cheshire", "cheshire8", "diminuendo:pbnrqk"} {
		ask(v, "", "")
	}
	if len(d.lines) != most {
		t.Errorf("%d lines are kept, want %d", len(d.lines), most)
	}
	if ask("chess", "", "e2e4 e7e5 g1f3 g8f6") == first {
		t.Error("a line was kept for too long")
	}
	if _, err := d.line("chess", "", "e2e4 e2e4"); err == nil {
		t.Error("an illegal move was played")
	}
	ask("chess", "", "e2e4 e7e5") // after the failure
}

// TestPanicIsAnError makes the rules panic.
func TestPanicIsAnError(t *testing.T) {
	d := newDesk()
	d.lines = []*kept{{variant: "chess", line: nil}}
	if got := d.answer("choices", []string{"chess", "", ""}); !strings.HasPrefix(got, `{"error":"the rules failed: `) {
		t.Errorf("the answer is %s", got)
	}
	if got := d.answer("choices", []string{"chess", "", ""}); !strings.HasPrefix(got, `{"ok":`) {
		t.Errorf("after a panic the answer is %s", got)
	}
}
