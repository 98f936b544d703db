package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/tablebuild"
	"github.com/wane-chess/wane/tablebase"
)

// materialsFlags say how to build single materials.
type materialsFlags struct {
	tables  []string
	out     string
	workers int
	dryRun  bool
}

// materialsOf parses the names of materials of a game; none stands for all with the most
// pieces.
func materialsOf(cmd *cobra.Command, g tablebase.Game, names []string) ([]tablebase.Material, error) {
	if len(names) == 0 {
		return g.Materials(g.MaxPieces()), nil
	}
	var list []tablebase.Material
	for _, name := range names {
		if of, rest, ok := strings.Cut(name, "-"); ok && strings.EqualFold(of, g.String()) {
			name = rest
		}
		m, err := g.ParseMaterial(name)
		if err != nil {
			return nil, usage.Errorf(cmd, "%v", err)
		}
		if tablebase.Builtin().Has(m) {
			return nil, usage.Errorf(cmd, "%v is built in", m)
		}
		list = append(list, m)
	}
	return list, nil
}

// buildMaterials builds single materials and those they depend on, each as a file.
func buildMaterials(cmd *cobra.Command, g tablebase.Game, names []string, o materialsFlags) error {
	wanted, err := materialsOf(cmd, g, names)
	if err != nil {
		return err
	}
	w := cmd.ErrOrStderr()
	library, err := tablebuild.OpenLibrary(o.out, o.tables, func(err error) {
		_, _ = fmt.Fprintf(w, "wane: invalid file ignored, and rebuilt if needed: %v\n", err)
	})
	if err != nil {
		return err
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	plan := tablebuild.Plan(wanted, library.Has)
	if len(plan) == 0 {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), "Nothing to build: all tablebases exist.")
		return err
	}
	if err := estimate(ctx, cmd.OutOrStdout(), plan, o); err != nil || o.dryRun {
		return interrupted(ctx, err, "interrupted; nothing was built")
	}
	return buildPlan(ctx, cmd, library, plan, o)
}

// buildPlan builds a plan and shows the progress.
func buildPlan(ctx context.Context, cmd *cobra.Command, library *tablebuild.Library, plan []tablebase.Material,
	o materialsFlags) error {
	began := time.Now()
	m := output.NewMeter(cmd.ErrOrStderr())
	progress := func(p tablebuild.Progress) {
		done := p.Entries
		if p.Materials < p.AllMaterials { // compressing the last one takes a while
			done = min(done, p.AllEntries-1)
		}
		m.Show("solving", done, p.AllEntries, fmt.Sprintf("%d of %d, %s", p.Materials, p.AllMaterials, p.Last))
	}
	b := tablebuild.Builder{Library: library, Plan: plan, Workers: o.workers, Progress: progress}
	err := b.Run(ctx)
	m.Close()
	if err != nil {
		return interrupted(ctx, err, "interrupted; the same command resumes")
	}
	return summary(cmd.OutOrStdout(), plan, o.out, time.Since(began))
}

// estimate writes the cost of a plan.
func estimate(ctx context.Context, w io.Writer, plan []tablebase.Material, o materialsFlags) error {
	speed, err := tablebuild.MeasureSpeed(ctx, o.workers)
	if err != nil {
		return err
	}
	c, n := tablebuild.EstimateCost(plan, speed), min(o.workers, len(plan))
	_, err = fmt.Fprintf(w,
		"To build: %s, %s entries. This takes about %v with %d at once, up to %s of memory, and %s in %s.\n",
		counted(plan), humanize.Comma(int64(c.Entries)), rounded(c.Work/time.Duration(n)), n,
		bytesText(c.Memory+int64(n-1)*c.MemoryEach), bytesText(c.Disk), o.out)
	return err
}

// counted returns the number of materials, and their names if there are few.
func counted(plan []tablebase.Material) string {
	text := number(plan)
	if len(plan) > 8 {
		return text
	}
	var names []string
	for _, m := range plan {
		names = append(names, m.String())
	}
	return text + " (" + strings.Join(names, ", ") + ")"
}

// number returns the number of materials.
func number(plan []tablebase.Material) string {
	return message.Plural(len(plan), "material")
}

// rounded rounds an estimated time.
func rounded(d time.Duration) time.Duration {
	switch {
	case d >= time.Hour:
		return d.Round(5 * time.Minute)
	case d >= 10*time.Minute:
		return d.Round(time.Minute)
	case d >= time.Minute:
		return d.Round(10 * time.Second)
	}
	return max(d.Round(time.Second), time.Second)
}

// bytesText formats a size in MB or GB.
func bytesText(n int64) string {
	switch mb := float64(n) / 1e6; {
	case mb >= 1000:
		return fmt.Sprintf("%.1f GB", mb/1000)
	case mb >= 10:
		return fmt.Sprintf("%.0f MB", mb)
	default:
		return fmt.Sprintf("%.1f MB", mb)
	}
}

// summary writes the cost of a finished plan.
func summary(w io.Writer, plan []tablebase.Material, out string, took time.Duration) error {
	var entries int
	var size int64
	for _, m := range plan {
		entries += m.Entries()
		info, err := os.Stat(filepath.Join(out, m.String()+tablebase.Extension))
		if err != nil {
			return err
		}
		size += info.Size()
	}
	_, err := fmt.Fprintf(w, "%s: %s, %s entries, %s, in %v\n", out, number(plan), humanize.Comma(int64(entries)),
		bytesText(size), took.Round(100*time.Millisecond))
	return err
}
