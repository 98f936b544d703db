package lessons

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/rules"
)

// TestGerman reads every course in German: it has other words than in English, and the same
// boards under the same sections.
func TestGerman(t *testing.T) {
	l, err := New(rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"shrink", "convergent", "diminuendo", "diminuendo:pbnrqk+qk+fp", "cheshire", "cheshire8", "chess",
	} {
		english, err := l.In("en").Course(name)
		if err != nil {
			t.Fatal(err)
		}
		german, err := l.In("de").Course(name)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		english.Map(func(text string) string { said = append(said, text); return text })
		n := 0
		german.Map(func(text string) string {
			if n < len(said) && (text == "" || text == said[n]) && said[n] != "" {
				t.Errorf("%s: %q in both languages", name, text)
			}
			n++
			return text
		})
		if n != len(said) {
			t.Errorf("%s: %d texts, want %d", name, n, len(said))
		}
		for i, s := range german.Rules {
			if s.Slug != english.Rules[i].Slug || s.Slug != "" && s.Title == english.Rules[i].Title {
				t.Errorf("%s: section %q in German is %q, %q", name, english.Rules[i].Title, s.Slug, s.Title)
			}
		}
		if len(german.Boards) != len(english.Boards) || len(german.Games) != len(english.Games) {
			t.Errorf("%s: %d boards and %d games in German", name, len(german.Boards), len(german.Games))
		}
		for _, g := range german.Games {
			if s, err := l.In("de").AnnotatedGame(name, g.Name); err != nil || len(s.Moves) == 0 {
				t.Errorf("%s: %s: %v", name, g.Name, err)
			}
		}
	}
	c, _ := l.In("de").Course("diminuendo:pbnrqk+qk")
	const want = "die Rangfolge P B N R Q K. Eine geschlagene Figur wird so: Bauer → Läufer, Läufer → Springer,"
	if !strings.Contains(c.Rules[0].Text, want) {
		t.Errorf("the rules of a ranking begin %q, want a part %q", c.Rules[0].Text, want)
	}
}

// TestMissingTranslation removes a text of each kind.
func TestMissingTranslation(t *testing.T) {
	l, err := New(rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	read := func() (tr translation) {
		t.Helper()
		data, _ := content.ReadFile("content/shrink/texts.de.json")
		if err := decode("shrink", data, &tr); err != nil {
			t.Fatal(err)
		}
		return tr
	}
	game := l.annotated["shrink/scandinavian"]
	for what, spoil := range map[string]func(*translation){
		"nothing":      func(*translation) {},
		"a board":      func(tr *translation) { delete(tr.Boards, "in-passing") },
		"a try":        func(tr *translation) { b := tr.Boards["two-queens"]; b.Try = nil; tr.Boards["two-queens"] = b },
		"a step":       func(tr *translation) { tr.Lesson.Steps = tr.Lesson.Steps[:4] },
		"a hint":       func(tr *translation) { tr.Lesson.Steps[2].Hint = "" },
		"a wrong move": func(tr *translation) { tr.Lesson.Steps[1].Wrong = nil },
		"the lesson":   func(tr *translation) { tr.Lesson = nil },
		"a note": func(tr *translation) {
			g := tr.Games["scandinavian"]
			g.Notes = slices.Clone(g.Notes[1:])
			tr.Games["scandinavian"] = g
		},
		"another board": func(tr *translation) { tr.Boards["no-such-board"] = tr.Boards["in-passing"] },
	} {
		tr := read()
		spoil(&tr)
		c := *l.courses["shrink"]
		err := tr.apply(&c)
		if _, gameErr := tr.game(game); err == nil {
			err = gameErr
		}
		if (err != nil) != (what != "nothing") {
			t.Errorf("without %s: %v", what, err)
		}
	}
}
