package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/puzzle"
)

func newAdminPuzzles() *cobra.Command {
	return usage.Group(&cobra.Command{
		Use:   "puzzles",
		Short: "List, release and remove puzzles that players report",
		Long: "Decide about puzzles that players report. A puzzle with the reports of three accounts rests: nobody gets " +
			"it until it is released.",
		Example: "wane admin puzzles list\nwane admin puzzles release 4ka7x0d --reason 'proved again'",
	},
		newPuzzlesList(),
		newPuzzlesDecide("release", "Give a puzzle out again and close the reports on it", true),
		newPuzzlesDecide("remove", "Never give a puzzle out again and close the reports on it", false))
}

// puzzleCaseView is a puzzle that rests or was reported as JSON.
type puzzleCaseView struct {
	Puzzle  string             `json:"puzzle"`
	Variant string             `json:"variant"`
	FEN     string             `json:"fen,omitempty"` // empty: there is no such puzzle any more
	Resting bool               `json:"resting"`
	First   string             `json:"first"`
	Reports []puzzleReportView `json:"reports"`
}

// puzzleReportView is an open report on a puzzle as JSON.
type puzzleReportView struct {
	At     string `json:"at"`
	Reason string `json:"reason"`
	Text   string `json:"text,omitempty"`
}

func newPuzzlesList() *cobra.Command {
	var limit int
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List puzzles that rest, then others with open reports",
		Example: "wane admin puzzles list --json",
		Args:    usage.Args(0, 0, ""),
	}
	cmd.Flags().IntVar(&limit, "limit", 50, "most puzzles")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, with the reports")
	return operate(cmd, func(ctx context.Context, a *node.Admin, _ []string) error {
		if err := usage.InRange(cmd, "limit", limit, 1, 10_000); err != nil {
			return err
		}
		found, err := a.Puzzles.Cases(ctx, limit)
		if err != nil {
			return err
		}
		list := make([]puzzleCaseView, len(found))
		for i, c := range found {
			if list[i], err = viewPuzzleCase(ctx, a, c); err != nil {
				return err
			}
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), list)
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		for i, v := range list {
			state := "reported"
			if v.Resting {
				state = "rests"
			}
			_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", v.Puzzle, v.Variant, state, found[i].Reports, v.First)
		}
		return w.Flush()
	})
}

// viewPuzzleCase shows a puzzle with its open reports.
func viewPuzzleCase(ctx context.Context, a *node.Admin, c puzzle.Case) (puzzleCaseView, error) {
	v := puzzleCaseView{Puzzle: c.Puzzle, Variant: c.Variant, Resting: c.State == puzzle.Resting, First: stamp(c.First),
		Reports: []puzzleReportView{}}
	shown, err := a.Puzzles.Find(ctx, c.Puzzle)
	if err != nil && !errors.Is(err, puzzle.ErrNotFound) {
		return v, err
	}
	v.FEN = shown.FEN
	reports, err := a.Puzzles.Reports(ctx, c.Puzzle, mostReports)
	for _, r := range reports {
		v.Reports = append(v.Reports, puzzleReportView{At: stamp(r.At), Reason: string(r.Reason), Text: r.Text})
	}
	return v, err
}

func newPuzzlesDecide(name, short string, sound bool) *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:     name + " ID",
		Short:   short,
		Example: "wane admin puzzles " + name + " 4ka7x0d",
		Args:    usage.Args(1, 1, "ID of a puzzle"),
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		err := a.Puzzles.Release(ctx, args[0], sound, a.Operator, reason)
		if errors.Is(err, puzzle.ErrNotFound) {
			return fmt.Errorf("there is no puzzle %.40q: 'wane admin puzzles list' shows those that were reported", args[0])
		}
		return err
	})
}
