package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/cli/analysis"
	"github.com/wane-chess/wane/internal/live/review"
	"github.com/wane-chess/wane/notation"
)

// annotateFlags are those of 'wane analyze' that are for recorded games only.
type annotateFlags struct {
	file    string
	level   string
	number  int
	output  string
	force   bool
	correct []string
}

func (a *annotateFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&a.file, "pgn", "", "analyse the games of this file, in any notation that 'wane import' reads; - for standard input")
	f.StringVar(&a.level, "level", "", "with --pgn: look as hard as a server's review, quick or thorough")
	f.IntVarP(&a.number, "game", "g", 0, "with --pgn: only the game of this number, from 1; 0 for all")
	f.StringVarP(&a.output, "output", "o", "-", "with --pgn: write to this file; - for standard output")
	f.BoolVar(&a.force, "force", false, "with --pgn: replace the output file if it exists")
	f.StringArrayVarP(&a.correct, "correct", "c", nil, "with --pgn: put this move in place of a wrong one, such as 15...Kc4-b4 (repeatable)")
}

// unused makes sure that no flag is given that only --pgn makes sense of.
func (a *annotateFlags) unused(cmd *cobra.Command) error {
	for _, name := range []string{"level", "game", "output", "force", "correct"} {
		if cmd.Flags().Changed(name) {
			return badUsage(cmd, "--%s is for recorded games: give it with --pgn FILE", name)
		}
	}
	return nil
}

// annotate analyses recorded games. Nothing is written unless all of them are
// done.
func (f *analyzeFlags) annotate(ctx context.Context, cmd *cobra.Command, args []string, e engine.Engine) error {
	a := &f.pgn
	switch {
	case len(args) > 0:
		return badUsage(cmd, "with --pgn, the positions come from the games: leave out %.40q", args[0])
	case f.asJSON:
		return badUsage(cmd, "--json and --pgn do not go together: annotated games are written as PGN, which 'wane import --json' turns into JSON")
	case cmd.Flags().Changed("lines"):
		return badUsage(cmd, "--lines and --pgn do not go together: one line is found for each move of a game")
	case a.level != "" && f.limited():
		return badUsage(cmd, "--level says how hard to look: leave out --depth, --nodes, --movetime and --mate")
	case a.output == "":
		return badUsage(cmd, "--output is empty: expected the name of a file, or - for standard output")
	case a.number < 0:
		return badUsage(cmd, "--game %d: games are numbered from 1", a.number)
	}
	from := gameFlags{positionFlags: f.at, correct: a.correct}
	games, _, err := from.read(cmd, a.file)
	if err != nil {
		return err
	}
	if len(games) == 0 {
		return fmt.Errorf("%s holds no games", fileName(a.file))
	}
	if a.number > len(games) {
		return badUsage(cmd, "--game %d: %s has %d", a.number, fileName(a.file), len(games))
	}
	if a.number > 0 {
		games = games[a.number-1 : a.number]
	}
	if !f.limited() {
		f.limits.Nodes = annotateNodes
	}
	effort := review.NewEffort(f.limits)
	if a.level != "" {
		l, err := review.ParseLevel(a.level)
		if err != nil {
			return badUsage(cmd, "--level: %w", err)
		}
		effort = l.Effort()
	}
	if err := free(a.output, a.force); err != nil {
		return err
	}
	told := progress{out: cmd.ErrOrStderr(), live: isTerminal(cmd.ErrOrStderr())}
	for i, t := range games {
		told.begin(i, games)
		err := analysis.Annotate(ctx, t, e, effort, told.step)
		told.end()
		if errors.Is(err, context.Canceled) {
			return errors.New("interrupted; nothing was written")
		}
		if err != nil {
			return err
		}
	}
	return writeAll(cmd.OutOrStdout(), a.force, output{a.output, func(w io.Writer) error { return writePGN(w, games) }})
}

// free tells before the work whether its result will have a place to go, as far
// as can be told without making it.
func free(name string, force bool) error {
	if name == "-" {
		return nil
	}
	f, err := stage(name, force, nil)
	if err != nil {
		return cannotWrite(name, err)
	}
	f.discard()
	return nil
}

// progress tells on standard error how far the work has come: in place in a
// terminal, elsewhere with a line a game.
type progress struct {
	out  io.Writer
	live bool
	game string
}

func (p *progress) begin(i int, games []*notation.Tree) {
	p.game = fmt.Sprintf("wane: game %d of %d", i+1, len(games))
	if !p.live {
		_, _ = fmt.Fprintf(p.out, "%s, %d moves\n", p.game, len(games[i].Moves()))
	}
}

func (p *progress) step(done, of int) {
	if p.live {
		const width = 30
		bar := width * done / of
		_, _ = fmt.Fprintf(p.out, "\r\x1b[K%s [%-*.*s] %d of %d positions", p.game, width, bar, "##############################", done, of)
	}
}

// end takes the progress off the screen.
func (p *progress) end() {
	if p.live {
		_, _ = fmt.Fprint(p.out, "\r\x1b[K")
	}
}
