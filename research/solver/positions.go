package solver

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/research/internal/task"
	"github.com/wane-chess/wane/rules"
)

func positionsCommand() *cobra.Command {
	games := solvable()
	var c Collector
	cmd := &cobra.Command{
		Use:   "positions",
		Short: "Make a list of positions from games of the engine against itself",
		Long: "Make a list of positions from games of the engine against itself. The same flags and the same engine " +
			"make the same list.",
		Example: "research solver positions > engine/solver/testdata/positions.tsv",
		Args:    cobra.NoArgs,
	}
	fl := cmd.Flags()
	fl.StringSliceVarP(&games, "variant", "v", games, "names of the games")
	fl.IntVar(&c.MaxFree, "squares", 25, "largest number of free squares")
	fl.IntVar(&c.Each, "count", 20, "positions for each number of free squares, of each game")
	fl.Uint64VarP(&c.Nodes, "nodes", "n", 5000, "nodes for each move")
	fl.Uint64Var(&c.Seed, "seed", 1, "random seed")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return writePositions(cmd, games, c) }
	return cmd
}

func writePositions(cmd *cobra.Command, games []string, c Collector) error {
	e := search.New(eval.NewNode)
	if err := e.SetWithout("proven-results"); err != nil { // the list must not depend on what it measures
		return err
	}
	c.Engine = e
	var list []game.Position
	m := task.NewMeter(cmd)
	for _, name := range games {
		g, err := rules.ByName(name)
		if err != nil {
			return err
		}
		c.Game = g
		c.Report = func(_, found int) { m.Show(found, c.MaxFree*c.Each, name) }
		found, err := c.Collect(cmd.Context())
		if err != nil {
			return err
		}
		list = append(list, found...)
	}
	if _, err := io.WriteString(cmd.OutOrStdout(), header); err != nil {
		return err
	}
	return WriteList(cmd.OutOrStdout(), list)
}

const header = `# Positions from games of the engine against itself, 5000 positions searched for
# each move, spread evenly over the number of squares that can still be entered:
# game and FEN, with a tab between. Made by
#   bin/research solver positions > engine/solver/testdata/positions.tsv
`
