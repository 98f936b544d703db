package e2e

import (
	"testing"

	cdp "github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestHome reports how soon something is painted for somebody who comes for the
// first time.
func TestHome(t *testing.T) {
	parallel(t)
	p := newPerson(t, serve(t), "Ann", desktop)
	p.open("/")
	p.until("four boards are drawn", `document.querySelectorAll('.games svg use').length > 100`)
	p.until("it has been painted", `performance.getEntriesByName('first-contentful-paint').length`)
	t.Logf("first paint after %.0f ms, all boards after %.0f ms", js[float64](p, `performance.getEntriesByName('first-contentful-paint')[0].startTime`), js[float64](p, `performance.now()`))
	p.shoot("home")
}

// TestLobby offers a game to anyone: it is listed for the others, one joins it,
// it can be watched, and it is listed when it is over.
func TestLobby(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben, eve := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone), newPerson(t, base, "Eve", desktop)
	ben.open("/")
	eve.open("/")
	ben.sees("Nobody is waiting just now.")
	eve.sees("people are here")

	ann.open("/")
	ann.press("Settings")
	ann.until("the name is there", `document.querySelector('#your-name')?.value`)
	ann.write("Your name", "Ann Oakley")
	ann.press("Save")
	ann.sees("Saved.")
	ann.press("Close")
	ann.open("/new?variant=diminuendo")
	ann.until("the dialog is open", `document.querySelector('dialog[open] form')`)
	ann.press("Anyone")
	ann.press("White")
	ann.press("Offer the game")
	ann.path()
	ann.sees("Your game is offered on the home page")
	ann.shoot("lobby-offered")

	ben.sees("Ann Oakley")
	ben.shoot("lobby-phone")
	ben.press("Join")
	ben.path()
	ben.sees("Ann Oakley invites you to play")
	ben.shoot("lobby-join-phone")
	ben.press("Join as Black")
	m := newMatch(t, "diminuendo", "").with(ann, byDrag, ben, byTap)
	m.seen()
	eve.until("the game is listed as live", `document.querySelector('section[aria-labelledby=live] a[href^="/game/"]')`)
	eve.sees("Nobody is waiting just now.")
	m.play("d3f5", "g5f5")
	eve.shoot("lobby-live")
	js[bool](eve, `document.querySelector('section[aria-labelledby=live] a').click() || true`)
	eve.path()
	m.watchers = append(m.watchers, eve)
	m.seen()
	ann.sees("1 watcher")
	m.play("ze5", "d7e5", "e3e4", "c6e4", "c2e4", "zf1", "e2f4")
	m.ended("White wins: checkmate")
	eve.shoot("lobby-watched-end")
	eve.open("/")
	eve.until("the game is listed as finished", `document.querySelector('section[aria-labelledby=finished] a')?.innerText.includes('White wins: checkmate')`)
	eve.shoot("lobby-finished")
}

// TestWithoutWebAssembly plays where the rules cannot be loaded into the page:
// the server answers for them.
func TestWithoutWebAssembly(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone)
	for _, p := range []*person{ann, ben} {
		if _, err := chromedp.Call(p.ctx, cdp.Enable, cdp.EnableParams{}); err != nil {
			t.Fatal(err)
		}
		block := cdp.SetBlockedURLsParams{URLPatterns: []*cdp.BlockPattern{{URLPattern: "*://*:*/*.wasm", Block: true}}}
		if _, err := chromedp.Call(p.ctx, cdp.SetBlockedURLs, block); err != nil {
			t.Fatal(err)
		}
	}
	m := befriend(t, "cheshire8", ann, ben).with(ann, byClick, ben, byTap)
	m.play("b1a3", "d7d6", "b2b3", "h7h5", "b3b4", "c7c6", "f2f3", "g8f6", "e1g3", "e7e5", "c2c4", "h5h4")
	m.ended("Black wins: checkmate")
	if js[bool](ann, `!!globalThis.wane`) {
		t.Error("the rules were loaded all the same")
	}
}
