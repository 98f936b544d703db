package browser

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	networks "github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for something that must happen. It measures no
// speed: the machine may be busy.
const patience = 60 * time.Second

var browser struct {
	sync.Once
	ctx  context.Context
	stop func()
	err  error
}

// browsers are the programs that the tests can use, the best first. The headless
// shell has no window: the address bar alone of a full Chromium is two more pages,
// each with a process, for every user.
var browsers = []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser",
	"google-chrome", "google-chrome-stable"}

// findBrowser returns the program that WANE_BROWSER names, or else the first
// installed one of browsers.
func findBrowser() (path string, err error) {
	if name := os.Getenv("WANE_BROWSER"); name != "" {
		if path, err = exec.LookPath(name); err != nil {
			return "", fmt.Errorf("find the program in WANE_BROWSER: %w", err)
		}
		return path, nil
	}
	for _, name := range browsers {
		if path, err = exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no Chromium: scripts/testdeps.sh installs it on Debian (%w)", err)
}

// startBrowser starts the Chromium that all tests share.
func startBrowser() {
	var path string
	if path, browser.err = findBrowser(); browser.err != nil {
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("force-color-profile", "srgb"),
		// As in a full Chromium, frames of other sites have their own processes.
		chromedp.Flag("site-per-process", true),
		// Pages live for seconds here: the optimizing compilers cost more time than they
		// save.
		chromedp.Flag("js-flags", compilers()),
		// The first two are chromedp's own. The others start processes in reserve, and
		// the pages that a full Chromium loads for its address bar.
		chromedp.Flag("disable-features",
			"Translate,BlinkGenPropertyTrees,SpareRendererForSitePerProcess,WebUIOmniboxPopup,WebUIOmniboxAimPopup"),
	)
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(ctx)
	browser.err = chromedp.Do(ctx)
	browser.ctx, browser.stop = ctx, func() { cancel(); stop() }
}

// compilers returns the flags that turn compilers of the browser off.
func compilers() string {
	if *rounds > 0 { // the engine's speed is measured
		return ""
	}
	return "--liftoff-only --no-opt --no-maglev"
}

func TestMain(m *testing.M) {
	flag.Parse()
	// slots and waits bound how many tests run side by side: a test that only waits
	// must not hold up the others.
	if err := flag.Set("test.parallel", "256"); err != nil {
		panic(err)
	}
	if remotes[os.Getenv("WANE_BROWSER")] != nil { // each user has a whole browser
		slots = make(chan struct{}, 1)
	}
	code := m.Run()
	if shared.close != nil {
		shared.close()
	}
	if browser.stop != nil {
		browser.stop()
	}
	if display.stop != nil {
		display.stop()
	}
	os.Exit(code)
}

// slots bounds how many tests are busy at the same time. Tests that wait for seconds
// have waits of their own, so that they start early.
var slots, waits = make(chan struct{}, 4), make(chan struct{}, 2)

// parallel runs a test beside others.
func parallel(t *testing.T) {
	t.Helper()
	enter(t, slots)
}

// patient is parallel for a test that waits for seconds. The function returned calls
// wait and lets another test run meanwhile.
func patient(t *testing.T) (idle func(wait func())) {
	t.Helper()
	enter(t, waits)
	return func(wait func()) {
		<-waits
		defer func() { waits <- struct{}{} }()
		wait()
	}
}

func enter(t *testing.T, room chan struct{}) {
	t.Helper()
	if testing.Short() {
		t.Skip("this needs a browser")
	}
	t.Parallel()
	room <- struct{}{}
	t.Cleanup(func() { <-room })
}

// look is the screen that a user has.
type look struct {
	width, height int64
	dark, touch   bool
	moving        bool // the user does not ask for reduced motion: animations take time
	keeps         bool // the browser keeps the page: few tests need that, and it takes seconds
}

var (
	desktop = look{width: 1280, height: 800}
	night   = look{width: 1280, height: 800, dark: true}
	phone   = look{width: 390, height: 844, touch: true, dark: true}
	small   = look{width: 320, height: 640, touch: true}
)

// person is a user with a browser profile.
type person struct {
	t    *testing.T
	ctx  context.Context
	base string
	name string
	look look
	// leave closes the tab.
	leave   func()
	profile *profile
	console *console
	remote  remote // nil: the browser is Chromium
}

// newPerson opens a browser profile for a user of the server at base. The test fails
// if the page's console reports errors, exceptions, or failed requests that mayFail
// has not announced.
func newPerson(t *testing.T, base, name string, l look) *person {
	t.Helper()
	if testing.Short() {
		t.Skip("this needs a browser")
	}
	p := &person{t: t, base: base, name: name, look: l, console: newConsole(t, name)}
	if p.startRemote(); p.remote != nil {
		return p
	}
	browser.Do(startBrowser)
	if browser.err != nil {
		t.Fatal(browser.err)
	}
	profile := openProfile(t)
	t.Cleanup(func() { profile.close(base) })
	p.ctx, p.profile = profile.ctx, profile
	p.leave = func() {
		profile.changed = true
		profile.close(base)
	}
	p.prepare()
	return p
}

// newTab opens a second tab for the same person.
func (p *person) newTab(name string) *person {
	p.t.Helper()
	p.onlyChromium()
	ctx, cancel := chromedp.NewContext(browser.ctx, chromedp.WithExistingBrowserContext(p.profile.id))
	p.t.Cleanup(cancel)
	// The tab lives as long as the context that opened it.
	if err := chromedp.Do(ctx); err != nil {
		p.t.Fatal(err)
	}
	other := &person{
		t: p.t, ctx: ctx, base: p.base, name: name, look: p.look, profile: p.profile, leave: cancel,
		console: newConsole(p.t, name),
	}
	other.prepare()
	return other
}

// prepare gives the tab its screen and follows its console until the test ends.
func (p *person) prepare() {
	p.t.Helper()
	p.unreported()
	p.turn(p.look)
	p.dress()
	p.before(calmly)
	if !p.look.keeps {
		p.before(`delete Navigator.prototype.serviceWorker`)
	}
	// A tab behind others in the same browser still has the focus.
	if _, err := chromedp.Call(p.ctx, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		p.t.Fatal(err)
	}
	listening, stop := context.WithCancel(p.ctx)
	ended := p.console.listen(listening)
	p.t.Cleanup(func() { stop(); ended() })
}

// turn gives the tab another screen. The theme stays until dress.
func (p *person) turn(l look) {
	p.t.Helper()
	p.look = l
	var options []chromedp.EmulateViewportOption
	if l.touch {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
		if os.Getenv("WANE_SHOTS") != "" { // without a graphics processor, four times the pixels take time
			options = append(options, chromedp.EmulateScale(2))
		}
	}
	p.do(chromedp.EmulateViewport(l.width, l.height, options...))
}

// calmly makes it an error of the page to ask the server the same again and again, as an effect does that depends on
// what it changes.
const calmly = `((ask) => {
	const asked = new Map(), most = 30
	window.fetch = (...a) => {
		const what = (a[1]?.method ?? 'GET') + ' ' + (a[0]?.url ?? a[0]) + ' ' + (a[1]?.body ?? '')
		const now = performance.now()
		const times = (asked.get(what) ?? []).filter((t) => now - t < 3000)
		asked.set(what, [...times, now])
		if (times.length === most) console.error(what + ': asked ' + most + ' times in three seconds')
		return ask(...a)
	}
})(window.fetch)`

// unreported ends reports about the page that chromedp asks for and no test reads:
// style sheets, elements, and the bodies of all answers, which the page would keep.
// Failed requests are in the console.
func (p *person) unreported() {
	p.t.Helper()
	for _, report := range []cdp.Command[cdp.Empty, cdp.Empty]{css.Disable, dom.Disable, networks.Disable} {
		if _, err := chromedp.Call(p.ctx, report, cdp.Empty{}); err != nil {
			p.t.Fatal(err)
		}
	}
}

// dress sets the theme and the motion that the user prefers.
func (p *person) dress() {
	p.t.Helper()
	media := []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}
	if p.look.dark {
		media[0].Value = "dark"
	}
	if p.look.moving {
		media[1].Value = "no-preference"
	}
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media})
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	p.onlyChromium()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.fail("%v", err)
	}
}

// fail ends the test, with a screenshot.
func (p *person) fail(format string, args ...any) {
	p.t.Helper()
	if p.ctx.Err() == nil {
		p.save(cmp.Or(os.Getenv("WANE_SHOTS"), failed), strings.ReplaceAll(p.t.Name(), "/", "-")+"-failed-"+p.name)
	}
	p.t.Fatalf("%s: %s\nThe page says: %.1500s", p.name, fmt.Sprintf(format, args...), p.words())
}

func (p *person) words() string {
	if p.remote != nil {
		var s string
		if err := p.evaluate(`document.body.innerText`, &s); err != nil {
			return err.Error()
		}
		return s
	}
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	s, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText`))
	if err != nil {
		return err.Error()
	}
	return s
}

func (p *person) open(path string) {
	p.t.Helper()
	if p.remote == nil {
		p.do(chromedp.Navigate(p.base + path))
	} else if err := p.remote.open(p.base + path); err != nil {
		p.fail("%s: %v", path, err)
	}
}

// reload loads the page again.
func (p *person) reload() {
	p.t.Helper()
	if p.remote == nil {
		p.do(chromedp.Reload())
	} else if err := p.remote.reload(); err != nil {
		p.fail("reload: %v", err)
	}
}

// js evaluates an expression, which may be a promise, in the page.
func js[T any](p *person, expression string) T {
	p.t.Helper()
	v, err := ask[T](p, expression)
	if err != nil {
		p.fail("%s: %v", expression, err)
	}
	return v
}

// ask is js for an expression that may fail.
func ask[T any](p *person, expression string) (v T, err error) {
	if p.remote != nil {
		err = p.evaluate(expression, &v)
		return v, err
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// answers has the page's requests whose address has that part answered by an expression, a promise of the response;
// it may use the options of the request. Other requests reach the server.
func (p *person) answers(part, expression string) {
	p.t.Helper()
	js[bool](p, `((real) => (globalThis.fetch = Object.assign((at, options) => String(at?.url ?? at).includes(`+
		quote(part)+`) ? `+expression+` : real(at, options), { real })) && true)(fetch.real ?? fetch)`)
}

// until waits until the expression, or what its promise resolves to, is true in the page.
func (p *person) until(what, expression string) {
	p.t.Helper()
	p.within(patience, what, expression)
}

// poll is the pause between two checks of a page. Each check costs the page time, so
// the pauses grow.
type poll struct{ pause time.Duration }

func (l *poll) wait() {
	l.pause = min(max(l.pause*3/2, 15*time.Millisecond), 100*time.Millisecond)
	time.Sleep(l.pause)
}

func (p *person) within(limit time.Duration, what, expression string) {
	p.t.Helper()
	var next poll
	deadline := time.Now().Add(limit)
	for {
		ok, err := ask[bool](p, `Promise.resolve((`+expression+`)).then(Boolean)`)
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) {
			p.fail("timed out waiting until %s (%v)", what, err)
		}
		next.wait()
	}
}

// TestUntil waits for what a promise resolves to.
func TestUntil(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.open("/robots.txt")
	p.until("the third answer", `Promise.resolve((window.asked = (window.asked ?? 0) + 1) >= 3)`)
	if n := js[int](p, `asked`); n != 3 {
		t.Errorf("it was asked %d times, want 3", n)
	}
}

// TestPress presses a button that moves away: the press that misses is repeated, though what
// contains the button was hit, and the page learns of one click.
func TestPress(t *testing.T) {
	parallel(t)
	for _, tt := range []struct {
		name string
		look look
		when string // an event of the press
	}{
		{"before it is pressed", desktop, "pointermove"},
		{"before it is released", desktop, "pointerdown"},
		{"before the tap is a click", phone, "pointerdown"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPerson(t, serveAll(t), "Ann", tt.look)
			p.do(chromedp.Navigate(foreign(t, `<body style="margin:0;padding:80px">
			<button style="height:40px">Choose</button><script>
				const clicks = [], button = document.querySelector('button')
				addEventListener('click', (e) => clicks.push(e.target.nodeName))
				button.addEventListener('`+tt.when+`', () => (button.style.marginTop = '60px'))
			</script>`)))
			p.press("Choose")
			if got := js[string](p, `clicks.join()`); got != "BUTTON" {
				t.Errorf("the page learns of clicks of %q, want one of the button", got)
			}
		})
	}
}

// sees waits for a text on the page, in upper or lower case.
func (p *person) sees(text string) {
	p.t.Helper()
	p.until(fmt.Sprintf("the page says %q", text),
		`document.body.innerText.toLowerCase().includes(`+quote(strings.ToLower(text))+`)`)
}

// failed is the folder for the screenshots of tests that fail, unless WANE_SHOTS names
// another.
const failed = "../../../bin/screenshots"

// shoot takes a screenshot if WANE_SHOTS is set.
func (p *person) shoot(name string) {
	if dir := os.Getenv("WANE_SHOTS"); dir != "" {
		p.save(dir, name)
	}
}

// save takes a screenshot.
func (p *person) save(dir, name string) {
	// Animations should have ended; a screenshot during a longer one is no harm.
	_, _ = ask[bool](p, `Promise.race([
		Promise.all(document.getAnimations().map((a) => a.finished)), new Promise((f) => setTimeout(f, 1500)),
	]).then(() => true, () => true)`)
	data, err := p.picture()
	if err == nil {
		if err = os.MkdirAll(dir, 0o755); err == nil {
			err = os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644)
		}
	}
	if err != nil {
		p.t.Errorf("screenshot %s: %v", name, err)
	}
}

// picture returns the tab as a PNG.
func (p *person) picture() ([]byte, error) {
	if p.remote != nil {
		text, err := p.remote.shot()
		if err != nil {
			return nil, err
		}
		return base64.StdEncoding.DecodeString(text)
	}
	ctx, cancel := context.WithTimeout(p.ctx, 20*time.Second)
	defer cancel()
	shot, err := chromedp.Call(ctx, cdppage.CaptureScreenshot,
		cdppage.CaptureScreenshotParams{OptimizeForSpeed: new(true)})
	if err != nil {
		return nil, err
	}
	return shot.Data, nil
}

func quote(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings can always be encoded
	}
	return string(data)
}
