package browser

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A remote is a browser other than Chromium, with one tab. It is driven by the W3C's
// protocols: Firefox by WebDriver BiDi, WebKit by WebDriver. Each user has a browser
// and a profile of their own.
type remote interface {
	// open loads a page and waits until it is there.
	open(url string) error
	// reload loads the page again.
	reload() error
	// run runs a script. Its answer is what the script returns, which may be a promise
	// of JSON.
	run(script string) (string, error)
	// act moves, presses and lifts the mouse, a finger or keys.
	act(source inputSource) error
	// shot takes a screenshot, a PNG in base64.
	shot() (string, error)
	close()
}

// An inputSource is a device with what it does, in WebDriver's words. Between two
// calls its buttons stay as they are.
type inputSource struct {
	Type       string         `json:"type"`
	ID         string         `json:"id"`
	Parameters map[string]any `json:"parameters,omitempty"`
	Actions    []inputAction  `json:"actions"`
}

type inputAction map[string]any

// remotes start the browsers that WANE_BROWSER can name besides kinds of Chromium.
var remotes = map[string]func(t *testing.T, l look, hear func(message string)) (remote, error){
	"firefox": startFirefox, "WebKitWebDriver": startWebKit,
}

// startRemote opens a browser for the user, unless the tests run in Chromium.
func (p *person) startRemote() {
	p.t.Helper()
	start := remotes[os.Getenv("WANE_BROWSER")]
	if start == nil {
		return
	}
	p.ctx = p.t.Context()
	var err error
	if p.remote, err = start(p.t, p.look, p.console.said); err != nil {
		p.t.Fatal(err)
	}
	p.leave = p.remote.close
	p.t.Cleanup(p.remote.close)
}

// onlyChromium ends a test that needs Chromium in another browser.
func (p *person) onlyChromium() {
	p.t.Helper()
	if p.remote != nil {
		p.t.Fatalf("this test needs Chromium, not %s", os.Getenv("WANE_BROWSER"))
	}
}

// evaluate is js for a remote. A script that leaves the page has no answer.
func (p *person) evaluate(expression string, value any) error {
	answer, err := p.remote.run(`return Promise.resolve((` + expression + `)).then((v) => JSON.stringify(v) ?? 'null')`)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(answer), value)
}

func (p *person) act(source inputSource) {
	p.t.Helper()
	if err := p.remote.act(source); err != nil {
		p.fail("%v", err)
	}
}

// pointer is a mouse or a finger. The browser may round places.
func pointer(kind string, actions ...inputAction) inputSource {
	return inputSource{Type: "pointer", ID: kind, Parameters: map[string]any{"pointerType": kind}, Actions: actions}
}

func moved(at point) inputAction {
	return inputAction{"type": "pointerMove", "duration": 0, "x": int(at.X), "y": int(at.Y)}
}

var (
	pressed = inputAction{"type": "pointerDown", "button": 0}
	lifted  = inputAction{"type": "pointerUp", "button": 0}
)

// keyNames are WebDriver's names of the keys that chromedp names.
var keyNames = map[rune]rune{
	'\t': '\ue004', '\r': '\ue006', '\x1b': '\ue00c', '\u0301': '\ue015', '\u0302': '\ue012', '\u0303': '\ue014',
	'\u0304': '\ue013', '\u0305': '\ue010', '\u0306': '\ue011',
}

// typed presses keys one after another.
func typed(keys string) inputSource {
	source := inputSource{Type: "key", ID: "keys"}
	for _, r := range keys {
		if name, ok := keyNames[r]; ok {
			r = name
		}
		source.Actions = append(source.Actions, inputAction{"type": "keyDown", "value": string(r)},
			inputAction{"type": "keyUp", "value": string(r)})
	}
	return source
}

// launch starts a program that ends with the test, or when the function returned is
// called. Each line that it writes goes to hear, if there is one.
func launch(t *testing.T, hear func(line string), env []string, name string, args ...string) (stop func(), err error) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the browser has children
	r, w := io.Pipe()
	c.Stdout, c.Stderr = w, w
	c.WaitDelay = time.Second
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("%w: 'make browsers' installs it on Debian", err)
	}
	var reading sync.WaitGroup
	reading.Go(func() {
		for lines := bufio.NewScanner(r); lines.Scan(); {
			if hear != nil {
				hear(lines.Text())
			}
		}
		_, _ = io.Copy(io.Discard, r)
	})
	stop = sync.OnceFunc(func() {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		_ = c.Wait()
		_ = w.Close()
		reading.Wait()
	})
	t.Cleanup(stop)
	return stop, nil
}

// profileDir returns a folder that goes once the browser has ended.
func profileDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "wane-remote-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// said takes an error that the console of a remote reports.
func (c *console) said(message string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, part := range c.mayFail {
		if strings.Contains(message, part) {
			return
		}
	}
	c.report(message)
}

// TestPages opens pages that the main paths do not visit, at the sizes of a desktop and
// of a phone: they are not wider than the window, and the console is silent.
func TestPages(t *testing.T) {
	if remotes[os.Getenv("WANE_BROWSER")] == nil {
		t.Skip("in Chromium, other tests visit these pages")
	}
	for _, l := range []look{desktop, night, phone} {
		t.Run(fmt.Sprint(l.width, l.dark), func(t *testing.T) {
			parallel(t)
			p := newPerson(t, serveAll(t), "Ann", l)
			paths := []string{
				"/", "/rules/shrink", "/rules/convergent", "/analysis/cheshire", "/editor/diminuendo", "/games", "/learn/shrink",
			}
			for _, path := range paths {
				p.open(path)
				p.until("the page is there", `document.querySelector('main h1, main [role=grid]')`)
				p.narrow(path)
				name := strings.ReplaceAll(url.PathEscape(strings.Trim(path, "/")), "%2F", "-")
				p.shoot(fmt.Sprintf("page-%s-%d-%v", name, l.width, l.dark))
			}
		})
	}
}

// TestRemoteErrors checks that errors in a page of a remote are heard.
func TestRemoteErrors(t *testing.T) {
	if remotes[os.Getenv("WANE_BROWSER")] == nil {
		t.Skip("TestConsole checks this in Chromium")
	}
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	heard := make(chan string, 10)
	p.console.mu.Lock()
	p.console.report = func(message string) { heard <- message }
	p.console.mu.Unlock()
	p.open("/robots.txt")
	for fault, want := range map[string]string{
		`setTimeout(() => nothing.at.all)`:                 "nothing",
		`void Promise.reject(new Error('it was refused'))`: "it was refused",
		`console.error('it', 'rains')`:                     "it rains",
	} {
		js[bool](p, `(() => { `+fault+`; return true })()`)
		p.until("the next tasks are done", `new Promise((done) => setTimeout(() => done(true), 50))`)
		select {
		case got := <-heard:
			if !strings.Contains(got, want) {
				t.Errorf("%s: the report is %q, want %q", fault, got, want)
			}
		default:
			t.Errorf("%s: there is no report", fault)
		}
	}
}

// command returns the context of one command.
func command() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), patience)
}

// write writes a file of a profile.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
