package browser

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	networks "github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/web/routes"
)

// everySlowly has TestNothingShifts slow the processor down on every page. Chromium waits busily to do so, and the
// test takes twice the processor time. Without the flag only the main pages are slowed down.
var everySlowly = flag.Bool("shifts.slow", false, "slow the processor down on every page of TestNothingShifts")

// shiftBudget is how far a page may shift while it loads: the sum of the browser's scores.
const shiftBudget = 0.02

// noteShifts notes what moves in a page without the user, and when the page was last at work.
const noteShifts = `{
	const shifts = (window.shifts = { sum: 0, by: [], last: 0 })
	const busy = () => (shifts.last = performance.now())
	const box = (r) => [r.x, r.y, r.width, r.height].map(Math.round).join(' ')
	const name = (n) => n?.nodeType === 1 ? n.tagName.toLowerCase() + [...n.classList].map((c) => '.' + c).join('') :
		(n?.parentElement?.tagName ?? '') + ' text'
	new PerformanceObserver((list) => {
		for (const e of list.getEntries()) {
			if (e.hadRecentInput) continue
			busy()
			shifts.sum += e.value
			shifts.by.push(e.value.toFixed(4) + ' at ' + Math.round(e.startTime) + ': ' + e.sources.map((s) =>
				name(s.node) + ' ' + box(s.previousRect) + ' > ' + box(s.currentRect)).join('; '))
		}
	}).observe({ type: 'layout-shift', buffered: true })
	new PerformanceObserver(busy).observe({ type: 'resource', buffered: true })
	new PerformanceObserver(busy).observe({ type: 'longtask', buffered: true })
}`

// phoneFactor is how much slower a phone's processor is.
const phoneFactor = 4

// slowly has a user's pages load on a phone's connection, and on a processor that is slower by a factor.
func (p *person) slowly(factor float64) {
	p.t.Helper()
	call := func(err error) {
		p.t.Helper()
		if err != nil {
			p.t.Fatal(err)
		}
	}
	_, err := chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: factor})
	call(err)
	_, err = chromedp.Call(p.ctx, networks.EmulateNetworkConditionsByRule, networks.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*networks.Conditions{
			{Latency: 150, DownloadThroughput: 1.6e6 / 8, UploadThroughput: 750e3 / 8},
		},
	})
	call(err)
	_, err = chromedp.Call(p.ctx, networks.SetCacheDisabled, networks.SetCacheDisabledParams{CacheDisabled: true})
	call(err)
}

// swiftly undoes slowly.
func (p *person) swiftly() {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 1})
	if err == nil {
		_, err = chromedp.Call(p.ctx, networks.Disable, cdp.Empty{})
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// TestNothingShifts opens every page on a phone with a slow connection, the main pages of guests with a slow processor
// too, and sums what moves while the page loads.
func TestNothingShifts(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	n, _ := startIn(t, dir, 1)
	base := n.URL()
	ann := newPerson(t, base, "Ann", look{width: 390, height: 844, touch: true}).withoutRules()
	ben, kim := newPerson(t, base, "Ben", desktop).withoutRules(), newPerson(t, base, "Kim", desktop).withoutRules()
	guest := newPerson(t, base, "guest", look{width: 390, height: 844, touch: true}).withoutRules()
	for _, p := range []*person{ann, ben, kim} {
		p.signedIn(p.name + "_shifts")
	}
	ann.becomes(dir, auth.Moderator)
	kim.becomes(dir, auth.Moderator) // new accounts create no listed tournaments
	ann.calls()
	kim.calls()
	ben.calls()

	live := begins(ann, ben, "shrink", true, "e2e4", "d7d5").game
	over := finishes(ben, kim, "shrink", true, "e2e4", "d7d5")
	mine := ann.finishes("shrink", fools...)
	study := ann.shareStudy("shifts", chapterOfChess)
	for i, name := range []string{"Dinner", "Breakfast", "Lunch"} {
		kim.asks("POST", "/api/tournaments", fmt.Sprintf(`{"id":"shifts-%d","system":"arena","name":%q,`+
			`"variant":"shrink","control":{"base":60000},"starts":%d,"minutes":10}`,
			i, name, time.Now().Add(time.Hour).UnixMilli()), "a.id")
	}
	for _, p := range []*person{ann, ben} {
		p.asks("POST", "/api/tournaments/shifts-0/join", `{}`, "a.mine.joined")
	}
	challenge := kim.asks("POST", "/api/challenges", `{"id":"challenge-shifts","variant":"shrink","player":"ann_shifts",`+
		`"color":"white","control":{"base":300000}}`, "a.id")
	puz := ann.solve("shrink", byTap).puz.ID

	at := map[string][]string{
		"game": {live}, "gameAnalysis": {strings.TrimPrefix(mine, "/game/")}, "challenge": {challenge},
		"gameMistakes": {strings.TrimPrefix(mine, "/game/")}, "rules": {"shrink"}, "lesson": {"shrink"},
		"drills":    {"shrink"},
		"annotated": {"shrink", "scandinavian"}, "puzzle": {puz}, "tournament": {"shifts-0"},
		"study": {strings.TrimPrefix(study, "/studies/")}, "channel": {"shrink"}, "player": {"Ann_shifts"},
		"analysis": {"shrink"}, "editor": {"shrink"}, "embedGame": {over}, "embedWatch": {"shrink"},
		"embedStudy": {strings.TrimPrefix(study, "/studies/")}, "embedPuzzle": {puz}, "embed": {"shrink"},
	}
	type page struct{ what, path string }
	var pages []page
	for _, name := range routes.Names() {
		pages = append(pages, page{name, routes.Link(name, at[name]...)})
	}
	pages = append(pages, page{"a game that is over", "/game/" + over}, page{"new analysis", "/analysis#new"},
		page{"all analyses", "/studies?list=mine"}, page{"no such page", "/nowhere"})
	half := len(pages) / 2
	var guests []page
	for _, name := range []string{
		"home", "new", "learn", "puzzles", "tournaments", "watch", "studies", "signin", "account",
	} {
		guests = append(guests, page{name, routes.Link(name)})
	}
	for _, c := range []struct {
		p     *person
		pages []page
	}{{ann, pages[:half]}, {ann.newTab("Ann-again").withoutRules(), pages[half:]}, {guest, guests}} {
		t.Run(c.p.name, func(t *testing.T) {
			t.Parallel()
			p := *c.p
			p.t = t
			p.mayFail("/nowhere", "/api/") // some pages ask what a guest may not see
			p.before(noteShifts)
			p.calls()
			factor := 1.0
			if c.p == guest || *everySlowly {
				factor = phoneFactor
			}
			p.slowly(factor)
			defer p.swiftly()
			for _, page := range c.pages {
				p.stays(page.what, page.path)
			}
		})
	}
}

// shifts is how far a page has shifted, and by what.
type shifts struct {
	Sum float64
	By  []string
}

// loads opens a page and returns how far it has shifted once it stands.
func (p *person) loads(path string) shifts {
	p.t.Helper()
	p.open(path)
	p.until("the page stands", `document.querySelector('main h1, main h2, [role=grid], .board') &&
		!document.querySelector('main > [aria-busy=true]') && performance.now() - shifts.last > 700`)
	return js[shifts](p, `({ Sum: shifts.sum, By: shifts.by })`)
}

// stays opens a page and checks that it does not shift. On a busy machine answers come in orders that no user sees,
// so a page that shifts is opened a second time: it fails if it shifts again.
func (p *person) stays(what, path string) {
	p.t.Helper()
	s := p.loads(path)
	p.shoot("shifts-" + strings.ReplaceAll(p.name+" "+what, " ", "-"))
	p.t.Logf("%.3f %s", s.Sum, what)
	if s.Sum <= shiftBudget {
		return
	}
	if again := p.loads(path); again.Sum > shiftBudget {
		p.t.Errorf("%s shifts by %.3f and %.3f, more than %.2f:\n\t%s", path, s.Sum, again.Sum, shiftBudget,
			strings.Join(s.By, "\n\t"))
	}
}
