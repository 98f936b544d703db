package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/frames"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/opening"
	"github.com/wane-chess/wane/notation"
)

func newAdminOpenings() *cobra.Command {
	return usage.Group(&cobra.Command{
		Use:     "openings",
		Short:   "List, set, remove and restore names of openings",
		Long:    "Decide about the names of openings, whatever the votes. Running nodes show a change within ten seconds.",
		Example: "wane admin openings list --variant chess\nwane admin openings set Sicilian --variant chess --moves 'e4 c5'",
	},
		newOpeningsList(), newOpeningsSet(),
		newOpeningsHide("remove", "Remove a name, which is not proposed again for its position", true),
		newOpeningsHide("restore", "Leave a name that was removed to the votes again", false))
}

// openingView is a proposal as JSON.
type openingView struct {
	ID      int64    `json:"id"`
	Variant string   `json:"variant"`
	Name    string   `json:"name"`
	Moves   []string `json:"moves"` // in UCI
	State   string   `json:"state"` // settled, name, proposed or removed
	Votes   int      `json:"votes"`
	Author  string   `json:"author,omitempty"` // empty: an operator, or the account was deleted
	Created string   `json:"created"`
}

func newOpeningsList() *cobra.Command {
	var variant string
	var named, asJSON bool
	var limit int
	var before int64
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List names and what was proposed, the latest first",
		Long: "List names of openings and what was proposed, the latest first. A position has the name that was settled, " +
			"or else the one with most votes, at least " +
			strconv.Itoa(opening.Needed) + "; the others are proposed or were removed.",
		Example: "wane admin openings list --variant shrink --only-names",
		Args:    usage.Args(0, 0, ""),
	}
	cmd.Flags().StringVarP(&variant, "variant", "v", "", "only those of this variant")
	cmd.Flags().BoolVar(&named, "only-names", false, "only names, not what else was proposed")
	cmd.Flags().Int64Var(&before, "before", 0, "only those before this number, for the next page")
	cmd.Flags().IntVar(&limit, "limit", 50, "most of them")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if variant == "" {
			return nil
		}
		g, err := input.Variant(cmd, variant)
		if err == nil {
			variant = g.Name()
		}
		return err
	}
	return operate(cmd, func(ctx context.Context, a *node.Admin, _ []string) error {
		if err := usage.InRange(cmd, "limit", limit, 1, 10_000); err != nil {
			return err
		}
		found, err := a.Openings.List(ctx, opening.Query{Variant: variant, Shown: named, Before: before, Limit: limit})
		if err != nil {
			return err
		}
		list := make([]openingView, len(found))
		for i := range found {
			if list[i], err = viewOpening(ctx, a, &found[i]); err != nil {
				return err
			}
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), list)
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		for _, v := range list {
			_, _ = fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%d\t%s\t%s\n", v.ID, v.Variant, v.Name, v.State, v.Votes,
				cmp.Or(v.Author, "-"), strings.Join(v.Moves, " "))
		}
		return w.Flush()
	})
}

// viewOpening shows a proposal.
func viewOpening(ctx context.Context, a *node.Admin, p *opening.Proposal) (openingView, error) {
	v := openingView{ID: p.ID, Variant: p.Variant, Name: p.Name, Moves: strings.Fields(p.Line), State: "proposed",
		Votes:   p.Votes,
		Created: stamp(p.Created)}
	switch {
	case p.Hidden:
		v.State = "removed"
	case p.Settled:
		v.State = "settled"
	case p.Shown:
		v.State = "name"
	}
	if p.Author == "" {
		return v, nil
	}
	by, err := a.Accounts.ByID(ctx, p.Author)
	if errors.Is(err, auth.ErrNotFound) {
		return v, nil
	}
	v.Author = by.Name
	return v, err
}

func newOpeningsSet() *cobra.Command {
	var variant, moves string
	cmd := &cobra.Command{
		Use:     "set NAME",
		Short:   "Give the position after some moves a name, whatever the votes",
		Example: "wane admin openings set Sicilian --variant chess --moves 'e4 c5'",
		Args:    usage.Args(1, 1, "name"),
	}
	cmd.Flags().StringVarP(&variant, "variant", "v", "", "the variant")
	cmd.Flags().StringVar(&moves, "moves", "", "moves from the start, such as 'e4 c5' or e2e4_c7c5")
	var g game.Game
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) (err error) {
		if variant == "" || moves == "" {
			return usage.Errorf(cmd, "a name needs --variant and --moves")
		}
		g, err = input.Variant(cmd, variant)
		return err
	}
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		p := g.Start()
		list, err := frames.Read(p, frames.Split(moves))
		if err != nil {
			return fmt.Errorf("--moves: %w", err)
		}
		line := notation.Line{Variant: g.Name()}
		for _, m := range list {
			line.Moves = append(line.Moves, p.UCI(m))
			p.Make(m)
		}
		err = a.Openings.Set(ctx, line, args[0], a.Operator)
		if errors.Is(err, opening.ErrTaken) {
			return fmt.Errorf("another position of %s is called %q: 'wane admin openings list --only-names' shows it", g.Name(),
				args[0])
		}
		return err
	})
}

func newOpeningsHide(name, short string, hidden bool) *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:     name + " ID",
		Short:   short,
		Example: "wane admin openings " + name + " 17",
		Args:    usage.Args(1, 1, "number of a name"),
	}
	if hidden {
		cmd.Flags().BoolVar(&all, "all", false, "all names that its author has proposed")
	}
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		id, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil {
			return usage.Errorf(cmd, "%.40q: expected the number of a name", args[0])
		}
		err = a.Openings.Hide(ctx, id, hidden, all, a.Operator)
		if errors.Is(err, opening.ErrNotFound) {
			return fmt.Errorf("there is no name %d: 'wane admin openings list' shows them", id)
		}
		if errors.Is(err, opening.ErrVotes) {
			return fmt.Errorf("there are no votes for name %d: 'wane admin openings set' sets it whatever the votes", id)
		}
		return err
	})
}
