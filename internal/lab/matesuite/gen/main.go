// Command gen makes the suite of forced mates for the tests of engine/search. The same
// arguments make the same suite.
//
//	go run ./internal/lab/matesuite/gen > engine/search/testdata/mates.tsv
package main

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/lab/matesuite"
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
		names = append(names, g.Name())
	}
	names = append(names, matesuite.SeveralKings)
	games := flag.String("games", strings.Join(names, ","), "comma-separated names of the games")
	seed := flag.Uint64("seed", 1, "random seed")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	_, _ = fmt.Fprint(out, header)
	for name := range strings.SplitSeq(*games, ",") {
		g, err := rules.ByName(name)
		if err != nil {
			return err
		}
		m := matesuite.NewMaker(g, *seed)
		started := time.Now()
		m.Report = func(b matesuite.Problem, game, made uint64) {
			_, _ = fmt.Fprintf(os.Stderr, "%6.1f s  game %5d  %8d moves  mate in %d  %s  %s\n",
				time.Since(started).Seconds(), game, made, b.Moves, b.Key, b.FEN)
		}
		found, err := m.Make(context.Background())
		if err != nil {
			return err
		}
		slices.SortStableFunc(found, func(a, b matesuite.Problem) int { return cmp.Compare(a.Moves, b.Moves) })
		for _, b := range found {
			_, _ = fmt.Fprintln(out, b)
		}
	}
	return out.Flush()
}

const header = `# Forced mates: game, FEN, moves of the side to move, and its only first move
# that mates in that many, with tabs between. There is no faster mate. Proven by
# trying every move; made by
#   go run ./internal/lab/matesuite/gen > engine/search/testdata/mates.tsv
`
