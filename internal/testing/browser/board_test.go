package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/wane-chess/wane/game"
)

type ctxt = context.Context

// call sends the browser a command and drops the answer.
func call[P, R any](ctx ctxt, t *chromedp.Target, c cdp.Command[P, R], params P) error {
	_, err := cdp.Call(ctx, t, c, params)
	return err
}

// readBoard is the board as a screen reader finds it: the piece on each square.
const readBoard = `Object.fromEntries([...document.querySelectorAll('[role=gridcell]')].map((c) => {
	const words = c.getAttribute('aria-label').split(', ')
	const piece = words.find((w) => /^(white|black) (king|queen|rook|bishop|knight|pawn)$/.test(w))
	return [c.dataset.name, words.includes('vanished') ? 'vanished' : piece ?? '']
}))`

// boardOf is the same for a view of the rules.
func boardOf(v game.View) map[string]string {
	cells := map[string]string{}
	for _, sq := range v.Board.Squares {
		switch pc := v.Pieces[sq.ID]; {
		case v.Vanished[sq.ID]:
			cells[sq.Name] = "vanished"
		case pc != game.NoPiece:
			cells[sq.Name] = pc.String()
		default:
			cells[sq.Name] = ""
		}
	}
	return cells
}

// page is the state that a game's page shows.
type page struct {
	Board map[string]string
	Moves []string
	Drawn int // pieces in the picture
}

const readPage = `({
	Board: ` + readBoard + `,
	Moves: [...document.querySelectorAll('[data-ply]')].map((e) => e.innerText.trim()),
	Drawn: document.querySelectorAll('main .board svg g.piece').length,
})`

// shows waits until the page has the position on its board, in the accessible names
// and in the drawing, and these moves in its list.
func (p *person) shows(pos game.Position, sans []string) {
	p.t.Helper()
	want := page{Board: boardOf(pos.View()), Moves: sans}
	for _, pt := range want.Board {
		if pt != "" && pt != "vanished" {
			want.Drawn++
		}
	}
	var got page
	var next poll
	deadline := time.Now().Add(patience)
	for {
		got = js[page](p, readPage)
		if maps.Equal(got.Board, want.Board) && slices.Equal(got.Moves, want.Moves) && got.Drawn == want.Drawn {
			return
		}
		if time.Now().After(deadline) {
			p.fail("after %v\nthe rules have %d pieces: %s\nthe page has %d: %s\nmoves of the page: %v", sans,
				want.Drawn, compact(want.Board), got.Drawn, compact(got.Board), got.Moves)
		}
		next.wait()
	}
}

func compact(board map[string]string) string {
	data, err := json.Marshal(board) // in order
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// gridcell returns an expression for a square of the board, in the innermost open dialog with one.
func gridcell(cell string) string {
	return `[...document.querySelectorAll('[role=gridcell][data-name="` + cell +
		`"]')].sort((a, b) => !a.closest('dialog') - !b.closest('dialog'))[0]`
}

// at returns the middle of a square, which is scrolled into view.
func (p *person) at(cell string) point {
	p.t.Helper()
	return p.somewhere("the square "+cell+" can be reached", `((e) => {
		if (!e) return null
		const place = () => { const r = e.getBoundingClientRect(); return { X: r.x + r.width / 2, Y: r.y + r.height / 2 } }
		const free = (at) => e.clientWidth > 0 && !!document.elementFromPoint(at.X, at.Y)?.closest('[role=grid]')
		if (!free(place())) e.closest('[role=grid]').scrollIntoView({ block: 'center' })
		return (`+steady+`)(() => free(place()) ? place() : null)
	})(`+gridcell(cell)+`)`)
}

func (p *person) label(cell string) string {
	return js[string](p, gridcell(cell)+`?.getAttribute('aria-label') ?? ''`)
}

// pick tries to select the piece on a square, and tries again if the page did not
// know the legal moves yet.
func (p *person) pick(cell string, try, undo func()) {
	p.t.Helper()
	deadline := time.Now().Add(patience)
	for checks := 20; ; checks *= 2 { // a retry undoes a late selection
		try()
		for range checks {
			if strings.Contains(p.label(cell), "selected") {
				return
			}
			time.Sleep(20 * time.Millisecond) // between two checks
		}
		undo()
		if time.Now().After(deadline) {
			p.fail("the piece on %s cannot be selected; the square says %q", cell, p.label(cell))
		}
	}
}

// target waits until the page offers a square to the selected piece.
func (p *person) target(cell string) {
	p.t.Helper()
	p.until("a move to "+cell+" is offered", gridcell(cell)+`?.getAttribute('aria-label').includes('can move here')`)
}

// way is how a user moves pieces.
type way func(p *person, from, to string)

func byClick(p *person, from, to string) {
	p.t.Helper()
	p.aim(from, to)
	at := p.at(to)
	p.click(at)
}

// aim selects a piece and points at a square that it may move to.
func (p *person) aim(from, to string) {
	p.t.Helper()
	p.pick(from, func() {
		at := p.at(from)
		p.click(at)
	}, func() {})
	p.target(to)
	p.hover(p.at(to))
}

func byDrag(p *person, from, to string) {
	p.t.Helper()
	var a point
	p.pick(from,
		func() {
			a = p.at(from)
			p.hold(a)
		},
		func() { p.drop(a) })
	p.target(to)
	b := p.at(to)
	for _, at := range between(a, b) {
		p.pull(at)
	}
	p.drop(b)
}

func byTap(p *person, from, to string) {
	p.t.Helper()
	p.pick(from, func() {
		at := p.at(from)
		p.tap(at)
	}, func() {})
	p.target(to)
	at := p.at(to)
	p.tap(at)
}

func bySwipe(p *person, from, to string) {
	p.t.Helper()
	var a point
	p.pick(from,
		func() {
			a = p.at(from)
			p.touch(a)
		},
		p.lift)
	p.target(to)
	b := p.at(to)
	for _, at := range between(a, b) {
		p.slide(at)
	}
	p.lift()
}

func byKeys(p *person, from, to string) {
	p.t.Helper()
	p.tabTo("the board", `e.matches('[role=gridcell]')`)
	p.walk(from)
	p.pick(from, func() { p.keys(kb.Enter) }, func() {})
	p.walk(to)
	p.target(to)
	p.keys(kb.Enter)
}

// walk moves the focus to a square with the arrow keys.
func (p *person) walk(cell string) {
	p.t.Helper()
	type step struct{ DX, DY, W, H float64 }
	blocked := ""
	for range 60 {
		s := js[step](p, `(() => {
			const [a, b] = [document.activeElement, `+gridcell(cell)+`].map((e) => e.getBoundingClientRect())
			return { DX: b.x - a.x, DY: b.y - a.y, W: a.width, H: a.height }
		})()`)
		across, along := kb.ArrowRight, kb.ArrowDown
		if s.DX < 0 {
			across = kb.ArrowLeft
		}
		if s.DY < 0 {
			along = kb.ArrowUp
		}
		key := across
		switch {
		case math.Abs(s.DX) < s.W/2 && math.Abs(s.DY) < s.H/4:
			return
		case math.Abs(s.DX) < s.W/2, blocked == across:
			key = along
		}
		before := js[string](p, `document.activeElement.dataset.name ?? ''`)
		p.keys(key)
		blocked = ""
		if js[string](p, `document.activeElement.dataset.name ?? ''`) == before {
			blocked = key
		}
	}
	p.fail("the arrow keys do not reach %s", cell)
}

// promote answers what pawns become, in letters such as "qn".
func (p *person) promote(letters string) {
	p.t.Helper()
	p.answer(letters, 0, len(letters))
}

// answer answers for some of the pawns, starting at the nth, counted from 0.
func (p *person) answer(letters string, nth, of int) {
	p.t.Helper()
	names := map[rune]string{'q': "Queen", 'r': "Rook", 'b': "Bishop", 'n': "Knight"}
	for i, l := range letters {
		p.asked(nth+i, of)
		p.press(names[l])
	}
}

// asked waits until the page asks for the nth pawn, counted from 0.
func (p *person) asked(nth, of int) {
	p.t.Helper()
	words := "pawn"
	if of > 1 {
		words = fmt.Sprintf("Pawn %d of %d", nth+1, of)
	}
	p.until(words+" is asked for",
		`document.querySelector('dialog.promotion[open] #promotion-question')?.innerText.includes(`+quote(words)+`)`)
}
