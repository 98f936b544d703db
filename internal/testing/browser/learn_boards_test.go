package browser

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// TestLiveBoards uses the boards on the pages of rules: their examples, moves by the
// user, steps back and forth. Boards below the window are not created yet.
func TestLiveBoards(t *testing.T) {
	for _, tt := range []struct {
		variant string
		look    look
		how     way
		hand    string // a user's move on the first board
	}{{"shrink", desktop, byClick, "e4d5"}, {"cheshire", phone, byTap, "f2f4"}} {
		t.Run(tt.variant, func(t *testing.T) {
			parallel(t)
			l := tt.look
			c := course(t, tt.variant)
			p := newPerson(t, serveAll(t), "Ann", l)
			p.open("/rules/" + tt.variant)
			p.until("the first board is there", gridcell("a1"))
			if n := js[int](p, `document.querySelectorAll('[role=grid]').length`); n >= len(c.Boards) {
				t.Errorf("%d of %d boards are created before the page is scrolled", n, len(c.Boards))
			}
			for _, b := range c.Boards {
				p.board(t, b)
			}
			first := c.Boards[0]
			p.press("Reset board")
			p.until("it stands at its start", gridcell(tt.hand[:2])+`?.getAttribute('aria-label').includes('white pawn')`)
			tt.how(p, tt.hand[:2], tt.hand[2:])
			p.until("the page describes the move",
				in(first.ID, `.narration`)+`.innerText.includes('The white pawn goes from `+tt.hand[:2]+`')`)
			p.shoot("live-" + tt.variant)
			p.press("Previous move")
			p.until("the move is taken back", in(first.ID, `.narration`)+`.innerText.includes('to move')`)
			p.press("Next move")
			p.until("the move is made again", in(first.ID, `.narration`)+`.innerText.includes('The white pawn goes')`)
			p.accessible("rules with boards")
		})
	}
}

// in finds an element of one of the boards.
func in(board, selector string) string {
	return `document.querySelector('[data-board="` + board + `"] ` + selector + `')`
}

// board plays the first example of a board and compares the board with the rules.
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
	var narration string
	for _, text := range slices.Concat(b.Moves, b.Try[0].Moves) {
		m, err := notation.ParseUCI(pos, text)
		if err != nil {
			t.Fatal(err)
		}
		narration = strings.Join(notation.Narrate(pos, m), " ")
		pos.Make(m)
	}
	js[bool](p, `!!(`+in(b.ID, `h3`)+`.scrollIntoView(), true)`)
	p.until("the board "+b.ID+" is there", in(b.ID, `[role=gridcell]`)+` && !`+in(b.ID, `.tries button`)+`.disabled`)
	js[bool](p, `!!(`+in(b.ID, `.tries button`)+`.click(), true)`)
	p.until(b.ID+" says: "+narration, in(b.ID, `.narration`)+`?.innerText.includes(`+quote(narration)+`)`)
	want := boardOf(pos.View())
	p.until(fmt.Sprintf("%s has %d cells", b.ID, len(want)),
		fmt.Sprintf(`document.querySelectorAll('[data-board="%s"] [role=gridcell]').length === %d`, b.ID, len(want)))
}

// TestAnnotatedGames plays through annotated games, by keyboard and by touch.
func TestAnnotatedGames(t *testing.T) {
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
			s, err := lib.AnnotatedGame(tt.variant, tt.name)
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
			p.shoot("annotated-" + tt.variant)
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
					p.until("move "+n.SAN+" is marked",
						`document.querySelector('[data-line][aria-current=true]')?.dataset.line.split(' ').length === `+fmt.Sprint(i+1))
				}
			}
			p.shoot("annotated-" + tt.variant + "-end")
			p.press("First move")
			p.shows(g.Start(), nil)
			// A move of a variation, and from there to the end of the game.
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
			// The analysis board has the game with its notes.
			p.press("Analysis board")
			p.until("the analysis board has the game", `location.pathname === `+quote("/analysis/"+s.Variant))
			p.sees(strings.Join(strings.Fields(s.Intro)[:6], " "))
		})
	}
}

// TestNothingToLearn opens games that do not exist, and loses the server in the middle
// of a lesson, which it reaches from the home page.
func TestNothingToLearn(t *testing.T) {
	parallel(t)
	p := &learner{person: newPerson(t, serveAll(t), "Ann", small).withoutRules(), how: byTap}
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

	p.open("/")
	p.press("Learn it in five minutes: Shrink Chess")
	c := course(t, "shrink")
	p.begin(0, &c.Lesson.Steps[0])
	p.block(webAssembly, "*://*:*/api/views")
	p.how(p.person, "e4", "d5")
	p.until("the page says that the server cannot be reached",
		`document.querySelector('.feedback')?.innerText.includes('Loading failed')`)
	p.block(webAssembly)
	p.stands()
	p.play("e4d5")
}
