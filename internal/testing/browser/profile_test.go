package browser

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// profile is a browser profile: cookies, storage and a first tab. A new one costs most
// of a second of processor time, above all for the process of its tab. So a test hands
// its profiles to the next one, emptied.
type profile struct {
	id  cdp.BrowserContextID
	tab target.ID

	ctx    context.Context // the session with the tab, of one test
	cancel context.CancelFunc
	// changed says that the test changed the profile in ways that empty does not undo.
	changed bool
}

var idle struct {
	sync.Mutex
	profiles []*profile
}

// openProfile returns an empty profile with a session that lasts until close.
func openProfile(t *testing.T) *profile {
	t.Helper()
	p := &profile{}
	opened := chromedp.WithNewBrowserContext()
	idle.Lock()
	if n := len(idle.profiles); n > 0 {
		p, idle.profiles = idle.profiles[n-1], idle.profiles[:n-1]
		opened = chromedp.WithTargetID(p.tab)
	}
	idle.Unlock()
	p.ctx, p.cancel = chromedp.NewContext(browser.ctx, opened, chromedp.WithDetachOnCancel())
	if err := chromedp.Do(p.ctx); err != nil {
		p.cancel()
		t.Fatal(err)
	}
	if c := chromedp.FromContext(p.ctx); p.id == "" {
		p.id, p.tab = c.BrowserContextID, c.Target.TargetID
	}
	return p
}

// close ends the session, and with it all that the test set for the tab: its screen,
// blocked addresses, scripts. The profile is kept for another test if it can be emptied.
func (p *profile) close(base string) {
	if p.ctx.Err() != nil {
		return
	}
	keep := !p.changed && p.empty(base) == nil
	if chromedp.Cancel(p.ctx) == nil && keep {
		idle.Lock()
		defer idle.Unlock()
		idle.profiles = append(idle.profiles, p)
		return
	}
	// If the browser does not answer, the next test says so.
	_, _ = chromedp.CallBrowser(browser.ctx, target.DisposeBrowserContext,
		target.DisposeBrowserContextParams{BrowserContextID: p.id})
}

// empty leaves the page and clears what the server at base stored.
func (p *profile) empty(base string) error {
	ctx, cancel := context.WithTimeout(p.ctx, 10*time.Second)
	defer cancel()
	leave := []chromedp.Action[chromedp.Void]{
		chromedp.Evaluate[chromedp.Void](`location.protocol === 'http:' && sessionStorage.clear()`),
		// A page of the same site keeps the process; about:blank would not.
		chromedp.Navigate(base + "/robots.txt"),
	}
	if err := chromedp.Do(ctx, leave...); err != nil {
		return err
	}
	if _, err := chromedp.Call(ctx, cdppage.ResetNavigationHistory, cdp.Empty{}); err != nil {
		return err
	}
	stored := storage.ClearDataForOriginParams{Origin: base, StorageTypes: "all"}
	if _, err := chromedp.Call(ctx, storage.ClearDataForOrigin, stored); err != nil {
		return err
	}
	_, err := chromedp.CallBrowser(ctx, storage.ClearCookies, storage.ClearCookiesParams{BrowserContextID: p.id})
	return err
}

// TestProfilesAreEmpty fills a profile, hands it on, and looks for what is left.
func TestProfilesAreEmpty(t *testing.T) {
	if testing.Short() {
		t.Skip("this needs a browser")
	}
	base := serveAll(t)
	state := `(async () => [document.cookie, localStorage.left, sessionStorage.left, history.length,
		(await indexedDB.databases()).length, innerWidth, matchMedia('(pointer: coarse)').matches,
		window.left ?? 'nothing'].join())()`
	var first, second string
	var filled cdp.BrowserContextID
	t.Run("filled", func(t *testing.T) {
		p := newPerson(t, base, "Ann", phone)
		filled = p.profile.id
		p.before(`window.left = 'a script'`)
		p.open("/docs")
		p.open("/rules/chess")
		js[bool](p, `(async () => {
			document.cookie = 'left=cookie'
			localStorage.setItem('left', 'local')
			sessionStorage.setItem('left', 'session')
			await new Promise((done) => (indexedDB.open('left').onsuccess = done))
			addEventListener('beforeunload', (e) => e.preventDefault())
			return true
		})()`)
		p.block("*://*:*/docs*")
		first = js[string](p, state)
	})
	t.Run("emptied", func(t *testing.T) {
		idle.Lock()
		i := slices.IndexFunc(idle.profiles, func(p *profile) bool { return p.id == filled })
		if i >= 0 { // the next one that is handed out
			n := len(idle.profiles) - 1
			idle.profiles[i], idle.profiles[n] = idle.profiles[n], idle.profiles[i]
		}
		idle.Unlock()
		if i < 0 {
			t.Fatal("the profile was not kept")
		}
		p := newPerson(t, base, "Ben", desktop)
		p.open("/docs")
		second = js[string](p, state)
	})
	if want := "left=cookie,local,session,3,1,390,true,a script"; first != want {
		t.Errorf("the profile has %s, want %s", first, want)
	}
	if want := ",,,2,0,1280,false,nothing"; second != want {
		t.Errorf("the emptied profile has %s, want %s", second, want)
	}
}
