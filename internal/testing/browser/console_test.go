package browser

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// console collects the errors in the consoles of a user's pages.
type console struct {
	mu      sync.Mutex
	report  func(message string)
	mayFail []string
}

func newConsole(t *testing.T, name string) *console {
	return &console{report: func(message string) { t.Errorf("%s: the console reports %s", name, message) }}
}

// mayFail allows requests to fail if their address has one of these parts.
func (p *person) mayFail(parts ...string) {
	p.console.mu.Lock()
	defer p.console.mu.Unlock()
	p.console.mayFail = append(p.console.mayFail, parts...)
}

// listen follows the console of a tab or frame until its context ends; the function
// returned waits for that.
func (c *console) listen(ctx context.Context) (ended func()) {
	messages := chromedp.Console(ctx)
	var listening sync.WaitGroup
	listening.Go(func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			c.hear(m)
		}
	})
	return listening.Wait
}

func (c *console) hear(m chromedp.ConsoleMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !m.IsException() && m.Type != chromedp.ConsoleError {
		return
	}
	if m.Source == "network" || m.Source == "javascript" && strings.HasPrefix(m.Text, "WebSocket connection to") {
		for _, part := range c.mayFail {
			if strings.Contains(m.URL, part) || strings.Contains(m.Text, part) {
				return
			}
		}
	}
	c.report(fmt.Sprintf("%s %s (%s %s)", m.Type, m.Text, m.Source, m.URL))
}

// TestConsole checks that every error in a page is reported, and nothing else. An
// announced request may fail; an error of the page cannot be announced.
func TestConsole(t *testing.T) {
	parallel(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/page", "/frame":
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprintf(w, "<!doctype html><link rel=icon href='data:,'><body><script>%s</script>",
				r.URL.Query().Get("do"))
		case "/broken":
			http.Error(w, "broken", http.StatusInternalServerError)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	p := newPerson(t, s.URL, "Ann", desktop)
	heard := make(chan string, 100)
	p.console.mu.Lock()
	p.console.report = func(message string) { heard <- message }
	p.console.mu.Unlock()
	for _, c := range []struct {
		do, announced string
		want          string // part of the one report; empty: there is none
	}{
		{"console.log('all is well'); console.warn('it looks like rain')", "", ""},
		{"console.error('it', 'rains')", "", "it rains"},
		{"console.error('it rains in /page')", "/page", "it rains"},
		{"throw new Error('thrown')", "/page", "thrown"},
		{"setTimeout(() => nothing.at.all)", "", "nothing is not defined"},
		{"Promise.reject(new Error('rejected'))", "", "rejected"},
		{"fetch('/missing')", "", "404 (Not Found)"},
		{"fetch('/missing')", "", "/missing"},
		{"fetch('/broken')", "", "500 (Internal Server Error)"},
		{"fetch('/broken')", "/missing", "/broken"},
		{"asked = fetch('/broken')", "/broken", ""},
		{"document.body.append(Object.assign(new Image(), { src: '/missing.png' }))", "", "/missing.png"},
		{"fetch('http://127.0.0.1:1/', { mode: 'no-cors' }).catch(() => {})", "", "http://127.0.0.1:1/"},
		{"new WebSocket('ws://' + location.host + '/socket')", "", "WebSocket connection to"},
		{"asked = new Promise((done) => { new WebSocket('ws://' + location.host + '/socket').onclose = done })",
			"/socket", ""},
		{"document.body.append(Object.assign(document.createElement('iframe'), { src: '/frame?do=inner()' }))", "",
			"inner is not defined"},
	} {
		p.console.mu.Lock()
		p.console.mayFail = []string{c.announced}[:min(1, len(c.announced))]
		p.console.mu.Unlock()
		p.open("/page?do=" + url.QueryEscape(c.do))
		if c.want != "" {
			if got := <-heard; !strings.Contains(got, c.want) {
				t.Errorf("%s: the report is %q, want %q", c.do, got, c.want)
			}
		}
		// Any other report comes before the answer to a later request, once what the page has asked is answered.
		js[bool](p, `Promise.resolve(globalThis.asked).then(() => fetch('/frame')).then(`+
			`() => new Promise((done) => setTimeout(done, 20))).then(() => console.error('the end') ?? true)`)
		if got := <-heard; !strings.Contains(got, "the end") {
			t.Errorf("%s: another report is %q", c.do, got)
			<-heard
		}
	}
}
