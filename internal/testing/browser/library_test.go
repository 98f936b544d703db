package browser

import "testing"

// TestLibrary has analyses and studies in one list: it searches them, renames and deletes them in one way, and makes
// a study of an analysis.
func TestLibrary(t *testing.T) {
	for name, look := range map[string]look{"phone": phone, "desktop": {width: 1366, height: 768}} {
		t.Run(name, func(t *testing.T) {
			parallel(t)
			p := newPerson(t, serveAll(t), "Ann", look).signedIn("Lib_" + name)
			names := func(want string) {
				t.Helper()
				p.until("the list is "+want,
					`[...document.querySelectorAll('main li .name')].map((e) => e.innerText).join('|') === `+quote(want))
			}
			renames := func(from, to string) {
				t.Helper()
				p.press("Rename " + from)
				js[bool](p, `(document.activeElement.select(), true)`)
				p.insert(to)
				p.press("Rename " + from)
			}
			p.open("/studies")
			p.sees("You have no analyses or studies yet.")
			p.shoot("library-empty-" + name)
			p.shareStudy("library-"+name, `"topics":["rooks"],`+chapterOfChess)
			p.open("/analysis/shrink")
			p.plays("e2-e4", "d7-d5")
			p.saved()
			p.open("/studies")
			renames("Shrink Chess", "My gambit")
			names("My gambit|Endings together")
			p.accessible("the library")
			p.narrow("the library")
			p.inBothThemes("the library", "library-"+name)
			for _, c := range []struct{ query, want string }{
				{"?q=shrink%20gam", "My gambit"}, {"?q=end", "Endings together"}, {"?variant=shrink", "My gambit"},
				{"?list=shared", ""}, {"", "My gambit|Endings together"},
			} {
				p.open("/studies" + c.query)
				names(c.want)
			}
			renames("Endings together", "Rook endings")
			names("My gambit|Rook endings")
			p.press("Make a study of My gambit")
			p.until("it is a study",
				`location.pathname.startsWith('/studies/') && document.querySelector('.tree')?.innerText.includes('d5')`)
			p.open("/studies")
			names("My gambit|Rook endings|My gambit") // a new name of an analysis is no change of it
			p.press("Delete Rook endings")
			p.sees("permanently?")
			p.press("Delete")
			names("My gambit|My gambit")
			p.reload()
			names("My gambit|My gambit")
		})
	}
}
