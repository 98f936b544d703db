package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/selfplay"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/rankings"
	"github.com/wane-chess/wane/rules"
)

func newSelfplay() *cobra.Command {
	var (
		o            selfplay.Options
		out, choice  string
		hash, varied int
		lines        bool
	)
	cmd := &cobra.Command{
		Use:   "selfplay VARIANT",
		Short: "Play the engine against itself, for tuning data or games",
		Long: "Play the engine against itself from random openings, and write the quiet positions of each game to a file, one per line: " +
			"variant, FEN, result for White (1, 0.5 or 0), score for White in centipawns, and ply.\n\n" +
			"With --lines, each game is one line: variant, result, number of plies, and moves in UCI notation. " +
			"With --varied, the openings have only good moves, which suits an opening book.\n\n" +
			"You can interrupt the command; the same command resumes. The output depends on the seed, not on --concurrency.",
		Example: "wane selfplay shrink --out shrink.txt --positions 300000\n" +
			"wane selfplay diminuendo --rankings random --out all.txt --games 2000\n" +
			"wane selfplay chess --lines --varied 60 --out book.txt --games 250",
		Args: usage.Args(1, 1, "one VARIANT, such as shrink (see 'wane variants')"),
	}
	f := cmd.Flags()
	f.StringVarP(&out, "out", "o", "", "the file to write or resume")
	f.IntVar(&o.Games, "games", 0, "games in the complete file")
	f.IntVar(&o.Positions, "positions", 0, "positions in the complete file; the last game is played to its end")
	f.Uint64Var(&o.Nodes, "nodes", 5000, "nodes for each move")
	f.Uint64Var(&o.Seed, "seed", 1, "random seed")
	f.IntVar(&o.Opening, "random-plies", 10, "largest number of random plies at the start of a game; the smallest is half of it")
	f.IntVar(&varied, "varied", 0, "random plies are at most this many centipawns worse than the best move; 0 for any move")
	f.BoolVar(&lines, "lines", false, "write the moves of each game instead of positions")
	f.IntVar(&o.Keep, "keep", 0, "with --lines: plies of each game to write; 0 for all")
	f.IntVar(&o.PlayedOut, "played-out", 4, "play one in this many games to the end without resigning; 0 for none (in Cheshire Cat Chess all are)")
	f.StringVar(&choice, "rankings", "fixed", "rankings of diminuendo: fixed, or random in each game, but never the inventor's, whose evaluation has weights of its own")
	f.IntVar(&o.Concurrency, "concurrency", runtime.GOMAXPROCS(0), "games at once")
	f.IntVar(&hash, "hash", 8, "size of each transposition table in MB")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		o.Rules, o.Lookup = args[0], rules.ByName
		if o.Draw, err = drawer(cmd, args[0], choice); err != nil {
			return err
		}
		if choice == "random" {
			o.Rules += " with random rankings"
		}
		switch {
		case out == "":
			return usage.Errorf(cmd, "no file is given; use --out")
		case o.Keep != 0 && !lines:
			return usage.Errorf(cmd, "--keep needs --lines")
		case (o.Games > 0) == (o.Positions > 0):
			return usage.Errorf(cmd, "expected either --games or --positions, from 1")
		}
		o.Varied = engine.Score(varied)
		if lines {
			o.Form = selfplay.Lines
		}
		o.NewEngine = func() (engine.Engine, error) {
			s, err := search.Sized(eval.Board, hash)
			return s, message.InvalidOption(err)
		}
		return runSelfplay(cmd, out, o)
	}
	return cmd
}

// drawer returns a function that draws the variant of each game.
func drawer(cmd *cobra.Command, name, choice string) (func(*rand.Rand) (game.Game, error), error) {
	g, err := input.Variant(cmd, name)
	if err != nil {
		return nil, err
	}
	switch {
	case choice == "fixed":
		return func(*rand.Rand) (game.Game, error) { return g, nil }, nil
	case choice != "random":
		return nil, usage.Errorf(cmd, "--rankings %.40q: expected fixed or random", choice)
	case name != rankings.Family:
		return nil, usage.Errorf(cmd, "--rankings random needs %s, not %s", rankings.Family, name)
	}
	return func(rng *rand.Rand) (game.Game, error) { return rankings.Random(rng), nil }, nil
}

// runSelfplay plays and shows the progress.
func runSelfplay(cmd *cobra.Command, out string, o selfplay.Options) error {
	ctx, stop := interruptible(cmd)
	defer stop()
	m := output.NewMeter(cmd.ErrOrStderr())
	began := time.Now()
	o.Progress = func(p selfplay.Progress) {
		done, total := p.Games, o.Games
		if o.Positions > 0 {
			done, total = p.Positions, o.Positions
		}
		rate := float64(p.Positions-p.OldPositions) / time.Since(began).Seconds()
		report := fmt.Sprintf("%s, %s, %.0f per second", message.Plural(p.Games, "game"), message.Plural(p.Positions, "position"), rate)
		if o.Form == selfplay.Lines {
			report = fmt.Sprintf("%s, %.1f per second", message.Plural(p.Games, "game"), float64(p.Games-p.OldGames)/time.Since(began).Seconds())
		}
		m.Show("playing "+o.Rules, done, total, report)
	}
	p, err := selfplay.Run(ctx, out, o)
	m.Close()
	games, positions := message.Plural(p.Games, "game"), message.Plural(p.Positions, "position")
	if err != nil {
		return interrupted(ctx, err, "interrupted after %s with %s; the same command resumes", games, positions)
	}
	if o.Form == selfplay.Lines {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has %s\n", out, games)
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has %s with %s\n", out, games, positions)
	return err
}
