package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// ranked waits until the page shows a ranking and has its identifier in the address.
func (p *person) ranked(name string) {
	p.t.Helper()
	p.until("the ranking is "+name, `document.querySelector('.about')?.dataset.ranking === `+quote(name)+
		` && (new URLSearchParams(location.search).get('variant') ?? 'diminuendo') === `+quote(name))
}

// rungs returns the pieces of the ladder, from the top.
func (p *person) rungs() string {
	p.t.Helper()
	return js[string](p,
		`[...document.querySelectorAll('.ladder .grip')].map((e) => e.getAttribute('aria-label').split(',')[0]).join(' ')`)
}

// grip returns where the piece at a place of the ladder can be dragged.
func (p *person) grip(i string) point {
	p.t.Helper()
	return p.somewhere("the ladder is there", `((e) => {
		if (!e) return null
		e.scrollIntoView({ block: 'center' })
		return (`+steady+
		`)(() => { const r = e.getBoundingClientRect(); return { X: r.x + r.width / 2, Y: r.y + r.height / 2 } })
	})(document.querySelectorAll('.ladder .grip')[`+i+`])`)
}

// TestRankings reorders rankings by buttons, keys and the mouse, tries them on a board
// and plays them.
func TestRankings(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.open("/learn/diminuendo/rankings")
	p.ranked("diminuendo")
	p.sees("The inventor’s choice, and the only ranking")
	p.sees("A captured pawn leaves the board.")
	p.until("the board is there", `document.querySelector('[data-board] [data-name=z]')`)
	p.accessible("rankings")
	p.shoot("rankings")

	// With buttons: the focus stays on the button.
	p.tabTo("the button", `e.getAttribute('aria-label') === 'Move the king one place down'`)
	p.keys(kb.Enter)
	p.ranked("diminuendo:qkrnbp")
	p.keys(kb.Enter)
	p.ranked("diminuendo:qrknbp")
	p.sees("A captured rook comes back as a king.")
	p.sees("In theory a side can have 4 kings.")
	// With keys, at the pieces.
	p.tabTo("the pawn", `e.matches('.grip') && e.getAttribute('aria-label').startsWith('pawn')`)
	p.keys(kb.Home)
	p.ranked("diminuendo:pqrknb")
	p.keys(kb.ArrowUp) // there is nothing above
	p.keys(kb.ArrowDown)
	p.ranked("diminuendo:qprknb")
	p.until("the pawn keeps the focus, and its place is announced",
		`document.activeElement.getAttribute('aria-label').startsWith('pawn, `+
			`second') && document.querySelector('.made [aria-live]').innerText === 'The pawn is second now.'`)
	// By dragging from the first place to the last.
	a := p.grip("0")
	p.hold(a)
	b := point{a.X + 8, a.Y + 9 + js[float64](p, `(([a, b]) => b.getBoundingClientRect().y - `+
		`a.getBoundingClientRect().y)([...document.querySelectorAll('.ladder li')].filter((_, i) => i === 0 || i === 5))`)}
	for _, at := range between(a, b) {
		p.pull(at)
	}
	p.shoot("rankings-drag")
	p.drop(b)
	p.ranked("diminuendo:prknbq")
	if got := p.rungs(); got != "pawn rook king knight bishop queen" {
		t.Errorf("the ladder shows %s", got)
	}
	p.sees("A captured queen leaves the board.")
	// Options and presets.
	p.press("Queenish kings")
	p.ranked("diminuendo:prknbq+qk")
	p.press("Flexible pawns")
	p.ranked("diminuendo:prknbq+qk+fp")
	p.press("Crescendo, the reverse")
	p.ranked("diminuendo:pbnrqk+qk+fp")
	p.press("Queenish kings")
	p.press("Flexible pawns")
	p.ranked("diminuendo:pbnrqk")
	p.sees("it attacks 36 of the 42 other squares")

	// The board plays by this ranking.
	byClick(p, "c3", "c5")
	p.sees("The black queen drops on z as a king.")
	p.shoot("rankings-board")
	p.press("Starting position")
	p.until("the start is there", `document.querySelectorAll('[data-board=ranking-start] [data-name]').length === 43`)
	byClick(p, "d3", "f5")
	p.sees("The black pawn drops on z as a bishop.")

	before := p.rungs()
	p.press("Random ranking")
	p.until("it is another", `[...document.querySelectorAll('.ladder .grip')].map((e) => `+
		`e.getAttribute('aria-label').split(',')[0]).join(' ') !== `+quote(before))
	// A link holds the ranking and opens the other pages.
	p.open("/learn/diminuendo/rankings?variant=diminuendo:pkqrnb%2Bfp")
	p.ranked("diminuendo:pkqrnb+fp")
	p.press("Play this ranking")
	p.press("Ranking")
	p.until("the dialog has the ranking", `document.querySelector('dialog[open] select')?.value === 'diminuendo' && `+
		`[...document.querySelectorAll('dialog[open] li .piece')].map((e) => e.title).join() === 'pawn,king,queen,rook,`+
		`knight,bishop'`)
	p.sees("A captured pawn comes back as a king.")
	p.press("Explore rankings")
	p.ranked("diminuendo:pkqrnb+fp")
}

// TestRankingsTyped types valid and invalid rankings.
func TestRankingsTyped(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", night)
	p.mayFail("/api/rankings/")
	p.open("/learn/diminuendo/rankings?variant=diminuendo:kqrnbb")
	p.until("the page says that there is no such ranking",
		`document.querySelector('main [role=alert]')?.innerText.includes("has the letter 'b' twice")`)
	p.sees("Showing the inventor’s ranking.")
	p.until("the inventor's is shown", `document.querySelector('.about')?.dataset.ranking === 'diminuendo'`)
	p.accessible("a wrong ranking")
	for typed, want := range map[string]string{
		"":                  "No ranking was given: expected the six letters",
		"kqrnb":             "has 5 letters instead of six",
		"kqrnbx":            "not one of the letters kqrnbp",
		"kqrnbp+zz":         "unknown option",
		"shrink/../../etc?": "instead of six",
	} {
		p.write("Ranking or identifier", typed)
		p.keys(kb.Enter)
		p.until("the page says of "+typed+" that "+want,
			`document.querySelector('#typed')?.closest('.field')?.querySelector('.error')?.innerText.includes(`+quote(want)+`)`)
	}
	p.shoot("rankings-wrong")
	p.accessible("a ranking that cannot be read")
	p.write("Ranking or identifier", "P, B, N, R, Q, K")
	p.press("Show")
	p.ranked("diminuendo:pbnrqk")
	p.until("no error is shown", `!document.querySelector('main .error') && !document.querySelector('main [role=alert]')`)
	p.write("Ranking or identifier", "Diminuendo:QRNBPK+qk")
	p.keys(kb.Enter)
	p.ranked("diminuendo:qrnbpk+qk")
}

// TestRankingsFound searches rankings by conditions on a phone, and reorders one with
// a finger.
func TestRankingsFound(t *testing.T) {
	for _, l := range []look{phone, small} {
		t.Run(fmt.Sprint(l.width), func(t *testing.T) {
			parallel(t)
			l.moving = l == phone // the other user asks for reduced motion
			p := newPerson(t, serveAll(t), "Ann", l)
			p.open("/learn/diminuendo/rankings")
			p.ranked("diminuendo")
			p.shoot("rankings-phone")
			p.until("the board is created when it is scrolled into view",
				`document.querySelector('[data-board]').scrollIntoView() || document.querySelector('[data-board] [data-name=z]')`)
			p.accessible("rankings on a phone")
			p.shoot("rankings-phone-board")
			p.press("Move the king one place down")
			p.ranked("diminuendo:qkrnbp")
			// A finger drags the pawn to the top; the page does not scroll. Rows can change
			// their height until the ladder has its words.
			p.until("the ladder is about this ranking", `!document.querySelector('.ladder .stale')`)
			a := p.grip("5")
			b := point{a.X, a.Y - 9 - js[float64](p, `(([a, b]) => b.getBoundingClientRect().y - `+
				`a.getBoundingClientRect().y)([...document.querySelectorAll('.ladder li')].filter((_, i) => i === 0 || i === 5))`)}
			p.touch(a)
			for _, at := range between(a, b) {
				p.slide(at)
			}
			p.lift() // no screenshot before: it can cancel the touch
			p.ranked("diminuendo:pqkrnb")

			const results = `.finder .found a`
			seek := func(text, says string, n int) {
				t.Helper()
				p.write("Search", text)
				p.until("the status is "+says, `document.querySelector('.finder [role=status]').innerText.trim() === `+quote(says))
				if got := js[int](p, `document.querySelectorAll('`+results+`').length`); got != n {
					t.Errorf("%q shows %d rankings, want %d", text, got, n)
				}
			}
			p.until("all are listed", `document.querySelector('.finder [role=status]').innerText.trim() === 'All 720 rankings'`)
			p.press("Show 96 more")
			p.until("there are more", `document.querySelectorAll('`+results+`').length === 120`)
			seek("king first, queen becomes pawn", "24 of 720 rankings", 24)
			p.shoot("rankings-found")
			p.accessible("rankings that were found")
			seek("the inventor's, king first", "1 ranking", 1)
			seek("QRN", "24 of 720 rankings", 24)
			seek("king first, king last", "No rankings found.", 0)
			seek("king first, dragon",
				"Unknown condition: “dragon”. Try king first, pawn becomes rook, queen leaves the board.", 0)
			p.accessible("nothing found")
			p.press("Clear")
			p.press("crescendo")
			p.press("king last")
			p.until("one crescendo has the king last", `document.querySelector('.finder [role=status]').innerText.trim() === `+
				`'1 ranking' && document.querySelector('.finder input').value === 'crescendo, king last'`)
			p.press("PBNRQK: pawn, bishop, knight, rook, queen, king")
			p.ranked("diminuendo:pbnrqk")
			p.until("the page is at its top", `scrollY === 0`)
			p.press("Related rankings")
			p.press("BNRQKP: bishop, knight, rook, queen, king, pawn")
			p.ranked("diminuendo:bnrqkp")
		})
	}
}

// TestRankingsOffline blocks the server's answer and lets it through later.
func TestRankingsOffline(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.block("*://*:*/api/rankings*")
	p.open("/learn/diminuendo/rankings")
	p.sees("The rankings did not load: the server is unreachable.")
	p.accessible("no rankings")
	p.open("/new?variant=diminuendo")
	p.press("Ranking")
	p.until("the dialog says so, too",
		`document.querySelector('dialog[open]')?.innerText.includes('The rankings did not load.')`)
	p.block()
	p.press("Try again")
	p.until("the ranking can be chosen", `document.querySelectorAll('dialog[open] li .piece').length === 6`)
	p.open("/learn/diminuendo/rankings")
	p.ranked("diminuendo")
}
