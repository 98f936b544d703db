package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// minWidth and minHeight are the smallest window with room for everything.
const (
	minWidth  = 80
	minHeight = 24
)

// screen is what both programs know about the terminal.
type screen struct {
	w, h   int
	env    []string
	theme  *theme
	glyphs bool
	flip   bool
	after  func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick, except in tests
}

func newScreen(env []string) screen {
	s := screen{w: minWidth, h: minHeight, env: env, after: tea.Tick}
	s.theme = newTheme(terminalDepth(colorprofile.Env(env), env), unknown, asciiOnly(env))
	return s
}

// update handles the messages about the terminal.
func (s *screen) update(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.w, s.h = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		s.theme = newTheme(terminalDepth(msg.Profile, s.env), s.theme.drop, s.theme.ascii)
	case tea.BackgroundColorMsg:
		drop := light
		if msg.IsDark() {
			drop = dark
		}
		s.theme = newTheme(s.theme.depth, drop, s.theme.ascii)
	default:
		return false
	}
	return true
}

// lookHelp describes the keys of lookKey.
const lookHelp = "- F  flip the board                 G  letters or chess symbols\n"

// lookKey handles a key that changes how the board looks, in play as in a replay. Small
// letters are files of moves.
func (s *screen) lookKey(key string) bool {
	switch key {
	case "F":
		s.flip = !s.flip
	case "G":
		s.glyphs = !s.glyphs
	default:
		return false
	}
	return true
}

// canvas returns an empty canvas as large as the window.
func (s *screen) canvas() *canvas { return newCanvas(s.w, s.h, s.theme.ascii) }

// small reports whether the window is too small, and draws a message if it is.
func (s *screen) small(c *canvas) bool {
	if s.w >= minWidth && s.h >= minHeight {
		return false
	}
	lines := wrap(fmt.Sprintf("This window is %d×%d; wane needs at least %d×%d. Enlarge it, or choose a smaller font. "+
		"(q quits)",
		s.w, s.h, minWidth, minHeight), max(s.w-2, 1))
	y := max((s.h-len(lines))/2, 0)
	for i, l := range lines {
		c.put(max((s.w-ansi.StringWidth(l))/2, 0), y+i, l, s.theme.text)
	}
	return true
}

func (s *screen) view(c *canvas) tea.View {
	v := tea.NewView(c.Render())
	v.Cursor = c.cursor
	v.AltScreen = true
	v.MouseMode = tea.MouseModeAllMotion
	v.WindowTitle = "wane"
	return v
}

func (s *screen) board() *board { return &board{s.theme, s.glyphs, s.flip} }

// run runs a model in the terminal. The end of the context is not an error; Ctrl+C may be
// tea.ErrInterrupted.
func run(ctx context.Context, m tea.Model, env []string) error {
	profile := detect(colorprofile.Detect(os.Stdout, env), env)
	p := tea.NewProgram(m, tea.WithContext(ctx), tea.WithEnvironment(env), tea.WithColorProfile(profile))
	_, err := p.Run()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// detect returns the terminal's colors. It runs before the program starts, so that a
// NO_COLOR counts that bubbletea would overlook.
func detect(detected colorprofile.Profile, env []string) colorprofile.Profile {
	switch terminalDepth(detected, env) {
	case plain:
		return colorprofile.NoTTY
	case mono:
		return colorprofile.Ascii
	case basic, color256:
	}
	return detected
}
