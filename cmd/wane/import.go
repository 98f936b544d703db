package main

import (
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
)

// importGCPercent keeps the heap small: one game is alive at a time, and the processor does
// not wait for the memory of the games before it.
const importGCPercent = 25

func newImport() *cobra.Command {
	var (
		from   input.Games
		to     output.Destination
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Convert recorded games to PGN",
		Long: "Read the games of a file (- for standard input) and write them as PGN. The input is PGN, plain moves in " +
			"short algebraic, long algebraic or UCI notation, or the notation of the inventors' pages. Text between moves " +
			"becomes comments.\n\n" +
			"A game with an illegal move is reported, with the place and the legal moves, and skipped; --correct replaces the " +
			"move. The exit status is 1 if games were skipped.",
		Example: "echo '1. e4 d5 2. exd5 c5' | wane import - -v shrink --output game.pgn\n" +
			"echo '1. e2 - e4, d7 - d5 2. e4 x d5, c7 - c5' |\n  wane import - --variant shrink --correct '2...c6-c5'\n" +
			"echo '1. Rc2+ Ka3 2. Ra2#' |\n  wane import - --fen '2k/1R1/K2 w - - 0 1' --json",
		Args: usage.Args(1, 1, input.OneFile),
	}
	from.Add(cmd)
	to.Add(cmd, "")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the games as JSON, with each move in UCI notation too")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := to.Check(cmd); err != nil {
			return err
		}
		debug.SetGCPercent(importGCPercent)
		games, err := from.Read(cmd, args[0])
		if err != nil {
			return err
		}
		write := writePGN
		if asJSON {
			write = writeRecords
		}
		return to.Stream(cmd, func(w io.Writer) error { return write(w, games) })
	}
	return cmd
}

func writePGN(w io.Writer, games *input.Recorded) error {
	for _, g := range games.All {
		if err := g.WritePGN(w); err != nil {
			return err
		}
	}
	return games.Err()
}
