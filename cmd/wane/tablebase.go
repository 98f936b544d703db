package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

func newTablebase() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tablebase",
		Short: "Build, verify and ask the solved endings of Shrink Chess",
		Long: "The endings of Shrink Chess, solved: who wins, and in how many plies, in every position of few men on a board " +
			"whose every row and column is occupied, without castling rights. The draw by the move count is left out of account.\n\n" +
			"All endings of 3 and 4 men are part of the program. 'wane tablebase build' makes those of 5, which every command " +
			"that thinks reads with --tables.",
		Example: "wane tablebase probe '2k/1R1/K2 w - - 0 1'",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return badUsage(cmd, "unknown command %.40q: expected build, verify, probe, stats or positions", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTablebaseBuild(), newTablebaseVerify(), newTablebaseProbe(), newTablebaseStats(), newTablebasePositions())
	return cmd
}

// tablesFlag chooses tables.
type tablesFlag struct{ paths []string }

func (f *tablesFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.paths, "tables", nil, "files of tables, or folders with them, besides those built in")
}

// open opens them; all of them must be sound.
func (f *tablesFlag) open() (*tablebase.Tables, error) { return openTables(f.paths) }

func openTables(paths []string) (*tablebase.Tables, error) {
	t, err := tablebase.Open(paths...)
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// complete makes sure that there is every table of so many men.
func complete(t *tablebase.Tables, pieces int) error {
	if t.CompletePieces() < pieces {
		return fmt.Errorf("there are tables of %d men only: 'wane tablebase build --men %d' makes more, --tables reads them", t.CompletePieces(), pieces)
	}
	return nil
}

func newTablebaseBuild() *cobra.Command {
	var (
		pieces, workers int
		out             string
		force           bool
		single          materialsFlags
	)
	cmd := &cobra.Command{
		Use:   "build [MATERIAL ...]",
		Short: "Solve all endings of up to so many men, or whole materials",
		Long: "Solve all endings of up to so many men, from the mates backwards, and write them into one file, shrink-5.wtb for 5 men.\n\n" +
			"With MATERIALs, such as KQRvKRB, these are solved instead, and whatever captures and promotions lead to and is found " +
			"neither in --tables nor in --out. Each is a file of its own. What it takes is told beforehand; --dry-run leaves it at that. " +
			"--men 6 stands for all materials of 6 men. With --nats the work is done by all 'wane worker' that use the same NATS " +
			"servers; this command hands it out and collects the tables.\n\n" +
			"It can be stopped at any time, also by a power cut: each finished material is kept, those of up to 5 men beside " +
			"their file, in shrink-5.parts, and the same command goes on from there.",
		Example: "wane tablebase build --men 5 --out tables\n" +
			"wane tablebase build KQRvKRB KRPvKBP --tables tables --out tables\n" +
			"wane tablebase build --men 6 --out tables --nats nats://bus:4222",
	}
	f := cmd.Flags()
	f.IntVar(&pieces, "men", 5, "the most men on the board, kings included")
	f.StringVarP(&out, "out", "o", ".", "the folder for the file")
	f.IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "materials at a time")
	f.BoolVar(&force, "force", false, "build anew what is there already")
	f.StringSliceVar(&single.tables, "tables", nil, "for materials: files of tables, or folders with them, besides those built in and in --out")
	f.StringVar(&single.nats, "nats", "", "for materials: leave the work to the workers at these NATS servers, nats://HOST:PORT")
	f.BoolVar(&single.dryRun, "dry-run", false, "for materials: only tell what it would take")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		materials := len(args) > 0 || pieces == tablebase.MaxPieces
		switch {
		case pieces < 3 || pieces > tablebase.MaxPieces:
			return badUsage(cmd, "--men %d: from 3 to %d are possible", pieces, tablebase.MaxPieces)
		case workers < 1:
			return badUsage(cmd, "--workers %d: expected a number from 1", workers)
		case len(args) > 0 && cmd.Flags().Changed("men"):
			return badUsage(cmd, "give either MATERIALs or --men")
		case materials && force:
			return badUsage(cmd, "--force is not for single materials: remove the files that are to be made anew")
		case !materials && (single.tables != nil || single.nats != "" || single.dryRun):
			return badUsage(cmd, "--tables, --nats and --dry-run are for MATERIALs such as KQRvKRB, or for --men 6")
		case materials:
			single.out, single.workers = out, workers
			return buildMaterials(cmd, args, single)
		}
		return buildTables(cmd, pieces, workers, out, force)
	}
	return cmd
}

// buildTables builds all tables and tells of it.
func buildTables(cmd *cobra.Command, pieces, workers int, out string, force bool) error {
	path := filepath.Join(out, fmt.Sprintf("shrink-%d%s", pieces, tablebase.Extension))
	parts := filepath.Join(out, fmt.Sprintf("shrink-%d.parts", pieces))
	if _, err := os.Stat(path); err == nil && !force {
		err = fmt.Errorf("%s is there already; --force builds it anew", path)
		return errors.Join(err, os.RemoveAll(parts)) // a build killed at its very end has left them
	}
	if force {
		if err := os.RemoveAll(parts); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(parts, 0o755); err != nil {
		return err
	}
	began := time.Now()
	b := tablebase.Builder{Pieces: pieces, Workers: workers, Parts: parts}
	ctx, stop := stoppable(cmd)
	defer stop()
	m := newMeter(cmd.ErrOrStderr())
	b.Progress = m.tables("solving")
	tables, err := b.Build(ctx)
	m.close()
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped; the same command goes on from there")
	}
	if err != nil {
		return err
	}
	// Written among the parts, it leaves nothing elsewhere if it is killed meanwhile.
	whole := filepath.Join(parts, filepath.Base(path))
	if err := tablebase.WriteFile(whole, tables...); err != nil {
		return err
	}
	if err := os.Rename(whole, path); err != nil {
		return err
	}
	if err := os.RemoveAll(parts); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	entries := 0
	for _, t := range tables {
		entries += t.Entries()
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d materials, %d entries, %.1f MB, in %v\n",
		path, len(tables), entries, float64(info.Size())/1e6, time.Since(began).Round(100*time.Millisecond))
	return err
}

// tables returns what shows the progress of work on tables.
func (m *meter) tables(stage string) func(tablebase.Progress) {
	return func(p tablebase.Progress) { m.show(stage, p.Done, p.Total, p.Material.String()) }
}

func newTablebaseVerify() *cobra.Command {
	var workers int
	cmd := &cobra.Command{
		Use:   "verify [FILE or FOLDER ...]",
		Short: "Recompute every entry of tables by the rules",
		Long: "Recompute every entry of tables from the moves that the rules allow and the entries of the positions they lead to. " +
			"Nothing of what builds tables is used. Without a FILE the built-in tables are verified.",
		Example: "wane tablebase verify",
	}
	cmd.Flags().IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "materials at a time")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if workers < 1 {
			return badUsage(cmd, "--workers %d: expected a number from 1", workers)
		}
		t, err := openTables(args)
		if err != nil {
			return err
		}
		defer func() { _ = t.Close() }() // only read from
		shrink, err := rules.ByName("shrink")
		if err != nil {
			return err
		}
		began, entries := time.Now(), 0
		for _, material := range t.Materials() {
			entries += material.Entries()
		}
		ctx, stop := stoppable(cmd)
		defer stop()
		m := newMeter(cmd.ErrOrStderr())
		err = t.VerifyAll(ctx, shrink, workers, m.tables("verifying"))
		m.close()
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d materials, %d entries: all are right (%v)\n",
			len(t.Materials()), entries, time.Since(began).Round(100*time.Millisecond))
		return err
	}
	return cmd
}
