package tui

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// In every game and on every kind of terminal, the view fits the window in random
// play, and a view without colors has none.
func TestViewsOfAllGames(t *testing.T) {
	terminals := map[string][]string{"color": colorEnv(), "mono": monoEnv(), "ascii": asciiEnv(), "dumb": dumbEnv()}
	for _, g := range allGames() {
		for name, env := range terminals {
			t.Run(g.Name()+"/"+name, func(t *testing.T) {
				rnd := rand.New(rand.NewPCG(7, uint64(len(g.Name()))))
				m, err := NewPlay(ctx(), PlayOptions{Start: g.Start(), Env: env, Glyphs: name == "color", Now: newFakeNow().now})
				if err != nil {
					t.Fatal(err)
				}
				m.after = noTicks
				plies := 80
				if testing.Short() {
					plies = 30
				}
				for range plies {
					legal := m.match.pos.Legal(nil)
					if len(legal) == 0 || m.over() {
						break
					}
					move := legal[rnd.IntN(len(legal))]
					m.chosen = move.From()
					m.cur.set(m.match.view.Board, int(move.To()))
					checkView(t, m, name)
					m.chosen = game.NoSquare
					m.enter(m.match.choices.between(move.From(), move.To()))
					if m.asked != nil {
						checkView(t, m, name)
						m.promotionKey("a")
					}
					if m.match.view.Board.Square(m.cur.at) == nil {
						t.Fatalf("the cursor is off the board after %s", m.match.last().san)
					}
					if rnd.IntN(8) == 0 {
						m.flip = !m.flip
					}
				}
				checkView(t, m, name)
			})
		}
	}
}

func checkView(t *testing.T, m *PlayModel, terminal string) {
	t.Helper()
	content := m.View().Content
	checkSize(t, content, m.w, m.h)
	checkEscapes(t, content, terminal)
	// The end of every panel is visible: both players and the last line.
	for _, want := range []string{"White", "Black", "help", "quit"} {
		if m.asked == nil && !strings.Contains(content, want) {
			t.Fatalf("the screen lacks %s:\n%s", want, stripped(content))
		}
	}
}

// checkEscapes checks that a view has only the escape sequences of a kind of terminal,
// and only ASCII where needed.
func checkEscapes(t *testing.T, content, terminal string) {
	t.Helper()
	for i := range len(content) {
		if content[i] >= 0x80 && (terminal == "ascii" || terminal == "dumb") {
			t.Fatalf("a character beyond ASCII on the terminal %s: %q", terminal, content[max(i-10, 0):min(i+4, len(content))])
		}
		if content[i] != 0x1b {
			continue
		}
		sequence, _, _ := strings.Cut(content[i:], "m")
		parameters := strings.Split(strings.TrimPrefix(sequence, "\x1b["), ";")
		switch terminal {
		case "dumb":
			t.Fatalf("an escape sequence on a dumb terminal: %q", sequence)
		case "mono", "ascii":
			for _, p := range parameters {
				if p != "" && p != "0" && p != "1" && p != "2" && p != "7" {
					t.Fatalf("a color without colors: %q", sequence)
				}
			}
		}
	}
}

// In larger windows the squares grow, and the view still fits.
func TestLargeWindow(t *testing.T) {
	for _, g := range allGames() {
		m, err := NewPlay(ctx(), PlayOptions{Start: g.Start(), Env: monoEnv()})
		if err != nil {
			t.Fatal(err)
		}
		m.Update(size(80, 24))
		small := m.place(m.match.firstBoard).text.Width
		for _, s := range []struct{ w, h int }{{100, 30}, {140, 50}, {200, 60}, {81, 60}, {300, 24}} {
			m.Update(size(s.w, s.h))
			checkSize(t, m.View().Content, s.w, s.h)
		}
		m.Update(size(200, 60))
		if large := m.place(m.match.firstBoard).text.Width; large <= small {
			t.Errorf("%s: the board is %d wide in a large window, %d in a small one", g.Name(), large, small)
		}
	}
}

// The arrow keys reach every square, and left and right undo each other on a rank.
func TestCursorReachesAll(t *testing.T) {
	for _, b := range []*geom.Board{geom.Rect(8, 8, 8), geom.Rect(1, 3, 8), geom.Hex43(),
		allGames()[1].Start().View().Board} {
		seen := map[int]bool{b.Squares[0].ID: true}
		queue := []int{b.Squares[0].ID}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			for _, key := range []string{"left", "right", "up", "down"} {
				var c cursor
				c.set(b, at)
				c.press(key, b, false)
				if !seen[c.at] {
					seen[c.at] = true
					queue = append(queue, c.at)
				}
			}
		}
		if len(seen) != len(b.Squares) {
			t.Errorf("the arrows reach %d squares of %d", len(seen), len(b.Squares))
		}
	}
	b := geom.Hex43()
	var c cursor
	c.set(b, b.SquareByName("a3").ID)
	walked := []string{}
	for range 6 {
		c.press("right", b, false)
		walked = append(walked, b.Name(c.at))
	}
	if last := walked[5]; last != "g3" || walked[2] != "z" {
		t.Errorf("from a3 to the right: %v", walked)
	}
	for range 6 {
		c.press("left", b, false)
	}
	if b.Name(c.at) != "a3" {
		t.Errorf("and back: %s", b.Name(c.at))
	}
}

func TestTerminalDepth(t *testing.T) {
	for _, c := range []struct {
		env  []string
		want depth
	}{
		{[]string{"TERM=xterm-256color"}, color256},
		{[]string{"TERM=xterm"}, basic},
		{[]string{"TERM=xterm-256color", "NO_COLOR=yes"}, mono},
		{[]string{"TERM=xterm-256color", "NO_COLOR="}, color256},
		{[]string{"TERM=vt100"}, mono},
		{[]string{"TERM=dumb"}, plain},
		{[]string{"TERM=dumb", "NO_COLOR=1"}, plain},
	} {
		if got := terminalDepth(colorprofile.Env(c.env), c.env); got != c.want {
			t.Errorf("%v: %d, want %d", c.env, got, c.want)
		}
	}
}

func TestCanvas(t *testing.T) {
	c := newCanvas(6, 2, false)
	c.put(-1, 0, "xabc", style{})
	c.put(4, 0, "日本", style{}) // the second does not fit
	c.put(0, 1, "a\x1b[31m\tb", style{})
	c.put(0, 5, "beyond", style{})
	if got, want := c.Render(), "abc 日\na[31mb"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := ansi.Truncate("abcdef", 4, "…"); got != "abc…" || ansi.StringWidth(got) != 4 {
		t.Errorf("clipped to %q", got)
	}
	if got := wrap("one two  three\n\nfourfourfour", 8); strings.Join(got, "|") != "one two|three||fourfour|four" {
		t.Errorf("wrapped to %q", got)
	}
	for _, c := range []struct {
		text, want string
		width      int
	}{
		{"- one two three", "- one two|  three", 9},
		{"  x=N  of that one", "  x=N  of that|       one", 16},
		{"see -variant", "see|-variant", 9},
		{"    a b c d e f", "    a b c|d e f", 9}, // an indentation of half the width is too much
	} {
		if got := strings.Join(Wrap(c.text, c.width), "|"); got != c.want {
			t.Errorf("%q wrapped to %q, want %q", c.text, got, c.want)
		}
	}
	const page = "# Title\n\nOne\ntwo.\n\n- item\n  goes on\n- next\n\n    A  B\n    C  D\n"
	if got, want := Unwrap(page), "# Title\n\nOne two.\n\n- item goes on\n- next\n\n    A  B\n    C  D\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, w := range []int{0, 1, 2} { // no width hangs or panics
		wrap("some words 日本", w)
		ansi.Truncate("日本", w, "…")
	}
}

func TestInput(t *testing.T) {
	i := newInput("one two")
	for _, key := range []string{"ctrl+w", "home", "delete", "right", "backspace", "end", "x"} {
		i.press(keyMsg(key))
	}
	if got := i.Value(); got != "e x" && got != "ex" && got != "n x" {
		t.Errorf("%q", got)
	}
	i.press(tea.PasteMsg{Content: strings.Repeat("y", 1000)})
	if len(i.Value()) > maxInput {
		t.Errorf("%d characters", len(i.Value()))
	}
	c := newCanvas(20, 1, false)
	i.draw(c, 0, 0, 10, newTheme(mono, unknown, false))
	if n := lipgloss.Width(c.Render()); n > 10 {
		t.Errorf("the line is drawn %d wide", n)
	}
}

// A window of 80×24 has room for all changes of a move, including drop checks.
func TestPreviewsFit(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	checks := 0
	for _, g := range allGames() {
		_, m := newPlay(t, PlayOptions{Start: g.Start()})
		for range 60 {
			legal := m.match.names.Legal()
			if m.over() || len(legal) == 0 {
				break
			}
			r := m.panel(m.place(m.match.view.Board))
			for _, move := range legal[:min(len(legal), 60)] {
				s := m.effectsOf(move)
				for _, e := range s.effects {
					if e.Kind == game.DropCheck {
						checks++
					}
				}
				lines := wrapped(s.text, r.W, m.theme.text)
				if _, room := divide(r.H-8, storyHeight, len(lines)); room < len(lines) {
					t.Errorf("%s, %v: %d lines: %s", g.Name(), m.match.pos, len(lines), s.text)
				}
			}
			m.make(legal[rnd.IntN(len(legal))])
		}
	}
	if checks == 0 {
		t.Error("no drop check was met")
	}
}
