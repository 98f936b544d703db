package browser

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"github.com/wane-chess/wane/game"
)

// TestDrawOffers declines a draw offer and accepts the next one.
func TestDrawOffers(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", small).withoutRules()
	m := befriend(t, "shrink", ann, ben).with(ann, byClick, ben, byTap)
	m.play("e2e4", "d7d5")
	ann.press("Offer draw")
	ann.sees("Draw offer sent.")
	ben.sees("offers a draw.")
	ben.shoot("draw-offered-phone")
	ben.press("Decline")
	ann.sees("Draw offer declined.")
	m.play("e4d5")
	ben.press("Offer draw")
	ann.sees("offers a draw.")
	ann.press("Accept")
	m.ended("Draw: agreement")
	ben.shoot("draw-agreed-phone")
}

// TestTakeback proposes takebacks; one is declined, one accepted.
func TestTakeback(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", phone), newPerson(t, base, "Ben", desktop)
	m := befriend(t, "cheshire8", ann, ben).with(ann, byTap, ben, byClick)
	m.play("e2e4", "d7d6", "f1c4")
	ann.press("Takeback")
	ben.sees("proposes a takeback of the last move.")
	ben.press("Decline")
	ann.sees("declined")
	ann.press("Takeback") // not allowed twice in a row
	ann.sees("Make a move before you ask again.")
	m.play("c7c6", "g1f3")
	ann.press("Takeback")
	ben.press("Accept")
	m.pos.Unmake()
	m.sans = m.sans[:4]
	m.seen()
	m.play("b1a3", "b8a6")
	if got := len(moves(record(t, base, js[string](ann, `location.pathname`)))); got != 7 {
		t.Errorf("the record has %d moves with those taken back, want 7", got)
	}
}

// follows opens a page, and waits until it follows what happens elsewhere.
func (p *person) follows(path string) {
	p.t.Helper()
	p.open(path)
	p.until("the page follows notifications",
		`performance.getEntriesByType('resource').some((e) => e.name.endsWith('/api/notifications') && e.responseEnd)`)
}

// TestRematch resigns and plays a rematch with colors swapped.
func TestRematch(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", phone).withoutRules()
	m := befriend(t, "diminuendo:pbnrqk", ann, ben).with(ann, byDrag, ben, bySwipe)
	m.play("c3c4", "a5a4")
	first := js[string](ann, `location.pathname`)
	ben.pick("a4", func() {
		at := ben.at("a4")
		ben.tap(at)
	}, func() {})
	ben.press("Resign")
	ben.sees("Resign the game?")
	ben.shoot("resign-sure-phone")
	ben.press("Cancel")
	ben.until("the question is gone", `!document.body.innerText.includes('Resign the game?')`)
	ben.press("Resign")
	ben.sees("Resign the game?")
	ben.press("Resign")
	m.ended("White wins: resignation")
	ben.until("no piece is selected", `!document.querySelector('[aria-selected=true]')`)
	ben.follows("/about")
	const primary = `JSON.stringify(document.querySelector('.result .primary').getBoundingClientRect())`
	at := js[string](ann, primary)
	ann.press("Rematch")
	ann.sees("Rematch offered")
	if now := js[string](ann, primary); now != at {
		t.Errorf("the button moved from %s to %s", at, now)
	}
	ben.sees("offers a rematch.")
	ben.shoot("rematch-elsewhere-phone")
	ben.press("View")
	ben.sees("offers a rematch with colors swapped.")
	ben.shoot("rematch-asked-phone")
	ben.press("Accept")
	for _, p := range m.players {
		p.until("the rematch is open", `location.pathname.startsWith('/game/') && location.pathname !== `+quote(first))
	}
	m = newMatch(t, "diminuendo:pbnrqk", "").with(ben, byTap, ann, byClick)
	m.seen()
	m.play("c3c4", "a5a4")
}

// TestAbort aborts a game before the second move, and withdraws one that no opponent has
// joined.
func TestAbort(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", desktop).withoutRules()
	m := befriend(t, "chess", ann, ben)
	m.play("e2e4")
	ben.press("Abort")
	ben.sees("End the game without a result?")
	ben.press("Abort")
	m.ended("Aborted before the second move")

	path := ann.invite("chess", "White")
	ann.press("Withdraw")
	ann.sees("Withdraw the game?")
	ann.press("Withdraw")
	ann.result("Aborted before the second move")
	if s := record(t, base, path).Game.Status; s != "finished" {
		t.Errorf("a withdrawn game is %s", s)
	}
}

// TestClaim claims victory after the opponent has left a game with a clock.
func TestClaim(t *testing.T) {
	idle := patient(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", desktop).withoutRules()
	path := ann.invite("chess", "White", "Clock", "10 + 5")
	ben.open(path)
	ben.press("Join as Black")
	m := newMatch(t, "chess", "").with(ann, byClick, ben, byClick)
	m.play("e2e4", "e7e5", "g1f3")
	ben.leave()
	idle(func() {
		ann.sees("You can claim victory in")
		ann.shoot("claim-soon")
		ann.sees("Claim victory, call a draw, or wait.")
	})
	ann.press("Claim victory")
	ann.result("White wins: the opponent left")
}

// TestPremove makes two premoves: one is played, one has become illegal. A third can never
// be legal. Meanwhile the opponent draws on the board.
func TestPremove(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	live := desktop
	live.moving = true
	ann, ben := newPerson(t, base, "Ann", live), newPerson(t, base, "Ben", live)
	m := befriend(t, "shrink", ann, ben)
	ann.draw("g1", "f3")
	ann.draw("e4", "e4")
	ann.until("an arrow and a circle are drawn",
		`document.querySelectorAll('.shapes path').length === 1 && document.querySelectorAll('.shapes circle').length === 1`)
	ann.shoot("drawing")
	at := ann.at("h5")
	ann.click(at)
	ann.until("a click clears the drawings", `!document.querySelector('.shapes')`)
	ann.draw("g1", "f3")
	ben.choosePremove("d7", "d5")
	ben.shoot("premove-targets")
	at = ben.at("d4")
	ben.click(at)
	if label := ben.label("d4"); strings.Contains(label, "premove") {
		t.Errorf("a pawn premoves three squares: %s", label)
	}
	ben.premove("d7", "d5")
	ben.shoot("premove")
	m.by("e2e4")
	m.note(m.move("d7d5"))
	m.seen()
	ann.until("a move clears the drawings", `!document.querySelector('.shapes')`)
	ben.premove("d5", "e4") // captures a pawn that moves away
	m.by("e4e5")
	ben.sees("Premove canceled: no longer legal.")
	m.seen()
	m.play("c6c5")
	if got := moves(record(t, base, js[string](ann, `location.pathname`))); !slices.Equal(got,
		[]string{"e2e4", "d7d5", "e4e5", "c6c5"}) {
		t.Errorf("the server has the moves %v", got)
	}
}

func (p *person) premove(from, to string) {
	p.t.Helper()
	p.choosePremove(from, to)
	at := p.at(to)
	p.click(at)
	p.until("the premove is shown", gridcell(to)+`?.getAttribute('aria-label').includes(', premove')`)
}

// choosePremove selects a piece and waits until the page offers a square for a premove.
func (p *person) choosePremove(from, to string) {
	p.t.Helper()
	p.pick(from, func() {
		at := p.at(from)
		p.click(at)
	}, func() {})
	p.until("a premove to "+to+" is offered", gridcell(to)+`?.getAttribute('aria-label').includes('can premove here')`)
}

// draw draws from square to square with the right button.
func (p *person) draw(from, to string) {
	p.t.Helper()
	right := func(e *input.DispatchMouseEventParams) { e.Button, e.ClickCount = input.MouseButtonRight, 1 }
	a, b := p.at(from), p.at(to)
	p.do(mouse(input.DispatchMouseEventTypeMouseMoved, a), mouse(input.DispatchMouseEventTypeMousePressed, a, right),
		mouse(input.DispatchMouseEventTypeMouseMoved, b, right), mouse(input.DispatchMouseEventTypeMouseReleased, b, right))
}

// TestBothColors plays both sides on one screen and steps back and forth.
func TestBothColors(t *testing.T) {
	parallel(t)
	live := desktop
	live.moving = true
	p := newPerson(t, serveAll(t), "Ann", live)
	p.selfPlay("diminuendo", "")
	m := newMatch(t, "diminuendo", "").with(p, byClick, p, byDrag)
	m.play("d3f5", "g5f5")
	before := m.pos.Clone()
	before.Unmake()
	p.press("Previous move")
	p.shows(before, m.sans)
	p.press("Latest move")
	m.seen()
	p.press("Flip board after each move")
	m.play("ze5")
	p.until("Black is at the bottom", `document.querySelector('[data-name=d8]').getBoundingClientRect().y > `+
		`document.querySelector('[data-name=d1]').getBoundingClientRect().y`)
	m.play("d7e5", "e3e4")
	// Of two quick clicks only one counts.
	const takeBack = `[...document.querySelectorAll('button')].find((b) => b.innerText.trim() === 'Takeback' && ` +
		`!b.disabled)`
	p.until("a takeback is possible", takeBack)
	js[bool](p, `((b) => (b.click(), b.click(), true))(`+takeBack+`)`)
	m.pos.Unmake()
	m.sans = m.sans[:4]
	m.seen()
	if m.pos.Turn() != game.White {
		t.Fatal("Black is to move, want White")
	}
	p.until("a takeback is possible again", takeBack)
	m.seen()
	p.press("Resign")
	p.sees("Resign for White?")
	p.press("Cancel")
	p.until("the question is gone", `!document.body.innerText.includes('Resign for White?')`)
	p.press("Agree to a draw")
	p.sees("End the game as a draw?")
	p.press("Agree to a draw")
	m.ended("Draw: agreement")
}

// TestJoinStaysInPlace opens an invitation on a phone: the board, which comes later, does
// not move the button under the finger.
func TestJoinStaysInPlace(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", small).withoutRules()
	ben.before(`
		window.heights = []
		setInterval(() => {
			const join = [...document.querySelectorAll('button')].find((b) => b.innerText === 'Join as Black')
			const y = join && Math.round(join.getBoundingClientRect().y + scrollY)
			if (y && heights.at(-1) !== y) heights.push(y)
		}, 5)`)
	for _, variant := range []string{"shrink", "convergent", "diminuendo", "cheshire"} {
		ben.open(ann.invite(variant, "White"))
		ben.until("the board is there", `document.querySelector('.board svg')`)
		if at := js[[]int](ben, `new Promise((f) => setTimeout(() => f(heights), 100))`); len(at) != 1 {
			t.Errorf("%s: the button was at the heights %v", variant, at)
		}
	}
}
