package browser

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	networks "github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// foreign serves a page of another site. The server is at 127.0.0.1 and this page at
// localhost, which is another site to a browser.
func foreign(t *testing.T, html string) (address string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html><meta name=viewport content='width=device-width'>" +
			"<link rel=icon href='data:,'><title>foreign</title>" + html))
	}))
	t.Cleanup(s.Close)
	return strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
}

// framed is a frame in a user's page.
type framed struct {
	*person
	outer *person
	frame string // which one, as a selector
	// inWindow says that this browser takes the place of a finger in a frame as one in the window.
	inWindow bool
}

// inFrame waits until a frame of the page has loaded a path of the server.
func (p *person) inFrame(frame, path string) *framed {
	p.t.Helper()
	var next poll
	deadline := time.Now().Add(patience)
	for {
		targets, err := chromedp.Targets(p.ctx)
		if err != nil {
			p.fail("%v", err)
		}
		for _, target := range targets {
			if target.Type == "iframe" && strings.HasPrefix(target.URL, p.base+path) {
				return p.attach(frame, chromedp.WithTargetID(target.TargetID))
			}
		}
		if time.Now().After(deadline) {
			p.fail("timed out waiting for a frame with %s", path)
		}
		next.wait()
	}
}

func (p *person) attach(frame string, to chromedp.ContextOption) *framed {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx, to)
	if err := chromedp.Do(ctx); err != nil {
		p.fail("%v", err)
	}
	in := &person{t: p.t, ctx: ctx, base: p.base, name: p.name + "'s frame", look: p.look, console: p.console}
	ended := p.console.listen(ctx)
	p.t.Cleanup(func() { cancel(); ended() })
	return &framed{person: in, outer: p, frame: frame}
}

// press presses the element of that name in the frame, which is scrolled into view. Old and new
// versions of Chromium differ in what the place of a finger in a frame of another site means: in
// 148 and 150 it is one in the window, in 156 one in the frame. A tap that misses shows which.
func (f *framed) press(name string) {
	f.t.Helper()
	outer := `document.querySelector(` + quote(f.frame) + `)`
	f.outer.do(chromedp.Evaluate[chromedp.Void](outer + `.scrollIntoView({ block: 'nearest' })`))
	again := false
	f.pressOn("something to press called "+name, byName(name), func(at point) {
		if again && f.look.touch {
			f.inWindow = !f.inWindow
		}
		again = true
		if f.inWindow {
			corner := js[point](f.outer, `(({ x, y }) => ({ X: x, Y: y }))(`+outer+`.getBoundingClientRect())`)
			at = point{at.X + corner.X, at.Y + corner.Y}
		}
		f.pressAt(at)
	})
}

// cookies returns all cookies of the user's browser.
func (p *person) cookies() []*networks.Cookie {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	found, err := chromedp.Call(ctx, storage.GetCookies, storage.GetCookiesParams{})
	if err != nil {
		p.fail("%v", err)
	}
	return found.Cookies
}
