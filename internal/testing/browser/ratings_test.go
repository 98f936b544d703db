package browser

import (
	"fmt"
	"strings"
	"testing"
)

// signsUp makes a person an account through the API.
func (p *person) signsUp(name string) {
	p.t.Helper()
	p.asks("POST", "/api/signup", fmt.Sprintf(`{"name":%q,"password":"four random words of a test"}`, name), "a.me.name")
}

// TestRatings plays a rated game: the board shows how ratings change, names lead to the pages of
// players, and leaderboards have their place.
func TestRatings(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone)
	for _, p := range []*person{ann, ben} {
		p.withoutRules().open("/rules/chess")
		p.signsUp(p.name + "-of-oz")
	}
	c := &commands{}
	c.game = ann.asks("POST", "/api/games", `{"id":"a-rated-game","variant":"chess","control":{"base":300000},`+
		`"casual":false,"rated":true,"opponent":"anyone","color":"white"}`, "a.game.id")
	ben.open("/")
	ben.sees("rated")
	c.do(ben, `"order":"join"`)
	for i, move := range strings.Fields("e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6") {
		c.do([]*person{ann, ben}[i%2], fmt.Sprintf(`"order":"move","move":%q,"ply":%d`, move, i))
	}
	ann.open("/game/" + c.game)
	ann.sees("1500?")
	c.do(ben, `"order":"resign"`)
	ann.until("the change of the rating is shown",
		`[...document.querySelectorAll('.bar')].map((b) => b.textContent).join().match(/\+\d+[^]*−\d+|−\d+[^]*\+\d+/)`)
	ann.accessible("a rated game")
	ann.shoot("rated-game")
	ann.press("Ben-of-oz")
	ann.sees("You against this player: 1 won, 0 drawn, 0 lost.")
	ann.archived(1)
	ann.reload()
	ann.until("all of the profile is shown",
		`document.querySelectorAll('section').length >= 5 && document.querySelector('.cards a')`)
	ann.sees("1. e4 e5 2. Nf3 Nc6")
	ann.accessible("a profile")
	ann.shoot("profile")
	ben.open("/@/ann-of-oz")
	ben.until("all of the profile is shown", `document.querySelector('.cards a')`)
	ben.accessible("a profile")
	ben.shoot("profile-phone")
	ben.open("/players?game=chess")
	ben.sees("The computer’s levels")
	ben.open("/@/computer-3")
	ben.sees("Takes what you leave hanging")
	ben.inBothThemes("the page of a level", "level")
	ben.open("/players?game=chess")
	ben.sees("No one yet.")
	ben.accessible("leaderboards")
	ben.shoot("players-phone")
	ben.mayFail("/api/players/nobody")
	ben.open("/@/nobody")
	ben.sees("No such player")
}

// fullPage makes the page show a profile, and its ratings over time, in place of what the server says.
const fullPage = `(() => {
	const day = 24 * 60 * 60 * 1000, now = Date.now(), score = { won: 128, drawn: 37, lost: 104 }
	const games = ['shrink', 'convergent', 'diminuendo', 'chess']
	const person = { name: 'a_name_of_20_letters', account: true, rating: 1834 }
	const full = {
		name: 'Ann', account: true, title: 'GM', role: 'player', created: now - 400 * day, followers: 12, you: false,
		about: 'Donau'.repeat(30) + ' I play shrinking boards since they exist, and teach at the club of Oz.',
		link: 'https://wane.example/' + 'oz/'.repeat(30),
		ratings: games.map((game, i) => ({ game, speed: 'correspondence', rating: 1500 + 77 * i, deviation: 60 + 90 * (i % 2),
			provisional: i % 2 === 1, best: i % 2 ? undefined : 1711, change: [42, -13, 0, 7][i], score, last: now })),
		total: score, games: games.map((game) => ({ game, score, level: 5 })), against: score,
		openings: games.map((variant) => ({ variant, title: 'Diminuendo Chess', color: 'white', moves: ['e2e4'],
			san: ['e4', 'e5', 'Nf3', 'Nc6'], score })),
		opponents: [{ ...person, score, last: now }],
		best: [{ ...person, id: 'a', game: 'shrink', speed: 'blitz', ended: now }],
		trophies: [1, 2, 3].map((place) => ({ tournament: 'cup' + place, name: 'The autumn cup of the club of Oz', place,
			players: 40, ended: now - place * day })),
		activity: Array.from({ length: 90 }, (_, i) => ({ day: now - 2 * i * day, games: i % 7 })),
	}
	const graphs = games.map((game, n) => ({ game, speed: 'correspondence',
		points: Array.from({ length: n ? 40 : 3 }, (_, i) => [now - (n ? (40 - i) * day : 0) - n, 1500 + (i * 37) % 90]) }))
	const real = fetch
	window.fetch = (to, ...more) => {
		const path = new URL(to.url ?? to, location.href).pathname
		const said = path.endsWith('/api/players/Ann') ? full : path.endsWith('/api/players/Ann/ratings') ? graphs : null
		return said ? Promise.resolve(Response.json(said)) : real(to, ...more)
	}
})()`

// TestPlayerPage looks at pages of players in windows of all widths, and has a player say something.
func TestPlayerPage(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, restart := startIn(t, dir, 0)
	ann, ben := newPerson(t, n.URL(), "Ann", desktop).withoutRules(), newPerson(t, n.URL(), "Ben", desktop).withoutRules()
	for _, p := range []*person{ann, ben} {
		p.open("/rules/chess")
		p.signsUp(p.name + "_page")
		p.mayFail(n.Addr().String())
	}
	old(t, dir, restart)
	for _, p := range []*person{ann, ben} {
		p.open("/signin")
		p.sees("You are signed in as")
	}
	fits := func(p *person, what string) {
		t.Helper()
		for _, l := range []look{{width: 320, height: 3600}, {width: 390, height: 3200}, {width: 1366, height: 1900}} {
			p.resize(l.width, l.height)
			p.inBothThemes(what, fmt.Sprint(what, "-", l.width))
		}
		p.until("the right half has something", `[...document.querySelectorAll('main :is(section, li, figure)')].some(
			(e) => e.getBoundingClientRect().right > innerWidth * 0.75)`)
	}
	ann.open("/@/Ann_page")
	ann.sees("No public games yet.")
	fits(ann, "empty-profile")

	c := &commands{game: ann.asks("POST", "/api/games", `{"id":"an-early-end","variant":"chess",`+
		`"control":{"base":300000},"casual":false,"rated":true,"opponent":"anyone","color":"white"}`, "a.game.id")}
	c.do(ben, `"order":"join"`)
	for i, move := range strings.Fields("e4 e5 Nf3 Nc6") {
		c.do([]*person{ann, ben}[i%2], fmt.Sprintf(`"order":"move","move":%q,"ply":%d`, move, i))
	}
	c.do(ben, `"order":"resign"`)
	why := "Ratings did not change: the game was resigned, or drawn by agreement, before both had made five moves."
	ann.open("/game/" + c.game)
	ann.sees(why)
	ann.shoot("an-early-end")
	ann.archived(1)
	ann.open("/@/Ann_page")
	ann.sees(why)
	ann.until("results say what they count", `(() => {
		const rows = [...document.querySelectorAll('#results ~ table tr')].map((r) => [...r.cells].map((c) => c.innerText))
		return rows[0].join() === 'Variant,Rated games,Public games' &&
			rows[1][1] === '–' && rows[1][2].includes('1 – 0 – 0')
	})()`)

	ann.press("Edit profile")
	ann.write("About you", "I play from Oz, see wane.example/oz")
	ann.press("Save")
	ann.sees("Addresses of the web are not allowed here.")
	ann.write("About you", "I play from Oz")
	ann.write("Link", "https://wane.example/oz")
	ann.inBothThemes("the form about oneself", "about-form")
	ann.press("Save")
	ann.until("the link helps no advertisement",
		`document.querySelector('a[href="https://wane.example/oz"]')?.rel.includes('nofollow ugc')`)
	ben.open("/@/Ann_page")
	ben.sees("I play from Oz")
	ann.open("/account")
	ann.press("Edit profile")
	ann.until("the form has the text", `document.querySelector('textarea')?.value === 'I play from Oz'`)
	ann.write("About you", "")
	ann.write("Link", "")
	ann.press("Save")
	ann.until("the text is gone", `!document.querySelector('textarea') && !document.body.innerText.includes('from Oz')`)
	ben.reload()
	ben.sees("Recent games")
	ben.until("nothing is left of the text", `!document.body.innerText.includes('I play from Oz')`)

	ben.before(fullPage)
	ben.open("/@/Ann")
	ben.sees("The autumn cup of the club of Oz")
	ben.until("games of one day are on one day", `document.querySelectorAll('figure time').length === 1`)
	ben.press("Convergent")
	ben.until("the other rating is shown", `document.querySelectorAll('figure time').length === 2`)
	fits(ben, "full-profile")
}
