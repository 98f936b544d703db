package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/cli/analysis"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/review"
)

// annotateFlags are the flags of 'wane analyze' for recorded games.
type annotateFlags struct {
	games  input.Games
	file   string
	review string
	number int
	to     output.Destination
}

func (a *annotateFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&a.file, "pgn", "",
		"analyze the games of this file, in any notation that 'wane import' reads; - for standard input")
	f.StringVar(&a.review, "review", "", "with --pgn: search as deep as a server's review, quick or thorough")
	f.IntVar(&a.number, "game", 0, "with --pgn: only the game with this number, from 1; 0 for all")
	a.to.Add(cmd, "with --pgn: ")
	a.games.AddReading(cmd, "with --pgn: ")
}

// unused rejects flags that need --pgn.
func (a *annotateFlags) unused(cmd *cobra.Command) error {
	for _, name := range append([]string{"review", "game", "output", "force"}, input.ReadingFlags...) {
		if cmd.Flags().Changed(name) {
			return usage.Errorf(cmd, "--%s needs --pgn FILE", name)
		}
	}
	return nil
}

// annotate analyzes recorded games. It writes nothing if it fails or is
// interrupted.
func (f *analyzeFlags) annotate(ctx context.Context, cmd *cobra.Command, args []string, e engine.Engine) error {
	a := &f.pgn
	switch {
	case len(args) > 0:
		return usage.Errorf(cmd, "with --pgn, the positions come from the games; omit %.40q", args[0])
	case f.asJSON:
		return usage.Errorf(cmd, "--json and --pgn exclude each other; 'wane import --json' converts annotated PGN to JSON")
	case cmd.Flags().Changed("lines"):
		return usage.Errorf(cmd, "--lines and --pgn exclude each other")
	case a.review != "" && f.limited():
		return usage.Errorf(cmd, "--review sets the limits; omit --depth, --nodes, --movetime and --mate")
	}
	if err := a.to.Check(cmd); err != nil {
		return err
	}
	a.games.Position = f.at
	games, err := a.games.Read(cmd, a.file) //nolint:contextcheck // the command has the context
	if err != nil {
		return err
	}
	if !f.limited() {
		f.limits.Nodes = annotateNodes
	}
	effort := review.NewEffort(f.limits)
	if a.review != "" {
		l, err := review.ParseLevel(a.review)
		if err != nil {
			return usage.Errorf(cmd, "--review: %w", err)
		}
		effort = l.Effort()
	}
	m := output.NewMeter(cmd.ErrOrStderr())
	return a.to.Stream(cmd, func(w io.Writer) error {
		found := false
		for i, t := range games.All {
			if a.number != 0 && i != a.number {
				continue
			}
			found = true
			stage := fmt.Sprintf("wane: game %d, %s", i, message.Plural((len(t.Moves())+1)/2, "move"))
			err := analysis.Annotate(ctx, t, e, effort, func(done, of int) { m.Show(stage, done, of, "") })
			m.Close()
			if err != nil {
				return interrupted(ctx, err, "interrupted; nothing was written")
			}
			if err := t.WritePGN(w); err != nil {
				return err
			}
		}
		if err := games.Err(); err != nil || found {
			return interrupted(ctx, err, "interrupted; nothing was written")
		}
		return usage.Errorf(cmd, "--game %d: %s has no such game that can be read", a.number, input.FileName(a.file))
	})
}
