package main

import (
	"context"
	"io"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/uci"
	"github.com/wane-chess/wane/internal/lab/bench"
	"github.com/wane-chess/wane/rules"
)

// protocolName is what the engine calls itself in chess programs.
func protocolName() string { return "wane " + version }

// protocolGames are the games in the order in which chess programs are offered
// them: orthodox chess first, as they expect.
func protocolGames() []game.Game {
	var first, rest []game.Game
	for _, g := range rules.All() {
		if g.Name() == "chess" {
			first = append(first, g)
		} else {
			rest = append(rest, g)
		}
	}
	return append(first, rest...)
}

// measuring are the flags with which protocols play a hobbled engine, to measure
// what a part of it is worth.
type measuring struct{ without, zero []string }

func (m *measuring) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&m.without, "without", nil, "for measurements: search without these FEATURES")
	cmd.Flags().StringSliceVar(&m.zero, "zero", nil, "for measurements: set these WEIGHTS of the game's evaluation to zero")
}

// spareThreads are so many more than there are processors, so that a command is
// heard at once while every processor searches.
const spareThreads = 2

// engine makes the engine.
func (m *measuring) engine(cmd *cobra.Command) (*search.Searcher, error) {
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), runtime.NumCPU()+spareThreads))
	s := search.New(eval.Board)
	if err := s.SetWithout(m.without...); err != nil {
		return nil, badUsage(cmd, "--without: %w", err)
	}
	return s, nil
}

// prepare makes a game ready to be played.
func (m *measuring) prepare(cmd *cobra.Command) func(game.Game) error {
	return func(g game.Game) error {
		if err := uci.Zero(g, m.zero); err != nil {
			return badUsage(cmd, "--zero: %w", err)
		}
		return nil
	}
}

// protocolBench is the bench that protocols offer, with an engine of its own.
func protocolBench(ctx context.Context, w io.Writer) error {
	list, err := bench.Positions(rules.ByName)
	if err != nil {
		return err
	}
	return (&benchFlags{threads: 1}).run(ctx, w, search.New(eval.Board), list)
}

func newUCI() *cobra.Command {
	var m measuring
	var tables playerTables
	cmd := &cobra.Command{
		Use:   "uci",
		Short: "Be an engine for chess programs that speak UCI",
		Long: "Be an engine for chess programs that speak UCI, the Universal Chess Interface: give this command to the program as the engine's.\n\n" +
			"The option UCI_Variant chooses the game; besides those listed it takes any diminuendo:…, such as diminuendo:pbnrqk+qk. " +
			"Positions are FEN and moves are in engine form, as elsewhere in wane. " +
			"UCI_Elo is a scale of our own, 200 for each of the levels 1 to 8. " +
			"TablebasePath takes endgame tables as --tables does.\n\n" +
			"Beyond the protocol it understands: go perft N, d, eval, bench, help.",
		Example: "printf 'setoption name UCI_Variant value shrink\\ngo depth 8\\n' |\n  wane uci",
		Args:    takes(0, 0, ""),
	}
	m.add(cmd)
	tables.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		e, err := m.engine(cmd)
		if err != nil {
			return err
		}
		shelf := tableShelf{engine: e}
		return uci.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), uci.Config{
			Tables: shelf.change, TablePath: strings.Join(tables.list(cmd), string(filepath.ListSeparator)),
			Name: protocolName(), Author: "the wane authors",
			Engine: e, Games: protocolGames(), ByName: rules.ByName,
			Prepare: m.prepare(cmd), Seed: rand.Uint64, Bench: protocolBench,
		})
	}
	return cmd
}
