package books

import (
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/research/internal/task"
	"github.com/wane-chess/wane/rules"
)

// Command returns the command that makes opening books.
func Command() *cobra.Command {
	var (
		o           Options
		out         string
		hash, worse int
	)
	cmd := &cobra.Command{
		Use:   "books VARIANT",
		Short: "Make an opening book by long searches",
		Long: "Search the first plies of a variant, each position with many nodes for several best moves, and write " +
			"an opening book. The best lines go deepest; close moves, and those that the self-play games of the " +
			"opening explorer chose, follow.\n\n" +
			"What was searched is kept in FILE.log. You can interrupt the command; the same command resumes, also " +
			"with more positions or plies. The book depends on the engine and the options, not on interruptions or " +
			"--concurrency. After a change of the engine it does not resume: remove FILE.log, or begin with another file.",
		Example: "research books shrink --output shrink.book.gz",
		Args:    cobra.ExactArgs(1),
	}
	fl := cmd.Flags()
	fl.StringVarP(&out, "output", "o", "", "the file to write")
	fl.Uint64VarP(&o.Nodes, "nodes", "n", 200_000, "nodes for each position")
	fl.IntVar(&o.Positions, "positions", 2000, "positions to search, before those that the best line still lacks")
	fl.IntVar(&o.Plies, "max-plies", 10, "plies of the longest line")
	fl.IntVarP(&o.Lines, "lines", "l", 6, "best moves to search in each position")
	fl.IntVar(&worse, "worse", 40, "moves that are at most this many centipawns worse than the best lead further")
	fl.IntVarP(&o.Parallel, "concurrency", "c", runtime.GOMAXPROCS(0), "positions at once")
	fl.IntVar(&hash, "hash", 16, "size of each transposition table in MB")
	_ = cmd.MarkFlagRequired("output") // the flag exists
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if o.Game, err = rules.ByName(args[0]); err != nil {
			return err
		}
		o.Close, o.Log = engine.Score(worse), out+".log"
		o.NewEngine = func() (engine.Engine, error) { return search.NewSized(eval.NewNode, hash) }
		if o.Played, err = playedIn(o.Game); err != nil {
			return err
		}
		return write(cmd, out, o)
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

// write makes a book and writes it.
func write(cmd *cobra.Command, out string, o Options) error {
	if exists(out) && !exists(o.Log) {
		return fmt.Errorf("%s exists without %s, so it is no book to resume: use another file", out, o.Log)
	}
	m := task.NewMeter(cmd)
	o.Progress = func(n int) {
		if n <= o.Positions { // a few follow
			m.Show(n, o.Positions, "searching")
		}
	}
	b, err := Build(cmd.Context(), o)
	if err != nil {
		return err
	}
	if err := task.Write(out, b.Write); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has %s\n", out, message.Plural(b.Positions(), "position"))
	return err
}
