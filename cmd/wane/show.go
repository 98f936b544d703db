package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/render"
)

func newShow() *cobra.Command {
	var (
		from   input.LineFlags
		pgn    string
		ply    int
		format showFormat
		to     output.Destination
		drawn  output.Picture
		glyphs bool
	)
	cmd := &cobra.Command{
		Use:   "show [FEN]",
		Short: "Show a position, as text, SVG or PNG",
		Long: "Show a position: the one given, the one after --moves, or one of a recorded game with --pgn and --ply. " +
			"Without --svg, --png or --json, the board is text, followed by the FEN and the side to move or the outcome; " +
			"a file that ends in .svg, .png or .json gets that. 'wane gif' draws whole games.",
		Example: "wane show --variant diminuendo\nwane show '2k/1R1/K2 w - - 0 1' --output board.svg\n" +
			"wane show --variant cheshire --output board.png --size 800 --dark\n" +
			"wane show --variant shrink --moves 'e4 d5 exd5' --svg\n" +
			"echo '1. e4 d5 2. exd5 c5' |\n  wane show --variant shrink --pgn - --ply 3 -o board.png",
	}
	from.Add(cmd)
	f := cmd.Flags()
	f.StringVar(&pgn, "pgn", "",
		"show a game in this file, in any notation that 'wane import' reads; - for standard input")
	f.IntVar(&ply, "ply", 0, "the position after this many plies (default: all)")
	format.add(cmd)
	to.Add(cmd, "")
	f.BoolVar(&glyphs, "glyphs", false, "in text, show pieces as chess symbols instead of letters")
	drawn.Add(cmd, render.DefaultSize, render.MaxSize)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		options, err := drawn.Options(cmd, render.MaxSize)
		if err != nil {
			return err
		}
		if err := format.check(cmd, &to); err != nil {
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
		if !cmd.Flags().Changed("flip") {
			options.Flip = l.Flipped
		}
		frame, p := l.End()
		options.Look, options.Last, options.Check, options.Glyphs = render.LookOf(p.Game()), frame.Last, frame.Check, glyphs
		return to.Write(cmd, func(w io.Writer) error { return format.write(w, p, options) })
	}
	return cmd
}

// showFormat is the flags for the format in which a position is written; text without any.
type showFormat struct{ svg, png, json bool }

// add adds the flags.
func (f *showFormat) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.svg, "svg", false, "draw an SVG picture")
	cmd.Flags().BoolVar(&f.png, "png", false, "draw a PNG picture")
	cmd.Flags().BoolVar(&f.json, "json", false, "write the position as JSON")
}

// check checks the flags, and takes the format from the name of the file if there are none.
func (f *showFormat) check(cmd *cobra.Command, to *output.Destination) error {
	if f.svg && f.png || f.svg && f.json || f.png && f.json {
		return usage.Errorf(cmd, "--svg, --png and --json exclude each other")
	}
	if ext := strings.ToLower(filepath.Ext(to.File)); *f == (showFormat{}) {
		f.svg, f.png, f.json = ext == ".svg", ext == ".png", ext == ".json"
		if slices.Contains([]string{".jpg", ".jpeg", ".gif", ".webp", ".pdf"}, ext) {
			return usage.Errorf(cmd, "--output %.80q: expected a name that ends in .svg, .png, .json or .txt", to.File)
		}
	}
	if f.png {
		if err := output.NoTerminal(cmd, to.File, "PNG"); err != nil {
			return err
		}
	}
	return to.Check(cmd)
}

// write writes a position.
func (f *showFormat) write(w io.Writer, p game.Position, o render.Options) error {
	switch {
	case f.svg:
		return render.SVG(w, p.View(), o)
	case f.png:
		return render.PNG(w, p.View(), o)
	case f.json:
		return showJSON(w, p)
	}
	_, err := fmt.Fprintf(w, "%s\n%s\n%s\n", render.Text(p.View(), o), p, status(p))
	return err
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
	for _, sq := range v.Board.Squares {
		if pc := v.Pieces[sq.ID]; pc != game.NoPiece {
			pieces[sq.Name] = string(pc.Letter())
		}
		if v.Vanished[sq.ID] {
			vanished = append(vanished, sq.Name)
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
