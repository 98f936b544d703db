package browser

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/wane-chess/wane/internal/page/atlastable"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// sampleAtlas returns an atlas with values that depend on the index of the ranking alone.
func sampleAtlas() *atlastable.Table {
	t := &atlastable.Table{Nodes: 2000, Games: map[string]int{"plain": 400, "qk": 100}}
	for r := range diminuendo.Rankings() {
		t.Rankings = append(t.Rankings, r.String())
	}
	column := func(name string, decimals, from, step, size int, errors ...int) {
		c := atlastable.Column{Name: name, Decimals: decimals}
		for i := range t.Rankings {
			c.Values = append(c.Values, from+i*step%size)
			if len(errors) > 0 {
				c.Errors = append(c.Errors, errors[0])
			}
		}
		t.Columns = append(t.Columns, c)
	}
	column("white", 1, 401, 7, 727, 16) // each value once
	column("draws", 1, 30, 53, 300, 12)
	column("moves", 1, 200, 91, 400, 8)
	column("leads", 2, 50, 29, 300, 7)
	column("skill", 1, 600, 11, 250, 20)
	column("checkmate", 1, 500, 3, 400)
	column("whiteQk", 1, 450, 1, 720, 33)
	t.Picks = []atlastable.Pick{
		{Ranking: "pbnrqk", Why: "It is the fairest.", Moves: []string{"d3f5"}, Result: "1-0", Notes: []atlastable.Note{
			{Ply: 1, Text: "White captures."},
		}},
		{Ranking: "qkrnbp", Why: "It is the longest.", Result: "*"},
	}
	return t
}

// withAtlas lets pages read an atlas instead of the server's, and a sample game.
func (p *person) withAtlas(t *atlastable.Table) *person {
	p.t.Helper()
	data, err := json.Marshal(t)
	if err != nil {
		p.t.Fatal(err)
	}
	p.before(`{
		const fetched = window.fetch
		const json = (text) => Promise.resolve(new Response(text, { headers: { 'Content-Type': 'application/json' } }))
		window.fetch = (at, ...rest) => at === '/api/atlas' ? json(` + quote(string(data)) + `)
			: String(at).startsWith('/api/atlas/') ? json('{"moves":["d3f5","g5f5"],"result":"1-0","reason":"checkmate"}')
			: fetched(at, ...rest)
	}`)
	return p
}

// mapped waits until the map shows n points that are selected.
func (p *person) mapped(n int) {
	p.t.Helper()
	p.until(fmt.Sprintf("%d points are selected on the map", n), fmt.Sprintf(`document.querySelectorAll('.points `+
		`circle').length === %d && document.querySelectorAll('.plot .faint circle').length === %d`, n, 720-n))
}

// onMap returns where the point of a ranking is in the window.
func (p *person) onMap(order string) point {
	p.t.Helper()
	return p.somewhere("the point of "+order, `((e) => {
		if (!e) return null
		e.scrollIntoView({ block: 'center' })
		return (`+steady+
		`)(() => { const r = e.getBoundingClientRect(); return { X: r.x + r.width / 2, Y: r.y + r.height / 2 } })
	})(document.querySelector('[data-order=`+order+`]'))`)
}

const said = `document.querySelector('.said [role=status]').innerText`

// rows returns the rankings in the table.
func (p *person) rows() []string {
	p.t.Helper()
	return js[[]string](p, `[...document.querySelectorAll('.found a')].map((e) => e.innerText.trim().toLowerCase())`)
}

// TestAtlas chooses rankings on the map with keys and the mouse, selects some, and sorts
// them.
func TestAtlas(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	table := sampleAtlas()
	p.withAtlas(table)
	p.open("/learn/diminuendo/rankings?variant=diminuendo:pbnrqk")
	p.ranked("diminuendo:pbnrqk")
	p.mapped(720)
	p.inBothThemes("atlas", "atlas")
	index := func(order string) int { return slices.Index(table.Rankings, order) }
	white := func(order string) int { return table.Columns[0].Values[index(order)] }

	// The numbers of the chosen ranking, and its game.
	p.sees("What games of PBNRQK are like")
	p.sees("played 400 games of each ranking against itself and searched 2,000 nodes for each move")
	p.sees("White wins: checkmate, 1 move.")
	p.until("its score is shown",
		fmt.Sprintf(`document.querySelector('.portrait dd').innerText.startsWith('%.1f ± 1.6 %%'.replaceAll(' ', '\u00a0'))`,
			float64(white("pbnrqk"))/10))
	p.until("the game can be replayed", `[...document.querySelectorAll('.portrait a')].some((e) => `+
		`e.getAttribute('href') === '/analysis/diminuendo:pbnrqk?moves=d3f5_g5f5')`)
	p.press("More numbers")
	p.sees("End by checkmate")
	p.until("two are picked", `document.querySelectorAll('.picks > ul > li').length === 2`)
	p.press("Notes on the game")
	p.sees("Move 1, White: White captures.")
	p.accessible("what the atlas says")

	// With keys: to the right, where White scores more, and back, and to another.
	p.tabTo("the map", `e.matches('.plot svg')`)
	p.until("the chosen ranking is named", said+`.startsWith('PBNRQK: White’s score')`)
	p.keys(kb.ArrowRight)
	p.until("another is named", `!`+said+`.startsWith('PBNRQK')`)
	next := strings.ToLower(js[string](p, said+`.slice(0, 6)`))
	if white(next) <= white("pbnrqk") {
		t.Errorf("the right arrow key goes to %s, where White scores %d, from %d", next, white(next), white("pbnrqk"))
	}
	p.shoot("atlas-map")
	p.keys(kb.Enter)
	p.ranked("diminuendo:" + next)

	// The table, by White's score.
	byWhite := slices.Clone(table.Rankings)
	slices.SortFunc(byWhite, func(a, b string) int { return white(a) - white(b) })
	up := slices.Clone(byWhite[:24])
	slices.Reverse(byWhite)
	p.tabTo("the column", `e.matches('th button') && e.innerText.startsWith('White')`)
	for _, c := range []struct {
		sort string
		want []string
	}{{"descending", byWhite[:24]}, {"ascending", up}} {
		p.keys(kb.Enter)
		p.until("the table is sorted", `document.activeElement.closest('th').ariaSort === '`+c.sort+`'`)
		if got := p.rows(); !slices.Equal(got, c.want) {
			t.Errorf("%s, the table has %v, want %v", c.sort, got, c.want)
		}
	}
	p.shoot("atlas-table")

	// A rectangle selects rankings.
	at := p.onMap("pbnrqk")
	a, b := point{at.X - 60, at.Y - 60}, point{at.X + 180, at.Y + 120}
	p.hold(a)
	for _, at := range between(a, b) {
		p.pull(at)
	}
	p.drop(b)
	p.until("some are selected", `/^\d+ of 720 rankings$/.test(document.querySelector('.finder > `+
		`.count:last-of-type').innerText) && document.querySelectorAll('.points circle').length < 720`)
	p.shoot("atlas-selected")
	p.accessible("selected rankings")
	least := js[float64](p, `[...document.querySelectorAll('input[type=number]')][0].valueAsNumber`)
	for _, order := range p.rows() {
		if float64(white(order)) < least*10-0.01 {
			t.Errorf("%s is selected, where White scores %d, less than %v", order, white(order), least)
		}
	}
	p.press("Clear selection")
	p.mapped(720)

	// So do numbers, together with the search.
	n := 0
	for _, order := range table.Rankings {
		if white(order) >= 1000 && order[0] == 'k' {
			n++
		}
	}
	p.write("White’s score from", "100")
	p.keys(kb.Enter)
	p.write("Search", "king first")
	p.mapped(n)
	p.press("Clear selection")
	p.mapped(120)
	// The mouse names the ranking below it and chooses it.
	order := js[string](p, `document.querySelector('.points circle').dataset.order`)
	at = p.onMap(order)
	p.hover(at)
	p.until("a ranking is named", said+`.startsWith('K')`)
	order = strings.ToLower(js[string](p, said+`.slice(0, 6)`))
	p.click(at)
	p.ranked(nameOf(order))

	// With options, what is known of them is shown.
	p.open("/learn/diminuendo/rankings?variant=diminuendo:pbnrqk%2Bqk")
	p.sees("With these options: White’s score, from 100 games of each ranking.")
	p.until("the score is that with options",
		fmt.Sprintf(`document.querySelector('.portrait dd').innerText.startsWith('%.1f')`, float64(450+index("pbnrqk"))/10))
}

// nameOf returns the identifier of a ranking.
func nameOf(order string) string {
	if order == "kqrnbp" {
		return "diminuendo"
	}
	return "diminuendo:" + order
}

// TestAtlasOnPhone taps points of the map.
func TestAtlasOnPhone(t *testing.T) {
	for _, l := range []look{phone, small} {
		t.Run(fmt.Sprint(l.width), func(t *testing.T) {
			parallel(t)
			p := newPerson(t, serveAll(t), "Ann", l).withAtlas(sampleAtlas())
			german := l == small
			if german {
				p.before(`Object.defineProperty(navigator, 'languages', { get: () => ['de'] })`)
			}
			p.open("/learn/diminuendo/rankings")
			p.ranked("diminuendo")
			p.mapped(720)
			if german {
				p.sees("Karte der Rangfolgen")
				p.sees("Wie Partien von KQRNBP sind")
			}
			p.press(map[bool]string{true: "Weitere Zahlen", false: "More numbers"}[german])
			p.accessible("atlas on a phone")
			p.tap(p.onMap("pbnrqk"))
			p.until("a ranking is named", said+` !== ''`)
			order := js[string](p, said+`.slice(0, 6)`)
			p.shoot("atlas-phone")
			p.accessible("a ranking that was tapped")
			if german {
				p.press(order + " zeigen")
			} else {
				p.press("Show " + order)
			}
			p.ranked(nameOf(strings.ToLower(order)))
			p.chose(map[bool]string{true: "Senkrecht", false: "Up"}[german], "leads")
			p.until("the map has another measure", `document.querySelector('.plot .title:last-of-type').textContent.includes(`+
				quote(map[bool]string{true: "Führungswechsel", false: "Lead changes"}[german])+`)`)
			p.accessible("another measure")
		})
	}
}
