package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/analysis"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

func newTablebasePositions() *cobra.Command {
	var (
		tables        tablesFlag
		pieces, count int
		kind          string
		seed          uint64
		least         int
	)
	cmd := &cobra.Command{
		Use:   "positions",
		Short: "Draw positions from the tables, to play from",
		Long: "Draw positions from the tables, one FEN a line: won for the side to move, won for the other side, or drawn. " +
			"Each material is as likely as any other. 'wane match --openings' reads such a file.",
		Example: "wane tablebase positions --men 4 --kind won --count 100",
		Args:    takes(0, 0, ""),
	}
	tables.add(cmd)
	f := cmd.Flags()
	f.IntVar(&pieces, "men", 5, "how many men, kings included")
	f.IntVar(&count, "count", 100, "how many positions")
	f.StringVar(&kind, "kind", "won", "won, lost or drawn, for the side to move")
	f.IntVar(&least, "least", 5, "the least distance to mate of won and lost positions, in plies")
	f.Uint64Var(&seed, "seed", 1, "what chance draws")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		outcome, ok := map[string]tablebase.WDL{"won": tablebase.Win, "lost": tablebase.Loss, "drawn": tablebase.Draw}[kind]
		switch {
		case !ok:
			return badUsage(cmd, "--kind %.40q: expected won, lost or drawn", kind)
		case pieces < 3 || pieces > tablebase.MaxPieces:
			return badUsage(cmd, "--men %d: from 3 to %d are possible", pieces, tablebase.MaxPieces)
		case count < 1:
			return badUsage(cmd, "--count %d: expected a number from 1", count)
		}
		t, err := tables.open()
		if err != nil {
			return err
		}
		defer func() { _ = t.Close() }() // only read from
		if err := complete(t, pieces); err != nil {
			return err
		}
		shrink, err := rules.ByName("shrink")
		if err != nil {
			return err
		}
		return drawPositions(cmd, shrink, t, pieces, count, least, outcome, rand.New(rand.NewPCG(seed, 0)))
	}
	return cmd
}

// manyTries is how many positions are drawn for each one to be found.
const manyTries = 100_000

// drawPositions writes positions down as they are found.
func drawPositions(cmd *cobra.Command, shrink game.Game, t *tablebase.Tables, pieces, count, least int, outcome tablebase.WDL, rng *rand.Rand) error {
	materials := tablebase.Materials(pieces)
	seen := map[string]bool{}
	for range count {
		found := false
		for range manyTries {
			fen := materials[rng.IntN(len(materials))].RandomFEN(rng)
			p, err := shrink.Parse(fen)
			if err != nil || seen[fen] || p.Outcome().Over() {
				continue // it cannot be, or there is nothing to play
			}
			r, err := t.Probe(p)
			if err != nil {
				return err
			}
			if found = r.Outcome == outcome && (r.DTM >= least || outcome == tablebase.Draw); found {
				seen[fen] = true
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), fen); err != nil {
					return err
				}
				break
			}
		}
		if !found {
			return fmt.Errorf("only %d such positions were found: ask for fewer, or for a shorter --least", len(seen))
		}
	}
	return nil
}

func newTablebaseProbe() *cobra.Command {
	var (
		tables tablesFlag
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:     "probe FEN",
		Short:   "Look a position and all its moves up",
		Long:    "Look a position of Shrink Chess and all its legal moves up: who wins, and in how many plies.",
		Example: "wane tablebase probe '2k/1R1/K2 w - - 0 1'",
		Args:    takes(1, 6, "a FEN"),
	}
	tables.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		shrink, err := rules.ByName("shrink")
		if err != nil {
			return err
		}
		p, err := shrink.Parse(strings.Join(args, " "))
		if err != nil {
			return err
		}
		t, err := tables.open()
		if err != nil {
			return err
		}
		defer func() { _ = t.Close() }() // only read from
		ending, err := analysis.NewEnding(t, p)
		if err != nil {
			return err
		}
		if asJSON {
			return encode(cmd.OutOrStdout(), ending)
		}
		return ending.Write(cmd.OutOrStdout())
	}
	return cmd
}
