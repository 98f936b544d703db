package browser

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/wane-chess/wane/notation"
)

// TestAgainstEngine plays the computer with a clock for a while, and resigns.
func TestAgainstEngine(t *testing.T) {
	parallel(t)
	p := newPerson(t, serve(t), "Ann", night)
	p.chooses("convergent")
	p.press("The computer")
	p.tabTo("the level", `e.matches('input[type=range]')`)
	p.keys(kb.Home)
	p.sees("Level 1")
	p.press("Clock")
	p.press("5 + 3")
	p.press("Black")
	p.shoot("engine-dialog")
	p.press("Play")
	path := p.path()
	p.sees("Computer, level 1")
	m := newMatch(t, "convergent", "").with(nil, nil, p, byDrag)
	chance := rand.New(rand.NewPCG(7, 11))
	answered := func() {
		t.Helper()
		p.until("the engine has moved", fmt.Sprintf(`document.querySelector('[data-ply="%d"]')`, len(m.sans)+1))
		san := js[string](p, fmt.Sprintf(`document.querySelector('[data-ply="%d"]').innerText.trim()`, len(m.sans)+1))
		mv, err := notation.ParseSAN(m.pos, san)
		if err != nil {
			t.Fatalf("the engine plays %s: %v", san, err)
		}
		m.note(mv)
		m.seen()
	}
	answered()
	for range 8 {
		all := m.pos.Legal(nil)
		m.by(m.pos.UCI(all[chance.IntN(len(all))])) // the answer may come before the next check
		if !m.pos.Outcome().Over() {
			answered()
		}
		if m.pos.Outcome().Over() { // rare: both play badly
			p.until("the page shows the result", `document.querySelector('.result h2')`)
			return
		}
	}
	p.until("there are clocks", `document.querySelectorAll('[role=timer]').length === 2`)
	p.shoot("engine-middle")
	p.press("Resign")
	p.sees("Resign the game?")
	p.press("Resign")
	p.result("White wins: resignation")
	p.sees("You lost")
	p.until("the result has the focus", `document.activeElement.matches('.result')`)
	p.shoot("engine-end")
	var got []string
	for _, e := range record(t, p.base, path).Events {
		if e.Kind == "move" {
			got = append(got, e.SAN)
		}
	}
	if !slices.Equal(got, m.sans) {
		t.Errorf("the server has %v, the page showed %v", got, m.sans)
	}
	if words := p.words(); !strings.Contains(words, "Play again") {
		t.Errorf("the page does not offer another game:\n%s", words)
	}
}

// TestSilentEngine plays the computer where no worker runs: the page says so after a
// while, and keeps the game.
func TestSilentEngine(t *testing.T) {
	idle := patient(t)
	n, _ := startWith(t, 0)
	p := newPerson(t, n.URL(), "Ann", small)
	p.chooses("shrink")
	p.press("The computer")
	p.press("White")
	p.press("Play")
	p.path()
	m := newMatch(t, "shrink", "").with(p, byTap, nil, nil)
	m.play("e2e4")
	p.sees("thinking …")
	idle(func() { p.sees("The computer does not respond. The game is saved") })
	if words := p.words(); strings.Contains(words, "thinking") {
		t.Errorf("the page says that the computer thinks:\n%s", words)
	}
	p.narrow("a silent computer")
	p.shoot("engine-silent-phone")
}
