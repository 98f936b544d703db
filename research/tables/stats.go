package tables

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/research/internal/task"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// Command returns the commands about tablebases.
func Command() *cobra.Command {
	cmd := &cobra.Command{Use: "tables", Short: "Count the positions of tablebases, and choose some", Args: cobra.NoArgs}
	cmd.AddCommand(statsCommand(), positionsCommand())
	return cmd
}

// source says which tablebases are meant.
type source struct {
	paths   []string
	variant string
}

// add adds the flags.
func (s *source) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&s.paths, "tables", nil, "tablebase files or directories besides the built-in ones")
	cmd.Flags().StringVarP(&s.variant, "variant", "v", tablebase.Shrink.String(),
		"variant with tablebases: shrink or convergent")
}

// open returns the rules and opens the tablebases.
func (s *source) open() (game.Game, tablebase.Game, *tablebase.Tables, error) {
	g, err := rules.ByName(s.variant)
	if err != nil {
		return nil, 0, nil, err
	}
	of, ok := tablebase.GameOf(g)
	if !ok {
		return nil, 0, nil, fmt.Errorf("--variant: there are tablebases of shrink and convergent only, not of %s", g.Name())
	}
	t, err := tablebase.Open(s.paths...)
	if err != nil {
		return nil, 0, nil, errors.Join(err, t.Close())
	}
	return g, of, t, nil
}

// complete checks that there are tablebases of a game with this many pieces, and that all of them
// are open.
func complete(t *tablebase.Tables, g game.Game, of tablebase.Game, pieces int) error {
	if pieces < of.MinPieces() || pieces > of.MaxPieces() {
		return fmt.Errorf("--pieces %d is out of range (%d–%d)", pieces, of.MinPieces(), of.MaxPieces())
	}
	if n := t.CompletePieces(g); n < pieces {
		return fmt.Errorf("tablebases are complete up to %d pieces only; 'wane tablebase build -v %s --pieces %d' makes "+
			"more, --tables opens them", n, g.Name(), pieces)
	}
	return nil
}

// statsFlags are the flags of the command stats.
type statsFlags struct {
	source
	from, pieces, concurrency int
	asJSON, markdown          bool
}

func statsCommand() *cobra.Command {
	var f statsFlags
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Print statistics of the tablebases",
		Long: "Print for each material the numbers of wins and draws, the longest win in plies, and the numbers of rare " +
			"positions: zugzwangs (full-point: either side to move loses), sacrifices (every winning move gives up a piece), " +
			"wins of the weaker material, opponent underpromotions (every winning move promotes an opponent's pawn to less " +
			"than a queen) and underpromotions (of the winner's own pawn). White is the color named first.\n\n" +
			"For Convergent Chess, print what its royal squares change: wins that are draws (decided) or lost (turned) by " +
			"rules without them. This solves every material once more.\n\n" +
			"With --markdown, write a page with example positions and lines.",
		Example: "research tables stats --pieces 4",
		Args:    cobra.NoArgs,
	}
	f.add(cmd)
	fl := cmd.Flags()
	fl.IntVar(&f.from, "from", 0, "smallest number of pieces (default: that of the smallest tables)")
	fl.IntVar(&f.pieces, "pieces", 0, "largest number of pieces (default: as far as the tablebases are complete)")
	fl.IntVarP(&f.concurrency, "concurrency", "c", runtime.GOMAXPROCS(0), "materials at once")
	fl.BoolVar(&f.asJSON, "json", false, "write the statistics as JSON")
	fl.BoolVar(&f.markdown, "markdown", false, "write a page of Markdown")
	cmd.MarkFlagsMutuallyExclusive("json", "markdown")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }
	return cmd
}

func (f *statsFlags) run(cmd *cobra.Command) error {
	g, of, t, err := f.open()
	if err != nil {
		return err
	}
	defer func() { _ = t.Close() }() // read-only
	if f.from == 0 {
		f.from = of.MinPieces()
	}
	if f.pieces == 0 {
		f.pieces = max(t.CompletePieces(g), f.from)
	}
	if f.from < of.MinPieces() || f.from > f.pieces {
		return fmt.Errorf("--from %d is out of range (%d to --pieces)", f.from, of.MinPieces())
	}
	if err := complete(t, g, of, f.pieces); err != nil {
		return err
	}
	chapters, err := f.chapters(cmd, t, of)
	switch {
	case err != nil:
		return err
	case f.asJSON:
		e := json.NewEncoder(cmd.OutOrStdout())
		e.SetIndent("", "  ")
		return e.Encode(chapters)
	case f.markdown:
		return Write(cmd.OutOrStdout(), g, t, f.command(g, of), chapters)
	}
	return writeText(cmd.OutOrStdout(), chapters)
}

// command returns the command that makes a page.
func (f *statsFlags) command(g game.Game, of tablebase.Game) string {
	command := "research tables stats"
	if of != tablebase.Shrink {
		command += fmt.Sprintf(" -v %v", of)
	}
	command += fmt.Sprintf(" --pieces %d --markdown", f.pieces)
	if f.from > of.MinPieces() {
		command += fmt.Sprintf(" --from %d", f.from)
	}
	if f.pieces > tablebase.Builtin().CompletePieces(g) {
		command += " --tables …"
	}
	return command
}

// chapters collects the statistics.
func (f *statsFlags) chapters(cmd *cobra.Command, t *tablebase.Tables, of tablebase.Game) (list []Chapter, err error) {
	m := task.NewMeter(cmd)
	for n := f.from; n <= f.pieces; n++ {
		s, err := t.StatsOfAll(cmd.Context(), of, n, f.concurrency, func(p tablebase.Progress) {
			m.Show(p.Done, p.Total, fmt.Sprintf("%d pieces, %v", n, p.Material))
		})
		if err != nil {
			return nil, err
		}
		list = append(list, Chapter{Pieces: n, Stats: s})
	}
	return list, nil
}

// writeText writes the statistics as text.
func writeText(w io.Writer, chapters []Chapter) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	common := "material\tpositions\tWhite\tdrawn\tBlack\tlongest\tzugzwangs\tfull-point\tweaker wins\t"
	royal := len(chapters) > 0 && len(chapters[0].Stats) > 0 && chapters[0].Stats[0].Royal != nil
	if royal {
		_, _ = fmt.Fprintln(t, common+"decided\tturned\t")
	} else {
		_, _ = fmt.Fprintln(t, common+"sacrifices\topp. underpr.\tunderpr.\t")
	}
	for _, c := range chapters {
		for i := range c.Stats {
			s := &c.Stats[i]
			_, _ = fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t", s.Material, s.Positions,
				s.Wins[game.White], s.Draws, s.Wins[game.Black], longest(s).Plies,
				s.Zugzwangs.Count, s.FullZugzwangs.Count, s.LessMaterial.Count)
			if royal {
				_, _ = fmt.Fprintf(t, "%d\t%d\t\n", s.Royal.Decided.Count, s.Royal.Turned.Count)
			} else {
				_, _ = fmt.Fprintf(t, "%d\t%d\t%d\t\n", s.Sacrifices.Count, s.OpponentUnderpromotions.Count,
					s.Underpromotions.Count)
			}
		}
	}
	return t.Flush()
}
