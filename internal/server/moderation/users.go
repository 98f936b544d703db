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

// ActOn is what a moderator or admin gives for an action.
type ActOn struct {
	Value string `json:"value,omitempty" maxLength:"100" doc:"of mute a time such as 2027-01-31T12:00:00Z; of role player, moderator or admin; of title such as GM, or none; of others absent"`
	admin.Reason
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

	type given struct {
		UserPath
		Body ActOn
	}
	for _, a := range account.Actions {
		op = web.Put("/api/admin/users/{name}/"+a.Name, "user-"+a.Name, a.Short,
			web.Write(web.Moderator, web.NoToken, limits.SignIn))
		op.Description = "It needs a proof of the last five minutes, and is noted in the log."
		if a.Long != "" {
			op.Description = a.Long + " " + op.Description
		}
		if a.Admin {
			op.Caller = web.Admin
		}
		web.Handle(k, op, func(ctx context.Context, in *given) (*web.Out[User], error) {
			return s.act(ctx, in.Name, a, in.Body)
		})
	}

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

// act does something with an account and notes it in the log.
func (s *Service) act(ctx context.Context, name string, a account.Action, given ActOn) (*web.Out[User], error) {
	i, detail := web.Identity(ctx), ""
	r, err := s.o.Accounts.User(ctx, name)
	if err == nil {
		err = s.o.Accounts.Governs(i, r)
	}
	if err == nil {
		detail, err = s.o.Accounts.Act(ctx, a, r.ID, given.Value, given.Reason.Reason)
	}
	if err == nil {
		// What was done is noted, even if the role of who did it ends meanwhile.
		err = admin.Log(auth.WithIdentity(ctx, nil), s.o.DB,
			admin.Entry{
				At: time.Now(), Operator: i.Account.Name, Action: admin.Action(a.Logged), Account: r.Key(), Detail: detail,
			})
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
