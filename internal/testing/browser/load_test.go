package browser

import (
	"flag"
	"slices"
	"strings"
	"testing"
)

var loadRounds = flag.Int("load.rounds", 0, "how often TestLoad opens each page")

// TestLoad measures how long a page takes to stand on a phone's processor and connection with nothing in its cache: a
// board with its pieces, or what the page is about. It fails for no time.
func TestLoad(t *testing.T) {
	if *loadRounds == 0 {
		t.Skip("this measures; see -load.rounds")
	}
	parallel(t)
	base := serve(t)
	p := newPerson(t, base, "Ann", look{width: 390, height: 844, touch: true})
	p.before(`new MutationObserver((_, o) => {
		if (document.querySelectorAll('[role=gridcell]').length < 20 && !document.querySelector('.variants svg use')) return
		o.disconnect()
		requestAnimationFrame(() => setTimeout(() => (window.stands = performance.now())))
	}).observe(document, { childList: true, subtree: true })`)
	p.block()
	p.slowly(phoneFactor)
	defer p.swiftly()
	for _, path := range []string{"/analysis/shrink", "/learn/shrink", "/puzzles", "/"} {
		var times []float64
		for range *loadRounds {
			p.open(path)
			p.until("the page stands: "+path, `window.stands`)
			times = append(times, js[float64](p, `stands`))
		}
		slices.Sort(times)
		t.Logf("%s stands after %.0f ms (%.0f to %.0f)", path, times[len(times)/2], times[0], times[len(times)-1])
	}
}

// TestPageFails opens pages without one of their scripts: they say that they did not load, and offer to load again.
func TestPageFails(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", phone)
	p.console.mu.Lock()
	p.console.report = func(string) {} // what is missing is an error
	p.console.mu.Unlock()
	for _, tt := range []struct{ path, without, first string }{
		{"/learn", "*://*:*/assets/index-*.js", "#app h1"},
		{"/embed/shrink", "*://*:*/assets/embed-*.js", ".board"},
		{"/embed/puzzle/none", "*://*:*/assets/EmbedPuzzle-*.js", "#app button"},
	} {
		p.block(tt.without)
		p.open(tt.path)
		p.sees("The page did not load completely. Reload")
		p.shoot("failed" + strings.ReplaceAll(tt.path, "/", "-"))
		p.block()
		p.press("Reload")
		p.until("the page is there", `document.querySelector(`+quote(tt.first)+
			`) && !document.body.innerText.includes('not load completely')`)
	}
}
