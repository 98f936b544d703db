package browser

import (
	"errors"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/node"
)

// moderates makes a person's account a moderator; see becomes.
func (p *person) moderates(dir string) {
	p.t.Helper()
	p.becomes(dir, auth.Moderator)
}

// becomes gives a person's account a role, on a server with its data in a folder, and waits until the server knows it.
func (p *person) becomes(dir string, role auth.Role) {
	p.t.Helper()
	key := js[string](p, `fetch('/api/me').then((r) => r.json()).then((m) => m.account.key)`)
	operator, err := node.OpenAdmin(p.t.Context(), config(dir, 1), "test")
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := operator.Accounts.User(p.t.Context(), key)
	if err == nil {
		err = operator.Accounts.SetRole(p.t.Context(), r.ID, role)
	}
	if err := errors.Join(err, operator.Shut()); err != nil {
		p.t.Fatalf("make %s a %s: %v", key, role, err)
	}
	p.until("the role is known", `fetch('/api/me').then((r) => r.json())
		.then((m) => m.account.role === '`+string(role)+`')`)
}

// reportLooks are the windows in which the pages with reports are looked at.
var reportLooks = []look{{width: 844, height: 390}, {width: 1280, height: 800}, {width: 390, height: 844}}

// TestReports reports a message of the chat and the text of a study; a moderator finds both and mutes who
// wrote them. Others do not find the page for moderators.
func TestReports(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, _ := startIn(t, dir, 1)
	base := n.URL()
	ann := newPerson(t, base, "Ann", phone).withoutRules()
	eve := newPerson(t, base, "Eve", desktop).withoutRules()
	mia := newPerson(t, base, "Mia", desktop).withoutRules()
	for _, p := range []*person{ann, eve, mia} {
		p.open("/about")
		p.signsUp(p.name + "_reports")
	}
	mia.moderates(dir)

	game := begins(ann, eve, "shrink", false).game
	eve.asks("POST", "/api/games/"+game+"/chat", `{"id":"a-message-of-eve","room":"players","preset":"hello"}`, "a.seq")
	ann.open("/signin") // the page learns of the account
	ann.sees("You are signed in as")
	ann.open("/game/" + game)
	ann.press("Chat")
	ann.pressOn("the author of the message", `document.querySelector('.message .name')`, ann.pressAt)
	ann.accessible("the menu of a player")
	ann.shoot("player-menu")
	ann.press("Report")
	ann.write("In a few words", "Not even a good morning.")
	ann.inBothThemes("the report of a player", "report")
	ann.press("Send")
	ann.sees("A moderator will look at it.")
	ann.open("/admin")
	ann.sees("Page not found")

	// Ida reports what Eve wrote into a study.
	ida := newPerson(t, base, "Ida", desktop).withoutRules().signedIn("Ida_reports")
	study := eve.shareStudy("reported", `"pgn":"[Variant \"Chess\"]\n\n1. e4 {Read this and weep.} e5 *"`)
	for _, l := range reportLooks {
		ida.look.width, ida.look.height = l.width, l.height
		ida.do(chromedp.EmulateViewport(l.width, l.height))
		ida.open(study)
		ida.panel("Share")
		ida.find("Report Eve_reports")
		ida.inBothThemes("the people of a study", fmt.Sprintf("study-people-%d", l.width))
	}
	ida.press("Report Eve_reports")
	ida.write("In a few words", "The comment is unkind.")
	ida.inBothThemes("the report of a study", "report-study")
	ida.press("Send")
	ida.sees("A moderator will look at it.")

	mia.open("/signin")
	mia.sees("You are signed in as")
	mia.open("/admin")
	mia.sees("2 reports")
	mia.inBothThemes("the queue of moderators", "admin-reports")
	mia.press("Eve_reports")
	mia.sees("Not even a good morning.")
	mia.sees("The comment is unkind.")
	mia.until("the report leads to the study", `document.querySelector('article li.reported a[href="`+study+`"]')`)
	mia.sees("reported")
	mia.press("Mute")
	mia.inBothThemes("the reports on a player", "admin-player")
	mia.press("Mute the player")
	mia.sees("muted until")
	mia.sees("No report is open.")
	mia.press("Accounts")
	mia.sees("Reports and log")
	mia.inBothThemes("the accounts", "admin-users")
	mia.press("Log")
	mia.sees("decided reports")
	mia.narrow("the log of moderators")
	eve.mayFail("/chat")
	code := js[string](eve, `fetch('/api/games/`+game+`/chat', {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: '{"id":"another-of-eve","room":"players","preset":"good-luck"}',
	}).then((r) => r.json()).then((a) => a.code)`)
	if code != "muted" {
		t.Errorf("who is muted writes: %q", code)
	}
}
