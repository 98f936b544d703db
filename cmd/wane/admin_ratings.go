package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/rating"
)

func newAdminRatings() *cobra.Command {
	var verify, asJSON bool
	cmd := &cobra.Command{
		Use:   "ratings",
		Short: "Show how many players have ratings, or verify all of them",
		Long: "Show, for each game and speed, how many players have a rating and how many of these are certain.\n\n" +
			"--verify computes all ratings again, from the games in the order of the ledger. It writes each difference, and " +
			"then has the exit code 1: a rating that is wrong in any digit, a game that was never rated, a change without a " +
			"game. The server may run meanwhile.",
		Example: "wane admin ratings\nwane admin ratings --verify",
		Args:    usage.Args(0, 0, ""),
	}
	cmd.Flags().BoolVar(&verify, "verify", false, "compute all ratings again and compare")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return operate(cmd, func(ctx context.Context, a *node.Admin, _ []string) error {
		if verify {
			return verifyRatings(ctx, cmd, a.Ratings, asJSON)
		}
		list, err := pools(ctx, a.Ratings)
		if err != nil {
			return err
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), list)
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(w, "GAME\tSPEED\tPLAYERS\tCERTAIN")
		for _, p := range list {
			_, _ = fmt.Fprintf(w, "%s\t%s\t%d\t%d\n", p.Game, p.Speed, p.Players, p.Certain)
		}
		return w.Flush()
	})
}

// pool is a game and a speed with its players, as JSON.
type pool struct {
	Game    string `json:"game"`
	Speed   string `json:"speed"`
	Players int    `json:"players"`
	Certain int    `json:"certain"`
}

// pools counts the players of all pools.
func pools(ctx context.Context, s *rating.Service) ([]pool, error) {
	const page = 500
	counts := map[rating.Pool]*pool{}
	var last rating.Standing
	for now := time.Now(); ; {
		list, err := s.StandingsAfter(ctx, last.Player, last.Pool, page)
		if err != nil {
			return nil, err
		}
		for _, last = range list {
			p := counts[last.Pool]
			if p == nil {
				p = &pool{Game: last.Pool.Game(), Speed: string(last.Pool.Speed())}
				counts[last.Pool] = p
			}
			p.Players++
			if !last.Now(now).Provisional() {
				p.Certain++
			}
		}
		if len(list) < page {
			break
		}
	}
	names := make([]rating.Pool, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, rating.Pool.Order)
	out := []pool{}
	for _, name := range names {
		out = append(out, *counts[name])
	}
	return out, nil
}

// verification is the result of --verify as JSON.
type verification struct {
	Games    int      `json:"games"`
	Changes  int      `json:"changes"`
	Ratings  int      `json:"ratings"`
	Pending  int      `json:"pending"`
	Problems []string `json:"problems"`
}

func verifyRatings(ctx context.Context, cmd *cobra.Command, s *rating.Service, asJSON bool) error {
	problems := []string{}
	a, err := s.Verify(ctx, func(text string) {
		problems = append(problems, text)
		if !asJSON {
			_, _ = fmt.Fprintln(cmd.OutOrStdout(), text)
		}
	})
	if err != nil {
		return err
	}
	if asJSON {
		err = output.JSON(cmd.OutOrStdout(), verification{a.Games, a.Changes, a.Standings, a.Pending, problems})
	}
	counts := fmt.Sprintf("%s, %s, %s", message.Plural(a.Games, "rated game"), message.Plural(a.Changes, "change"),
		message.Plural(a.Standings, "rating"))
	switch {
	case err != nil:
		return err
	case len(problems) > 0:
		return errors.New(message.Plural(len(problems), "problem") + " in " + counts)
	case !asJSON:
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "All ratings follow from the games: %s.\n", counts)
	}
	return err
}
