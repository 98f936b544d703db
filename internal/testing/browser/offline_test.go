package browser

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
)

const (
	unsent = `document.querySelector('[data-ply].unsent')`
	well   = `!document.querySelector('p[role=status].shown')` // the page reports no lost connection
)

// seconds returns what the clocks of a page show, White's first.
func (p *person) seconds() [2]int {
	p.t.Helper()
	// The accessible name has minutes or seconds; the text has both.
	faces := js[map[string]string](p, `Object.fromEntries([...document.querySelectorAll('[role=timer]')].map((e) => `+
		`[e.getAttribute('aria-label').split('’')[0], e.innerText.trim()]))`)
	var s [2]int
	for i, color := range []string{"White", "Black"} {
		minutes, rest, _ := strings.Cut(faces[color], ":")
		m, err1 := strconv.Atoi(minutes)
		f, err2 := strconv.ParseFloat(rest, 64)
		if err1 != nil || err2 != nil {
			p.fail("the clocks show %v", faces)
		}
		s[i] = m*60 + int(f)
	}
	return s
}

// played checks that the server's game has exactly these moves.
func played(t *testing.T, base, path string, want ...string) {
	t.Helper()
	if got := moves(record(t, base, path)); !slices.Equal(got, want) {
		t.Errorf("the server has the moves %v, want %v", got, want)
	}
}

// TestOfflineMinute cuts a player's network for a minute. A move made meanwhile is
// shown as unsent and sent once when the network works again.
func TestOfflineMinute(t *testing.T) {
	idle := patient(t)
	n, _ := start(t)
	net := connect(t, n.Addr().String())
	ann, ben := newPerson(t, net.url(), "Ann", phone), newPerson(t, n.URL(), "Ben", desktop)
	path := ann.invite("shrink", "White", "Clock", "5 + 3")
	ben.open(path)
	ben.press("Join as Black")
	m := newMatch(t, "shrink", "").with(ann, byTap, ben, byClick)
	begun := time.Now()
	m.play("e2e4", "d7d5")

	net.fail(ann, false)
	cut := time.Now()
	m.by("e4d5")
	ann.shows(m.pos, m.sans)
	ann.until("the move is shown as unsent", unsent)
	ann.until("the page says that it is not connected",
		`document.querySelector('p[role=status].shown')?.innerText.includes('Your move will be sent')`)
	ann.until("the opponent is not shown as present", `!document.querySelector('.presence')`)
	ann.shoot("offline-unsent-phone")
	idle(func() {
		ben.until("the opponent counts as away", `document.querySelector('.presence:not(.here)')?.innerText.includes('away')`)
		ben.shoot("offline-opponent-away")
		time.Sleep(time.Until(cut.Add(time.Minute)))
	})
	if got := js[[]string](ben,
		`[...document.querySelectorAll('[data-ply]')].map((e) => e.innerText.trim())`); len(got) != 2 {
		t.Errorf("the opponent sees %v of a move that was not sent", got)
	}
	played(t, n.URL(), path, "e2e4", "d7d5")
	ann.until("the move is still shown as unsent", unsent)
	// Both the server's and the page's clock have been running.
	if s := ann.seconds(); s[game.White] > 300-50 {
		ann.fail("after a minute offline White's clock shows %d s", s[game.White])
	}

	net.restore()
	m.seen()
	ann.until("the move has arrived", `!`+unsent)
	ann.until("the page reports no lost connection", well)
	played(t, n.URL(), path, "e2e4", "d7d5", "e4d5")
	// White's clock has been running; both pages show the server's clocks.
	for _, p := range m.players {
		least := 300 - int(time.Since(begun).Seconds()) - 2
		if s := p.seconds(); s[game.White] > 300-55 || s[game.White] < least {
			p.fail("after a minute offline White's clock shows %d s", s[game.White])
		}
	}
	m.play("c6c5", "d4c5")
	// Ann's page shows her move before the server's answer stops the clock.
	var next poll
	for end := time.Now().Add(patience); ; next.wait() {
		a, b := ann.seconds()[game.White], ben.seconds()[game.White]
		if d := a - b; d >= -1 && d <= 1 {
			break
		}
		if time.Now().After(end) {
			t.Errorf("White's clock shows %d s to Ann and %d s to Ben", a, b)
			break
		}
	}
	played(t, n.URL(), path, "e2e4", "d7d5", "e4d5", "c6c5", "d4c5")
	ann.shoot("offline-over-phone")
}

// TestReloadWithUnsentMove reloads the page while a move is unsent.
func TestReloadWithUnsentMove(t *testing.T) {
	parallel(t)
	n, _ := start(t)
	net := connect(t, n.Addr().String())
	ann, ben := newPerson(t, net.url(), "Ann", desktop), newPerson(t, n.URL(), "Ben", desktop)
	path := ann.invite("diminuendo", "White")
	ben.open(path)
	ben.press("Join as Black")
	m := newMatch(t, "diminuendo", "").with(ann, byClick, ben, byClick)
	m.play("c3c4", "a5a4")
	net.fail(ann, true)
	m.by("d3f5")
	ann.until("the move is shown as unsent", unsent)
	ann.reload()
	net.restore()
	m.seen()
	ann.until("the move has arrived", `!`+unsent)
	played(t, n.URL(), path, "c3c4", "a5a4", "d3f5")
	m.play("g5f5")
	played(t, n.URL(), path, "c3c4", "a5a4", "d3f5", "g5f5")
}

// TestTwoTabs opens a game in two tabs: both show the same, and the player can move in
// either.
func TestTwoTabs(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", desktop)
	m := befriend(t, "cheshire8", ann, ben)
	m.play("f2f3")
	second := ann.newTab("Ann's second tab")
	second.open(js[string](ann, `location.pathname`))
	m.watchers = append(m.watchers, second)
	m.play("e7e5")
	m.players[game.White] = second
	m.watchers[0] = ann
	m.play("c2c4", "e8e6")
	ben.sees("here")
}

// TestServerRestart restarts the server in the middle of a game.
func TestServerRestart(t *testing.T) {
	parallel(t)
	n, restart := start(t)
	base := n.URL()
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", small)
	m := befriend(t, "convergent", ann, ben).with(ann, byDrag, ben, byTap)
	m.play("c3b4", "f7e5")
	for _, p := range m.players {
		p.mayFail(n.Addr().String())
	}
	restart()
	m.play("f3g4", "c6b5")
	ann.until("the page reports no lost connection", well)
	played(t, base, js[string](ann, `location.pathname`), "c3b4", "f7e5", "f3g4", "c6b5")
}
