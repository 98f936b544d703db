package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const (
	enginePanel = `document.querySelector('section[data-state]')`
	// bestMoves are the buttons of the engine's lines.
	bestMoves = `[...document.querySelectorAll('section[data-state] ol li')].map((li) => ` +
		`[...li.querySelectorAll('button')])`
)

// engineIs waits until the engine is in a state.
func (p *person) engineIs(state string) {
	p.t.Helper()
	p.until("the engine is "+state, enginePanel+`?.dataset.state === `+quote(state))
}

// engineSwitch presses the engine's switch. On phones the engine is behind a tab of
// the same name.
func (p *person) engineSwitch() {
	p.t.Helper()
	p.until("there is an engine", enginePanel)
	if hidden := js[bool](p, enginePanel+`.getClientRects().length === 0`); hidden {
		p.press("Engine")
		p.until("the engine is visible", enginePanel+`.getClientRects().length`)
	}
	p.press("Engine")
}

// thinks waits until the engine shows that many lines.
func (p *person) thinks(lines int) {
	p.t.Helper()
	p.until(fmt.Sprint("the engine shows lines: ", lines),
		fmt.Sprintf(`((l) => l.length === %d && l.every((b) => b.length))(%s)`, lines, bestMoves))
}

// workers checks how many workers the page has started so far.
func (p *person) workers(want int) {
	p.t.Helper()
	if n := js[int](p,
		`performance.getEntriesByType('resource').filter((e) => e.name.includes('/worker-')).length`); n != want {
		p.t.Errorf("%s: the page has started %d workers, want %d", p.name, n, want)
	}
}

// TestEngineInTheBrowser switches the engine on, asks for more lines, plays moves of a
// line on the board, and switches the engine off.
func TestEngineInTheBrowser(t *testing.T) {
	for _, c := range []struct {
		name string
		look look
	}{{"desktop", desktop}, {"phone", phone}, {"small", small}} {
		t.Run(c.name, func(t *testing.T) {
			parallel(t)
			p := newPerson(t, serveAll(t), c.name, c.look)
			p.open("/analysis/shrink")
			p.until("there is an engine", enginePanel)
			p.workers(0)
			p.engineSwitch()
			p.thinks(1)
			p.until("the numbers grow", `parseInt(`+enginePanel+`.querySelector('dd').innerText) >= 8`)
			p.until("the bar says who is better",
				`/better|equally/.test(document.querySelector('[role=img][aria-label^="Evaluation"]').ariaLabel)`)
			if high := js[int](p, `document.querySelector('.tree').clientHeight`); high < 8*30 && c.name == "desktop" {
				t.Errorf("beside the engine the list of moves is %d pixels high", high)
			}
			p.accessible("the engine thinks")
			p.shoot("analysis-engine-" + c.name)

			js[bool](p, `((s) => { s.value = '5'; s.dispatchEvent(new Event('change', { bubbles: true })); return true })(`+
				enginePanel+`.querySelector('select'))`)
			p.thinks(5)
			p.until("the lines are long", `((list) => list.length === 5 && list.every((b) => b.length > 3))(`+bestMoves+`)`)
			p.accessible("the engine shows five lines")
			p.shoot("analysis-engine-lines-" + c.name)

			// The board plays a line up to the move that is pressed; the engine continues there.
			second := `(` + bestMoves + `)[1][1]`
			at := js[point](p, `((e) => {
				e.scrollIntoView({ block: 'center', inline: 'nearest' })
				const r = e.getBoundingClientRect()
				return { X: r.x + r.width / 2, Y: r.y + r.height / 2 }
			})(`+second+`)`)
			p.pressAt(at)
			p.until("two moves were played", `document.querySelectorAll('[data-node]').length === 3`)
			p.until("the engine thinks about White's second move", bestMoves+`[0]?.[0]?.innerText.startsWith('2.')`)

			p.workers(1) // the worker stays
			p.engineSwitch()
			p.engineIs("off")
			if n := js[int](p, bestMoves+`.length`); n != 0 {
				t.Errorf("the engine is off and shows %d lines", n)
			}
		})
	}
}

// TestEngineByKeys uses the engine and its lines by keyboard.
func TestEngineByKeys(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.open("/analysis/convergent")
	p.tabTo("the switch", `e.matches('[role=switch]') && e.innerText.includes('Engine')`)
	p.keys(" ")
	p.thinks(1)
	p.until("a line of three moves", bestMoves+`[0].length >= 3`)
	p.tabTo("the line", `e.matches('section[data-state] ol button')`)
	p.keys(kb.ArrowRight + kb.ArrowRight)
	p.until("the third move has the focus", `document.activeElement === `+bestMoves+`[0][2]`)
	p.keys(kb.Enter)
	p.until("three moves were played", `document.querySelectorAll('[data-node]').length === 4`)
}

// TestEngineRests checks that the engine does not search a game that is over, nor while
// the page is hidden.
func TestEngineRests(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", phone)
	p.open("/analysis/chess?moves=f2f3_e7e5_g2g4_d8h4")
	p.engineSwitch()
	p.sees("The game is over: Black has won, checkmate.")
	p.shoot("analysis-engine-over-phone")

	p.open("/analysis/chess") // the choice lasts for the visit
	p.thinks(1)
	setVisibility := func(state string) {
		js[bool](p, `(() => {
			Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => `+quote(state)+` })
			document.dispatchEvent(new Event('visibilitychange'))
			return true
		})()`)
	}
	setVisibility("hidden")
	p.engineIs("paused")
	setVisibility("visible")
	p.engineIs("searching")
	p.thinks(1)
}

// TestEngineFails checks that the page reports an engine that does not load, and can
// retry.
func TestEngineFails(t *testing.T) {
	parallel(t)
	back, err := url.Parse(serveAll(t))
	if err != nil {
		t.Fatal(err)
	}
	var broken atomic.Bool
	broken.Store(true)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(back); r.Out.Host = r.In.Host }}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if broken.Load() && strings.Contains(r.URL.Path, "wane-engine") {
			http.Error(w, "away for lunch", http.StatusServiceUnavailable)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	for _, l := range []look{desktop, small} {
		broken.Store(true)
		p := newPerson(t, front.URL, fmt.Sprint("Ann", l.width), l)
		p.open("/analysis/cheshire")
		p.engineSwitch()
		p.sees("The engine did not load.")
		p.accessible("an engine that cannot be fetched")
		p.shoot(fmt.Sprint("analysis-engine-failed-", l.width))
		broken.Store(false)
		p.press("Try again")
		p.thinks(1)
		p.leave()
	}
}
