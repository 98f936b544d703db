package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/web"
)

type reviewOutput struct{ Body review.State }

// reviewsAPI starts reviews of finished games, and shows them.
func (s *API) reviewsAPI(k *web.Kit) {
	if s.o.Reviews == nil {
		return
	}
	type ask struct {
		web.GamePath
		Body struct {
			Level string `json:"level" enum:"quick,thorough" doc:"some seconds, or about seven times as long"`
		}
	}
	op := web.Post("/api/games/{id}/review", "review-game", "Review a finished game",
		web.Write(web.Player, web.Playing, limits.Review))
	op.Description = "The engine evaluates every position: scores, better moves, mistakes and missed mates. " +
		"All clients see the one review of a game. A review that exists or is in progress is not started again; " +
		"a thorough one may follow a quick one."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *ask) (*reviewOutput, error) {
		state, err := s.review(ctx, livegame.ID(in.Game), review.Level(in.Body.Level))
		if err != nil {
			return nil, err
		}
		return &reviewOutput{state}, nil
	})

	type get struct {
		web.GamePath
		Brief bool `query:"brief" doc:"without the result, to see the progress"`
	}
	op = web.Get("/api/games/{id}/review", "get-review", "The review of a game",
		web.Read(web.Player, web.AnyToken, limits.Read))
	op.Description = "Poll every second or two while it is waiting or running. During a thorough review, " +
		"the quick one is shown. All scores are White's."
	web.Handle(k, op, func(ctx context.Context, in *get) (*reviewOutput, error) {
		state, err := s.o.Reviews.State(ctx, livegame.ID(in.Game))
		if err == nil && state.Status == review.None {
			_, err = s.o.Games.Snapshot(ctx, livegame.ID(in.Game)) // if there is no such game
		}
		if err != nil {
			return nil, err
		}
		if in.Brief {
			state.Result = nil
		}
		return &reviewOutput{state}, nil
	})
}

// review starts the review of a game. Its errors are fit for clients.
func (s *API) review(ctx context.Context, id livegame.ID, l review.Level) (review.State, error) {
	snap, err := s.o.Games.Snapshot(ctx, id)
	if err != nil {
		return review.State{}, err
	}
	if snap.Status != livegame.Finished {
		return review.State{}, problem.New(http.StatusConflict, string(livegame.NotAllowed),
			"The game is not over yet. It can be reviewed when it has ended.")
	}
	q := review.Request{
		Game: id, Line: snap.Line(), Level: l, Guest: guests.VisitOf(ctx).Guest.ID,
		Address: s.o.Guard.Guests.AddressID(guests.VisitOf(ctx)),
	}
	if !s.o.Limits.Off {
		q.MaxOwn, q.MaxAddress, q.MaxAll = s.o.Limits.Reviews, s.o.Limits.AddressReviews, s.o.Limits.AllReviews
	}
	state, err := s.o.Reviews.Request(ctx, q)
	switch {
	case errors.Is(err, review.ErrNoMoves):
		return state, problem.New(http.StatusConflict, string(livegame.NotAllowed),
			"Nothing was played in this game, so there is nothing to review.")
	case errors.Is(err, review.ErrTooLong):
		return state, problem.New(http.StatusConflict, string(livegame.NotAllowed),
			"This game is too long: games of up to "+strconv.Itoa(review.MaxPlies/2)+" moves are reviewed.")
	case errors.Is(err, review.ErrTooManyOwn):
		return state, problem.New(http.StatusTooManyRequests, protocol.CodeTooMany,
			"You are waiting for "+message.Plural(s.o.Limits.Reviews, "review")+" already: wait until one of them is finished.")
	case errors.Is(err, review.ErrTooManyAddress):
		return state, problem.New(http.StatusTooManyRequests, protocol.CodeTooMany, "Your address is waiting for "+
			message.Plural(s.o.Limits.AddressReviews, "review")+" already: wait until one of them is finished.")
	case errors.Is(err, review.ErrTooMany):
		return state, problem.New(http.StatusTooManyRequests, protocol.CodeTooMany,
			"Too many reviews are in progress: try again in a few minutes.")
	case err != nil:
		return state, err
	}
	return state, nil
}
