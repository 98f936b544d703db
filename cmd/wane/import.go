package main

import (
	"fmt"
	"io"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// gameFlags say how to read recorded games.
type gameFlags struct {
	positionFlags
	correct []string
	strict  bool
}

func (f *gameFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.variant, "variant", "v", "", "the game, where the text does not say; guessed if not given")
	cmd.Flags().StringVarP(&f.fen, "fen", "f", "", "where the games begin, if not at the start")
	cmd.Flags().StringArrayVarP(&f.correct, "correct", "c", nil, "put this move in place of a wrong one, such as '15...Kc4-b4' (repeatable)")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "refuse marks of check and mate, numbers and results that are not so")
}

var variantTag = regexp.MustCompile(`(?m)^\s*\[Variant\s+"`)

// read reads the games of a file and prints warnings about them.
func (f *gameFlags) read(cmd *cobra.Command, name string) ([]*notation.Tree, error) {
	text, err := readFile(cmd, name)
	if err != nil {
		return nil, err
	}
	o := notation.Options{Lookup: rules.ByName, FEN: f.fen, Corrections: f.correct, Strict: f.strict}
	var games []*notation.Tree
	var warnings []notation.Warning
	if f.variant == "" && !variantTag.MatchString(text) {
		games, warnings, err = importGuessing(cmd.ErrOrStderr(), text, o)
	} else {
		if f.variant != "" {
			if o.Game, err = rules.ByName(f.variant); err != nil {
				return nil, err
			}
		}
		games, warnings, err = notation.Import(text, o)
	}
	for _, w := range warnings {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: %s: %v\n", name, w)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return games, nil
}

// importGuessing reads a text that names no game: as orthodox chess, which PGN
// means then, or else as the first game in which all of it can be played. If
// there is none, it reports on the game in which it got furthest.
func importGuessing(stderr io.Writer, text string, o notation.Options) (best []*notation.Tree, warned []notation.Warning, err error) {
	all := rules.All()
	chess := len(all) - 1
	furthest, name := -1, ""
	for i := range all {
		o.Game = all[(i+chess)%len(all)]
		games, warnings, failed := notation.Import(text, o)
		plies := 0
		for _, g := range games {
			plies += len(g.Moves())
		}
		if failed == nil || plies > furthest {
			furthest, name = plies, o.Game.Name()
			best, warned, err = games, warnings, failed
		}
		if failed == nil {
			break
		}
	}
	if name != "chess" {
		_, _ = fmt.Fprintf(stderr, "wane: read as %s; give --variant if another game is meant\n", name)
	}
	return best, warned, err
}

func newImport() *cobra.Command {
	var (
		from   gameFlags
		output string
		force  bool
	)
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Turn recorded games into PGN",
		Long: "Read the games of a file (- for standard input) and write them as PGN. PGN, plain scores in short or long algebraic or engine form, " +
			"and the notation of the inventors' pages are all read; text between moves becomes comments.\n\n" +
			"A move that is not possible is reported with its place and the moves that were; --correct puts another in its place.",
		Example: "wane import game.txt --variant shrink\nwane import score.txt -v shrink --correct '15...Kc4-b4' --output game.pgn\n" +
			"wane import ending.txt -v shrink --fen '2k/1R1/K2 w - - 0 1'",
		Args: usageArgs(cobra.ExactArgs(1)),
	}
	from.add(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "-", "write to this file; - for standard output")
	cmd.Flags().BoolVar(&force, "force", false, "replace the output file if it exists")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		games, err := from.read(cmd, args[0])
		if err != nil {
			return err
		}
		write := func(w io.Writer) error {
			for i, g := range games {
				if i > 0 {
					if _, err := io.WriteString(w, "\n"); err != nil {
						return err
					}
				}
				if err := g.WritePGN(w); err != nil {
					return err
				}
			}
			return nil
		}
		if output == "-" {
			return write(cmd.OutOrStdout())
		}
		return writeFile(output, force, write)
	}
	return cmd
}
