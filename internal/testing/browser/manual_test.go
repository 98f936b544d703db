package browser

import (
	"testing"

	"github.com/wane-chess/wane/docs"
)

// TestManual opens the manual from the footer and follows its links, on a desktop and
// on a phone in the dark theme. No page is wider than the phone.
func TestManual(t *testing.T) {
	parallel(t)
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	base := serveAll(t)
	dark := small
	dark.dark = true
	for name, look := range map[string]look{"desktop-light": desktop, "phone-dark": dark} {
		p := newPerson(t, base, name, look).withoutRules()
		at := func(title string) {
			t.Helper()
			p.until("the title is "+title, `document.readyState === 'complete' && document.title === `+quote(title+" – wane"))
			p.accessible(title)
			p.shoot("manual-" + title + "-" + name)
		}
		p.open("/")
		p.until("four boards are drawn", `document.querySelectorAll('.variants svg use').length > 100`)
		p.press("Manual")
		at("The wane manual")
		p.press("Running a server")
		at("Running a server")
		p.press("The HTTP API")
		at("The HTTP API")
		p.press("wane, home")
		p.until("the home page is back", `document.querySelectorAll('.variants svg use').length > 100`)
		if look.width > 400 {
			continue
		}
		for _, page := range pages {
			p.open(page.Path)
			p.narrow(page.Path)
		}
	}
}
