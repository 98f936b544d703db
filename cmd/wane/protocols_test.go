package main

import (
	"strings"
	"testing"
)

func TestProtocols(t *testing.T) {
	checkCalls(t, []call{
		{"UCI", []string{"uci"}, "uci\nquit\n", 0, "id name wane development", ""},
		{"UCI offers every game", []string{"uci"}, "uci\n", 0,
			"default chess var chess var shrink var convergent var diminuendo var cheshire var cheshire8\n", ""},
		{"UCI searches to the end of its input", []string{"uci"},
			"setoption name UCI_Variant value shrink\nposition fen " + small + "\ngo depth 4\n", 0, "\nbestmove b2c2 ponder ",
			""},
		{"UCI counts", []string{"uci"}, "setoption name UCI_Variant value diminuendo:pbnrqk+qk\ngo perft 1\n", 0,
			"Nodes searched: 18\n", ""},
		{"UCI probes tablebases", []string{"uci"},
			"setoption name UCI_Variant value shrink\nposition fen " + small + "\ngo depth 1\n", 0, " score mate 2 ", ""},
		{"UCI without tables", []string{"uci", "--tables", "none"},
			"setoption name UCI_Variant value shrink\nposition fen " + small + "\ngo depth 1\n", 0, " tbhits 0 ", ""},
		{"UCI with an invalid tablebase file", []string{"uci", "--tables", "protocols_test.go"},
			"setoption name UCI_Variant value shrink\nposition fen " + small + "\ngo depth 1\n", 0,
			"info string tablebases: protocols_test.go: not a tablebase file", ""},
		{"UCI skips missing tablebases", []string{"uci"}, "setoption name UCI_Variant value shrink\n" +
			"setoption name TablebasePath value nowhere\nposition fen " + small + "\ngo depth 1\n", 0, " score mate 2 ", ""},
		{"UCI takes no arguments", []string{"uci", "x"}, "", 2, "", "uci takes no arguments"},
		{"UCI without an unknown feature", []string{"uci", "--without", "luck"}, "", 2, "", "--without: "},
		{"XBoard", []string{"xboard"}, "xboard\nprotover 2\n", 0, `variants="normal,convergent"`, ""},
		{"XBoard plays", []string{"xboard"}, "new\nvariant convergent\nsd 1\nforce\nping 3\n", 0, "setup (PNBRQ", ""},
		{"XBoard declines", []string{"xboard"}, "new\nvariant shrink\n", 0,
			"tellusererror Shrink Chess has a board that changes", ""},
		{"XBoard takes no arguments", []string{"xboard", "x"}, "", 2, "", "xboard takes no arguments"},
	})
}

// An unknown weight ends the session before a game begins.
func TestUnknownWeight(t *testing.T) {
	code, out, errs := wane(t, "uci\nposition startpos\ngo depth 1\n", "uci", "--zero", "Luck")
	if code == 0 || strings.Contains(out, "bestmove") || !strings.Contains(errs, "--zero: ") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
}
