package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// sizes are windows of phones, tablets and laptops; the last is a laptop's at 200 %.
var sizes = []look{
	{width: 390, height: 844}, {width: 844, height: 390}, {width: 820, height: 1180},
	{width: 1366, height: 625}, {width: 1366, height: 768}, {width: 683, height: 384},
}

// measures are the boxes of a page with a board, in CSS pixels.
type measures struct {
	Board         [4]float64 // left, top, right, bottom
	Clocks        [][4]float64
	Links         [][4]float64 // of the header
	Width, Height float64      // of the window
	Page          float64      // height of the page
	Moves         float64      // height of the list of moves
	Cut           []string     // what is wider than its place beside the board
}

func (p *person) measured(board string) measures {
	p.t.Helper()
	return js[measures](p, `new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(f))).then(() => {
		const box = (e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom] }
		return {
			Board: box(document.querySelector(`+quote(board)+`)), Clocks: [...document.querySelectorAll('.clock')].map(box),
			Links: [...document.querySelectorAll('header.wide :is(a, button)')].map(box),
			Width: document.documentElement.clientWidth, Height: innerHeight, Page: document.documentElement.scrollHeight,
			Cut: [...document.querySelectorAll('.side, .side *')].filter((e) =>
				e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1 && !/visible|clip/.test(getComputedStyle(e).overflowX) &&
				getComputedStyle(e).textOverflow !== 'ellipsis' && !e.matches('input, textarea'))
				.map((e) => e.className + ': ' + e.scrollWidth + ' in ' + e.clientWidth),
			Moves: document.querySelector('.tree')?.clientHeight ?? 0,
		}
	})`)
}

// TestBoardsFit looks at every page with a board in windows of all sizes: the whole
// board and both clocks are in the window, and the board takes the space there is.
func TestBoardsFit(t *testing.T) {
	parallel(t)
	base := serve(t)
	p := newPerson(t, base, "Ann", desktop)
	p.calls()
	ben, kim := newPerson(t, base, "Ben", desktop).withoutRules(), newPerson(t, base, "Kim", desktop).withoutRules().
		signedIn("Kim_sizes")
	ben.open("/rules/chess")
	ben.calls()
	begins(ben, kim, "shrink", true, "e2e4", "d7d5") // for the page Watch, which is first, before it ends
	study := kim.shareStudy("sizes", chapterOfChess)
	timed := func(variant, fen string) string {
		t.Helper()
		return p.asks("POST", "/api/games", fmt.Sprintf(`{"id":"sizes-%s-%d","variant":%q,"fen":%q,`+
			`"control":{"base":300000},"casual":true,"opponent":"self","color":"white"}`,
			variant, len(fen), variant, fen), "a.game.id")
	}
	played := p.finishes("shrink", fools...)
	for _, c := range []struct {
		name, path string
		clocks     int
		upright    float64 // the least part of the width that the board of a tablet takes
	}{
		{"channel", "/watch/shrink", 2, 0.8},
		{"puzzle", "/puzzles/" + p.solve("shrink", byClick).puz.ID, 0, 0.7},
		{"shrink", "/game/" + timed("shrink", ""), 2, 0.95},
		{"small", "/game/" + timed("shrink", "2k/1R1/K2 w - - 0 1"), 2, 0.95},
		{"convergent", "/game/" + timed("convergent", ""), 2, 0.95},
		{"diminuendo", "/game/" + timed("diminuendo", ""), 2, 0.95},
		{"cheshire", "/game/" + timed("cheshire", ""), 2, 0.95},
		{"replay", played, 0, 0.95},
		{"review", played + "/analysis", 0, 0.9},
		{"analysis", "/analysis/diminuendo", 0, 0.9},
		{"editor", "/editor/cheshire", 0, 0.95},
		{"lesson", "/learn/shrink", 0, 0.7},
		{"annotated", "/learn/shrink/games/scandinavian", 0, 0.8},
		{"study", study, 0, 0.9},
		{"practice", "/rules/shrink", 0, 0},
	} {
		p.open(c.path)
		board := ".place .board"
		if c.name == "practice" {
			board = ".live .board"
			p.until("a board is there", `document.querySelector('.live .place')`)
		}
		for _, l := range sizes {
			p.look = l
			p.do(chromedp.EmulateViewport(l.width, l.height))
			if c.name == "practice" {
				js[bool](p, `!(document.querySelector('.live .place').scrollIntoView({ block: 'center' }))`)
			}
			p.until("the board is there", `document.querySelectorAll('[role=gridcell]').length > 2`)
			what := fmt.Sprintf("%s in %d×%d", c.name, l.width, l.height)
			m := p.measured(board)
			p.shoot(fmt.Sprintf("size-%s-%dx%d", c.name, l.width, l.height))
			inside := func(what string, b [4]float64) {
				t.Helper()
				if b[0] < -1 || b[1] < -1 || b[2] > m.Width+1 || b[3] > m.Height+1 || b[2] <= b[0] {
					t.Errorf("%s is at %.0f, outside a window of %.0f×%.0f", what, b, m.Width, m.Height)
				}
			}
			inside(what+": the board", m.Board)
			for _, clock := range m.Clocks {
				inside(what+": a clock", clock)
			}
			if len(m.Clocks) != c.clocks {
				t.Errorf("%s: %d clocks, want %d", what, len(m.Clocks), c.clocks)
			}
			for _, link := range m.Links {
				if link[0] < m.Board[2]-1 && link[2] > m.Board[0]+1 && link[1] < m.Board[3]-1 && link[3] > m.Board[1]+1 {
					t.Errorf("%s: the header covers the board: %.0f, %.0f", what, link, m.Board)
				}
			}
			p.narrow(what)
			if len(m.Cut) > 0 {
				t.Errorf("%s: cut off: %q", what, m.Cut)
			}
			width, height := m.Board[2]-m.Board[0], m.Board[3]-m.Board[1]
			switch {
			case c.name == "practice":
			case m.Width < m.Height && width < c.upright*m.Width && height < 0.8*m.Height:
				t.Errorf("%s: the board is %.0f wide", what, width)
			case m.Width > m.Height && height < 0.85*m.Height && width < 0.95*(m.Width-320):
				t.Errorf("%s: the board is %.0f×%.0f", what, width, height)
			case m.Width > m.Height && m.Page > m.Height+1:
				t.Errorf("%s: the page is %.0f high", what, m.Page)
			}
			if c.name == "analysis" && l.width == 1366 {
				js[bool](p, `!!(document.querySelector('.engine').style.minHeight = '182px')`) // as with three lines
				if after := p.measured(board).Moves; after < 130 {                             // four rows
					t.Errorf("%s: with three lines of the engine the list of moves is %.0f high, was %.0f", what, after, m.Moves)
				}
				js[bool](p, `(document.querySelector('.engine').style.minHeight = '') === ''`)
			}
		}
	}

	// Pages of words have the edges of the header.
	p.open("/analysis#new")
	p.do(chromedp.EmulateViewport(1366, 768))
	p.sees("New analysis")
	if x := js[[2]float64](p,
		`['h1', '.logo'].map((e) => document.querySelector(e).getBoundingClientRect().left)`); x[0] != x[1] {
		t.Errorf("the heading begins at %.0f, the header at %.0f", x[0], x[1])
	}
}
