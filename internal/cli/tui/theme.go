package tui

import (
	"strings"
	"sync"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// color is a terminal colour: 0 is the terminal's own, n+1 is colour n of the
// 256.
type color uint16

func ansi(n int) color { return color(n + 1) }

// style is how a character looks.
type style struct {
	fg, bg               color
	bold, faint, reverse bool
}

var (
	renderers   = map[style]lipgloss.Style{}
	renderersMu sync.Mutex
)

// render wraps a text in the escape sequences of the style, none for the zero
// style.
func (s style) render(text string) string {
	if s == (style{}) {
		return text
	}
	renderersMu.Lock()
	defer renderersMu.Unlock()
	l, ok := renderers[s]
	if !ok {
		l = lipgloss.NewStyle().Bold(s.bold).Faint(s.faint).Reverse(s.reverse)
		if s.fg != 0 {
			l = l.Foreground(lipgloss.ANSIColor(s.fg - 1))
		}
		if s.bg != 0 {
			l = l.Background(lipgloss.ANSIColor(s.bg - 1))
		}
		renderers[s] = l
	}
	return l.Render(text)
}

// depth is how much a terminal can show.
type depth uint8

const (
	plain    depth = iota // characters only
	mono                  // bold and reverse video, no colours
	basic                 // sixteen colours
	color256              // 256 colours or more
)

// backdrop is the brightness of a terminal's background. Until the terminal has
// told, colours are chosen that can be read on either.
type backdrop uint8

const (
	unknown backdrop = iota
	dark
	light
)

// theme holds the styles of everything on the screen.
type theme struct {
	depth depth
	drop  backdrop
	ascii bool // no characters beyond ASCII

	text, dim, title, accent, good, bad, key, chosen style
	grid, label, doomedLabel                         style
}

// terminalDepth finds what a terminal can show from the environment. It goes
// further than colorprofile: any non-empty NO_COLOR counts, and so do old
// terminals without colours.
func terminalDepth(detected colorprofile.Profile, env []string) depth {
	get := func(name string) string { return lookup(env, name) }
	term := get("TERM")
	switch {
	case term == "dumb" || detected == colorprofile.NoTTY:
		return plain
	case get("NO_COLOR") != "", detected == colorprofile.Ascii, strings.HasPrefix(term, "vt"),
		strings.HasSuffix(term, "-m"), strings.HasSuffix(term, "-mono"):
		return mono
	case detected == colorprofile.ANSI:
		return basic
	}
	return color256
}

// asciiOnly tells whether the environment asks for a character set without the
// lines and dots that the programs draw.
func asciiOnly(env []string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(lookup(env, name)); v != "" {
			return !strings.Contains(v, "utf-8") && !strings.Contains(v, "utf8")
		}
	}
	// Nothing is said: today's terminals know UTF-8, old ones and the dumb do not.
	term := lookup(env, "TERM")
	return term == "dumb" || strings.HasPrefix(term, "vt")
}

func lookup(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(env[i], name+"="); ok {
			return v
		}
	}
	return ""
}

// newTheme chooses the styles for a terminal.
func newTheme(d depth, drop backdrop, ascii bool) *theme {
	t := &theme{depth: d, drop: drop, ascii: ascii}
	pick := func(onEither, onDark, onLight int) color {
		return ansi([...]int{onEither, onDark, onLight}[drop])
	}
	switch d {
	case plain:
	case mono:
		t.title, t.accent, t.bad = style{bold: true}, style{bold: true}, style{bold: true}
		t.good, t.key = style{bold: true}, style{bold: true}
		t.chosen, t.doomedLabel = style{reverse: true}, style{reverse: true}
	case basic:
		t.title = style{bold: true}
		t.accent = style{fg: pick(6, 6, 4), bold: true}
		t.good = style{fg: ansi(2), bold: true}
		t.bad = style{fg: ansi(1), bold: true}
		t.key = style{fg: pick(6, 6, 4), bold: true}
		t.chosen = style{reverse: true}
		t.doomedLabel = style{fg: ansi(1), reverse: true}
	default:
		t.dim = style{fg: pick(244, 245, 242)}
		t.title = style{bold: true}
		t.accent = style{fg: pick(32, 117, 25), bold: true}
		t.good = style{fg: pick(35, 114, 28), bold: true}
		t.bad = style{fg: pick(167, 210, 160), bold: true}
		t.key = style{fg: pick(172, 222, 130), bold: true}
		t.chosen = style{fg: ansi(231), bg: ansi(25), bold: true}
		t.grid = style{fg: pick(243, 239, 250)}
		t.label = style{fg: pick(244, 245, 242)}
		t.doomedLabel = style{fg: ansi(231), bg: ansi(160), bold: true}
	}
	return t
}

// ground is the background of a cell. All grounds, those of marks too, are of a
// middling brightness, on which white men and black men both stand out.
func (t *theme) ground(tint geom.Tint) color {
	if t.depth != color256 {
		return 0
	}
	switch tint {
	case geom.Light:
		return ansi(103)
	case geom.Middle:
		return ansi(66)
	case geom.Special:
		return ansi(136)
	default:
		return ansi(60)
	}
}

// piece is the style of a man on a ground.
func (t *theme) piece(m game.Piece, ground color) style {
	white := m.Color() == game.White
	switch t.depth {
	case plain:
		return style{}
	case mono:
		return style{bold: white}
	case basic:
		if white {
			return style{bold: true}
		}
		return style{fg: ansi(3)}
	}
	if white {
		return style{fg: ansi(231), bg: ground, bold: true}
	}
	return style{fg: ansi(16), bg: ground, bold: true}
}

// glyphs of men, by type: outlines, and the same filled.
var (
	outlinePieces = [...]rune{' ', '♔', '♕', '♖', '♗', '♘', '♙'}
	solidPieces   = [...]rune{' ', '♚', '♛', '♜', '♝', '♞', '♟'}
)

// face is the character for a man: a letter, a capital for White; or a chess
// glyph, where White's are outlines unless colours tell the sides apart.
func (t *theme) face(m game.Piece, glyphs bool) rune {
	switch {
	case !glyphs || t.ascii:
		return rune(m.Letter())
	case t.depth < color256 && m.Color() == game.White:
		return outlinePieces[m.Type()]
	}
	return solidPieces[m.Type()]
}
