package browser

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// signedIn opens a page as an account.
func (p *person) signedIn(name string) *person {
	p.t.Helper()
	p.open("/rules/chess")
	p.signsUp(name)
	p.open("/signin") // the page learns of the account
	p.sees("You are signed in as")
	return p
}

// shareStudy creates a study with one chapter through the API, and returns its address.
func (p *person) shareStudy(id, more string) string {
	p.t.Helper()
	p.asks("POST", "/api/studies",
		fmt.Sprintf(`{"id":%q,"name":"Endings together","visibility":"unlisted",%s}`, id, more), "a.id")
	return "/studies/" + id
}

// joins gives another account a role in a study.
func (p *person) joins(study, player, role string) {
	p.t.Helper()
	p.asks("POST", "/api"+study+"/commands",
		fmt.Sprintf(`{"since":0,"commands":[{"kind":"role","base":0,"player":%q,"role":%q}]}`, player, role),
		"a.rejected.join() || 'done'")
}

// sent waits until the server has all changes.
func (p *person) sent() {
	p.t.Helper()
	p.until("all changes are saved",
		`document.querySelector('#panel-moves [role=status]')?.innerText.includes('All changes are saved')`)
}

// ownText is a function that returns the text of an element without that of those in it.
const ownText = `((e) => [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join('').trim())`

// goes shows a move of the list.
func (p *person) goes(san string) {
	p.t.Helper()
	p.until("the move is in the list",
		`((b) => (b?.click(), !!b))([...document.querySelectorAll('.tree button')].find((b) => `+ownText+`(b) === `+
			quote(san)+`))`)
}

// line waits until the list has these moves, among other things.
func (p *person) line(want string) {
	p.t.Helper()
	p.until("the moves are "+want,
		`[...document.querySelectorAll('.tree button')].map(`+ownText+`).join(' ') === `+quote(want))
}

// older makes all accounts of a server two days older.
func older(t *testing.T, dir string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(t.Context(), "UPDATE accounts SET created = created - 2*24*60*60*1000"); err != nil {
		t.Fatal(err)
	}
}

const chapterOfChess = `"chapters":[{"chapter":"one","head":{"name":"First","variant":"chess"}}]`

// TestSharedStudy has two people edit a chapter: they see each other's moves, arrows and comments, also
// after one of them was offline.
func TestSharedStudy(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	net := connect(t, strings.TrimPrefix(base, "http://"))
	ann, ben := newPerson(t, base, "Ann", desktop).signedIn("Ann_study"),
		newPerson(t, net.url(), "Ben", desktop).signedIn("Ben_study")

	ann.open("/studies")
	ann.sees("You have no analyses or studies yet.")
	ann.press("New")
	ann.inBothThemes("the choice of what to make", "studies-new")
	ann.press("Study")
	ann.until("the form is there", `location.pathname === '/studies/new' && document.querySelector('form select option')`)
	ann.inBothThemes("the form of a study", "study-form")
	ann.write("Name", "Openings")
	ann.press("Create study")
	ann.until("the study is there",
		`/^.studies.[\w-]{8,}$/.test(location.pathname) && document.querySelector('[role=grid]')`)
	study := js[string](ann, `location.pathname`)
	ann.panel("Share")
	ann.write("Name of the account", "Ben_study")
	ann.press("Add")
	ann.sees("Ben_study was added.")
	ann.panel("Moves")

	ben.open(study)
	ben.until("the study is there", `document.querySelector('.workspace [role=grid]')`)
	ann.plays("e2-e4", "e7-e5")
	ben.line("Start e4 e5")
	ben.goes("e4")
	ben.draws("d2", "d4")
	ben.write("Comment on 1. e4", "takes the center")
	ann.goes("e4")
	ann.until("the comment is there", `document.querySelector('.tree .note')?.innerText === 'Ben_study: takes the center'`)
	ann.until("the arrow is there", `document.querySelector('.tree [aria-current] .drawn')`)
	ann.until("Ben is at that move",
		`document.querySelector('.tree [aria-current] .standing')?.innerText.includes('Ben_study is here')`)
	ann.write("Comment on 1. e4", "best by test")
	ben.until("both comments are there", `[...document.querySelectorAll('.tree .note')].map((e) => `+
		`e.innerText).join('|') === 'takes the center|Ann_study: best by test'`)
	ann.inBothThemes("a study of two people", "study-shared")
	// Undoing a deletion brings back what others have written, too.
	ann.press("Delete from here")
	ben.line("Start")
	ann.press("Undo")
	ben.until("both comments are there again", `[...document.querySelectorAll('.tree .note')].map((e) => `+
		`e.innerText).join('|') === 'takes the center|Ann_study: best by test'`)
	ann.until("the arrow is there again", `document.querySelector('.tree .drawn')`)
	ann.panel("Chapters")
	ann.sees("Here now")
	ann.inBothThemes("the chapters of a study", "study-chapters")
	ann.panel("Share")
	ann.inBothThemes("the people of a study", "study-people")
	ann.panel("Moves")

	net.fail(ben, false)
	ben.goes("e5")
	ben.plays("g1-f3")
	ben.until("it says that it is offline",
		`document.querySelector('.problem')?.innerText.includes('kept in this browser and sent later')`)
	ben.write("Comment on 2. Nf3", "from the train")
	ann.goes("e5")
	ann.plays("f1-c4")
	ann.sent()
	net.restore()
	for _, p := range []*person{ann, ben} {
		p.until("the moves of both are there",
			`['Nf3', 'Bc4'].every((m) => document.querySelector('.tree').innerText.includes(m)) && `+
				`document.querySelector('.tree').innerText.includes('from the train')`)
	}
	ben.sent()
	// Without the names of those who look at a move, which come and go.
	const moves = `(() => {
		const tree = document.querySelector('.tree').cloneNode(true)
		tree.querySelectorAll('.standing').forEach((e) => e.remove())
		return tree.textContent.replaceAll(/(Ann|Ben)_study:?|\s/g, '')
	})()`
	if a, b := js[string](ann, moves), js[string](ben, moves); len(a) != len(b) {
		t.Errorf("the two see different moves:\n%s\n%s", a, b)
	}

	pgn := js[string](ann, `fetch('/api' + location.pathname + '/pgn').then((r) => r.text())`)
	for _, want := range []string{"Nf3", "Bc4", "Ann_study: best by test", "[%cal Gd2d4]"} {
		if !strings.Contains(pgn, want) {
			t.Errorf("the PGN lacks %s:\n%s", want, pgn)
		}
	}
	copied := ann.shareStudy("from-pgn", fmt.Sprintf(`"pgn":%q`, pgn))
	ann.open(copied)
	ann.until("the moves are there",
		`['Nf3', 'Bc4', 'best by test'].every((m) => document.querySelector('.tree')?.innerText.includes(m))`)
}

// TestStudyReader reads a study of another account: moves that the reader tries stay on the page, and
// comments are for all.
func TestStudyReader(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, restart := startIn(t, dir, 1)
	base := n.URL()
	ann, ben := newPerson(t, base, "Ann", desktop).signedIn("Ann_reads"),
		newPerson(t, base, "Ben", phone).signedIn("Ben_reads")
	study := ann.shareStudy("for-readers", chapterOfChess)
	ben.follows("/about")
	ann.joins(study, "Ben_reads", "reader")
	ben.sees("Ann_reads invites you to a study.")
	ben.inBothThemes("an invitation to a study", "study-invitation")
	ben.press("View")
	ben.until("the study is open", `location.pathname === '`+study+`'`)
	ann.open(study)
	ann.until("the study is there", `document.querySelector('.workspace [role=grid]')`)
	ann.plays("e2-e4")

	ben.open(study)
	ben.line("Start e4")
	ben.goes("e4")
	ben.plays("e7-e5")
	ben.until("the move is the reader's", `document.querySelector('.tree .local')?.innerText.startsWith('e5')`)
	ben.sees("Moves you try here are seen only by you.")
	ben.narrow("a study of a reader")
	ben.inBothThemes("a study of a reader", "study-reader")
	ben.press("Clear my moves")
	ben.line("Start e4")
	ben.goes("e4")
	ben.panel("Notes")
	// An insult is not accepted. What was typed is not lost.
	ben.write("Comment on 1. e4", "why not d4, asshole?")
	ben.sees("Not accepted: Please write it in a friendlier way.")
	ben.until("the text is there", `document.querySelector('.problem textarea')?.value === 'why not d4, asshole?'`)
	ben.narrow("a comment that was not accepted")
	ben.inBothThemes("a comment that was not accepted", "study-rejected")
	ben.press("Dismiss")
	older(t, dir)
	for _, p := range []*person{ann, ben} {
		p.mayFail(n.Addr().String())
	}
	restart() // the server forgets how old it thinks the accounts are
	ben.write("Comment on 1. e4", "why not d4?")
	ann.until("the comment is there", `document.querySelector('.tree .note')?.innerText === 'Ben_reads: why not d4?'`)
	for _, tab := range []string{"Chapters", "Share", "Moves"} {
		ben.panel(tab)
		ben.narrow("a study of a reader, " + tab)
		ben.shoot("study-reader-" + strings.ToLower(tab))
	}
}

// TestStudyHidden has a moderator hide a study: its owner sees that and cannot publish it, and others do not
// find it. Once the moderator lifts that, it is private, to the moderator too, and its owner publishes it again.
func TestStudyHidden(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, _ := startIn(t, dir, 1)
	base := n.URL()
	ann, ben, mia := newPerson(t, base, "Ann", desktop).signedIn("Ann_hides"), newPerson(t, base, "Ben", desktop),
		newPerson(t, base, "Mia", phone).signedIn("Mia_hides")
	mia.moderates(dir)
	study := ann.shareStudy("to-be-hidden", chapterOfChess)
	publish := func() string {
		return ann.asks("POST", "/api"+study+"/commands",
			`{"since":0,"commands":[{"kind":"settings","base":0,"settings":{"visibility":"unlisted"}}]}`,
			"a.rejected.join() || 'done'")
	}
	ann.open(study)
	ann.panel("Share")
	ben.open(study)
	ben.until("the study is found", `document.querySelector('.workspace [role=grid]')`)
	ben.mayFail("/api" + study)

	const hidden = "Moderators have hidden this study. It cannot be published until they lift that."
	mia.open(study)
	mia.panel("Share")
	mia.press("Hide this study")
	mia.sees(hidden)
	mia.narrow("a study that a moderator has hidden")
	mia.inBothThemes("a study that a moderator has hidden", "study-hidden")
	ann.sees(hidden)
	if said := publish(); !strings.HasPrefix(said, "Moderators have hidden this study.") {
		t.Errorf("its owner publishes a hidden study: %s", said)
	}
	ben.open(study)
	ben.sees("Study not found")

	mia.mayFail("/api" + study)
	mia.press("Let its owner publish it again")
	mia.until("the moderator is back at the list of studies", `location.pathname === '/studies'`)
	mia.open(study)
	mia.sees("Study not found")
	ann.until("the notice is gone",
		`document.querySelector('.share') && !document.body.innerText.includes(`+quote(hidden)+`)`)
	if said := publish(); said != "done" {
		t.Errorf("its owner cannot publish the study again: %s", said)
	}
	ben.open(study)
	ben.until("the study is found again", `document.querySelector('.workspace [role=grid]')`)
}

// TestStudyExercise solves a chapter whose moves are to be found.
func TestStudyExercise(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop).signedIn("Ann_asks"), newPerson(t, base, "Ben", phone)
	pgn := "[Variant \"Chess\"]\n[ChapterName \"Fool's mate\"]\n[ChapterMode \"find\"]\n[Orientation \"black\"]\n\n" +
		"1. f3 e5 ({Too slow.} 1... a6 {Look at the diagonal to the king.}) 2. g4 {Now!} Qh4# {Mate.} *"
	study := ann.shareStudy("exercise", fmt.Sprintf(`"pgn":%q`, pgn))
	ben.open(study)
	ben.sees("Find the moves of Black.")
	ben.until("White has moved", `document.querySelector('.said').innerText.includes('The reply is f3.')`)
	byTap(ben, "a7", "a6")
	ben.sees("Look at the diagonal to the king.")
	ben.inBothThemes("an exercise", "study-exercise")
	ben.press("Try again")
	ben.press("Hint")
	ben.sees("The marked piece moves.")
	byTap(ben, "e7", "e5")
	ben.sees("e5 is right. The reply is g4.")
	ben.sees("Now!")
	ben.press("Show the move")
	ben.sees("Done: 1 wrong move, 1 shown.")
	ben.narrow("an exercise")
	ben.press("Start again")
	ben.until("it begins again", `document.querySelector('.said').innerText.includes('The reply is f3.')`)
	ann.open(study)
	ann.press("Try it as a reader")
	ann.sees("Find the moves of Black.")
	ann.press("Back to editing")
	ann.until("the moves are there", `document.querySelector('.tree')?.innerText.includes('Qh4')`)
}

// TestStudyElsewhere embeds a chapter, copies a study, and finds it in the list.
func TestStudyElsewhere(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", look{width: 640, height: 480}).signedIn("Ann_shows"),
		newPerson(t, base, "Ben", look{width: 844, height: 390, touch: true}).signedIn("Ben_looks")
	study := ann.shareStudy("to-embed", fmt.Sprintf(`"pgn":%q`, "[Variant \"Chess\"]\n[ChapterName \"Main\"]\n\n"+
		"1. e4 {[%cal Ge2e4] King's pawn.} (1. d4 d5) e5 *\n\n[Variant \"Chess\"]\n[ChapterName \"More\"]\n\n1. c4 *"))
	ann.open("/embed" + strings.Replace(study, "studies", "study", 1))
	ann.until("the board is there", `document.querySelector('[role=grid]') && document.querySelector('.steps')`)
	ann.press("Next move")
	ann.sees("King's pawn.")
	ann.sees("Instead: 1. d4 d5")
	ann.shoot("study-embedded")
	ben.open(study)
	ben.until("the study is there", `document.querySelector('.workspace [role=grid]')`)
	ben.narrow("a study in a low window")
	ben.shoot("study-sideways")
	ben.panel("Share")
	ben.shoot("study-sideways-share")
	ben.press("Copy study")
	ben.until("the copy is there", `/^.studies.[\w-]{8,}$/.test(location.pathname) && location.pathname !== `+quote(study)+
		` && document.querySelector('.tree')?.innerText.includes('e4')`)
	ben.open("/studies")
	ben.sees("Endings together")
	ben.narrow("the list of studies")
	ben.shoot("studies-sideways")
}
