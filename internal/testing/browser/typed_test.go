package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const typing = `document.activeElement.id === 'move-text'`

// types types a move into the field that a key opens.
func (p *person) types(move string) {
	p.t.Helper()
	if !js[bool](p, typing) {
		p.keys("m")
	}
	p.until("the field for moves has the focus", typing+` && !document.activeElement.select()`)
	p.insert(move)
	p.keys(kb.Enter)
}

// example returns what the field for moves has as an example.
func (p *person) example() string {
	p.t.Helper()
	return js[string](p, `document.querySelector('#move-text').placeholder`)
}

// TestTypedMoves types moves: the field opens on a key and closes on another, unless a setting keeps it, and its
// example is a move of the game.
func TestTypedMoves(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.selfPlay("diminuendo", "")
	m := newMatch(t, "diminuendo", "").with(p, byKeys, p, byKeys)
	m.seen()
	if js[bool](p, `!!document.querySelector('#move-text')`) {
		t.Error("there is a field for moves before it is asked for")
	}
	p.until("there are legal moves", `document.querySelector('[role=gridcell][tabindex="0"]')`)
	p.tabTo("the board", `e.matches('[role=gridcell]')`)
	p.types("d3f5")
	m.note(m.move("d3f5"))
	m.seen()
	if e := p.example(); e != "such as Bxf5+ or d3f5" {
		t.Errorf("the example is %q", e)
	}
	p.shoot("typed-moves")
	p.keys(kb.Escape)
	p.until("the field is closed", `!document.querySelector('#move-text')`)
	p.until("the board has the focus", `document.activeElement.matches('[role=gridcell]')`)
	p.press("Settings")
	p.press("Always show the field to type moves")
	p.press("Close")
	p.types("g5f5")
	m.note(m.move("g5f5"))
	m.seen()
	p.keys(kb.Escape)
	p.until("the field is left, and stays", `!(`+typing+`) && document.querySelector('#move-text')`)
	p.accessible("a game with a field for moves")

	p.selfPlay("chess", "")
	p.until("a legal move is the example", `document.querySelector('#move-text')?.placeholder === 'such as a2a3'`)
	p.types("e4")
	p.until("the first move is the example", `document.querySelector('#move-text')?.placeholder === 'such as e4 or e2e4'`)
}
