package browser

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// course returns the lessons of a variant.
func course(t *testing.T, variant string) *lessons.Course {
	t.Helper()
	l, err := lessons.New(rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	c, err := l.Course(variant)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// learner is a user in a step of a lesson.
type learner struct {
	*person
	how  way
	step *lessons.LessonStep
	pos  game.Position
	line []string
}

// begin waits until the page shows the step and its first position.
func (p *learner) begin(i int, s *lessons.LessonStep) {
	p.t.Helper()
	p.step = s
	p.sees(fmt.Sprintf("Step %d of 5", i+1))
	p.sees(s.Task)
	p.restart()
}

// restart waits until the step is at its first position.
func (p *learner) restart() {
	p.t.Helper()
	g, err := rules.ByName(p.step.Variant)
	if err != nil {
		p.t.Fatal(err)
	}
	p.pos, p.line = g.Start(), nil
	if p.step.FEN != "" {
		if p.pos, err = g.Parse(p.step.FEN); err != nil {
			p.t.Fatal(err)
		}
	}
	for _, text := range p.step.Moves {
		p.make(text)
	}
	p.line = nil
	p.stands()
}

// make plays a move in p.pos alone.
func (p *learner) make(text string) {
	p.t.Helper()
	m, err := notation.ParseUCI(p.pos, text)
	if err != nil {
		p.t.Fatal(err)
	}
	p.pos.Make(m)
	p.line = append(p.line, text)
}

// stands waits until the page shows the position.
func (p *learner) stands() {
	p.t.Helper()
	p.shows(p.pos, nil)
}

// play plays a move on the page and waits for the verdict.
func (p *learner) play(text string) lessons.Verdict {
	p.t.Helper()
	m, err := notation.ParseUCI(p.pos, text)
	if err != nil {
		p.t.Fatal(err)
	}
	from, to, letters := steps(p.pos, m)
	p.how(p.person, from, to)
	if letters != "" {
		p.promote(letters)
	}
	p.make(text)
	v, err := lessons.Judge(p.pos.Game(), p.step, p.line)
	if err != nil {
		p.t.Fatal(err)
	}
	switch v.State {
	case lessons.Onwards:
		p.make(v.Reply)
		p.until("the page says the answer",
			`document.querySelector('.feedback[data-phase=open]')?.innerText.includes(' replies: ')`)
		p.stands()
	case lessons.Done:
		p.until("the page says that it is right",
			`document.querySelector('.feedback[data-phase=done] .verdict')?.innerText === 'Right!'`)
		p.says(p.step.Done)
	case lessons.Refused:
		p.until("the page says that it is wrong",
			`document.querySelector('.feedback[data-phase=wrong] .verdict')?.innerText === 'Not yet.'`)
		if v.Why > 0 {
			p.says(p.step.Wrong[v.Why-1].Text)
		} else {
			p.says(p.step.Otherwise)
		}
		p.stands()
	}
	return v
}

var marks = regexp.MustCompile("[*`_]|\\[|\\]\\([^)]*\\)")

// says waits until the feedback has the first words of a text in Markdown.
func (p *learner) says(markdown string) {
	p.t.Helper()
	words := strings.Fields(marks.ReplaceAllString(markdown, ""))
	first := strings.Join(words[:min(5, len(words))], " ")
	p.until("the page says "+first,
		`document.querySelector('.feedback').innerText.replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, ' ').includes(`+
			quote(strings.NewReplacer("’", "'", "‘", "'").Replace(first))+`)`)
}

// tryWrong plays every move that the step calls wrong, and one that it does not
// mention.
func (p *learner) tryWrong() {
	p.t.Helper()
	for _, w := range p.step.Wrong {
		all := strings.Fields(w.Moves[0])
		for i := 0; i < len(all); i += 2 { // the page plays the replies
			text := p.whole(all[i])
			if v := p.play(text); i == len(all)-1 && v.State != lessons.Refused {
				p.t.Fatalf("%v: %+v", all, v)
			}
		}
		p.press("Retry")
		p.until("the step is open again", `document.querySelector('.feedback[data-phase=open]')`)
		if len(all) > 1 {
			p.press("Repeat step")
			p.restart()
			continue
		}
		p.pos.Unmake()
		p.line = nil
		p.stands()
	}
	for _, m := range p.pos.Legal(nil) {
		text := p.pos.UCI(m)
		if v, err := lessons.Judge(p.pos.Game(), p.step, []string{text}); err == nil && v.State == lessons.Refused &&
			v.Why == 0 {
			p.play(text)
			p.press("Retry")
			p.pos.Unmake()
			p.line = nil
			p.stands()
			return
		}
	}
}

// tryIllegal presses a piece of the opponent: the rules say why it cannot move.
func (p *learner) tryIllegal() {
	p.t.Helper()
	v := p.pos.View()
	for i := range v.Board.Squares {
		s := &v.Board.Squares[i]
		if pc := v.Pieces[s.ID]; pc != game.NoPiece && pc.Color() != v.Turn {
			p.pressAt(p.at(s.Name))
			p.says(notation.Refusal(p.pos, s.Name, s.Name))
			return
		}
	}
}

// whole adds the promotions that a move text leaves out.
func (p *learner) whole(text string) string {
	p.t.Helper()
	for _, m := range p.pos.Legal(nil) {
		if lessons.Matches(text, []string{p.pos.UCI(m)}) {
			return p.pos.UCI(m)
		}
	}
	p.t.Fatalf("%s is not legal in %s", text, p.pos)
	return ""
}

// TestLessons plays every lesson to its end, with wrong moves in every step: the page
// rejects each with its reason and takes it back.
func TestLessons(t *testing.T) {
	for _, tt := range []struct {
		variant string
		look    look
		how     way
	}{{"shrink", phone, byTap}, {"convergent", desktop, byClick}, {"diminuendo", night, byDrag},
		{"cheshire", small, byTap}} {
		t.Run(tt.variant, func(t *testing.T) {
			parallel(t)
			c := course(t, tt.variant)
			if c.Lesson == nil {
				t.Fatal("there is no lesson")
			}
			p := &learner{person: newPerson(t, serveAll(t), "Ann", tt.look), how: tt.how}
			p.open("/learn/" + tt.variant)
			p.sees(c.Lesson.Title)
			for i := range c.Lesson.Steps {
				p.begin(i, &c.Lesson.Steps[i])
				p.shoot(fmt.Sprintf("learn-%s-%d", tt.variant, i+1))
				if i == 0 {
					p.tryIllegal()
				}
				p.tryWrong()
				if i == 1 {
					p.accessible("a step of a lesson")
					p.reload() // the progress is kept
					p.begin(i, &c.Lesson.Steps[i])
				}
				for j := 0; j < len(p.step.Solution); j += 2 {
					p.play(p.step.Solution[j])
				}
				p.shoot(fmt.Sprintf("learn-%s-%d-done", tt.variant, i+1))
				if i == 4 {
					p.press("Finish")
				} else {
					p.press("Next step")
				}
			}
			p.sees("Lesson complete")
			p.accessible("the end of a lesson")
			p.shoot("learn-" + tt.variant + "-end")
			p.press("Play level 1")
			path := p.path()
			if g := record(t, p.base, path).Game; g.Variant != tt.variant || g.Black.Level != 1 ||
				!g.White.You && g.White.Name == "" {
				t.Errorf("the game is %s against level %d", g.Variant, g.Black.Level)
			}
		})
	}
}

// TestLessonHelps asks for a hint and for the solution by keyboard, where WebAssembly
// cannot be loaded: the server judges.
func TestLessonHelps(t *testing.T) {
	parallel(t)
	p := &learner{person: newPerson(t, serveAll(t), "Ann", desktop), how: byKeys}
	p.block(webAssembly)
	c := course(t, "shrink")
	p.open("/learn/shrink")
	p.begin(0, &c.Lesson.Steps[0])
	p.tabTo("the hint", `e.matches('button') && e.innerText === 'Hint'`)
	p.keys(kb.Enter)
	p.until("the hint is shown, and on the board",
		`document.querySelector('.hint')?.innerText.includes('Which piece is the only one on rank 4') && `+
			`document.querySelector('.place .shapes .green')`)
	p.accessible("a hint")
	p.play("d2d3")
	p.until("Retry has the focus", `document.activeElement?.innerText === 'Retry'`)
	p.keys(kb.Enter)
	p.pos.Unmake()
	p.line = nil
	p.stands()
	p.press("Show me")
	p.until("the solution was shown",
		`document.querySelector('.feedback[data-phase=done]')?.innerText.includes('one way to do it')`)
	p.until("Next step has the focus", `document.activeElement?.innerText === 'Next step'`)
	p.keys(kb.Enter)
	p.begin(1, &c.Lesson.Steps[1])
	p.press("5") // any step can be opened
	p.begin(4, &c.Lesson.Steps[4])
	p.press("Hint")
	p.press("Show me")
	p.until("the mate was shown",
		`document.querySelector('.feedback[data-phase=done]') && document.querySelectorAll('[role=gridcell]').length === 3`)
	p.press("Finish")
	p.sees("You have not solved 5 steps yourself yet.") // what was shown is not done
	p.accessible("the end of a lesson, with steps left out")
	p.press("Go to step 1: " + c.Lesson.Steps[0].Title)
	p.begin(0, &c.Lesson.Steps[0])
	js[bool](p.person, `document.querySelectorAll('main nav ol button')[4].click() ?? true`)
	p.begin(4, &c.Lesson.Steps[4])
	p.press("Hint")
	p.press("Show me")
	p.press("Finish")
	p.press("Restart lesson")
	p.begin(0, &c.Lesson.Steps[0])
	if js[bool](p.person, `!!globalThis.wane`) {
		t.Error("the rules were loaded all the same")
	}
}
