package puzzles

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/research/internal/task"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// Command returns the commands about puzzles.
func Command() *cobra.Command {
	cmd := &cobra.Command{Use: "puzzles", Short: "Find puzzles in games, and prove puzzles again", Args: cobra.NoArgs}
	cmd.AddCommand(makeCommand(), verifyCommand())
	return cmd
}

// makeFlags are the flags of the command make.
type makeFlags struct {
	Options
	out, from, theme string
	add, tables      []string
}

func makeCommand() *cobra.Command {
	f := makeFlags{Options: Options{Lookup: rules.ByName, Limits: puzzle.DefaultLimits}}
	cmd := &cobra.Command{
		Use:   "make VARIANT",
		Short: "Find puzzles in games of the engine or of a file",
		Long: "Find puzzles in games of the engine against itself, or of a PGN file such as a download of a server's " +
			"finished games: mates in up to 5, endings that tables or the solver know, and decisive gains that a longer " +
			"search confirms. The file has the puzzles from easy to hard.\n\n" +
			"You can interrupt the command; the same command resumes from the file FILE.games. The result depends on the " +
			"seed and the limits, not on --concurrency.",
		Example: "research puzzles make shrink --count 1000 --output shrink.tsv\n" +
			"research puzzles make convergent --pgn games.pgn --output mine.tsv\n" +
			"research puzzles make shrink --random-endings --theme opponents-pawn --output m.tsv",
		Args: cobra.ExactArgs(1),
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "output", "o", "", "the file to write")
	fl.StringVar(&f.from, "pgn", "",
		"look through the games of this PGN file ('-' for standard input) instead of games of the engine")
	fl.BoolVar(&f.Endings, "random-endings", false,
		"look at random endings of the tables of Shrink Chess instead of games")
	fl.StringVar(&f.theme, "theme", "", "keep only puzzles with this theme, such as opponents-pawn")
	fl.StringSliceVar(&f.add, "add", nil, "files of puzzles to keep before any other")
	fl.IntVar(&f.Count, "count", 1000, "puzzles to keep")
	fl.Uint64Var(&f.Seed, "seed", 1, "random seed")
	fl.Uint64VarP(&f.Limits.Search, "nodes", "n", f.Limits.Search,
		"nodes of the first search for a gain; 0 for no gains")
	addLimits(cmd, &f.Limits, &f.tables)
	fl.IntVarP(&f.Concurrency, "concurrency", "c", runtime.GOMAXPROCS(0), "games at once")
	_ = cmd.MarkFlagRequired("output") // the flag exists
	cmd.MarkFlagsMutuallyExclusive("pgn", "random-endings")
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if f.Game, err = rules.ByName(args[0]); err != nil {
			return err
		}
		return f.run(cmd)
	}
	return cmd
}

// addLimits adds the flags that say how puzzles are proved.
func addLimits(cmd *cobra.Command, l *puzzle.Limits, tables *[]string) {
	fl := cmd.Flags()
	fl.Uint64Var(&l.Mate, "mate-moves", l.Mate, "moves tried to solve one position for mates")
	fl.Uint64Var(&l.Confirm, "confirm-nodes", l.Confirm, "nodes of the search that confirms a gain")
	fl.StringSliceVar(tables, "tables", nil,
		"tablebase files or folders of Shrink Chess, beside those in the program")
}

func (f *makeFlags) run(cmd *cobra.Command) (err error) {
	f.Theme = puzzle.Theme(f.theme)
	if f.theme != "" && !slices.Contains(puzzle.Themes, f.Theme) {
		return fmt.Errorf("unknown theme %.40q: expected one of %v", f.theme, puzzle.Themes)
	}
	if f.Add, err = readFiles(f.add); err != nil {
		return err
	}
	if f.from != "" {
		if f.Games, err = readGames(cmd, f.from, f.Options); err != nil {
			return err
		}
	}
	if f.Tables, err = tablebase.Open(f.tables...); err != nil {
		return err
	}
	defer func() { _ = f.Tables.Close() }() // read-only
	f.Log = f.out + ".games"
	m := task.NewMeter(cmd)
	f.Progress = func(p Progress) {
		m.Show(p.Kept, f.Count, fmt.Sprintf("puzzles of %s: %s, %s found",
			f.Game.Name(), message.Plural(p.Games, "game"), message.Plural(p.Found, "puzzle")))
	}
	list, p, err := Run(cmd.Context(), f.Options)
	if err != nil {
		return err
	}
	if err := task.Write(f.out, func(w io.Writer) error { return puzzle.Write(w, list) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has %s from %s: %s\n",
		f.out, message.Plural(len(list), "puzzle"), message.Plural(p.Games, "game"), kinds(list))
	return err
}

// readGames reads the games of a file.
func readGames(cmd *cobra.Command, name string, o Options) (games []*notation.Tree, err error) {
	in := cmd.InOrStdin()
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }() // read-only
		in = f
	}
	games, warnings, err := notation.ReadAll(in, notation.ReadOptions{
		Game: o.Game, Lookup: rules.ByName, Format: notation.PGN,
	})
	for _, w := range warnings {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", name, w)
	}
	if err == nil && len(games) == 0 {
		err = errors.New("no games")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return games, nil
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

// readFiles reads the puzzles of files.
func readFiles(names []string) (list []puzzle.Puzzle, err error) {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		some, err := puzzle.Read(f)
		_ = f.Close() // read-only
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, some...)
	}
	return list, nil
}
