package moderation

import (
	"context"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
)

// User is an account as moderators see it.
type User struct {
	guests.MyAccount
	Closed int64 `json:"closed,omitempty" doc:"when it was closed"`
}

// Users is a page of accounts, ordered by key.
type Users struct {
	Users []User `json:"users"`
	Next  string `json:"next,omitempty" doc:"after of the next page; empty: this is the last"`
}

// Mute keeps an account from writing for others.
type Mute struct {
	admin.Reason
	Until int64 `json:"until" minimum:"0" doc:"0: it may write again"`
}

// SetRole gives an account a role.
type SetRole struct {
	Role auth.Role `json:"role" enum:"player,moderator,admin"`
}

// LogEntry is what an operator, a moderator or an admin did.
type LogEntry struct {
	ID       int64        `json:"id"`
	At       int64        `json:"at"`
	Operator string       `json:"operator"`
	Action   admin.Action `json:"action"`
	Game     livegame.ID  `json:"game,omitempty"`
	Account  string       `json:"account,omitempty"`
	Detail   string       `json:"detail,omitempty"`
}

// UserPath is the part of a path that names an account.
type UserPath struct {
	Name string `path:"name" maxLength:"100" doc:"of the account"`
}

// users registers what moderators and admins do with accounts.
func (s *Service) users(k *web.Kit) {
	op := web.Get("/api/admin/users", "list-users", "Accounts, for moderators",
		web.Read(web.Moderator, web.NoToken, limits.Search))
	type list struct {
		Text   string `query:"text" maxLength:"40" doc:"a part of the name"`
		Role   string `query:"role" enum:"player,moderator,admin"`
		Closed bool   `query:"closed" doc:"only closed accounts"`
		After  string `query:"after" maxLength:"100"`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"50"`
	}
	web.Handle(k, op, func(ctx context.Context, in *list) (*web.Out[Users], error) {
		found, err := s.o.Accounts.Users(ctx, account.Page{
			Text: strings.ToLower(in.Text), Role: auth.Role(in.Role), Closed: in.Closed, After: in.After, Limit: in.Limit,
		})
		body := Users{Users: make([]User, len(found))}
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
		func(ctx context.Context, in *of[admin.Reason]) (*web.Out[User], error) {
			return s.govern(ctx, in.Name, admin.UserClosed, in.Body.Reason,
				func(r *account.Record) error { return s.o.Accounts.Close(ctx, r.ID) })
		})
	web.Handle(k, put("reopen", "reopen-user", "Open an account again"),
		func(ctx context.Context, in *of[admin.Reason]) (*web.Out[User], error) {
			return s.govern(ctx, in.Name, admin.UserReopened, in.Body.Reason,
				func(r *account.Record) error { return s.o.Accounts.Reopen(ctx, r.ID) })
		})
	web.Handle(k, put("mute", "mute-user", "Keep an account from chatting for a time"),
		func(ctx context.Context, in *of[Mute]) (*web.Out[User], error) {
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
		func(ctx context.Context, in *of[SetRole]) (*web.Out[User], error) {
			return s.govern(ctx, in.Name, admin.UserRole, string(in.Body.Role), func(r *account.Record) error {
				return s.o.Accounts.SetRole(ctx, r.ID, in.Body.Role)
			})
		})

	op = web.Get("/api/admin/log", "get-log", "What operators, moderators and admins did, the latest first",
		web.Read(web.Moderator, web.NoToken, limits.Search))
	type page struct {
		Account string `query:"account" maxLength:"100" doc:"only what was done with this account"`
		Before  int64  `query:"before" minimum:"0" doc:"only entries before the one with this id"`
		Limit   int    `query:"limit" minimum:"1" maximum:"100" default:"50"`
	}
	web.Handle(k, op, func(ctx context.Context, in *page) (*web.Out[[]LogEntry], error) {
		return web.Answer(s.entries(ctx,
			admin.LogQuery{Account: auth.Key(in.Account), Before: in.Before, Limit: in.Limit}))
	})
}

// entries returns a part of the log.
func (s *Service) entries(ctx context.Context, q admin.LogQuery) ([]LogEntry, error) {
	found, err := admin.Entries(ctx, s.o.DB, q)
	shown := make([]LogEntry, len(found))
	for n, e := range found {
		shown[n] = LogEntry{
			ID: e.ID, At: db.Milliseconds(e.At), Operator: e.Operator, Action: e.Action, Game: e.Game, Account: e.Account,
			Detail: e.Detail,
		}
	}
	return shown, err
}

// govern does something with an account and notes it in the log.
func (s *Service) govern(
	ctx context.Context, name string, action admin.Action, detail string, do func(*account.Record) error,
) (*web.Out[User], error) {
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
		err = admin.Log(auth.WithIdentity(ctx, nil), s.o.DB,
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

func userView(r *account.Record) User {
	return User{MyAccount: guests.ShowAccount(&r.Account), Closed: db.Milliseconds(r.Closed)}
}
