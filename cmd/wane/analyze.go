package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/analysis"
	"github.com/wane-chess/wane/tablebase"
)

const (
	defaultTime   = 10 * time.Second // for a position outside a terminal
	annotateNodes = 200_000          // for each move of a recorded game
	maxLines      = 100              // MultiPV
)

// analyzeFlags are the flags of 'wane analyze'.
type analyzeFlags struct {
	at      input.Position
	limits  engine.Limits
	hash    int
	threads int
	tables  input.EngineTables
	asJSON  bool
	pgn     annotateFlags
}

func newAnalyze() *cobra.Command {
	var f analyzeFlags
	cmd := &cobra.Command{
		Use:     "analyze [FEN]",
		Aliases: []string{"analyse"},
		Short:   "Analyze a position or recorded games",
		Long: "Analyze a position. In a terminal, a live table shows the best lines until you press q or a limit is " +
			"reached. Elsewhere the command writes lines of text, or JSON with --json, for 10 seconds by default. Scores are " +
			"in pawns for the side to move; #3 is a mate in 3 moves, #-3 a mate by the opponent. If a tablebase has the " +
			"position, its result and the result of every move come first.\n\n" +
			"With --pgn, analyze the games of a file and write them with evaluations ([%eval 0.34], for White), marks for " +
			"moves that lose winning chances (?! ? ??), and the better lines as variations.",
		Example: "wane analyze --variant shrink --depth 8 --lines 3\n" +
			"wane analyze '2k/1R1/K2 w - - 0 1' -v shrink --mate 2 --json\n" +
			"echo '1. f3 e5 2. g4 Qh4# 0-1' |\n  wane analyze --pgn - -v chess --nodes 5000",
	}
	f.at.Add(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&f.limits.MultiPV, "lines", "l", 1, "number of best lines")
	fl.IntVarP(&f.limits.Depth, "depth", "d", 0, "stop at this depth in plies")
	fl.Uint64VarP(&f.limits.Nodes, "nodes", "n", 0,
		"stop after this many nodes; with --pgn for each move (default 200000)")
	fl.DurationVarP(&f.limits.MoveTime, "movetime", "m", 0, "stop after this time, such as 5s; with --pgn for each move")
	fl.IntVar(&f.limits.Mate, "mate", 0, "stop when a mate in this many moves or fewer is found")
	fl.IntVar(&f.hash, "hash", 64, "size of the transposition table in MB")
	fl.IntVarP(&f.threads, "threads", "t", 1, "search threads")
	fl.BoolVar(&f.asJSON, "json", false, "write each report as a line of JSON")
	f.tables.Add(cmd)
	f.pgn.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		e, err := f.engine(cmd)
		if err != nil {
			return err
		}
		tables := f.tables.Open(cmd)
		defer func() { _ = tables.Close() }() // read-only
		e.SetTables(tables)
		ctx, stop := interruptible(cmd)
		defer stop()
		if cmd.Flags().Changed("pgn") {
			return f.annotate(ctx, cmd, args, e)
		}
		if err := f.pgn.unused(cmd); err != nil {
			return err
		}
		p, err := f.at.Read(cmd, args)
		if err != nil {
			return err
		}
		if p.LegalCount() == 0 {
			return fmt.Errorf("the game is over: %v", p.Outcome())
		}
		if err := f.probe(cmd, tables, p); err != nil {
			return err
		}
		return f.analyze(ctx, cmd, e, p)
	}
	return cmd
}

// engine checks the limits and returns the engine.
func (f *analyzeFlags) engine(cmd *cobra.Command) (*search.Searcher, error) {
	l := &f.limits
	if err := usage.InRange(cmd, "lines", l.MultiPV, 1, maxLines); err != nil {
		return nil, err
	}
	switch {
	case l.Depth < 0:
		return nil, usage.Errorf(cmd, "--depth %d: expected plies from 1, or 0 for no limit", l.Depth)
	case l.MoveTime < 0:
		return nil, usage.Errorf(cmd, "--movetime %v: expected a duration such as 5s, or 0 for no limit", l.MoveTime)
	case l.Mate < 0:
		return nil, usage.Errorf(cmd, "--mate %d: expected moves from 1, or 0 for no limit", l.Mate)
	}
	e, err := search.NewSized(eval.NewNode, f.hash)
	if err != nil {
		return nil, usage.Errorf(cmd, "--hash: %w", err)
	}
	if err := e.SetThreads(f.threads); err != nil {
		return nil, usage.Errorf(cmd, "--threads: %w", err)
	}
	return e, nil
}

// limited reports whether a limit is given.
func (f *analyzeFlags) limited() bool {
	l := &f.limits
	return l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 || l.Mate > 0
}

// probe writes the tablebase's results for a position. If --tables is given and
// they lack the position, it writes the reason to standard error.
func (f *analyzeFlags) probe(cmd *cobra.Command, tables *tablebase.Tables, p game.Position) error {
	ending, err := analysis.NewProbeReport(tables, p)
	if err != nil {
		if cmd.Flags().Changed("tables") && !input.TablesDisabled(f.tables.List(cmd)) {
			_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: %v\n", err)
		}
		return nil
	}
	if f.asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(map[string]any{"tablebase": ending})
	}
	if err := ending.Write(cmd.OutOrStdout()); err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout())
	return err
}

// analyze searches a position and writes the reports.
func (f *analyzeFlags) analyze(ctx context.Context, cmd *cobra.Command, e engine.Engine, p game.Position) error {
	if in, out := cmd.InOrStdin(), cmd.OutOrStdout(); !f.asJSON && output.IsTerminal(in) && output.IsTerminal(out) {
		return unlessInterrupted(ctx, analysis.Live(ctx, in, out, os.Environ(), e, p, f.limits))
	}
	if !f.limited() {
		f.limits.MoveTime = defaultTime
	}
	out := cmd.OutOrStdout()
	if !output.IsTerminal(out) { // there, the reports show the progress
		defer output.Watch(cmd.ErrOrStderr(), func() string { return "analyzing" })()
	}
	return unlessInterrupted(ctx, analysis.Stream(ctx, out, e, p, f.limits, f.asJSON))
}
