package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/rules"
)

func newAdmin() *cobra.Command {
	return usage.Group(&cobra.Command{
		Use:   "admin",
		Short: "Manage a server's games, accounts, tournaments, puzzles and opening names, and verify its ratings",
		Long: "Do what the operator of a server does, on its database, while the server runs. What changes games and " +
			"accounts is noted in a log in the database.\n\n" +
			"WANE_DATA, WANE_DB and WANE_BASE_URL stand for the flags, as with 'wane serve'.",
		Example: "wane admin games list --player ann\nwane admin log",
	}, newAdminGames(), newAdminUsers(), newAdminReports(), newAdminTournaments(), newAdminPuzzles(),
		newAdminOpenings(), newAdminRatings(), newAdminLog(), newAdminMigrate())
}

func newAdminGames() *cobra.Command {
	return usage.Group(&cobra.Command{
		Use:     "games",
		Short:   "List, show, export, close or delete games",
		Example: "wane admin games list --no-moves --older 7d\nwane admin games delete NQ3xXkXw9rTb",
	}, newAdminList(), newAdminShow(), newAdminExport(), newAdminClose(), newAdminDelete())
}

// operate adds the flags of the database to a command, and makes it run work on it.
func operate(cmd *cobra.Command, work func(ctx context.Context, a *node.Admin, args []string) error) *cobra.Command {
	var c node.Config
	cmd.Flags().StringVar(&c.Data, "data", "", "data directory of the server (default ~/.local/share/wane)")
	cmd.Flags().StringVar(&c.DB, "db", "", "database, sqlite:PATH or postgres://… (default wane.db in the data directory)")
	cmd.Flags().StringVar(&c.BaseURL, "base-url", "", "public address of the server, for links in PGN")
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if err := usage.FromEnv(cmd, "data", "db", "base-url"); err != nil {
			return err
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		a, err := node.OpenAdmin(ctx, c, operator())
		if err == nil {
			err = work(ctx, a, args)
			err = errors.Join(err, a.Shut())
		}
		return interrupted(ctx, err, "interrupted")
	}
	return cmd
}

// operator names who runs the program.
func operator() string {
	name := "unknown"
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	if by := os.Getenv("SUDO_USER"); by != "" {
		name += " for " + by
	}
	return name
}

func newAdminLog() *cobra.Command {
	var id, name string
	var limit int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "log",
		Short: "Show what operators did",
		Long: "Show what operators and moderators decided: games, accounts, reports, puzzles, studies, names of " +
			"openings. It says when, who and what. The latest comes first.",
		Example: "wane admin log\nwane admin log --game NQ3xXkXw9rTb --json",
		Args:    usage.Args(0, 0, ""),
	}
	cmd.Flags().StringVar(&id, "game", "", "only what was done with this game")
	cmd.Flags().StringVar(&name, "account", "", "only what was done with the account of this name")
	cmd.Flags().IntVar(&limit, "limit", 50, "most entries; 0: all")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return operate(cmd, func(ctx context.Context, a *node.Admin, _ []string) error {
		if err := usage.InRange(cmd, "limit", limit, 0, 1<<30); err != nil {
			return err
		}
		list, err := entries(ctx, a, admin.LogQuery{Game: livegame.ID(id), Account: auth.Key(name), Limit: limit})
		if err != nil {
			return err
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), list)
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		for _, e := range list {
			_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", e.At, e.Operator, e.Action, cmp.Or(e.Game, e.Account, "-"), e.Detail)
		}
		return w.Flush()
	})
}

// logEntry is an entry of the log as JSON.
type logEntry struct {
	At       string `json:"at"`
	Operator string `json:"operator"`
	Action   string `json:"action"`
	Game     string `json:"game,omitempty"`
	Account  string `json:"account,omitempty"`
	Detail   string `json:"detail"`
}

// entries returns what operators did; a limit of 0: all.
func entries(ctx context.Context, a *node.Admin, q admin.LogQuery) ([]logEntry, error) {
	list := []logEntry{}
	for before := int64(0); ; {
		page := 500
		if q.Limit > 0 {
			page = min(page, q.Limit-len(list))
		}
		found, err := admin.Entries(ctx, a.Store.DB(),
			admin.LogQuery{Game: q.Game, Account: q.Account, Before: before, Limit: page})
		for _, e := range found {
			list = append(list, logEntry{stamp(e.At), e.Operator, string(e.Action), string(e.Game), e.Account, e.Detail})
			before = e.ID
		}
		if err != nil || len(found) < page || len(list) == q.Limit {
			return list, err
		}
	}
}

// stamp writes a time for tables and logs.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// filterFlags are the flags that select games.
type filterFlags struct {
	variant, status, player, guest, after string
	newer, older                          usage.Period
	noMoves                               bool
}

func (f *filterFlags) add(cmd *cobra.Command) {
	// Before the database is opened.
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if f.variant == "" {
			return nil
		}
		g, err := rules.ByName(f.variant)
		if err != nil {
			return usage.Errorf(cmd, "--variant: %w", err)
		}
		f.variant = g.Name()
		return nil
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.variant, "variant", "v", "", "only games of this variant")
	fl.StringVar(&f.status, "status", "", "only games that are waiting, live or finished")
	fl.StringVar(&f.player, "player", "", "only games of players with this in their names, in any case")
	fl.StringVar(&f.guest, "guest", "", "only games of the guest with this tag, such as 7k2m9x")
	fl.Var(&f.newer, "newer", "only games that changed within this time, such as 12h or 7d")
	fl.Var(&f.older, "older", "only games that did not change for this time")
	fl.BoolVar(&f.noMoves, "no-moves", false, "only games without a move on the board")
}

// given reports whether any of the flags selects games.
func (f *filterFlags) given() bool { return *f != filterFlags{after: f.after} }

// filter returns the filter that the flags ask for.
func (f *filterFlags) filter(ctx context.Context, cmd *cobra.Command, a *node.Admin) (admin.Filter, error) {
	out := admin.Filter{Variant: f.variant, Player: f.player, NoMoves: f.noMoves}
	if f.guest != "" {
		if out.Tag = strings.TrimPrefix(f.guest, "#"); out.Tag == "" { // it would select all games
			return out, usage.Errorf(cmd, "--guest %q: expected a tag, such as 7k2m9x", f.guest)
		}
	}
	switch out.Status = livegame.Status(f.status); out.Status {
	case "", livegame.Waiting, livegame.Live, livegame.Finished:
	default:
		return out, usage.Errorf(cmd, "--status %.40q: expected waiting, live or finished", f.status)
	}
	now := time.Now()
	if f.newer > 0 {
		out.Since = now.Add(-time.Duration(f.newer))
	}
	if f.older > 0 {
		out.Before = now.Add(-time.Duration(f.older))
	}
	if f.after != "" {
		g, err := a.Load(ctx, livegame.ID(f.after))
		if err != nil {
			return out, fmt.Errorf("--after %s: %w", f.after, err)
		}
		sum := g.Summary()
		out.After = sum.Place()
	}
	return out, nil
}
