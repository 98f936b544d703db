package browser

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// webkit is WebKitGTK's small browser, driven by WebDriver. A finger is a mouse to it.
type webkit struct {
	base string // of the session's commands
	stop func()
	hear func(message string)
}

// display is the screen without a monitor that WebKit's windows share.
var display struct {
	sync.Once
	name string
	err  error
	stop func()
}

// startDisplay starts an X server that chooses its number.
func startDisplay() {
	r, w, err := os.Pipe()
	if err != nil {
		display.err = err
		return
	}
	c := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
	c.ExtraFiles = []*os.File{w}
	if display.err = c.Start(); display.err != nil {
		return
	}
	_ = w.Close()
	display.stop = func() { _ = c.Process.Kill(); _ = c.Wait() }
	number := make([]byte, 16)
	n, err := r.Read(number)
	display.name, display.err = ":"+strings.TrimSpace(string(number[:n])), err
}

// tidy gives the window's own bars no width, so that a page can be as narrow as on a
// phone.
const tidy = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; }\n"

func startWebKit(t *testing.T, l look, hear func(message string)) (remote, error) {
	t.Helper()
	browsers, err := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if err != nil || len(browsers) == 0 {
		return nil, errors.New("no MiniBrowser: 'make browsers' installs it on Debian")
	}
	if display.Do(startDisplay); display.err != nil {
		return nil, fmt.Errorf("start Xvfb: %w: 'make browsers' installs it on Debian", display.err)
	}
	dir := profileDir(t)
	write(t, dir, "gtk-3.0/gtk.css", tidy)
	write(t, dir, "gtk-3.0/settings.ini", fmt.Sprintf("[Settings]\ngtk-enable-animations=%d\n", flag01(l.moving)))
	env := []string{
		"DISPLAY=" + display.name, "GTK_THEME=" + map[bool]string{true: "Adwaita:dark", false: "Adwaita"}[l.dark],
		"XDG_CONFIG_HOME=" + dir, "XDG_DATA_HOME=" + dir, "XDG_CACHE_HOME=" + dir, "LIBGL_ALWAYS_SOFTWARE=1",
		"LANGUAGE=en_US", "LC_ALL=C.UTF-8",
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	_ = free.Close()
	stop, err := launch(t, nil, env, os.Getenv("WANE_BROWSER"), "--host=127.0.0.1", "--port="+port)
	if err != nil {
		return nil, err
	}
	w := &webkit{base: "http://127.0.0.1:" + port + "/session", stop: stop, hear: hear}
	options := map[string]any{"binary": browsers[len(browsers)-1], "args": []string{"--automation"}}
	capabilities := map[string]any{"alwaysMatch": map[string]any{"webkitgtk:browserOptions": options}}
	var session struct{ SessionID string }
	for deadline := time.Now().Add(patience); ; { // the driver needs a moment
		if err = w.call("", map[string]any{"capabilities": capabilities}, &session); err == nil {
			break
		}
		if time.Now().After(deadline) {
			return nil, err
		}
		time.Sleep(50 * time.Millisecond)
	}
	w.base += "/" + session.SessionID
	return w, w.resize(l.width, l.height)
}

// resize makes the window as large as the page and its bars.
func (w *webkit) resize(width, height int64) error {
	bars := int64(0)
	for range 20 {
		if err := w.call("/window/rect", map[string]any{"width": width, "height": height + bars}, nil); err != nil {
			return err
		}
		var size [2]int64
		err := w.call("/execute/sync", map[string]any{"script": "return [innerWidth, innerHeight]", "args": []any{}}, &size)
		if err != nil {
			return err
		}
		if size == [2]int64{width, height} {
			return nil
		}
		bars += height - size[1]
		time.Sleep(50 * time.Millisecond) // GTK resizes later
	}
	return fmt.Errorf("the window cannot be %d×%d", width, height)
}

// call sends a command, with POST if it has parameters.
func (w *webkit) call(path string, params, result any) error {
	ctx, cancel := command()
	defer cancel()
	method, body := http.MethodGet, []byte(nil)
	if params != nil {
		var err error
		if body, err = json.Marshal(params); err != nil {
			return err
		}
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(ctx, method, w.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %.300s", path, data)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(data, &struct{ Value any }{result})
}

func (w *webkit) open(url string) error { return w.call("/url", map[string]any{"url": url}, nil) }

func (w *webkit) reload() error { return w.call("/refresh", map[string]any{}, nil) }

// faults keeps the page's uncaught errors: WebDriver knows no console. Observers of
// sizes that wait for the next frame are no error, and no console shows them.
const faults = `globalThis.faults ??= ((all) => {
	addEventListener('error', (e) => e.message && !e.message.startsWith('ResizeObserver loop') && all.push(e.message))
	addEventListener('unhandledrejection', (e) => all.push('unhandled: ' + e.reason))
	const say = console.error
	console.error = (...words) => { all.push(words.join(' ')); say(...words) }
	return all
})([])
`

func (w *webkit) run(script string) (string, error) {
	var answer struct {
		Text   string
		Faults []string
	}
	script = faults + "return Promise.resolve((() => {" + script +
		"\n})()).then((Text) => ({ Text, Faults: globalThis.faults.splice(0) }))"
	if err := w.call("/execute/sync", map[string]any{"script": script, "args": []any{}}, &answer); err != nil {
		return "", err
	}
	for _, f := range answer.Faults {
		w.hear(f)
	}
	return answer.Text, nil
}

func (w *webkit) act(source inputSource) error {
	return w.call("/actions", map[string]any{"actions": []inputSource{source}}, nil)
}

func (w *webkit) shot() (data string, err error) {
	err = w.call("/screenshot", nil, &data)
	return data, err
}

func (w *webkit) close() { w.stop() }
