package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/tournament"
)

func newAdminTournaments() *cobra.Command {
	return usage.Group(&cobra.Command{
		Use:     "tournaments",
		Short:   "List and cancel tournaments",
		Example: "wane admin tournaments list\nwane admin tournaments cancel daily-2026-05-31",
	}, newTournamentsList(), newTournamentsCancel())
}

// tournamentView is a tournament as JSON.
type tournamentView struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	System  string `json:"system"`
	Variant string `json:"variant"`
	Status  string `json:"status"`
	Starts  string `json:"starts"`
	Players int    `json:"players"`
	Private bool   `json:"private,omitempty"`
}

func newTournamentsList() *cobra.Command {
	var limit int
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List tournaments that have not finished, private ones included",
		Example: "wane admin tournaments list --json",
		Args:    usage.Args(0, 0, ""),
	}
	cmd.Flags().IntVar(&limit, "limit", 50, "most tournaments")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return operate(cmd, func(ctx context.Context, a *node.Admin, _ []string) error {
		if err := usage.InRange(cmd, "limit", limit, 1, 10_000); err != nil {
			return err
		}
		rows, err := a.Tournaments.List(ctx,
			tournament.Query{Status: []tournament.Status{tournament.Created, tournament.Started}, ByStart: true, Limit: limit})
		if err != nil {
			return err
		}
		list := make([]tournamentView, len(rows))
		for i, r := range rows {
			list[i] = tournamentView{string(r.ID), r.Name, string(r.System), r.Variant, string(r.Status), stamp(r.Starts),
				r.Players, r.Private()}
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), list)
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		for _, v := range list {
			_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\n", v.ID, v.System, v.Variant, v.Status, v.Starts, v.Players)
		}
		return w.Flush()
	})
}

func newTournamentsCancel() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "cancel ID",
		Short:   "Cancel a tournament; games that are being played go on, but do not count in it",
		Example: "wane admin tournaments cancel daily-2026-05-31",
		Args:    usage.Args(1, 1, "ID of a tournament"),
	}
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		err := a.Tournaments.Close(ctx, livegame.ID(args[0]))
		if errors.Is(err, tournament.ErrNotFound) {
			return fmt.Errorf("there is no tournament %.40q: 'wane admin tournaments list' shows those that have not finished",
				args[0])
		}
		return err
	})
}
