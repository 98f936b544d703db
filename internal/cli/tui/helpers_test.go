package tui

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// fakeEngine plays given moves in UCI notation, then the first legal ones. With hold,
// it searches until its context ends.
type fakeEngine struct {
	mu       sync.Mutex
	script   []string
	hold     bool
	searches int
	resets   int
	limits   engine.Limits
	err      error
}

func (e *fakeEngine) Search(ctx context.Context, p game.Position, l engine.Limits,
	_ func(engine.Report)) (engine.Report, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.searches++
	e.limits = l
	if e.hold {
		<-ctx.Done()
	}
	if e.err != nil {
		return engine.Report{}, e.err
	}
	legal := p.Legal(nil)
	if len(legal) == 0 {
		return engine.Report{}, engine.ErrNoMoves
	}
	best := legal[0]
	if len(e.script) > 0 {
		found := false
		for _, m := range legal {
			if p.UCI(m) == e.script[0] {
				best, found = m, true
			}
		}
		if !found {
			return engine.Report{}, errors.New("fake engine: " + e.script[0] + " is not legal")
		}
		e.script = e.script[1:]
	}
	return engine.Report{Depth: 1, PV: []game.Move{best}}, nil
}

func (e *fakeEngine) Reset() { e.resets++ }

// fakeNow is a clock that tests move.
type fakeNow struct{ t time.Time }

func newFakeNow() *fakeNow { return &fakeNow{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (f *fakeNow) now() time.Time        { return f.t }
func (f *fakeNow) pass(d time.Duration)  { f.t = f.t.Add(d) }
func colorEnv() []string                 { return []string{"TERM=xterm-256color", "LANG=en_GB.UTF-8"} }
func monoEnv() []string                  { return []string{"TERM=xterm-256color", "LANG=en_GB.UTF-8", "NO_COLOR=1"} }
func asciiEnv() []string                 { return []string{"TERM=vt100", "LANG=C"} }
func dumbEnv() []string                  { return []string{"TERM=dumb"} }
func ctx() context.Context               { return context.Background() }
func size(w, h int) tea.WindowSizeMsg    { return tea.WindowSizeMsg{Width: w, Height: h} }
func left(x, y int) tea.MouseClickMsg    { return tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft} }
func motion(x, y int) tea.MouseMotionMsg { return tea.MouseMotionMsg{X: x, Y: y} }
func release(x, y int) tea.MouseReleaseMsg {
	return tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft}
}

// keyMsg returns the message of a key, by its name.
func keyMsg(key string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
		"right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"backspace": tea.KeyBackspace, "tab": tea.KeyTab, "delete": tea.KeyDelete,
	}
	if code, ok := codes[key]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if key == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: []rune(rest)[0], Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(key)[0], Text: key}
}

// driver sends messages to a model and runs its commands, except those that wait for
// time to pass.
type driver struct {
	t     *testing.T
	model tea.Model
	quit  bool
	asked []tea.Cmd // commands that hold keeps back
	hold  bool
}

func drive(t *testing.T, m tea.Model) *driver {
	t.Helper()
	d := &driver{t: t, model: m}
	d.send(size(80, 24))
	d.run(m.Init())
	return d
}

func (d *driver) send(msg tea.Msg) {
	d.t.Helper()
	var cmd tea.Cmd
	d.model, cmd = d.model.Update(msg)
	d.checkView()
	d.run(cmd)
}

// run runs a command and sends its message, or with hold keeps the command.
func (d *driver) run(cmd tea.Cmd) {
	d.t.Helper()
	if cmd == nil {
		return
	}
	if d.hold {
		d.asked = append(d.asked, cmd)
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	case tea.QuitMsg:
		d.quit = true
	case searchedMsg:
		d.send(msg)
	}
}

// noTicks replaces tea.Tick: tests send ticks themselves.
func noTicks(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }

// keys sends keys by their names, separated by spaces.
func (d *driver) keys(names string) {
	d.t.Helper()
	for _, name := range strings.Fields(names) {
		d.send(keyMsg(name))
	}
}

// text sends each character of a text as a key.
func (d *driver) text(s string) {
	d.t.Helper()
	for _, r := range s {
		d.send(keyMsg(string(r)))
	}
}

// typed enters a move in the input line.
func (d *driver) typed(move string) {
	d.t.Helper()
	d.keys("m")
	d.text(move)
	d.keys("enter")
}

// screen returns the screen without escape sequences.
func (d *driver) screen() string { return stripped(d.model.View().Content) }

// stripped removes escape sequences.
func stripped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == 0x1b {
			i++
			for i < len(s) && (s[i] < '@' || s[i] > '~' || s[i] == '[') {
				i++
			}
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// checkView checks that the view fits the window.
func (d *driver) checkView() {
	d.t.Helper()
	w, h := 80, 24
	switch m := d.model.(type) {
	case *PlayModel:
		w, h = m.w, m.h
	case *ReplayModel:
		w, h = m.w, m.h
	}
	checkSize(d.t, d.model.View().Content, w, h)
}

func checkSize(t *testing.T, content string, w, h int) {
	t.Helper()
	lines := strings.Split(content, "\n")
	if len(lines) > max(h, 1) {
		t.Fatalf("the view has %d lines in a window of %d", len(lines), h)
	}
	for i, l := range lines {
		if n := lipgloss.Width(l); n > w {
			t.Fatalf("line %d is %d wide in a window of %d: %q", i+1, n, w, l)
		}
	}
}

// shows checks that the screen has all the texts, anywhere.
func (d *driver) shows(texts ...string) {
	d.t.Helper()
	s := d.screen()
	for _, text := range texts {
		if !strings.Contains(s, text) {
			d.t.Fatalf("the screen does not show %q:\n%s", text, s)
		}
	}
}

// lacks checks that the screen has none of the texts.
func (d *driver) lacks(texts ...string) {
	d.t.Helper()
	s := d.screen()
	for _, text := range texts {
		if strings.Contains(s, text) {
			d.t.Fatalf("the screen shows %q:\n%s", text, s)
		}
	}
}

// newPlay returns a driven game between two players, or against an engine.
func newPlay(t *testing.T, o PlayOptions) (*driver, *PlayModel) {
	t.Helper()
	if o.Env == nil {
		o.Env = monoEnv()
	}
	m, err := NewPlay(ctx(), o)
	if err != nil {
		t.Fatal(err)
	}
	m.after = noTicks
	return drive(t, m), m
}

// place returns where in the window a square's piece is.
func (d *driver) place(name string) (x, y int) {
	d.t.Helper()
	m := d.model.(*PlayModel)
	p := m.place(m.match.view.Board)
	sq := m.match.view.Board.SquareByName(name)
	if sq == nil {
		d.t.Fatalf("no square %s", name)
	}
	x, y = p.text.Spot(sq.ID)
	return x + p.x, y + p.y
}

// at returns the three characters of a square on the screen.
func (d *driver) at(name string) string {
	d.t.Helper()
	x, y := d.place(name)
	line := []rune(strings.Split(d.screen(), "\n")[y])
	for len(line) < x+2 {
		line = append(line, ' ')
	}
	return string(line[x-1 : x+2])
}

func parse(t *testing.T, g game.Game, fen string) game.Position {
	t.Helper()
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
