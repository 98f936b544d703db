package browser

import (
	"testing"
)

// TestStudyChapters has two people teach: chapters of a ranking and with tags, in an order, and a reader
// who follows.
func TestStudyChapters(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop).signedIn("Ann_leads"),
		newPerson(t, base, "Ben", phone).signedIn("Ben_learns")
	study := ann.shareStudy("chapters", chapterOfChess)
	ann.joins(study, "Ben_learns", "reader")
	ann.open(study)
	ann.panel("Chapters")
	ann.press("Add chapter")
	ann.until("the form is there", `document.querySelector('dialog[open] select option[value=diminuendo]')`)
	js[bool](ann, `(() => { const s = document.querySelector('dialog[open] select'); s.value = 'diminuendo'; `+
		`return s.dispatchEvent(new Event('change', { bubbles: true })) })()`)
	ann.until("the rankings are there", `document.querySelector('dialog[open] [aria-busy=false]')`)
	ann.press("Crescendo")
	ann.press("Queenish kings")
	ann.inBothThemes("a chapter of a ranking", "study-ranking")
	ann.write("Name", "Upside down")
	js[bool](ann, `!document.querySelector('dialog[open] form').requestSubmit()`)
	ann.until("the chapter is there", `document.querySelector('.names')?.innerText.includes('PBNRQK')`)

	ann.panel("Chapters")
	ann.press("Add tags")
	ann.write("White", "Zoë")
	ann.write("Rating of White", "2100")
	ann.write("Name of the tag", "TimeControl")
	ann.write("Value", "300+3")
	ann.inBothThemes("the tags of a chapter", "study-tags")
	js[bool](ann, `!document.querySelector('dialog[open] form').requestSubmit()`)
	const tags = `[...document.querySelectorAll('dl > *')].map((e) => e.innerText).join('|')`
	ann.until("the tags are there", tags+` === 'White|Zoë|Rating of White|2100|TimeControl|300+3'`)
	ann.press("Move Upside down up")
	const order = `[...document.querySelectorAll('section li a')].map((a) => a.innerText.replaceAll(/\s+/g, ` +
		`' ').trim()).join('|')`
	ann.until("it is the first chapter", order+`.startsWith('1. Upside down')`)
	ann.inBothThemes("chapters with tags", "study-chapters-tags")

	ben.open(study)
	ben.panel("Chapters")
	ben.until("the order is the same", order+`.startsWith('1. Upside down')`)
	ben.until("the tags are there", tags+`.startsWith('White|Zoë')`)
	ben.narrow("chapters with tags")
	ben.inBothThemes("chapters with tags", "study-chapters-tags-phone")
	// Ben goes where Ann goes, until he goes elsewhere himself.
	ben.press("Follow Ann_leads")
	ann.press("2.")
	ann.panel("Moves")
	ann.plays("e2-e4", "e7-e5")
	ben.panel("Moves")
	shown := func(san string) string {
		return `document.querySelector('.tree [aria-current]')?.innerText.includes(` + quote(san) + `)`
	}
	ben.until("Ben sees Ann's move", shown("e5"))
	ann.goes("e4")
	ben.until("Ben is at Ann's move", shown("e4"))
	ben.goes("e5")
	ann.plays("c7-c5")
	ben.until("Ben has the move", `document.querySelector('.tree')?.innerText.includes('c5')`)
	if !js[bool](ben, shown("e5")) {
		t.Error("Ben is not where he went")
	}
}

// TestStudyLists makes a study of an analysis, publishes it, and finds it by its topics and words.
func TestStudyLists(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, restart := startIn(t, dir, 0)
	ann, ben := newPerson(t, n.URL(), "Ann", desktop).signedIn("Ann_lists"), newPerson(t, n.URL(), "Ben", phone)
	older(t, dir)
	ann.mayFail(n.Addr().String())
	restart() // the server forgets how old it thinks the account is
	ann.shareStudy("other", `"topics":["rooks"],`+chapterOfChess)
	ann.open("/analysis/chess")
	ann.plays("e2-e4", "c7-c5")
	ann.panel("Share")
	ann.write("Name", "My Sicilian")
	ann.press("Share as a study")
	ann.until("it is a study",
		`location.pathname.startsWith('/studies/') && document.querySelector('.tree')?.innerText.includes('c5')`)
	study := js[string](ann, `location.pathname`)
	ann.panel("Share")
	ann.press("Settings")
	ann.write("Topics", "Openings, Sicilian")
	ann.press("Public")
	ann.press("Save")
	ann.until("the study is public", `document.body.innerText.includes('Everyone can read it.')`)
	ann.asks("POST", "/api/studies/other/commands",
		`{"since":0,"commands":[{"kind":"settings","base":0,"settings":{"visibility":"public"}}]}`,
		"a.rejected.join() || 'done'")

	ben.open("/studies")
	listed := func(want string) {
		t.Helper()
		ben.until("the list is "+want,
			`[...document.querySelectorAll('main li a.name')].map((e) => e.innerText).sort().join('|') === `+quote(want))
	}
	listed("Endings together|My Sicilian")
	ben.inBothThemes("public studies", "studies-phone")
	ben.press("sicilian")
	listed("My Sicilian")
	ben.press("All topics")
	listed("Endings together|My Sicilian")
	js[bool](ben, `(() => { const f = document.querySelector('form[role=search]'); `+
		`f.elements.q.value = 'ann_lists rooks'; return !f.requestSubmit() })()`)
	listed("Endings together")
	js[bool](ben, `(() => { const f = document.querySelector('form[role=search]'); f.elements.q.value = 'nothing'; `+
		`return !f.requestSubmit() })()`)
	ben.sees("No match.")
	ben.open(study)
	ben.line("Start e4 c5")
}
