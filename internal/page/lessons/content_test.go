package lessons_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// library reads the content. Its own checks are part of the test: every game's
// moves are legal and lead to the result it has, every try can be played.
func library(t *testing.T) *lessons.Library {
	t.Helper()
	l, err := lessons.New(rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// courses calls f with the course of every folder.
func courses(t *testing.T, f func(t *testing.T, folder string, c *lessons.Course)) {
	t.Helper()
	l := library(t)
	folders, err := os.ReadDir("content")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range folders {
		t.Run(dir.Name(), func(t *testing.T) {
			c, err := l.Course(dir.Name())
			if err != nil {
				t.Fatal(err)
			}
			f(t, dir.Name(), c)
		})
	}
}

// member returns the game that a board or a step is about, which must be one that
// the folder teaches.
func member(t *testing.T, folder, variant string) game.Game {
	t.Helper()
	if variant == "" {
		variant = folder
	}
	g, err := rules.ByName(variant)
	if err != nil {
		t.Fatal(err)
	}
	if got := lessons.Folder(variant); got != folder {
		t.Errorf("variant %s belongs to %s", variant, got)
	}
	return g
}

// start plays the moves before a board or a step begins.
func start(t *testing.T, g game.Game, fen string, moves []string) game.Position {
	t.Helper()
	pos := g.Start()
	if fen != "" {
		var err error
		if pos, err = g.Parse(fen); err != nil {
			t.Fatal(err)
		}
		if pos.String() != fen {
			t.Errorf("the FEN %q should be written %q", fen, pos)
		}
	}
	for _, text := range moves {
		m, err := notation.ParseUCI(pos, text)
		if err != nil {
			t.Fatal(err)
		}
		pos.Make(m)
	}
	if o := pos.Outcome(); o.Over() {
		t.Fatalf("it begins with the end: %v", o)
	}
	return pos
}

// TestEveryGameIsTaught: each of the four games has boards, a lesson and games.
func TestEveryGameIsTaught(t *testing.T) {
	l := library(t)
	for _, g := range rules.All() {
		c, err := l.Course(g.Name())
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Boards) == 0 {
			t.Errorf("%s has no boards to try", g.Name())
		}
		if g.Name() != "chess" && (len(c.Boards) < 6 || c.Lesson == nil || len(c.Games) == 0) {
			t.Errorf("%s has %d boards, a lesson: %t, %d games", g.Name(), len(c.Boards), c.Lesson != nil, len(c.Games))
		}
	}
}

// TestBoards: what a board shows can be set up, belongs to a heading of the rules,
// and has something to try.
func TestBoards(t *testing.T) {
	id := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	courses(t, func(t *testing.T, folder string, c *lessons.Course) {
		seen := map[string]bool{}
		last := 0
		for _, b := range c.Boards {
			t.Run(b.ID, func(t *testing.T) {
				if !id.MatchString(b.ID) || seen[b.ID] {
					t.Errorf("the id %q is not new, or not small letters, digits and hyphens", b.ID)
				}
				seen[b.ID] = true
				at := slices.IndexFunc(c.Rules, func(s lessons.Section) bool { return s.Slug == b.After })
				if at < 0 {
					t.Errorf("the rules have no heading %q: there are %s", b.After, slugs(c))
				} else if at < last {
					t.Errorf("it comes after %q, which stands before that of the board before: order the boards as the text", b.After)
				}
				last = max(last, at)
				whole(t, "title", b.Title)
				whole(t, "text", b.Text)
				start(t, member(t, folder, b.Variant), b.FEN, b.Moves)
				if len(b.Try) == 0 {
					t.Error("there is nothing to try")
				}
				for _, try := range b.Try {
					if len(try.Moves) == 0 {
						t.Error("a try has no moves")
					}
				}
			})
		}
	})
}

func slugs(c *lessons.Course) string {
	var all []string
	for _, s := range c.Rules {
		all = append(all, fmt.Sprintf("%q", s.Slug))
	}
	return strings.Join(all, ", ")
}

// whole complains of texts that are missing, have blanks at an end, or HTML, which
// the page leaves out.
func whole(t *testing.T, what, text string) {
	t.Helper()
	if text == "" || text != strings.TrimSpace(text) ||
		regexp.MustCompile(`<[a-zA-Z/!]`).MatchString(strings.ReplaceAll(text, "<http", "")) {
		t.Errorf("%s: %q", what, text)
	}
}

// TestLessons walks every way through every lesson: all moves of the learner, and
// the replies. Each step can be done, accepts and refuses only what is legal, and
// answers with legal moves.
func TestLessons(t *testing.T) {
	courses(t, func(t *testing.T, folder string, c *lessons.Course) {
		l := c.Lesson
		if l == nil {
			t.Skip("no lesson")
		}
		whole(t, "title", l.Title)
		whole(t, "intro", l.Intro)
		whole(t, "end", l.End)
		if len(l.Steps) != 5 {
			t.Errorf("%d steps, want 5", len(l.Steps))
		}
		for i := range l.Steps {
			t.Run(fmt.Sprint(i+1), func(t *testing.T) { checkStep(t, folder, &l.Steps[i]) })
		}
	})
}

func checkStep(t *testing.T, folder string, s *lessons.LessonStep) {
	for what, text := range map[string]string{
		"title": s.Title, "text": s.Text, "task": s.Task, "otherwise": s.Otherwise, "hint": s.Hint, "done": s.Done,
	} {
		whole(t, what, text)
	}
	if err := s.Goal.Check(); err != nil {
		t.Error(err)
	}
	for _, w := range s.Wrong {
		whole(t, "wrong", w.Text)
	}
	g := member(t, folder, s.Variant)
	w := walker{t: t, g: g, step: s, pos: start(t, g, s.FEN, s.Moves), used: map[string]bool{}}
	w.walk(nil)
	if w.done == 0 {
		t.Error("the step cannot be done")
	}
	if w.refused == 0 {
		t.Error("every legal move reaches the goal: the step checks nothing")
	}
	w.allUsed()
}

// walker tries every move of the learner.
type walker struct {
	t             *testing.T
	g             game.Game
	step          *lessons.LessonStep
	pos           game.Position
	used          map[string]bool // entries that some move has met, as "goal e2e4"
	done, refused int
}

func (w *walker) walk(line []string) {
	for _, m := range w.pos.Legal(nil) {
		played := append(slices.Clone(line), w.pos.UCI(m))
		v, err := lessons.Judge(w.g, w.step, played)
		if err != nil {
			w.t.Fatalf("%v: %v", played, err)
		}
		w.note(played, v)
		if v.State != lessons.Onwards {
			continue
		}
		w.pos.Make(m)
		reply, err := notation.ParseUCI(w.pos, v.Reply)
		if err != nil {
			w.t.Fatalf("the reply to %v: %v", played, err)
		}
		w.pos.Make(reply)
		if o := w.pos.Outcome(); o.Over() {
			w.t.Errorf("the reply to %v ends the game: %v", played, o)
		}
		w.walk(append(played, v.Reply))
		w.pos.Unmake()
		w.pos.Unmake()
	}
}

// note keeps which entries of the step a line has met.
func (w *walker) note(played []string, v lessons.Verdict) {
	mark := func(what string, entries []string) {
		for _, e := range entries {
			if lessons.Matches(e, played) {
				w.used[what+e] = true
			}
		}
	}
	switch v.State {
	case lessons.Done:
		w.done++
		mark("goal ", w.step.Goal.Moves)
	case lessons.Onwards:
		for key := range w.step.Replies {
			mark("reply ", []string{key})
		}
	case lessons.Refused:
		w.refused++
		if v.Why > 0 {
			mark("wrong ", w.step.Wrong[v.Why-1].Moves)
		}
	}
}

// allUsed complains of entries that no move can meet: they are not legal, or the
// goal or an entry before has the move.
func (w *walker) allUsed() {
	need := func(what string, entries []string) {
		for _, e := range entries {
			if !w.used[what+e] {
				w.t.Errorf("%s%q is met by no legal move, or something before it takes the move", what, e)
			}
		}
	}
	need("goal ", w.step.Goal.Moves)
	for _, wrong := range w.step.Wrong {
		need("wrong ", wrong.Moves)
	}
	for key := range w.step.Replies {
		need("reply ", []string{key})
	}
}

// TestGames: the games have what the page shows of them. That their moves are
// legal is checked when they are read.
func TestGames(t *testing.T) {
	l := library(t)
	courses(t, func(t *testing.T, folder string, c *lessons.Course) {
		for _, g := range c.Games {
			t.Run(g.Name, func(t *testing.T) {
				s, err := l.AnnotatedGame(folder, g.Name)
				if err != nil {
					t.Fatal(err)
				}
				whole(t, "title", s.Title)
				whole(t, "intro", s.Intro)
				if s.Source.URL == "" && !strings.HasPrefix(s.Credit, "wane") {
					t.Errorf("the source %q has no address", s.Source.Name)
				}
				if s.Plies == 0 || s.Plies != len(s.Moves) || s.PGN == "" || s.White == "" || s.Black == "" {
					t.Errorf("something is missing: %d plies, %d moves, %s – %s", s.Plies, len(s.Moves), s.White, s.Black)
				}
				comments := 0
				for _, m := range s.Moves {
					if m.Text != "" {
						comments++
						whole(t, "note on "+m.SAN, m.Text)
					}
				}
				if 8*comments < len(s.Moves) {
					t.Errorf("%d notes on %d moves are few", comments, len(s.Moves))
				}
			})
		}
	})
}
