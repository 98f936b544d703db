package mates

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine/mate/matetest"
	"github.com/wane-chess/wane/rules"
)

// Command returns the command that makes the suite.
func Command() *cobra.Command {
	var games []string
	for _, g := range rules.All() {
		games = append(games, g.Name())
	}
	games = append(games, matetest.SeveralKings)
	var seed uint64
	cmd := &cobra.Command{
		Use:     "mates",
		Short:   "Make the suite of forced mates that the tests of the search solve",
		Long:    "Make the suite of forced mates that the tests of the search solve. The same flags make the same suite.",
		Example: "research mates > engine/mate/matetest/mates.tsv",
		Args:    cobra.NoArgs,
	}
	cmd.Flags().StringSliceVarP(&games, "variant", "v", games, "names of the games")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "random seed")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return writeSuite(cmd, games, seed) }
	return cmd
}

func writeSuite(cmd *cobra.Command, games []string, seed uint64) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	_, _ = fmt.Fprint(out, header) // Flush reports errors
	for _, name := range games {
		g, err := rules.ByName(name)
		if err != nil {
			return err
		}
		m := NewMaker(g, seed)
		started := time.Now()
		m.Report = func(b matetest.Problem, game, made uint64) {
			_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "%6.1f s  game %5d  %8d moves  mate in %d  %s  %s\n",
				time.Since(started).Seconds(), game, made, b.Moves, b.Key, b.FEN)
		}
		found, err := m.Make(cmd.Context())
		if err != nil {
			return err
		}
		slices.SortStableFunc(found, func(a, b matetest.Problem) int { return cmp.Compare(a.Moves, b.Moves) })
		for _, b := range found {
			_, _ = fmt.Fprintln(out, b)
		}
	}
	return out.Flush()
}

const header = `# Forced mates: game, FEN, moves of the side to move, and its only first move
# that mates in that many, with tabs between. There is no faster mate. Proven by
# trying every move; made by
#   bin/research mates > engine/mate/matetest/mates.tsv
`
