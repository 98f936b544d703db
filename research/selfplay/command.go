package selfplay

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/rankings"
	"github.com/wane-chess/wane/research/internal/task"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// Command returns the command that plays the engine against itself.
func Command() *cobra.Command {
	var (
		o            Options
		out, choice  string
		hash, varied int
		whole        bool
		evaluators   eval.Set
		file         string
	)
	cmd := &cobra.Command{
		Use:   "selfplay VARIANT",
		Short: "Play the engine against itself, for tuning data or games",
		Long: "Play the engine against itself from random openings, and write the quiet positions of each game to a file, " +
			"one per line: variant, FEN, result for White (1, 0.5 or 0), score for White in centipawns, and ply. " +
			"A file whose name ends with .gz is compressed, to a quarter.\n\n" +
			"With --whole-games, each game is one line: variant, result, number of plies, and moves in UCI notation. " +
			"With --varied, the openings have only good moves, which suits an opening book.\n\n" +
			"You can interrupt the command; the same command resumes. The output depends on the seed, not on --concurrency.",
		Example: "research selfplay shrink --output shrink.txt --positions 300000\n" +
			"research selfplay diminuendo --rankings random --output all.txt --games 2000\n" +
			"research selfplay chess --whole-games --varied 60 --output book.txt --games 250",
		Args: cobra.ExactArgs(1),
	}
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the file to write or resume")
	f.IntVarP(&o.Games, "games", "g", 0, "games in the complete file")
	f.IntVar(&o.Positions, "positions", 0, "positions in the complete file; the last game is played to its end")
	f.Uint64VarP(&o.Nodes, "nodes", "n", 5000, "nodes for each move")
	f.Uint64Var(&o.Seed, "seed", 1, "random seed")
	f.IntVar(&o.Opening, "random-plies", 10,
		"largest number of random plies at the start of a game; the smallest is half of it")
	f.IntVar(&varied, "varied", 0,
		"random plies are at most this many centipawns worse than the best move; 0 for any move")
	f.BoolVar(&whole, "whole-games", false, "write the moves of each game instead of positions")
	f.IntVar(&o.Keep, "max-plies", 0, "with --whole-games: write only so many plies of each game; 0 for all")
	f.IntVar(&o.PlayedOut, "played-out", 4,
		"play one in this many games to the end without resigning; 0 for none (in Cheshire Cat Chess all are)")
	f.StringVar(&choice, "rankings", "fixed", "rankings of diminuendo: fixed, or random in each game, but never the "+
		"inventor's, whose evaluation has weights of its own")
	f.BoolVar(&evaluators.Classic, "classic", false, "play without networks")
	f.StringVar(&file, "network", "", "play with the network of this file")
	cmd.MarkFlagsMutuallyExclusive("classic", "network")
	cmd.MarkFlagsMutuallyExclusive("network", "rankings")
	f.IntVarP(&o.Concurrency, "concurrency", "c", runtime.GOMAXPROCS(0), "games at once")
	f.IntVar(&hash, "hash", 8, "size of each transposition table in MB")
	_ = cmd.MarkFlagRequired("output") // the flag exists
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		o.Rules, o.Lookup = args[0], rules.ByName
		if o.Draw, err = drawer(args[0], choice); err != nil {
			return err
		}
		if choice == "random" {
			o.Rules += " with random rankings"
		}
		switch {
		case o.Keep != 0 && !whole:
			return errors.New("--max-plies needs --whole-games")
		case (o.Games > 0) == (o.Positions > 0):
			return errors.New("expected either --games or --positions, from 1")
		}
		o.Varied = engine.Score(varied)
		if whole {
			o.Form = Lines
		}
		newNode := evaluators.NewNode
		if file != "" {
			e, err := loadNetwork(args[0], file)
			if err != nil {
				return err
			}
			newNode = e.NewNode
		}
		o.NewEngine = func() (engine.Engine, error) { return search.NewSized(newNode, hash) }
		return run(cmd, out, o)
	}
	return cmd
}

// loadNetwork returns the evaluator of a variant with the network of a file.
func loadNetwork(variant, file string) (engine.Evaluator, error) {
	g, err := rules.ByName(variant)
	if err != nil {
		return nil, err
	}
	return eval.LoadNetwork(g, file)
}

// drawer returns a function that draws the variant of each game.
func drawer(name, choice string) (func(*rand.Rand) (game.Game, error), error) {
	g, err := rules.ByName(name)
	switch {
	case err != nil:
		return nil, err
	case choice == "fixed":
		return func(*rand.Rand) (game.Game, error) { return g, nil }, nil
	case choice != "random":
		return nil, fmt.Errorf("--rankings %.40q: expected fixed or random", choice)
	case name != rankings.Family:
		return nil, fmt.Errorf("--rankings random needs %s, not %s", rankings.Family, name)
	}
	return func(rng *rand.Rand) (game.Game, error) { return randomRanking(rng), nil }, nil
}

// randomRanking returns a random game of the family with another ranking than the inventor's, whose
// evaluation has weights of its own. Each option is on with probability 1/4.
func randomRanking(rng *rand.Rand) game.Game {
	r := diminuendo.Default
	for r == diminuendo.Default {
		rng.Shuffle(len(r), func(i, j int) { r[i], r[j] = r[j], r[i] })
	}
	queenish := rng.IntN(4) == 0
	return diminuendo.New(r, queenish, rng.IntN(4) == 0)
}

// run plays and shows the progress.
func run(cmd *cobra.Command, out string, o Options) error {
	m := task.NewMeter(cmd)
	began := time.Now()
	o.Progress = func(p Progress) {
		done, total := p.Games, o.Games
		if o.Positions > 0 {
			done, total = p.Positions, o.Positions
		}
		rate := float64(p.Games-p.OldGames) / time.Since(began).Seconds()
		m.Show(done, total, fmt.Sprintf("playing %s: %s, %.1f games per second", o.Rules, written(o.Form, p), rate))
	}
	p, err := Run(cmd.Context(), out, o)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has %s\n", out, written(o.Form, p))
	return err
}

// written says what a file has.
func written(f Form, p Progress) string {
	text := message.Plural(p.Games, "game")
	if f == Positions {
		text += " with " + message.Plural(p.Positions, "position")
	}
	return text
}
