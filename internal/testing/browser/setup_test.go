package browser

import (
	"maps"
	"net/url"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/rules"
)

// edits opens the editor and waits for the rules.
func (p *person) edits(path string) {
	p.t.Helper()
	p.open(path)
	p.until("the board is there", `document.querySelectorAll('[role=gridcell]').length > 2`)
	p.until("the rules are loaded", `!!globalThis.wane`)
}

// setUp waits until the editor has this position: on the board, in the FEN field and
// in the address.
func (p *person) setUp(variant, fen string) {
	p.t.Helper()
	g, err := rules.ByName(variant)
	if err != nil {
		p.t.Fatal(err)
	}
	d, unread := g.(rulekit.SetupParser).ParseSetup(fen)
	if len(unread) > 0 {
		p.t.Fatal(unread)
	}
	type state struct {
		Board     map[string]string
		FEN, Path string
	}
	want := state{boardOf(d.View), fen, "/editor/" + variant}
	var got state
	var next poll
	for deadline := time.Now().Add(patience); ; next.wait() {
		got = js[state](p, `({
			Board: `+readBoard+`,
			FEN: document.querySelector('form textarea')?.value ?? '',
			Path: location.pathname,
		})`)
		link := js[string](p, `new URLSearchParams(location.search).get('fen') ?? ''`)
		if maps.Equal(got.Board, want.Board) && got.FEN == fen && got.Path == want.Path && link == fen {
			return
		}
		if time.Now().After(deadline) {
			p.fail("the page has %s %s\n%s\nwant %s\n%s", got.Path, got.FEN, compact(got.Board), fen, compact(want.Board))
		}
	}
}

// puts puts pieces on squares, such as "Kc3".
func (p *person) puts(pieces string, how func(from, to point)) {
	p.t.Helper()
	js[bool](p, `(scrollTo(0, 0), true)`) // the board and the pieces to choose are in view together
	for pt := range strings.FieldsSeq(pieces) {
		name := game.PieceOf(pt[0]).String()
		how(p.find(strings.ToUpper(name[:1])+name[1:]), p.at(pt[1:]))
		p.until("the "+name+" stands on "+pt[1:], gridcell(pt[1:])+`?.getAttribute('aria-label').includes(`+quote(name)+`)`)
	}
}

// byTaps taps two places.
func (p *person) byTaps(from, to point) {
	p.t.Helper()
	p.pressAt(from)
	p.pressAt(to)
}

// byMouse drags with the mouse.
func (p *person) byMouse(from, to point) {
	p.t.Helper()
	p.hold(from)
	for _, at := range between(from, to) {
		p.pull(at)
	}
	p.drop(to)
}

// byFinger drags with a finger.
func (p *person) byFinger(from, to point) {
	p.t.Helper()
	p.touch(from)
	for _, at := range between(from, to) {
		p.slide(at)
	}
	p.lift()
}

// follow presses a link of the page's content, which is scrolled into view.
func (p *person) follow(name string) {
	p.t.Helper()
	p.pressOn("a link "+name, `[...document.querySelectorAll('main a')].find((a) => a.innerText.trim() === `+quote(name)+
		` && a.getClientRects().length)`, p.pressAt)
}

// leads checks the address of a link.
func (p *person) leads(name, path string, query url.Values) {
	p.t.Helper()
	href := js[string](p, `[...document.querySelectorAll('main a')].find(
		(a) => a.innerText.trim() === `+quote(name)+` && a.getClientRects().length)?.getAttribute('href') ?? ''`)
	u, err := url.Parse(href)
	if err != nil || u.Path != path || u.RawQuery == "" || u.Query().Encode() != query.Encode() {
		p.t.Errorf("%s leads to %q, want %s with %v", name, href, path, query)
	}
}
