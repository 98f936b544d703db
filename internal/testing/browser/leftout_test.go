package browser

import (
	"strings"
	"testing"
)

// TestStudyLeftOut makes a study and adds chapters from texts with faults: the page lists the
// games that it leaves out, with place and reason, also if these are all.
func TestStudyLeftOut(t *testing.T) {
	const text = "[White \"Zoë\"]\n\n1. e4 e5 *\n\n[White \"Faulty\"]\n\n1. e4 e5 2. Nf6 Nc6 *\n\n" +
		"[White \"Open\"]\n\n1. d4 {no end *\n\n[White \"Last\"]\n\n1. c4 foo *\n\n[White \"Good\"]\n\n1. c4 ± *\n"
	for _, tt := range []struct {
		name string
		look look
	}{{"desktop", desktop}, {"phone", phone}} {
		t.Run(tt.name, func(t *testing.T) {
			parallel(t)
			p := newPerson(t, serveAll(t), "Ann", tt.look).signedIn("Ann_" + tt.name)
			listed := func(what string) {
				t.Helper()
				p.sees("Line 7, column 13")
				p.sees("Line 11, column 7")
				p.sees("a foreign mark is read as $16")
				p.sees("2 games found")
				p.narrow(what)
				p.inBothThemes(what, "study-left-out-"+what+"-"+tt.name)
			}
			p.open("/studies")
			p.press("New")
			p.press("Import")
			p.until("the page is there",
				`location.pathname === '/analysis' && document.querySelector('main option[value=chess]')`)
			js[bool](p, `(() => { const s = [...document.querySelectorAll('form select')].pop(); s.value = 'chess'; `+
				`return s.dispatchEvent(new Event('change', { bubbles: true })) })()`)
			p.reads("1. e4 e4 *\n\n1. d4 d4 *\n")
			p.sees("Line 3, column 7")
			p.narrow("all")
			p.inBothThemes("all", "study-left-out-all-"+tt.name)
			p.reads(text)
			listed("create")
			p.press("Make a study of all 2 games")
			p.until("the study is there", `document.querySelector('.tree')?.innerText.includes('e5')`)
			p.panel("Chapters")
			p.press("Add chapter")
			p.press("PGN")
			p.write("Text", text)
			p.press("Add chapter")
			listed("add")
			p.press("Add all 2 games")
			p.sees("These games are chapters already.")
			p.write("Text", strings.ReplaceAll(text, "c4", "d4"))
			p.press("Add chapter")
			p.sees("2 games found")
			p.press("Add all 2 games")
			p.until("the chapters are there", `document.querySelectorAll('section li a[href*="/studies/"]').length >= 4`)
		})
	}
}
