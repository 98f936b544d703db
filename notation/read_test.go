package notation

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
)

func testdata(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// engineForms lists the main line.
func engineForms(t *Tree) string {
	var out []string
	for n, p := range t.Replay() {
		out = append(out, p.UCI(n.Move))
	}
	return strings.Join(out, " ")
}

const (
	shrinkGame = "e2e4 d7d5 e4d5 c6c5 d4c5 b6c4 d2d3 c4e3 f2e3 c5e3 c1e3 f4e3 d3e4 d5d1 e1d1 " +
		"f5e4 d1e1 d4f2 e1f2 d3e2 d1c1 d4c4 b1d2 e3d2 c1d2 e4e2 e1e2 d3e2 d1e3 c4b4 c2c3"
	shrinkSmall = "2k/1R1/K2 w - - 0 1"
	shrinkFix   = "15...Kc4-b4"
)

// The printed game stops at its error, which is reported in full.
func TestImportSlip(t *testing.T) {
	for file, line := range map[string]int{"shrink-score.txt": 14, "shrink-page.txt": 43} {
		var trees []*Tree
		var err error
		for tree, fault := range Games(t.Context(), strings.NewReader(testdata(t, file)), ReadOptions{Game: shrink.New()}) {
			trees, err = append(trees, tree), fault
		}
		var e *ParseError
		if !errors.As(err, &e) {
			t.Fatalf("%s: %v, want a ParseError", file, err)
		}
		want := ParseError{
			Line: line, Column: 50, Game: 1, Number: 15, Color: game.Black, Text: "Kc1 – b1",
			Problem: "no piece on c1; black king on c4", Legal: []string{"Kb4"},
		}
		if !reflect.DeepEqual(*e, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", file, *e, want)
		}
		if len(trees) != 1 || len(trees[0].Moves()) != 29 {
			t.Errorf("%s: the 29 plies before the slip are not all there", file)
		}
		s := err.Error()
		if !strings.Contains(s, `column 50: move 15...: "Kc1 – b1": no piece on c1`) ||
			!strings.Contains(s, "the only legal move is Kb4") {
			t.Errorf("%s: %s", file, s)
		}
	}
}

func TestImportShrink(t *testing.T) {
	tests := []struct {
		name, file, fen string
		games           []string
		warnings        []string
	}{
		{"score", "shrink-score.txt", "", []string{shrinkGame}, []string{"corrected to Kb4"}},
		{"page", "shrink-page.txt", "", []string{shrinkGame}, []string{
			"lines 1–28 belong to no game",
			`"Rb2-c2+!": not read as a game: move 1.: the piece on b2 is a white pawn; white rook on a1 and h1; ` +
				`if this game begins elsewhere, give the FEN`,
			"corrected to Kb4",
			"lines 46–50 belong to no game",
			`"1. g3": not read as a game: move 1...: the move is missing, the text continues with 2.h4`,
		}},
		{"page with FEN", "shrink-page.txt", shrinkSmall, []string{"b2c2 b3a3 b2a2", shrinkGame}, []string{
			"lines 1–16 belong to no game",
			"lines 26–28 belong to no game",
			"read from the start position, since it cannot begin at the given FEN",
			"corrected to Kb4",
			"lines 46–50 belong to no game",
			`"1. g3": not read as a game`,
		}},
	}
	for _, tt := range tests {
		o := ReadOptions{Game: shrink.New(), FEN: tt.fen, Corrections: []string{shrinkFix}}
		trees, warnings, err := ReadString(testdata(t, tt.file), o)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var got []string
		for _, tree := range trees {
			got = append(got, engineForms(tree))
			if tree.Result != game.WhiteWins {
				t.Errorf("%s: result %v, want a win by mate", tt.name, tree.Result)
			}
		}
		if !slices.Equal(got, tt.games) {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got, tt.games)
		}
		checkWarnings(t, tt.name, warnings, tt.warnings)
	}
}

func checkWarnings(t *testing.T, name string, got []Warning, want []string) {
	t.Helper()
	ok := len(got) == len(want)
	for i := range min(len(got), len(want)) {
		ok = ok && strings.Contains(got[i].String(), want[i])
	}
	if !ok {
		t.Errorf("%s: the warnings are", name)
		for _, w := range got {
			t.Errorf("\t%s", w)
		}
		t.Errorf("want some that contain %q", want)
	}
}

// Comments between the moves come into the tree, and through PGN.
func TestImportComments(t *testing.T) {
	o := ReadOptions{Game: shrink.New(), Corrections: []string{shrinkFix}}
	trees, _, err := ReadString(testdata(t, "shrink-score.txt"), o)
	if err != nil {
		t.Fatal(err)
	}
	pgn := trees[0].PGN()
	for _, want := range []string{
		"1. e4 d5 {a northern idea?} 2. exd5 {and a row goes (rank 4 is bare now).",
		"Ne3 $5 {an offer",
		"10. Bxf2 {narrower} 10...\ndxe2+",
		"16. c3# {mate!} 1-0",
	} {
		if !strings.Contains(strings.ReplaceAll(pgn, "\n", " "), strings.ReplaceAll(want, "\n", " ")) {
			t.Errorf("%q is not in\n%s", want, pgn)
		}
	}
	again, warnings, err := ReadString(pgn, ReadOptions{Lookup: lookup})
	if err != nil || len(warnings) > 0 || sketch(again[0]) != sketch(trees[0]) {
		t.Errorf("read back: %v %v\n%s", err, warnings, sketch(again[0]))
	}
}

func TestImportSheets(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
		warnings   []string
	}{
		{"UCI", "e2e4 e7e5\ng1f3", []string{"e2e4 e7e5 g1f3"}, nil},
		{"long, unnumbered", "e2 - e4, e7 - e5\nNg1 – f3   Nb8—c6", []string{"e2e4 e7e5 g1f3 b8c6"}, nil},
		{"one move a line", "e4\ne5\nNf3 (good)\nNc6", []string{"e2e4 e7e5 g1f3 b8c6"}, nil},
		{"a head above", "My game\n\ne2 - e4  e7 - e5",
			[]string{"e2e4 e7e5"}, []string{`"My game": this text belongs to no game`}},
		{"numbers without dots", "1 e4 e5\n2 Nf3 Nc6", []string{"e2e4 e7e5 g1f3 b8c6"}, nil},
		{"numbers with brackets", "1) e4 e5 2) Nf3 Nc6", []string{"e2e4 e7e5 g1f3 b8c6"}, nil},
		{"figurines", "1. e4 e5 2. ♘f3 ♞c6", []string{"e2e4 e7e5 g1f3 b8c6"}, nil},
		{"prose between", "1. e4 is my move. He plays 1... e5 and I go on 2. Nf3", []string{"e2e4 e7e5 g1f3"}, nil},
		{"later moves in prose", "1. e4 (2. d4 comes) e5 2. Nf3 planning 3. Bc4 now 2... Nc6 3. Bb5",
			[]string{"e2e4 e7e5 g1f3 b8c6 f1b5"}, nil},
		{"two games", "1. e4 e5\n2. Nf3\n\n1. d4 d5\n2. c4 1/2-1/2", []string{"e2e4 e7e5 g1f3", "d2d4 d7d5 c2c4"}, nil},
		{"result", "1. e4 e5 1-0\nHe left.", []string{"e2e4 e7e5"}, []string{`"He left."`}},
		{"players", "White: Ann   Black: Ben\n1. e4 and e5: 1... e5", []string{"e2e4 e7e5"}, nil},
		{"a comment before the result", "1. e4 and 1... e5 {a fine game} 1-0", []string{"e2e4 e7e5"}, nil},
		{"single move", "1. e4", []string{"e2e4"}, nil},
		{"FEN tag over a sheet", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 7\"]\n1. a7 - a8(Q) a promotion 1... Kh7 - g7",
			[]string{"a7a8q h7g7"}, nil},
		{"a Result tag over a sheet", "[Result \"1-0\"]\n[White \"A\"]\n[White \"B\"]\n1. e4 e5", []string{"e2e4 e7e5"},
			[]string{"duplicate tag, the first counts"}},
		{"an open bracket", "1. d4 d5 1-0\n\n1. e4 e5 2. Nf3 Nc6 {so}", []string{"d2d4 d7d5", "e2e4 e7e5 g1f3 b8c6"}, nil},
		{"tags after a sheet", "[White \"A\"]\n1. e4 then 1... e5\n[Black \"B\"]\n1. d4 so 1... d5 2. c4",
			[]string{"e2e4 e7e5", "d2d4 d7d5 c2c4"}, nil},
		{"unclosed bracket elsewhere", "My game (in May\n\n1. e4 e5 (good)\n2. Nf3",
			[]string{"e2e4 e7e5 g1f3"}, []string{"My game (in May"}},
		{"the end of a file of old", "1. e4 e5\n2. Nf3 *\n\x1a", []string{"e2e4 e7e5 g1f3"}, nil},
		{"Latin-1", "1. e4 \xe9t\xe9 1... e5", []string{"e2e4 e7e5"}, []string{"ISO 8859-1"}},
		{"wrong marks", "1. e2-e4+ e7-e5++", []string{"e2e4 e7e5"}, []string{"marked as check", "marked as checkmate"}},
		{"moves after mate", "1. f3 e5\n2. g4 Qh4#\n3. a3 a6",
			[]string{"f2f3 e7e5 g2g4 d8h4"}, []string{"belongs to no game"}},
		{"en passant", "1. e4 a6 2. e5 d5 3. exd6 e.p.", []string{"e2e4 a7a6 e4e5 d7d5 e5d6"}, nil},
	}
	for _, tt := range tests {
		o := ReadOptions{Lookup: lookup}
		if strings.HasPrefix(tt.text, "[") { // or it would be PGN
			o.Format = ScoreSheet
		}
		trees, warnings, err := ReadString(tt.text, o)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var got []string
		for _, tree := range trees {
			got = append(got, engineForms(tree))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		checkWarnings(t, tt.name, warnings, tt.warnings)
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct {
		name, text string
		o          ReadOptions
		says       string
	}{
		{"nothing", "", ReadOptions{}, "no game found"},
		{"prose", "Nothing to see here.\n1. Read the rules.", ReadOptions{}, "no game found"},
		{"a gap", "1. e4 e5\n2. Nf3 hm\n3. Bb5 a6", ReadOptions{}, `line 2, column 8: move 2...: "hm": not a move`},
		{"a gap", "1. e4 e5\n2. Nf3 hm\n3. Bb5 a6", ReadOptions{Format: ScoreSheet},
			`line 2, column 7: move 2...: the move is missing, the text continues with 3. Bb5`},
		{"reply within prose", "1. e4 and he answers e5 quickly 2. Nf3 well", ReadOptions{},
			`line 1, column 7: move 1...: "and": not a move`},
		{"a number at the end", "1. e4 e5 2. Nf3 and now 2... oh", ReadOptions{Format: ScoreSheet},
			`move 2...: "oh": not a move`},
		{"unreadable", "1. e4 e5\n2. N?f3 Nc6\n3. Bb5 a6", ReadOptions{}, `line 2, column 4: move 2.: "N?f3": not a move`},
		{"illegal", "1. e4 e5 good\n2. Nf3 Nf3", ReadOptions{},
			`line 2, column 8: move 2...: "Nf3": no black knight can go to f3`},
		{"illegal at once", "1. Rb2-c2+", ReadOptions{}, "give the FEN of its position"},
		{"unnumbered", "e2 - e4, e7 - e5\nNg1 - f3 hm", ReadOptions{}, `line 2, column 10: move 2...: "hm": not a move`},
		{"strict mark", "1. e2-e4+ e7-e5", ReadOptions{Strict: true}, "marked as check, but it is neither"},
		{"bad FEN option", "1. e4", ReadOptions{FEN: "8/8"}, "FEN"},
		{"bad correction", "1. e4", ReadOptions{Corrections: []string{"e4"}}, "such as 15...Kc4-b4"},
		{"useless correction", "1. e4 e5 hm\n2. Nf6", ReadOptions{Corrections: []string{"2.Nf7"}},
			"the correction 2.Nf7 is illegal too"},
		{"late", "Later:\n3. Nf3 Nc6 4. Bb5", ReadOptions{},
			`line 2, column 4: move 3.: "Nf3": no game begins with this number, expected move 1. first or the FEN`},
		{"long correction", "1. e4 e5 hm\n2. Nf6", ReadOptions{Corrections: []string{"2." + strings.Repeat("x", 5000)}},
			"xxx… is illegal too"},
		{"unknown game", "[Variant \"hopscotch\"]\n1. e4 - (", ReadOptions{}, "hopscotch"},
		{"too long", "1. e4 e5", ReadOptions{Limits: Limits{Bytes: 4}}, "more than 4 bytes"},
		{"unclosed variation", "[White \"A\"]\n\n1. e4 d5 (1... c5 2. Nf3 2. exd5 Qxd5 1-0\n\n[White \"B\"]\n\n1. e4 *",
			ReadOptions{}, `line 3, column 29: move 2...: "exd5": no black pawn from file e can go to d5; ` +
				`the variation of line 3, column 10 is not closed, expected ) before this move`},
		{"unclosed variation at the end", "[White \"A\"]\n\n1. e4 (1. d4", ReadOptions{},
			`line 3, column 7: "(": an unclosed variation, expected )`},
		{"other moves as a sheet", "[White \"A\"]\n\n1. e4 e5 2. Nf3 (2. d4) 2... Nc6 and 3. Bb5", ReadOptions{},
			`line 3, column 34: move 3.: "and": not a move`},
		{"a bad move in PGN", "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Qq4 a6 1-0", ReadOptions{},
			`line 3, column 24: move 3.: "Qq4": not a move`},
		{"tags that a sheet would lose", "  [Variant \"shrink\"]\n\n1. e4 and 1... d5", ReadOptions{},
			`line 3, column 7: move 1...: "and": not a move`},
		{"strict result in a variation", "1. e4 e5 (1... c5 *) 2. Nf3 *", ReadOptions{Strict: true},
			"a result within a variation"},
		{"strict text", "1. e4 e5 2. Nf3\n\nA fine game.", ReadOptions{Strict: true}, "this text belongs to no game"},
		{"strict result", "[Result \"0-1\"]\n\n1. e4 e5 1-0", ReadOptions{Strict: true}, "the Result tag says 0-1"},
		{"unclosed bracket", "1. e4 e5 (good\n2. Nf3", ReadOptions{Format: ScoreSheet},
			`line 1, column 10: "(": an unclosed bracket, expected )`},
		{"unclosed bracket before moves", "1. e4 (1. d4 d5 e5", ReadOptions{},
			`the variation of line 1, column 7 is not closed`},
		{"a comment that is open at tags", "[White \"A\"]\n\n1. e4 {good d5\n\n[White \"B\"]\n\n1. d4 {x} *", ReadOptions{},
			`line 3, column 7: "{": an unclosed comment, expected } before the tags of line 5`},
		{"unclosed brace", "1. e4 {good d5 2. d4 e5", ReadOptions{},
			`line 1, column 7: "{": an unclosed comment, expected }`},
		{"binary data", "1. e4 e5\x00", ReadOptions{}, "no game found: this is binary data"},
		{"random bytes", strings.Repeat("\x01\xe9 1. e4 e5\x02\x03\n", 9), ReadOptions{},
			"no game found: this is binary data"},
		{"UTF-16", "\xff\xfe1\x00.\x00", ReadOptions{}, "this is UTF-16 and not UTF-8"},
		{"PGN", "[White \"A\"]\n\n1. e4 e5 2. Ke3", ReadOptions{},
			"line 3, column 13: move 2.: \"Ke3\": no white king can go to e3"},
	}
	for _, tt := range tests {
		tt.o.Lookup = lookup
		_, _, err := ReadString(tt.text, tt.o)
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v\nwant it to contain %s", tt.name, err, tt.says)
		}
	}
}

func TestCorrections(t *testing.T) {
	two := "1. e4 e5\n2. Nf3 *\n\n1. d4 d5\n2. Nf3 *"
	tests := []struct {
		name, text  string
		corrections []string
		want        []string
		warning     string
	}{
		{"every game", two, []string{"2.Nc3"}, []string{"e2e4 e7e5 b1c3", "d2d4 d7d5 b1c3"}, "corrected to Nc3"},
		{"one game", two, []string{"2#2.Nc3"}, []string{"e2e4 e7e5 g1f3", "d2d4 d7d5 b1c3"}, "corrected to Nc3"},
		{"unused", two, []string{"9...Kb8"}, []string{"e2e4 e7e5 g1f3", "d2d4 d7d5 g1f3"}, "unused correction"},
		{"a missing move", "1. e4 oh\n2. Nf3", []string{"1…e5"}, []string{"e2e4 e7e5 g1f3"}, "corrected to e5"},
		{"with a mate sign", "1. f3 e5 oh\n2. g4 Qh5",
			[]string{"2...Qh4#"}, []string{"f2f3 e7e5 g2g4 d8h4"}, "corrected to Qh4#"},
	}
	for _, tt := range tests {
		trees, warnings, err := ReadString(tt.text, ReadOptions{Lookup: lookup, Corrections: tt.corrections})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var got []string
		for _, tree := range trees {
			got = append(got, engineForms(tree))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		if len(warnings) == 0 || !strings.Contains(warnings[0].Problem, tt.warning) {
			t.Errorf("%s: warnings %v, want %q", tt.name, warnings, tt.warning)
		}
	}
}

// A comment is split at spaces, but not within commands for programs.
func TestCommentWords(t *testing.T) {
	for _, test := range []struct {
		comment string
		want    []string
	}{
		{"a good move", []string{"a", "good", "move"}},
		{"{[%eval 0.34] best }", []string{"{[%eval 0.34]", "best", "}"}},
		{"a[%csl Ra1 Gb2]b c", []string{"a[%csl Ra1 Gb2]b", "c"}},
		{"[%clk 1 [%eval 2 3]", []string{"[%clk", "1", "[%eval 2 3]"}},
		{"[%clk 1", []string{"[%clk", "1"}},
		{"", []string{""}},
	} {
		if got := commentWords(test.comment); !slices.Equal(got, test.want) {
			t.Errorf("words of %q: %q, want %q", test.comment, got, test.want)
		}
	}
}

// A text is PGN if one of its lines begins with a tag, or a game is between [pgn] and [/pgn].
func TestUntagged(t *testing.T) {
	for text, want := range map[string]bool{
		"[Event \"?\"]":            false,
		"prose\n \t[Date  \"x":     false,
		"prose [Event \"?\"]":      true,
		"[Event\"?\"]":             true,
		"[ \"?\"]":                 true,
		"[Event ?]":                true,
		"[%eval \"1\"]":            true,
		"[Event\n\"?\"]":           true,
		"\n\n[White-2 \"Carroll\"": false,
		"see [PGN]1. e4[/PGN]":     false,
		"":                         true,
	} {
		in := newSections(strings.NewReader(text), Limits{})
		if err := in.begin(); err != nil {
			t.Fatal(err)
		}
		if got := in.untagged(); got != want {
			t.Errorf("%q has no tag: %v, want %v", text, got, want)
		}
	}
}

// Strict options allow the use of a correction.
func TestStrictAllowsCorrections(t *testing.T) {
	o := ReadOptions{Lookup: lookup, Corrections: []string{"2.Nf3"}, Strict: true}
	trees, warnings, err := ReadString("1. e4 e5 2. Ke3 *", o)
	if err != nil || len(trees) != 1 || engineForms(trees[0]) != "e2e4 e7e5 g1f3" {
		t.Fatalf("%d games, %v", len(trees), err)
	}
	if len(warnings) != 1 || !warnings[0].Corrected || !strings.Contains(warnings[0].Problem, "corrected to Nf3") {
		t.Errorf("the warnings are %v", warnings)
	}
}

// The tags of a game that follows a score sheet belong to that game.
func TestTagsAfterSheet(t *testing.T) {
	text := "[White \"Ann\"]\n1. e4 then 1... e5\n[White \"Ben\"]\n1. d4 so 1... d5 2. c4"
	trees, _, err := ReadString(text, ReadOptions{Lookup: lookup, Format: ScoreSheet})
	if err != nil || len(trees) != 2 {
		t.Fatalf("%d games, %v", len(trees), err)
	}
	if a, b := trees[0].Tag("White"), trees[1].Tag("White"); a != "Ann" || b != "Ben" {
		t.Errorf("White is %q and %q, want Ann and Ben", a, b)
	}
}
