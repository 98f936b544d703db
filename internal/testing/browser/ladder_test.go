package browser

import (
	"fmt"
	"testing"

	"github.com/wane-chess/wane/puzzle"
)

// TestLadder goes from the end of a lesson through the drills to the computer's first level: what is done has its mark
// on all pages, is kept without a network, and when an account is made.
func TestLadder(t *testing.T) {
	parallel(t)
	site := newSite(t)
	base := site.URL
	look := desktop
	look.keeps = true
	p := newPerson(t, base, "Ann", look)
	p.mayFail("/")
	p.open("/learn/convergent")
	p.until("the page is kept", `navigator.serviceWorker.controller`)
	p.until("the rules have been loaded into the page", `globalThis.wane`)
	js[bool](p, `localStorage.setItem('wane-learned', '{"convergent":["done","done","done","done","done"]}') ?? true`)
	p.reload()
	p.sees("Lesson complete")
	p.shoot("ladder-lesson-end")
	p.press("Drills")
	p.until("the first drill is shown", `document.querySelector('.feedback[data-phase=open]')`)
	p.sees("Mate in 1.")
	p.accessible("a drill")
	p.shoot("ladder-drill")
	first := p.solveThis(shown(t, "convergent", js[map[string]string](p, readBoard)), byClick)
	if first.puz.Proof == puzzle.Searched {
		t.Errorf("the first drill is not proved: %+v", first.puz)
	}
	first.try(first.wrong())
	p.press("Try again")
	p.until("it is open again", `document.querySelector('.feedback[data-phase=open]')`)
	first.finish()
	p.until("it is solved", verdict+` === 'Solved!'`)
	p.press("Next drill")
	p.until("it has its mark", `document.querySelector('nav [aria-current=step]').title === 'Mate in 1' && `+
		`document.querySelectorAll('nav .done').length === 1`)

	site.down.Store(true)
	for i := 1; i < 10; i++ {
		p.reload()
		p.until(fmt.Sprint("without a network there is drill ", i+1),
			`document.querySelector('.feedback[data-phase=open]') && document.querySelectorAll('nav .done').length === `+
				fmt.Sprint(i))
		s := p.solveThis(shown(t, "convergent", js[map[string]string](p, readBoard)), byClick)
		s.finish()
		p.until("it is solved", verdict+` === 'Solved!'`)
		if i == 2 {
			site.down.Store(false)
			for path, mark := range map[string]string{"/": "Drill 4 of 10", "/learn": "Drills 3/10"} {
				p.open(path)
				p.until("the page says "+mark, `document.body.innerText.replaceAll(/\s+/g, ' ').includes(`+quote(mark)+`)`)
				p.shoot("ladder-of-" + path[1:])
			}
			p.signsUp("Ann_ladder")
			p.open("/@/Ann_ladder")
			p.until("the page says Drills 3/10", `document.body.innerText.replaceAll(/\s+/g, ' ').includes('Drills 3/10')`)
			p.accessible("a profile with the ladder")
			p.shoot("ladder-profile")
			site.down.Store(true)
			p.open("/learn/convergent/drills")
		}
	}
	p.press("Next drill")
	p.sees("That was the last drill")
	p.shoot("ladder-drills-end")
	site.down.Store(false)
	p.press("Play level 1")
	path := p.path()
	if g := record(t, base, path).Game; g.Variant != "convergent" || g.Black.Level != 1 {
		t.Errorf("the game is %s against level %d", g.Variant, g.Black.Level)
	}
}

// TestLadderFits looks at the pages of the ladder in small windows.
func TestLadderFits(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", phone)
	p.open("/learn")
	js[bool](p, `localStorage.setItem('wane-learned', `+
		`'{"shrink":["done","done","done","done","done"],"shrink drills":["done","seen"]}') ?? true`)
	for _, path := range []string{"/learn", "/learn/shrink", "/learn/shrink/drills", "/"} {
		p.open(path)
		for _, l := range []look{phone, {width: 844, height: 390}, {width: 1366, height: 768}} {
			p.resize(l.width, l.height)
			p.until("it is there and fits",
				`/Drills? ?(1\/|[23] of )10|Collapse/.test(document.body.innerText.replaceAll(/\s+/g, ' ')) && `+
					`document.documentElement.scrollWidth <= innerWidth`)
			p.shoot(fmt.Sprintf("ladder-%d%s", l.width, map[string]string{"/": "-home", "/learn": "-learn",
				"/learn/shrink": "-end", "/learn/shrink/drills": "-drill"}[path]))
		}
	}
}
