package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/atomicfile"
	"github.com/wane-chess/wane/internal/lab/puzzlemaker"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

func newPuzzleMake() *cobra.Command {
	o := puzzlemaker.Options{Lookup: rules.ByName, Limits: puzzle.DefaultLimits}
	var out, from, theme string
	var add []string
	var tables []string
	cmd := &cobra.Command{
		Use:   "make VARIANT",
		Short: "Find puzzles in games of the engine or of a file",
		Long: "Find puzzles in games of the engine against itself, or of a PGN file such as a download of a server's finished games: mates in up to 5, endings that tables or the solver know, " +
			"and decisive gains that a longer search confirms. The file has the puzzles from easy to hard.\n\n" +
			"You can interrupt the command; the same command resumes from the file FILE.games. The result depends on the seed and the limits, not on --concurrency.",
		Example: "wane puzzle make shrink --count 1000 --out shrink.tsv\n" +
			"wane puzzle make convergent --from games.pgn --out mine.tsv\n" +
			"wane puzzle make shrink --endings --theme opponents-pawn --out m.tsv",
		Args: usage.Args(1, 1, "one VARIANT, such as shrink (see 'wane variants')"),
	}
	f := cmd.Flags()
	f.StringVarP(&out, "out", "o", "", "the file to write")
	f.StringVar(&from, "from", "", "look through the games of this PGN file ('-' for standard input) instead of games of the engine")
	f.BoolVar(&o.Endings, "endings", false, "look at random endings of the tables of Shrink Chess instead of games")
	f.StringVar(&theme, "theme", "", "keep only puzzles with this theme, such as opponents-pawn")
	f.StringSliceVar(&add, "add", nil, "files of puzzles to keep before any other")
	f.IntVar(&o.Count, "count", 1000, "puzzles to keep")
	f.Uint64Var(&o.Seed, "seed", 1, "random seed")
	f.Uint64Var(&o.Limits.Mate, "mate-moves", o.Limits.Mate, "moves tried to solve one position for mates")
	f.Uint64Var(&o.Limits.Search, "nodes", o.Limits.Search, "nodes of the first search for a gain; 0 for no gains")
	f.Uint64Var(&o.Limits.Confirm, "confirm-nodes", o.Limits.Confirm, "nodes of the search that confirms a gain")
	f.StringSliceVar(&tables, "tables", nil, "tablebase files or folders of Shrink Chess, beside those in the program")
	f.IntVar(&o.Concurrency, "concurrency", runtime.GOMAXPROCS(0), "games at once")
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if out == "" {
			return usage.Errorf(cmd, "no file is given; use --out")
		}
		if o.Game, err = input.Variant(cmd, args[0]); err != nil {
			return err
		}
		switch o.Theme = puzzle.Theme(theme); {
		case theme != "" && !slices.Contains(puzzle.Themes, o.Theme):
			return usage.Errorf(cmd, "unknown theme %.40q: expected one of %s", theme, themeNames())
		case from != "" && o.Endings:
			return usage.Errorf(cmd, "--from and --endings exclude each other")
		}
		if len(add) > 0 {
			if o.Add, err = puzzlesOf(add); err != nil {
				return err
			}
		}
		if from != "" {
			if o.Games, err = readGames(cmd, from, o); err != nil {
				return err
			}
		}
		if o.Tables, err = tablebase.Open(tables...); err != nil {
			return err
		}
		defer func() { _ = o.Tables.Close() }() // read-only
		o.Log = out + ".games"
		return makePuzzles(cmd, out, o)
	}
	return cmd
}

// readGames reads the games of a file.
func readGames(cmd *cobra.Command, name string, o puzzlemaker.Options) (games []*notation.Tree, err error) {
	in := cmd.InOrStdin()
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }() // read-only
		in = f
	}
	games, warnings, err := notation.ReadAll(in, notation.ReadOptions{Game: o.Game, Lookup: rules.ByName, Format: notation.PGN})
	for _, w := range warnings {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: %s: %v\n", name, w)
	}
	if err == nil && len(games) == 0 {
		err = fmt.Errorf("%s has no games", name)
	}
	return games, err
}

// makePuzzles runs the search and writes the file.
func makePuzzles(cmd *cobra.Command, out string, o puzzlemaker.Options) error {
	ctx, stop := interruptible(cmd)
	defer stop()
	m := output.NewMeter(cmd.ErrOrStderr())
	o.Progress = func(p puzzlemaker.Progress) {
		m.Show("puzzles of "+o.Game.Name(), p.Kept, o.Count, fmt.Sprintf("%s, %s found", message.Plural(p.Games, "game"), message.Plural(p.Found, "puzzle")))
	}
	list, p, err := puzzlemaker.Run(ctx, o)
	m.Close()
	if err != nil {
		return interrupted(ctx, err, "interrupted after %s with %s; the same command resumes", message.Plural(p.Games, "game"), message.Plural(p.Kept, "puzzle"))
	}
	if err := atomicfile.Write(out, 0o644, true, func(w io.Writer) error { return puzzle.Write(w, list) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has %s from %s: %s\n", out, message.Plural(len(list), "puzzle"), message.Plural(p.Games, "game"), kinds(list))
	return err
}

// kinds counts puzzles by what is to be reached.
func kinds(list []puzzle.Puzzle) string {
	counts := map[puzzle.Theme]int{}
	for _, z := range list {
		counts[z.Themes[0]]++
	}
	var out []string
	for _, t := range puzzle.Themes {
		if counts[t] > 0 {
			out = append(out, fmt.Sprintf("%d %s", counts[t], t))
		}
	}
	return strings.Join(out, ", ")
}
