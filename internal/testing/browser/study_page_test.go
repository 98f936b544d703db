package browser

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// TestStudyOfGame analyzes a game as a spectator while it is played, and as a player
// when it is over.
func TestStudyOfGame(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben, eve := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone),
		newPerson(t, base, "Eve", desktop)
	m := befriend(t, "chess", ann, ben).with(ann, byClick, ben, byTap)
	m.play("f2f3", "e7e5")
	path := js[string](ann, `location.pathname`)
	ben.open(path + "/analysis")
	ben.sees("You are playing this game")
	ben.shoot("study-fair-phone")
	ben.press("Back to the game")
	eve.open(path + "/analysis")
	eve.tree("Start 1. f3 e5")
	eve.press("Next move")
	eve.plays("d7-d5")
	eve.saved()
	m.play("g2g4", "d8h4")
	m.ended("Black wins: checkmate")
	eve.reload()
	eve.tree("Start 1. f3 e5 1… d5 2. g4 Qh4# 0-1")
	eve.press("Moves")
	eve.sees("0-1, checkmate")
	eve.saved()
	ben.shoot("study-finished-phone")
	ben.accessible("a finished game")
	ben.press("Analyze")
	ben.until("the analysis is open", `location.pathname.endsWith('/analysis')`)
	ben.press("Moves")
	ben.tree("Start 1. f3 e5 2. g4 Qh4# Black wins: checkmate. 0-1")
	ben.until("the board is turned", `document.querySelector('[data-name=a8]').getBoundingClientRect().y > `+
		`document.querySelector('[data-name=a1]').getBoundingClientRect().y`)
	ben.present("Qh4#")
	ben.shoot("study-game-phone")
	ben.press("View game")
	ben.result("Black wins: checkmate")
}

// TestStudyOfEveryVariant opens each variant and plays a move.
func TestStudyOfEveryVariant(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	for _, name := range []string{"shrink", "convergent", "diminuendo", "diminuendo:pbnrqk+qk+fp", "cheshire",
		"cheshire8", "chess"} {
		g, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		pos := g.Start()
		move := pos.Legal(nil)[0]
		san := notation.SAN(pos, move)
		from, to, _ := steps(pos, move)
		p.open("/analysis/" + name)
		p.plays(from + "-" + to)
		p.tree("Start 1. " + san)
		pos.Make(move)
		want := boardOf(pos.View())
		p.until("the board of "+name+" is as the rules have it",
			`JSON.stringify(Object.entries(`+readBoard+`).sort()) === JSON.stringify(Object.entries(`+compact(want)+`).sort())`)
	}
}

// TestStudyKept lists the studies of this browser, renames and deletes them.
func TestStudyKept(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "phone", phone)
	for _, v := range []string{"shrink", "chess"} {
		p.open("/analysis/" + v)
		p.plays("e2-e4")
		p.saved()
	}
	p.press("All analyses")
	p.sees("Studies and analyses")
	p.until("they are listed", `document.querySelectorAll('main li').length === 2`)
	name := js[string](p, `document.querySelector('main li .name').innerText`)
	if !strings.HasPrefix(name, "Chess, ") {
		t.Errorf("the last study is called %s", name)
	}
	p.press("Rename " + name)
	js[bool](p, `(document.activeElement.select(), true)`)
	p.insert("My king’s pawn")
	p.keys(kb.Enter)
	p.sees("My king’s pawn")
	p.accessible("analyses")
	p.shoot("study-kept-" + p.name)
	p.press("Delete Shrink Chess")
	p.sees("permanently?")
	p.press("Delete")
	p.until("one is left", `document.querySelectorAll('main li').length === 1`)
	p.press("My king’s pawn")
	p.tree("Start 1. e4")
	p.press("All analyses")
	p.press("Delete My king’s pawn")
	p.press("Cancel")
	p.until("it is there", `document.querySelectorAll('main li a').length === 1`)
}

// TestStudyInTwoTabs edits one study in two tabs.
func TestStudyInTwoTabs(t *testing.T) {
	parallel(t)
	one := newPerson(t, serveAll(t), "Ann", desktop)
	one.open("/analysis/shrink")
	one.plays("e2-e4")
	one.saved()
	two := one.newTab("Ann too")
	two.open(strings.TrimPrefix(js[string](one, `location.href`), one.base))
	two.plays("d7-d5")
	two.saved()
	one.tree("Start 1. e4 d5")
	// Both edit at the same time: the tab that saves later asks what to do.
	js[bool](one, `(BroadcastChannel.prototype.postMessage = () => {}, true)`)
	two.press("First move")
	one.plays("c7-c5")
	one.saved()
	two.plays("d2-d4")
	two.sees("changed in another tab")
	two.accessible("two tabs")
	two.shoot("study-conflict")
	two.press("Keep this version as a copy")
	two.saved()
	two.tree("Start 1. e4 1. d4 1. d5")
	one.reload()
	one.tree("Start 1. e4 d5 1… c5")
}

// TestStudyWithoutStorage edits a study where the browser blocks storage.
func TestStudyWithoutStorage(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", phone)
	p.before(
		`Object.defineProperty(window, 'indexedDB', { value: { open() { throw new DOMException('no', 'SecurityError') } } })`,
	)
	p.open("/studies?list=mine")
	p.sees("The analyses in this browser cannot be read")
	p.open("/analysis/shrink")
	p.plays("e2-e4")
	p.sees("This browser blocks storage")
	p.shoot("study-blocked-phone")
	p.press("Try again")
	p.sees("This browser blocks storage")
	p.tree("Start 1. e4")
	// Leaving an unsaved study asks first.
	js[bool](p, `(window.confirm = (text) => { window.asked = text; return false }, true)`)
	p.press("All analyses")
	p.until("the page asks", `window.asked === 'This analysis is not saved. Leave anyway?'`)
	p.tree("Start 1. e4")
}

// TestStudyWithoutWebAssembly edits a study where WebAssembly cannot be loaded: the
// board works, import and export do not.
func TestStudyWithoutWebAssembly(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.block(webAssembly)
	p.open("/analysis/diminuendo")
	p.plays("d3-f5", "g5-f5")
	p.tree("Start 1. Bxf5+ gxf5>P")
	p.saved()
	p.panel("Share")
	p.press("Copy PGN")
	p.sees("Exporting PGN needs WebAssembly")
	p.open("/analysis#new")
	p.sees("New analysis")
	p.reads("1. e4")
	p.sees("Importing needs WebAssembly")
}

// TestStudyByKeys edits a study by keyboard.
func TestStudyByKeys(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.open("/analysis/cheshire8")
	p.until("the board is there", `document.querySelector('[role=grid]')`)
	byKeys(p, "b1", "c3")
	p.tree("Start 1. Nc3")
	byKeys(p, "d7", "d5")
	p.tree("Start 1. Nc3 d5")
	p.tabTo("the list of moves", `e.matches('.tree button')`)
	p.keys(kb.ArrowLeft)
	p.present("Nc3")
	p.until("the focus follows", `document.activeElement.matches('.tree [aria-current]')`)
	byKeys(p, "e7", "e5")
	p.tree("Start 1. Nc3 d5 1… e5")
	js[bool](p, `(document.querySelector('.tree [aria-current]').focus(), true)`)
	p.keys(kb.ArrowUp)
	p.present("d5")
	p.keys(kb.ArrowDown)
	p.present("1… e5")
	p.keys(kb.Home)
	p.present("Start")
	p.keys(kb.ArrowRight + kb.ArrowRight)
	p.present("d5")
	p.keys("d")
	js[bool](p, `(document.querySelector('[role=gridcell][tabindex="0"]').focus(), true)`)
	p.walk("d5")
	p.keys(kb.Enter)
	p.walk("e4")
	p.keys(kb.Enter)
	p.until("an arrow is drawn", `document.querySelectorAll('.shapes path').length === 1`)
	p.keys("d")
	p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.until("it is gone", `document.querySelectorAll('.shapes path').length === 0`)
	p.keys("?")
	p.sees("switch variation")
	p.accessible("help")
	p.keys(kb.Escape)
	p.tabTo("the tabs", `e.matches('[role=tab]')`)
	p.keys(kb.ArrowRight + kb.ArrowRight)
	p.until("the panel is shown",
		`document.querySelector('#panel-share').checkVisibility() && document.activeElement.id === 'tab-share'`)
}

// TestStudySteps steps with the arrow keys after clicks on tabs and with the wheel.
func TestStudySteps(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.open("/analysis/chess")
	p.plays("e2-e4", "e7-e5")
	for _, tab := range []string{"Explorer", "Share"} {
		p.press(tab)
		p.keys(kb.ArrowLeft)
	}
	p.keys(kb.ArrowRight)
	p.press("Explorer")
	p.press("Engine games") // a radio button
	p.keys(kb.ArrowLeft)
	p.press("Moves")
	p.present("Start")
	p.keys(kb.ArrowRight + kb.ArrowRight)
	p.present("e5")
	wheel := func(by int) {
		t.Helper()
		scrolls := js[bool](p, `document.querySelector('[role=grid]').dispatchEvent(new WheelEvent('wheel', { deltaY: `+
			strconv.Itoa(by)+`, bubbles: true, cancelable: true }))`)
		if scrolls {
			t.Error("the wheel scrolls the page")
		}
	}
	wheel(-120)
	p.present("e4")
	wheel(-120)
	p.present("Start")
	wheel(120)
	p.present("e4")
}

// TestStudyByMouse plays with the mouse and steps with the arrow keys, which then do
// not move on the board. The evaluation bar shows the result of a game that is over,
// and is not there without an evaluation.
func TestStudyByMouse(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.open("/analysis/chess")
	p.plays("f2-f3", "e7-e5", "g2-g4")
	bar := func(want string) {
		t.Helper()
		p.until("the bar says "+want, `document.querySelector('.bar[role=img]').ariaLabel === `+quote(want))
	}
	const none = `!document.querySelector('.bar[role=img]') && ` +
		`document.querySelector('.place').clientWidth === document.querySelector('.place .square').clientWidth`
	p.until("there is no bar", none)
	p.plays("d8-h4")
	bar("The game is over: Black has won.")
	p.keys(kb.ArrowLeft)
	p.present("g4")
	p.until("there is no bar again", none)
	p.keys(kb.Home)
	p.present("Start")
	p.keys(kb.End)
	p.present("Qh4#")
	p.open("/analysis/chess?fen=7k/5Q2/6K1/8/8/8/8/8%20b%20-%20-%200%201")
	p.sees("Draw: stalemate")
	bar("The game is over: a draw.")
}

// TestStudyPastADraw plays on where a live game would be drawn, with the engine.
func TestStudyPastADraw(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", phone)
	p.open("/analysis/chess?moves=g1f3_g8f6_f3g1_f6g8_g1f3_g8f6_f3g1_f6g8")
	p.sees("Draw: threefold repetition")
	p.shoot("analysis-drawn-phone")
	byTap(p, "e2", "e4")
	p.present("e4")
	p.keys(kb.ArrowLeft)
	p.sees("Draw: threefold repetition")
	p.engineSwitch()
	p.thinks(1)
}

// TestStudyAccessible checks the page on a dark desktop, on the smallest phone and on a
// phone in landscape; the other tests have the other themes.
func TestStudyAccessible(t *testing.T) {
	for _, tt := range []struct {
		name string
		look look
	}{{"desktop-dark", night}, {"phone-light", small}, {"lying", look{width: 844, height: 390, touch: true}}} {
		t.Run(tt.name, func(t *testing.T) {
			parallel(t)
			p := newPerson(t, serveAll(t), tt.name, tt.look).withoutRules()
			check := func(what string) {
				t.Helper()
				p.accessible(what)
				p.shoot("study-" + strings.ReplaceAll(what, " ", "-") + "-" + tt.name)
			}
			p.open("/analysis#new")
			p.until("the boards are drawn", `document.querySelectorAll('.cards svg use').length > 150`)
			check("chooser")
			p.press("Diminuendo with a custom ranking")
			check("rankings")
			p.press("Analyze")
			p.until("the board is there",
				`location.pathname === '/analysis/diminuendo:pbnrqk' && document.querySelector('[role=grid]')`)
			p.open("/analysis/shrink?moves=e2e4_d7d5_e4d5_c6c5_d4c5")
			p.plays("b6-c4")
			check("board")
			p.press("Draw on the board")
			check("drawing")
			p.press("Draw on the board")
			for _, tab := range []string{"Engine", "Notes", "Explorer", "Share"} {
				if tt.name[:5] == "phone" || tab == "Explorer" || tab == "Share" {
					p.press(tab)
					check("tab " + tab)
				}
			}
			p.press("Add tags")
			p.write("White", "Ann Oakley")
			check("tags")
			p.press("Save")
			p.press("Moves")
			p.sees("Ann Oakley – ?")
		})
	}
}
