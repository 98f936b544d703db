package browser

import (
	"context"
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

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for something that must come. It is not a
// measure of speed: the machine may be busy with everything else.
const patience = 60 * time.Second

var browser struct {
	sync.Once
	ctx  context.Context
	stop func()
	err  error
}

// browsers are what may be tested with, the best first. The shell is Chromium
// without the window that nobody sees: its address bar alone would be two pages
// more in processes of their own for everybody who comes.
var browsers = []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// findBrowser returns the program that WANE_BROWSER names, or else the first of
// browsers that is there.
func findBrowser() (path string, err error) {
	if name := os.Getenv("WANE_BROWSER"); name != "" {
		if path, err = exec.LookPath(name); err != nil {
			return "", fmt.Errorf("WANE_BROWSER is no browser: %w", err)
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

// startBrowser starts the one Chromium that all tests share.
func startBrowser() {
	var path string
	if path, browser.err = findBrowser(); browser.err != nil {
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("force-color-profile", "srgb"),
		// As a whole Chromium does it: frames of other sites have processes of their own.
		chromedp.Flag("site-per-process", true),
		// Pages live for seconds here: compiling well what they run takes longer than
		// running it.
		chromedp.Flag("js-flags", compilers()),
		// What chromedp switches off itself; processes in reserve, as everybody needs
		// just one; and the pages that a whole Chromium loads for its address bar.
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,SpareRendererForSitePerProcess,WebUIOmniboxPopup,WebUIOmniboxAimPopup"),
	)
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(ctx)
	browser.err = chromedp.Do(ctx)
	browser.ctx, browser.stop = ctx, func() { cancel(); stop() }
}

// compilers says which of the browser's compilers to do without.
func compilers() string {
	if *rounds > 0 { // it is the engine's speed that is measured
		return ""
	}
	return "--liftoff-only --no-opt --no-maglev"
}

func TestMain(m *testing.M) {
	flag.Parse()
	// How many tests run side by side is said by slots: a test that only waits
	// should keep nobody from working.
	if err := flag.Set("test.parallel", "256"); err != nil {
		panic(err)
	}
	code := m.Run()
	if shared.close != nil {
		shared.close()
	}
	if browser.stop != nil {
		browser.stop()
	}
	os.Exit(code)
}

// slots are as many tests as may be busy at the same time, and waits those of them
// that wait for a while for something: they do not wait for the others, too.
var slots, waits = make(chan struct{}, 4), make(chan struct{}, 2)

// parallel lets a test run beside others.
func parallel(t *testing.T) {
	t.Helper()
	enter(t, slots)
}

// patient is parallel for a test that waits for something that takes its time. What
// it returns makes room for others meanwhile.
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

// look is what kind of screen a person has.
type look struct {
	width, height int64
	dark, touch   bool
	moving        bool // does not ask for reduced motion: that takes time
}

var (
	desktop = look{width: 1280, height: 800}
	night   = look{width: 1280, height: 800, dark: true}
	phone   = look{width: 390, height: 844, touch: true, dark: true}
	small   = look{width: 320, height: 640, touch: true}
)

// person is someone with a browser of their own: their own cookies and storage.
type person struct {
	t    *testing.T
	ctx  context.Context
	base string
	name string
	look look
	// leave closes the tab.
	leave   func()
	console *console
}

// newPerson opens a browser for someone who visits the server at base. What the
// page complains about in its console fails the test: errors, exceptions, requests
// that fail and that were not announced by mayFail.
func newPerson(t *testing.T, base, name string, l look) *person {
	t.Helper()
	if testing.Short() {
		t.Skip("this needs a browser")
	}
	browser.Do(startBrowser)
	if browser.err != nil {
		t.Fatal(browser.err)
	}
	return openTab(t, base, name, l, chromedp.WithNewBrowserContext())
}

// newTab opens a second tab for the same person.
func (p *person) newTab(name string) *person {
	p.t.Helper()
	return openTab(p.t, p.base, name, p.look, chromedp.WithExistingBrowserContext(chromedp.FromContext(p.ctx).BrowserContextID))
}

func openTab(t *testing.T, base, name string, l look, in chromedp.ContextOption) *person {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser.ctx, in)
	t.Cleanup(cancel)
	p := &person{t: t, ctx: ctx, base: base, name: name, look: l, leave: cancel, console: newConsole(t, name)}
	// The tab lives as long as the context that opened it.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	var options []chromedp.EmulateViewportOption
	if l.touch {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2))
	}
	p.do(chromedp.EmulateViewport(l.width, l.height, options...))
	p.dress()
	// A tab that lies behind others in the same browser counts as looked at.
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	ended := p.console.listen(ctx)
	t.Cleanup(func() { cancel(); ended() })
	return p
}

// dress asks for the theme and the motion that the person likes.
func (p *person) dress() {
	p.t.Helper()
	media := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-reduced-motion", Value: "reduce"}}
	if p.look.dark {
		media[0].Value = "dark"
	}
	if p.look.moving {
		media[1].Value = "no-preference"
	}
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media}); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.fail("%v", err)
	}
}

// fail ends the test, with a picture of what the person sees.
func (p *person) fail(format string, args ...any) {
	p.t.Helper()
	if p.ctx.Err() == nil {
		p.shoot(strings.ReplaceAll(p.t.Name(), "/", "-") + "-failed-" + p.name)
	}
	p.t.Fatalf("%s: %s\nThe page says: %.1500s", p.name, fmt.Sprintf(format, args...), p.words())
}

func (p *person) words() string {
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
	p.do(chromedp.Navigate(p.base + path))
}

// js evaluates an expression, which may be a promise, in the page.
func js[T any](p *person, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.fail("%s: %v", expression, err)
	}
	return v
}

// until waits until the expression is true in the page.
func (p *person) until(what, expression string) {
	p.t.Helper()
	p.within(patience, what, expression)
}

// looks is the time between two looks at a page: nothing tells when it changes.
// Whoever looks keeps the page from its work, so who waits long looks less often.
type looks struct{ pause time.Duration }

func (l *looks) wait() {
	l.pause = min(max(l.pause*3/2, 15*time.Millisecond), 100*time.Millisecond)
	time.Sleep(l.pause)
}

func (p *person) within(limit time.Duration, what, expression string) {
	p.t.Helper()
	var next looks
	deadline := time.Now().Add(limit)
	for {
		ctx, cancel := context.WithDeadline(p.ctx, deadline.Add(time.Second))
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`!!(`+expression+`)`))
		cancel()
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) {
			p.fail("waited in vain until %s (%v)", what, err)
		}
		next.wait()
	}
}

// sees waits for a text on the page.
func (p *person) sees(text string) {
	p.t.Helper()
	p.until(fmt.Sprintf("the page says %q", text), `document.body.innerText.toLowerCase().includes(`+quote(strings.ToLower(text))+`)`)
}

// shoot leaves a screenshot, if the tests were asked for any.
func (p *person) shoot(name string) {
	dir := os.Getenv("WANE_SHOTS")
	if dir == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, 20*time.Second)
	defer cancel()
	// What moves should have arrived; a picture of something on its way is no harm.
	_, _ = chromedp.Run(ctx, chromedp.Evaluate[bool](`Promise.race([
		Promise.all(document.getAnimations().map((a) => a.finished)), new Promise((f) => setTimeout(f, 1500)),
	]).then(() => true, () => true)`, chromedp.EvalAwaitPromise))
	shot, err := chromedp.Call(ctx, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{OptimizeForSpeed: new(true)})
	if err == nil {
		if err = os.MkdirAll(dir, 0o755); err == nil {
			err = os.WriteFile(filepath.Join(dir, name+".png"), shot.Data, 0o644)
		}
	}
	if err != nil {
		p.t.Errorf("screenshot %s: %v", name, err)
	}
}

func quote(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string can always be encoded
	}
	return string(data)
}
