package output

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/render"
)

// Picture is the flags that say how to draw a picture.
type Picture struct {
	size          int
	theme, pieces string
	flip, plain   bool
}

// Add adds the flags. Sizes are in pixels.
func (f *Picture) Add(cmd *cobra.Command, usual, most int) {
	fl := cmd.Flags()
	fl.IntVar(&f.size, "size", 0, fmt.Sprintf("size of the longer side in pixels, %d–%d (default %d)", render.MinSize, most, usual))
	fl.StringVar(&f.theme, "theme", "light", "colors, light or dark")
	fl.StringVar(&f.pieces, "piece-set", render.Staunton.String(), "drawings of the pieces: staunton, flat or letters")
	fl.BoolVar(&f.flip, "flip", false, "put Black at the bottom")
	fl.BoolVar(&f.plain, "plain", false, "omit the coordinates")
}

// NoTerminal checks that a picture in a binary format does not go to a terminal. The
// flag says how to choose another destination.
func NoTerminal(cmd *cobra.Command, file, format, flag string) error {
	if file == "-" && IsTerminal(cmd.OutOrStdout()) {
		return usage.Errorf(cmd, "a terminal cannot show a %s; use --%s FILE, or redirect standard output, as in '%s … > FILE'", format, flag, cmd.CommandPath())
	}
	return nil
}

// Options returns the options; the caller sets the game's look.
func (f *Picture) Options(cmd *cobra.Command, most int) (render.Options, error) {
	o := render.Options{Size: f.size, Flip: f.flip, Plain: f.plain, Pieces: render.PieceSetByName(f.pieces)}
	if o.Pieces.String() != f.pieces {
		return o, usage.Errorf(cmd, "--piece-set %.40q: expected staunton, flat or letters", f.pieces)
	}
	switch f.theme {
	case "light":
	case "dark":
		o.Theme = render.Dark
	default:
		return o, usage.Errorf(cmd, "--theme %.40q: expected light or dark", f.theme)
	}
	if f.size == 0 {
		return o, nil
	}
	return o, usage.InRange(cmd, "size", f.size, render.MinSize, most)
}
