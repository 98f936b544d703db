package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/render"
)

// pictureFlags say how a picture is drawn.
type pictureFlags struct {
	size        int
	theme       string
	flip, plain bool
}

func (f *pictureFlags) add(cmd *cobra.Command, usual, most int) {
	fl := cmd.Flags()
	fl.IntVar(&f.size, "size", 0, fmt.Sprintf("the picture's longer side in pixels, %d to %d (default %d)", render.MinSize, most, usual))
	fl.StringVar(&f.theme, "theme", "light", "light or dark")
	fl.BoolVar(&f.flip, "flip", false, "show the board from Black's side")
	fl.BoolVar(&f.plain, "plain", false, "no coordinates")
}

// options returns what was chosen; the look is left to the game.
func (f *pictureFlags) options(cmd *cobra.Command, most int) (render.Options, error) {
	o := render.Options{Size: f.size, Flip: f.flip, Plain: f.plain}
	switch f.theme {
	case "light":
	case "dark":
		o.Theme = render.Dark
	default:
		return o, badUsage(cmd, "--theme %.40q: expected light or dark", f.theme)
	}
	if f.size != 0 && (f.size < render.MinSize || f.size > most) {
		return o, badUsage(cmd, "--size %d: %d to %d pixels are possible", f.size, render.MinSize, most)
	}
	return o, nil
}
