package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/arena"
)

// maxOpenings is the most openings of one file.
const maxOpenings = 100_000

// The defaults for making openings.
const (
	openingLeast = 6    // plies
	openingMost  = 9    // plies
	openingBound = 50   // centipawns
	openingNodes = 2500 // to verify, 16 times as many
)

func newOpenings() *cobra.Command {
	var (
		variant      string
		count, bound int
		m            arena.Maker
		to           output.Destination
	)
	cmd := &cobra.Command{
		Use:   "openings",
		Short: "Make balanced openings for matches",
		Long: "Make openings for matches: random legal moves from the start that leave the game balanced, by a short and " +
			"then a longer search. No position appears twice. The same seed gives the same openings as long as search and " +
			"evaluation stay the same.",
		Example: "wane openings -v shrink --count 5 --output shrink.txt",
		Args:    usage.Args(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVarP(&variant, "variant", "v", "", "the variant (see 'wane variants')")
	fl.IntVar(&count, "count", 300, "number of openings")
	fl.IntVar(&m.MinPlies, "min-plies", openingLeast, "plies of the shortest opening")
	fl.IntVar(&m.MaxPlies, "max-plies", openingMost, "plies of the longest opening")
	fl.IntVar(&bound, "max-score", openingBound, "largest score of an opening for either color, in centipawns")
	fl.Uint64VarP(&m.Nodes, "nodes", "n", openingNodes,
		fmt.Sprintf("nodes of the first search; the second has %d times as many", arena.VerifyFactor))
	fl.Uint64Var(&m.Seed, "seed", 1, "random seed")
	to.Add(cmd, "")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case variant == "":
			return usage.Errorf(cmd, "%w", input.ErrNoVariant)
		case count < 1 || count > maxOpenings:
			return usage.Errorf(cmd, "--count %d is out of range (1–%d)", count, maxOpenings)
		case m.MinPlies < 0 || m.MaxPlies < m.MinPlies || m.MaxPlies > 1000:
			return usage.Errorf(cmd, "--min-plies %d, --max-plies %d: expected plies in order (0–1000)",
				m.MinPlies, m.MaxPlies)
		case bound < 0 || bound > 1000:
			return usage.Errorf(cmd, "--max-score %d is out of range (0–1000 centipawns)", bound)
		case m.Nodes < 1 || m.Nodes > 1e9:
			return usage.Errorf(cmd, "--nodes %d is out of range (1–1000000000)", m.Nodes)
		}
		g, err := input.Variant(cmd, variant)
		if err != nil {
			return err
		}
		if err := to.Check(cmd); err != nil { // before the work
			return err
		}
		m.Game, m.Engine, m.Bound = g, newJudge(), engine.Score(bound)
		ctx, stop := interruptible(cmd)
		defer stop()
		meter := output.NewMeter(cmd.ErrOrStderr())
		fens, err := m.Suite(ctx, count, func(n int) { meter.Show("openings", n, count, "") })
		meter.Close()
		if err != nil {
			return interrupted(ctx, err, "interrupted; nothing was written")
		}
		text := fmt.Sprintf("# %s: random openings of %d to %d plies, within ±%d centipawns at %d nodes.\n"+
			"# Made by: wane openings -v %s --count %d --min-plies %d --max-plies %d --max-score %d --nodes %d --seed %d\n%s\n",
			g.Title(), m.MinPlies, m.MaxPlies, bound, arena.VerifyFactor*m.Nodes,
			g.Name(), count, m.MinPlies, m.MaxPlies, bound, m.Nodes, m.Seed, strings.Join(fens, "\n"))
		return to.Write(cmd, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	}
	return cmd
}

// freshOpenings returns a function that makes openings on demand.
func freshOpenings(g game.Game, seed uint64) func(context.Context, int) (string, error) {
	judges := sync.Pool{New: func() any { return newJudge() }}
	return func(ctx context.Context, number int) (string, error) {
		judge := judges.Get().(*search.Searcher) //nolint:forcetypeassert // New makes nothing else
		defer judges.Put(judge)
		m := arena.Maker{
			Game: g, Engine: judge, Seed: seed,
			MinPlies: openingLeast, MaxPlies: openingMost, Bound: openingBound, Nodes: openingNodes,
		}
		return m.Opening(ctx, number)
	}
}

// newJudge returns an engine that scores openings. Its transposition table is small,
// since it is cleared before each search.
func newJudge() *search.Searcher {
	s, err := search.NewSized(eval.NewNode, 1)
	if err != nil {
		panic(err) // the size is valid
	}
	return s
}
