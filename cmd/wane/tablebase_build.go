package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/tablebase"
)

func newTablebaseBuild() *cobra.Command {
	var (
		variant         tableVariant
		pieces, workers int
		out             string
		force           bool
		single          materialsFlags
	)
	cmd := &cobra.Command{
		Use:   "build [MATERIAL ...]",
		Short: "Build all tablebases up to a number of pieces, or single materials",
		Long: "Build all tablebases up to a number of pieces by retrograde analysis, and write them to one file, such as " +
			"shrink-5.wtb.\n\n" +
			"With MATERIALs, such as KQRvKRB, build only these and those that captures and promotions lead to, unless " +
			"--tables or --output has them. Each is a file of its own. The command first prints the cost; --dry-run stops " +
			"there. --pieces 6 stands for all materials of 6 pieces of Shrink Chess, --pieces 5 for all of 5 pieces of " +
			"Convergent Chess.\n\n" +
			"You can interrupt the command at any time; it keeps each finished material (up to 5 pieces in shrink-5.parts), " +
			"and the same command resumes.",
		Example: "wane tablebase build --pieces 5 --output tables\n" +
			"wane tablebase build KQRvKRB KRPvKBP --tables tables -o tables\n" +
			"wane tablebase build --pieces 6 --output tables\n" +
			"wane tablebase build -v convergent --pieces 5 --output tables",
	}
	variant.add(cmd)
	f := cmd.Flags()
	f.IntVar(&pieces, "pieces", 5, "largest number of pieces, kings included")
	f.StringVarP(&out, "output", "o", ".", "write to this directory")
	addConcurrency(cmd, &workers)
	f.BoolVar(&force, "force", false, "replace the file if it exists")
	f.StringSliceVar(&single.tables, "tables", nil,
		"for materials: tablebase files or directories besides the built-in ones and --output")
	f.BoolVar(&single.dryRun, "dry-run", false, "for materials: print the cost and stop")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkConcurrency(cmd, workers); err != nil {
			return err
		}
		_, g, err := variant.game(cmd)
		if err != nil {
			return err
		}
		if err := checkPieces(cmd, g, pieces); err != nil {
			return err
		}
		materials := len(args) > 0 || pieces == g.MaxPieces()
		switch {
		case len(args) > 0 && cmd.Flags().Changed("pieces"):
			return usage.Errorf(cmd, "give either MATERIALs or --pieces")
		case materials && force:
			return usage.Errorf(cmd, "--force does not apply to single materials; remove the files to rebuild")
		case !materials && (single.tables != nil || single.dryRun):
			return usage.Errorf(cmd, "--tables and --dry-run need MATERIALs such as KQRvKRB, or --pieces %d", g.MaxPieces())
		case materials:
			single.out, single.workers = out, workers
			return buildMaterials(cmd, g, args, single)
		}
		return buildTables(cmd, g, pieces, workers, out, force)
	}
	return cmd
}

// buildTables builds all tablebases and shows the progress.
func buildTables(cmd *cobra.Command, g tablebase.Game, pieces, workers int, out string, force bool) error {
	path := filepath.Join(out, fmt.Sprintf("%v-%d%s", g, pieces, tablebase.Extension))
	parts := filepath.Join(out, fmt.Sprintf("%v-%d.parts", g, pieces))
	if _, err := os.Stat(path); err == nil && !force {
		err = fmt.Errorf("%s exists already; --force replaces it", path)
		return errors.Join(err, os.RemoveAll(parts)) // left by a build that was killed at its end
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
	b := tablebase.Builder{Game: g, Pieces: pieces, Workers: workers, Parts: parts}
	ctx, stop := interruptible(cmd)
	defer stop()
	m := output.NewMeter(cmd.ErrOrStderr())
	b.Progress = showTables(m, "solving")
	tables, err := b.Build(ctx)
	m.Close()
	if err != nil {
		return interrupted(ctx, err, "interrupted; the same command resumes")
	}
	// Among the parts, an interrupted write leaves nothing in the directory.
	whole := filepath.Join(parts, filepath.Base(path))
	stopped := output.Watch(cmd.ErrOrStderr(), func() string { return "writing " + path })
	err = tablebase.WriteFile(whole, tables...)
	stopped()
	if err != nil {
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
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %s, %.1f MB, in %v\n",
		path, message.Plural(len(tables), "material"), message.Plural(entries, "entry"), float64(info.Size())/1e6,
		time.Since(began).Round(100*time.Millisecond))
	return err
}
