package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/notation"
)

func newImport() *cobra.Command {
	var (
		from          gameFlags
		file          string
		force, asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Turn recorded games into PGN",
		Long: "Read the games of a file (- for standard input) and write them as PGN. PGN, plain scores in short or long algebraic or engine form, " +
			"and the notation of the inventors' pages are all read; text between moves becomes comments.\n\n" +
			"A move that is not possible is reported with its place and the moves that were; --correct puts another in its place.",
		Example: "echo '1. e4 d5 2. exd5 c5' | wane import - -v shrink --output game.pgn\n" +
			"echo '1. e2 - e4, d7 - d5 2. e4 x d5, c7 - c5' |\n  wane import - --variant shrink --correct '2...c6-c5'\n" +
			"echo '1. Rc2+ Ka3 2. Ra2#' |\n  wane import - --fen '2k/1R1/K2 w - - 0 1' --json",
		Args: takes(1, 1, oneFile),
	}
	from.add(cmd)
	cmd.Flags().StringVarP(&file, "output", "o", "-", "write to this file; - for standard output")
	cmd.Flags().BoolVar(&force, "force", false, "replace the output file if it exists")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the games as JSON instead, with each move in engine form too")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if file == "" {
			return badUsage(cmd, "--output is empty: expected the name of a file, or - for standard output")
		}
		games, warnings, err := from.read(cmd, args[0])
		if err != nil {
			return err
		}
		write := func(w io.Writer) error { return writePGN(w, games) }
		if asJSON {
			write = func(w io.Writer) error { return encode(w, recordsOf(games, warnings)) }
		}
		return writeAll(cmd.OutOrStdout(), force, output{file, write})
	}
	return cmd
}

func writePGN(w io.Writer, games []*notation.Tree) error {
	for _, g := range games {
		if err := g.WritePGN(w); err != nil {
			return err
		}
	}
	return nil
}
