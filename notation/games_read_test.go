package notation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// outcomes lists the games of a text as sketches, and the faults as "line:column problem".
func outcomes(t *testing.T, text string, o ReadOptions) (games, faults, warnings []string) {
	t.Helper()
	o.Lookup = lookup
	o.Warn = func(w Warning) { warnings = append(warnings, w.String()) }
	for tree, err := range Games(t.Context(), strings.NewReader(text), o) {
		fault, ok := errors.AsType[*ParseError](err)
		switch {
		case ok:
			faults = append(faults, fmt.Sprintf("%d:%d %s", fault.Line, fault.Column, fault.Problem))
		case err != nil:
			faults = append(faults, err.Error())
		default:
			games = append(games, strings.TrimSpace(tree.Tag("Event")+" "+sketch(tree)))
		}
	}
	return games, faults, warnings
}

// What other programs write, and what people make of it by hand. A fault is one of its game
// alone, and nothing disappears without a warning.
func TestNothingIsLost(t *testing.T) {
	for _, c := range []struct {
		name, text              string
		games, faults, warnings []string // the faults and warnings by their beginnings
	}{
		{"a game between others",
			"[Event \"A\"]\n\n1. e4 e5 *\n\n[Event \"B\"]\n\n1. e4 e5 2. Kd2 *\n\n[Event \"C\"]\n\n1. c4 *\n",
			[]string{"A e2e4 e7e5 *", "C c2c4 *"}, []string{"7:13 no white king can go to d2"}, nil},
		{"a null move",
			"[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. e4 e5 (1... -- 2. d4) *\n\n[Event \"C\"]\n\n1. c4 *\n",
			[]string{"A e2e4 *", "C c2c4 *"}, []string{"7:16 a null move"}, nil},
		{"games without tags", "1. e4 e5 *\n\n1. e4 e4 *\n\n1. d4 *", []string{"e2e4 e7e5 *", "d2d4 *"},
			[]string{"3:7 no black pawn can go to e4"}, nil},
		{"many on a line", "1. e4 * 1. d4 1-0 1. c4 0-1", []string{"e2e4 *", "d2d4 1-0", "c2c4 0-1"}, nil, nil},
		{"operations of EPD",
			"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; bm Rh8; id 'a mate'; acd 9;\"]\n\n1. Rh8 *", []string{"h1h8 *"}, nil,
			[]string{`line 1, column 1: "bm, id, acd": operations of EPD are ignored`}},
		{"foreign marks", "[Event \"A\"]\n\n1. e4 e5 N 2. Nf3 ± Nc6 1-0", []string{"A e2e4 e7e5 $146 g1f3 $16 b8c6 1-0"}, nil,
			[]string{`line 3, column 10: "N": a foreign mark is read as $146`,
				`line 3, column 19: "±": a foreign mark is read as $16`}},
		{"attached marks", "1. e4± e5+- 2. Nf3N (=) Nc6 ⌘ (+/-) 1/2-1/2",
			[]string{"e2e4 $16 e7e5 $18 g1f3 $146 $10 b8c6 $16 1/2-1/2"}, nil,
			[]string{"line 1, column 6", "line 1, column 10", "line 1, column 19", "line 1, column 21",
				"line 1, column 29", "line 1, column 31"}},
		{"comments behind a mark", "[Event \"A\"]\n\n1. e4 {a} e5 N {b} 2. Nf3 {c} Nc6 {White won on time} 1-0",
			[]string{"A e2e4 {a} e7e5 $146 {b} g1f3 {c} b8c6 {White won on time} 1-0"}, nil, []string{"line 3"}},
		{"tags alone", "[Event \"A\"]\n[White \"P\"]\n[Result \"1-0\"]\n\n[White \"Q\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n",
			[]string{"A 1-0", "d2d4 d7d5 0-1"}, nil, nil},
		{"tags alone, each with an event", "[Event \"A\"]\n\n[Event \"B\"]\n[Result \"0-1\"]\n[Event \"C\"]\n",
			[]string{"A *", "B 0-1", "C *"}, nil, nil},
		{"an empty line within tags", "[Event \"A\"]\n\n[White \"P\"]\n\n1. d4 *", []string{"A d2d4 *"}, nil, nil},
		{"an open comment", "[Event \"A\"]\n\n1. e4 {open e5 2. d4\n\n[Event \"B\"]\n\n1. d4 {x} *", []string{"B d2d4 {x} *"},
			[]string{"3:7 an unclosed comment, expected } before the tags of line 5"}, nil},
		{"two variations that begin alike", "1. e4 e5 (1... c5 2. Nf3) (1... c5 2. c3 {slow}) 2. Nf3 *",
			[]string{"e2e4 e7e5 ( c7c5 g1f3 ( c2c3 {slow} ) ) g1f3 *"}, nil, nil},
		{"a variation that begins as the game goes on", "1. e4 (1. e4 {so} c5 2. Nf3) 1... e5 2. d4 *",
			[]string{"e2e4 {so} e7e5 ( c7c5 g1f3 ) d2d4 *"}, nil, nil},
		{"moves behind a repetition",
			"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 {no claim} 5. e4 {on} e5 (5... c5 {better}) 6. d4 1-0",
			[]string{"g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 {no claim} e2e4 {on} e7e5 ( c7c5 {better} ) d2d4 1-0"}, nil, nil},
		{"a forum's page", "Look!\n[pgn]1. e4 e5[/pgn]\nand then\n[PGN][Event \"B\"]\n\n1. d4 *\n[/PGN] Thanks.",
			[]string{"e2e4 e7e5 *", "B d2d4 *"}, nil,
			[]string{`line 1, column 1: "Look!": text outside`, `line 3, column 1: "and then"`, `line 7, column 8: "Thanks."`}},
		{"quotation marks and names", "[Event \"the \"big\" one\"]\n[X-Y \"1\"]\n\n1. e4 *",
			[]string{`the "big" one e2e4 *`}, nil, []string{"line 1, column 8"}},
		{"comments behind results", "[Event \"A\"]\n\n1. e4 1-0 {on} {time} ; so\n\n[Event \"B\"]\n\n1. d4 * {x}",
			[]string{"A e2e4 {on} {time} {so} 1-0", "B d2d4 {x} *"}, nil, nil},
		{"a comment below the last result", "[Event \"A\"]\n\n1. e4 1-0\n{on time}\n", []string{"A e2e4 1-0"}, nil,
			[]string{`line 5, column 1: "on time": a comment that belongs to no game`}},
		{"results with other signs",
			"1. e4 1/2–1/2\n1. d4 ½-1/2\n1. c4 1 - 0\n1. e4 0:1\n1. d4 1/2 - 1/2\n[Event \"A\"]\n[Result \"1/2–1/2\"]\n",
			[]string{"e2e4 1/2-1/2", "d2d4 1/2-1/2", "c2c4 1-0", "e2e4 0-1", "d2d4 1/2-1/2", "A 1/2-1/2"}, nil, nil},
		{"short draws", "1. e4 1/2 1. d4 ½\n[Event \"A\"]\n[Result \"1/2\"]\n\n1. c4",
			[]string{"e2e4 1/2-1/2", "d2d4 1/2-1/2", "A c2c4 1/2-1/2"}, nil, nil},
		{"a result behind prose", "1. e4 e5 and so White resigned 0-1\n\n1. d4 d5 1/2 of it is over 2. c4 so 1/2",
			[]string{"e2e4 e7e5 {and so White resigned} 0-1", "d2d4 d7d5 {1/2 of it is over} c2c4 {so} 1/2-1/2"}, nil, nil},
		{"an end of file of old", "[Event \"A\"]\n\n1. e4 *\n\x1a", []string{"A e2e4 *"}, nil, nil},
		{"lines that end with \\r", "[Event \"A\"]\r\r1. e4 *\r\r[Event \"B\"]\r\r1. e5 *\r",
			[]string{"A e2e4 *"}, []string{"7:4 no white pawn"}, nil},
		{"castling in UCI", "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 *",
			[]string{"e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 *"}, nil, nil},
	} {
		games, faults, warnings := outcomes(t, c.text, ReadOptions{})
		same := func(what string, got, want []string, whole bool) {
			ok := len(got) == len(want)
			for i := range min(len(got), len(want)) {
				ok = ok && (got[i] == want[i] || !whole && strings.HasPrefix(got[i], want[i]))
			}
			if !ok {
				t.Errorf("%s: the %s are\n%q\nwant\n%q", c.name, what, got, want)
			}
		}
		same("games", games, c.games, true)
		same("faults", faults, c.faults, false)
		same("warnings", warnings, c.warnings, false)
	}
}

// Unknown tags, also with hyphens and without a value, survive reading and writing.
func TestTagsSurvive(t *testing.T) {
	text := "[Orientation \"Black\"]\n[x-y \"1\"]\n[Opening \"\"]\n\n1. e4 *"
	for range 2 {
		trees, _, err := ReadString(text, ReadOptions{Lookup: lookup})
		if err != nil || len(trees) != 1 {
			t.Fatalf("%d games, %v", len(trees), err)
		}
		if got := fmt.Sprint(trees[0].Tags()); got != "[{Orientation Black} {x-y 1} {Opening }]" {
			t.Errorf("the tags of\n%s\nare %s", text, got)
		}
		text = trees[0].PGN()
	}
}

// Limits end the reading with what was read before.
func TestLimits(t *testing.T) {
	const stars = "*\n*\n*\n*\n"
	for _, c := range []struct {
		name, text string
		limits     Limits
		games      int
		faults     []string
	}{
		{"games", stars, Limits{Games: 3}, 3, []string{"the text has more than 3 games"}},
		{"moves", "1. e4 e5 *\n1. d4 d5 *\n", Limits{Nodes: 3}, 1, []string{"the text has more than 3 moves"}},
		{"bytes", strings.Repeat("[A \"x\"]\n1. e4 *\n", 9000),
			Limits{Bytes: 100_000}, 4096, []string{"the text has more than 100000 bytes"}},
		{"moves of one game", "[A \"x\"]\n1. e4 e5 2. d4 *\n[A \"y\"]\n1. d4 *\n",
			Limits{GameNodes: 2}, 1, []string{"2:13 the game has more than 2 moves"}},
		{"bytes of one game", "[A \"x\"]\n" + strings.Repeat("{x} ", 30_000) + "1. e4 *\n[A \"y\"]\n1. d4 *\n",
			Limits{GameBytes: 70_000}, 1,
			[]string{"1:1 a game of more than 70000 bytes"}},
		{"plies", "[A \"x\"]\n1. e4 e5 2. d4 *\n[A \"y\"]\n1. d4 *\n",
			Limits{Plies: 2}, 1, []string{"2:13 a line is longer than 2 plies"}},
		{"comments", "[A \"x\"]\n1. e4 {xxx} *\n[A \"y\"]\n1. d4 {xx} *\n",
			Limits{Comment: 2}, 1, []string{"2:7 a comment is longer than 2 bytes"}},
	} {
		games, faults, _ := outcomes(t, c.text, ReadOptions{Limits: c.limits, Format: PGN})
		if len(games) != c.games || len(faults) != len(c.faults) || !strings.HasPrefix(faults[0], c.faults[0]) {
			t.Errorf("%s: %d games, %q, want %d and %q", c.name, len(games), faults, c.games, c.faults)
		}
	}
}

// A strict reader stops at the first warning, and reading ends with its context and where the
// caller breaks off.
func TestGamesEnd(t *testing.T) {
	text := "[A \"x\"]\n1. e4 ± *\n[A \"y\"]\n1. d5 *\n"
	games, faults, warnings := outcomes(t, text, ReadOptions{Strict: true})
	if len(games)+len(warnings) != 0 || len(faults) != 1 || !strings.HasPrefix(faults[0], "2:7 a foreign mark") {
		t.Errorf("strict: %q, %q, %q", games, faults, warnings)
	}
	endless := io.MultiReader(strings.NewReader("[A \"x\"]\n"), stream{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	for _, err := range Games(ctx, endless, ReadOptions{Lookup: lookup}) {
		if n++; n == 10 {
			cancel()
		}
		if err != nil && !errors.Is(err, context.Canceled) || n > 11 {
			t.Fatalf("game %d: %v", n, err)
		}
	}
	if n != 11 {
		t.Errorf("%d results after the tenth game was canceled", n)
	}
	for _, err := range Games(t.Context(), endless, ReadOptions{Lookup: lookup}) {
		if err != nil {
			t.Error(err)
		}
		break
	}
}

// A game is the caller's, who may change it before the next is read.
func TestGamesAreTheCallers(t *testing.T) {
	var got []string
	text := strings.NewReader("1. e4 e5 2. Nf3 *\n\n1. d4 d5 *")
	for tree, err := range Games(t.Context(), text, ReadOptions{Lookup: lookup}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, sketch(tree))
		tree.End().Parent = nil
	}
	if fmt.Sprint(got) != "[e2e4 e7e5 g1f3 * d2d4 d7d5 *]" {
		t.Errorf("the games are %q", got)
	}
}

// Prose ends with its context, too.
func TestSheetEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for tree, err := range Games(ctx, strings.NewReader("so 1. e4 e5"), ReadOptions{Lookup: lookup, Format: ScoreSheet}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v, %v", tree, err)
		}
	}
}

// stream is an endless text.
type stream struct{}

func (stream) Read(b []byte) (int, error) { return copy(b, "1. e4 e5 2. Nf3 Nc6 1-0\n"), nil }

// Memory does not grow with the number of games, or with what a text without moves has.
func TestMemory(t *testing.T) {
	for name, unit := range map[string]string{
		"games": "[Event \"x\"]\n\n1. e4 e5 2. Nf3 {good} Nc6 (2... d6 3. d4) 3. Bb5 a6 1-0\n\n",
		"stars": "*\n", "brackets": "[Event \"x\"]\n\n1. e4 ((((\n", "faults": "[Event \"x\"]\n\n1. e5\n",
	} {
		const size = 1 << 19
		text := strings.Repeat(unit, size/len(unit))
		var before, now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		most, n := uint64(0), 0
		for _, err := range Games(t.Context(), strings.NewReader(text), ReadOptions{Lookup: lookup, Format: PGN}) {
			if _, fault := errors.AsType[*ParseError](err); err != nil && !fault {
				t.Fatal(err)
			}
			if n++; n%2000 == 0 {
				runtime.GC()
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
		}
		if grown := int64(most) - int64(before.HeapAlloc); n < 100 || grown > 4<<20 {
			t.Errorf("%s: %d games, %d kB more in use", name, n, grown>>10)
		}
	}
}
