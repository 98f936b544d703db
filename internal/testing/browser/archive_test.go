package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// calls opens an address of the server that is no page, for a user who only uses the
// API: it costs a tenth of a page.
func (p *person) calls() {
	p.t.Helper()
	p.open("/robots.txt")
}

// asks sends a request to the server from the user's tab, and returns one field of
// the answer.
func (p *person) asks(method, path, body, field string) string {
	p.t.Helper()
	return js[string](p, `fetch(`+quote(path)+`, { method: `+quote(method)+
		`, headers: { 'Content-Type': 'application/json' }, body: `+quote(body)+` })
		.then(async (r) => { const a = await r.json(); if (!r.ok) throw new Error(JSON.stringify(a)); return String(`+
		field+`) })`)
}

// commands sends commands for a game through the API.
type commands struct {
	game string
	sent int
}

// begins starts a game of two users through the API and plays moves. A public game
// is open to anyone, another to the one with the link.
func begins(white, black *person, variant string, public bool, moves ...string) *commands {
	white.t.Helper()
	opponent := "friend"
	if public {
		opponent = "anyone"
	}
	c := &commands{}
	c.game = white.asks("POST", "/api/games", fmt.Sprintf(`{"id":"request-%d","variant":%q,"control":{"base":300000,`+
		`"increment":3000},"casual":false,"opponent":%q,"color":"white"}`,
		time.Now().UnixNano(), variant, opponent), "a.game.id")
	c.do(black, `"order":"join"`)
	for i, move := range moves {
		c.move([]*person{white, black}[i%2], i, move)
	}
	return c
}

func (c *commands) move(p *person, ply int, move string) {
	p.t.Helper()
	c.do(p, fmt.Sprintf(`"order":"move","move":%q,"ply":%d`, move, ply))
}

func (c *commands) do(p *person, order string) {
	p.t.Helper()
	c.sent++
	p.asks("POST", "/api/games/"+c.game+"/commands",
		fmt.Sprintf(`{"id":"%s-command-%d",%s}`, c.game, c.sent, order), "a.seq")
}

// finishes plays a game of two users through the API, in which Black resigns.
func finishes(white, black *person, variant string, public bool, moves ...string) string {
	white.t.Helper()
	c := begins(white, black, variant, public, moves...)
	c.do(black, `"order":"resign"`)
	return c.game
}

// archived waits until the archive shows the user n games.
func (p *person) archived(n int) {
	p.t.Helper()
	// nothing reports when games are archived
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		got := js[int](p, `fetch('/api/archive?limit=100').then((r) => r.json()).then((a) => a.games.length)`)
		if got == n {
			return
		}
		if time.Now().After(deadline) {
			p.fail("%d games are archived, want %d", got, n)
		}
	}
}

// chose sets a choice or date of a form.
func (p *person) chose(label, value string) {
	p.t.Helper()
	p.until("there is a choice "+label, `(() => {
		const field = [...document.querySelectorAll('select, input[type=date]')]
			.find((f) => [...f.labels].some((l) => l.innerText.trim().startsWith(`+quote(label)+`)))
		if (!field || field.disabled || field.options && ![...field.options].some((o) => o.value === `+quote(value)+
		`)) return false
		field.value = `+quote(value)+`
		field.dispatchEvent(new Event('input', { bubbles: true }))
		field.dispatchEvent(new Event('change', { bubbles: true }))
		return true
	})()`)
}

// lists waits until the page of finished games shows n of them.
func (p *person) lists(n int) {
	p.t.Helper()
	p.until(fmt.Sprintf("%d games are shown", n),
		fmt.Sprintf(`document.querySelectorAll('section[aria-labelledby=found][aria-busy=false] > ul a').length === %d`, n))
}

// TestArchive searches finished games with every field of the form, on a desktop and
// on a phone.
func TestArchive(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone)
	for _, p := range []*person{ann, ben} {
		p.withoutRules().open("/games")
		p.sees("No finished games yet.")
		p.asks("PUT", "/api/me", `{"name":`+quote(p.name+" Oakley")+`}`, "a.name")
	}
	const many = 24
	for i := range many {
		finishes(ann, ben, []string{"chess", "cheshire8"}[i%2], true, "e4", "e5", "Nf3")
	}
	finishes(ben, ann, "shrink", true, "e4", "d5", "exd5")
	finishes(ann, ben, "diminuendo:pbnrqk", true, "c3c4", "a5a4")
	finishes(ben, ann, "convergent", false, "c3c4") // private
	eve := newPerson(t, base, "Eve", night).withoutRules()
	eve.open("/")
	eve.press("Search games")
	ann.archived(many + 3)
	for _, p := range []*person{eve, ann} {
		p.open("/games")
		p.lists(24)
		p.sees("The latest 24 games.")
	}
	ann.until("boards are drawn", `document.querySelectorAll('main li svg use').length > 24 * 20`)
	ann.accessible("finished games")
	ann.shoot("archive")
	eve.shoot("archive-night")
	eve.press("Show more games")
	eve.lists(26)
	eve.sees("26 games.")
	eve.until("the focus is on the first of the new games",
		`document.activeElement.closest('li') === document.querySelectorAll('main li')[24]`)
	ann.press("Only my games")
	ann.press("Show more games")
	ann.lists(27)
	ann.sees("private")

	ben.open("/games")
	ben.lists(24)
	ben.shoot("archive-phone")
	ben.accessible("finished games")
	ben.chose("Variant", "diminuendo:all")
	ben.lists(1)
	ben.sees("Diminuendo Chess (PBNRQK)")
	ben.chose("Variant", "shrink")
	ben.lists(1)
	ben.until("the form is in the address", `location.search === '?variant=shrink'`)
	js[bool](ben, `history.back() ?? true`)
	ben.sees("Diminuendo Chess (PBNRQK)")
	ben.until("the form is as it was", `document.querySelector('select').value === 'diminuendo:all'`)
	ben.press("Clear filters")
	ben.lists(24)
	ben.chose("Result", "black")
	ben.sees("No games found.")
	ben.shoot("archive-none-phone")
	ben.accessible("no game")

	eve.open("/games")
	eve.lists(24)
	eve.write("Player", "BEN")
	eve.keys("\r")
	eve.lists(24)
	eve.chose("Color", "white")
	eve.lists(1)
	eve.chose("Result", "lost")
	eve.lists(0)
	eve.chose("Result", "won")
	eve.lists(1)
	eve.press("More filters")
	eve.chose("Played by", "engine")
	eve.chose("Level", "3")
	eve.lists(0)
	eve.chose("Played by", "human")
	eve.lists(1)
	eve.write("Minimum moves", "3")
	eve.keys("\t")
	eve.lists(0)
	eve.write("Minimum moves", "2")
	eve.keys("\t")
	eve.lists(1)
	eve.chose("To date", "2020-01-01")
	eve.lists(0)
	eve.chose("To date", "")
	eve.lists(1)
	eve.shoot("archive-filter-night")
	eve.accessible("a filter")
	eve.reload()
	eve.lists(1)
	eve.until("the form is as it was",
		`[...document.querySelectorAll('form select')].map((s) => s.value).join() === ',white,won,human'`)
}

// TestArchiveErrors makes every mistake that the form and the address allow, and
// loses the server.
func TestArchiveErrors(t *testing.T) {
	parallel(t)
	base := serve(t)
	p, small := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", small).withoutRules()
	for _, p := range []*person{p, small} {
		p.mayFail("/api/archive?", "/api/views")
	}
	alert := func(p *person, words string) {
		t.Helper()
		p.until("an alert says "+words, `document.querySelector('main [role=alert]')?.innerText.includes(`+quote(words)+`)`)
	}
	for address, words := range map[string]string{
		"variant=go":                            `Unknown game "go"`,
		"ending=won":                            "name a player",
		"color=white":                           "name a player",
		"ending=odd":                            "query.ending",
		"least=many":                            "query.minplies",
		"least=20&most=10":                      "The minimum of 39 plies is above the maximum of 20.",
		"from=2026-02-30":                       "Invalid from",
		"from=2026-05-02&to=2026-05-01":         "The first day is after the last.",
		"moves=e4":                              "need a variant",
		"level=9":                               "query.level",
		"player=" + strings.Repeat("x", 101):    "query.player",
		"variant=chess&moves=e4%20e5%20Ke3":     "Opening, move 3: ",
		"variant=chess&moves=%3Cimg%20src%3Dx>": "Opening, move 1: ",
	} {
		p.open("/games?" + address)
		alert(p, words)
	}
	small.open("/games?variant=chess&moves=e9")
	alert(small, "Opening, move 1: ")
	small.accessible("a mistake")
	small.shoot("archive-mistake-phone")
	small.write("Opening moves", "e4")
	small.keys("\r")
	small.sees("No games found.")
	if n := js[int](small, `document.querySelectorAll('main [role=alert]').length`); n != 0 {
		t.Errorf("%d alerts are left", n)
	}
	p.open("/games")
	p.sees("No finished games yet.")
	p.block("*://*:*/api/archive*")
	p.press("Only my games")
	alert(p, "the server is unreachable")
	p.accessible("no server")
	p.block()
	p.press("Try again")
	p.sees("You have no finished games yet.")
}

// TestDownload downloads the games of a filter as a file.
func TestDownload(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone)
	for _, p := range []*person{ann, ben} {
		p.withoutRules().calls()
	}
	for range 3 {
		finishes(ann, ben, "shrink", true, "e4", "d5", "exd5")
	}
	finishes(ben, ann, "cheshire", false, "f4", "e7")
	for _, p := range []*person{ann, ben} {
		dir := t.TempDir()
		allow := cdpbrowser.SetDownloadBehaviorParams{Behavior: "allow", DownloadPath: dir, BrowserContextID: p.profile.id}
		p.profile.changed = true
		if _, err := chromedp.Call(p.ctx, cdpbrowser.SetDownloadBehavior, allow); err != nil {
			t.Fatal(err)
		}
		p.archived(4)
		p.open("/games?variant=shrink")
		p.lists(3)
		p.press("Download these games (PGN)")
		p.sees("3 games were downloaded.")
		name := filepath.Join(dir, "wane-games.pgn")
		var text []byte
		// nothing reports when the file exists
		for deadline := time.Now().Add(patience); len(text) == 0; time.Sleep(25 * time.Millisecond) {
			text, _ = os.ReadFile(name)
			if time.Now().After(deadline) {
				t.Fatalf("there is no file %s", name)
			}
		}
		trees, _, err := notation.ReadString(string(text), notation.ReadOptions{Lookup: rules.ByName})
		if err != nil || len(trees) != 3 || trees[0].Game().Name() != "shrink" {
			t.Errorf("the file has %d games, %v:\n%s", len(trees), err, text)
		}
		p.open("/games?mine=true")
		p.lists(4)
		p.find("Download my games (PGN)")
		// A refused and a broken download say so.
		p.answers("/pgn", `Promise.resolve(new Response('{"detail":"Others are downloading."}', { status: 429 }))`)
		p.press("Download my games (PGN)")
		p.sees("Download failed: Others are downloading.")
		p.answers("/pgn", `Promise.resolve(new Response(new ReadableStream({
			pull(c) { c.enqueue(new Uint8Array(9)); c.error(new Error('gone')) },
		})))`)
		p.press("Download my games (PGN)")
		p.sees("the connection broke")
		p.answers("/pgn", `Promise.resolve(new Response(new ReadableStream({
			start(c) { options.signal.addEventListener('abort', () => c.error(new Error('stopped'))) },
		})))`)
		p.press("Download my games (PGN)")
		p.press("Stop")
		p.sees("Download stopped.")
	}
}

// TestExplorerBesideTheBoard plays moves of the explorer on the analysis board.
func TestExplorerBesideTheBoard(t *testing.T) {
	parallel(t)
	base := serve(t)
	for _, p := range []*person{newPerson(t, base, "Ann", night), newPerson(t, base, "Ben", small)} {
		p.open("/analysis/shrink")
		p.until("the explorer is open",
			`document.querySelector('.explorer') || document.querySelector('#tab-explorer')?.click()`)
		for range 3 {
			p.until("moves are counted", `document.querySelector('.explorer[aria-busy=false] tbody button')`)
			p.until("the book evaluates the first move", `/^[+−]?\d\.\d\d$/.test(document.querySelector('.explorer tbody `+
				`td')?.innerText) && /better|equal/.test(document.querySelector('.explorer tbody td').title)`)
			san := js[string](p, `document.querySelector('.explorer tbody button').innerText`)
			p.press("Play " + san)
			p.until(san+" is on the board",
				`document.querySelector('.narration strong')?.innerText.endsWith(`+quote(" "+san)+`)`)
		}
		p.until("the focus is on the next move", `document.activeElement.matches('.explorer[aria-busy=false] tbody button')`)
		p.shoot("explorer-study-" + p.name)
		p.accessible("the explorer beside the board")
	}
}

// TestExplorer walks through an opening in the explorer, by games of this server and
// of the engine.
func TestExplorer(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone)
	for _, p := range []*person{ann, ben} {
		p.withoutRules().calls()
	}
	game := finishes(ann, ben, "chess", true, "a3", "h6", "b3")
	row := func(san string) string {
		return `[...document.querySelectorAll('.explorer tbody tr')].find((r) => r.querySelector('button').innerText === ` +
			quote(san) + `)`
	}
	ann.archived(1)
	for _, p := range []*person{ann, ben} {
		p.open("/games?variant=chess")
		p.press("Openings of Chess")
		p.until("the engine's games are counted", `+document.querySelector('.explorer tfoot td')?.innerText > 200`)
		p.until("each row has numbers", `((rows) => rows.length && rows.every((r) => /White won \d+ %, drawn \d+ %, `+
			`Black won \d+ %/.test(r.textContent)))([...document.querySelectorAll('.explorer tbody tr')])`)
		p.accessible("the explorer")
		p.shoot("explorer-" + p.name)
		p.press("This server")
		p.until("only a3 was played here", `document.querySelectorAll('.explorer tbody tr').length === 1 && `+row("a3"))
		p.until("the game is linked", `document.querySelector('.explorer a[href="/game/`+game+`"]')`)
		p.press("Play a3")
		p.until("the position is the next", row("h6"))
		p.until("the games are those that began so", `location.search.includes('moves=a3')`)
		p.lists(1)
		p.press("Play h6")
		p.press("Play b3")
		p.sees("1 game ended in this position.")
		p.press("Engine games")
		p.sees("No engine games with this position.")
		p.shoot("explorer-none-" + p.name)
		p.accessible("an unknown position")
		p.press("Previous move")
		p.press("Previous move")
		p.press("Previous move")
		p.until("the start is back", `+document.querySelector('.explorer tfoot td')?.innerText >= 200`)
	}
	ann.block("*://*:*/api/explorer*")
	js[bool](ann, `document.querySelector('.explorer tbody button').click() ?? true`)
	ann.until("the page reports the failure",
		`document.querySelector('.explorer [role=alert]')?.innerText.includes('is unreachable')`)
	ann.block()
	ann.press("Try again")
	ann.until("the answer comes", `document.querySelector('.explorer tfoot')`)
}
