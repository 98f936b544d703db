package browser

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// course returns what teaches a game, as the server's program has it.
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

// pupil is a person in a step of a lesson.
type pupil struct {
	*person
	how  way
	step *lessons.LessonStep
	pos  game.Position
	line []string
}

// begin waits until the step is shown, with the board as it begins.
func (p *pupil) begin(i int, s *lessons.LessonStep) {
	p.t.Helper()
	p.step = s
	p.sees(fmt.Sprintf("Step %d of 5", i+1))
	p.sees(s.Task)
	p.anew()
}

// anew is at the beginning of the step.
func (p *pupil) anew() {
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

// make makes a move, which is or will be played on the page, here.
func (p *pupil) make(text string) {
	p.t.Helper()
	m, err := notation.ParseUCI(p.pos, text)
	if err != nil {
		p.t.Fatal(err)
	}
	p.pos.Make(m)
	p.line = append(p.line, text)
}

// stands waits until the page shows the position.
func (p *pupil) stands() {
	p.t.Helper()
	p.shows(p.pos, nil)
}

// play plays a move of the learner, and waits for what the page makes of it.
func (p *pupil) play(text string) lessons.Verdict {
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
		p.until("the answer is told", `document.querySelector('.feedback[data-phase=open]')?.innerText.includes('The answer')`)
		p.stands()
	case lessons.Done:
		p.until("it is said to be right", `document.querySelector('.feedback[data-phase=done] .verdict')?.innerText === 'Right!'`)
		p.says(p.step.Done)
	case lessons.Refused:
		p.until("it is said to be wrong", `document.querySelector('.feedback[data-phase=wrong] .verdict')?.innerText === 'Not yet.'`)
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

// says waits until the feedback says the first words of a text in Markdown.
func (p *pupil) says(markdown string) {
	p.t.Helper()
	words := strings.Fields(marks.ReplaceAllString(markdown, ""))
	first := strings.Join(words[:min(5, len(words))], " ")
	p.until("the page says "+first, `document.querySelector('.feedback').innerText.replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, ' ').includes(`+
		quote(strings.NewReplacer("’", "'", "‘", "'").Replace(first))+`)`)
}

// err tries whatever the step calls wrong, and something that it does not mention.
func (p *pupil) err() {
	p.t.Helper()
	for _, w := range p.step.Wrong {
		all := strings.Fields(w.Moves[0])
		for i := 0; i < len(all); i += 2 { // the replies come by themselves
			text := p.whole(all[i])
			if v := p.play(text); i == len(all)-1 && v.State != lessons.Refused {
				p.t.Fatalf("%v: %+v", all, v)
			}
		}
		p.press("Retry")
		p.until("one may try again", `document.querySelector('.feedback[data-phase=open]')`)
		if len(all) > 1 {
			p.press("Repeat step")
			p.anew()
			continue
		}
		p.pos.Unmake()
		p.line = nil
		p.stands()
	}
	for _, m := range p.pos.Legal(nil) {
		text := p.pos.UCI(m)
		if v, err := lessons.Judge(p.pos.Game(), p.step, []string{text}); err == nil && v.State == lessons.Refused && v.Why == 0 {
			p.play(text)
			p.press("Retry")
			p.pos.Unmake()
			p.line = nil
			p.stands()
			return
		}
	}
}

// whole adds the promotions that an entry leaves open.
func (p *pupil) whole(text string) string {
	p.t.Helper()
	for _, m := range p.pos.Legal(nil) {
		if lessons.Matches(text, []string{p.pos.UCI(m)}) {
			return p.pos.UCI(m)
		}
	}
	p.t.Fatalf("%s is not legal in %s", text, p.pos)
	return ""
}

// TestLessons walks through every lesson to its end, with wrong tries in every
// step: each is refused with its reason and can be taken back.
func TestLessons(t *testing.T) {
	for _, tt := range []struct {
		variant string
		look    look
		how     way
	}{{"shrink", phone, byTap}, {"convergent", desktop, byClick}, {"diminuendo", night, byDrag}, {"cheshire", small, byTap}} {
		t.Run(tt.variant, func(t *testing.T) {
			parallel(t)
			c := course(t, tt.variant)
			if c.Lesson == nil {
				t.Fatal("there is no lesson")
			}
			p := &pupil{person: newPerson(t, serveAll(t), "Ann", tt.look), how: tt.how}
			p.open("/learn/" + tt.variant)
			p.sees(c.Lesson.Title)
			for i := range c.Lesson.Steps {
				p.begin(i, &c.Lesson.Steps[i])
				p.shoot(fmt.Sprintf("learn-%s-%d", tt.variant, i+1))
				p.err()
				if i == 1 {
					p.accessible("a step of a lesson")
					p.do(chromedp.Reload()) // what was done is kept
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
			p.press("Play your first game against the computer")
			path := p.path()
			if g := record(t, p.base, path).Game; g.Variant != tt.variant || g.Black.Level != 1 || !g.White.You && g.White.Name == "" {
				t.Errorf("the game is %s against level %d", g.Variant, g.Black.Level)
			}
		})
	}
}

// TestLessonHelps asks for a hint and for the solution, by keys alone, where the
// rules cannot be loaded into the page: the server judges.
func TestLessonHelps(t *testing.T) {
	parallel(t)
	p := &pupil{person: newPerson(t, serveAll(t), "Ann", desktop), how: byKeys}
	p.block(webAssembly)
	c := course(t, "shrink")
	p.open("/learn/shrink")
	p.begin(0, &c.Lesson.Steps[0])
	p.tabTo("the hint", `e.matches('button') && e.innerText === 'Hint'`)
	p.keys(kb.Enter)
	p.until("the hint is shown", `document.querySelector('.hint')?.innerText.includes('Who is the only man on row 4')`)
	p.accessible("a hint")
	p.play("d2d3")
	p.until("the way back has the focus", `document.activeElement?.innerText === 'Retry'`)
	p.keys(kb.Enter)
	p.pos.Unmake()
	p.line = nil
	p.stands()
	p.press("Show me")
	p.until("the solution was shown", `document.querySelector('.feedback[data-phase=done]')?.innerText.includes('one way to do it')`)
	p.until("what leads on has the focus", `document.activeElement?.innerText === 'Next step'`)
	p.keys(kb.Enter)
	p.begin(1, &c.Lesson.Steps[1])
	p.press("5") // any step can be gone to
	p.begin(4, &c.Lesson.Steps[4])
	p.press("Hint")
	p.press("Show me")
	p.until("the mate was shown", `document.querySelector('.feedback[data-phase=done]') && document.querySelectorAll('[role=gridcell]').length === 3`)
	p.press("Finish")
	p.sees("3 steps left")
	p.accessible("the end of a lesson, with steps left out")
	p.press("Go to step 2: " + c.Lesson.Steps[1].Title)
	p.begin(1, &c.Lesson.Steps[1])
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

// TestLiveBoards tries what the boards on the pages of the rules offer, moves by
// hand, goes back and forth. Boards that are far off are not there yet.
func TestLiveBoards(t *testing.T) {
	for _, tt := range []struct {
		variant string
		look    look
		how     way
		hand    string // a move by hand on the first board
	}{{"shrink", desktop, byClick, "e4d5"}, {"cheshire", phone, byTap, "f2f4"}} {
		t.Run(tt.variant, func(t *testing.T) {
			parallel(t)
			l := tt.look
			c := course(t, tt.variant)
			p := newPerson(t, serveAll(t), "Ann", l)
			p.open("/rules/" + tt.variant)
			p.until("the first board is there", gridcell("a1"))
			if n := js[int](p, `document.querySelectorAll('[role=grid]').length`); n >= len(c.Boards) {
				t.Errorf("%d of %d boards are there before anybody has come near", n, len(c.Boards))
			}
			for _, b := range c.Boards {
				p.board(t, b)
			}
			first := c.Boards[0]
			p.press("Reset board")
			p.until("it stands at its start", gridcell(tt.hand[:2])+`?.getAttribute('aria-label').includes('white pawn')`)
			tt.how(p, tt.hand[:2], tt.hand[2:])
			p.until("what happened is told", in(first.ID, `.told`)+`.innerText.includes('The white pawn goes from `+tt.hand[:2]+`')`)
			p.shoot("live-" + tt.variant)
			p.press("Previous move")
			p.until("the move is taken back", in(first.ID, `.told`)+`.innerText.includes('to move')`)
			p.press("Next move")
			p.until("the move is made again", in(first.ID, `.told`)+`.innerText.includes('The white pawn goes')`)
			p.accessible("rules with boards")
		})
	}
}

// in finds something on one of the boards.
func in(board, selector string) string {
	return `document.querySelector('[data-board="` + board + `"] ` + selector + `')`
}

// board plays the first try of a board, and compares what it shows then with the
// rules.
func (p *person) board(t *testing.T, b lessons.TryBoard) {
	t.Helper()
	g, err := rules.ByName(b.Variant)
	if err != nil {
		t.Fatal(err)
	}
	pos := g.Start()
	if b.FEN != "" {
		if pos, err = g.Parse(b.FEN); err != nil {
			t.Fatal(err)
		}
	}
	var told string
	for _, text := range slices.Concat(b.Moves, b.Try[0].Moves) {
		m, err := notation.ParseUCI(pos, text)
		if err != nil {
			t.Fatal(err)
		}
		told = strings.Join(notation.Narrate(pos, m), " ")
		pos.Make(m)
	}
	js[bool](p, `!!(`+in(b.ID, `h3`)+`.scrollIntoView(), true)`)
	p.until("the board "+b.ID+" is there", in(b.ID, `[role=gridcell]`)+` && !`+in(b.ID, `.tries button`)+`.disabled`)
	js[bool](p, `!!(`+in(b.ID, `.tries button`)+`.click(), true)`)
	p.until(b.ID+" tells: "+told, in(b.ID, `.told`)+`?.innerText.includes(`+quote(told)+`)`)
	want := boardOf(pos.View())
	p.until(fmt.Sprintf("%s has %d cells", b.ID, len(want)), fmt.Sprintf(`document.querySelectorAll('[data-board="%s"] [role=gridcell]').length === %d`, b.ID, len(want)))
}

// TestSpecimens plays printed games through, by keys and by hand.
func TestSpecimens(t *testing.T) {
	for _, tt := range []struct {
		variant, name string
		look          look
	}{{"shrink", "scandinavian", desktop}, {"cheshire8", "a-queen-for-a-grin", phone}} {
		t.Run(tt.variant, func(t *testing.T) {
			parallel(t)
			l := tt.look
			lib, err := lessons.New(rules.ByName)
			if err != nil {
				t.Fatal(err)
			}
			s, err := lib.Specimen(tt.variant, tt.name)
			if err != nil {
				t.Fatal(err)
			}
			p := newPerson(t, serveAll(t), "Ann", l)
			p.open("/rules/" + tt.variant)
			p.press(s.Title)
			p.until("the title is right", `document.title === `+quote(s.Title+" – wane"))
			p.sees(s.Credit)
			g, err := rules.ByName(s.Variant)
			if err != nil {
				t.Fatal(err)
			}
			pos := g.Start()
			p.shows(pos, nil)
			p.accessible("an annotated game")
			p.shoot("specimen-" + tt.variant)
			for i, n := range s.Moves {
				m, err := notation.ParseUCI(pos, n.Move)
				if err != nil {
					t.Fatal(err)
				}
				pos.Make(m)
				if l.touch {
					p.press("Next move")
				} else {
					p.keys(kb.ArrowRight)
				}
				if i < 4 || i == len(s.Moves)-1 {
					p.shows(pos, nil)
				} else {
					p.until("move "+n.SAN+" is marked", `document.querySelector('[aria-current=true]')?.dataset.line.split(' ').length === `+fmt.Sprint(i+1))
				}
			}
			p.shoot("specimen-" + tt.variant + "-end")
			p.press("First move")
			p.shows(g.Start(), nil)
			// A move of a variation, and on from there to the game's own end.
			p.until("a variation is shown", `((b) => b && (b.click(), true))(document.querySelector('.variation button'))`)
			p.until("it is marked", `document.querySelector('.variation [aria-current=true]')`)
			p.press("Last move")
			p.shows(pos, nil)
			answer, err := http.Get(p.base + "/api/learn/" + tt.variant + "/games/" + tt.name + "/pgn")
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Errorf("the download answers %s", answer.Status)
			}
			// With its notes, on the analysis board.
			p.press("Analysis board")
			p.until("the analysis board has the game", `location.pathname === `+quote("/analysis/"+s.Variant))
			p.sees(strings.Join(strings.Fields(s.Intro)[:6], " "))
		})
	}
}

// TestNothingToLearn comes to games that do not exist, loses the server in the
// middle of a lesson, and finds the way in from the home page.
func TestNothingToLearn(t *testing.T) {
	parallel(t)
	p := &pupil{person: newPerson(t, serveAll(t), "Ann", small), how: byTap}
	p.mayFail("/learn/", "/rules/go")
	for path, words := range map[string]string{
		"/learn/go": "Unknown game", "/rules/go": "Unknown game", "/learn/go/games/x": "Unknown game",
		"/learn/shrink/games/none":         "There is no annotated game",
		"/learn/shrink/games/..%2f..%2fgo": "There is no annotated game",
		"/learn/chess/games/none":          "There are no annotated games of Chess",
	} {
		p.open(path)
		p.sees("Page not found")
		p.sees(words)
		p.accessible(path)
	}
	p.open("/learn/chess")
	p.sees("This variant has no lesson yet")
	p.press("Rules of Chess")
	p.sees("Orthodox chess")

	p.block(webAssembly)
	p.open("/")
	p.press("Learn it in five minutes: Shrink Chess")
	c := course(t, "shrink")
	p.begin(0, &c.Lesson.Steps[0])
	p.block(webAssembly, "*://*:*/api/scenes")
	p.how(p.person, "e4", "d5")
	p.until("it is told that the server cannot be reached", `document.querySelector('.feedback')?.innerText.includes('Loading failed')`)
	p.block(webAssembly)
	p.stands()
	p.play("e4d5")
}
