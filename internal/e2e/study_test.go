package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// readTree is what the list of moves says, word by word.
const readTree = `document.querySelector('.tree').innerText.replace(/\s+/g, ' ').trim()`

// tree waits until the list of moves of a study reads so.
func (p *person) tree(want string) {
	p.t.Helper()
	p.until("the moves are "+want, `document.querySelector('.tree') && `+readTree+` === `+quote(want))
}

// playOn plays a move on the board of a study by the way that fits the screen.
func (p *person) playOn(moves ...string) {
	p.t.Helper()
	how := byClick
	if p.look.touch {
		how = byTap
	}
	for _, m := range moves {
		from, to, _ := strings.Cut(m, "-")
		how(p, from, to)
	}
}

// draw draws an arrow with the right button.
func (p *person) draw(from, to string) {
	p.t.Helper()
	a, b := p.at(from), p.at(to)
	right := func(e *input.DispatchMouseEventParams) {
		e.Button, e.Buttons, e.ClickCount = input.MouseButtonRight, 2, 1
	}
	up := func(e *input.DispatchMouseEventParams) { e.Button, e.ClickCount = input.MouseButtonRight, 1 }
	p.do(mouse(input.DispatchMouseEventTypeMousePressed, a, right))
	for _, at := range between(a, b) {
		p.do(mouse(input.DispatchMouseEventTypeMouseMoved, at, right))
	}
	p.do(mouse(input.DispatchMouseEventTypeMouseReleased, b, up))
}

// TestStudyLook is a scratch.
func TestStudyLook(t *testing.T) {
	for _, l := range []look{desktop, phone} {
		name := map[bool]string{false: "desktop", true: "phone"}[l.touch]
		t.Run(name, func(t *testing.T) {
			parallel(t)
			p := newPerson(t, serve(t), "Ann", l)
			p.open("/analysis")
			p.sees("Begin a study of")
			p.until("boards", `document.querySelectorAll('.games svg use').length > 100`)
			p.shoot("choose-" + name)
			p.write("Text", "1. e4 d5 2. exd5 c5 3. dxc5 Nf9 hm")
			p.press("Read")
			p.sees("Line 1")
			p.shoot("error-" + name)
			p.accessible("error")
			p.open("/analysis/shrink")
			p.playOn("e2-e4", "d7-d5")
			p.sees("1… d5")
			p.press("One move back")
			p.playOn("e7-e5", "g1-f3")
			p.until("saved", `location.search.includes('study=')`)
			p.accessible("workspace")
			p.press("Draw on the board")
			p.shoot("draw-" + name)
			p.accessible("draw")
			p.press("Draw on the board")
			if l.touch {
				p.press("Notes")
			}
			p.accessible("notes")
			p.shoot("notes-" + name)
			p.press("Share")
			p.accessible("share")
			p.shoot("share-" + name)
			p.press("Play from here")
			p.sees("The game begins from this position")
			p.shoot("from-" + name)
			p.open("/analysis")
			p.sees("Go on with")
			p.shoot("list-" + name)
			p.accessible("list")
		})
	}
	_ = slices.Equal[[]int]
	_ = chromedp.Reload
}
