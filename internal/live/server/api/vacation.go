package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/live/server/web"
	"github.com/wane-chess/wane/internal/live/vacation"
)

// vacationAPI registers the vacation of an account.
func (s *API) vacationAPI(k *web.Kit) {
	op := web.Get("/api/account/vacation", "get-vacation", "Your vacation",
		web.Read(web.Account, web.NoToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*result[protocol.Vacation], error) {
		v, err := s.o.Vacations.Of(ctx, mine(ctx).Account.ID)
		return s.vacation(v, err)
	})

	op = web.Put("/api/account/vacation", "begin-vacation", "Go on vacation",
		web.Write(web.Account, web.NoToken, limits.Create))
	op.Description = "The clocks of your games with days for each move stand still meanwhile, " +
		"also of those that begin during the vacation. It begins at once. You can still move."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body protocol.NewVacation }) (*result[protocol.Vacation], error) {
			v, err := s.o.Vacations.Begin(ctx, mine(ctx).Account.ID, in.Body.Days)
			return s.vacation(v, err)
		})

	op = web.Delete("/api/account/vacation", "end-vacation", "Come back from vacation",
		web.Write(web.Account, web.NoToken, limits.Create))
	op.Description = "Days that have not begun are not used up."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*result[protocol.Vacation], error) {
		v, err := s.o.Vacations.End(ctx, mine(ctx).Account.ID)
		return s.vacation(v, err)
	})
}

// vacation shows a vacation to its account, or why it cannot begin or end.
func (s *API) vacation(v vacation.Vacation, err error) (*result[protocol.Vacation], error) {
	now := s.o.Vacations.Now()
	switch {
	case errors.Is(err, vacation.ErrAway), errors.Is(err, vacation.ErrConflict):
		return nil, problem.New(http.StatusConflict, protocol.CodeConflict,
			"You are on vacation already, or have just come back.")
	case errors.Is(err, vacation.ErrDays) && v.Left(now) == 0:
		return nil, problem.New(http.StatusUnprocessableEntity, protocol.CodeBadRequest,
			"No days of vacation are left this year.")
	case errors.Is(err, vacation.ErrDays):
		return nil, problem.New(http.StatusUnprocessableEntity, protocol.CodeBadRequest,
			fmt.Sprintf("Days of vacation that are left this year: %d.", v.Left(now)))
	case err != nil:
		return nil, err
	}
	out := protocol.Vacation{Left: v.Left(now), PerYear: vacation.PerYear}
	if v.Away(now) {
		out.Until = views.Millis(v.Until)
	}
	return &result[protocol.Vacation]{out}, nil
}
