package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/analysis"
	"github.com/wane-chess/wane/tablebase"
)

const (
	// patience is how long a position is analysed where nobody can press a key
	// to end it and no limit is given.
	patience = 10 * time.Second
	// annotateNodes is how many positions are searched for each move of a game
	// if no limit is given.
	annotateNodes = 200_000
	// maxLines is the largest number of lines to find.
	maxLines = 100
)

// analyzeFlags are what 'wane analyze' is told.
type analyzeFlags struct {
	at      positionFlags
	limits  engine.Limits
	hash    int
	threads int
	tables  playerTables
	asJSON  bool
	pgn     annotateFlags
}

func newAnalyze() *cobra.Command {
	var f analyzeFlags
	cmd := &cobra.Command{
		Use:     "analyze [FEN]",
		Aliases: []string{"analyse"},
		Short:   "Let the engine analyse a position or recorded games",
		Long: "Let the engine analyse a position: in a terminal as a table that is drawn anew while it thinks, until q is pressed or a limit is reached; " +
			"elsewhere as lines of text, or of JSON with --json, for 10 seconds if no limit is given. " +
			"Scores are in pawns from the view of the side to move; #3 is a mate in 3 moves, #-3 one by the opponent. " +
			"An ending that has been solved is told first: who wins, and what every move leads to.\n\n" +
			"With --pgn, analyse the games of a file instead and write them with evaluations ([%eval 0.34], for White), marks for moves " +
			"that throw away winning chances (?! ? ??) and the better lines as variations.",
		Example: "wane analyze --variant shrink --depth 8 --lines 3\n" +
			"wane analyze '2k/1R1/K2 w - - 0 1' -v shrink --mate 2 --json\n" +
			"echo '1. f3 e5 2. g4 Qh4# 0-1' |\n  wane analyze --pgn - -v chess --nodes 5000",
	}
	f.at.add(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&f.limits.MultiPV, "lines", "l", 1, "how many best lines to find")
	fl.IntVarP(&f.limits.Depth, "depth", "d", 0, "stop after so many plies")
	fl.Uint64VarP(&f.limits.Nodes, "nodes", "n", 0, "stop after so many positions; with --pgn for each move (default 200000)")
	fl.DurationVarP(&f.limits.MoveTime, "movetime", "t", 0, "stop after this time, such as 5s; with --pgn for each move")
	fl.IntVarP(&f.limits.Mate, "mate", "m", 0, "stop when a mate in at most so many moves is found")
	fl.IntVar(&f.hash, "hash", 64, "size of the engine's table in MB")
	fl.IntVar(&f.threads, "threads", 1, "threads to search with")
	fl.BoolVar(&f.asJSON, "json", false, "write a line of JSON for each report")
	f.tables.add(cmd)
	f.pgn.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		e, err := f.engine(cmd)
		if err != nil {
			return err
		}
		tables := f.tables.open(cmd)
		defer func() { _ = tables.Close() }() // only read from
		equip(e, tables)
		ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		if cmd.Flags().Changed("pgn") {
			return f.annotate(ctx, cmd, args, e)
		}
		if err := f.pgn.unused(cmd); err != nil {
			return err
		}
		p, err := f.at.position(cmd, args)
		if err != nil {
			return err
		}
		if p.LegalCount() == 0 || p.Outcome().Over() {
			return fmt.Errorf("there is nothing to analyse, the game is over: %v", p.Outcome())
		}
		if err := f.ending(cmd, tables, p); err != nil {
			return err
		}
		return f.analyze(ctx, cmd, e, p)
	}
	return cmd
}

// engine makes the engine, and checks the limits.
func (f *analyzeFlags) engine(cmd *cobra.Command) (*search.Searcher, error) {
	l := &f.limits
	switch {
	case l.MultiPV < 1 || l.MultiPV > maxLines:
		return nil, badUsage(cmd, "--lines %d: 1 to %d are possible", l.MultiPV, maxLines)
	case l.Depth < 0:
		return nil, badUsage(cmd, "--depth %d: expected a number of plies from 1, or 0 for no limit", l.Depth)
	case l.MoveTime < 0:
		return nil, badUsage(cmd, "--movetime %v: expected a time such as 5s, or 0 for no limit", l.MoveTime)
	case l.Mate < 0:
		return nil, badUsage(cmd, "--mate %d: expected a number of moves from 1, or 0 for no limit", l.Mate)
	}
	e := search.New(eval.Board)
	if err := e.SetHash(f.hash); err != nil {
		return nil, badUsage(cmd, "--hash: %w", err)
	}
	if err := e.SetThreads(f.threads); err != nil {
		return nil, badUsage(cmd, "--threads: %w", err)
	}
	return e, nil
}

// limited tells whether any limit was given.
func (f *analyzeFlags) limited() bool {
	l := &f.limits
	return l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 || l.Mate > 0
}

// ending shows what the tables know of a position. If they know nothing, it says
// why on standard error where somebody has named tables.
func (f *analyzeFlags) ending(cmd *cobra.Command, tables *tablebase.Tables, p game.Position) error {
	ending, err := analysis.NewEnding(tables, p)
	if err != nil {
		if cmd.Flags().Changed("tables") && !f.tables.none(cmd) {
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

// analyze shows what the engine thinks of a position.
func (f *analyzeFlags) analyze(ctx context.Context, cmd *cobra.Command, e engine.Engine, p game.Position) error {
	if in, out := cmd.InOrStdin(), cmd.OutOrStdout(); !f.asJSON && isTerminal(in) && isTerminal(out) {
		return analysis.Live(ctx, in, out, os.Environ(), e, p, f.limits)
	}
	if !f.limited() {
		f.limits.MoveTime = patience
	}
	return analysis.Stream(ctx, cmd.OutOrStdout(), e, p, f.limits, f.asJSON)
}

// isTerminal tells whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
