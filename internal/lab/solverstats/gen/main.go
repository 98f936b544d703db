// Command gen makes the list of positions for solverstats, from self-play. The same
// arguments and the same engine make the same list.
//
//	go run ./internal/lab/solverstats/gen > internal/lab/solverstats/testdata/positions.tsv
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/solverstats"
	"github.com/wane-chess/wane/rules"
)

func main() {
	if err := run(); err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "gen: %v\n", err)
		os.Exit(1)
	}
}

func run() error {
	var names []string
	for _, g := range rules.All() {
		if solver.Solvable(g.Start()) {
			names = append(names, g.Name())
		}
	}
	games := flag.String("games", strings.Join(names, ","), "comma-separated names of the games")
	free := flag.Int("squares", 25, "largest number of free squares")
	each := flag.Int("each", 20, "positions for each number of free squares, of each game")
	nodes := flag.Uint64("nodes", 5000, "nodes for each move")
	seed := flag.Uint64("seed", 1, "random seed")
	flag.Parse()
	e := search.New(eval.Board)
	if err := e.SetWithout("proven-results"); err != nil { // the list must not depend on what it measures
		return err
	}
	var list []game.Position
	for name := range strings.SplitSeq(*games, ",") {
		g, err := rules.ByName(name)
		if err != nil {
			return err
		}
		c := solverstats.Collector{Game: g, Engine: e, Nodes: *nodes, Seed: *seed, MaxFree: *free, Each: *each}
		c.Report = func(games, found int) {
			if games%20 == 0 {
				_, _ = fmt.Fprintf(os.Stderr, "%s: %d games, %d positions\n", name, games, found)
			}
		}
		found, err := c.Collect(context.Background())
		if err != nil {
			return err
		}
		list = append(list, found...)
	}
	if _, err := os.Stdout.WriteString(header); err != nil {
		return err
	}
	return solverstats.WriteList(os.Stdout, list)
}

const header = `# Positions from games of the engine against itself, 5000 positions searched for
# each move, spread evenly over the number of squares that can still be entered:
# game and FEN, with a tab between. Made by
#   go run ./internal/lab/solverstats/gen > internal/lab/solverstats/testdata/positions.tsv
`
