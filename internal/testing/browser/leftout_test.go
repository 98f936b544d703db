package browser

import "testing"

// TestStudyLeftOut makes a study and adds chapters from texts with faults: the page lists the
// games that it left out, with place and reason, also if these are all.
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
				p.sees("3 games were left out")
				p.sees("Line 7, column 13")
				p.sees("Line 11, column 7")
				p.sees("a foreign mark is read as $16")
				p.narrow(what)
				p.inBothThemes(what, "study-left-out-"+what+"-"+tt.name)
			}
			writes := func(text string) {
				t.Helper()
				p.until("there is a field", `(() => { const f = document.querySelector('textarea[required]'); `+
					`f?.focus(); return !!f })()`)
				p.insert(text)
			}
			p.open("/studies/new")
			p.until("the form is there", `document.querySelector('form select option[value=chess]')`)
			p.write("Name", "Imported")
			p.press("PGN")
			js[bool](p, `(() => { const s = [...document.querySelectorAll('form select')].pop(); s.value = 'chess'; `+
				`return s.dispatchEvent(new Event('change', { bubbles: true })) })()`)
			p.mayFail("/api/studies") // the first text
			writes("1. e4 e4 *\n\n1. d4 d4 *\n")
			p.press("Create study")
			p.sees("2 games were left out")
			p.sees("Line 3, column 7")
			p.narrow("all")
			p.inBothThemes("all", "study-left-out-all-"+tt.name)
			js[bool](p, `!(document.querySelector('textarea[required]').value = '')`)
			writes(text)
			p.press("Create study")
			listed("create")
			p.press("Open the study")
			p.until("the study is there", `document.querySelector('.tree')?.innerText.includes('e5')`)
			p.panel("Chapters")
			p.press("Add chapter")
			p.press("PGN")
			writes(text + "\n")
			js[bool](p, `!document.querySelector('dialog[open] form').requestSubmit()`)
			listed("add")
			p.press("Close")
			p.until("the chapters are there", `document.querySelectorAll('section li a[href*="/studies/"]').length >= 4`)
		})
	}
}
