package main

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/tablebase"
)

func newTablebasePositions() *cobra.Command {
	var (
		tables        input.Tables
		variant       tableVariant
		pieces, count int
		kind          string
		seed          uint64
		least         int
	)
	cmd := &cobra.Command{
		Use:   "positions",
		Short: "Choose random positions from the tablebases",
		Long: "Choose random positions from the tablebases, one FEN per line: won, lost or drawn for the side to move. " +
			"Each material is equally likely. 'wane match --openings' reads such a file.",
		Example: "wane tablebase positions --pieces 4 --kind won --count 100",
		Args:    usage.Args(0, 0, ""),
	}
	tables.Add(cmd)
	variant.add(cmd)
	f := cmd.Flags()
	f.IntVar(&pieces, "pieces", 5, "number of pieces, kings included")
	f.IntVar(&count, "count", 100, "number of positions")
	f.StringVar(&kind, "kind", "won", "positions won, lost or drawn for the side to move")
	f.IntVar(&least, "min-plies", 5, "smallest distance to mate of won and lost positions, in plies")
	f.Uint64Var(&seed, "seed", 1, "random seed")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		rules, g, err := variant.game(cmd)
		if err != nil {
			return err
		}
		if err := checkPieces(cmd, g, pieces); err != nil {
			return err
		}
		outcome, ok := map[string]game.WDL{"won": game.WDLWin, "lost": game.WDLLoss, "drawn": game.WDLDraw}[kind]
		switch {
		case !ok:
			return usage.Errorf(cmd, "--kind %.40q: expected won, lost or drawn", kind)
		case count < 1:
			return usage.Errorf(cmd, "--count %d: expected a number from 1", count)
		}
		t, err := tables.Open()
		if err != nil {
			return err
		}
		defer func() { _ = t.Close() }() // read-only
		if err := complete(t, rules, pieces); err != nil {
			return err
		}
		return drawPositions(cmd, t, rules, g.Materials(pieces), count, least, outcome, rand.New(rand.NewPCG(seed, 0)))
	}
	return cmd
}

// manyTries is the most attempts for each position.
const manyTries = 100_000

// drawPositions writes random positions.
func drawPositions(cmd *cobra.Command, t *tablebase.Tables, rules game.Game, materials []tablebase.Material, count, least int, outcome game.WDL, rng *rand.Rand) error {
	seen := map[string]bool{}
	var found atomic.Int64
	if !output.IsTerminal(cmd.OutOrStdout()) { // there, the positions show the progress
		defer output.Watch(cmd.ErrOrStderr(), func() string {
			return fmt.Sprintf("choosing: %d of %s", found.Load(), message.Plural(count, "position"))
		})()
	}
	for range count {
		fits := false
		for range manyTries {
			fen := materials[rng.IntN(len(materials))].RandomFEN(rng)
			p, err := rules.Parse(fen)
			if err != nil || seen[fen] || p.Outcome().Over() {
				continue // an impossible position, or a finished game
			}
			r, err := t.Probe(p)
			if err != nil {
				return err
			}
			if fits = r.Outcome == outcome && (r.DTM >= least || outcome == game.WDLDraw); fits {
				seen[fen] = true
				found.Add(1)
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), fen); err != nil {
					return err
				}
				break
			}
		}
		if !fits {
			return fmt.Errorf("found only %s; reduce --count or --min-plies", message.Plural(len(seen), "position"))
		}
	}
	return nil
}
