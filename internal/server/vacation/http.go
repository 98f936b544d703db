package vacation

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// View is a vacation as its account sees it.
type View struct {
	Until   int64 `json:"until,omitempty" doc:"when it ends; 0: you are not on vacation"`
	Left    int   `json:"left" doc:"days that you have left this year"`
	PerYear int   `json:"perYear" doc:"days in each year, in UTC"`
}

// Begin is how a vacation begins.
type Begin struct {
	Days int `json:"days" minimum:"1" maximum:"30" doc:"how long it lasts"`
}

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	op := web.Get("/api/account/vacation", "get-vacation", "Your vacation",
		web.Read(web.Account, web.NoToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[View], error) {
		v, err := s.of(ctx, web.CallerID(ctx))
		return s.shown(v, err)
	})

	op = web.Put("/api/account/vacation", "begin-vacation", "Go on vacation",
		web.Write(web.Account, web.NoToken, limits.Create))
	op.Description = "The clocks of your games with days for each move stand still meanwhile, " +
		"also of those that begin during the vacation. It begins at once. You can still move."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body Begin }) (*web.Out[View], error) {
			v, err := s.Begin(ctx, web.CallerID(ctx), in.Body.Days)
			return s.shown(v, err)
		})

	op = web.Delete("/api/account/vacation", "end-vacation", "Come back from vacation",
		web.Write(web.Account, web.NoToken, limits.Create))
	op.Description = "Days that have not begun are not used up."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[View], error) {
		v, err := s.End(ctx, web.CallerID(ctx))
		return s.shown(v, err)
	})
}

// shown shows a vacation to its account, or why it cannot begin or end.
func (s *Service) shown(v Vacation, err error) (*web.Out[View], error) {
	now := s.games.Now()
	switch {
	case errors.Is(err, ErrAway), errors.Is(err, ErrConflict):
		return nil, problem.Conflict("You are on vacation already, or have just come back.")
	case errors.Is(err, ErrDays) && v.Left(now) == 0:
		return nil, problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest,
			"No days of vacation are left this year.")
	case errors.Is(err, ErrDays):
		return nil, problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest,
			fmt.Sprintf("Days of vacation that are left this year: %d.", v.Left(now)))
	case err != nil:
		return nil, err
	}
	out := View{Left: v.Left(now), PerYear: PerYear}
	if v.Away(now) {
		out.Until = db.Milliseconds(v.Until)
	}
	return web.Answer(out, nil)
}
