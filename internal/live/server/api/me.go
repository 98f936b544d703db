package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/names"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
)

type meOutput struct {
	SetCookie *http.Cookie `header:"Set-Cookie"`
	Body      protocol.Me
}

func (s *API) meAPI(api huma.API) {
	huma.Register(api, s.operation(http.MethodGet, "/api/me", "get-me", "Who you are", limits.Read, true),
		func(ctx context.Context, _ *struct{}) (*meOutput, error) {
			v := guests.VisitOf(ctx)
			return &meOutput{Body: s.o.Guard.Guests.Me(v.Guest, v.Account())}, nil
		})
	type rename struct {
		Request requestOf
		Body    struct {
			Name string `json:"name" maxLength:"200" doc:"1 to 24 characters"`
		}
	}
	op := s.operation(http.MethodPut, "/api/me", "put-me", "Change your name as a guest", limits.Command, true)
	op.Errors = append(op.Errors, http.StatusConflict)
	huma.Register(api, op, func(ctx context.Context, in *rename) (*meOutput, error) {
		v := guests.VisitOf(ctx)
		if v.Identity != nil {
			return nil, problem.New(http.StatusConflict, protocol.CodeBadRequest, "The name of an account does not change.")
		}
		name, err := names.CheckNickname(in.Body.Name)
		if err != nil {
			return nil, problem.New(http.StatusUnprocessableEntity, protocol.CodeBadRequest, problem.Sentence(err))
		}
		if s.o.Accounts != nil {
			taken, err := s.o.Accounts.Resembles(ctx, name)
			if err != nil {
				return nil, s.problems.Fail(ctx, err)
			}
			if taken {
				return nil, problem.New(http.StatusConflict, protocol.CodeTaken,
					"A player with an account has this name, or one that looks like it; choose another.")
			}
		}
		g := v.Guest
		g.Name = name
		c, err := s.o.Guard.Guests.Cookie(in.Request.r, &g)
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		s.o.Sockets.Rename(g)
		return &meOutput{SetCookie: c, Body: s.o.Guard.Guests.Me(g, nil)}, nil
	})
}
