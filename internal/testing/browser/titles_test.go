package browser

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/wane-chess/wane/internal/server/auth"
)

// TestTitles gives a player a title on the page for admins, and looks for it wherever the player's name is.
func TestTitles(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, _ := startIn(t, dir, 1)
	ann := newPerson(t, n.URL(), "Ann", phone).withoutRules()
	mia := newPerson(t, n.URL(), "Mia", desktop).withoutRules()
	for _, p := range []*person{ann, mia} {
		p.open("/about")
		p.signsUp(p.name + "_title")
	}
	mia.becomes(dir, auth.Admin)
	mia.asks("POST", "/api/account/confirm", `{"password":"four random words of a test"}`, "a.me.name")

	mia.open("/admin")
	mia.press("Accounts")
	mia.pressOn("the title of Ann", `document.querySelector('[aria-label="Title of Ann_title"]')`, mia.pressAt)
	mia.insert("wgm")
	mia.keys(kb.Tab)
	if js[bool](mia, `!!document.querySelector('.sure')`) {
		t.Error("the page asks before the title is set")
	}
	mia.keys(kb.Enter) // the button has the focus
	mia.sees("Change the title? Ann_title: WGM")
	mia.press("Yes")
	mia.until("the title is there", titled(`.who`))
	mia.inBothThemes("accounts with titles", "titles-admin")

	ann.until("Ann knows it", `fetch('/api/me').then((r) => r.json()).then((m) => m.account.title === 'WGM')`)
	game := begins(ann, mia, "shrink", true).game
	id := fmt.Sprintf("titles-%d", time.Now().UnixNano())
	mia.asks("POST", "/api/tournaments", fmt.Sprintf(`{"id":%q,"system":"arena","name":"Tea","variant":"shrink",`+
		`"control":{"base":60000},"starts":%d,"minutes":10}`, id, time.Now().Add(time.Hour).UnixMilli()), "a.id")
	ann.asks("POST", "/api/tournaments/"+id+"/join", `{}`, "a.mine.joined")
	for path, places := range map[string][]string{
		"/game/" + game:      {".bar", ".name"},
		"/":                  {".players"},
		"/@/Ann_title":       {"h1"},
		"/tournaments/" + id: {"th"},
	} {
		mia.open(path)
		for _, place := range places {
			mia.until("the title is at "+place+" of "+path, titled(place))
		}
	}
	ann.open("/game/" + game)
	ann.until("the title is on a phone", titled(".name"))
	ann.inBothThemes("a game of a titled player", "titles-game-phone")
	ann.open("/tournaments/" + id)
	ann.until("the title is in the standings", titled("th"))
	ann.inBothThemes("a tournament with a titled player", "titles-tournament-phone")
	mia.open("/@/Ann_title")
	mia.until("the title is at the profile", titled("h1"))
	mia.inBothThemes("the profile of a titled player", "titles-profile")
}

// titled is an expression: an element of a page has the title before the name.
func titled(place string) string {
	return `[...document.querySelectorAll(` + quote(place) + `)].some((e) => /WGM\s+Ann_title/.test(e.innerText) &&
		/Woman Grandmaster/.test(e.innerText) && e.querySelector('[title="Woman Grandmaster"]'))`
}
