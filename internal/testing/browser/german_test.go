package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

var quoted = regexp.MustCompile(`'([A-Z][^'\n]{3,})'`)

// texts lists the texts of a language in the files with an ending, as far as they have no parts to fill in.
func texts(t *testing.T, ending string) []string {
	t.Helper()
	files, err := filepath.Glob("../../../web/src/*/*" + ending)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v", ending, err)
	}
	var all []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quoted.FindAllStringSubmatch(string(data), -1) {
			all = append(all, m[1])
		}
	}
	return all
}

// ofEnglish finds words that no German text has.
var ofEnglish = regexp.MustCompile(`\b(the|and|of|to|with|is|are|your|captured)\b`)

// headerOverlaps reports whether the button of the main menu reaches into the end of the header.
const headerOverlaps = `(([menu, user]) => !!menu && !!user && menu.getBoundingClientRect().right >
	user.getBoundingClientRect().left)(['nav > button', '.user'].map((s) => document.querySelector('header ' + s)))`

// TestGerman chooses German in the settings. The pages have no English text of the
// catalog from then on, and their longer words fit on phones.
func TestGerman(t *testing.T) {
	parallel(t)
	english, german := texts(t, "text.ts"), texts(t, "text.de.ts")
	slices.Sort(german)
	english = slices.DeleteFunc(english, func(s string) bool {
		_, both := slices.BinarySearch(german, s)
		return both
	})
	if len(english) < 500 {
		t.Fatalf("the catalog has %d texts in English only", len(english))
	}
	p := newPerson(t, serveAll(t), "Ann", phone).withoutRules()
	p.open("/")
	p.press("Settings")
	js[bool](p, `!document.querySelector('[value=de]').click()`)
	p.until("the page is in German", `document.documentElement.lang === 'de' && document.querySelector('.variants')`)
	p.calls()
	played := p.asks("POST", "/api/games",
		`{"id":"german-game","variant":"shrink","control":{"base":300000},"casual":true,"opponent":"self","color":"white"}`,
		"a.game.id")
	p.asks("POST", "/api/games/"+played+"/commands", `{"id":"german-move","order":"move","move":"e2e4","ply":0}`,
		"JSON.stringify(a)")
	// During a game the language changes on the next page only.
	p.open("/game/" + played)
	p.press("Einstellungen")
	js[bool](p, `(document.documentElement.dataset.same = 1, !document.querySelector('[value=en]').click())`)
	p.until("the settings say when", `/nächsten Seite/.test(document.querySelector('dialog[open]').textContent)`)
	p.press("Schließen")
	js[bool](p, `!document.querySelector('header .logo').click()`)
	p.until("the next page is in English", `document.documentElement.lang === 'en' && `+
		`!document.documentElement.dataset.same && document.querySelector('.variants')`)
	js[bool](p,
		`(localStorage.setItem('wane-settings', localStorage.getItem('wane-settings').replace('"en"', '"de"')), true)`)
	for _, path := range []string{"/", "/new", "/game/" + played, "/analysis/shrink", "/learn/diminuendo/rankings",
		"/rules/diminuendo", "/learn/shrink", "/analysis#new", "/studies?list=mine", "/studies?list=public",
		"/learn/diminuendo/games/game-three", "/editor/shrink"} {
		p.open(path)
		p.until("the page is there",
			`document.querySelector('dialog[open] form, .place .board, .variants svg, .about, article, .text, main form')`)
		shown := js[[]string](p, `[...document.querySelectorAll('body, body *')].flatMap((e) => [
			...['aria-label', 'title', 'placeholder'].map((a) => e.getAttribute(a)),
			...[...e.childNodes].map((n) => n.nodeType === 3 ? n.data : '')]).map((s) => (s ?? '').trim()).filter(Boolean)`)
		for _, s := range shown {
			if slices.Contains(english, s) || ofEnglish.MatchString(s) {
				t.Errorf("%s: %q is in English", path, s)
			}
		}
		for _, l := range []look{small, {width: 360, height: 740}, {width: 683, height: 384}} {
			p.do(chromedp.EmulateViewport(l.width, l.height))
			p.narrow(path)
			if js[bool](p, headerOverlaps) {
				t.Errorf("%s at %d pixels: the menu's button overlaps what follows it", path, l.width)
			}
			p.shoot(fmt.Sprintf("german%s-%d", strings.ReplaceAll(path, "/", "-"), l.width))
		}
	}
}
