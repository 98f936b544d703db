package tui

import (
	"image/color"
	"strings"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// style is the look of a character. A nil color is the terminal's own.
type style = uv.Style

// indexed returns one of the 256 colors.
func indexed(n int) color.Color { return ansi.IndexedColor(n) }

// bold returns the attribute if on.
func bold(on bool) uint8 {
	if on {
		return uv.AttrBold
	}
	return 0
}

// depth is what a terminal can show.
type depth uint8

const (
	plain    depth = iota // characters only
	mono                  // bold and reverse video, no colors
	basic                 // sixteen colors
	color256              // 256 colors or more
)

// backdrop is the brightness of a terminal's background. Until the terminal reports
// it, the colors are readable on either.
type backdrop uint8

const (
	unknown backdrop = iota
	dark
	light
)

// theme has the styles of everything on the screen.
type theme struct {
	depth depth
	drop  backdrop
	ascii bool // no characters beyond ASCII

	text, dim, title, accent, good, bad, key, chosen style
	grid, label, vanishingLabel                      style
}

// terminalDepth returns what a terminal can show, by the environment. Unlike
// colorprofile, it respects any non-empty NO_COLOR, and knows old terminals without
// colors.
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

// asciiOnly reports whether the environment asks for a character set without the lines
// and dots that the programs draw.
func asciiOnly(env []string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(lookup(env, name)); v != "" {
			return !strings.Contains(v, "utf-8") && !strings.Contains(v, "utf8")
		}
	}
	// The environment names no character set: today's terminals use UTF-8, old and
	// dumb ones do not.
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
	pick := func(onEither, onDark, onLight int) color.Color {
		return indexed([...]int{onEither, onDark, onLight}[drop])
	}
	switch d {
	case plain:
	case mono:
		t.title, t.accent, t.bad = style{Attrs: uv.AttrBold}, style{Attrs: uv.AttrBold}, style{Attrs: uv.AttrBold}
		t.good, t.key = style{Attrs: uv.AttrBold}, style{Attrs: uv.AttrBold}
		t.chosen, t.vanishingLabel = style{Attrs: uv.AttrReverse}, style{Attrs: uv.AttrReverse}
	case basic:
		t.title = style{Attrs: uv.AttrBold}
		t.accent = style{Fg: pick(6, 6, 4), Attrs: uv.AttrBold}
		t.good = style{Fg: indexed(2), Attrs: uv.AttrBold}
		t.bad = style{Fg: indexed(1), Attrs: uv.AttrBold}
		t.key = style{Fg: pick(6, 6, 4), Attrs: uv.AttrBold}
		t.chosen = style{Attrs: uv.AttrReverse}
		t.vanishingLabel = style{Fg: indexed(1), Attrs: uv.AttrReverse}
	default:
		t.dim = style{Fg: pick(244, 245, 242)}
		t.title = style{Attrs: uv.AttrBold}
		t.accent = style{Fg: pick(32, 117, 25), Attrs: uv.AttrBold}
		t.good = style{Fg: pick(35, 114, 28), Attrs: uv.AttrBold}
		t.bad = style{Fg: pick(167, 210, 160), Attrs: uv.AttrBold}
		t.key = style{Fg: pick(172, 222, 130), Attrs: uv.AttrBold}
		t.chosen = style{Fg: indexed(231), Bg: indexed(25), Attrs: uv.AttrBold}
		t.grid = style{Fg: pick(243, 239, 250)}
		t.label = style{Fg: pick(244, 245, 242)}
		t.vanishingLabel = style{Fg: indexed(231), Bg: indexed(160), Attrs: uv.AttrBold}
	}
	return t
}

// ground returns the background of a square. All backgrounds, including those of
// marks, are of medium brightness, on which white and black pieces both stand out.
func (t *theme) ground(tint geom.Tint) color.Color {
	if t.depth != color256 {
		return nil
	}
	switch tint {
	case geom.Light:
		return indexed(103)
	case geom.Middle:
		return indexed(66)
	case geom.Special:
		return indexed(136)
	default:
		return indexed(60)
	}
}

// piece returns the style of a piece on a background.
func (t *theme) piece(pc game.Piece, ground color.Color) style {
	white := pc.Color() == game.White
	switch t.depth {
	case plain:
		return style{}
	case mono:
		return style{Attrs: bold(white)}
	case basic:
		if white {
			return style{Attrs: uv.AttrBold}
		}
		return style{Fg: indexed(3)}
	}
	if white {
		return style{Fg: indexed(231), Bg: ground, Attrs: uv.AttrBold}
	}
	return style{Fg: indexed(16), Bg: ground, Attrs: uv.AttrBold}
}

// The symbols of pieces by type: outlined and filled.
var (
	outlinePieces = [...]rune{' ', '♔', '♕', '♖', '♗', '♘', '♙'}
	solidPieces   = [...]rune{' ', '♚', '♛', '♜', '♝', '♞', '♟'}
)

// face returns the character of a piece: a letter, capital for White, or a chess
// symbol. White's symbols are outlined unless colors distinguish the pieces.
func (t *theme) face(pc game.Piece, glyphs bool) rune {
	switch {
	case !glyphs || t.ascii:
		return rune(pc.Letter())
	case t.depth < color256 && pc.Color() == game.White:
		return outlinePieces[pc.Type()]
	}
	return solidPieces[pc.Type()]
}
