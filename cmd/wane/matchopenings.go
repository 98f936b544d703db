package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/arena"
	"github.com/wane-chess/wane/rules"
)

// maxOpenings is the most openings made at once.
const maxOpenings = 100_000

func newOpenings() *cobra.Command {
	var (
		variant, file string
		count, bound  int
		m             arena.Maker
		force         bool
	)
	cmd := &cobra.Command{
		Use:   "openings",
		Short: "Make balanced openings for matches",
		Long: "Make openings for matches: random legal moves from the start of a game, of which the engine finds, at a glance and when it " +
			"looks harder, that neither side is ahead. No position comes twice. The same seed makes the same openings, as long as the " +
			"engine judges the same.",
		Example: "wane openings -v shrink --count 5 --output shrink.txt",
		Args:    takes(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVarP(&variant, "variant", "v", "", "the game (see 'wane variants')")
	fl.IntVar(&count, "count", 300, "how many openings to make")
	fl.IntVar(&m.Least, "least", openingLeast, "plies of the shortest opening")
	fl.IntVar(&m.Most, "most", openingMost, "plies of the longest opening")
	fl.IntVar(&bound, "bound", openingBound, "how far ahead a side may be, in centipawns")
	fl.Uint64Var(&m.Nodes, "nodes", openingNodes, "positions to look at for a first judgement; "+
		"for the final one many times as many")
	fl.Uint64Var(&m.Seed, "seed", 1, "decides which openings are made")
	fl.StringVarP(&file, "output", "o", "-", "file to write; - for standard output")
	fl.BoolVar(&force, "force", false, "replace a file that exists")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case variant == "":
			return badUsage(cmd, "which game? Give --variant (see 'wane variants')")
		case count < 1 || count > maxOpenings:
			return badUsage(cmd, "--count %d: 1 to %d are possible", count, maxOpenings)
		case m.Least < 0 || m.Most < m.Least || m.Most > 1000:
			return badUsage(cmd, "--least %d and --most %d: expected numbers of plies up to 1000, the least first", m.Least, m.Most)
		case bound < 0 || bound > 1000:
			return badUsage(cmd, "--bound %d: expected centipawns from 0 to 1000", bound)
		case m.Nodes < 1 || m.Nodes > 1e9:
			return badUsage(cmd, "--nodes %d: expected 1 to a thousand million", m.Nodes)
		}
		g, err := rules.ByName(variant)
		if err != nil {
			return err
		}
		if _, err := os.Lstat(file); err == nil && file != "-" && !force { // before all the work
			if info, err := os.Stat(file); err != nil || info.Mode().IsRegular() {
				return cannotWrite(file, errExists)
			}
		}
		m.Game, m.Engine, m.Bound = g, newJudge(), game.Score(bound)
		ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		fens, err := m.Suite(ctx, count, progressLine(cmd.ErrOrStderr(), count))
		if errors.Is(err, context.Canceled) {
			return errors.New("interrupted: nothing was written")
		}
		if err != nil {
			return err
		}
		text := fmt.Sprintf("# %s: random openings of %d to %d plies, within ±%d centipawns at %d nodes.\n"+
			"# Made by: wane openings -v %s --count %d --least %d --most %d --bound %d --nodes %d --seed %d\n%s\n",
			g.Title(), m.Least, m.Most, bound, arena.VerifyFactor*m.Nodes,
			g.Name(), count, m.Least, m.Most, bound, m.Nodes, m.Seed, strings.Join(fens, "\n"))
		return writeAll(cmd.OutOrStdout(), force, output{file, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}})
	}
	return cmd
}

// progressLine returns a function that shows in a terminal how many of count
// things are done, or nil.
func progressLine(out io.Writer, count int) func(int) {
	file, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	return func(n int) {
		_, _ = fmt.Fprintf(out, "\r%d of %d openings", n, count)
		if n == count {
			_, _ = fmt.Fprint(out, "\r\x1b[K")
		}
	}
}
