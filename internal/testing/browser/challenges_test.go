package browser

import (
	"testing"
)

// TestChallenges challenges a player by name from the profile: it is declined with a reason, then
// accepted from the notice on another page. Both get to the game without a reload.
func TestChallenges(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", small).withoutRules()
	for _, p := range []*person{ann, ben} {
		p.open("/rules/chess")
		p.signsUp(p.name + "_challenges")
		p.open("/signin") // the page learns of the account
		p.sees("You are signed in as")
	}
	ann.open("/@/ben_challenges")
	ann.press("Challenge")
	ann.until("the name is there", `document.querySelector('dialog input[list]')?.value === 'Ben_challenges'`)
	ann.write("Name of the player", "ben_ch")
	ann.until("the name is completed", `document.querySelector('datalist option')?.value === 'Ben_challenges'`)
	ann.write("Name of the player", "nobody_at_all")
	ann.mayFail("/api/challenges")
	ann.press("Clock")
	ann.until("the game is rated, as quick pairing", `document.querySelector('dialog [type=radio][value=true]')?.checked`)
	ann.inBothThemes("challenging a player", "challenge-dialog")
	ann.press("Challenge")
	ann.sees("There is no such player.")
	ann.write("Name of the player", "Ben_challenges")
	ben.open("/privacy")
	ann.press("Challenge")
	ann.sees("Waiting for Ben_challenges.")
	ann.inBothThemes("a challenge that waits", "challenge-sent")

	ben.sees("Ann_challenges challenges you")
	ben.inBothThemes("the notice of a challenge", "challenge-notice-phone")
	ben.press("View")
	ben.until("the challenge is there",
		`document.querySelector('.terms svg') && location.pathname.startsWith('/challenge/')`)
	ben.narrow("a challenge")
	ben.inBothThemes("a challenge", "challenge-phone")
	ben.press("Decline")
	ben.until("there are reasons", `document.querySelectorAll('main select option').length > 5`)
	js[bool](ben, `(() => { const s = document.querySelector('main select'); s.value = 'tooFast'; `+
		`s.dispatchEvent(new Event('change', { bubbles: true })); return true })()`)
	ben.shoot("challenge-decline-phone")
	ben.press("Decline")
	ben.sees("You have declined.")
	ann.sees("This time control is too fast for me")
	ann.shoot("challenge-declined")

	ann.press("Challenge again")
	ann.until("the dialog is open", `document.querySelector('dialog input[list]')?.value === 'Ben_challenges'`)
	ben.open("/")
	ann.press("Challenge")
	ben.sees("Ann_challenges challenges you")
	ben.until("the home page lists it", `document.querySelector('#challenges')`)
	ben.narrow("the home page with a challenge")
	ben.shoot("challenge-home-phone")
	ann.sees("Waiting for Ben_challenges.")
	ben.press("Accept")
	for _, p := range []*person{ann, ben} {
		p.path()
		p.sees("rated")
	}
	first := js[string](ann, `location.pathname`)
	colors := map[string]bool{}
	for range 3 { // games, each with the other colors than the one before
		c := &commands{game: js[string](ann, `location.pathname.split('/').pop()`)}
		white := js[string](ann, `fetch('/api/games/`+c.game+`').then((r) => r.json()).then((g) => g.game.white.name)`)
		players := map[string][2]*person{"Ann_challenges": {ann, ben}, "Ben_challenges": {ben, ann}}[white]
		c.do(players[0], `"order":"move","move":"e2e4","ply":0`)
		c.do(players[1], `"order":"move","move":"e7e5","ply":1`)
		c.do(players[0], `"order":"resign"`)
		if colors[white] && len(colors) == 1 {
			t.Errorf("%s plays White again", white)
		}
		colors = map[string]bool{white: true}
		ann.press("Rematch")
		ben.sees("offers a rematch with colors swapped.")
		ben.shoot("rematch-rated-phone")
		ben.press("Accept")
		ann.until("the rematch is open", `location.pathname !== '/game/`+c.game+`' && document.querySelector('[role=grid]')`)
		ben.until("the rematch is open", `location.pathname !== '/game/`+c.game+`' && document.querySelector('[role=grid]')`)
	}
	if js[string](ann, `location.pathname`) == first {
		t.Error("there is no rematch")
	}
}

// TestInvitation invites a friend by a link that is also a QR code, to a private game and by an open
// challenge, which a guest accepts if it is casual.
func TestInvitation(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, eve := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Eve", phone).withoutRules()
	ann.open("/rules/chess")
	ann.signsUp("Ann_invites")
	ann.open("/signin")
	ann.sees("You are signed in as")
	private := ann.invite("chess", "Clock", "Rated")
	ann.press("QR code")
	ann.until("the code is there", `document.querySelector('figure img')?.naturalWidth > 200 && `+
		`document.querySelector('figure img').getAttribute('src') === '/api/games/`+private[len("/game/"):]+`/qr.png'`)
	ann.inBothThemes("an invitation", "invitation")
	eve.open(private)
	eve.sees("Sign in to join this rated game.")
	eve.accessible("an invitation to a rated game")
	eve.shoot("invitation-rated-phone")

	open := func(terms string) string {
		return "/challenge/" +
			ann.asks("POST", "/api/challenge/open", `{`+terms+`,"clock":{"limit":300,"increment":3}}`, "a.id")
	}
	rated, casual := open(`"rated":true`), open(`"rules":"noAbort,noRematch"`)
	eve.open(rated)
	eve.sees("This game is rated: sign in to accept.")
	eve.until("signing in comes back",
		`[...document.querySelectorAll('main a')].some((a) => a.getAttribute('href') === '/signin?next=`+rated+`')`)
	eve.shoot("challenge-open-rated-phone")
	ann.open(casual)
	ann.sees("The first player who accepts plays.")
	ann.press("QR code")
	ann.until("the code is there", `document.querySelector('figure img')?.naturalWidth > 200`)
	ann.shoot("challenge-open")
	eve.open(casual)
	eve.until("the terms are there", `document.querySelector('.terms svg')`)
	eve.sees("Neither player can abort the game")
	eve.inBothThemes("an open challenge", "challenge-open-phone")
	eve.press("Accept")
	eve.path()
	ann.path()
	eve.press("Resign")
	eve.sees("Resign the game?")
	eve.press("Resign")
	for _, p := range []*person{ann, eve} {
		p.sees("resignation")
		p.until("the game has no rematch",
			`![...document.querySelectorAll('button')].some((b) => /Rematch/.test(b.innerText))`)
	}

	ann.open(rated)
	ann.press("Withdraw the challenge")
	ann.sees("The challenge was withdrawn.")
	eve.open(rated)
	eve.sees("The challenge was withdrawn.")
	eve.mayFail("/api/challenges/", "/challenge/")
	eve.open("/challenge/doesnotexist")
	eve.sees("Challenge not found")
	eve.shoot("challenge-missing-phone")
}
