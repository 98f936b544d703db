package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/selfplay"
	"github.com/wane-chess/wane/rules"
)

func newSelfplay() *cobra.Command {
	var (
		o             selfplay.Options
		out, rankings string
		hash, varied  int
		lines         bool
	)
	cmd := &cobra.Command{
		Use:   "selfplay VARIANT",
		Short: "Let the engine play itself, and keep positions to tune with, or the games",
		Long: "Let the engine play itself from random openings, and write the quiet positions of each game to a file, one a line: " +
			"the game, the FEN, the result for White (1, 0.5 or 0), the search's score in centipawns from White's view, and the ply.\n\n" +
			"With --lines each game is one line instead: the game, the result, how many plies it had, and its moves in engine form. " +
			"With --varied the openings are good moves instead of any: so an opening book can be made.\n\n" +
			"It can be stopped at any time: the same command goes on where it was. What is written depends on the seed, not on " +
			"how many games run at a time.",
		Example: "wane selfplay shrink --out shrink.txt --positions 300000\n" +
			"wane selfplay diminuendo --rankings random --out all.txt --games 2000\n" +
			"wane selfplay chess --lines --varied 60 --out book.txt --games 250",
		Args: takes(1, 1, "a VARIANT, such as shrink; 'wane variants' lists them"),
	}
	f := cmd.Flags()
	f.StringVarP(&out, "out", "o", "", "the file to write, or to go on with")
	f.IntVar(&o.Games, "games", 0, "how many games the file is to have")
	f.IntVar(&o.Positions, "positions", 0, "how many positions the file is to have; the last game is played to its end")
	f.Uint64Var(&o.Nodes, "nodes", 5000, "positions that the engine visits for each move")
	f.Uint64Var(&o.Seed, "seed", 1, "what chance draws")
	f.IntVar(&o.Opening, "random-plies", 10, "the most random plies that a game begins with; half of it is the least")
	f.IntVar(&varied, "varied", 0, "the random plies are good moves: at most that many centipawns worse than the best; 0: any moves")
	f.BoolVar(&lines, "lines", false, "write the moves of each game instead of its positions")
	f.IntVar(&o.Keep, "keep", 0, "with --lines: how many plies of each game to write; 0: all")
	f.IntVar(&o.PlayedOut, "played-out", 4, "in one of so many games nobody resigns; 0: in none")
	f.StringVar(&rankings, "rankings", "fixed", "fixed, or random: every game of diminuendo with another ranking")
	f.IntVar(&o.Concurrency, "concurrency", runtime.GOMAXPROCS(0), "games at a time")
	f.IntVar(&hash, "hash", 8, "MB of memory for each game's transposition table")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		o.Rules, o.Lookup = args[0], rules.ByName
		if o.Draw, err = drawer(cmd, args[0], rankings); err != nil {
			return err
		}
		if rankings == "random" {
			o.Rules += " with random rankings"
		}
		switch {
		case out == "":
			return badUsage(cmd, "where to? Give the file with --out")
		case o.Keep != 0 && !lines:
			return badUsage(cmd, "--keep says how much of each game is written with --lines")
		case (o.Games > 0) == (o.Positions > 0):
			return badUsage(cmd, "how many? Give either --games or --positions, a number from 1")
		}
		o.Varied = game.Score(varied)
		if lines {
			o.Form = selfplay.Lines
		}
		o.NewEngine = func() (engine.Engine, error) {
			s := search.New(eval.Board)
			return s, s.SetHash(hash)
		}
		return runSelfplay(cmd, out, o)
	}
	return cmd
}

// drawer returns what chooses the rules of each game.
func drawer(cmd *cobra.Command, name, rankings string) (func(*rand.Rand) (game.Game, error), error) {
	g, err := rules.ByName(name)
	if err != nil {
		return nil, err
	}
	switch {
	case rankings == "fixed":
		return func(*rand.Rand) (game.Game, error) { return g, nil }, nil
	case rankings != "random":
		return nil, badUsage(cmd, "--rankings %.40q: expected fixed or random", rankings)
	case name != "diminuendo":
		return nil, badUsage(cmd, "--rankings random is for diminuendo alone, not for %s", name)
	}
	return func(rng *rand.Rand) (game.Game, error) { return rules.ByName(randomRanking(rng)) }, nil
}

// randomRanking names any game of the diminuendo family. Each option is on in
// one game of four.
func randomRanking(rng *rand.Rand) string {
	letters := []byte("kqrnbp")
	rng.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
	name := "diminuendo:" + string(letters)
	for _, option := range []string{"+qk", "+fp"} {
		if rng.IntN(4) == 0 {
			name += option
		}
	}
	return name
}

// runSelfplay plays and tells of it.
func runSelfplay(cmd *cobra.Command, out string, o selfplay.Options) error {
	ctx, stop := stoppable(cmd)
	defer stop()
	m := newMeter(cmd.ErrOrStderr())
	began := time.Now()
	o.Progress = func(p selfplay.Progress) {
		done, total := p.Games, o.Games
		if o.Positions > 0 {
			done, total = p.Positions, o.Positions
		}
		rate := float64(p.Positions-p.OldPositions) / time.Since(began).Seconds()
		report := fmt.Sprintf("%d games, %d positions, %.0f a second", p.Games, p.Positions, rate)
		if o.Form == selfplay.Lines {
			report = fmt.Sprintf("%d games, %.1f a second", p.Games, float64(p.Games-p.OldGames)/time.Since(began).Seconds())
		}
		m.show("playing "+o.Rules, done, total, report)
	}
	p, err := selfplay.Run(ctx, out, o)
	m.close()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopped after %d games with %d positions; the same command goes on from there", p.Games, p.Positions)
	}
	if err != nil {
		return err
	}
	if o.Form == selfplay.Lines {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has %d games\n", out, p.Games)
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has %d games with %d positions\n", out, p.Games, p.Positions)
	return err
}

// stoppable returns the context of a command that can be interrupted and goes on
// another time.
func stoppable(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
}
