package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/tablereport"
	"github.com/wane-chess/wane/tablebase"
)

func newTablebaseStats() *cobra.Command {
	var (
		tables           input.Tables
		variant          tableVariant
		from, pieces     int
		workers          int
		asJSON, markdown bool
	)
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Print statistics of the tablebases",
		Long: "Print for each material the numbers of wins and draws, the longest win in plies, and the numbers of rare positions: " +
			"zugzwangs (full-point: either side to move loses), sacrifices (every winning move gives up a piece), wins of the weaker material, " +
			"opponent underpromotions (every winning move promotes an opponent's pawn to less than a queen) and underpromotions (of the winner's own pawn). " +
			"White is the color named first.\n\n" +
			"For Convergent Chess, print what its royal squares change: wins that are draws (decided) or lost (turned) by rules without them. " +
			"This solves every material once more.\n\n" +
			"With --markdown, write a page with example positions and lines.",
		Example: "wane tablebase stats --pieces 4",
		Args:    usage.Args(0, 0, ""),
	}
	tables.Add(cmd)
	variant.add(cmd)
	f := cmd.Flags()
	f.IntVar(&from, "from", 0, "smallest number of pieces (default: that of the smallest tables)")
	f.IntVar(&pieces, "pieces", 0, "largest number of pieces (default: as far as the tablebases are complete)")
	addWorkers(cmd, &workers)
	f.BoolVar(&asJSON, "json", false, "write the statistics as JSON")
	f.BoolVar(&markdown, "markdown", false, "write a page of Markdown")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := checkWorkers(cmd, workers); err != nil {
			return err
		}
		rules, g, err := variant.game(cmd)
		if err != nil {
			return err
		}
		if from == 0 {
			from = g.MinPieces()
		}
		switch {
		case asJSON && markdown:
			return usage.Errorf(cmd, "--json and --markdown exclude each other")
		case pieces != 0 && (pieces < g.MinPieces() || pieces > g.MaxPieces()):
			return checkPieces(cmd, g, pieces)
		case from < g.MinPieces() || pieces != 0 && from > pieces:
			return usage.Errorf(cmd, "--from %d is out of range (%d to --pieces)", from, g.MinPieces())
		}
		t, err := tables.Open()
		if err != nil {
			return err
		}
		defer func() { _ = t.Close() }() // read-only
		if pieces == 0 {
			pieces = max(t.CompletePieces(rules), from)
		}
		if err := complete(t, rules, pieces); err != nil {
			return err
		}
		chapters, err := chaptersOf(cmd, t, g, from, pieces, workers)
		switch {
		case err != nil:
			return err
		case asJSON:
			return output.JSON(cmd.OutOrStdout(), chapters)
		case !markdown:
			return statsTable(cmd.OutOrStdout(), chapters)
		}
		command := fmt.Sprintf("wane tablebase stats --pieces %d --markdown", pieces)
		if g != tablebase.Shrink {
			command = fmt.Sprintf("wane tablebase stats -v %v --pieces %d --markdown", g, pieces)
		}
		if from > g.MinPieces() {
			command += fmt.Sprintf(" --from %d", from)
		}
		if pieces > tablebase.Builtin().CompletePieces(rules) {
			command += " --tables …"
		}
		defer output.Watch(cmd.ErrOrStderr(), func() string { return "writing the examples" })()
		return tablereport.Write(cmd.OutOrStdout(), rules, t, command, chapters)
	}
	return cmd
}

// chaptersOf collects the statistics.
func chaptersOf(cmd *cobra.Command, t *tablebase.Tables, g tablebase.Game, from, pieces, workers int) (list []tablereport.Chapter, err error) {
	ctx, stop := interruptible(cmd)
	defer stop()
	m := output.NewMeter(cmd.ErrOrStderr())
	defer m.Close()
	for n := from; n <= pieces; n++ {
		s, err := t.StatsOfAll(ctx, g, n, workers, showTables(m, fmt.Sprintf("%d pieces", n)))
		if err != nil {
			return nil, interrupted(ctx, err, "interrupted")
		}
		list = append(list, tablereport.Chapter{Pieces: n, Stats: s})
	}
	return list, nil
}

// statsTable writes the statistics as text.
func statsTable(w io.Writer, chapters []tablereport.Chapter) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	if len(chapters) > 0 && len(chapters[0].Stats) > 0 && chapters[0].Stats[0].Royal != nil {
		return royalTable(t, chapters)
	}
	_, _ = fmt.Fprintln(t, "material\tpositions\tWhite\tdrawn\tBlack\tlongest\tzugzwangs\tfull-point\tsacrifices\tweaker wins\topp. underpr.\tunderpr.\t")
	for _, c := range chapters {
		for i := range c.Stats {
			s := &c.Stats[i]
			_, _ = fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", s.Material, s.Positions, s.Wins[game.White], s.Draws, s.Wins[game.Black],
				max(s.Longest[game.White].Plies, s.Longest[game.Black].Plies), s.Zugzwangs.Count, s.FullZugzwangs.Count, s.Sacrifices.Count, s.LessMaterial.Count, s.OpponentUnderpromotions.Count, s.Underpromotions.Count)
		}
	}
	return t.Flush()
}

// royalTable writes the statistics of Convergent Chess as text.
func royalTable(t *tabwriter.Writer, chapters []tablereport.Chapter) error {
	_, _ = fmt.Fprintln(t, "material\tpositions\tWhite\tdrawn\tBlack\tlongest\tzugzwangs\tfull-point\tweaker wins\tdecided\tturned\t")
	for _, c := range chapters {
		for i := range c.Stats {
			s := &c.Stats[i]
			_, _ = fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", s.Material, s.Positions, s.Wins[game.White], s.Draws, s.Wins[game.Black],
				max(s.Longest[game.White].Plies, s.Longest[game.Black].Plies), s.Zugzwangs.Count, s.FullZugzwangs.Count, s.LessMaterial.Count, s.Royal.Decided.Count, s.Royal.Turned.Count)
		}
	}
	return t.Flush()
}
