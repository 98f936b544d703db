package main

import (
	"bufio"
	"fmt"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// maxPerft is the largest depth, far beyond what is feasible.
const maxPerft = 30

func newPerft() *cobra.Command {
	var (
		at                    input.Position
		divide, stdin, asJSON bool
		threads               int
	)
	cmd := &cobra.Command{
		Use:   "perft DEPTH",
		Short: "Count legal move sequences",
		Long: "Count the leaves of the tree of legal moves at a depth in plies. Draws do not end a line, a color without a " +
			"king has no moves, and each promotion choice is a move.\n\n" +
			"With --stdin, the command reads lines of tab-separated variant, FEN and depth, and answers each at once with a " +
			"number or 'error: …'.",
		Example: "wane perft 5 --variant shrink\nwane perft 3 --divide --fen '2k/1R1/K2 w - - 0 1' --variant shrink\n" +
			"printf 'shrink\\t2k/1R1/K2 w - - 0 1\\t4\\n' | wane perft --stdin",
		Args: usage.Args(0, 1, "one DEPTH"),
	}
	at.Add(cmd)
	cmd.Flags().BoolVar(&divide, "divide", false, "show the count for each move")
	cmd.Flags().BoolVar(&stdin, "stdin", false, "read tab-separated variant, FEN and depth from standard input")
	cmd.Flags().IntVarP(&threads, "threads", "t", 1, "threads; 0 for one per processor")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the result as JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := usage.InRange(cmd, "threads", threads, 0, 1024); err != nil {
			return err
		}
		if threads == 0 {
			threads = runtime.GOMAXPROCS(0)
		}
		if stdin {
			if len(args) > 0 || at.FEN != "" || at.Variant != "" || divide || asJSON {
				return usage.Errorf(cmd,
					"with --stdin, depth, variant and position come from standard input; omit all flags but --threads")
			}
			return perftLines(cmd.InOrStdin(), cmd.OutOrStdout(), threads)
		}
		if len(args) == 0 {
			return usage.Errorf(cmd, "no depth is given: expected plies, as in 'wane perft 5 --variant shrink'")
		}
		depth, err := parseDepth(args[0])
		if err != nil {
			return usage.Errorf(cmd, "%w", err)
		}
		p, err := at.Read(cmd, nil)
		if err != nil {
			return err
		}
		return perft(cmd, p, depth, threads, divide, asJSON)
	}
	return cmd
}

func parseDepth(s string) (int, error) {
	depth, err := strconv.Atoi(s)
	if err != nil || depth < 0 || depth > maxPerft {
		return 0, fmt.Errorf("depth %.40q: expected plies (0–%d)", s, maxPerft)
	}
	return depth, nil
}

// count is perft with several threads, which share the root moves.
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

// branches returns the perft of each legal move. With one thread, it counts the moves that
// are done.
func branches(p game.Position, depth, threads int, done *atomic.Int64) (list []game.DivideEntry) {
	if threads > 1 || depth < 1 {
		return game.Divide(p, depth, threads)
	}
	for _, m := range p.Legal(nil) {
		p.Make(m)
		list = append(list, game.DivideEntry{Move: m, Nodes: game.Perft(p, depth-1)})
		p.Unmake()
		done.Add(1)
	}
	return list
}

func perft(cmd *cobra.Command, p game.Position, depth, threads int, divide, asJSON bool) error {
	r := perftResult{Variant: p.Game().Name(), FEN: p.String(), Depth: depth}
	start, all := time.Now(), p.LegalCount()
	var done atomic.Int64
	stop := output.Watch(cmd.ErrOrStderr(), func() string {
		if threads > 1 {
			return "counting"
		}
		return fmt.Sprintf("counting: %d of %s", done.Load(), message.Plural(all, "move"))
	})
	list := branches(p, depth, threads, &done)
	stop()
	for _, b := range list {
		r.Nodes += b.Nodes
	}
	if depth == 0 {
		r.Nodes = 1
	}
	r.Seconds = time.Since(start).Seconds()
	if asJSON {
		if divide {
			r.Divide = make(map[string]uint64, len(list))
			for _, b := range list {
				r.Divide[p.UCI(b.Move)] = b.Nodes
			}
		}
		return output.JSON(cmd.OutOrStdout(), r)
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	if divide {
		for _, b := range list {
			_, _ = fmt.Fprintf(out, "%s: %d\n", p.UCI(b.Move), b.Nodes)
		}
		_, _ = fmt.Fprintln(out)
	}
	_, _ = fmt.Fprintf(out, "%s in %.3f s", message.Plural(int(r.Nodes), "node"), r.Seconds)
	if r.Seconds > 0.001 {
		_, _ = fmt.Fprintf(out, ", %.1f million per second", float64(r.Nodes)/r.Seconds/1e6)
	}
	_, _ = fmt.Fprintln(out)
	return out.Flush()
}
