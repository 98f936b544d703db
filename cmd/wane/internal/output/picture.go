package output

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/render"
)

// Picture is the flags that say how to draw a picture.
type Picture struct {
	size              int
	pieces            string
	dark, flip, plain bool
}

// Add adds the flags. Sizes are in pixels.
func (f *Picture) Add(cmd *cobra.Command, usual, most int) {
	fl := cmd.Flags()
	fl.IntVar(&f.size, "size", 0,
		fmt.Sprintf("size of the longer side in pixels, %d–%d (default %d)", render.MinSize, most, usual))
	fl.BoolVar(&f.dark, "dark", false, "dark colors")
	fl.StringVar(&f.pieces, "piece-set", render.Staunton.String(), "drawings of the pieces: staunton, flat or letters")
	fl.BoolVar(&f.flip, "flip", false, "put Black at the bottom (default: as the game asks)")
	fl.BoolVar(&f.plain, "plain", false, "omit the coordinates")
}

// NoTerminal checks that a picture in a binary format does not go to a terminal.
func NoTerminal(cmd *cobra.Command, file, format string) error {
	if file == "-" && IsTerminal(cmd.OutOrStdout()) {
		return usage.Errorf(cmd, "a terminal cannot show a %s; use --output FILE, or redirect standard output, as in '%s … "+
			"> FILE'", format, cmd.CommandPath())
	}
	return nil
}

// Options returns the options; the caller sets the game's look.
func (f *Picture) Options(cmd *cobra.Command, most int) (render.Options, error) {
	o := render.Options{Size: f.size, Flip: f.flip, Plain: f.plain, Pieces: render.PieceSetByName(f.pieces)}
	if o.Pieces.String() != f.pieces {
		return o, usage.Errorf(cmd, "--piece-set %.40q: expected staunton, flat or letters", f.pieces)
	}
	if f.dark {
		o.Theme = render.Dark
	}
	if f.size == 0 {
		return o, nil
	}
	return o, usage.InRange(cmd, "size", f.size, render.MinSize, most)
}
