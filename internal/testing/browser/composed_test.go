package browser

import (
	"testing"

	"github.com/wane-chess/wane/internal/server/auth"
)

// TestComposedPuzzle publishes a puzzle, and opens it as its author and as another player: both see the author with a
// title, the player can report the note, and the author can withdraw the puzzle.
func TestComposedPuzzle(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, restart := startIn(t, dir, 1)
	ann := newPerson(t, n.URL(), "Ann", desktop).withoutRules()
	ben := newPerson(t, n.URL(), "Ben", phone).withoutRules()
	for _, p := range []*person{ann, ben} {
		p.open("/about")
		p.signsUp(p.name + "_composed")
	}
	older(t, dir)
	for _, p := range []*person{ann, ben} {
		p.mayFail(n.Addr().String())
	}
	restart() // the server forgets how old it thinks the accounts are
	ann.becomes(dir, auth.Admin)
	ann.asks("POST", "/api/account/confirm", `{"password":"four random words of a test"}`, "a.me.name")
	ann.asks("PUT", "/api/admin/users/Ben_composed/title", `{"value":"WGM"}`, "a.name")
	for _, p := range []*person{ann, ben} {
		p.open("/signin") // the page learns of the account
		p.sees("You are signed in as")
	}
	puzzle := ben.asks("POST", "/api/puzzles",
		`{"variant":"chess","fen":"6k1/5ppp/8/8/8/8/1P6/R5K1 w - - 0 1","note":"My first one."}`, "a.id")
	const author = `document.querySelector('.result .player')`
	const title = `/^Composed by\s+Woman Grandmaster\s+WGM\s+Ben_composed$/m.test(` + author + `?.parentElement.innerText)`

	for _, p := range []*person{ann, ben} {
		p.open("/puzzles/" + puzzle)
		p.press("Show the solution")
		p.until("the author has a title", title)
		p.until("the name leads to the author",
			author+`.querySelector('a').getAttribute('href') === '/@/Ben_composed'`)
		p.sees("My first one.")
	}
	ann.find("Report Ben_composed")
	ann.inBothThemes("a composed puzzle", "puzzle-composed")
	ben.inBothThemes("a composed puzzle, as its author", "puzzle-composed-author")
	if js[bool](ann, `!!`+byName("Delete this puzzle")) {
		t.Error("another player can withdraw the puzzle")
	}
	if js[bool](ben, `!!`+byName("Report Ben_composed")) {
		t.Error("the author can report the note")
	}
	ben.press("Delete this puzzle")
	ben.sees("The puzzle is deleted.")
}
