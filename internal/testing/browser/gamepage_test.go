package browser

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// ruy is the beginning of a game of chess.
const ruy = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5 " +
	"d2d4 d8c7 b1d2 c5d4"

// whole reports whether no box that scrolls or cuts off hides a part of an element.
const whole = `((e) => {
	const r = e?.getBoundingClientRect()
	for (let a = e?.parentElement; a; a = a.parentElement) {
		const o = a.getBoundingClientRect()
		if (getComputedStyle(a).overflowY !== 'visible' && a.getClientRects().length &&
			a !== document.documentElement &&
			(r.top < o.top - 1 || r.bottom > o.bottom + 1)) return false
	}
	return !!r?.height
})`

// resize gives the page another window.
func (p *person) resize(width, height int64) {
	p.t.Helper()
	p.look.width, p.look.height = width, height
	p.do(chromedp.EmulateViewport(width, height))
}

// TestChatBesideMoves opens the chat on a laptop: six moves and all that can be said stay in view, in a game with days
// per move, too.
func TestChatBesideMoves(t *testing.T) {
	parallel(t)
	base := serve(t)
	laptop := look{width: 1366, height: 768}
	ann, ben := newPerson(t, base, "Ann", laptop).withoutRules(), newPerson(t, base, "Ben", laptop).withoutRules()
	const places = `JSON.stringify(['.place [role=grid]', '.site .logo'].map((s) => ` +
		`document.querySelector(s).getBoundingClientRect()))`
	var at string
	look := func(name string) {
		t.Helper()
		ann.talks()
		ann.until(name+": six rows are in view",
			`[...document.querySelectorAll('.list tr')].filter(`+whole+`).length >= 6`)
		ann.until(name+": all phrases are in view", `document.querySelector('.presets button') && `+
			`[...document.querySelectorAll('.presets button, .chat .note:not(:empty)')].every(`+whole+`)`)
		ann.until(name+": the last move is in view", whole+`(document.querySelector('.list [aria-current]'))`)
		ann.until(name+": board and header keep their places", places+` === `+quote(at))
		ann.inBothThemes(name, "beside-"+name)
		if m := ann.measured(".place .board"); len(m.Cut) > 0 {
			t.Errorf("%s: cut off: %q", name, m.Cut)
		}
	}
	m := resume(t, "chess", ann, ben, strings.Fields(ruy)...)
	m.seen()
	at = js[string](ann, places)
	look("clock")
	ben.apiDo(js[string](ben, `location.pathname`), `{ order: 'resign' }`)
	ann.until("the game is over", `document.querySelector('.result')`)
	look("over")
	ann.until("the tools are in view once the game is over", whole+`(document.querySelector('.tools'))`)
	for _, size := range sizes {
		ann.resize(size.width, size.height)
		ann.until("the last move is in view once the game is over",
			whole+`(document.querySelector('.list [aria-current]'))`)
	}
	ann.resize(laptop.width, laptop.height)

	id := ann.asks("POST", "/api/games", `{"id":"beside-with-days","variant":"chess","opponent":"friend",`+
		`"color":"white","casual":true,"control":{"days":3}}`, "a.game.id")
	c := &commands{game: id}
	c.do(ben, `"order":"join"`)
	for i, move := range strings.Fields(ruy)[:23] {
		c.move([]*person{ann, ben}[i%2], i, move)
	}
	ann.open("/game/" + id)
	ann.until("conditional moves and the note are there", `document.querySelector('.plan summary')`)
	look("days")
	ann.press("Close chat")
	ann.until("the chat is closed, and on",
		`document.querySelector('.chat [aria-expanded=false]') === document.activeElement`)
}

// TestMoveListIsOneStop has the tab key reach one move of the list, after the actions.
func TestMoveListIsOneStop(t *testing.T) {
	parallel(t)
	p := newPerson(t, serve(t), "Ann", desktop).withoutRules()
	p.open(p.apiGame("chess", strings.Fields(ruy)...))
	p.until("all moves are there", `document.querySelectorAll('.list [data-ply]').length === 24`)
	at := func(ply string) {
		t.Helper()
		p.until("only the shown move is a stop of the tab key", `[...document.querySelectorAll('.list button')]`+
			`.filter((b) => b.tabIndex === 0).map((b) => b.dataset.ply + b.ariaCurrent).join() === '`+ply+`true'`)
	}
	at("24")
	const after = `!!(document.querySelector('.actions').compareDocumentPosition(document.querySelector('.list')) & 4)`
	if !js[bool](p, after) {
		t.Error("the tab key reaches the moves before the actions")
	}
	p.tabTo("the moves", `e.matches('.list [data-ply]')`)
	p.keys(kb.ArrowUp)
	at("22")
	p.until("the focus follows", `document.activeElement.dataset.ply === '22'`)
}

// TestTurnWithoutClocks shows whose turn it is beside the names, and not in words alone.
func TestTurnWithoutClocks(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", phone).withoutRules().
		signedIn("Ben_turn")
	ann.open("/rules/chess")
	ann.calls()
	c := &commands{game: ann.asks("POST", "/api/games", `{"id":"no-clocks-at-all","variant":"chess",`+
		`"opponent":"friend","color":"white","casual":true,"control":{}}`, "a.game.id")}
	c.do(ben, `"order":"join"`)
	says := func(p *person, what string, yours bool) {
		t.Helper()
		p.until("the turn is "+what, `((e) => e?.innerText === `+quote(what)+
			` && getComputedStyle(e).backgroundColor === 'rgba(0, 0, 0, 0)' === `+
			map[bool]string{true: "false", false: "true"}[yours]+
			`)(document.querySelector('.bar .move'))`)
	}
	for _, p := range []*person{ann, ben} {
		p.open("/game/" + c.game)
	}
	says(ann, "Your turn", true)
	says(ben, "Their turn", false)
	c.move(ann, 0, "e2e4")
	says(ann, "Their turn", false)
	says(ben, "Your turn", true)
	ann.until("the link of a player is 24 pixels high", `((a) => {
		const r = a.getBoundingClientRect()
		return r.height >= 24 &&
			[r.top + 1, r.bottom - 1].every((y) => a.contains(document.elementFromPoint(r.x + r.width / 2, y)))
	})(document.querySelector('.bar .player a'))`)
	for _, p := range []*person{ann, ben} {
		p.inBothThemes("a game without clocks", "turn-"+p.name)
	}
}

// TestMessagesOnPhone has a message cover neither the header of a phone nor the board, and leave with the game. The
// list of keys opens over it.
func TestMessagesOnPhone(t *testing.T) {
	parallel(t)
	p := newPerson(t, serve(t), "Ann", phone)
	p.open(p.apiGame("chess", "e2e4", "e7e5"))
	p.until("the rules have been loaded into the page", `globalThis.wane`)
	p.pressAt(p.at("g1"))
	p.pressAt(p.at("g3"))
	p.sees("It can go to e2, f3 and h3.")
	p.until("it is between the board and what is at hand", `((m, board, dock) => m.top >= board.bottom &&
		m.bottom <= dock.top)(...['div[role=status] > section.plain', '.place', '.dock'].map((s) =>
		document.querySelector(s).getBoundingClientRect()))`)
	p.until("it is there in full", `(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(`+
		`document.querySelector('div[role=status] .said'))`)
	p.keys("?")
	p.until("the keys are listed", `/flips the board/.test(document.querySelector('dialog[open]')?.innerText)`)
	p.keys(kb.Escape)
	p.press("Resign")
	p.press("Cancel")
	p.until("the focus is where it was", `document.activeElement.dataset.asks === 'resign'`)
	p.press("Resign")
	p.press("Resign")
	p.until("the game is over", `document.querySelector('.result h2')`)
	p.until("nothing is refused", `!document.body.innerText.includes('It can go to')`)
}

// TestMessagesLeave has a message leave after some seconds, unless the mouse is on it.
func TestMessagesLeave(t *testing.T) {
	idle := patient(t)
	p := newPerson(t, serve(t), "Ann", desktop)
	p.open(p.apiGame("chess", "e2e4"))
	p.until("the rules have been loaded into the page", `globalThis.wane`)
	p.pressAt(p.at("a1")) // it is Black's turn
	const there = `!!document.querySelector('div[role=status] > section.plain')`
	p.until("there is a message", there)
	at := js[point](p, `(() => { `+
		`const r = document.querySelector('div[role=status] > section.plain').getBoundingClientRect(); `+
		`return { X: r.x + r.width / 2, Y: r.y + r.height / 2 } })()`)
	p.hover(at)
	idle(func() { time.Sleep(9 * time.Second) })
	if !js[bool](p, there) {
		t.Error("the message has left, though the mouse is on it")
	}
	p.hover(point{600, 500})
	p.until("the message leaves", `!(`+there+`)`)
}
