package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/uci"
	"github.com/wane-chess/wane/internal/cli/xboard"
	"github.com/wane-chess/wane/internal/lab/bench"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// protocolName is the name of the engine in chess programs.
func protocolName() string { return "wane " + programVersion() }

// protocolGames returns the variants. Orthodox chess comes first, as chess programs
// expect.
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

// measuring has the flags that change or disable parts of the engine, to measure their
// worth, and the changed evaluators.
type measuring struct {
	without, zero []string
	weights       string
	evaluators    eval.Set
}

func (m *measuring) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&m.without, "without", nil, "for measurements: switch off these search FEATURES")
	cmd.Flags().StringSliceVar(&m.zero, "zero", nil, "for measurements: set these evaluation WEIGHTS to zero")
	cmd.Flags().StringVar(&m.weights, "weights", "",
		"use the evaluation weights of this FILE; only their variant can then be played")
}

// spareThreads are threads beyond the number of processors, so that the program
// reads commands while every processor searches.
const spareThreads = 2

// engine returns the engine.
func (m *measuring) engine(cmd *cobra.Command) (*search.Searcher, error) {
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), runtime.NumCPU()+spareThreads))
	m.evaluators.Classic = m.weights != "" || len(m.zero) > 0
	s := search.New(m.evaluators.NewNode)
	if err := s.SetWithout(m.without...); err != nil {
		return nil, usage.Errorf(cmd, "--without: %w", err)
	}
	return s, nil
}

// prepare returns a function that prepares a variant for play.
func (m *measuring) prepare(cmd *cobra.Command) func(game.Game) error {
	return func(g game.Game) error {
		if m.weights == "" && len(m.zero) == 0 {
			return nil
		}
		e, err := eval.Tunable(m.evaluators.Of(g), g)
		if err != nil {
			return err
		}
		if m.weights != "" {
			if err := eval.Load(e, g, m.weights); err != nil {
				return usage.Errorf(cmd, "--weights: %w", err)
			}
		}
		if err := weights.Zero(e.Weights(), m.zero...); err != nil {
			return usage.Errorf(cmd, "--zero: %s has %w", g.Name(), err)
		}
		e.Reweigh()
		return nil
	}
}

// protocolBench runs the bench with a new engine.
func protocolBench(ctx context.Context, w io.Writer) error {
	list, err := bench.Positions(rules.ByName)
	if err != nil {
		return err
	}
	return (&benchFlags{threads: 1}).run(ctx, w, output.NewMeter(io.Discard), search.New(eval.NewNode), list)
}

func newUCI() *cobra.Command {
	var m measuring
	var tables input.EngineTables
	cmd := &cobra.Command{
		Use:   "uci",
		Short: "Run the engine for chess programs that speak UCI",
		Long: "Run the engine for chess programs that speak UCI, the Universal Chess Interface: set 'wane uci' as the " +
			"program's engine command.\n\n" +
			"The option UCI_Variant chooses the variant. Besides those listed, it accepts any diminuendo:…, such as " +
			"diminuendo:pbnrqk+qk. UCI_Elo is a scale of its own: 200 for each of the levels 1–8. TablebasePath lists " +
			"tablebases, as --tables does.\n\n" +
			"Further commands: go perft N, d, eval, bench, help.",
		Example: "printf 'setoption name UCI_Variant value shrink\\ngo depth 8\\n' |\n  wane uci",
		Args:    usage.Args(0, 0, ""),
	}
	m.add(cmd)
	tables.Add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		e, err := m.engine(cmd)
		if err != nil {
			return err
		}
		shelf := engineTables{engine: e}
		return uci.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), uci.Config{
			Tables: shelf.load, TablePath: strings.Join(tables.List(cmd), string(filepath.ListSeparator)),
			Name: protocolName(), Author: "the wane authors",
			Engine: e, NewNode: m.evaluators.NewNode, Games: protocolGames(), ByName: rules.ByName,
			Prepare: m.prepare(cmd), Seed: rand.Uint64, Bench: protocolBench,
		})
	}
	return cmd
}

// engineTables replaces the tablebases of an engine and closes the former ones.
type engineTables struct {
	engine *search.Searcher
	open   *tablebase.Tables
}

// load opens the tablebases of a list, separated as in PATH, and describes them:
// an empty text if there are none. The error describes invalid files. The engine must be idle.
func (s *engineTables) load(list string) (loaded string, err error) {
	t, err := input.UsableTables(filepath.SplitList(list))
	s.engine.SetTables(t)
	if s.open != nil {
		_ = s.open.Close() // read-only
	}
	s.open = t
	var texts []string
	for _, g := range rules.All() {
		if n := t.MaxPieces(g); n > 0 {
			texts = append(texts, fmt.Sprintf("%s up to %d pieces", g.Name(), n))
		}
	}
	return strings.Join(texts, ", "), err
}

func newXBoard() *cobra.Command {
	var m measuring
	cmd := &cobra.Command{
		Use:   "xboard",
		Short: "Run the engine for XBoard and WinBoard",
		Long: "Run the engine for XBoard, WinBoard and other programs that speak their protocol (CECP 2).\n\n" +
			"These programs can play orthodox chess and Convergent Chess. They cannot show the boards of the other variants, " +
			"which change during play or have hexagons.\n\n" +
			"XBoard does not know all rules of Convergent Chess. Start it with -testLegality false:\n" +
			"  xboard -fcp 'wane xboard' -variant convergent -testLegality false\n" +
			"It then marks the moves that wane reports as legal, and wane decides how a game ends.",
		Example: "printf 'xboard\\nprotover 2\\nquit\\n' | wane xboard",
		Args:    usage.Args(0, 0, ""),
	}
	m.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		e, err := m.engine(cmd)
		if err != nil {
			return err
		}
		return xboard.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), xboard.Config{
			Name: protocolName(), Engine: e, ByName: rules.ByName, Prepare: m.prepare(cmd), Seed: rand.Uint64,
		})
	}
	return cmd
}
