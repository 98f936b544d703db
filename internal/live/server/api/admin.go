package api

import (
	"context"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

// AuditLog keeps what moderators and admins do.
type AuditLog interface {
	Log(ctx context.Context, e admin.Entry) error
	Entries(ctx context.Context, q admin.LogQuery) ([]admin.Entry, error)
}

// UserPath is the part of a path that names an account.
type UserPath struct {
	Name string `path:"name" maxLength:"100" doc:"of the account"`
}

// adminAPI registers what moderators and admins do with accounts.
func (s *API) adminAPI(k *web.Kit) {
	op := web.Get("/api/admin/users", "list-users", "Accounts, for moderators",
		web.Read(web.Moderator, web.NoToken, limits.Search))
	type list struct {
		Text   string `query:"text" maxLength:"40" doc:"a part of the name"`
		Role   string `query:"role" enum:"player,moderator,admin"`
		Closed bool   `query:"closed" doc:"only closed accounts"`
		After  string `query:"after" maxLength:"100"`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"50"`
	}
	web.Handle(k, op, func(ctx context.Context, in *list) (*web.Out[protocol.Users], error) {
		found, err := s.o.Accounts.Users(ctx, account.Page{
			Text: strings.ToLower(in.Text), Role: account.Role(in.Role), Closed: in.Closed, After: in.After, Limit: in.Limit,
		})
		body := protocol.Users{Users: make([]protocol.User, len(found))}
		for n, r := range found {
			body.Users[n] = userView(r)
		}
		if len(found) == in.Limit {
			body.Next = found[len(found)-1].Key()
		}
		return web.Answer(body, err)
	})

	type of[T any] struct {
		UserPath
		Body T
	}
	put := func(what, id, summary string) web.Route {
		op := web.Put("/api/admin/users/{name}/"+what, id, summary,
			web.Write(web.Moderator, web.NoToken, limits.SignIn))
		op.Description = "It needs a proof of the last five minutes, and is noted in the log."
		return op
	}
	web.Handle(k, put("close", "close-user", "Close the account of a player with a lower role"),
		func(ctx context.Context, in *of[protocol.Reason]) (*web.Out[protocol.User], error) {
			return s.govern(ctx, in.Name, admin.UserClosed, in.Body.Reason,
				func(r *account.Record) error { return s.o.Accounts.Close(ctx, r.ID) })
		})
	web.Handle(k, put("reopen", "reopen-user", "Open an account again"),
		func(ctx context.Context, in *of[protocol.Reason]) (*web.Out[protocol.User], error) {
			return s.govern(ctx, in.Name, admin.UserReopened, in.Body.Reason,
				func(r *account.Record) error { return s.o.Accounts.Reopen(ctx, r.ID) })
		})
	web.Handle(k, put("mute", "mute-user", "Keep an account from chatting for a time"),
		func(ctx context.Context, in *of[protocol.Mute]) (*web.Out[protocol.User], error) {
			until, detail := time.Time{}, "may chat again"
			if in.Body.Until > 0 {
				until = time.UnixMilli(in.Body.Until)
				detail = "until " + until.UTC().Format(time.RFC3339)
			}
			detail = strings.TrimSpace(detail + " " + in.Body.Reason.Reason)
			return s.govern(ctx, in.Name, admin.UserMuted, detail,
				func(r *account.Record) error { return s.o.Accounts.Mute(ctx, r.ID, until) })
		})
	op = put("role", "set-role", "Give an account a role, for admins")
	op.Caller = web.Admin
	web.Handle(k, op,
		func(ctx context.Context, in *of[protocol.SetRole]) (*web.Out[protocol.User], error) {
			return s.govern(ctx, in.Name, admin.UserRole, in.Body.Role, func(r *account.Record) error {
				return s.o.Accounts.SetRole(ctx, r.ID, account.Role(in.Body.Role))
			})
		})

	op = web.Get("/api/admin/log", "get-log", "What operators, moderators and admins did, the latest first",
		web.Read(web.Moderator, web.NoToken, limits.Search))
	type page struct {
		Account string `query:"account" maxLength:"100" doc:"only what was done with this account"`
		Before  int64  `query:"before" minimum:"0" doc:"only entries before the one with this id"`
		Limit   int    `query:"limit" minimum:"1" maximum:"100" default:"50"`
	}
	web.Handle(k, op, func(ctx context.Context, in *page) (*web.Out[[]protocol.LogEntry], error) {
		shown, err := s.entries(ctx, admin.LogQuery{Account: account.Key(in.Account), Before: in.Before, Limit: in.Limit})
		return web.Answer(shown, err)
	})
}

// entries returns a part of the log.
func (s *API) entries(ctx context.Context, q admin.LogQuery) ([]protocol.LogEntry, error) {
	found, err := s.o.Audit.Entries(ctx, q)
	shown := make([]protocol.LogEntry, len(found))
	for n, e := range found {
		shown[n] = protocol.LogEntry{
			ID: e.ID, At: views.Millis(e.At), Operator: e.Operator, Action: string(e.Action), Game: string(e.Game),
			Account: e.Account, Detail: e.Detail,
		}
	}
	return shown, err
}

// govern does something with an account and notes it in the log.
func (s *API) govern(
	ctx context.Context, name string, action admin.Action, detail string, do func(*account.Record) error,
) (*web.Out[protocol.User], error) {
	i := web.Identity(ctx)
	r, err := s.o.Accounts.User(ctx, name)
	if err == nil {
		err = s.o.Accounts.Governs(i, r)
	}
	if err == nil {
		err = do(r)
	}
	if err == nil {
		// What was done is noted, even if the role of who did it ends meanwhile.
		err = s.o.Audit.Log(account.WithIdentity(ctx, nil),
			admin.Entry{At: time.Now(), Operator: i.Account.Name, Action: action, Account: r.Key(), Detail: detail})
	}
	if err == nil {
		r, err = s.o.Accounts.User(ctx, name)
	}
	if err != nil {
		return nil, err
	}
	return web.Answer(userView(r), nil)
}

func userView(r *account.Record) protocol.User {
	return protocol.User{MyAccount: guests.MyAccount(&r.Account), Closed: views.Millis(r.Closed)}
}
