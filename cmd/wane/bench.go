package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/bench"
	"github.com/wane-chess/wane/rules"
)

// benchFlags are the flags of 'wane bench'.
type benchFlags struct {
	games         []string
	depth         int
	nodes         uint64
	moveTime      time.Duration
	hash, threads int
	without       []string
	each, asJSON  bool
	tables        input.Tables
}

func newBench() *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the engine: signature, speed and depth",
		Long: "Search a fixed list of positions of every variant to a fixed depth. The total number of nodes is the bench " +
			"signature: with one thread it is the same on every run and machine, and changes with every change to search or " +
			"evaluation.\n\n" +
			"With --movetime, search each position for that time instead, to measure nodes per second of processor time and " +
			"the depth reached.",
		Example: "wane bench\nwane bench --movetime 3s -v convergent -v chess --hash 64",
		Args:    usage.Args(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.games, "variant", "v", nil, "only this variant (repeatable)")
	fl.IntVarP(&f.depth, "depth", "d", 0, fmt.Sprintf("depth in plies (default %d without another limit)", bench.Depth))
	fl.Uint64VarP(&f.nodes, "nodes", "n", 0, "nodes for each position")
	fl.DurationVarP(&f.moveTime, "movetime", "m", 0, "time for each position, such as 3s")
	fl.IntVar(&f.hash, "hash", search.DefaultMB, "size of the transposition table in MB")
	fl.IntVarP(&f.threads, "threads", "t", 1, "search threads; 0 for one per processor")
	fl.StringSliceVar(&f.without, "without", nil,
		"switch off these search FEATURES: "+strings.Join(search.Features(), ", "))
	fl.StringSliceVar(&f.tables.Paths, "tables", []string{input.NoTables},
		"tablebases: none, empty for the built-in ones, or files and directories besides those")
	fl.BoolVar(&f.each, "each", false, "show every position, not only the totals")
	fl.BoolVar(&f.asJSON, "json", false, "write the results as JSON")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		e, err := f.engine(cmd)
		if err != nil {
			return err
		}
		list, err := bench.Positions(rules.ByName, f.games...)
		if err != nil {
			return usage.Errorf(cmd, "%w", err)
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		return interrupted(ctx, f.run(ctx, cmd.OutOrStdout(), output.NewMeter(cmd.ErrOrStderr()), e, list), "interrupted")
	}
	return cmd
}

// engine checks the flags and returns the engine.
func (f *benchFlags) engine(cmd *cobra.Command) (*search.Searcher, error) {
	switch {
	case f.depth < 0:
		return nil, usage.Errorf(cmd, "--depth %d: expected plies from 1", f.depth)
	case f.moveTime < 0:
		return nil, usage.Errorf(cmd, "--movetime %v: expected a duration such as 3s", f.moveTime)
	}
	if f.threads == 0 {
		f.threads = runtime.GOMAXPROCS(0)
	}
	e, err := search.NewSized(eval.NewNode, f.hash)
	if err != nil {
		return nil, usage.Errorf(cmd, "--hash: %w", err)
	}
	if err := e.SetThreads(f.threads); err != nil {
		return nil, usage.Errorf(cmd, "--threads: %w", err)
	}
	if err := e.SetWithout(f.without...); err != nil {
		return nil, usage.Errorf(cmd, "--without: %w", err)
	}
	tables, err := input.UsableTables(f.tables.Paths)
	if err != nil {
		return nil, err
	}
	e.SetTables(tables)
	return e, nil
}

// limits returns the limits of each search.
func (f *benchFlags) limits() engine.Limits {
	l := engine.Limits{Depth: f.depth, Nodes: f.nodes, MoveTime: f.moveTime}
	if l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 {
		l.Depth = bench.Depth
	}
	return l
}

// benchLine is a line of the results.
type benchLine struct {
	Game      string  `json:"game"`
	FEN       string  `json:"fen,omitempty"` // of one position
	Positions int     `json:"positions,omitempty"`
	Depth     float64 `json:"depth"` // the mean of several
	Best      string  `json:"best,omitempty"`
	Score     string  `json:"score,omitempty"`
	Nodes     uint64  `json:"nodes"`
	Seconds   float64 `json:"seconds"`
	CPU       float64 `json:"cpuSeconds"`
	PerSecond uint64  `json:"nodesPerSecond"`
}

// run searches the list and writes the results. It shows the progress on the meter.
func (f *benchFlags) run(ctx context.Context, w io.Writer, m *output.Meter, e engine.Engine,
	list []game.Position) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	var lines []benchLine
	add := func(l benchLine) {
		if f.asJSON {
			lines = append(lines, l)
			return
		}
		depth := fmt.Sprintf("%.1f", l.Depth)
		if l.FEN != "" {
			depth = fmt.Sprintf("%.0f", l.Depth)
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%d\t%.2f\t%d\t%s\t%s\t\n", l.Game, depth, l.Nodes, l.CPU, l.PerSecond/1000, l.Best,
			l.Score)
	}
	if !f.asJSON {
		_, _ = fmt.Fprint(table, "variant\tdepth\tnodes\tCPU s\tknodes/s\t\t\t\n")
	}
	done := 0
	m.Show("searching", done, len(list), "")
	results, err := bench.Run(ctx, e, list, f.limits(), func(r bench.Result) {
		done++
		m.Show("searching", done, len(list), "")
		if f.each {
			add(lineOf(r))
		}
	})
	m.Close()
	if err != nil {
		return err
	}
	var names []string
	byGame := map[string][]bench.Result{}
	for _, r := range results {
		name := r.Position.Game().Name()
		if byGame[name] == nil {
			names = append(names, name)
		}
		byGame[name] = append(byGame[name], r)
	}
	for _, name := range names {
		add(sumOf(name, byGame[name]))
	}
	all := sumOf("all", results)
	add(all)
	// Only a search to a fixed depth with one thread always takes the same nodes.
	l := f.limits()
	signed := l.Nodes == 0 && l.MoveTime == 0 && f.threads == 1
	if f.asJSON {
		out := map[string]any{"results": lines}
		if signed {
			out["signature"] = all.Nodes
		}
		return output.JSON(w, out)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if signed {
		_, err = fmt.Fprintf(w, "\nBench: %d\n", all.Nodes)
	}
	return err
}

func lineOf(r bench.Result) benchLine {
	t := bench.Sum([]bench.Result{r})
	l := lineOfTotal(r.Position.Game().Name(), t)
	l.FEN = r.Position.String()
	if m := r.Info.Best(); m != game.NoMove {
		l.Best = r.Position.UCI(m)
	}
	l.Score = fmt.Sprintf("%+.2f", float64(r.Info.Score)/100)
	if n, mate := engine.MateIn(r.Info.Score); mate {
		l.Score = fmt.Sprintf("mate %d", n)
	}
	return l
}

func sumOf(name string, results []bench.Result) benchLine {
	l := lineOfTotal(name, bench.Sum(results))
	l.Positions = len(results)
	return l
}

func lineOfTotal(name string, t bench.Total) benchLine {
	return benchLine{
		Game: name, Depth: t.Depth, Nodes: t.Nodes,
		Seconds: t.Wall.Seconds(), CPU: t.CPU.Seconds(), PerSecond: uint64(t.PerSecond()),
	}
}
