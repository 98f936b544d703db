package main

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"
)

const small = "2k/1R1/K2 w - - 0 1"

func wane(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	t.Setenv("NO_COLOR", "1")
	var out, errs bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// call is a call of the program with its expected results.
type call struct {
	name  string
	args  []string
	stdin string
	code  int
	out   string // a part of standard output
	err   string // a part of standard error
}

func checkCalls(t *testing.T, calls []call, command ...string) {
	t.Helper()
	for _, c := range calls {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := wane(t, c.stdin, slices.Concat(command, c.args)...)
			if code != c.code {
				t.Errorf("exit code %d, want %d\n%s", code, c.code, errs)
			}
			if !strings.Contains(out, c.out) || c.code != 0 && out != "" {
				t.Errorf("exit code %d with this standard output, want %q:\n%s", code, c.out, out)
			}
			if !strings.Contains(errs, c.err) {
				t.Errorf("standard error has no %q:\n%s", c.err, errs)
			}
		})
	}
}

func TestCommands(t *testing.T) {
	checkCalls(t, []call{
		{"atlas show", []string{"atlas", "show", "PBNRQK"}, "", 0, "White's score, place ", ""},
		{"atlas show as JSON", []string{"atlas", "show", "diminuendo", "--json"}, "", 0, `"name": "white"`, ""},
		{"perft", []string{"perft", "3", "-v", "shrink"}, "", 0, "8902 nodes", ""},
		{"perft with threads", []string{"perft", "4", "-v", "convergent", "-t", "2"}, "", 0, "166289 nodes", ""},
		{"perft divide", []string{"perft", "2", "-v", "cheshire", "--divide"}, "", 0, "e2e4: 24\n", ""},
		{"perft JSON", []string{"perft", "3", "-v", "diminuendo", "--json"}, "", 0, `"nodes": 5492`, ""},
		{"perft of a FEN", []string{"perft", "1", "--fen", small, "-v", "shrink"}, "", 0, "nodes", ""},
		{"perft 0", []string{"perft", "0", "-v", "chess"}, "", 0, "1 node in", ""},
		{"perft bad depth", []string{"perft", "x", "-v", "chess"}, "", 2, "", `depth "x": expected plies (0–30)`},
		{"perft no depth", []string{"perft", "-v", "chess"}, "", 2, "", "no depth is given"},
		{"perft bad variant", []string{"perft", "1", "-v", "go"}, "", 2, "",
			`unknown game "go": the games are shrink, convergent`},
		{"perft bad threads", []string{"perft", "1", "-v", "chess", "-t", "-1"}, "", 2, "",
			"--threads -1 is out of range (0–1024)"},
		{"perft bad flag", []string{"perft", "1", "--bogus"}, "", 2, "", "See 'wane perft --help'"},
		{"perft stdin", []string{"perft", "--stdin"},
			"shrink\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t3\nshrink\tx\t1\nchess\t1\r\n", 0,
			"8902\nerror: parse FEN: no side to move, expected four to six fields: board, side to move, castling rights, en " +
				"passant square, halfmove clock, move number (column 2)\nerror: expected three tab-separated fields: variant, " +
				"FEN and depth; got 2\n", ""},
		{"perft stdin and depth", []string{"perft", "--stdin", "3"}, "", 2, "", "with --stdin"},
		{"perft bad threads flag", []string{"perft", "1", "--threads=x"}, "", 2, "", `--threads "x": expected an integer`},
		{"perft too many threads", []string{"perft", "1", "--threads=99999999999999999999"}, "", 2, "",
			"expected an integer within 64 bits"},
		{"perft two depths", []string{"perft", "1", "2"}, "", 2, "", "perft takes one DEPTH, got 2 arguments"},
		{"help", []string{"help", "perft"}, "", 0, "Count the leaves", ""},
		{"help for an unknown command", []string{"help", "fly"}, "", 2, "", `unknown command "fly"`},
		{"a library's command", []string{"completion", "bash", "x"}, "", 2, "", "unknown command"},
		{"completion of an argument", []string{"__complete", "rules", ""}, "", 0, "shrink\tShrink Chess\n", ""},
		{"completion of a flag", []string{"__complete", "tablebase", "probe", "--tables", ""}, "", 0, ":0\n", ""},
		{"completion of a variant", []string{"__complete", "match", "-v", ""}, "", 0, "chess\tChess\n:4\n", ""},
		{"unknown command", []string{"fly"}, "", 2, "", `unknown command "fly"`},
		{"variants", []string{"variants"}, "", 0, "cheshire8", ""},
		{"variants JSON", []string{"variants", "--json"}, "", 0, `"name": "diminuendo"`, ""},
		{"variants with argument", []string{"variants", "x"}, "", 2, "", "See 'wane variants --help'"},
		{"rules", []string{"rules", "diminuendo:pbnrqk"}, "", 0, "drop check", ""},
		{"rules without a variant", []string{"rules"}, "", 2, "", "rules needs one VARIANT, such as shrink"},
		{"rules of another game", []string{"rules", "diminuendo:pbnrqq"}, "", 2, "", "pbnrqq"},
		{"show", []string{"show", "-v", "convergent"}, "", 0, "White to move.", ""},
		{"show guesses", []string{"show", small}, "", 0, "White to move.", ""},
		{"show unquoted", append([]string{"show"}, strings.Fields(small)...), "", 0, "White to move.", ""},
		{"show JSON", []string{"show", small, "--json"}, "", 0, `"c3": "k"`, ""},
		{"show without a position", []string{"show"}, "", 2, "", "no position is given"},
		{"show EPD", []string{"show", `4k3/8/8/8/8/8/8/4K2R w K - bm Rh8; id "a mate";`, "-v", "chess", "--json"},
			"", 0, `"fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"`, "wane: operations of EPD are ignored: bm, id\n"},
		{"show bad EPD", []string{"show", `4k3/8/8/8/8/8/8/4K2R w K - bm Rh8; id`, "-v", "chess"},
			"", 1, "", "the operation id does not end, expected ; behind it (column 38)"},
		{"show four fields", []string{"show", "2k/1R1/K2 w - -"}, "", 0, "White to move.", ""},
		{"show impossible castling", []string{"show", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "-v", "chess"},
			"", 0, "4K3 w - - 0 1", "castling right 'K' is impossible"},
		{"show guesses impossible castling", []string{"show", "2k/1R1/K2 w K - 0 1"},
			"", 0, "White to move.", "castling right 'K' is impossible"},
		{"show nonsense", []string{"show", "nonsense"}, "", 1, "", "the FEN is invalid in every variant"},
		{"show twice", []string{"show", small, "--fen", small}, "", 2, "", "given twice"},
		{"show dark", []string{"show", small, "--dark", "--svg"}, "", 0, "<svg", ""},
		{"show piece set", []string{"show", small, "--piece-set", "jade"}, "", 2, "", "expected staunton, flat or letters"},
		{"show size", []string{"show", small, "--size", "5000"}, "", 2, "", "--size 5000 is out of range (32–4096)"},
		{"show no file", []string{"show", small, "--svg", "--output="}, "", 2, "", "--output is empty"},
		{"show in two formats", []string{"show", small, "--svg", "--json"}, "", 2, "",
			"--svg, --png and --json exclude each other"},
		{"show to a missing directory", []string{"show", small, "-o", "no/such/a.svg"}, "", 1, "",
			"cannot write no/such/a.svg: no such file"},
		{"show into a directory", []string{"show", small, "--svg", "-o", "."}, "", 1, "",
			"cannot write .: it is a directory"},
		{"show on a device", []string{"show", small, "--svg", "-o", os.DevNull}, "", 0, "", ""},
		{"show SVG", []string{"show", small, "--svg"}, "", 0, "<svg", ""},
		{"show after moves", []string{"show", "-v", "shrink", "--moves", "e4 d5_exd5, c5 3.dxc5"}, "", 0,
			"rnbqkbnr/pp2pppp/2P5/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3", ""},
		{"show after a wrong move", []string{"show", "-v", "shrink", "--moves", "e4 e4"}, "", 1, "", "--moves: move 2: "},
		{"show a recorded game", []string{"show", "--pgn", "-", "-v", "shrink"}, "1. e4 d5 2. exd5 c5", 0,
			"rnbqkbnr/pp2pppp/2p5/3P4/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", ""},
		{"show a ply", []string{"show", "--pgn", "-", "-v", "shrink", "--ply", "1"}, "1. e4 d5 2. exd5 c5", 0,
			"Black to move", ""},
		{"show ply 0", []string{"show", "--pgn", "-", "-v", "shrink", "--ply", "0"}, "1. e4 d5 2. exd5 c5", 0,
			"PPPPPPPP/RNBQKBNR w", ""},
		{"show a ply that is not there", []string{"show", "--pgn", "-", "-v", "shrink", "--ply", "5"}, "1. e4 d5 2. exd5 c5",
			2, "", "--ply 5 is out of range: the line has 4 plies (0–4)"},
		{"show a game that is not there", []string{"show", "--pgn", "-", "-v", "shrink", "--game", "2"},
			"1. e4 d5 2. exd5 c5", 2, "", "--game 2: standard input has 1 game"},
		{"show the first of two games", []string{"show", "--pgn", "-", "-v", "chess"}, "1. e4 *\n\n1. d4 *", 0, "4P3",
			"the first of 2 games; --game chooses another"},
		{"show the second game", []string{"show", "--pgn", "-", "-v", "chess", "--game", "2"}, "1. e4 *\n\n1. d4 *", 0, "3P4",
			""},
		{"show a game and a FEN", []string{"show", small, "--pgn", "-"}, "1. e4", 2, "", "omit \"2k/1R1/K2 w - - 0 1\""},
		{"show a game and moves", []string{"show", "--pgn", "-", "--moves", "e4"}, "1. e4", 2, "",
			"--moves needs a position"},
		{"show a game without a name", []string{"show", "--pgn="}, "", 2, "", "the name of the FILE is empty"},
		{"show game 2 of none", []string{"show", small, "--game", "2"}, "", 2, "", "--game needs a file of recorded games"},
		{"gif", []string{"gif", "-", "-v", "shrink"}, "1. e4 d5 2. exd5 c5", 0, "GIF89a", ""},
		{"gif of moves",
			[]string{"gif", "-v", "cheshire", "--moves", "f4 Nb8", "--dark", "--loops", "1", "--flip", "--plain"}, "", 0,
			"GIF89a", ""},
		{"gif without a game", []string{"gif"}, "", 2, "", "no game is given; use a FILE"},
		{"gif of no game", []string{"gif", "-", "-v", "shrink"}, "hello", 1, "", "standard input"},
		{"gif of an illegal game", []string{"gif", "-", "-v", "chess"}, "1. e4 e5 2. Nf4 *", 1, "", "line 1"},
		{"gif from too far", []string{"gif", "-", "-v", "shrink", "--from", "9"}, "1. e4 d5", 2, "",
			"--from 9 is out of range (0–2)"},
		{"gif to too far", []string{"gif", "-", "-v", "shrink", "--to", "9"}, "1. e4 d5", 2, "",
			"--to 9 is out of range: the line has 2 plies"},
		{"gif size", []string{"gif", "-v", "chess", "--size", "1601"}, "", 2, "", "--size 1601 is out of range (32–1600)"},
		{"gif delay", []string{"gif", "-v", "chess", "--delay", "1ms"}, "", 2, "", "--delay 1ms is out of range (20ms–1m0s)"},
		{"gif pause", []string{"gif", "-v", "chess", "--pause", "2h"}, "", 2, "", "--pause 2h0m0s is out of range (0s–1m0s)"},
		{"gif loops", []string{"gif", "-v", "chess", "--loops", "-1"}, "", 2, "", "--loops -1 is out of range (0–65535)"},
		{"gif to no file", []string{"gif", "-v", "chess", "--output="}, "", 2, "", "--output is empty"},
		{"gif from no file", []string{"gif", ""}, "", 2, "", "the name of the FILE is empty"},
		{"gif of two files", []string{"gif", "a", "b"}, "", 2, "",
			"gif takes one FILE of games, or - for standard input, or none"},
		{"moves", []string{"moves", small, "-v", "shrink"}, "", 0, "b2c2", ""},
		{"moves JSON", []string{"moves", small, "-v", "shrink", "--json", "--explain"}, "", 0, `"move": "b2c2"`, ""},
		{"import", []string{"import", "-", "-v", "chess"}, "1. e4 e5 2. Nf3 *", 0, "1. e4 e5 2. Nf3 *", ""},
		{"import illegal", []string{"import", "-", "-v", "chess"}, "1. e4 e5 2. Nf4 *", 1, "", "line 1"},
		{"import and correct", []string{"import", "-", "-v", "shrink"}, "1. e4 d5 2. exd5 c7-c5", 1, "",
			"To replace the move: --correct '2..."},
		{"import corrected", []string{"import", "-", "-v", "shrink", "--correct", "2...c6-c5"}, "1. e4 d5 2. exd5 c7-c5", 0,
			"2. exd5 c5 *", "corrected to c5"},
		{"import two games", []string{"import", "-", "-v", "chess"}, "1. e4 e5 *\n\n1. d4 d5 *", 0, "1. e4 e5 *\n\n[Event",
			""},
		{"import guesses", []string{"import", "-"}, "1. e4 d5 2. exd5 c5 3. dxc5 Nxc4", 0, `[Variant "shrink"]`,
			"read as shrink"},
		{"import guesses by the FEN", []string{"import", "-", "--fen", small}, "1. Rc2+ Ka3 2. Ra3", 1, "", "read as shrink"},
		{"import with a bad FEN", []string{"import", "-", "--fen", "x"}, "1. e4", 1, "",
			"wane: --fen: parse FEN: no side to move"},
		{"import JSON", []string{"import", "-", "--json", "-v", "shrink", "--fen", small}, "1. Rc2+ Ka3 2. Ra2#", 0,
			`"move": "b2a2"`, ""},
		{"import to no file", []string{"import", "-", "--output="}, "1. e4 e5", 2, "", "--output is empty"},
		{"import from no file", []string{"import", ""}, "", 2, "", "the name of the FILE is empty"},
		{"import a missing file", []string{"import", "/no/such/file"}, "", 1, "", "no such file"},
		{"play where there is no terminal", []string{"play", "shrink"}, "", 1, "", "terminal"},
		{"play an unknown game", []string{"play", "go"}, "", 2, "", "unknown game"},
		{"help flag", []string{"--help"}, "", 0, "fewer squares", ""},
		{"version", []string{"--version"}, "", 0, "development", ""},
	})
}
