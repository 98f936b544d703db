package browser

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// axe loads the accessibility checker into the page.
func (p *person) axe() {
	p.t.Helper()
	script, err := os.ReadFile("../../../web/node_modules/axe-core/axe.min.js")
	if err != nil {
		p.t.Fatalf("%v: 'make web' installs it", err)
	}
	if p.remote == nil {
		p.do(chromedp.Evaluate[chromedp.Void](string(script)))
	} else if _, err := p.remote.run(string(script) + "\n;globalThis.axe ??= this.axe; return ''"); err != nil {
		p.fail("load axe: %v", err)
	}
}

// accessible checks the page as it is shown now: axe finds no serious violation, the
// headings are in order, and the page is not wider than the window.
func (p *person) accessible(what string) {
	p.t.Helper()
	p.violates(what, `{}`)
	p.narrow(what)
}

// legible checks the contrast of the page's texts.
func (p *person) legible(what string) {
	p.t.Helper()
	p.violates(what, `{ runOnly: ['color-contrast'] }`)
}

// violates reports serious violations. Rules of less impact do not run, and axe describes no elements: what it would
// describe are above all those without faults.
func (p *person) violates(what, options string) {
	p.t.Helper()
	if !js[bool](p, `typeof axe === 'object'`) {
		p.axe()
		js[bool](p, `(axe.configure({ noHtml: true, rules: axe._audit.rules
			.filter((r) => ['minor', 'moderate'].includes(r.impact) && r.id !== 'heading-order')
			.map((r) => ({ id: r.id, enabled: false })) }), true)`)
	}
	p.calm()
	found := js[[]string](p, `axe.run(document, { resultTypes: ['violations'], preload: false, selectors: false,
		elementRef: true, ...`+options+` }).then((r) => r.violations.map((v) => v.impact + ': ' + v.help + '\n\t' +
			v.nodes.slice(0, 4).map((n) => n.element?.outerHTML.slice(0, 160) + '\n\t' + n.failureSummary).join('\n\t')))`)
	for _, f := range found {
		p.t.Errorf("%s (%s): %s", what, p.name, f)
	}
}

// calm waits until no animation runs. One that ends can start another, of a color
// that is inherited.
func (p *person) calm() {
	p.t.Helper()
	js[bool](p, `(async () => {
		const until = performance.now() + 1500
		for (let still = 0; still < 2 && performance.now() < until; still++) {
			await new Promise((f) => requestAnimationFrame(f))
			const moving = document.getAnimations().filter((a) => a.playState === 'running')
			if (moving.length) still = -1
			await Promise.race([Promise.allSettled(moving.map((a) => a.finished)),
				new Promise((f) => setTimeout(f, until - performance.now()))])
		}
		return true
	})()`)
}

// inBothThemes checks a page in the light theme, and its colors in the dark one. It
// takes a screenshot of each if picture is not empty.
func (p *person) inBothThemes(what, picture string) {
	p.t.Helper()
	for _, dark := range []bool{false, true} {
		p.look.dark = dark
		p.dress()
		theme := "light"
		if dark {
			theme = "dark"
			p.legible(what + ", dark")
		} else {
			p.accessible(what)
		}
		if picture != "" {
			p.shoot(picture + "-" + theme)
		}
	}
	p.look.dark = false
	p.dress()
}

// narrow checks that the page needs no scrolling sideways.
func (p *person) narrow(what string) {
	p.t.Helper()
	type wide struct {
		Page, Window float64
		By           []string
	}
	w := js[wide](p, `({
		Page: document.documentElement.scrollWidth, Window: document.documentElement.clientWidth,
		By: [...document.querySelectorAll('main *, header *, dialog[open] *')]
			.filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
			.slice(0, 4).map((e) => e.outerHTML.slice(0, 120)),
	})`)
	if w.Page > w.Window {
		p.t.Errorf("%s (%s): the page is %.0f wide in a window of %.0f: %s",
			what, p.name, w.Page, w.Window, strings.Join(w.By, "\n\t"))
	}
}

// TestAccessible checks every page and dialog in both themes, on a desktop and on the
// smallest phone. Each is loaded once, on a desktop: to load a page takes as long as to check it.
func TestAccessible(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, _ := startIn(t, dir, 1)
	base := n.URL()
	p := newPerson(t, base, "Ann", desktop).withoutRules()
	on := func(screen string, l look, what string, shown bool) {
		t.Helper()
		picture := ""
		if shown {
			picture = "page-" + strings.ReplaceAll(what, " ", "-") + "-" + screen
		}
		p.turn(l)
		p.inBothThemes(what+", "+screen, picture)
	}
	onBoth := func(what string, shown bool) {
		t.Helper()
		on("phone", small, what, shown)
		on("desktop", desktop, what, shown)
	}
	check := func(what string) {
		t.Helper()
		onBoth(what, true)
	}
	p.open("/")
	p.until("four boards are drawn", `document.querySelectorAll('.variants svg use').length > 100`)
	check("home")
	p.chooses("shrink")
	for _, who := range []string{"A friend, by link", "Anyone", "Two players, one screen", "The computer"} {
		p.press(who)
		onBoth("new game, "+who, false)
	}
	p.press("Clock")
	onBoth("new game with a clock", false)
	p.press("From position")
	p.mayFail("/api/views")
	p.write("Position (FEN)", "nonsense")
	p.until("the position is refused", `document.querySelector('#fen-help.error')`)
	check("new game")
	p.chooses("diminuendo")
	p.press("Ranking")
	p.press("Custom order")
	check("new game diminuendo")
	p.open("/")
	p.turn(small)
	p.press("Menu")
	p.until("the menu is open", `document.querySelector('#menu:popover-open')`)
	on("phone", small, "menu", true)
	p.press("Menu")
	p.turn(desktop)
	p.press("Settings")
	p.until("the dialog is open", `document.querySelector('dialog[open] form input')?.value`)
	check("settings")
	for _, v := range []string{"shrink", "convergent", "diminuendo", "cheshire"} {
		p.open("/rules/" + v)
		p.until("the rules are shown", `document.querySelector('article h1') && document.querySelector('article svg `+
			`use') && !document.querySelector('article pre')`)
		check("rules " + v)
	}
	for _, name := range []string{"about", "help", "privacy"} {
		p.open("/" + name)
		p.until("the page is shown", `document.querySelectorAll('article h2').length > 2`)
		check(name)
	}
	for _, name := range []string{"signin", "signin?recover", "signup"} {
		p.open("/" + name)
		p.until("the form is shown", `document.querySelector('main form input[type=password]')`)
		onBoth(name, false)
	}
	p.mayFail("/nowhere", "/game/aaaaaaaaaaaa", "/api/games/aaaaaaaaaaaa")
	p.open("/nowhere")
	p.sees("Page not found")
	onBoth("no such page", false)
	p.open("/game/aaaaaaaaaaaa")
	p.sees("Game not found")
	onBoth("no such game", false)

	// This person's live game, "live" to "finished", loads the rules program: there
	// the checks see a board that WebAssembly draws. All others are the server's.
	p.block()
	path := p.invite("cheshire", "White", "Clock", "5 + 3")
	p.sees("Invite your opponent with this link")
	check("waiting")
	p.until("the rules are loaded", `!!globalThis.wane`)
	ben := newPerson(t, base, "Ben", desktop).withoutRules()
	ben.open(path)
	ben.sees("invites you to play")
	for _, l := range []look{small, desktop} {
		ben.turn(l)
		ben.accessible("an invitation")
	}
	ben.press("Join as Black")
	newMatch(t, "cheshire", "").with(p, byClick, ben, byClick).play("f2f4", "c10b8")
	check("live")
	ben.press("Offer draw")
	p.sees("offers a draw")
	onBoth("an offer", false)
	p.press("Accept")
	p.result("Draw: agreement")
	check("finished")

	// Pages of an account, with a game of others to watch.
	kim := newPerson(t, base, "Kim", desktop).withoutRules()
	kim.open("/rules/chess")
	kim.calls()
	begins(ben, kim, "shrink", true, "e2e4")
	p.signedIn("Ann_access")
	study := p.shareStudy("accessible", fmt.Sprintf(`"topics":["endings"],"pgn":%q`,
		"[Variant \"Chess\"]\n[White \"Zoë\"]\n\n1. e4 {Best by test.} (1. d4 $1 d5) e5 *"))
	tournament := "/tournaments/" + p.asks("POST", "/api/tournaments", fmt.Sprintf(`{"id":"accessible",`+
		`"system":"arena","name":"Tea time","variant":"shrink","control":{"base":60000},`+
		`"password":"tea","starts":%d,"minutes":10}`,
		time.Now().Add(time.Hour).UnixMilli()), "a.id")
	kim.signsUp("Kim_access")
	kim.moderates(dir) // new accounts create no listed tournaments
	kim.asks("POST", "/api/tournaments", fmt.Sprintf(`{"id":"listed-one","system":"arena","name":"Dinner",`+
		`"variant":"shrink","control":{"base":60000},"starts":%d,"minutes":10}`,
		time.Now().Add(time.Hour).UnixMilli()), "a.id")
	for _, page := range []struct{ what, path, there string }{
		{"studies", "/studies", `document.querySelector('main li .name')`},
		{"new study", "/studies/new", `document.querySelector('main form option')`},
		{"study", study, `document.querySelector('.workspace [role=grid]') && document.querySelector('.tree .note')`},
		{"watch", "/watch", `document.querySelector('article [role=timer], article .clock')`},
		{"channel", "/watch/shrink", `document.querySelectorAll('[role=gridcell]').length === 64`},
		{"puzzles", "/puzzles", `document.querySelectorAll('[role=gridcell]').length > 2`},
		{"puzzle themes", "/puzzles/themes", `document.querySelector('main h1')`},
		{"puzzle streak", "/puzzles/streak", `document.querySelector('main h1')`},
		{"tournaments", "/tournaments", `document.querySelector('main a[href="/tournaments/listed-one"]')`},
		{"new tournament", "/tournaments/new", `document.querySelector('main form option')`},
		{"tournament", tournament, `document.title.startsWith('Tea time')`},
	} {
		p.open(page.path)
		p.until("the page is there: "+page.what, page.there)
		check(page.what)
	}
	p.open(study)
	for _, name := range []string{"Chapters", "Share"} {
		p.panel(name)
		check("study " + strings.ToLower(name))
	}
}

// TestPromotionDialogAccessible checks the dialog that asks what pawns become.
func TestPromotionDialogAccessible(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	for _, l := range []look{desktop, small} {
		p := newPerson(t, base, fmt.Sprint("Ann", l.width), l).withoutRules()
		p.selfPlay("shrink", "kp1Kp/2P2 w - - 0 1")
		how := byClick
		if l.touch {
			how = byTap
		}
		how(p, "c1", "c2")
		p.asked(0, 3)
		p.inBothThemes("promotion", "")
	}
}

// TestKeyboardAlone plays a whole game by keyboard, from the home page to the result
// and the rematch.
func TestKeyboardAlone(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", night)
	link := func(name string) string {
		return `e.matches('a, button') && (e.getAttribute('aria-label') ?? e.innerText).trim() === ` + quote(name)
	}
	radio := func(p *person, group, name string) {
		t.Helper()
		p.tabTo(group,
			`e.matches('input[type=radio]') && e.closest('fieldset').querySelector('legend').innerText === `+quote(group))
		for range 6 {
			if js[string](p, `document.activeElement.closest('label').innerText.trim()`) == name {
				return
			}
			p.keys(kb.ArrowRight)
		}
		p.fail("the arrow keys do not reach %s", name)
	}
	ann.open("/")
	ann.tabTo("the game", link("Chess"))
	ann.keys(kb.Enter)
	ann.until("the dialog is open", `document.querySelector('dialog[open] form')`)
	radio(ann, "Opponent", "A friend, by link")
	radio(ann, "You play", "White")
	ann.tabTo("the button", link("Create link"))
	ann.keys(kb.Enter)
	path := ann.path()
	ben.open(path)
	ben.tabTo("the button", link("Join as Black"))
	ben.keys(kb.Enter)
	m := newMatch(t, "chess", "").with(ann, byKeys, ben, byKeys)
	m.play("f2f3", "e7e5", "c2c4", "e8e7", "h2h3", "g8h6", "g2g4", "e7e6")
	// A move can be typed, too.
	ann.tabTo("the board", `e.matches('[role=gridcell]')`)
	ann.keys("m")
	ann.until("the field has the focus", `document.activeElement.matches('input')`)
	ann.keys("Nc3" + kb.Enter)
	m.note(m.move("b1c3"))
	m.seen()
	m.play("d8h4")
	m.ended("Black wins: checkmate")
	ann.shoot("keyboard-end")
	ben.tabTo("the button", link("Rematch"))
	ben.keys(kb.Enter)
	ann.sees("offers a rematch")
	ann.tabTo("the button", link("Accept"))
	ann.keys(kb.Enter)
	ann.until("the rematch is open", `location.pathname !== `+quote(path))
	newMatch(t, "chess", "").with(ben, byKeys, ann, byKeys).play("e2e4")
}
