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
		`document.querySelectorAll('section').length >= 5 && document.querySelector('.recent a')`)
	ann.sees("1. e4 e5 2. Nf3 Nc6")
	ann.accessible("a profile")
	ann.shoot("profile")
	ben.open("/@/ann-of-oz")
	ben.until("all of the profile is shown", `document.querySelector('.recent a')`)
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
