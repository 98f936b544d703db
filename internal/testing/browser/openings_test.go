package browser

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/node"
)

// old makes all accounts of a server older than a day. It restarts the server, which remembers them for seconds.
func old(t *testing.T, dir string, restart func()) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "wane.db")+"?_pragma=busy_timeout(10000)")
	if err == nil {
		_, err = db.ExecContext(t.Context(), "UPDATE accounts SET created = created - ?", (48 * time.Hour).Milliseconds())
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	restart()
}

// exploresNames opens the names of a line in the explorer on the analysis board.
func (p *person) exploresNames(line, summary string) {
	p.t.Helper()
	p.open("/analysis/chess?moves=" + line)
	p.until("the explorer is open",
		`document.querySelector('.explorer[aria-busy=false]') || !document.querySelector('#tab-explorer')?.click() && false`)
	if summary == "" {
		return
	}
	p.press(summary)
	p.until("the names are loaded", `document.querySelector('.names form, .names ul, .names .note')`)
}

// TestOpeningNames proposes a name for an opening; others vote, and all see it, by any order of moves and after a game.
func TestOpeningNames(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, restart := startIn(t, dir, 1)
	base := n.URL()
	ann, ben, cy, guest, mia := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone),
		newPerson(t, base, "Cy", night), newPerson(t, base, "Gus", phone), newPerson(t, base, "Mia", phone)
	for _, p := range []*person{ann, ben, cy, mia} {
		p.calls()
		p.signsUp(p.name + "_names")
	}
	operator, err := node.OpenAdmin(t.Context(), config(dir, 1), "test")
	if err != nil {
		t.Fatal(err)
	}
	r, err := operator.Accounts.User(t.Context(), "mia_names")
	if err == nil {
		err = operator.Accounts.SetRole(t.Context(), r.ID, auth.Moderator)
	}
	if err := errors.Join(err, operator.Shut()); err != nil {
		t.Fatal(err)
	}
	old(t, dir, restart)

	ann.exploresNames("e2e4_c7c5_g1f3", "Propose a name")
	ann.sees("No names have been proposed for this position.")
	ann.mayFail("/openings/names")
	ann.write("Name (3–60 characters)", "Shit opening")
	ann.press("Propose")
	ann.sees("Please write it in a friendlier way.")
	ann.write("Name (3–60 characters)", "The Lion’s Leap")
	ann.press("Propose")
	ann.until("the proposal is listed", `document.querySelector('.names li .name')?.innerText === 'The Lion’s Leap'`)
	ann.until("it has the vote of its author", `document.querySelector('.names [aria-pressed=true]')`)
	ann.inBothThemes("a proposed name", "openings-proposed")

	for _, p := range []*person{ben, cy} {
		p.exploresNames("g1f3_c7c5_e2e4", "Propose a name")
		p.press("Vote for The Lion’s Leap")
		p.until("the vote counts", `document.querySelector('.names [aria-pressed=true]')`)
		p.inBothThemes("a vote for a name", "openings-vote-"+p.name)
	}
	for _, p := range []*person{cy, ben} {
		for _, line := range []string{"e2e4_c7c5_g1f3", "g1f3_c7c5_e2e4", "e2e4_c7c5_g1f3_b8c6"} {
			p.exploresNames(line, "")
			p.until("the opening has the name after "+line,
				`document.querySelector('.explorer .opening bdi')?.innerText === 'The Lion’s Leap'`)
		}
		p.accessible("a named opening")
		p.shoot("openings-named-" + p.name)
	}
	cy.exploresNames("d2d4", "")
	cy.until("the opening has no name",
		`document.querySelector('.explorer') && !document.querySelector('.explorer .opening')`)

	guest.exploresNames("e2e4_c7c5_g1f3", "Other names")
	guest.sees("Accounts that are older than a day propose names and vote.")
	guest.accessible("names for a guest")
	guest.shoot("openings-guest")

	game := finishes(ann, ben, "chess", true, "e4", "c5", "Nf3")
	for _, p := range []*person{guest, cy} {
		p.open("/game/" + game)
		p.until("the game has an opening", `document.querySelector('.about .opening bdi')?.innerText === 'The Lion’s Leap'`)
		p.inBothThemes("a finished game with an opening", "openings-game-"+p.name)
	}
	cy.press("Analyze")
	cy.until("the moves are there", `document.querySelector('#panel-moves .tree')?.innerText.includes('Nf3')`)
	cy.press("First move")
	cy.press("Next move")
	cy.until("the first move has no name", `!document.querySelector('#panel-moves .opening p')`)
	cy.press("Last move")
	cy.until("the analysis has the name",
		`document.querySelector('#panel-moves .opening bdi')?.innerText === 'The Lion’s Leap'`)
	cy.press("Moves")
	cy.inBothThemes("the analysis of a game with an opening", "openings-analysis")

	mia.exploresNames("e2e4_c7c5_g1f3", "Other names")
	mia.press("Settle")
	mia.sees("settled by moderators")
	mia.inBothThemes("the names for a moderator", "openings-moderator")
	mia.press("Report the name The Lion’s Leap")
	mia.until("the report says which name",
		`document.querySelector('dialog[open] textarea')?.value.includes('The Lion’s Leap')`)
	mia.shoot("openings-report")
	mia.press("Cancel")
	mia.press("Hide")
	mia.sees("hidden")
	guest.exploresNames("e2e4_c7c5_g1f3", "Propose a name")
	guest.sees("No names have been proposed for this position.")
}
