package browser

import (
	"fmt"
	"testing"
	"time"
)

// talks opens the chat of the page, unless it is open.
func (p *person) talks() {
	p.t.Helper()
	p.until("the chat opens", `(() => { const b = document.querySelector('.chat [aria-expanded]'); `+
		`if (b?.ariaExpanded === 'false') b.click(); return b?.ariaExpanded === 'true' })()`)
}

// hears waits until the chat of the page has a text.
func (p *person) hears(text string) {
	p.t.Helper()
	p.until("the chat has "+text, `document.querySelector('.chat [role=log]')?.innerText.includes(`+quote(text)+`)`)
}

// writes sends a text in the chat of the page, by the keyboard.
func (p *person) writes(text string) {
	p.t.Helper()
	p.until("there is a field for a message",
		`(() => { const i = document.querySelector('.chat input'); i?.focus(); return !!i })()`)
	p.insert(text)
	p.keys("\r")
	p.until("the field is empty", `document.querySelector('.chat input')?.value === ''`)
}

// TestChats has two people write to each other in a tournament and in a study, before the eyes of a guest. On a phone
// the chat is closed at first, and counts what is unread.
func TestChats(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, restart := startIn(t, dir, 0)
	ann, ben := newPerson(t, n.URL(), "Ann", desktop).withoutRules(), newPerson(t, n.URL(), "Ben", phone).withoutRules()
	guest := newPerson(t, n.URL(), "Gus", desktop).withoutRules()
	for _, p := range []*person{ann, ben} {
		p.open("/rules/chess")
		p.signsUp(p.name + "_chats")
		p.mayFail(n.Addr().String())
	}
	old(t, dir, restart)
	for _, p := range []*person{ann, ben} {
		p.open("/signin") // the page learns of the account
		p.sees("You are signed in as")
	}

	cup := "/tournaments/cup-of-ann-1"
	ann.asks("POST", "/api/tournaments", fmt.Sprintf(`{"id":"cup-of-ann-1","system":"arena","name":"Friday",`+
		`"variant":"shrink","control":{"base":60000},"starts":%d,"minutes":10}`,
		time.Now().Add(time.Hour).UnixMilli()), "a.id")
	for _, p := range []*person{ann, ben, guest} {
		p.open(cup)
	}
	ann.talks()
	guest.talks()
	guest.sees("Only accounts write here.")
	ben.until("the chat is closed", `document.querySelector('.chat [aria-expanded=false]')`)
	ann.writes("Who plays?")
	ben.until("a message is unread", `document.querySelector('.chat .badge')?.innerText.startsWith('1')`)
	ben.narrow("a tournament with a closed chat")
	ben.shoot("tournament-chat-closed-phone")
	ben.talks()
	ben.hears("Who plays?")
	ben.writes("I do")
	for _, p := range []*person{ann, guest} {
		p.hears("I do")
	}
	ann.inBothThemes("the chat of a tournament", "tournament-chat")
	ben.narrow("the chat of a tournament")
	ben.inBothThemes("the chat of a tournament on a phone", "tournament-chat-phone")
	guest.shoot("tournament-chat-guest")

	study := ann.shareStudy("chat-of-ann", chapterOfChess)
	ann.joins(study, "Ben_chats", "reader")
	for _, p := range []*person{ann, ben, guest} {
		p.open(study)
		p.until("the study is there", `document.querySelector('.workspace [role=grid]')`)
	}
	for _, p := range []*person{ann, ben, guest} {
		p.talks()
	}
	guest.sees("Only members of the study write here.")
	ben.writes("What is the plan?")
	ann.hears("What is the plan?")
	ann.writes("To mate.")
	for _, p := range []*person{ben, guest} {
		p.hears("To mate.")
	}
	ann.inBothThemes("the chat of a study", "study-chat")
	ben.narrow("the chat of a study")
	ben.inBothThemes("the chat of a study on a phone", "study-chat-phone")
}
