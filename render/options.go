package render

import (
	"fmt"

	"github.com/wane-chess/wane/game"
)

// Theme is the surrounding that a picture is made for.
type Theme uint8

// The themes.
const (
	Light Theme = iota // a pale page
	Dark               // a dark page
)

// Look is a board's set of colors and ornaments.
type Look uint8

// The looks. Auto chooses by the board's shape alone; a caller that knows the
// game can say which look suits it.
const (
	Auto    Look = iota
	Classic      // warm wood; the edges of lines that have folded away lie at the far sides
	Court        // cool stone, for boards with missing squares; royal squares bear a crown
	Trio         // three greens and a dark well, for hexagons
	Mist         // lilac; where a square has vanished a grin stays for a while
)

// String returns the name of the look, such as "court"; "auto" for Auto.
func (l Look) String() string {
	if l > Auto && l <= Mist {
		return lookClasses[l-Classic].name
	}
	return "auto"
}

// lookByName returns the look with that name, such as "court", or Auto if there is
// none.
func lookByName(name string) Look {
	for _, l := range lookClasses {
		if l.name == name {
			return l.look
		}
	}
	return Auto
}

// LookOf returns the look of a game's boards: see game.Info.
func LookOf(g game.Game) Look { return lookByName(game.InfoOf(g).Look) }

// Limits and default of a picture's longer side, in pixels.
const (
	MinSize     = 32
	MaxSize     = 4096
	DefaultSize = 720
)

// Options say how to draw a position. The zero value is a light picture of
// DefaultSize with White below and with coordinates.
type Options struct {
	Size   int // pixels of the longer side, MinSize to MaxSize; 0 means DefaultSize
	Theme  Theme
	Look   Look
	Pieces PieceSet
	Flip   bool // Black below
	Plain  bool // no coordinates
	// Last are the squares of the last move, named as they are in this view,
	// and Check those of kings in check. Squares that are not on the
	// board, because they have collapsed, are skipped.
	Last, Check []game.Square
	Glyphs      bool // Text only: chess symbols in place of letters
}

// size returns the longer side to draw, or an error.
func (o Options) size() (int, error) {
	switch {
	case o.Size == 0:
		return DefaultSize, nil
	case o.Size < MinSize || o.Size > MaxSize:
		return 0, fmt.Errorf("render: a size of %d pixels is out of range (%d–%d)", o.Size, MinSize, MaxSize)
	}
	return o.Size, nil
}
