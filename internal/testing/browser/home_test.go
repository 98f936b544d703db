package browser

import (
	"fmt"
	"testing"

	cdp "github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestHome reports the time to the first paint for a new visitor.
func TestHome(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.open("/")
	p.until("four boards are drawn", `document.querySelectorAll('.variants svg use').length > 100`)
	p.until("it has been painted", `performance.getEntriesByName('first-contentful-paint').length`)
	t.Logf("first paint after %.0f ms, all boards after %.0f ms",
		js[float64](p, `performance.getEntriesByName('first-contentful-paint')[0].startTime`),
		js[float64](p, `performance.now()`))
	p.shoot("home")
}

// TestLobby creates a game for anyone: it is listed, joined, watched, and listed again
// when it is over.
func TestLobby(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben, eve := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone).withoutRules(),
		newPerson(t, base, "Eve", desktop).withoutRules()
	ben.open("/")
	eve.open("/")
	ben.sees("No open games.")
	eve.sees("players online")

	ann.open("/")
	ann.press("Settings")
	ann.until("the name is there", `document.querySelector('#your-name')?.value`)
	ann.write("Your name", "Ann Oakley")
	ann.press("Save")
	ann.sees("Saved.")
	ann.press("Close")
	ann.chooses("diminuendo")
	ann.press("Anyone")
	ann.press("White")
	const watch = `new MutationObserver((_, o) => {
		const list = document.querySelector('.seeks')
		if (!list) return
		window.early = getComputedStyle(list).pointerEvents
		o.disconnect()
	}).observe(document.body, { childList: true, subtree: true })`
	js[bool](ben, watch+` || true`)
	ann.press("Create game")
	offered := ann.path()
	ann.sees("Your game is listed on the home page")
	ann.shoot("lobby-offered")
	ann.open("/")
	ann.until("the own game is listed, and cannot be joined",
		`document.querySelector('section[aria-labelledby=mine] .panel') && document.querySelector('.seeks a.button')`)
	ann.shoot("lobby-own")
	ann.open(offered)

	ben.sees("Ann Oakley")
	if got := js[string](ben, `window.early`); got != "none" {
		t.Errorf("a row that has just appeared takes clicks (pointer-events: %s)", got)
	}
	ben.shoot("lobby-phone")
	const list = `getComputedStyle(document.querySelector('.seeks')).pointerEvents`
	ben.until("the row takes clicks", list+` === 'auto'`)
	shifted := `document.querySelector('main').prepend(document.createElement('hr')), ` +
		`new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(() => f(` +
		list + `))))`
	if got := js[string](ben, `(`+shifted+`)`); got != "none" {
		t.Errorf("a row that has just been pushed down takes clicks (pointer-events: %s)", got)
	}
	ben.press("Join Diminuendo Chess against Ann Oakley")
	ben.path()
	m := newMatch(t, "diminuendo", "").with(ann, byDrag, ben, byTap)
	m.seen()
	eve.sees("No open games.")
	ann.click(ann.at("g5"))
	ann.sees("cannot move: White is to move.")
	const live = `document.querySelector('section[aria-labelledby=now] a[href^="/game/"]')`
	if js[bool](eve, `!!`+live) {
		t.Error("a game without a move is shown to others")
	}
	m.play("d3f5", "g5f5")
	eve.until("the game is listed as live", live)
	eve.shoot("lobby-live")
	js[bool](eve, `document.querySelector('section[aria-labelledby=now] a').click() || true`)
	eve.path()
	m.watchers = append(m.watchers, eve)
	m.seen()
	ann.sees("1 spectator")
	m.play("ze5", "d7e5", "e3e4", "c6e4", "c2e4", "zf1", "e2f4")
	m.ended("White wins: checkmate")
	eve.shoot("lobby-watched-end")
	eve.open("/")
	eve.until("the game is listed as finished",
		`document.querySelector('section[aria-labelledby=finished] .panel')?.innerText.includes('White wins: checkmate')`)
	eve.shoot("lobby-finished")
}

// block keeps a user's pages from fetching addresses of these patterns, and no
// others: without patterns nothing is blocked.
func (p *person) block(patterns ...string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, cdp.Enable,
		cdp.EnableParams{MaxTotalBufferSize: new(int64(1)), MaxResourceBufferSize: new(int64(1))}); err != nil {
		p.t.Fatal(err)
	}
	p.mayFail("ERR_BLOCKED_BY_CLIENT")
	var block cdp.SetBlockedURLsParams
	for _, pattern := range patterns {
		block.URLPatterns = append(block.URLPatterns, &cdp.BlockPattern{URLPattern: pattern, Block: true})
	}
	if _, err := chromedp.Call(p.ctx, cdp.SetBlockedURLs, block); err != nil {
		p.t.Fatal(err)
	}
}

// withoutRules keeps the rules program from a user's pages, where the server answers
// in its place: to fetch and start the program takes as long as the rest of a page.
func (p *person) withoutRules() *person {
	p.t.Helper()
	p.block(webAssembly)
	return p
}

// webAssembly is the pattern of the rules program.
const webAssembly = "*://*:*/*.wasm"

// TestWithoutWebAssembly plays where WebAssembly cannot be loaded: the server answers
// for the rules.
func TestWithoutWebAssembly(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone)
	ann.block(webAssembly)
	ben.block(webAssembly)
	m := befriend(t, "cheshire8", ann, ben).with(ann, byClick, ben, byTap)
	m.play("b1a3", "d7d6", "b2b3", "h7h5", "b3b4", "c7c6", "f2f3", "g8f6", "e1g3", "e7e5", "c2c4", "h5h4")
	m.ended("Black wins: checkmate")
	// Earlier positions are fetched when a player steps back.
	ben.reload()
	m.seen()
	before := m.pos.Clone()
	before.Unmake()
	ben.press("Previous move")
	ben.shows(before, m.sans)
	if js[bool](ann, `!!globalThis.wane`) {
		t.Error("the rules were loaded all the same")
	}
}

// TestNavigation follows links from page to page: each has its title, and the focus is
// on its content.
func TestNavigation(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	at := func(title string) {
		t.Helper()
		p.until("the title is "+title, `document.title === `+quote(title))
		p.until("the content has the focus", `document.activeElement?.id === 'content'`)
	}
	p.open("/")
	p.until("four boards are drawn", `document.querySelectorAll('.variants svg use').length > 100`)
	p.until("nothing has taken the focus", `document.activeElement === document.body`)
	p.press("Learn")
	at("Learn – wane")
	p.press("Rules of Diminuendo")
	at("Rules of Diminuendo Chess – wane")
	p.press("wane, home")
	at("wane – chess with less")
	p.press("Privacy")
	at("Privacy – wane")
	p.press("wane, home")
	at("wane – chess with less")
	p.press("New game")
	p.until("the dialog has its title", `document.querySelector('dialog[open]') && document.title === 'New game – wane'`)
	js[bool](p, `((s) => (s.value = 'diminuendo', s.dispatchEvent(new Event('change', { bubbles: true }))))(`+
		`document.querySelector('dialog select'))`)
	p.press("Two players, one screen")
	p.press("Play")
	p.path()
	at("White to move – Diminuendo Chess – wane")
	js[bool](p, `history.pushState(null, '', '/nowhere') ?? dispatchEvent(new PopStateEvent('popstate'))`)
	at("Page not found – wane")
	p.mayFail("/game/aaaaaaaaaaaa", "/api/games/aaaaaaaaaaaa")
	p.open("/game/aaaaaaaaaaaa")
	p.until("the title says that there is no such game", `document.title === 'Game not found – wane'`)
}

// TestFirstGame plays with one click, at the level that fits. The home page has the game first from then on.
func TestFirstGame(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	p := newPerson(t, base, "Ann", phone).withoutRules()
	p.open("/")
	p.press("Play Convergent Chess against the computer, level 1")
	game := record(t, base, p.path()).Game
	if game.Variant != "convergent" || !game.White.Taken || game.Black.Level != 1 {
		t.Errorf("the first game is %+v", game)
	}
	p.until("it is the player's turn", `document.title.startsWith('Your turn')`)
	p.open("/")
	const top = `document.querySelector('%s')?.getBoundingClientRect().top`
	p.until("the game stands above the variants", fmt.Sprintf(top+" < "+top,
		"section[aria-labelledby=mine] .urgent", ".variants"))
	p.until("the variants stand above quick pairing", fmt.Sprintf(top+" < "+top, ".variants", ".desk"))
	p.narrow("the home page of a player")
	p.shoot("home-player-phone")
}

// TestMenu opens the lists of the header with the pointer and the keyboard; on a phone one button has all of them.
func TestMenu(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	p := newPerson(t, base, "Ann", desktop).withoutRules()
	p.open("/puzzles/themes")
	p.until("the section is lit", `document.querySelector('.site .lit')?.textContent.trim() === 'Puzzles'`)
	js[bool](p, `(document.querySelectorAll('.site .section')[5].focus(), true)`)
	p.press("Board editor")
	p.until("the editor is there",
		`location.pathname === '/editor' && document.querySelector('.site .lit')?.textContent.trim() === 'Tools'`)
	p.until("the list is closed", `![...document.querySelectorAll('.site ul ul')].some((u) => u.offsetParent)`)
	small := newPerson(t, base, "Ben", phone).withoutRules()
	small.open("/help")
	small.press("Menu")
	small.until("it has all parts", `document.querySelectorAll('#menu:popover-open a').length > 25`)
	small.shoot("menu-phone")
	small.press("Public studies")
	small.until("the menu is closed", `location.pathname === '/studies' && !document.querySelector('#menu:popover-open')`)
}

// TestHomeOffline cuts the network while the lists are open.
func TestHomeOffline(t *testing.T) {
	parallel(t)
	n, _ := start(t)
	net := connect(t, n.Addr().String())
	p := newPerson(t, net.url(), "Ann", desktop)
	p.open("/")
	p.sees("No open games.")
	net.fail(p, false)
	p.until("the page says that the lists may be old",
		`document.querySelector('p[role=status].shown')?.innerText.includes('may be out of date')`)
	net.restore()
	p.until("the page reports no lost connection", well)
}

// TestSettings chooses a piece set, a board theme, queens without a question, zen mode and
// no single-letter shortcuts. They hold at once, after a reload and from another tab.
func TestSettings(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.selfPlay("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1")
	const black = `document.querySelector('[data-name=a8]').getBoundingClientRect().y > ` +
		`document.querySelector('[data-name=a1]').getBoundingClientRect().y`
	p.keys("f")
	p.until("the board is turned", black)
	p.keys("z")
	p.until("zen mode hides the header",
		`!document.querySelector('nav') && !document.querySelector('.about').checkVisibility()`)
	p.shoot("zen")
	p.press("Settings")
	p.press("Flat")
	p.press("Ink")
	p.press("Promote to a queen")
	p.press("Keyboard shortcuts")
	p.shoot("settings")
	p.press("Close")
	p.until("the dialog is closed", `!document.querySelector('dialog[open]')`)
	p.press("Leave zen mode")
	p.keys("fm")
	p.until("the board is as it was, and the focus where it was", black+` && !document.activeElement.matches('input')`)
	p.reload()
	const chosen = `document.querySelector('main .board.board-ink') && document.documentElement.dataset.pieces === ` +
		`'flat' && !!document.querySelector('nav')`
	p.until("the pieces and the board are as chosen", chosen)
	byClick(p, "a7", "a8")
	p.until("the pawn is a queen", `document.querySelector('[data-ply="1"]')?.innerText.trim() === 'a8=Q'`)
	p.shoot("settings-board")
	js[bool](p, `dispatchEvent(new StorageEvent('storage', { key: 'wane-settings', newValue: `+
		`'{"version":2,"pieces":"letters","boards":"none"}' }))`)
	p.until("the other tab's settings hold",
		`document.querySelector('main .board.board-wood') && document.documentElement.dataset.pieces === 'letters'`)
	p.shoot("settings-letters")
}

// TestSettingsStay opens the settings before the server answers: what can be pressed does not move
// when the answers come.
func TestSettingsStay(t *testing.T) {
	eachLook(t, func(t *testing.T, p *person) {
		p.withoutRules().open("/about") // the server answers for the preview
		p.find("Settings")
		js[bool](p, `((ask, gate) => {
			globalThis.fetch = (...request) => gate.then(() => ask(...request))
			return true
		})(fetch, new Promise((f) => (globalThis.release = f)))`)
		p.press("Settings")
		p.find("Flat")
		const places = `((d) => [...d.querySelectorAll('label, button')].map((e) =>
			e.innerText.trim() + ' ' + Math.round(e.getBoundingClientRect().y + d.scrollTop)).join()
		)(document.querySelector('dialog'))`
		early := js[string](p, places)
		js[bool](p, `(release(), true)`)
		p.until("the name is there", `document.querySelector('#your-name').value`)
		p.until("the preview is there", `document.querySelector('.preview svg use')`)
		p.sees("Others see it with your tag #")
		if late := js[string](p, places); late != early {
			t.Errorf("the places before the answers and after them:\n%s\n%s", early, late)
		}
	})
}

// TestChooser creates a game of Diminuendo with a custom ranking, both options and days
// per move.
func TestChooser(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", small), newPerson(t, base, "Ben", desktop)
	ann.chooses("diminuendo")
	ann.press("Ranking")
	ann.press("Custom order")
	ann.press("Move the king one place later")
	ann.press("Queenish kings")
	ann.press("Flexible pawns")
	ann.press("A friend, by link")
	ann.press("Days per move")
	ann.press("White")
	ann.shoot("chooser-phone")
	ann.press("Create link")
	path := ann.path()
	game := record(t, base, path).Game
	if game.Variant != "diminuendo:qkrnbp+qk+fp" || game.Control.Days < 1 {
		t.Errorf("the game is %s with %+v", game.Variant, game.Control)
	}
	ben.open(path)
	ben.press("Join as Black")
	m := newMatch(t, "diminuendo:qkrnbp+qk+fp", "").with(ann, byTap, ben, byClick)
	all := m.pos.Legal(nil)
	m.play(m.pos.UCI(all[0]))
	all = m.pos.Legal(nil)
	m.play(m.pos.UCI(all[0]))
	ann.shoot("correspondence-phone")
}

// TestQuickPairing finds an opponent with one click, after a search that was canceled.
func TestQuickPairing(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", phone).withoutRules()
	ann.open("/")
	ann.press("3 + 2")
	ann.sees("Looking for an opponent: Shrink Chess, 3 + 2")
	ann.until("the title says so", `document.title.startsWith('Looking for an opponent')`)
	ann.until("the button to cancel has the focus", `document.activeElement.textContent === 'Cancel'`)
	ann.inBothThemes("home page while an opponent is searched", "pairing")
	ann.press("Cancel")
	ann.until("the time control has the focus", `document.activeElement.textContent === '3 + 2'`)
	ann.sees("No open games.")
	ann.press("3 + 2")
	ben.open("/")
	ben.narrow("quick pairing")
	ben.sees("Join") // Ann's game is in the lobby
	ann.until("the game that waits is not shown twice", `!document.getElementById('mine')`)
	ben.press("3 + 2")
	if a, b := ann.path(), ben.path(); a != b {
		t.Errorf("Ann is at %s, Ben at %s", a, b)
	}
}

// TestCorrespondence has two games with days for each move: the page lists them by turn, and a move
// in one leads to the other.
func TestCorrespondence(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", phone).withoutRules()
	ann.open("/correspondence")
	ann.sees("You have no games with days per move.")
	ben.open("/about")
	var games []string
	for _, days := range []string{"2", "3"} {
		id := ann.asks("POST", "/api/games", `{"id":"with-days-`+days+
			`","variant":"chess","opponent":"friend","color":"white","casual":true,"control":{"days":`+days+`}}`, "a.game.id")
		ben.asks("POST", "/api/games/"+id+"/commands", `{"id":"join-the-game","order":"join"}`, "a.seq")
		games = append(games, id)
	}
	ann.open("/correspondence")
	ann.sees("2 days left")
	ann.until("both wait for Ann, that with less time first",
		`document.querySelectorAll('.cards .panel').length === 2 && document.querySelector('a.primary').href.endsWith('`+
			games[0]+`')`)
	ann.until("the title counts them", `document.title.startsWith('(2)')`)
	ann.inBothThemes("correspondence", "correspondence")
	ann.press("To the first game")
	ann.path()
	ann.asks("POST", "/api/games/"+games[0]+"/commands",
		`{"id":"the-first-move","order":"move","move":"e4","ply":0}`, "a.seq")
	ann.press("Next game: against")
	ann.until("the other game is open", `location.pathname === '/game/`+games[1]+`'`)
	ben.open("/")
	ben.press("All correspondence games")
	ben.sees("Their turn")
	ben.narrow("correspondence")

	// Ann prepares an answer, and the server plays it.
	ann.open("/game/" + games[0])
	ann.press("Conditional moves")
	byClick(ann, "e7", "e5")
	ann.sees("Now your answer.")
	byClick(ann, "g1", "f3")
	ann.sees("Saved: 1 line.")
	ann.inBothThemes("conditional moves", "conditional")
	ann.press("Done")
	ann.sees("1… e5 2. Nf3")
	ann.press("Note")
	ann.write("Note", "Then the Ruy Lopez.")
	ann.sees("The note is saved.")
	ben.asks("POST", "/api/games/"+games[0]+"/commands",
		`{"id":"the-second-move","order":"move","move":"e5","ply":1}`, "a.seq")
	ann.sees("The white knight goes from g1 to f3.")
	ben.open("/game/" + games[0])
	ben.sees("You can prepare answers once you have moved.")
	if note := js[string](ben, `fetch("/api/games/`+games[0]+
		`/note").then((r) => r.text()).then((t) => t.trim())`); note != `{"version":0,"text":""}` {
		t.Errorf("Ben reads the note %s", note)
	}
	ben.narrow("a game with conditional moves")
}
