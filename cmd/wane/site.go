package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/server/static"
	"github.com/wane-chess/wane/rules"
)

func newSite() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "site DIR",
		Short: "Write the page for a host without a server",
		Long: "Write the page as files, for any web host or a folder of one: lessons, the ladder, rules, games against the " +
			"computer, analysis, puzzles with a rating, the atlas, opening books, small tablebases, and the manual. It has no " +
			"accounts and no games between people. After the first visit it works without a network.\n\n" +
			"DIR is a new or an empty folder, or a site, which is replaced. It is whole, or stays as it was.",
		Example: "wane site public\n" +
			"wane site /var/www/html/chess",
		Args: usage.Args(1, 1, "one DIR"),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx, stop := interruptible(cmd)
		defer stop()
		wrote, err := static.Write(ctx, args[0], static.Options{Games: rules.All(), Version: programVersion()})
		if err != nil {
			return interrupted(ctx, fmt.Errorf("write a site: %w", err), "interrupted: no site was written")
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is a site of %d files, %.1f MB. To try it:\n"+
			"  python3 -m http.server --directory %s 8000\n", args[0], wrote.Files, float64(wrote.Bytes)/1e6, args[0])
		return err
	}
	return cmd
}
