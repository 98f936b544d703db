package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/lab/solverstats"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules"
)

// solveReportFlags are the flags of 'wane solve --report'.
type solveReportFlags struct {
	file     string
	parallel int
	soon     time.Duration
	markdown bool
}

// solveMostParallel is the most positions to solve at once.
const solveMostParallel = 256

func (f *solveReportFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.file, "report", "", "measure with the positions of this file, lines of tab-separated variant and FEN; - for standard input")
	fl.IntVar(&f.parallel, "parallel", 0, "with --report: positions to solve at once, each with its own table (default: processors / threads)")
	fl.DurationVar(&f.soon, "within", time.Second, "with --report: also count the positions solved within this shorter time")
	fl.BoolVar(&f.markdown, "markdown", false, "with --report: write a Markdown table")
}

// unused rejects flags that need --report.
func (f *solveReportFlags) unused(cmd *cobra.Command) error {
	for _, name := range []string{"parallel", "within", "markdown"} {
		if cmd.Flags().Changed(name) {
			return usage.Errorf(cmd, "--%s needs --report FILE", name)
		}
	}
	return nil
}

// measure solves the positions of a file and writes a table.
func (f *solveFlags) measure(ctx context.Context, cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 0 || f.at.FEN != "" || f.at.Variant != "":
		return usage.Errorf(cmd, "with --report, the positions come from the file; omit the FEN, --fen and --variant")
	case f.report.soon <= 0:
		return usage.Errorf(cmd, "--within %v: expected a duration such as 1s", f.report.soon)
	case f.limits.Time == 0 && f.limits.Nodes == 0:
		return usage.Errorf(cmd, "--report needs a limit for each position; use --time, such as 10s, or --nodes")
	case f.report.markdown && f.asJSON:
		return usage.Errorf(cmd, "--markdown and --json exclude each other")
	}
	if !cmd.Flags().Changed("parallel") {
		f.report.parallel = max(runtime.GOMAXPROCS(0)/f.threads, 1)
	}
	if err := usage.InRange(cmd, "parallel", f.report.parallel, 1, solveMostParallel); err != nil {
		return err
	}
	text, err := input.ReadFile(cmd, f.report.file)
	if err != nil {
		return err
	}
	list, err := solverstats.ReadList(text, rules.ByName)
	if err != nil {
		return fmt.Errorf("%s: %w", input.FileName(f.report.file), err)
	}
	m := output.NewMeter(cmd.ErrOrStderr())
	done, solved := 0, 0
	measured, err := solverstats.Measure(ctx, list, solverstats.Options{
		Limits: f.limits, MB: f.hash, Threads: f.threads, Parallel: f.report.parallel,
		Done: func(r solverstats.Measured) {
			if done++; r.Solved {
				solved++
			}
			m.Show("solving", done, len(list), fmt.Sprintf("%d of %d solved", solved, done))
		},
	})
	m.Close()
	if err != nil {
		return interrupted(ctx, err, "interrupted after %d of %s", done, message.Plural(len(list), "position"))
	}
	return f.writeRows(cmd, solverstats.Rows(measured, f.report.soon))
}

// writeRows writes the table.
func (f *solveFlags) writeRows(cmd *cobra.Command, rows []solverstats.Row) error {
	late := short(f.limits.Time)
	if f.limits.Time == 0 {
		late = message.Plural(int(f.limits.Nodes), "node")
	}
	out := cmd.OutOrStdout()
	switch {
	case f.asJSON:
		return output.JSON(out, rows)
	case f.report.markdown:
		return solverstats.WriteMarkdown(out, rows, short(f.report.soon), late)
	}
	return solverstats.WriteText(out, rows, short(f.report.soon), late)
}

// short formats a time as "1 s" or "10 s".
func short(d time.Duration) string { return fmt.Sprintf("%g s", d.Seconds()) }
