package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/moderation"
	"github.com/wane-chess/wane/internal/server/node"
)

func newAdminReports() *cobra.Command {
	return usage.Group(&cobra.Command{
		Use:     "reports",
		Short:   "List, show and decide what players report of others",
		Long:    "Decide what players report of others. Moderators do the same on the page /admin.",
		Example: "wane admin reports list\nwane admin reports decide ann --mute 7d",
	}, newReportsList(), newReportsShow(), newReportsDecide())
}

// caseView is an account with open reports as JSON.
type caseView struct {
	Name    string   `json:"name"`
	Reports int      `json:"reports"`
	Reasons []string `json:"reasons"`
	First   string   `json:"first"`
	Last    string   `json:"last"`
}

func newReportsList() *cobra.Command {
	var limit int
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List accounts with open reports, those with most first",
		Example: "wane admin reports list --json",
		Args:    usage.Args(0, 0, ""),
	}
	cmd.Flags().IntVar(&limit, "limit", 50, "most accounts")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return operate(cmd, func(ctx context.Context, a *node.Admin, _ []string) error {
		if err := usage.InRange(cmd, "limit", limit, 1, 10_000); err != nil {
			return err
		}
		found, err := a.Reports.Cases(ctx, "", limit)
		if err != nil {
			return err
		}
		list := make([]caseView, len(found.Cases))
		for i, c := range found.Cases {
			list[i] = caseView{
				Name: cmp.Or(c.Name, "-"), Reports: c.Reports, First: stamp(db.Time(c.First)), Last: stamp(db.Time(c.Last)),
			}
			for _, r := range c.Reasons {
				list[i].Reasons = append(list[i].Reasons, string(r))
			}
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), list)
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		for _, v := range list {
			_, _ = fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", v.Name, v.Reports, strings.Join(v.Reasons, ","), v.First)
		}
		return w.Flush()
	})
}

// reportView is a report as JSON.
type reportView struct {
	At       string               `json:"at"`
	Reporter string               `json:"reporter"`
	Reason   string               `json:"reason"`
	Text     string               `json:"text,omitempty"`
	Place    string               `json:"place,omitempty"`
	Messages []moderation.Message `json:"messages,omitempty"`
	Decided  string               `json:"decided,omitempty"`
	Outcome  string               `json:"outcome,omitempty"`
	By       string               `json:"by,omitempty"`
}

const mostReports = 1000 // on an account

func newReportsShow() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show NAME",
		Short:   "Show the reports on an account as JSON",
		Example: "wane admin reports show ann",
		Args:    usage.Args(1, 1, "NAME of an account"),
	}
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		r, err := findUser(ctx, a, args[0])
		if err != nil {
			return err
		}
		found, err := a.Reports.On(ctx, r.ID, mostReports)
		if err != nil {
			return err
		}
		list := make([]reportView, len(found))
		for i, r := range found {
			reporter := "-"
			if r.Reporter != nil {
				reporter = r.Reporter.Name
			}
			list[i] = reportView{
				At: stamp(db.Time(r.At)), Reporter: reporter, Reason: string(r.Reason), Text: r.Text,
				Place: string(r.Place), Outcome: string(r.Outcome), By: r.By,
			}
			for _, m := range r.Messages {
				list[i].Messages = append(list[i].Messages, moderation.Message{ReportMessage: m, At: db.Time(m.At)})
			}
			if r.Decided > 0 {
				list[i].Decided = stamp(db.Time(r.Decided))
			}
		}
		return output.JSON(cmd.OutOrStdout(), list)
	})
}

func newReportsDecide() *cobra.Command {
	var mute usage.Period
	var closes, dismiss bool
	var reason string
	cmd := &cobra.Command{
		Use:     "decide NAME",
		Short:   "Decide the open reports on an account",
		Long:    "Decide all open reports on an account at once: dismiss them, mute the account or close it.",
		Example: "wane admin reports decide ann --mute 7d --reason 'insults'",
		Args:    usage.Args(1, 1, "NAME of an account"),
	}
	cmd.Flags().BoolVar(&dismiss, "dismiss", false, "nothing is wrong, or nothing can be done")
	cmd.Flags().Var(&mute, "mute", "keep the account from chatting for this time, such as 7d")
	cmd.Flags().BoolVar(&closes, "close", false, "close the account")
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the log")
	cmd.MarkFlagsOneRequired("dismiss", "mute", "close")
	cmd.MarkFlagsMutuallyExclusive("dismiss", "mute", "close")
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		r, err := findUser(ctx, a, args[0])
		if err != nil {
			return err
		}
		open, err := a.Reports.On(ctx, r.ID, 1)
		if err == nil && (len(open) == 0 || open[0].Decided > 0) {
			err = fmt.Errorf("no report on %s is open", r.Name)
		}
		if err != nil {
			return err
		}
		d := moderation.Decision{
			Reason: admin.Reason{Reason: reason}, UpTo: open[0].ID, Outcome: moderation.Dismissed,
		}
		switch {
		case closes:
			d.Outcome = moderation.Closed
		case mute > 0:
			d.Outcome, d.Until = moderation.Muted, time.Now().Add(time.Duration(mute)).UnixMilli()
		}
		return a.Reports.Decide(ctx, r, d, a.Operator)
	})
}
