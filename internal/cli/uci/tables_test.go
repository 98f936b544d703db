package uci_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/cli/engineio/engineiotest"
	"github.com/wane-chess/wane/tablebase"
)

// Tablebases are opened at the start and by the option. Invalid files are reported and
// skipped.
func TestTablebasePath(t *testing.T) {
	c := config(t, engineiotest.NewEngine(t.Errorf))
	var opened []string
	c.TablePath = "/a b/tables"
	c.Tables = func(list string) (string, error) {
		opened = append(opened, list)
		switch list {
		case "/bad":
			return "shrink up to 4 pieces", errors.New("/bad: not a\ntablebase file")
		case "none":
			return "", nil
		}
		return "shrink up to 5 pieces, convergent up to 3 pieces", nil
	}
	k := talk(t, c)
	k.Send("uci")
	k.Expect("uciok")
	said := strings.Join(k.Skipped(), "\n")
	if !strings.Contains(said, "option name TablebasePath type string default /a b/tables") ||
		strings.Contains(said, "info string") {
		t.Errorf("the answer to uci is %s", said)
	}
	k.Send("setoption name TablebasePath value /x y:/z")
	k.Expect("info string tablebases are loaded: shrink up to 5 pieces, convergent up to 3 pieces")
	k.Send("setoption name tablebasepath value /bad")
	k.Expect("info string setoption TablebasePath: /bad: not a tablebase file")
	k.Expect("info string tablebases are loaded: shrink up to 4 pieces")
	k.Send("go infinite", "setoption name TablebasePath value none") // this stops the search
	k.Expect("bestmove")
	k.Expect("info string no tablebases are loaded")
	k.Send("setoption name TablebasePath value <empty>", "setoption name TablebasePath value", "go depth 1", "quit")
	k.Expect("bestmove")
	if _, err := k.End(); err != nil {
		t.Error(err)
	}
	if got, want := strings.Join(opened, "|"), "/a b/tables|/x y:/z|/bad|none||"; got != want {
		t.Errorf("opened %q, want %q", got, want)
	}
}

// Invalid tablebases are reported at the start, before any other line.
func TestTablesAtFirst(t *testing.T) {
	c := config(t, engineiotest.NewEngine(t.Errorf))
	c.Tables = func(string) (string, error) { return "shrink up to 4 pieces", errors.New("damaged") }
	k := talk(t, c)
	k.Expect("info string tablebases: damaged")
	k.Send("uci", "quit")
	k.Expect("option name TablebasePath type string default <empty>")
}

// An engine without tables says so.
func TestNoTables(t *testing.T) {
	k, _ := fake(t)
	k.Send("uci", "setoption name TablebasePath value /x", "quit")
	k.Expect("uciok")
	k.NotSkipped("TablebasePath")
	k.Expect("info string setoption TablebasePath: this engine uses no tablebases")
}

// With tablebases the engine finds the mate, and counts the hits.
func TestTableHits(t *testing.T) {
	e := search.New(eval.NewNode)
	e.SetTables(tablebase.Builtin())
	k := talk(t, config(t, e))
	k.Send("setoption name UCI_Variant value shrink", "position fen 2k/1R1/K2 w - - 0 1", "go nodes 1")
	line := k.Expect("info depth 1 ", "score mate 2 ", "pv b2c2 b3a3 b2a2")
	if strings.Contains(line, "tbhits 0 ") || !strings.Contains(line, " tbhits ") {
		t.Errorf("no hits in %s", line)
	}
	k.Expect("bestmove b2c2 ponder b3a3")
}
