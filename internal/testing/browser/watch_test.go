package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// channel is the board of a channel on the page Watch.
func channel(title string) string {
	return `[...document.querySelectorAll('article')].find((a) => a.querySelector('h2 a')?.innerText === ` +
		quote(title) + `)`
}

// TestWatch has two users play while a third watches: the page shows the moves, the end, and the next game, and
// so do the large board of the channel and the board for streams.
func TestWatch(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", desktop).withoutRules()
	for _, p := range []*person{ann, ben} {
		p.open("/rules/chess")
		p.calls()
	}
	eve, kim := newPerson(t, base, "Eve", desktop).withoutRules(), newPerson(t, base, "Kim", phone).withoutRules()
	eve.open("/watch")
	eve.until("the channels are there", `document.querySelectorAll('article').length >= 6`)
	eve.sees("No game yet.")
	eve.sees("No game has a review yet.")

	first := begins(ann, ben, "shrink", true, "e2e4")
	eve.within(20*time.Second, "the game is on the board", channel("Shrink")+`?.querySelector('a[href="/game/`+first.game+
		`"]') && `+channel("Shrink")+`.innerText.includes('1. e4')`)
	first.do(ben, `"order":"move","move":"d7d5","ply":1`)
	eve.until("the next move is there",
		channel("Shrink")+`.innerText.includes('1… d5') && `+channel("Shrink")+`.querySelectorAll('.clock').length === 2`)
	begins(ben, ann, "diminuendo:pbnrqk", true, "c3c4")
	begins(ann, ben, "cheshire", true, "e2e4")
	eve.within(20*time.Second, "a ranking is on the channel of its family",
		channel("Diminuendo")+`?.innerText.includes('live')`)
	eve.inBothThemes("watching", "watch-desktop")
	kim.open("/watch")
	kim.until("the boards are there", `document.querySelectorAll('article .board svg').length >= 3`)
	kim.narrow("watching")
	kim.inBothThemes("watching", "watch-phone")

	kim.open("/watch/cheshire")
	kim.until("the large board is there", `document.querySelectorAll('[role=gridcell]').length > 60`)
	kim.narrow("a channel")
	kim.inBothThemes("a channel", "watch-channel-phone")
	kim.do(chromedp.EmulateViewport(844, 390))
	kim.shoot("watch-channel-sideways")
	kim.open("/watch")
	kim.until("the boards are there", `document.querySelectorAll('article .board svg').length >= 3`)
	kim.narrow("watching sideways")
	kim.shoot("watch-sideways")

	// The large board, the stream, and the page go to the next game.
	second := begins(ben, ann, "shrink", true, "d2d4")
	ada := newPerson(t, base, "Ada", desktop).withoutRules()
	ada.open("/watch/shrink")
	ada.until("the large board is there",
		`document.querySelectorAll('[role=gridcell]').length === 64 && document.querySelector('a[href="/game/`+
			first.game+`"]')`)
	ada.until("the title says that it is live", `document.title.includes('Shrink Chess: live')`)
	ada.inBothThemes("a channel", "watch-channel-desktop")
	ada.press("Show it in a stream …")
	ada.press("Transparent")
	ada.until("the code is there", `document.querySelector('dialog `+
		`textarea')?.value.includes('/embed/watch/shrink?theme=light&amp;background=transparent')`)
	ada.accessible("the code for streams")
	ada.shoot("watch-share")
	code := js[string](ada, `document.querySelector('dialog textarea').value`)
	ada.press("Close")

	dan := newPerson(t, base, "Dan", desktop).withoutRules()
	dan.do(chromedp.Navigate(foreign(t, "<body style='margin:8px;background:#486'><p>Another site</p>"+code)))
	stream := dan.inFrame("iframe", "/embed/watch/")
	stream.until("the board is there",
		`document.querySelectorAll('[role=gridcell]').length === 64 && document.querySelectorAll('.clock').length === 2 && `+
			`document.querySelector('[data-name=d5]')?.ariaLabel?.includes('pawn') !== false`)
	stream.accessible("a board for streams")
	dan.shoot("watch-stream")

	first.do(ann, `"order":"resign"`)
	for _, p := range []*person{eve, ada} {
		p.sees("The next game follows")
	}
	ada.until("a finished game is not live", `!(document.title + document.querySelector('h1').innerText).includes('live')`)
	stream.sees("Black wins: resignation")
	for _, p := range []*person{eve, ada, stream.person} {
		p.within(40*time.Second, "the next game is there", `document.querySelector('a[href="/game/`+second.game+`"]')`)
	}
	second.do(ann, `"order":"move","move":"d7d5","ply":1`)
	eve.until("its next move is there", channel("Shrink")+`.innerText.includes('1… d5')`)
	ada.until("its next move is there", `document.querySelector('.moves').innerText.includes('d5')`)
	if kept := dan.cookies(); len(kept) > 0 {
		t.Errorf("the board has left cookies: %v", kept)
	}

	// Ann plays the game herself: she does not see it move, so that Ben does not see her there.
	ann.open("/watch")
	ann.until("her own game is named", channel("Shrink")+`?.innerText.includes('Your game')`)
}

// TestReviewedGames shows reviewed games with the move that decided them, and the feed.
func TestReviewedGames(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone).withoutRules()
	for _, p := range []*person{ann, ben} {
		p.open("/rules/chess")
		p.calls()
	}
	game := finishes(ann, ben, "chess", true, "e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6")
	ann.archived(1)
	ann.open("/game/" + game + "/analysis")
	ann.press("Review")
	ann.press("Request a computer analysis")
	ann.within(60*time.Second, "the review is finished", `document.body.innerText.includes('Winning chances')`)
	for _, p := range []*person{ann, ben} {
		p.open("/watch")
		p.until("the game is there",
			`document.querySelector('section[aria-labelledby=reviewed] a.cover[href="/game/`+game+`/analysis"]')`)
		p.until("its board is there", `document.querySelector('section[aria-labelledby=reviewed] .board svg')`)
		p.narrow("reviewed games")
		js[bool](p, `!document.querySelector('section[aria-labelledby=reviewed]').scrollIntoView()`)
		p.inBothThemes("reviewed games", "watch-reviews-"+p.name)
		p.sees("Decisive: 3… Nf6?? instead of")
	}
	if feed := js[string](ann,
		`fetch('/api/reviews.atom').then((r) => r.text())`); !strings.Contains(feed, fmt.Sprintf("/game/%s/analysis", game)) {
		t.Errorf("the feed is %s", feed)
	}
}
