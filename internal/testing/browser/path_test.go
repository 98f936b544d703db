package browser

import (
	"strings"
	"testing"
)

// TestPath has new users do what they come for, with as few presses as a regular of a large site is used to.
// TestReviewInPlace has the one from the end of a game to the better move, TestRematch the two to a rematch from
// another page, and TestClubNight the arena.
func TestPath(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone)

	// One press begins a game against the computer; the next is the first move.
	ann.open("/")
	ann.press("Play Shrink Chess against the computer, level 1")
	game := ann.path()
	byDrag(ann, "e2", "e4")
	ann.until("the move is made", `document.querySelector('.moves [data-ply="1"]')`)
	if f := record(t, base, game); len(moves(f)) == 0 || f.Game.Black.Level != 1 {
		t.Errorf("%+v", f.Game)
	}

	// A player who only knows chess reads less than a minute before the first puzzle is solved: 200 words a minute.
	ann.press("Puzzles")
	ann.sees("Mate in 1.")
	ann.sees("A rank or file that a move leaves empty disappears")
	read := len(strings.Fields(js[string](ann, `document.querySelector('main').innerText`)))
	if read > 200 {
		t.Errorf("the page of the first puzzle has %d words", read)
	}
	t.Logf("the first puzzle: %d words", read)
	ann.solveThis(shown(t, "shrink", js[page](ann, readPage).Board), byClick).finish()
	ann.until("it is solved", verdict+` === 'Solved!'`)
	ann.press("Next puzzle")
	ann.until("the rule is known", `document.querySelector('.task') && !document.querySelector('.rule')`)

	for _, p := range []*person{ann, ben} {
		p.signedIn(p.name + "_path")
	}
	// The own page is one press away.
	ann.open("/")
	ann.pressOn("the name of the user", `document.querySelector('header a.profile')`, ann.pressAt)
	ann.until("it is the page of the user", `location.pathname === '/@/Ann_path' && document.querySelector('main h1')`)

	// A friend's invitation is answered from any page: to a game with one press, to a study with one as well.
	ben.follows("/about")
	ann.asks("POST", "/api/challenges", `{"id":"a-path-to-a-game","player":"Ben_path","variant":"chess",`+
		`"control":{"base":300000},"color":"white"}`, "a.id")
	ben.sees("Ann_path challenges you")
	ben.press("Accept")
	ben.path()
	ben.follows("/help")
	study := ann.shareStudy("a-path-to-study-1", chapterOfChess)
	ann.joins(study, "Ben_path", "contributor")
	ben.sees("Ann_path invites you to a study.")
	ben.press("View")
	ben.until("the study is there",
		`location.pathname.startsWith(`+quote(study)+`) && document.querySelector('[role=grid]')`)
}
