package browser

import (
	"fmt"
	"strings"
	"testing"
)

// TestWhatMovesDo checks the preview of a move, and the words and animations when it is
// played, with and without reduced motion.
func TestWhatMovesDo(t *testing.T) {
	live := desktop
	live.moving = true
	for _, c := range []struct {
		variant, before, from, to string
		marks                     string // selector of the preview
		narration                 string
		labels                    int // coordinates afterwards
	}{
		{"shrink", "e2e4 d7d5", "e4", "d5", ".band", "Rank 4 is empty and disappears.", 15},
		{"cheshire8", "", "e2", "e4", ".grin", "The square e2 vanishes.", 16},
		{"diminuendo", "d3f5", "g5", "f5", ".pill", "drops on z as a", 0},
		{"convergent", "c3b4 f7e5 f3g4 c6b5 e3f4", "e5", "f3", ".ghost", "White is in check.", 14},
	} {
		t.Run(c.variant, func(t *testing.T) {
			parallel(t)
			base := serveAll(t)
			p := newPerson(t, base, "Ann", live)
			for _, l := range []look{live, desktop} {
				p.look = l
				p.dress()
				before := strings.Fields(c.before)
				p.open(p.apiGame(c.variant, before...))
				p.until("the rules have been loaded into the page", `globalThis.wane`)
				m := newMatch(t, c.variant, "").with(p, byClick, p, byClick)
				for _, text := range before {
					m.note(m.move(text))
				}
				m.seen()
				js[bool](p, `(() => {
					globalThis.moved = 0
					document.addEventListener('transitionrun', (e) => {
						const seconds = getComputedStyle(e.target).transitionDuration.split(',').map(parseFloat)
						if (e.target.closest?.('.board') && Math.max(...seconds) > 0.02) moved++
					}, true)
					return true
				})()`)
				p.aim(c.from, c.to)
				p.until("what the move does is marked by "+c.marks, `document.querySelector('.preview `+c.marks+`')`)
				p.until("and narrated: "+c.narration,
					`document.querySelector('.narration').innerText.includes(`+quote(c.narration)+`)`)
				at := p.at(c.to)
				p.pressAt(at)
				m.note(m.move(c.from + c.to))
				m.seen()
				p.until("a screen reader reads: "+
					c.narration, `[...document.querySelectorAll('[aria-live=polite] p')].some((e) => e.textContent.includes(`+
					quote(c.narration)+`))`)
				if moved := js[int](p, `moved`); (moved > 0) != l.moving {
					t.Errorf("%d things moved on the board; they should: %v", moved, l.moving)
				}
				if c.labels > 0 { // once all is in its place
					p.until(fmt.Sprint("coordinates: ", c.labels), fmt.Sprintf(`[...document.querySelectorAll('.board `+
						`text')].filter((e) => /^([a-h]|[1-8])$/.test(e.textContent.trim()) && e.getClientRects().length).length === %d`,
						c.labels))
				}
			}
		})
	}
}

// TestSounds checks that moves sound until sounds are switched off, which is kept.
func TestSounds(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.selfPlay("chess", "")
	listen := `(() => {
		globalThis.heard = 0
		for (const p of [AudioScheduledSourceNode.prototype, AudioBufferSourceNode.prototype]) {
			const start = p.start
			p.start = function (...a) { heard++; return start.apply(this, a) }
		}
		return true
	})()`
	js[bool](p, listen)
	m := newMatch(t, "chess", "").with(p, byClick, p, byClick)
	m.play("e2e4", "e7e5")
	p.until("moves are heard", `heard > 0`)
	p.press("Sounds")
	js[bool](p, `(heard = 0) === 0`)
	m.play("g1f3", "b8c6")
	silent := func() {
		t.Helper()
		if n := js[int](p, `heard`); n != 0 {
			t.Errorf("%d sounds are heard though they are off", n)
		}
	}
	silent()
	p.reload()
	p.path()
	m.seen()
	js[bool](p, listen)
	m.play("f1c4")
	silent()
}
