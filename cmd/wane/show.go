package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/draw"
)

func newShow() *cobra.Command {
	var (
		at            positionFlags
		svg, png      string
		force, asJSON bool
		options       draw.Options
		theme         string
	)
	cmd := &cobra.Command{
		Use:   "show [FEN]",
		Short: "Show a position, as text, SVG or PNG",
		Long: "Show a position. Without --svg, --png or --json it is drawn with characters, and followed by its FEN and a line " +
			"about whose move it is or how the game ended.",
		Example: "wane show --variant diminuendo\nwane show '2k/1R1/K2 w - - 0 1' --svg board.svg\n" +
			"wane show --variant cheshire --png board.png --size 800 --theme dark",
	}
	at.add(cmd)
	f := cmd.Flags()
	f.StringVar(&svg, "svg", "", "write an SVG picture to this file; - for standard output")
	f.StringVar(&png, "png", "", "write a PNG picture to this file; - for standard output")
	f.BoolVar(&force, "force", false, "replace files that exist")
	f.BoolVar(&asJSON, "json", false, "write the position as JSON")
	f.BoolVar(&options.Flip, "flip", false, "show the board from Black's side")
	f.IntVar(&options.Size, "size", 0, fmt.Sprintf("the picture's longer side in pixels, %d to %d (default %d)", draw.MinSize, draw.MaxSize, draw.DefaultSize))
	f.BoolVar(&options.Glyphs, "glyphs", false, "chess symbols in place of letters, in text")
	f.StringVar(&theme, "theme", "light", "light or dark")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch theme {
		case "light":
		case "dark":
			options.Theme = draw.Dark
		default:
			return badUsage(cmd, "--theme %.40q: expected light or dark", theme)
		}
		if options.Size != 0 && (options.Size < draw.MinSize || options.Size > draw.MaxSize) {
			return badUsage(cmd, "--size %d: %d to %d pixels are possible", options.Size, draw.MinSize, draw.MaxSize)
		}
		if err := where(cmd, svg, png, asJSON); err != nil {
			return err
		}
		p, err := at.position(cmd, args)
		if err != nil {
			return err
		}
		options.Look, options.Check = look(p.Game()), checked(p)
		var outputs []output
		if svg != "" {
			outputs = append(outputs, output{svg, func(w io.Writer) error { return draw.SVG(w, p.View(), options) }})
		}
		if png != "" {
			outputs = append(outputs, output{png, func(w io.Writer) error { return draw.PNG(w, p.View(), options) }})
		}
		if asJSON {
			outputs = append(outputs, output{"-", func(w io.Writer) error { return showJSON(w, p) }})
		}
		if len(outputs) == 0 {
			outputs = append(outputs, output{"-", func(w io.Writer) error {
				_, err := fmt.Fprintf(w, "%s\n%s\n%s\n", draw.Text(p.View(), options), p, status(p))
				return err
			}})
		}
		return writeAll(cmd.OutOrStdout(), force, outputs...)
	}
	return cmd
}

// where makes sure that each thing to show has a place of its own.
func where(cmd *cobra.Command, svg, png string, asJSON bool) error {
	for name, file := range map[string]string{"svg": svg, "png": png} {
		if cmd.Flags().Changed(name) && file == "" {
			return badUsage(cmd, "--%s is empty: expected the name of a file, or - for standard output", name)
		}
		if asJSON && file == "-" {
			return badUsage(cmd, "--json and --%s - cannot both go to standard output", name)
		}
	}
	if svg != "" && png != "" && filepath.Clean(svg) == filepath.Clean(png) {
		return badUsage(cmd, "--svg and --png cannot both go to %s", svg)
	}
	return nil
}

// look returns the look of a game's board.
func look(g game.Game) draw.Look {
	family, _, _ := strings.Cut(g.Name(), ":")
	switch family {
	case "convergent":
		return draw.Court
	case "diminuendo":
		return draw.Trio
	case "cheshire", "cheshire8":
		return draw.Mist
	}
	return draw.Classic
}

// checked returns the squares of the kings of the side to move, if it is in
// check.
func checked(p game.Position) []game.Square {
	if !p.InCheck() {
		return nil
	}
	var kings []game.Square
	for sq, man := range p.View().Men {
		if man == game.King.Of(p.Turn()) {
			kings = append(kings, game.Square(sq))
		}
	}
	return kings
}

// status is a line about whose move it is or how the game ended.
func status(p game.Position) string {
	if o := p.Outcome(); o.Over() {
		return o.String() + "."
	}
	s := p.Turn().String() + " to move"
	if p.InCheck() {
		s += ", in check"
	}
	return s + "."
}

func showJSON(w io.Writer, p game.Position) error {
	o := p.Outcome()
	men := map[string]string{}
	var gone []string
	v := p.View()
	for _, c := range v.Board.Cells {
		if m := v.Men[c.ID]; m != game.NoMan {
			men[c.Name] = string(m.Letter())
		}
		if v.Gone[c.ID] {
			gone = append(gone, c.Name)
		}
	}
	return encode(w, struct {
		Variant  string            `json:"variant"`
		FEN      string            `json:"fen"`
		Turn     string            `json:"turn"`
		Check    bool              `json:"check"`
		Men      map[string]string `json:"men"`
		Vanished []string          `json:"vanished,omitempty"`
		Result   string            `json:"result"`
		Reason   string            `json:"reason,omitempty"`
	}{p.Game().Name(), p.String(), p.Turn().Letter(), p.InCheck(), men, gone, o.Result.String(), string(o.Reason)})
}

// encode writes a value as indented JSON, with letters such as > as they are.
func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
