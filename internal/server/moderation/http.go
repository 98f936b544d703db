package moderation

import (
	"context"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	maxCases   = 50
	maxReports = 200 // on an account
	maxEntries = 50  // of the log, of an account
)

// NewReport reports a player to the moderators.
type NewReport struct {
	Player string        `json:"player" maxLength:"100" doc:"name of an account"`
	Reason Reason        `json:"reason" enum:"cheating,insult,spam,name,other"`
	Text   string        `json:"text,omitempty" doc:"at most 500 characters; needed for the reason other"`
	Place  chat.Place    `json:"place,omitempty" maxLength:"80" pattern:"^([a-z]+/[\\w-]+)?$" doc:"where it happened, such as games/ and the ID of a game"`
	Room   chat.RoomName `json:"room,omitempty" enum:"players,spectators,common" doc:"of the message"`
	Seq    int           `json:"seq,omitempty" minimum:"0" doc:"number of the message in the chat there that the report is about"`
	Page   string        `json:"page,omitempty" maxLength:"200" pattern:"^(/[\\w-]+)*$" doc:"path of the page with what the player wrote elsewhere, such as /tournaments/friday"`
}

// Cases are the accounts with open reports, for moderators.
type Cases struct {
	Open  int    `json:"open" doc:"accounts with open reports"`
	Cases []Case `json:"cases" doc:"at most 50: those with most reports first, and of them those that wait longest"`
}

// Case is an account with open reports.
type Case struct {
	livegame.Person
	Reports int      `json:"reports"`
	Reasons []Reason `json:"reasons"`
	First   int64    `json:"first"`
	Last    int64    `json:"last"`
}

// ReportedUser is an account with the reports on it, for moderators.
type ReportedUser struct {
	User    User       `json:"user"`
	UpTo    int64      `json:"upTo,omitempty" doc:"id of the last open report; absent: none is open"`
	Reports []Report   `json:"reports" doc:"the latest first; those that were decided more than 30 days ago are missing"`
	Log     []LogEntry `json:"log" doc:"what was done with the account, the latest first"`
}

// Report is what a player reports of another.
type Report struct {
	ID       int64            `json:"id"`
	At       int64            `json:"at"`
	Reporter *livegame.Person `bun:"-" json:"reporter,omitempty" doc:"absent if the account was deleted"`
	Reason   Reason           `json:"reason"`
	Text     string           `json:"text,omitempty"`
	Place    chat.Place       `json:"place,omitempty"`
	Messages []ReportMessage  `json:"messages,omitempty" doc:"of the chat there, as they were then"`
	Decided  int64            `json:"decided,omitempty" doc:"absent: it is open"`
	Outcome  Outcome          `json:"outcome,omitempty" enum:"dismissed,muted,closed"`
	By       string           `json:"by,omitempty" doc:"moderator who decided"`
}

// ReportMessage is a message of a chat, as it was when it was reported.
type ReportMessage struct {
	livegame.Person
	Room     chat.RoomName `json:"room"`
	Seq      int           `json:"seq"`
	At       int64         `json:"at"`
	Preset   string        `json:"preset,omitempty"`
	Text     string        `json:"text,omitempty"`
	Theirs   bool          `json:"theirs,omitempty" doc:"the reported player wrote it"`
	Reported bool          `json:"reported,omitempty" doc:"the report is about it"`
	Page     string        `json:"page,omitempty" doc:"path of a page that the report is about: then there is no message"`
}

// Decision decides all open reports on an account.
type Decision struct {
	admin.Reason
	UpTo    int64   `json:"upTo" minimum:"1" doc:"id of the last report that was read: later ones stay open"`
	Outcome Outcome `json:"outcome" enum:"dismissed,muted,closed" doc:"muted and closed also mute or close the account"`
	Until   int64   `json:"until,omitempty" minimum:"0" doc:"of muted: how long the account cannot chat"`
}

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	s.users(k)
	op := web.Post("/api/reports", "report", "Report a player to the moderators",
		web.Write(web.Account, web.NoToken, limits.Social))
	op.Description = "With a place, the report has what the player wrote there; with a message, those around it; " +
		"with a page, its address. " +
		"Only moderators see it, and who reported. " +
		"One report about a player can be open at a time, and twenty in all."
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusConflict)
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body NewReport }) (*struct{}, error) {
		about, err := s.o.Accounts.Find(ctx, in.Body.Player)
		if err == nil {
			err = s.report(ctx, web.Identity(ctx).Account.ID, about.ID, in.Body)
		}
		return nil, err
	})

	op = web.Get("/api/admin/reports", "list-reports", "Players with open reports, for moderators",
		web.Read(web.Moderator, web.NoToken, limits.Search))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[Cases], error) {
		return web.Answer(s.Cases(ctx, web.Identity(ctx).Account.ID, maxCases)) // others decide about moderators
	})

	op = web.Get("/api/admin/reports/{name}", "get-reports", "The reports on a player, for moderators",
		web.Read(web.Moderator, web.NoToken, limits.Search))
	web.Handle(k, op, func(ctx context.Context, in *UserPath) (*web.Out[ReportedUser], error) {
		r, err := s.reported(ctx, in.Name)
		var body ReportedUser
		if err == nil {
			body, err = s.show(ctx, r)
		}
		return web.Answer(body, err)
	})

	type decide struct {
		UserPath
		Body Decision
	}
	op = web.Put("/api/admin/reports/{name}", "decide-reports", "Decide the open reports on a player",
		web.Write(web.Moderator, web.NoToken, limits.SignIn))
	op.Description = "It needs a proof of the last five minutes, and is noted in the log. " +
		"All open reports up to one are decided at once."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *decide) (*web.Out[ReportedUser], error) {
		i := web.Identity(ctx)
		r, err := s.reported(ctx, in.Name)
		if err == nil {
			err = s.o.Accounts.Governs(i, r)
		}
		if err == nil && in.Body.Outcome == Muted && in.Body.Until <= time.Now().UnixMilli() {
			err = problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest, "Say until when the player is muted.")
		}
		if err == nil {
			err = s.Decide(ctx, r, in.Body, i.Account.Name)
		}
		var body ReportedUser
		if err == nil {
			r, err = s.o.Accounts.User(ctx, in.Name)
		}
		if err == nil {
			body, err = s.show(ctx, r)
		}
		return web.Answer(body, err)
	})
}

// reported returns the account with a name, for a moderator who is another.
func (s *Service) reported(ctx context.Context, name string) (*account.Record, error) {
	r, err := s.o.Accounts.User(ctx, name)
	if err == nil && r.ID == web.Identity(ctx).Account.ID {
		err = auth.ErrForbidden
	}
	return r, err
}

// show returns an account with the reports on it.
func (s *Service) show(ctx context.Context, r *account.Record) (ReportedUser, error) {
	body := ReportedUser{User: userView(r)}
	var err error
	if body.Reports, err = s.On(ctx, r.ID, maxReports); err != nil {
		return body, err
	}
	for _, report := range body.Reports {
		if report.Decided == 0 {
			body.UpTo = report.ID
			break
		}
	}
	body.Log, err = s.entries(ctx, admin.LogQuery{Account: r.Key(), Limit: maxEntries})
	return body, err
}
