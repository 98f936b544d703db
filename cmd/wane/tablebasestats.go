package main

import (
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/tablereport"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

func newTablebaseStats() *cobra.Command {
	var (
		tables           tablesFlag
		from, pieces     int
		workers          int
		asJSON, markdown bool
	)
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Tell what the tables teach",
		Long: "Tell of each material how often it is won and drawn, how long the longest win takes, and how many positions of rare kinds there are: " +
			"zugzwangs (deadly: whoever has to move loses), gifts (every winning move gives a man away), wins of the lesser men, " +
			"demotions (every winning move makes an opponent's pawn less than a queen) and modest wins (it makes an own pawn less than a queen). " +
			"White is the side that is named first.\n\n" +
			"With --markdown it writes a page with all that, with positions and the play from them.",
		Example: "wane tablebase stats --men 4",
		Args:    takes(0, 0, ""),
	}
	tables.add(cmd)
	f := cmd.Flags()
	f.IntVar(&from, "from", 3, "the fewest men")
	f.IntVar(&pieces, "men", 0, "the most men (default: as many as there is every table of)")
	f.IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "materials at a time")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	f.BoolVar(&markdown, "markdown", false, "write a page of Markdown")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case asJSON && markdown:
			return badUsage(cmd, "--json and --markdown cannot both go to standard output")
		case pieces != 0 && (pieces < 3 || pieces > tablebase.MaxPieces):
			return badUsage(cmd, "--men %d: from 3 to %d are possible", pieces, tablebase.MaxPieces)
		case from < 3 || pieces != 0 && from > pieces:
			return badUsage(cmd, "--from %d: from 3 to what --men says are possible", from)
		case workers < 1:
			return badUsage(cmd, "--workers %d: expected a number from 1", workers)
		}
		t, err := tables.open()
		if err != nil {
			return err
		}
		defer func() { _ = t.Close() }() // only read from
		if pieces == 0 {
			pieces = max(t.CompletePieces(), from)
		}
		if err := complete(t, pieces); err != nil {
			return err
		}
		chapters, err := chaptersOf(cmd, t, from, pieces, workers)
		switch {
		case err != nil:
			return err
		case asJSON:
			return encode(cmd.OutOrStdout(), chapters)
		case !markdown:
			return statsTable(cmd.OutOrStdout(), chapters)
		}
		shrink, err := rules.ByName("shrink")
		if err != nil {
			return err
		}
		command := fmt.Sprintf("wane tablebase stats --men %d --markdown", pieces)
		if from > 3 {
			command += fmt.Sprintf(" --from %d", from)
		}
		if pieces > 4 {
			command += " --tables …"
		}
		return tablereport.Write(cmd.OutOrStdout(), shrink, t, command, chapters)
	}
	return cmd
}

// chaptersOf goes through the tables.
func chaptersOf(cmd *cobra.Command, t *tablebase.Tables, from, pieces, workers int) (list []tablereport.Chapter, err error) {
	ctx, stop := stoppable(cmd)
	defer stop()
	m := newMeter(cmd.ErrOrStderr())
	defer m.close()
	for n := from; n <= pieces; n++ {
		s, err := t.StatsOfAll(ctx, n, workers, m.tables(fmt.Sprintf("%d men", n)))
		if err != nil {
			return nil, err
		}
		list = append(list, tablereport.Chapter{Pieces: n, Stats: s})
	}
	return list, nil
}

// statsTable is for reading in a terminal.
func statsTable(w io.Writer, chapters []tablereport.Chapter) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(t, "material\tpositions\tWhite\tdrawn\tBlack\tlongest\tzugzwangs\tdeadly\tgifts\tlesser\tdemotions\tmodest\t")
	for _, c := range chapters {
		for i := range c.Stats {
			s := &c.Stats[i]
			_, _ = fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", s.Material, s.Positions, s.Wins[game.White], s.Draws, s.Wins[game.Black],
				max(s.Longest[game.White].Plies, s.Longest[game.Black].Plies), s.Zugzwangs.Count, s.Deadly.Count, s.Gifts.Count, s.Lesser.Count, s.Demotions.Count, s.Modest.Count)
		}
	}
	return t.Flush()
}
