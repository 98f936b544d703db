package main

import (
	"bufio"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
)

// maxPerft is the deepest perft asked for; far beyond what anyone can wait for.
const maxPerft = 30

func newPerft() *cobra.Command {
	var (
		at                    positionFlags
		divide, stdin, asJSON bool
		threads               int
	)
	cmd := &cobra.Command{
		Use:   "perft DEPTH",
		Short: "Count the legal moves to a depth",
		Long: "Count the leaves of the tree of legal moves to a depth in plies. Draws are ignored, a side without a king has no move, " +
			"and each choice of a promotion is a move.\n\n" +
			"With --stdin, lines of variant, FEN and depth with tabs between are read from standard input, and a number, or " +
			"'error: …', is written for each as soon as it is read.",
		Example: "wane perft 5 --variant shrink\nwane perft 3 --divide --fen '2k/1R1/K2 w - - 0 1' --variant shrink\n" +
			"printf 'shrink\\t2k/1R1/K2 w - - 0 1\\t4\\n' | wane perft --stdin",
		Args: takes(0, 1, "one DEPTH"),
	}
	at.add(cmd)
	cmd.Flags().BoolVarP(&divide, "divide", "d", false, "show the count below each move")
	cmd.Flags().BoolVar(&stdin, "stdin", false, "read variant, FEN and depth from lines of standard input")
	cmd.Flags().IntVarP(&threads, "threads", "t", 1, "threads to count with; 0 for one a processor")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the result as JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if threads < 0 || threads > 1024 {
			return badUsage(cmd, "--threads %d: 0 to 1024 are possible", threads)
		}
		if threads == 0 {
			threads = runtime.GOMAXPROCS(0)
		}
		if stdin {
			if len(args) > 0 || at.fen != "" || at.variant != "" || divide || asJSON {
				return badUsage(cmd, "with --stdin, depth, game and position come from standard input: give no other flag but --threads")
			}
			return perftLines(cmd.InOrStdin(), cmd.OutOrStdout(), threads)
		}
		if len(args) == 0 {
			return badUsage(cmd, "how deep? Give a depth in plies, such as 'wane perft 5 --variant shrink'")
		}
		depth, err := parseDepth(args[0])
		if err != nil {
			return badUsage(cmd, "%w", err)
		}
		p, err := at.position(cmd, nil)
		if err != nil {
			return err
		}
		return perft(cmd.OutOrStdout(), p, depth, threads, divide, asJSON)
	}
	return cmd
}

func parseDepth(s string) (int, error) {
	depth, err := strconv.Atoi(s)
	if err != nil || depth < 0 || depth > maxPerft {
		return 0, fmt.Errorf("bad depth %.40q: expected a whole number of plies from 0 to %d", s, maxPerft)
	}
	return depth, nil
}

// count is perft with several threads, which share the moves of the root.
func count(p game.Position, depth, threads int) uint64 {
	if threads == 1 || depth < 2 {
		return game.Perft(p, depth)
	}
	var n uint64
	for _, b := range game.Divide(p, depth, threads) {
		n += b.Nodes
	}
	return n
}

type perftResult struct {
	Variant string            `json:"variant"`
	FEN     string            `json:"fen"`
	Depth   int               `json:"depth"`
	Nodes   uint64            `json:"nodes"`
	Seconds float64           `json:"seconds"`
	Divide  map[string]uint64 `json:"divide,omitempty"`
}

func perft(w io.Writer, p game.Position, depth, threads int, divide, asJSON bool) error {
	r := perftResult{Variant: p.Game().Name(), FEN: p.String(), Depth: depth}
	start := time.Now()
	var branches []game.DivideEntry
	if divide {
		branches = game.Divide(p, depth, threads)
		for _, b := range branches {
			r.Nodes += b.Nodes
		}
		if depth == 0 {
			r.Nodes = 1
		}
	} else {
		r.Nodes = count(p, depth, threads)
	}
	r.Seconds = time.Since(start).Seconds()
	if asJSON {
		if divide {
			r.Divide = make(map[string]uint64, len(branches))
			for _, b := range branches {
				r.Divide[p.UCI(b.Move)] = b.Nodes
			}
		}
		return encode(w, r)
	}
	out := bufio.NewWriter(w)
	for _, b := range branches {
		_, _ = fmt.Fprintf(out, "%s: %d\n", p.UCI(b.Move), b.Nodes)
	}
	if divide {
		_, _ = fmt.Fprintln(out)
	}
	_, _ = fmt.Fprintf(out, "%d nodes in %.3f s", r.Nodes, r.Seconds)
	if r.Seconds > 0.001 {
		_, _ = fmt.Fprintf(out, ", %.1f million a second", float64(r.Nodes)/r.Seconds/1e6)
	}
	_, _ = fmt.Fprintln(out)
	return out.Flush()
}
