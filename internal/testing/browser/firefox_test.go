package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// firefox is a Firefox that is driven by WebDriver BiDi.
type firefox struct {
	socket  *websocket.Conn
	context string // the tab
	stop    func()

	mu      sync.Mutex
	last    int // the number of the last command
	answers map[int]chan bidiMessage
}

// bidiMessage is an answer, an error or an event.
type bidiMessage struct {
	ID      int
	Type    string
	Error   string
	Message string
	Method  string
	Params  json.RawMessage
	Result  json.RawMessage
}

func startFirefox(t *testing.T, l look, hear func(message string)) (remote, error) {
	t.Helper()
	dir := profileDir(t)
	prefs := map[string]any{
		"ui.prefersReducedMotion": flag01(!l.moving), "layout.css.prefers-color-scheme.content-override": flag01(!l.dark),
		"dom.w3c_touch_events.enabled": flag01(l.touch), "app.normandy.enabled": false, "nimbus.rollouts.enabled": false,
		"ui.useOverlayScrollbars":  flag01(l.touch), // as on phones
		"services.settings.server": `"data:,"`, "gfx.webrender.software": true, "intl.accept_languages": `"en-US"`,
	}
	if l.touch { // a coarse pointer that cannot hover
		prefs["ui.primaryPointerCapabilities"], prefs["ui.allPointerCapabilities"] = 1, 1
	}
	var lines strings.Builder
	for name, value := range prefs {
		fmt.Fprintf(&lines, "user_pref(%q, %v);\n", name, value)
	}
	write(t, dir, "user.js", lines.String())

	address := make(chan string, 1)
	stop, err := launch(t, func(line string) {
		if _, found, ok := strings.Cut(line, "WebDriver BiDi listening on "); ok {
			address <- found
		}
	}, nil, os.Getenv("WANE_BROWSER"), "--headless", "--no-remote", "--profile", dir, "--remote-debugging-port", "0")
	if err != nil {
		return nil, err
	}
	f := &firefox{stop: stop, answers: map[int]chan bidiMessage{}}
	select {
	case at := <-address:
		ctx, cancel := command()
		defer cancel()
		f.socket, _, err = websocket.Dial(ctx, at+"/session", nil) //nolint:bodyclose // the library closes it
		if err != nil {
			return nil, err
		}
		f.socket.SetReadLimit(-1)
	case <-time.After(patience):
		return nil, errors.New("start Firefox: it says no address")
	}
	go f.listen(hear)
	return f, f.begin(l)
}

func flag01(on bool) int {
	if on {
		return 1
	}
	return 0
}

// begin opens a session and finds the tab.
func (f *firefox) begin(l look) error {
	if err := f.call("session.new", map[string]any{"capabilities": map[string]any{}}, nil); err != nil {
		return err
	}
	if err := f.call("session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil); err != nil {
		return err
	}
	var tree struct{ Contexts []struct{ Context string } }
	if err := f.call("browsingContext.getTree", map[string]any{}, &tree); err != nil {
		return err
	}
	f.context = tree.Contexts[0].Context
	size := map[string]any{"width": l.width, "height": l.height}
	return f.call("browsingContext.setViewport", map[string]any{"context": f.context, "viewport": size}, nil)
}

// listen hands answers to the commands that wait for them, and errors of the console
// to hear.
func (f *firefox) listen(hear func(message string)) {
	for {
		_, data, err := f.socket.Read(context.Background())
		var m bidiMessage
		if err == nil {
			err = json.Unmarshal(data, &m)
		}
		f.mu.Lock()
		if err != nil {
			for _, answer := range f.answers {
				answer <- bidiMessage{Type: "error", Error: "the connection has ended", Message: err.Error()}
			}
			f.answers = nil
			f.mu.Unlock()
			return
		}
		if answer := f.answers[m.ID]; m.Type != "event" && answer != nil {
			delete(f.answers, m.ID)
			answer <- m
		}
		f.mu.Unlock()
		var entry struct{ Level, Text string }
		if m.Method == "log.entryAdded" && json.Unmarshal(m.Params, &entry) == nil && entry.Level == "error" {
			hear(entry.Text)
		}
	}
}

// call sends a command and waits for its answer.
func (f *firefox) call(method string, params, result any) error {
	ctx, cancel := command()
	defer cancel()
	f.mu.Lock()
	if f.answers == nil {
		f.mu.Unlock()
		return errors.New(method + ": the connection has ended")
	}
	f.last++
	id, answer := f.last, make(chan bidiMessage, 1)
	f.answers[id] = answer
	f.mu.Unlock()
	data, err := json.Marshal(map[string]any{"id": id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := f.socket.Write(ctx, websocket.MessageText, data); err != nil {
		return err
	}
	select {
	case m := <-answer:
		if m.Type == "error" {
			return fmt.Errorf("%s: %s: %s", method, m.Error, m.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

func (f *firefox) open(url string) error {
	return f.call("browsingContext.navigate", map[string]any{"context": f.context, "url": url, "wait": "complete"}, nil)
}

func (f *firefox) reload() error {
	return f.call("browsingContext.reload", map[string]any{"context": f.context, "wait": "complete"}, nil)
}

func (f *firefox) run(script string) (string, error) {
	var answer struct {
		Type             string
		Result           struct{ Value json.RawMessage }
		ExceptionDetails struct{ Text string }
	}
	err := f.call("script.callFunction", map[string]any{
		"functionDeclaration": "function () {" + script + "\n}", "awaitPromise": true,
		"target": map[string]any{"context": f.context},
	}, &answer)
	if err == nil && answer.Type == "exception" {
		err = errors.New(answer.ExceptionDetails.Text)
	}
	if err != nil || len(answer.Result.Value) == 0 {
		return "", err
	}
	var text string
	err = json.Unmarshal(answer.Result.Value, &text)
	return text, err
}

func (f *firefox) act(source inputSource) error {
	return f.call("input.performActions", map[string]any{"context": f.context, "actions": []inputSource{source}}, nil)
}

func (f *firefox) shot() (string, error) {
	var answer struct{ Data string }
	err := f.call("browsingContext.captureScreenshot", map[string]any{"context": f.context}, &answer)
	return answer.Data, err
}

func (f *firefox) close() { f.stop() }
