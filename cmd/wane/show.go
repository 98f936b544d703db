package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/render"
)

func newShow() *cobra.Command {
	var (
		from          input.LineFlags
		pgn           string
		ply           int
		svg, png      string
		force, asJSON bool
		drawn         output.Picture
		glyphs        bool
	)
	cmd := &cobra.Command{
		Use:   "show [FEN]",
		Short: "Show a position, as text, SVG or PNG",
		Long: "Show a position: the one given, the one after --moves, or one of a recorded game with --pgn and --ply. " +
			"Without --svg, --png or --json, the board is text, followed by the FEN and the side to move or the outcome. " +
			"'wane gif' draws whole games.",
		Example: "wane show --variant diminuendo\nwane show '2k/1R1/K2 w - - 0 1' --svg board.svg\n" +
			"wane show --variant cheshire --png board.png --size 800 --theme dark\n" +
			"wane show --variant shrink --moves 'e4 d5 exd5' --svg board.svg\n" +
			"echo '1. e4 d5 2. exd5 c5' |\n  wane show --variant shrink --pgn - --ply 3 --png board.png",
	}
	from.Add(cmd)
	f := cmd.Flags()
	f.StringVar(&pgn, "pgn", "", "show a game in this file, in any notation that 'wane import' reads; - for standard input")
	f.IntVar(&ply, "ply", 0, "the position after this many plies (default: all)")
	f.StringVar(&svg, "svg", "", "write an SVG picture to this file; - for standard output")
	f.StringVar(&png, "png", "", "write a PNG picture to this file; - for standard output")
	f.BoolVar(&force, "force", false, "replace existing files")
	f.BoolVar(&asJSON, "json", false, "write the position as JSON")
	f.BoolVar(&glyphs, "glyphs", false, "in text, show pieces as chess symbols instead of letters")
	drawn.Add(cmd, render.DefaultSize, render.MaxSize)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		options, err := drawn.Options(cmd, render.MaxSize)
		if err != nil {
			return err
		}
		if err := checkOutputs(cmd, svg, png, asJSON); err != nil {
			return err
		}
		l, err := from.Read(cmd, "pgn", pgn, args)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("ply") {
			if l, err = l.Part(cmd, "ply", 0, ply); err != nil {
				return err
			}
		}
		frame, p := l.End()
		options.Look, options.Last, options.Check, options.Glyphs = render.LookOf(p.Game()), frame.Last, frame.Check, glyphs
		var outputs []output.File
		if svg != "" {
			outputs = append(outputs, output.To(svg, func(w io.Writer) error { return render.SVG(w, p.View(), options) }))
		}
		if png != "" {
			outputs = append(outputs, output.To(png, func(w io.Writer) error { return render.PNG(w, p.View(), options) }))
		}
		if asJSON {
			outputs = append(outputs, output.To("-", func(w io.Writer) error { return showJSON(w, p) }))
		}
		if len(outputs) == 0 {
			outputs = append(outputs, output.To("-", func(w io.Writer) error {
				_, err := fmt.Fprintf(w, "%s\n%s\n%s\n", render.Text(p.View(), options), p, status(p))
				return err
			}))
		}
		return output.WriteAll(cmd.OutOrStdout(), force, outputs...)
	}
	return cmd
}

// checkOutputs checks that the outputs do not share a file.
func checkOutputs(cmd *cobra.Command, svg, png string, asJSON bool) error {
	for name, file := range map[string]string{"svg": svg, "png": png} {
		if cmd.Flags().Changed(name) && file == "" {
			return usage.Errorf(cmd, "--%s is empty: expected a file, or - for standard output", name)
		}
		if asJSON && file == "-" {
			return usage.Errorf(cmd, "--json and --%s cannot both write to standard output", name)
		}
	}
	if svg != "" && png != "" && filepath.Clean(svg) == filepath.Clean(png) {
		return usage.Errorf(cmd, "--svg and --png cannot both write to %s", svg)
	}
	return output.NoTerminal(cmd, png, "PNG", "png")
}

// status returns the side to move or the outcome as a sentence.
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
	var vanished []string
	v := p.View()
	for _, c := range v.Board.Squares {
		if m := v.Pieces[c.ID]; m != game.NoPiece {
			pieces[c.Name] = string(m.Letter())
		}
		if v.Vanished[c.ID] {
			vanished = append(vanished, c.Name)
		}
	}
	return output.JSON(w, struct {
		Variant  string            `json:"variant"`
		FEN      string            `json:"fen"`
		Turn     string            `json:"turn"`
		Check    bool              `json:"check"`
		Pieces   map[string]string `json:"pieces"`
		Vanished []string          `json:"vanished,omitempty"`
		Result   string            `json:"result"`
		Reason   string            `json:"reason,omitempty"`
	}{p.Game().Name(), p.String(), p.Turn().Letter(), p.InCheck(), pieces, vanished, o.Result.String(), string(o.Reason)})
}
