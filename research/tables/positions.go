package tables

import (
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/tablebase"
)

// chooser chooses random positions.
type chooser struct {
	pieces, count, least int
	kind                 string
	seed                 uint64
}

func positionsCommand() *cobra.Command {
	var (
		from source
		c    chooser
	)
	cmd := &cobra.Command{
		Use:   "positions",
		Short: "Choose random positions from the tablebases",
		Long: "Choose random positions from the tablebases, one FEN per line: won, lost or drawn for the side to move. " +
			"Each material is equally likely. 'wane match --openings' reads such a file.",
		Example: "research tables positions --pieces 4 --kind won --count 100",
		Args:    cobra.NoArgs,
	}
	from.add(cmd)
	fl := cmd.Flags()
	fl.IntVar(&c.pieces, "pieces", 5, "number of pieces, kings included")
	fl.IntVar(&c.count, "count", 100, "number of positions")
	fl.StringVar(&c.kind, "kind", "won", "positions won, lost or drawn for the side to move")
	fl.IntVar(&c.least, "min-plies", 5, "smallest distance to mate of won and lost positions, in plies")
	fl.Uint64Var(&c.seed, "seed", 1, "random seed")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		g, of, t, err := from.open()
		if err != nil {
			return err
		}
		defer func() { _ = t.Close() }() // read-only
		if err := complete(t, g, of, c.pieces); err != nil {
			return err
		}
		return c.choose(cmd, t, g, of.Materials(c.pieces))
	}
	return cmd
}

// tries is the most attempts for each position.
const tries = 100_000

// choose writes random positions.
func (c *chooser) choose(cmd *cobra.Command, t *tablebase.Tables, g game.Game, materials []tablebase.Material) error {
	outcome, ok := map[string]game.WDL{"won": game.WDLWin, "lost": game.WDLLoss, "drawn": game.WDLDraw}[c.kind]
	if !ok {
		return fmt.Errorf("--kind %.40q: expected won, lost or drawn", c.kind)
	}
	rng := rand.New(rand.NewPCG(c.seed, 0))
	seen := map[string]bool{}
	for left := tries; len(seen) < c.count; left-- {
		if left == 0 {
			return fmt.Errorf("found only %s; reduce --count or --min-plies", message.Plural(len(seen), "position"))
		}
		fen := materials[rng.IntN(len(materials))].RandomFEN(rng)
		p, err := g.Parse(fen)
		if err != nil || seen[fen] || p.Outcome().Over() {
			continue // an impossible position, or a finished game
		}
		r, err := t.Probe(p)
		if err != nil {
			return err
		}
		if r.Outcome != outcome || r.DTM < c.least && outcome != game.WDLDraw {
			continue
		}
		seen[fen] = true
		left = tries
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), fen); err != nil {
			return err
		}
	}
	return nil
}
