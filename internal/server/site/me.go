package site

import (
	"context"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/web"
)

type meOutput struct {
	SetCookie *http.Cookie `header:"Set-Cookie"`
	Body      guests.Me
}

func (s *API) meAPI(k *web.Kit) {
	web.Handle(k, web.Get("/api/me", "get-me", "Who you are",
		web.Read(web.Player, web.AnyToken, limits.Read)),
		func(ctx context.Context, _ *struct{}) (*meOutput, error) {
			v := guests.VisitOf(ctx)
			return &meOutput{Body: s.o.Guard.Guests.Me(v.Guest, v.Account())}, nil
		})
	type rename struct {
		Request *http.Request
		Body    struct {
			Name string `json:"name" maxLength:"200" doc:"1 to 24 characters"`
		}
	}
	op := web.Put("/api/me", "put-me", "Change your name as a guest",
		web.Write(web.Player, web.NoToken, limits.Command))
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *rename) (*meOutput, error) {
		v := guests.VisitOf(ctx)
		if v.Identity != nil {
			return nil, problem.New(http.StatusConflict, problem.CodeBadRequest, "The name of an account does not change.")
		}
		name, err := names.CheckNickname(in.Body.Name)
		if err != nil {
			return nil, problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest, problem.Sentence(err))
		}
		if err := publictext.Check(time.Now(), v.Author(), publictext.PlayerName, name); err != nil {
			return nil, err
		}
		if s.o.Accounts != nil {
			taken, err := s.o.Accounts.Resembles(ctx, name)
			if err != nil {
				return nil, err
			}
			if taken {
				return nil, problem.New(http.StatusConflict, problem.CodeTaken,
					"A player with an account has this name, or one that looks like it; choose another.")
			}
		}
		g := v.Guest
		g.Name = name
		c, err := s.o.Guard.Guests.Cookie(in.Request, &g)
		if err != nil {
			return nil, err
		}
		s.o.Sockets.Rename(g)
		return &meOutput{SetCookie: c, Body: s.o.Guard.Guests.Me(g, nil)}, nil
	})
}
