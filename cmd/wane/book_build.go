package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/atomicfile"
	"github.com/wane-chess/wane/internal/lab/bookmaker"
	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/message"
)

func newBookBuild() *cobra.Command {
	var (
		o           bookmaker.Options
		out         string
		hash, worse int
	)
	cmd := &cobra.Command{
		Use:   "build VARIANT",
		Short: "Make an opening book by long searches",
		Long: "Search the first plies of a variant, each position with many nodes for several best moves, and write an opening book. " +
			"The best lines go deepest; close moves, and those that the self-play games of the opening explorer chose, follow.\n\n" +
			"What was searched is kept in FILE.log. You can interrupt the command; the same command resumes, also with more positions or plies. " +
			"The book depends on the engine and the options, not on interruptions or --concurrency. " +
			"After a change of the engine it does not resume: remove FILE.log, or begin with another file.",
		Example: "wane book build shrink --out shrink.book.gz",
		Args:    usage.Args(1, 1, "one VARIANT, such as shrink (see 'wane variants')"),
	}
	fl := cmd.Flags()
	fl.StringVarP(&out, "out", "o", "", "the file to write")
	fl.Uint64VarP(&o.Nodes, "nodes", "n", 200_000, "nodes for each position")
	fl.IntVarP(&o.Positions, "positions", "p", 2000, "positions to search, before those that the best line still lacks")
	fl.IntVar(&o.Plies, "plies", 10, "plies of the longest line")
	fl.IntVarP(&o.Lines, "lines", "l", 6, "best moves to search in each position")
	fl.IntVar(&worse, "close", 40, "moves that are at most this many centipawns worse than the best lead further")
	fl.IntVarP(&o.Parallel, "concurrency", "c", runtime.GOMAXPROCS(0), "positions at once")
	fl.IntVar(&hash, "hash", 16, "size of each transposition table in MB")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		g, err := input.Variant(cmd, args[0])
		if err != nil {
			return err
		}
		if out == "" {
			return usage.Errorf(cmd, "no file is given; use --out")
		}
		o.Game, o.Close, o.Log = g, engine.Score(worse), out+".log"
		o.NewEngine = func() (engine.Engine, error) {
			s, err := search.Sized(eval.Board, hash)
			return s, message.InvalidOption(err)
		}
		if o.Played, err = playedIn(g); err != nil {
			return err
		}
		return buildBook(cmd, out, o)
	}
	return cmd
}

// playedIn counts the moves of the self-play games that come with wane.
func playedIn(g game.Game) (func(game.Position) map[string]int, error) {
	games, err := archive.StarterGames(g.Name())
	if err != nil || games == nil {
		return nil, err
	}
	counted, err := archive.NewBook(g, games)
	if err != nil {
		return nil, err
	}
	return func(p game.Position) map[string]int {
		counts := map[string]int{}
		for _, m := range counted.At(archive.HashOf(p)) {
			counts[m.Move] = m.Games()
		}
		return counts
	}, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func buildBook(cmd *cobra.Command, out string, o bookmaker.Options) error {
	if err := o.Check(); err != nil {
		return usage.Errorf(cmd, "%w", err)
	}
	if exists(out) && !exists(o.Log) {
		return fmt.Errorf("%s exists without %s, so it is no book to resume: use another file", out, o.Log)
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	m := output.NewMeter(cmd.ErrOrStderr())
	done := 0
	o.Progress = func(n int) {
		done = n
		if n <= o.Positions { // a few follow
			m.Show("searching", n, o.Positions, message.Plural(n, "position"))
		}
	}
	b, err := bookmaker.Build(ctx, o)
	m.Close()
	if err != nil {
		return interrupted(ctx, err, "interrupted after %s; the same command resumes", message.Plural(done, "position"))
	}
	if err := atomicfile.Write(out, 0o644, true, b.Write); err != nil {
		return err
	}
	info, err := os.Stat(out)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has %s, %.1f kB\n", out, message.Plural(b.Positions(), "position"), float64(info.Size())/1e3)
	return err
}
