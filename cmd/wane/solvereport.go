package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/internal/lab/solverstats"
	"github.com/wane-chess/wane/rules"
)

// solveReportFlags are what 'wane solve --report' is told.
type solveReportFlags struct {
	file     string
	parallel int
	soon     time.Duration
	markdown bool
}

// solveMostParallel is the largest number of positions to solve at a time.
const solveMostParallel = 256

func (f *solveReportFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.file, "report", "", "measure with the positions of this file (- is standard input): lines of game and FEN with a tab between")
	fl.IntVar(&f.parallel, "parallel", threadsHere(), "with --report: how many positions to work on at a time, each with one thread and a table of its own")
	fl.DurationVar(&f.soon, "within", time.Second, "with --report: a shorter time to count the solved within as well")
	fl.BoolVar(&f.markdown, "markdown", false, "with --report: write the table in Markdown")
}

// unused refuses flags that are for a report alone.
func (f *solveReportFlags) unused(cmd *cobra.Command) error {
	for _, name := range []string{"parallel", "within", "markdown"} {
		if cmd.Flags().Changed(name) {
			return badUsage(cmd, "--%s is for a report on many positions: give it with --report FILE", name)
		}
	}
	return nil
}

// measure solves the positions of a file and writes a table.
func (f *solveFlags) measure(ctx context.Context, cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 0 || f.at.fen != "" || f.at.variant != "":
		return badUsage(cmd, "with --report, the positions come from the file: leave out the FEN, --fen and --variant")
	case f.report.parallel < 1 || f.report.parallel > solveMostParallel:
		return badUsage(cmd, "--parallel %d: 1 to %d are possible", f.report.parallel, solveMostParallel)
	case f.report.soon <= 0:
		return badUsage(cmd, "--within %v: expected a time such as 1s", f.report.soon)
	case f.limits.Time == 0 && f.limits.Nodes == 0:
		return badUsage(cmd, "a report needs an end for each position: give --time, such as 10s, or --nodes")
	case f.report.markdown && f.asJSON:
		return badUsage(cmd, "--markdown and --json do not go together")
	}
	text, err := readFile(cmd, f.report.file)
	if err != nil {
		return err
	}
	list, err := solverstats.ReadList(text, rules.ByName)
	if err != nil {
		return fmt.Errorf("%s: %w", fileName(f.report.file), err)
	}
	m := newMeter(cmd.ErrOrStderr())
	done, solved := 0, 0
	measured, err := solverstats.Measure(ctx, list, solverstats.Options{
		Limits: f.limits, MB: f.hash, Parallel: f.report.parallel,
		Done: func(r solverstats.Measured) {
			if done++; r.Result != solver.Unknown {
				solved++
			}
			m.show("solving", done, len(list), fmt.Sprintf("%d of %d solved", solved, done))
		},
	})
	m.close()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopped after %d of %d positions", done, len(list))
	}
	if err != nil {
		return err
	}
	return f.writeRows(cmd, solverstats.Rows(measured, f.report.soon))
}

// writeRows writes the table.
func (f *solveFlags) writeRows(cmd *cobra.Command, rows []solverstats.Row) error {
	late := short(f.limits.Time)
	if f.limits.Time == 0 {
		late = fmt.Sprintf("%d nodes", f.limits.Nodes)
	}
	out := cmd.OutOrStdout()
	switch {
	case f.asJSON:
		return encode(out, rows)
	case f.report.markdown:
		return solverstats.WriteMarkdown(out, rows, short(f.report.soon), late)
	}
	return solverstats.WriteText(out, rows, short(f.report.soon), late)
}

// short writes a time as one says it: "1 s", "10 s".
func short(d time.Duration) string { return fmt.Sprintf("%g s", d.Seconds()) }
