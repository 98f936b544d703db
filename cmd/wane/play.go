package main

import (
	"errors"
	"math/rand/v2"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/cli/tui"
	"github.com/wane-chess/wane/rules"
)

var errNoTerminal = errors.New("this needs a terminal: standard input and output must not be redirected")

func newPlay() *cobra.Command {
	var (
		fen, color, clock string
		o                 = tui.PlayOptions{Games: rules.All(), ByName: rules.ByName}
		two               bool
		tables            playerTables
	)
	cmd := &cobra.Command{
		Use:   "play [VARIANT]",
		Short: "Play a game in the terminal",
		Long: "Play against the engine, or two people at one screen. Without a variant, a menu lets you choose. " +
			"Press ? in the game for the keys.",
		Example: "wane play\nwane play shrink --side black --level 5\nwane play diminuendo:pbnrqk+qk --two --clock 10+5\n" +
			"wane play cheshire --glyphs",
		Args: takes(0, 1, "one VARIANT or none"),
	}
	f := cmd.Flags()
	f.StringVarP(&fen, "fen", "f", "", "where to begin, if not at the start")
	f.StringVarP(&color, "side", "s", "white", "your side: white, black or random")
	f.BoolVar(&two, "two", false, "two people at one screen")
	f.IntVarP(&o.Level, "level", "l", tui.DefaultLevel, "the engine's level, 1 to 8")
	f.StringVarP(&clock, "clock", "c", "none", "minutes and seconds added a move, such as 5+3; or none")
	f.BoolVarP(&o.Glyphs, "glyphs", "g", false, "show men as chess symbols instead of letters")
	f.Uint64Var(&o.Seed, "seed", 0, "what chance draws; 0 for another game each time")
	tables.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		if o.Seat, err = tui.ParseSeat(color); err != nil {
			return usageError{err, cmd.CommandPath()}
		}
		if two {
			o.Seat = tui.SeatBoth
		}
		if o.Level < engine.MinLevel || o.Level > engine.MaxLevel {
			return badUsage(cmd, "--level %d: levels go from %d to %d", o.Level, engine.MinLevel, engine.MaxLevel)
		}
		if o.Time, err = tui.ParseTimeControl(clock); err != nil {
			return usageError{err, cmd.CommandPath()}
		}
		if o.Seed == 0 {
			o.Seed = rand.Uint64()
		}
		if fen != "" || len(args) > 0 {
			at := positionFlags{fen: fen}
			if len(args) > 0 {
				at.variant = args[0]
			}
			if o.Start, err = at.position(cmd, nil); err != nil {
				return err
			}
		}
		if !onTerminal() {
			return errNoTerminal
		}
		o.Engine = equip(search.New(eval.Board), tables.open(cmd))
		return tui.Play(cmd.Context(), o)
	}
	return cmd
}

func newReplay() *cobra.Command {
	var from gameFlags
	var o tui.ReplayOptions
	cmd := &cobra.Command{
		Use:     "replay FILE",
		Short:   "Step through recorded games in the terminal",
		Long:    "Step through the games of a file, in any notation that 'wane import' reads.",
		Example: "wane replay game.pgn\nwane replay score.txt --variant diminuendo",
		Args:    takes(1, 1, oneFile),
	}
	from.add(cmd)
	cmd.Flags().BoolVarP(&o.Glyphs, "glyphs", "g", false, "show men as chess symbols instead of letters")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		if o.Games, _, err = from.read(cmd, args[0]); err != nil {
			return err
		}
		if !onTerminal() {
			return errNoTerminal
		}
		return tui.Replay(cmd.Context(), o)
	}
	return cmd
}

// onTerminal tells whether a person can see and answer.
func onTerminal() bool {
	return term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}
