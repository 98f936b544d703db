package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/captions"
	"github.com/wane-chess/wane/render"
)

func newShow() *cobra.Command {
	var (
		from          lineFlags
		pgn           string
		ply           int
		svg, png      string
		force, asJSON bool
		drawn         pictureFlags
		glyphs        bool
	)
	cmd := &cobra.Command{
		Use:   "show [FEN]",
		Short: "Show a position, as text, SVG or PNG",
		Long: "Show a position: one that is given, one to which --moves lead, or one of a recorded game with --pgn and --ply. " +
			"Without --svg, --png or --json it is drawn with characters, and followed by its FEN and a line " +
			"about whose move it is or how the game ended. 'wane gif' draws whole games.",
		Example: "wane show --variant diminuendo\nwane show '2k/1R1/K2 w - - 0 1' --svg board.svg\n" +
			"wane show --variant cheshire --png board.png --size 800 --theme dark\n" +
			"wane show --variant shrink --moves 'e4 d5 exd5' --svg board.svg\n" +
			"echo '1. e4 d5 2. exd5 c5' |\n  wane show --variant shrink --pgn - --ply 3 --png board.png",
	}
	from.add(cmd)
	f := cmd.Flags()
	f.StringVar(&pgn, "pgn", "", "a position of a game in this file, in any notation that 'wane import' reads; - for standard input")
	f.IntVar(&ply, "ply", 0, "the position after so many moves of both sides (default: after all of them)")
	f.StringVar(&svg, "svg", "", "write an SVG picture to this file; - for standard output")
	f.StringVar(&png, "png", "", "write a PNG picture to this file; - for standard output")
	f.BoolVar(&force, "force", false, "replace files that exist")
	f.BoolVar(&asJSON, "json", false, "write the position as JSON")
	f.BoolVar(&glyphs, "glyphs", false, "chess symbols in place of letters, in text")
	drawn.add(cmd, render.DefaultSize, render.MaxSize)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		options, err := drawn.options(cmd, render.MaxSize)
		if err != nil {
			return err
		}
		if err := where(cmd, svg, png, asJSON); err != nil {
			return err
		}
		l, err := from.read(cmd, "pgn", pgn, args)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("ply") {
			if l, err = l.part(cmd, "ply", 0, ply); err != nil {
				return err
			}
		}
		shot, p := l.end()
		options.Look, options.Last, options.Check, options.Glyphs = captions.Look(p.Game()), shot.Last, shot.Check, glyphs
		var outputs []output
		if svg != "" {
			outputs = append(outputs, output{svg, func(w io.Writer) error { return render.SVG(w, p.View(), options) }})
		}
		if png != "" {
			outputs = append(outputs, output{png, func(w io.Writer) error { return render.PNG(w, p.View(), options) }})
		}
		if asJSON {
			outputs = append(outputs, output{"-", func(w io.Writer) error { return showJSON(w, p) }})
		}
		if len(outputs) == 0 {
			outputs = append(outputs, output{"-", func(w io.Writer) error {
				_, err := fmt.Fprintf(w, "%s\n%s\n%s\n", render.Text(p.View(), options), p, status(p))
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
	pieces := map[string]string{}
	var gone []string
	v := p.View()
	for _, c := range v.Board.Cells {
		if m := v.Pieces[c.ID]; m != game.NoPiece {
			pieces[c.Name] = string(m.Letter())
		}
		if v.Vanished[c.ID] {
			gone = append(gone, c.Name)
		}
	}
	return encode(w, struct {
		Variant  string            `json:"variant"`
		FEN      string            `json:"fen"`
		Turn     string            `json:"turn"`
		Check    bool              `json:"check"`
		Pieces   map[string]string `json:"men"`
		Vanished []string          `json:"vanished,omitempty"`
		Result   string            `json:"result"`
		Reason   string            `json:"reason,omitempty"`
	}{p.Game().Name(), p.String(), p.Turn().Letter(), p.InCheck(), pieces, gone, o.Result.String(), string(o.Reason)})
}

// encode writes a value as indented JSON, with letters such as > as they are.
func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
