package lessons

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wane-chess/wane/rules"
)

const (
	goodBoard = `[{"id": "a", "after": "", "title": "T", "text": "X",
		"try": ["e2e4 e7e5", {"moves": "d2d4", "text": "look"}]}]`
	goodGame = `[Event "E"]
[White "W"]
[Black "B"]
[Round "2"]
[Variant "chess"]
[Credit "C"]
[Source "S <https://example.org/x>"]
[Result "0-1"]

{Intro.} 1. f3 e5 2. g4 (2. e4 {Better.} 2... Nc6 ({First} 2... d6)) 2... Qh4# 0-1
`
)

func readFiles(t *testing.T, files map[string]string) (*Library, error) {
	t.Helper()
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return readLibrary(fs, rules.ByName)
}

// TestReadLibrary reads a folder with all that may be in it.
func TestReadLibrary(t *testing.T) {
	l, err := readFiles(t, map[string]string{
		"chess/boards.json": goodBoard, "chess/games/fool.pgn": goodGame,
		"chess/games/earlier.pgn": strings.Replace(goodGame, `"2"`, `"1"`, 1),
		"chess/lesson.json": `{"title": "T", "intro": "I", "end": "E", "steps": [{"title": "S", "text": "T",
			"moves": ["f2f3", "e7e5", "g2g4"],
			"task": "Mate.", "goal": {"kind": "mate"}, "otherwise": "No.", "hint": "Q", "done": "Yes."}]}`,
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := l.Course("chess")
	if err != nil {
		t.Fatal(err)
	}
	b := c.Boards[0]
	if b.Variant != "chess" || strings.Join(b.Try[0].SAN, " ") != "e4 e5" ||
		b.Try[1].Text != "look" || b.Try[1].SAN[0] != "d4" {
		t.Errorf("the board is %+v", b)
	}
	if s := c.Lesson.Steps[0]; s.Variant != "chess" || strings.Join(s.Solution, " ") != "d8h4" {
		t.Errorf("the step is %+v", s)
	}
	if len(c.Games) != 2 || c.Games[0].Name != "earlier" || len(c.Games[1].Moves) != 0 || c.Games[1].Plies != 4 {
		t.Errorf("the games are %+v", c.Games)
	}
	g, err := l.AnnotatedGame("chess", "fool")
	if err != nil {
		t.Fatal(err)
	}
	if g.Intro != "Intro." || g.Reason != "checkmate" || g.Source != (GameSource{"S", "https://example.org/x"}) {
		t.Errorf("the game is %+v", g)
	}
	v := g.Moves[2].Variations[0]
	if v[0].SAN != "e4" || v[0].Number != 2 || v[0].Text != "Better." ||
		v[1].Variations[0][0].Before != "First" || !v[1].Black {
		t.Errorf("the variation is %+v", v)
	}
}

// TestReadLibraryErrors: errors name the file and the fault.
func TestReadLibraryErrors(t *testing.T) {
	step := func(more string) string {
		return `{"title": "T", "intro": "I", "end": "E", "steps": [{"title": "S", "text": "T", "task": "A",
			"otherwise": "O", "hint": "H", "done": "D", ` + more + `}]}`
	}
	for _, tt := range []struct {
		file, text, want string
	}{
		{"readme.txt", "x", "readme.txt lies beside the folders"},
		{"go/boards.json", "[]", `folder go: unknown game "go"`},
		{"chess/lesson.json", "{}", "chess/boards.json"},
		{"chess/boards.json", `[{"id": "a", "color": 1}]`, `chess/boards.json: json: unknown field "color"`},
		{"chess/boards.json", "[\n{\"id\": 3}]", "(line 2)"},
		{"chess/boards.json", `[] []`, "there is more after the value"},
		{"chess/boards.json", `[{"id": "a", "try": ["e2e5"]}]`, `board "a": try 1: "e2e5"`},
		{"chess/boards.json", `[{"id": "a", "fen": "8/8", "try": ["e2e4"]}]`, `board "a": parse FEN`},
		{"chess/boards.json", `[{"id": "a", "variant": "go"}]`, `board "a": unknown game`},
		{"chess/boards.json", `[{"id": "a", "try": [{"moves": "e2e4", "why": "x"}]}]`, `unknown field "why"`},
		{"chess/lesson.json", step(`"goal": {"moves": ["e2e5"]}`), "step 1: no line of legal moves reaches the goal"},
		{"chess/lesson.json", step(`"goal": {"kind": "dance"}`), `step 1: unknown goal "dance"`},
		{"chess/lesson.json", step(`"goal": {"kind": "capture"}, "fen": "8/8"`), "step 1: parse FEN"},
		{"chess/lesson.json", step(`"goal": {"kind": "capture"}, "variant": "go"`), "step 1: unknown game"},
		{"chess/lesson.json", step(`"gaol": {}`), `unknown field "gaol"`},
		{"chess/games/a.pgn", strings.Replace(goodGame, "Qh4#", "Qh3", 1), "chess/games/a.pgn: "},
		{"chess/games/a.pgn", strings.Replace(goodGame, `"C"`, `""`, 1), "the tag Credit is missing"},
		{"chess/games/a.pgn",
			strings.NewReplacer(`"chess"`, `"shrink"`, "0-1", "*", "2... Qh4#", "").Replace(goodGame), "a game of shrink"},
		{"chess/games/a.pgn", strings.ReplaceAll(goodGame, "0-1", "1-0"), "chess/games/a.pgn: "},
		{"chess/games/a.pgn", goodGame + "\n" + goodGame, "2 games: expected one"},
	} {
		files := map[string]string{tt.file: tt.text}
		if tt.file == "chess/lesson.json" && tt.text != "{}" || strings.HasSuffix(tt.file, ".pgn") {
			files["chess/boards.json"] = goodBoard
		}
		_, err := readFiles(t, files)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %.60q: %v, want %s", tt.file, tt.text, err, tt.want)
		}
	}
}
