package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// greeted notes what the header says of the user when it appears.
const greeted = `new MutationObserver((_, o) => {
	const user = document.querySelector('header .user')
	if (!user) return
	window.greeting = user.textContent
	o.disconnect()
}).observe(document, { childList: true, subtree: true })`

// greets checks what the header says of the user when a page appears.
func (p *person) greets(path, want, not string) {
	p.t.Helper()
	p.open(path)
	p.until("the page has a header", `window.greeting !== undefined`)
	if said := js[string](p, `greeting`); !strings.Contains(said, want) || strings.Contains(said, not) {
		p.t.Errorf("the header of %s says %q at first, want %q and not %q", path, said, want, not)
	}
}

// TestFirstPage looks at who the header shows when a page appears: the account of the session, whatever the browser
// remembers, and a guest once the session has ended. Nothing of the account stays after signing out.
func TestFirstPage(t *testing.T) {
	parallel(t)
	keeper := desktop
	keeper.keeps = true
	p := newPerson(t, serve(t), "Ann", keeper)
	p.profile.changed = true
	p.before(greeted)
	p.mayFail("/api/challenges") // the page may have asked before it learns that its session has ended
	const name = "Ann_first"
	p.signedIn(name)
	js[bool](p, `(localStorage.clear(), true)`)
	p.greets("/about", name, "Sign in")
	p.until("the browser keeps the page", `navigator.serviceWorker.controller?.state === 'activated'`)
	p.greets("/learn", name, "Sign in")

	// What the browser keeps is without the account.
	const kept = `(async () => {
		const texts = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].map(String)
		for (const cache of await caches.keys())
			for (const r of await (await caches.open(cache)).matchAll()) texts.push(r.url + await r.text())
		for (const { name } of await indexedDB.databases()) {
			const db = await new Promise((done) => (indexedDB.open(name).onsuccess = (e) => done(e.target.result)))
			for (const store of db.objectStoreNames) texts.push(JSON.stringify(await new Promise((done) =>
				(db.transaction(store).objectStore(store).getAll().onsuccess = (e) => done(e.target.result)))))
			db.close()
		}
		return texts.filter((text) => text.includes('` + name + `')).map((text) => text.slice(0, 200)).join()
	})()`
	if at := js[string](p, kept); !strings.HasPrefix(at, "wane-account,{") || strings.Contains(at, "http") {
		t.Errorf("the browser has the account at %s", at)
	}

	// A session that has ended elsewhere.
	js[bool](p, `fetch('/api/signout', { method: 'POST' }).then((r) => r.ok)`)
	p.greets("/help", "Sign in", name)
	if at := js[string](p, kept); at != "" {
		t.Errorf("after the session the browser has the account at %s", at)
	}

	p.open("/signin")
	p.write("Name", name)
	p.write("Password", "four random words of a test")
	js[bool](p, `(document.querySelector('main form').requestSubmit(), true)`)
	p.until("the header has the name", `location.pathname === '/' && window.greeting?.includes('`+name+`')`)
	p.press("Account and settings")
	p.press("Sign out")
	p.until("a guest is there", `window.greeting?.includes('Sign in') && !localStorage.getItem('wane-account')`)
	if at := js[string](p, kept); at != "" {
		t.Errorf("after signing out the browser has the account at %s", at)
	}
}

// TestFirstLanguage opens pages in German: the texts are asked for with the scripts, and the setting counts on the
// server, too.
func TestFirstLanguage(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop).withoutRules()
	speaks := func(tags string) {
		t.Helper()
		agent := js[string](p, `navigator.userAgent`)
		if _, err := chromedp.Call(p.ctx, emulation.SetUserAgentOverride,
			emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: tags}); err != nil {
			t.Fatal(err)
		}
	}
	html := func(path, lang string, german bool) {
		t.Helper()
		text := js[string](p, `fetch('`+path+`').then((r) => r.text())`)
		if !strings.Contains(text, `<html lang="`+lang+`">`) || strings.Contains(text, "/assets/german-") != german {
			t.Errorf("%s is not in %s:\n%s", path, lang, text)
		}
	}
	p.calls()
	speaks("de-DE,de,en")
	p.open("/about")
	p.sees("Über wane")
	html("/about", "de", true)
	if n := js[int](p, `performance.getEntriesByType('resource')
		.filter((e) => e.name.includes('/german-')).length`); n != 1 {
		t.Errorf("the German texts were loaded %d times", n)
	}
	chooses := func(label string) {
		t.Helper()
		js[bool](p, `([...document.querySelectorAll('dialog label')]
			.find((l) => l.innerText.trim() === '`+label+`').click(), true)`)
	}
	p.press("Einstellungen")
	chooses("English")
	p.sees("About wane")
	html("/about", "en", false)
	if lang := js[string](p, `document.documentElement.lang`); lang != "en" {
		t.Errorf("the page is in %s", lang)
	}

	// It changes at once unless the user has entered something.
	p.open("/studies")
	p.press("Settings")
	chooses("Deutsch")
	p.until("the page is in German", `document.documentElement.lang === 'de' && document.querySelector('main input')`)
	p.until("the settings are open again", `document.querySelector('dialog[open]')`)
	p.keys(kb.Escape)
	p.until("they are closed", `!document.querySelector('dialog[open]')`)
	js[bool](p, `(document.querySelector('main input').focus(), true)`)
	p.insert("Endspiele")
	p.press("Einstellungen")
	chooses("English")
	p.until("the settings say when", `/nächsten Seite/.test(document.querySelector('dialog[open]').textContent)`)
	if typed := js[string](p, `document.querySelector('main input').value`); typed != "Endspiele" {
		t.Errorf("the user's text is %q", typed)
	}
}
