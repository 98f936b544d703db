package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/live/queue"
	"github.com/wane-chess/wane/internal/tablebuild"
	"github.com/wane-chess/wane/tablebase"
)

// materialsFlags say how single materials are built.
type materialsFlags struct {
	tables  []string
	out     string
	nats    string
	workers int
	dryRun  bool
}

// materialsOf reads the names of materials; without any, it is all of 6 men.
func materialsOf(cmd *cobra.Command, names []string) ([]tablebase.Material, error) {
	if len(names) == 0 {
		return tablebase.Materials(tablebase.MaxPieces), nil
	}
	var list []tablebase.Material
	for _, name := range names {
		m, err := tablebase.ParseMaterial(name)
		if err != nil {
			return nil, badUsage(cmd, "%v", err)
		}
		if tablebase.Builtin().Has(m) {
			return nil, badUsage(cmd, "%v is built in: there is nothing to build", m)
		}
		list = append(list, m)
	}
	return list, nil
}

// buildMaterials builds single materials, each as a file, and all that they need.
func buildMaterials(cmd *cobra.Command, names []string, o materialsFlags) (err error) {
	wanted, err := materialsOf(cmd, names)
	if err != nil {
		return err
	}
	if o.nats == queue.Embedded {
		return badUsage(cmd, "--nats: expected where the NATS servers of the workers are, such as nats://bus:4222")
	}
	w := cmd.ErrOrStderr()
	shelf, err := tablebuild.OpenLibrary(o.out, o.tables, func(err error) {
		_, _ = fmt.Fprintf(w, "wane: this file is left out, and made anew if it is needed: %v\n", err)
	})
	if err != nil {
		return err
	}
	ctx, stop := stoppable(cmd)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	plan := tablebuild.Plan(wanted, shelf.Has)
	if len(plan) == 0 {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), "There is nothing to build: all tables are there.")
		return err
	}
	var jobs *queue.Client
	if o.nats != "" && !o.dryRun {
		log := slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelWarn}))
		if jobs, err = queue.Open(ctx, queue.Options{URL: o.nats, Log: log}); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, jobs.Close()) }()
	}
	if err := foretell(ctx, cmd.OutOrStdout(), plan, o); err != nil || o.dryRun {
		return err
	}
	return buildPlan(ctx, cmd, shelf, plan, o, jobs)
}

// buildPlan builds a plan, by workers if there is a queue, and tells of it.
func buildPlan(ctx context.Context, cmd *cobra.Command, shelf *tablebuild.Library, plan []tablebase.Material, o materialsFlags, jobs *queue.Client) error {
	began := time.Now()
	m := newMeter(cmd.ErrOrStderr())
	progress := func(p tablebuild.Progress) {
		done := p.Entries
		if p.Materials < p.AllMaterials { // to pack the last one takes a while, too
			done = min(done, p.AllEntries-1)
		}
		m.show("solving", done, p.AllEntries, fmt.Sprintf("%d of %d, %s", p.Materials, p.AllMaterials, p.Last))
	}
	var err error
	if jobs != nil {
		c := tablebuild.Coordinator{Queue: jobs, Library: shelf, Plan: plan, Progress: progress, Warn: func(text string) {
			m.close()
			_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: %s\n", text)
		}}
		err = c.Run(ctx)
	} else {
		b := tablebuild.Builder{Library: shelf, Plan: plan, Workers: o.workers, Progress: progress}
		err = b.Run(ctx)
	}
	m.close()
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped; the same command goes on from there")
	}
	if err != nil {
		return err
	}
	return summary(cmd.OutOrStdout(), plan, o.out, time.Since(began))
}

// foretell says what a plan will take.
func foretell(ctx context.Context, w io.Writer, plan []tablebase.Material, o materialsFlags) error {
	speed, err := tablebuild.MeasureSpeed(ctx, o.workers)
	if err != nil {
		return err
	}
	c, n := tablebuild.EstimateCost(plan, speed), min(o.workers, len(plan))
	time := fmt.Sprintf("%v here with %d at a time, up to %s of memory", rounded(c.Work/time.Duration(n)), n, bytesText(c.Memory+int64(n-1)*c.MemoryEach))
	if o.nats != "" {
		time = fmt.Sprintf("%v of one processor like those here, shared by the workers, up to %s of memory for each material at a time", rounded(c.Work), bytesText(c.MemoryEach))
	}
	_, err = fmt.Fprintf(w, "To build are %s: %s entries. That takes about %s, and %s in %s.\n",
		counted(plan), humanize.Comma(int64(c.Entries)), time, bytesText(c.Disk), o.out)
	return err
}

// counted says how many materials there are, and names them if they are few.
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

// number says how many materials there are.
func number(plan []tablebase.Material) string {
	if len(plan) == 1 {
		return "1 material"
	}
	return fmt.Sprintf("%d materials", len(plan))
}

// rounded is a time that nobody takes for exact.
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

// bytesText is a size in MB or GB.
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

// summary says what a plan has taken.
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
	_, err := fmt.Fprintf(w, "%s: %s, %s entries, %s, in %v\n", out, number(plan), humanize.Comma(int64(entries)), bytesText(size), took.Round(100*time.Millisecond))
	return err
}
