package main

import (
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/analysis"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
)

// bookJSON is the answer of 'wane book show --json'.
type bookJSON struct {
	Variant   string         `json:"variant"`
	FEN       string         `json:"fen"`
	Positions int            `json:"positions"` // of the whole book
	Nodes     uint64         `json:"nodes"`     // searched for each
	Moves     []bookMoveJSON `json:"moves"`
}

type bookMoveJSON struct {
	Move  string `json:"move"`
	SAN   string `json:"san"`
	Score int    `json:"cp"` // for the side to move
}

func newBookShow() *cobra.Command {
	var (
		asJSON bool
		file   string
	)
	cmd := &cobra.Command{
		Use:   "show VARIANT [MOVE…]",
		Short: "Print the moves that a book has after some moves",
		Long: "Print the moves that the opening book of a variant has in the position after some moves from the start, the " +
			"best first, with scores in centipawns for the side to move.",
		Example: "wane book show shrink\n" +
			"wane book show convergent --json",
		Args: usage.Args(1, 1<<10, "a VARIANT, such as shrink, and moves"),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.Flags().StringVar(&file, "book", "", "a file instead of the book that comes with wane")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		g, err := input.Variant(cmd, args[0])
		if err != nil {
			return err
		}
		b, err := openBook(g, file)
		switch {
		case err != nil:
			return err
		case b == nil:
			return usage.Errorf(cmd, "no book of %s comes with wane: use --book", g.Name())
		}
		p := g.Start()
		if _, err := notation.Play(p, args[1:], notation.ParseMove); err != nil {
			return usage.Errorf(cmd, "%w", err)
		}
		answer := bookJSON{Variant: g.Name(), FEN: p.String(), Positions: b.Positions(), Nodes: b.Nodes,
			Moves: []bookMoveJSON{}}
		texts := notation.NewMoves(p)
		for _, m := range b.Moves(p) {
			answer.Moves = append(answer.Moves, bookMoveJSON{p.UCI(m.Move), texts.SAN(m.Move), int(m.Score)})
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), answer)
		}
		return answer.print(cmd.OutOrStdout())
	}
	return cmd
}

// openBook reads a file, or returns the book that comes with wane; nil if there is none.
func openBook(g game.Game, file string) (_ *book.Book, err error) {
	if file == "" {
		return book.For(g), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	b, err := book.Read(f, g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return b, nil
}

func (a *bookJSON) print(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, m := range a.Moves {
		_, _ = fmt.Fprintf(out, "%s\t%s\t%s\n", m.SAN, m.Move, analysis.ScoreText(engine.Score(m.Score)))
	}
	if len(a.Moves) == 0 {
		_, _ = fmt.Fprintln(out, "The book does not have this position.")
	}
	_, _ = fmt.Fprintf(out, "The book has %s, each searched for %d nodes.\n", message.Plural(a.Positions, "position"),
		a.Nodes)
	return out.Flush()
}
