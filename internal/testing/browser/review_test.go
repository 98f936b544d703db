package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/wane-chess/wane/internal/server/review"
)

// fools is a game in which White allows a mate, and Black misses it once.
var fools = strings.Fields("f2f3 e7e5 g2g4 a7a6 a2a3 d8h4")

// finishes plays a game of both colors through the API from the user's page, and
// resigns it.
func (p *person) finishes(variant string, moves ...string) (path string) {
	p.t.Helper()
	p.calls()
	p.mayFail("/commands") // resigning a game that has ended
	path = js[string](p, fmt.Sprintf(`(async () => {
		const send = async (path, body) => {
			const headers = { 'Content-Type': 'application/json' }
			const r = await fetch('/api/games' + path, { method: 'POST', headers, body: JSON.stringify(body) })
			if (!r.ok) throw new Error(await r.text())
			return r.json()
		}
		const { game } = await send('', { id: 'request-' + crypto.randomUUID(), variant: %s,
			opponent: 'self', color: 'white', casual: false, control: {} })
		const moves = %s
		const id = (what) => what + '-' + game.id
		for (const [i, move] of moves.entries())
			await send('/' + game.id + '/commands', { id: id('move' + i), order: 'move', move })
		const end = moves.length < 2 ? 'abort' : 'resign'
		await send('/' + game.id + '/commands', { id: id('the-end'), order: end, color: 'white' })
			.catch(() => {}) // it may have ended
		return '/game/' + game.id
	})()`, quote(variant), quoteAll(moves)))
	return path
}

func quoteAll(list []string) string {
	data, err := json.Marshal(append([]string{}, list...))
	if err != nil {
		panic(err) // strings can always be encoded
	}
	return string(data)
}

// reviewed returns the review of a game from the API.
func reviewed(t *testing.T, base, path string) (s review.State) {
	t.Helper()
	answer, err := http.Get(base + "/api/games/" + strings.TrimPrefix(path, "/game/") + "/review")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if err := json.NewDecoder(answer.Body).Decode(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestReview requests a review of a game and walks through it; then another user finds
// it done.
func TestReview(t *testing.T) {
	for _, tt := range []struct {
		name string
		look look
	}{{"desktop", desktop}, {"phone", phone}} {
		t.Run(tt.name, func(t *testing.T) {
			parallel(t)
			base := serve(t)
			ann := newPerson(t, base, "Ann", tt.look)
			path := ann.finishes("chess", fools...)
			ann.open(path + "/analysis")
			ann.press("Review")
			ann.find("Request a computer analysis")
			ann.accessible("before the review")
			ann.press("Request a computer analysis")
			ann.sees("Winning chances")
			r := reviewed(t, base, path).Result
			if r == nil {
				t.Fatal("the server has no review")
			}
			ann.until("the page shows both accuracies",
				fmt.Sprintf(`['%.1f %%', '%.1f %%'].every((n, i) => document.querySelectorAll('.accuracy td')[i].innerText === n)`,
					*r.White.Accuracy, *r.Black.Accuracy))
			ann.sees("Mate in 1 was there.")
			ann.until("a dot for each moment",
				`document.querySelectorAll('.graph circle:not(.now)').length === document.querySelectorAll('.review ol li').length`)
			ann.accessible("the review")
			ann.shoot("review-" + tt.name)

			// A moment opens its move, its line a variation.
			ann.press("2. g4??")
			ann.until("the moment is marked",
				`document.querySelector('.review [aria-current]')?.innerText.startsWith('2. g4??')`)
			ann.until("the graph stands there", `document.querySelector('.graph').ariaValueNow === '3'`)
			ann.press("2… a6")
			ann.press("Show the best line: Qh4#")
			ann.until("the better move is on the board",
				`[...document.querySelectorAll('.narration')].some((e) => e.innerText.includes('Qh4#'))`)
			ann.shoot("review-line-" + tt.name)

			// Autoplay plays the line.
			ann.press("2… a6")
			ann.press("2. g4??")
			ann.press("Play moves")
			ann.until("the end is on the board", `document.querySelector('.graph').ariaValueNow === '6'`)

			// Keys and pointers move along the graph.
			ann.tabTo("the graph", `e.matches('.graph')`)
			ann.keys(kb.Home)
			ann.until("the start is shown", `document.querySelector('.graph').ariaValueNow === '0'`)
			ann.keys(kb.ArrowRight + kb.ArrowRight)
			ann.until("the second ply is described", `document.querySelector('.graph').ariaValueText.startsWith('1… e5')`)
			ann.keys(kb.End)
			ann.until("the end is described", `document.querySelector('.graph').ariaValueText.includes('Black has won')`)
			at := js[point](ann, `(() => { const r = document.querySelector('.graph').getBoundingClientRect(); return { X: `+
				`r.x + r.width / 2, Y: r.y + r.height / 2 } })()`)
			ann.pressAt(at)
			ann.until("the middle is shown", `document.querySelector('.graph').ariaValueNow === '3'`)

			ben := newPerson(t, base, "Ben", tt.look)
			ben.open(path + "/analysis")
			ben.press("Review")
			ben.sees("Winning chances")
			ben.sees("Mate in 1 was there.")
			if s := reviewed(t, base, path); s.Level != review.Quick || s.Result.Nodes != r.Nodes {
				t.Errorf("it was reviewed again: %+v", s)
			}
			ben.press("White")
			ben.until("White's moments alone are listed", `((list) => list.length && list.every((e) => `+
				`!e.innerText.includes('…')))([...document.querySelectorAll('.review ol strong')])`)
			if tt.look.touch {
				return
			}
			// The quick review stays while a thorough one runs.
			ben.press("Analyze deeper")
			ben.sees("Deep computer analysis")
			ben.accessible("a thorough review that runs")
			ben.shoot("review-thorough-" + tt.name)
			if s := reviewed(t, base, path); s.Level != review.Thorough || s.Result == nil {
				t.Errorf("the review is %+v", s)
			}
			ann.open(path + "/analysis")
			ann.sees("Winning chances")
		})
	}
}

// TestReviewInPlace asks for a review on the page of a game that has ended: it names the moment that decided,
// with a picture, and moves, graph, bar and arrows show it there.
func TestReviewInPlace(t *testing.T) {
	for _, tt := range []struct {
		name string
		look look
	}{{"desktop", desktop}, {"phone", phone}} {
		t.Run(tt.name, func(t *testing.T) {
			parallel(t)
			ann := newPerson(t, serve(t), "Ann", tt.look)
			ann.open(ann.finishes("chess", fools...))
			ann.press("Review")
			ann.within(time.Minute, "the review names the moment", `/The game turned with 2\.\sg4\?\?/.test(
				document.querySelector('.review')?.innerText) && document.querySelector('.review .shapes path')`)
			ann.until("the moves, the graph, the bar and the mistakes are beside each other",
				`document.querySelector('.moves [data-ply="3"]').innerText.endsWith('??') &&
				document.querySelector('.review svg') && document.querySelector('.barred .bar') &&
				document.querySelector('.review ol li')`)
			ann.until("what decided is on the screen, above the result and without a step of the user",
				`((box, dock) => box.top >= 0 && box.bottom <= dock.top && scrollY < 250)(
				document.querySelector('.decided').getBoundingClientRect(),
				document.querySelector('.dock').getBoundingClientRect())`)
			ann.until("the review has the focus", `document.activeElement.matches('.review')`)
			ann.accessible("a review on the page of the game")
			ann.inBothThemes("a review on the page of the game", "review-in-place-"+tt.name)
			js[bool](ann, `(document.querySelector('.decided button').click(), true)`)
			ann.until("the better move is on the board",
				`document.querySelector('.moves [aria-current]').dataset.ply === '2' &&
				document.querySelector('.place .shapes path')`)
			ann.shoot("review-in-place-arrow-" + tt.name)
			ann.press("Play from here")
			ann.until("a game against the computer begins there, with the color that erred",
				`location.pathname.startsWith('/game/') && location.search === '' &&
				document.querySelector('.beneath')?.innerText.includes('Your turn') &&
				document.querySelector('.above')?.innerText.includes('Computer') &&
				document.querySelector('[data-name=e5]').ariaLabel.includes('black pawn')`)
			js[bool](ann, `(history.back(), true)`)
			ann.until("the review is there again", `location.search === '?review' && document.querySelector('.decided')`)
		})
	}
}

// TestReviewProgress requests a review where no worker runs.
func TestReviewProgress(t *testing.T) {
	parallel(t)
	n, _ := startWith(t, 0)
	p := newPerson(t, n.URL(), "Ann", small)
	path := p.finishes("shrink", "e2e4", "d7d5", "e4d5", "c6c5", "d4c5", "b6c4", "d2d3", "c4e3")
	p.open(path + "/analysis")
	p.until("the board is there", `document.querySelector('[role=grid]')`)
	p.press("Review")
	p.press("Request a computer analysis")
	p.sees("Waiting for the engine")
	p.until("the progress has a name", `document.querySelector('progress')?.labels.length === 1`)
	p.accessible("a review that waits")
	p.shoot("review-waits-phone")
	if s := reviewed(t, n.URL(), path); s.Status != review.Waiting || s.Total != 9 {
		t.Errorf("the review is %+v", s)
	}
	// It still waits after a reload.
	p.open(path + "/analysis")
	p.press("Review")
	p.sees("Waiting for the engine")
}

// TestReviewRefused shows why there is no review.
func TestReviewRefused(t *testing.T) {
	parallel(t)
	n, _ := startWith(t, 0)
	p := newPerson(t, n.URL(), "Ann", desktop)
	path := p.finishes("chess", fools...)
	p.open(path + "/analysis")
	p.press("Review")
	p.find("Request a computer analysis")
	refuse := func(status int, text string) {
		t.Helper()
		js[bool](p, fmt.Sprintf(`((was) => {
			const answer = () => new Response(JSON.stringify({ detail: %s, code: 'too-many' }), { status: %d })
			window.fetch = (...a) => a[1]?.method === 'POST' ? (window.fetch = was, Promise.resolve(answer())) : was(...a)
			return true
		})(window.fetch)`, quote(text), status))
		p.press("Request a computer analysis")
		p.until("the page says why", `document.querySelector('.review [role=alert]')?.innerText === `+quote(text))
	}
	refuse(429, "You wait for 3 reviews already: let one of them be finished, then ask for another.")
	p.accessible("a review that was refused")
	p.shoot("review-refused")
	js[bool](p, `((was) => { window.fetch = (...a) => a[1]?.method === 'POST' ? (window.fetch = was, `+
		`Promise.reject(new TypeError('no'))) : was(...a); return true })(window.fetch)`)
	p.press("Request a computer analysis")
	p.sees("The server is unreachable.")
	p.press("Request a computer analysis")
	p.sees("Waiting for the engine")

	// A game that has no moves, or is not over, offers no review.
	path = p.finishes("chess")
	p.open(path + "/analysis")
	p.until("the game is there", `document.querySelector('[role=grid]')`)
	if words := p.words(); strings.Contains(words, "Request a computer analysis") {
		t.Errorf("a game without moves can be reviewed:\n%s", words)
	}
}

// TestReplay plays through a finished game by button and by keys, no faster than its
// animations.
func TestReplay(t *testing.T) {
	live, hand := desktop, phone
	live.moving, hand.moving = true, true
	for _, tt := range []struct {
		name string
		look look
	}{{"desktop", live}, {"phone", hand}, {"still", desktop}} {
		t.Run(tt.name, func(t *testing.T) {
			parallel(t)
			base := serve(t)
			p := newPerson(t, base, "Ann", tt.look)
			path := p.finishes("shrink", "e2e4", "d7d5", "e4d5", "c6c5", "d4c5", "b6c4")
			p.open(path)
			shown := func(ply int) string {
				return fmt.Sprintf(`document.querySelector('.list [aria-current]')?.dataset.ply === %s`, quote(fmt.Sprint(ply)))
			}
			p.until("the end is shown", shown(6))
			p.accessible("a finished game")
			p.shoot("replay-" + tt.name)
			js[bool](p, `((s) => { s.value = 'rush'; s.dispatchEvent(new Event('change')); `+
				`return true })(document.querySelector('.autoplay select'))`)
			// Collect the plies that the list marks.
			js[bool](p, `(window.seen = [], window.early = 0, new MutationObserver(() => {
				const ply = +(document.querySelector('.list [aria-current]')?.dataset.ply ?? 0)
				if (ply !== seen.at(-1)) seen.push(ply)
			}).observe(document.querySelector('.list'), { subtree: true, attributes: true }), true)`)
			p.press("Play moves")
			p.until("it has come to the end again", `seen.length > 5 && `+shown(6))
			if got := js[[]int](p, `seen`); fmt.Sprint(got) != "[0 1 2 3 4 5 6]" {
				t.Errorf("seen were %v", got)
			}
			p.until("it has stopped", `document.querySelector('.autoplay button').ariaLabel === 'Play moves'`)

			// The space bar plays and pauses; a step stops autoplay.
			js[bool](p, `((s) => { s.value = 'slow'; s.dispatchEvent(new Event('change')); document.activeElement.blur(); `+
				`return true })(document.querySelector('.autoplay select'))`)
			p.keys(kb.Home)
			p.until("the start is shown", `!document.querySelector('.list [aria-current]')`)
			p.keys(" ")
			p.until("it plays", `document.querySelector('.autoplay button').ariaLabel === 'Pause' && `+shown(1))
			p.keys(" ")
			p.until("it pauses", `document.querySelector('.autoplay button').ariaLabel !== 'Pause'`)
			p.keys(" ")
			p.until("it plays on", shown(2))
			p.keys(kb.End)
			p.until("autoplay has stopped", `document.querySelector('.autoplay button').ariaLabel !== 'Pause' && `+shown(6))
			p.keys(kb.ArrowLeft)
			p.until("one back is shown", shown(5))
		})
	}
}
