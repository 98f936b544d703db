package lessons_test

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/rules"
)

// TestJudge judges lines of moves in steps of all kinds.
func TestJudge(t *testing.T) {
	const small = "2k/1R1/K2 w - - 0 1"
	mate := lessons.LessonStep{
		FEN: small, Goal: lessons.Goal{Kind: "mate", Within: 3}, Replies: map[string]string{"b2c2": "b3a3"},
		Wrong: []lessons.WrongTry{{Moves: []string{"b2c2 b3a3 a1b1"}}, {Moves: []string{"a1b1"}}},
	}
	promote := lessons.LessonStep{
		FEN: "4R/1P1P1/k4/5/4K w - - 0 1", Goal: lessons.Goal{Kind: "promote", Count: 2},
		Wrong: []lessons.WrongTry{{Moves: []string{"b4b5q"}}, {Moves: []string{"b4b5"}}},
	}
	done, refused := lessons.Verdict{State: lessons.Done}, lessons.Verdict{State: lessons.Refused}
	for _, tt := range []struct {
		name, variant string
		step          lessons.LessonStep
		played        string
		want          lessons.Verdict
	}{
		{"the first move of a mate in two", "shrink", mate, "b2c2", lessons.Verdict{State: lessons.Onwards, Reply: "b3a3"}},
		{"the second", "shrink", mate, "b2c2 b3a3 b2a2", done},
		{"a wrong line", "shrink", mate, "b2c2 b3a3 a1b1", lessons.Verdict{State: lessons.Refused, Why: 1}},
		{"a wrong move, found by itself", "shrink", mate, "a1b1", lessons.Verdict{State: lessons.Refused, Why: 2}},
		{"a move that nothing is said of", "shrink", mate, "b2a2", refused},
		{"two promotions", "shrink", promote, "e5e4rb", done},
		{"one, and a text for just this choice", "shrink", promote, "b4b5q", lessons.Verdict{State: lessons.Refused, Why: 1}},
		{"one, and a text for the others", "shrink", promote, "b4b5n", lessons.Verdict{State: lessons.Refused, Why: 2}},
		{
			"any choice of a promotion", "shrink",
			lessons.LessonStep{FEN: promote.FEN, Goal: lessons.Goal{Moves: []string{"e5e4"}}}, "e5e4bn", done,
		},
		{
			"a goal that takes too long", "shrink",
			lessons.LessonStep{FEN: small, Goal: lessons.Goal{Kind: "mate"}, Replies: mate.Replies}, "b2c2", refused,
		},
		{
			"check is enough where check is asked for", "shrink",
			lessons.LessonStep{FEN: small, Goal: lessons.Goal{Kind: "check"}}, "b2b3", done,
		},
		{
			"stalemate", "shrink",
			lessons.LessonStep{FEN: small, Goal: lessons.Goal{Kind: "stalemate"}}, "b2a2", done,
		},
		{"a draw", "shrink", lessons.LessonStep{FEN: small, Goal: lessons.Goal{Kind: "draw"}}, "b2a2", done},
		{"stalemate is no win", "shrink", lessons.LessonStep{FEN: small, Goal: lessons.Goal{Kind: "win"}}, "b2a2", refused},
		{
			"a row", "shrink",
			lessons.LessonStep{Moves: []string{"e2e4", "d7d5"}, Goal: lessons.Goal{Kind: "collapse"}}, "e4d5", done,
		},
		{
			"one line where two are asked for", "shrink",
			lessons.LessonStep{Moves: []string{"e2e4", "d7d5"}, Goal: lessons.Goal{Kind: "collapse", Count: 2}}, "e4d5", refused,
		},
		{
			"castling", "chess",
			lessons.LessonStep{FEN: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Goal: lessons.Goal{Kind: "castle"}}, "e1g1", done,
		},
		{
			"a king's step is no castling", "chess",
			lessons.LessonStep{FEN: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Goal: lessons.Goal{Kind: "castle"}}, "e1f1", refused,
		},
		{
			"en passant", "chess",
			lessons.LessonStep{FEN: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Goal: lessons.Goal{Kind: "en-passant"}}, "e5d6", done,
		},
		{
			"a capture is not en passant", "chess",
			lessons.LessonStep{FEN: "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1",
				Goal: lessons.Goal{Kind: "en-passant"}}, "e5d6", refused,
		},
		{
			"a drop", "diminuendo",
			lessons.LessonStep{Moves: []string{"d3f5"}, Goal: lessons.Goal{Kind: "drop"}}, "g5f5", done,
		},
		{"a square", "cheshire", lessons.LessonStep{Goal: lessons.Goal{Kind: "vanish"}}, "f2f4", done},
		{
			"captures are counted over several moves", "cheshire8",
			lessons.LessonStep{
				Moves: []string{"g1f3", "e7e5"}, Goal: lessons.Goal{Kind: "capture", Count: 2, Within: 3},
				Replies: map[string]string{"f3e5": "d7d6"},
			}, "f3e5 d7d6 e5f7", done,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := rules.ByName(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			if err := tt.step.Goal.Check(); err != nil {
				t.Error(err)
			}
			got, err := lessons.Judge(g, &tt.step, strings.Fields(tt.played))
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestJudgeErrors: what cannot be judged is an error.
func TestJudgeErrors(t *testing.T) {
	g, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	step := lessons.LessonStep{FEN: "2k/1R1/K2 w - - 0 1", Goal: lessons.Goal{Kind: "mate"}}
	for _, tt := range []struct {
		step   lessons.LessonStep
		played string
		want   string
	}{
		{step, "", "0 moves were played: expected an odd number"},
		{step, "b2c2 b3a3", "2 moves were played: expected an odd number"},
		{step, "b2b8", "move 1: "},
		{step, "b2c2 b3b1 b2a2", "move 2: "},
		{step, "b2a2 b3a3 a2a3", "move 2: \"b3a3\": the game is over (Draw: stalemate)"},
		{lessons.LessonStep{FEN: "2k/1R1/K2"}, "b2c2", "parse FEN: no side to move"},
		{lessons.LessonStep{Moves: []string{"e2e4", "e2e4"}}, "e2e4", "before it begins: move 2: "},
	} {
		_, err := lessons.Judge(g, &tt.step, strings.Fields(tt.played))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.played, err, tt.want)
		}
	}
}

// TestGoalCheck: goals that make no sense are refused.
func TestGoalCheck(t *testing.T) {
	for _, tt := range []struct {
		goal lessons.Goal
		want string
	}{
		{lessons.Goal{}, "either moves or a kind"},
		{lessons.Goal{Kind: "mate", Moves: []string{"e2e4"}}, "either moves or a kind"},
		{lessons.Goal{Kind: "dance"}, `unknown goal "dance": expected one of capture, castle, check, collapse, ` +
			`demote, draw, drop, drop-check, en-passant, expel, mate,`},
		{lessons.Goal{Kind: "mate", Count: 2}, "cannot have the count 2"},
		{lessons.Goal{Kind: "capture", Count: -1}, "cannot have the count -1"},
		{lessons.Goal{Kind: "capture", Within: 2}, "within 2 plies: expected an odd number"},
		{lessons.Goal{Kind: "capture", Within: -1}, "within -1 plies"},
	} {
		if err := tt.goal.Check(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %s", tt.goal, err, tt.want)
		}
	}
}

// TestLibrary asks for what there is, and for what there is not.
func TestLibrary(t *testing.T) {
	l := library(t)
	for variant, folder := range map[string]string{
		"shrink": "shrink", "cheshire8": "cheshire", "diminuendo:pbnrqk+qk": "diminuendo", "diminuendo+fp": "diminuendo",
	} {
		if got := lessons.Folder(variant); got != folder {
			t.Errorf("%s is in folder %s, want %s", variant, got, folder)
		}
	}
	small, err := l.Course("cheshire8")
	if err != nil {
		t.Fatal(err)
	}
	if small.Variant != "cheshire8" || small.Lesson == nil || len(small.Boards) == 0 ||
		small.Rules[0].Title != "Cheshire Cat Chess" {
		t.Errorf("the course of the small board is %s, %v", small.Variant, small.Rules[0])
	}
	if v, err := l.Judge("cheshire8", 1, []string{"f3e5"}); err != nil || v.State != lessons.Done {
		t.Errorf("the first step: %+v, %v", v, err)
	}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{second(l.Course("go")), `unknown game "go"`},
		{second(l.AnnotatedGame("go", "x")), `unknown game "go"`},
		{second(l.AnnotatedGame("shrink", "x")),
			`there is no annotated game "x" of Shrink Chess: there is scandinavian, three-by-three`},
		{second(l.AnnotatedGame("chess", "x")), "there are no annotated games of Chess"},
		{second(l.Judge("go", 1, nil)), `unknown game "go"`},
		{second(l.Judge("chess", 1, []string{"e2e4"})), "there is no lesson for Chess"},
		{second(l.Judge("shrink", 0, []string{"e2e4"})), "no step 0: the lesson has steps 1 to 5"},
		{second(l.Judge("shrink", 6, []string{"e2e4"})), "no step 6"},
	} {
		if tt.err == nil || !strings.Contains(tt.err.Error(), tt.want) {
			t.Errorf("%v, want %s", tt.err, tt.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestMap applies a function to every text in Markdown, and changes nothing else.
func TestMap(t *testing.T) {
	l := library(t)
	c, err := l.Course("shrink")
	if err != nil {
		t.Fatal(err)
	}
	up := c.Map(strings.ToUpper)
	s, old := up.Lesson.Steps[1], c.Lesson.Steps[1]
	for _, pair := range [][2]string{
		{up.Rules[1].Text, c.Rules[1].Text}, {up.Boards[0].Text, c.Boards[0].Text}, {up.Lesson.Intro, c.Lesson.Intro},
		{up.Lesson.End, c.Lesson.End},
		{s.Text, old.Text}, {s.Otherwise, old.Otherwise}, {s.Hint, old.Hint}, {s.Done, old.Done},
		{s.Wrong[0].Text, old.Wrong[0].Text},
		{up.Games[0].Intro, c.Games[0].Intro},
	} {
		if pair[0] != strings.ToUpper(pair[1]) || pair[0] == pair[1] {
			t.Errorf("%q became %q", pair[1], pair[0])
		}
	}
	if s.Task != old.Task || s.Title != old.Title || up.Boards[0].Title != c.Boards[0].Title {
		t.Error("a plain text was changed")
	}
	g, err := l.AnnotatedGame("shrink", "scandinavian")
	if err != nil {
		t.Fatal(err)
	}
	notes := g.Map(strings.ToUpper)
	text := g.Moves[3].Variations[0][0].Text
	if got, want := notes.Moves[3].Variations[0][0].Text, strings.ToUpper(text); got != want || got == text {
		t.Errorf("a note in a variation became %q", got)
	}
	if notes.Moves[0].Text != "" {
		t.Errorf("a note that was not there became %q", notes.Moves[0].Text)
	}
}

// TestCut cuts a text at its headings, but not within code.
func TestCut(t *testing.T) {
	got := lessons.Cut("# Game\n\nFirst.\n\n## A row's end\n\n    10 r\n\n" +
		"```\n## no heading\n```\n### Below\nText.\n## Ends\n")
	want := []lessons.Section{
		{Title: "Game", Text: "First.\n"},
		{Slug: "a-rows-end", Title: "A row's end", Text: "    10 r\n\n```\n## no heading\n```\n### Below\nText.\n"},
		{Slug: "ends", Title: "Ends", Text: "\n"},
	}
	if len(got) != len(want) {
		t.Fatalf("%d sections: %+v", len(got), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}
