//go:build !js

package lessons

import (
	"strings"

	"github.com/wane-chess/wane/internal/page/boardview"
)

// Course is all that teaches one game.
type Course struct {
	Variant string `json:"variant"`
	Title   string `json:"title"`
	boardview.Format
	// Rankings says that the variant is one of a family with a game for every ranking.
	Rankings bool `json:"rankings,omitempty"`
	// Rules are the text of the rules, cut at its headings of the second level; the
	// first section is what stands before them, without the text's own title.
	Rules  []Section       `json:"rules"`
	Boards []TryBoard      `json:"boards"`
	Lesson *Lesson         `json:"lesson,omitempty"`
	Games  []AnnotatedGame `json:"games"` // without their moves
}

// Section is a part of the rules' text.
type Section struct {
	Slug  string `json:"slug"`  // of its heading; "" for the first
	Title string `json:"title"` // its heading
	Text  string `json:"text"`
}

// TryBoard is a small board on which to try a rule.
type TryBoard struct {
	ID      string   `json:"id"`
	After   string   `json:"after"` // slug of the section to which it belongs
	Title   string   `json:"title"`
	Text    string   `json:"text"`
	Variant string   `json:"variant"`         // the game that is played on it
	FEN     string   `json:"fen,omitempty"`   // empty: the start
	Moves   []string `json:"moves,omitempty"` // played before
	Try     []Try    `json:"try,omitempty"`
	Flip    bool     `json:"flip,omitempty"` // Black below
}

// Try is something worth trying on a board.
type Try struct {
	Moves []string `json:"moves"`
	SAN   []string `json:"san"` // the same in short algebraic
	Text  string   `json:"text,omitempty"`
}

// Lesson is five steps that teach a game.
type Lesson struct {
	Title string       `json:"title"`
	Intro string       `json:"intro"`
	Steps []LessonStep `json:"steps"`
	End   string       `json:"end"`
}

// Map returns a copy of the course in which f was applied to every text that is
// Markdown, and to every note of its games.
func (c *Course) Map(f func(markdown string) string) *Course {
	out := *c
	out.Rules = apply(c.Rules, func(s Section) Section {
		s.Text = f(s.Text)
		return s
	})
	out.Boards = apply(c.Boards, func(b TryBoard) TryBoard {
		b.Text = f(b.Text)
		return b
	})
	out.Games = apply(c.Games, func(s AnnotatedGame) AnnotatedGame { return *s.Map(f) })
	if c.Lesson == nil {
		return &out
	}
	l := *c.Lesson
	l.Intro, l.End = f(l.Intro), f(l.End)
	l.Steps = apply(l.Steps, func(s LessonStep) LessonStep {
		s.Text, s.Otherwise, s.Hint, s.Done = f(s.Text), f(s.Otherwise), f(s.Hint), f(s.Done)
		s.Wrong = apply(s.Wrong, func(w WrongTry) WrongTry {
			w.Text = f(w.Text)
			return w
		})
		return s
	})
	out.Lesson = &l
	return &out
}

func apply[T any](all []T, f func(T) T) []T {
	if all == nil {
		return nil
	}
	out := make([]T, len(all))
	for i, one := range all {
		out[i] = f(one)
	}
	return out
}

// Slug makes the name by which boards refer to a heading: small letters and
// digits, and a hyphen for whatever stands between them.
func Slug(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == '\'' || r == '’': // within a word
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

// Cut cuts rules into sections at their headings of the second level.
func Cut(markdown string) []Section {
	out := []Section{{}}
	fenced := false
	for line := range strings.Lines(markdown) {
		at := &out[len(out)-1]
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		heading, isSecond := strings.CutPrefix(line, "## ")
		switch {
		case isSecond && !fenced:
			heading = strings.TrimSpace(heading)
			out = append(out, Section{Slug: Slug(heading), Title: heading})
		case len(out) == 1 && at.Title == "" && strings.HasPrefix(line, "# "):
			at.Title = strings.TrimSpace(line[2:])
		default:
			at.Text += line
		}
	}
	for i := range out {
		out[i].Text = strings.Trim(out[i].Text, "\n") + "\n" // not blanks: they may mark a picture in letters
	}
	return out
}
