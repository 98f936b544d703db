package main

import (
	"errors"
	"math/rand/v2"
	"os"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/cli/tui"
	"github.com/wane-chess/wane/rules"
)

var errNoTerminal = errors.New("standard input and output must be a terminal")

func newPlay() *cobra.Command {
	var (
		fen, color, clock string
		o                 = tui.PlayOptions{Games: rules.All()}
		two               bool
		tables            input.EngineTables
	)
	cmd := &cobra.Command{
		Use:   "play [VARIANT]",
		Short: "Play in the terminal",
		Long: "Play against the engine, or against a person at the same screen. Without a variant, a menu opens. " +
			"Press ? in the game for the keys.",
		Example: "wane play\nwane play shrink --color black --level 5\nwane play diminuendo:pbnrqk+qk --two --clock 10+5\n" +
			"wane play cheshire --glyphs",
		Args: usage.Args(0, 1, "one VARIANT or none"),
	}
	f := cmd.Flags()
	f.StringVarP(&fen, "fen", "f", "", "start position (default: the variant's start)")
	f.StringVar(&color, "color", "white", "your color: white, black or random")
	f.BoolVar(&two, "two", false, "two players at one screen")
	f.IntVar(&o.Level, "level", tui.DefaultLevel, "the engine's level, 1–8")
	f.StringVar(&clock, "clock", "none", "minutes, and increment in seconds, such as 5+3; or none")
	f.BoolVar(&o.Glyphs, "glyphs", false, "show pieces as chess symbols instead of letters")
	f.Uint64Var(&o.Seed, "seed", 0, "random seed; 0 for a different game each time")
	tables.Add(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		if o.Seat, err = tui.ParseSeat(color); err != nil {
			return usage.Errorf(cmd, "%w", err)
		}
		if two {
			o.Seat = tui.SeatBoth
		}
		if err := usage.InRange(cmd, "level", o.Level, engine.MinLevel, engine.MaxLevel); err != nil {
			return err
		}
		if o.Time, err = tui.ParseTimeControl(clock); err != nil {
			return usage.Errorf(cmd, "%w", err)
		}
		if o.Seed == 0 {
			o.Seed = rand.Uint64()
		}
		if cmd.Flags().Changed("fen") || len(args) > 0 {
			at := input.Position{FEN: fen}
			if len(args) > 0 {
				if at.Variant = args[0]; at.Variant == "" {
					return usage.Errorf(cmd, "the VARIANT is empty: expected one such as shrink (see 'wane variants')")
				}
			}
			if o.Start, err = at.Read(cmd, nil); err != nil {
				return err
			}
		}
		if !onTerminal() {
			return errNoTerminal
		}
		e := search.New(eval.NewNode)
		e.SetTables(tables.Open(cmd))
		o.Engine = e
		return tui.Play(cmd.Context(), o)
	}
	return cmd
}

// onTerminal reports whether standard input and output are a terminal.
func onTerminal() bool {
	return output.IsTerminal(os.Stdin) && output.IsTerminal(os.Stdout)
}

func newReplay() *cobra.Command {
	var from input.Games
	var o tui.ReplayOptions
	cmd := &cobra.Command{
		Use:     "replay FILE",
		Short:   "Step through recorded games in the terminal",
		Long:    "Step through the games of a file in any notation that 'wane import' reads.",
		Example: "wane replay game.pgn\nwane replay score.txt --variant diminuendo",
		Args:    usage.Args(1, 1, input.OneFile),
	}
	from.Add(cmd)
	cmd.Flags().BoolVar(&o.Glyphs, "glyphs", false, "show pieces as chess symbols instead of letters")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		games, err := from.Read(cmd, args[0])
		if err != nil {
			return err
		}
		if o.Games, err = games.Collect(); err != nil {
			return err
		}
		if !onTerminal() {
			return errNoTerminal
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		return unlessInterrupted(ctx, tui.Replay(cmd.Context(), o))
	}
	return cmd
}
