package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestTournament creates an arena with the form, and plays another one: the page leads both players to
// their game, and back to the standings.
func TestTournament(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, restart := startIn(t, dir, 0)
	ann, ben := newPerson(t, n.URL(), "Ann", desktop).withoutRules(), newPerson(t, n.URL(), "Ben", phone).withoutRules()
	for _, p := range []*person{ann, ben} {
		p.open("/rules/chess")
		p.signsUp(p.name + "_arena")
		p.mayFail(n.Addr().String())
	}
	old(t, dir, restart)
	for _, p := range []*person{ann, ben} {
		p.open("/signin") // the page learns of the account
		p.sees("You are signed in as")
	}
	ann.open("/tournaments")
	ann.sees("No tournament is running.")
	ann.press("Create a tournament")
	ann.until("the form is there", `location.pathname === '/tournaments/new' && document.querySelector('form')`)
	ann.inBothThemes("the form of a tournament", "tournament-form")
	ann.write("Name", "Tea time")
	ann.press("Create")
	ann.until("the tournament is there",
		`/^.tournaments.[\w-]{8,}$/.test(location.pathname) && document.title.startsWith('Tea time')`)
	ann.sees("Starts in")
	ann.press("Join")
	ann.sees("You are in. It starts in")
	ann.inBothThemes("a tournament that has not started", "tournament-created")
	ben.open("/tournaments")
	ben.sees("Tea time")
	ben.narrow("the list of tournaments")
	ben.inBothThemes("the list of tournaments", "tournaments-phone")

	starts := time.Now().Add(15 * time.Second).UnixMilli()
	id := fmt.Sprintf("arena-%d", starts)
	ann.asks("POST", "/api/tournaments", fmt.Sprintf(`{"id":%q,"system":"arena","name":"Now","variant":"shrink",`+
		`"control":{"base":60000,"increment":1000},"rated":true,"starts":%d,"minutes":10}`, id, starts), "a.id")
	for _, p := range []*person{ann, ben} {
		p.open("/tournaments/" + id)
		p.press("Join")
		p.sees("You are in.")
	}
	for _, p := range []*person{ann, ben} {
		p.within(40*time.Second, "the game is open",
			`location.pathname.startsWith('/game/') && document.querySelector('[role=grid]')`)
	}
	game := &commands{game: js[string](ann, `location.pathname.split('/').pop()`)}
	white, black := ann, ben
	if js[string](ann, `fetch('/api/games/`+game.game+
		`').then((r) => r.json()).then((g) => g.game.white.name)`) != "Ann_arena" {
		white, black = ben, ann
	}
	white.press("Berserk")
	white.sees("berserk: half the time")
	game.do(white, `"order":"move","move":"e2e4","ply":0`) // 30 s are all there is for it
	for _, p := range []*person{ann, ben} {
		p.until("half of the time is left",
			`[...document.querySelectorAll('[role=timer]')].some((e) => /^0?0:3[01]/.test(e.innerText.trim()))`)
	}
	ben.narrow("a game of a tournament")
	ben.shoot("tournament-game-phone")
	ann.shoot("tournament-game")
	game.do(black, `"order":"resign"`)
	// There is time to read the result: no player is paired until both ask for it, also if one looks at the standings.
	white.sees("Next game (")
	ann.shoot("tournament-game-over")
	white.press("Back to the tournament")
	white.sees("You are 1st with 2 points.")
	white.until("it waits for the other player, who is free or not yet",
		`/You will be paired in a moment\.|No other player is free now\./.test(document.body.innerText)`)
	time.Sleep(5 * time.Second)
	black.press("Next game")
	for _, p := range []*person{ann, ben} {
		p.until("the next game is open",
			`location.pathname.startsWith('/game/') && !location.pathname.endsWith('`+game.game+`')`)
	}
	game = &commands{game: js[string](ann, `location.pathname.split('/').pop()`)}
	if js[string](ann, `fetch('/api/games/`+game.game+
		`').then((r) => r.json()).then((g) => g.game.white.name)`) == white.name+"_arena" {
		game.do(white, `"order":"move","move":"e2e4","ply":0`)
		game.do(black, `"order":"resign"`)
	} else {
		game.do(black, `"order":"move","move":"e2e4","ply":0`)
		game.do(black, `"order":"resign"`)
	}
	white.press("Back to the tournament")
	white.sees("You are 1st with 4 points.")
	black.press("Back to the tournament")
	black.sees("You are 2nd with 0 points.")
	black.press("Pause")
	black.sees("You have paused.")
	white.until("it shows that the other has paused", `document.querySelector('main').innerText.includes('paused')`)
	ann.inBothThemes("an arena", "arena")
	ben.narrow("an arena")
	ben.inBothThemes("an arena on a phone", "arena-phone")
	if words := js[string](white, `document.querySelector('main').innerText`); !strings.Contains(words, "Ben_arena") ||
		!strings.Contains(words, "Ann_arena") {
		t.Errorf("the standings lack a player:\n%s", words)
	}
}
