package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/review"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
)

type reviewOutput struct{ Body review.State }

// reviewsAPI lets people ask for the reviews of finished games, and read them.
func (s *API) reviewsAPI(api huma.API) {
	if s.o.Reviews == nil {
		return
	}
	type ask struct {
		GamePath
		Body struct {
			Level string `json:"level" enum:"quick,thorough" doc:"how hard to look: some seconds, or some seven times that"`
		}
	}
	op := s.operation(http.MethodPost, "/api/games/{id}/review", "review-game", "Have a finished game reviewed", limits.Review, true)
	op.Description = "The engine looks at every position: what it was worth, what was better, which moves lost winning chances, which mates were missed. " +
		"A review is made once, and everybody sees it. What is there already, or being made, is not made again; a quick review can be followed by a thorough one."
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusConflict)
	huma.Register(api, op, func(ctx context.Context, in *ask) (*reviewOutput, error) {
		state, err := s.review(ctx, livegame.ID(in.Game), review.Level(in.Body.Level))
		if err != nil {
			return nil, err
		}
		return &reviewOutput{state}, nil
	})

	type get struct {
		GamePath
		Brief bool `query:"brief" doc:"leave the result out, to see how far the review has come"`
	}
	op = s.operation(http.MethodGet, "/api/games/{id}/review", "get-review", "The review of a game", limits.Read, true)
	op.Description = "Ask again every second or two while it is waiting or running. A result that is there is shown while a more thorough one is being made. All scores are White's."
	op.Errors = append(op.Errors, http.StatusNotFound)
	huma.Register(api, op, func(ctx context.Context, in *get) (*reviewOutput, error) {
		state, err := s.o.Reviews.State(ctx, livegame.ID(in.Game))
		if err == nil && state.Status == review.None {
			_, err = s.o.Games.Snapshot(ctx, livegame.ID(in.Game)) // there may be no such game
		}
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		if in.Brief {
			state.Result = nil
		}
		return &reviewOutput{state}, nil
	})
}

// review asks for the review of a game. Its errors are fit for clients.
func (s *API) review(ctx context.Context, id livegame.ID, l review.Level) (review.State, error) {
	snap, err := s.o.Games.Snapshot(ctx, id)
	if err != nil {
		return review.State{}, s.problems.Fail(ctx, err)
	}
	if snap.Status != livegame.Finished {
		return review.State{}, problem.New(http.StatusConflict, string(livegame.NotAllowed), "The game is not over yet. It can be reviewed when it has ended.")
	}
	q := review.Request{Game: id, Line: lineOf(snap), Level: l, Guest: limits.VisitOf(ctx).Guest.ID}
	if !s.o.Limits.Off {
		q.MaxOwn, q.MaxAll = s.o.Limits.Reviews, s.o.Limits.AllReviews
	}
	state, err := s.o.Reviews.Request(ctx, q)
	switch {
	case errors.Is(err, review.ErrNoMoves):
		return state, problem.New(http.StatusConflict, string(livegame.NotAllowed), "Nothing was played in this game, so there is nothing to review.")
	case errors.Is(err, review.ErrTooLong):
		return state, problem.New(http.StatusConflict, string(livegame.NotAllowed),
			"This game is too long: games of up to "+strconv.Itoa(review.MaxPlies/2)+" moves are reviewed.")
	case errors.Is(err, review.ErrTooManyOwn):
		return state, problem.New(http.StatusTooManyRequests, protocol.CodeTooMany, "You wait for "+problem.Plural(s.o.Limits.Reviews, "review")+" already: let one of them be finished, then ask for another.")
	case errors.Is(err, review.ErrTooMany):
		return state, problem.New(http.StatusTooManyRequests, protocol.CodeTooMany, "Many reviews are being made just now: try again in a few minutes.")
	case err != nil:
		return state, s.problems.Fail(ctx, err)
	}
	return state, nil
}

// lineOf is a game as a review looks at it.
func lineOf(snap manager.Snapshot) review.Line {
	return review.Line{Variant: snap.Header.Variant, FEN: snap.Header.FEN, Moves: snap.Moves}
}
