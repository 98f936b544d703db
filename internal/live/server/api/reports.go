package api

import (
	"context"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/chat"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/reports"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	maxCases   = 50
	maxReports = 200 // on an account
	maxEntries = 50  // of the log, of an account
)

// reportsAPI registers how players report others, and how moderators decide that.
func (s *API) reportsAPI(k *web.Kit) {
	type report struct{ Body protocol.NewReport }
	op := web.Post("/api/reports", "report", "Report a player to the moderators",
		web.Write(web.Account, web.NoToken, limits.Social))
	op.Description = "With a game, the report has what the player wrote there; with a message, those around it; " +
		"with a page, its address. " +
		"Only moderators see it, and who reported. " +
		"One report about a player can be open at a time, and twenty in all."
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusConflict)
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *report) (*struct{}, error) {
		if s.o.Reports == nil {
			return nil, errNoReports
		}
		about, err := s.o.Players.Named(ctx, in.Body.Player)
		if err == nil {
			_, err = s.o.Reports.Report(ctx, web.Identity(ctx).Account.ID, about.ID, reports.Draft{
				Reason: reports.Reason(in.Body.Reason), Text: in.Body.Text, Game: livegame.ID(in.Body.Game),
				Room: chat.Room(in.Body.Room), Seq: in.Body.Seq, Page: in.Body.Page,
			})
		}
		return nil, err
	})

	op = web.Get("/api/admin/reports", "list-reports", "Players with open reports, for moderators",
		web.Read(web.Moderator, web.NoToken, limits.Search))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[protocol.Cases], error) {
		if s.o.Reports == nil {
			return nil, errNoReports
		}
		body, err := s.cases(ctx)
		return web.Answer(body, err)
	})

	op = web.Get("/api/admin/reports/{name}", "get-reports", "The reports on a player, for moderators",
		web.Read(web.Moderator, web.NoToken, limits.Search))
	web.Handle(k, op, func(ctx context.Context, in *UserPath) (*web.Out[protocol.ReportedUser], error) {
		r, err := s.reported(ctx, in.Name)
		var body protocol.ReportedUser
		if err == nil {
			body, err = s.reportsOn(ctx, r)
		}
		return web.Answer(body, err)
	})

	type decide struct {
		UserPath
		Body protocol.Decision
	}
	op = web.Put("/api/admin/reports/{name}", "decide-reports", "Decide the open reports on a player",
		web.Write(web.Moderator, web.NoToken, limits.SignIn))
	op.Description = "It needs a proof of the last five minutes, and is noted in the log. " +
		"All open reports up to one are decided at once."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *decide) (*web.Out[protocol.ReportedUser], error) {
		r, err := s.reported(ctx, in.Name)
		if err == nil {
			err = s.o.Accounts.Governs(web.Identity(ctx), r)
		}
		if err == nil {
			err = s.decide(ctx, r, in.Body)
		}
		var body protocol.ReportedUser
		if err == nil {
			r, err = s.o.Accounts.User(ctx, in.Name)
		}
		if err == nil {
			body, err = s.reportsOn(ctx, r)
		}
		return web.Answer(body, err)
	})
}

// errNoReports is the error on a server that takes none.
var errNoReports = problem.Missing("This server takes no reports.")

// reported returns the account with a name, for a moderator who is another.
func (s *API) reported(ctx context.Context, name string) (*account.Record, error) {
	if s.o.Reports == nil {
		return nil, errNoReports
	}
	r, err := s.o.Accounts.User(ctx, name)
	if err == nil && r.ID == web.Identity(ctx).Account.ID {
		err = account.ErrForbidden
	}
	return r, err
}

// decide decides the open reports on an account.
func (s *API) decide(ctx context.Context, r *account.Record, d protocol.Decision) error {
	until := time.UnixMilli(d.Until)
	if reports.Outcome(d.Outcome) == reports.Muted && !until.After(time.Now()) {
		return problem.New(http.StatusUnprocessableEntity, protocol.CodeBadRequest, "Say until when the player is muted.")
	}
	return s.o.Reports.Decide(ctx, s.o.Accounts, s.o.Audit, reports.Decision{
		Account: r, UpTo: d.UpTo, Outcome: reports.Outcome(d.Outcome), Until: until, Why: d.Reason.Reason,
		By: web.Identity(ctx).Account.Name,
	})
}

// cases returns the accounts with open reports.
func (s *API) cases(ctx context.Context) (protocol.Cases, error) {
	list, all, err := s.o.Reports.Cases(ctx, maxCases)
	body := protocol.Cases{Open: all, Cases: []protocol.Case{}}
	if err != nil {
		return body, err
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].Account
	}
	names, err := s.names(ctx, ids)
	for _, c := range list {
		if c.Account == web.Identity(ctx).Account.ID { // others decide about moderators
			body.Open--
			continue
		}
		shown := protocol.Case{
			Name: names[c.Account], Reports: c.Reports, First: views.Millis(c.First), Last: views.Millis(c.Last),
		}
		for _, r := range c.Reasons {
			shown.Reasons = append(shown.Reasons, string(r))
		}
		body.Cases = append(body.Cases, shown)
	}
	return body, err
}

// names returns the names of accounts by their IDs.
func (s *API) names(ctx context.Context, ids []string) (map[string]string, error) {
	known, err := s.o.Players.Known(ctx, ids)
	names := make(map[string]string, len(known))
	for _, a := range known {
		names[a.ID] = a.Name
	}
	return names, err
}

// reportsOn returns an account with the reports on it.
func (s *API) reportsOn(ctx context.Context, r *account.Record) (protocol.ReportedUser, error) {
	body := protocol.ReportedUser{User: userView(r), Reports: []protocol.Report{}, Log: []protocol.LogEntry{}}
	list, err := s.o.Reports.On(ctx, r.ID, maxReports)
	if err != nil {
		return body, err
	}
	var ids []string
	for i := range list {
		ids = append(ids, list[i].Reporter)
	}
	names, err := s.names(ctx, ids)
	for i := range list {
		report := &list[i]
		if report.Decided.IsZero() && body.UpTo == 0 {
			body.UpTo = report.ID
		}
		body.Reports = append(body.Reports, reportView(report, names[report.Reporter]))
	}
	if err == nil {
		body.Log, err = s.entries(ctx, admin.LogQuery{Account: r.Key(), Limit: maxEntries})
	}
	return body, err
}

func reportView(r *reports.Report, reporter string) protocol.Report {
	out := protocol.Report{
		ID: r.ID, At: views.Millis(r.At), Reporter: reporter, Reason: string(r.Reason), Text: r.Text, Game: string(r.Game),
		Decided: views.Millis(r.Decided), Outcome: string(r.Outcome), By: r.By,
	}
	for _, m := range r.Messages {
		out.Messages = append(out.Messages, protocol.ReportMessage{
			Room: string(m.Room), Seq: m.Seq, At: views.Millis(m.At), Name: m.Name, Preset: m.Preset, Text: m.Text,
			Theirs: m.Theirs, Reported: m.Reported, Page: m.Page,
		})
	}
	return out
}
