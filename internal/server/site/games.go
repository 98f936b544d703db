package site

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

type fullOutput struct{ Body gameview.FullGame }
type doneOutput struct{ Body gameview.CommandResult }
type gamesOutput struct{ Body []gameview.Game }
type lobbyOutput struct{ Body gameview.MyLobby }

func (s *API) gamesAPI(k *web.Kit) {
	type create struct{ Body gameview.NewGame }
	op := web.Post("/api/games", "create-game", "Create a game",
		web.Write(web.Player, web.Playing, limits.Create))
	web.Handle(k, op, func(ctx context.Context, in *create) (*fullOutput, error) {
		return s.createGame(ctx, in.Body)
	})

	type get struct {
		web.GamePath
		From int `query:"from" minimum:"0" doc:"only events after this number"`
	}
	op = web.Get("/api/games/{id}", "get-game", "A game and its events",
		web.Read(web.Player, web.AnyToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, in *get) (*fullOutput, error) {
		s.o.Games.ExpectEvent(livegame.ID(in.Game), in.From)
		snap, err := s.o.Games.Snapshot(ctx, livegame.ID(in.Game))
		if err != nil {
			return nil, err
		}
		full, _ := s.o.Views.Full(snap, guests.VisitOf(ctx).Guest.ID, in.From)
		return &fullOutput{full}, nil
	})

	type do struct {
		web.GamePath
		Body gameview.Command
	}
	op = web.Post("/api/games/{id}/commands", "do", "Make a move or send another command",
		web.Play(web.Player, web.Playing))
	op.Description = "The answer comes when the move is stored. If there is no answer, " +
		"send the command again with the same id: it counts once."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *do) (*doneOutput, error) {
		v := guests.VisitOf(ctx)
		e, err := s.o.Do(ctx, livegame.ID(in.Game), in.Body, v, 0)
		if err != nil {
			return nil, err
		}
		return &doneOutput{gameview.CommandResult{
			Seq: e.Seq, Event: s.o.Views.Event(&e, e.Clocks != [2]time.Duration{}, v.Guest.ID), Next: string(e.Next),
		}}, nil
	})

	type list struct {
		Status  string `query:"status" enum:"waiting,live,finished" doc:"only games with this status"`
		Variant string `query:"variant" maxLength:"40"`
		Mine    bool   `query:"mine" doc:"your own games, public or not; without it, public ones"`
		Limit   int    `query:"limit" minimum:"1" maximum:"100" default:"50"`
	}
	op = web.Get("/api/games", "list-games", "Games, the most recently changed first",
		web.Read(web.Player, web.AnyToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, in *list) (*gamesOutput, error) {
		g := guests.VisitOf(ctx).Guest
		q := livegame.Query{Status: livegame.Status(in.Status), Variant: in.Variant, Limit: in.Limit, PublicOnly: !in.Mine}
		if in.Mine {
			q.Guest = g.ID
		}
		if in.Variant != "" {
			if _, err := s.o.Lookup(in.Variant); err != nil {
				return nil, problem.Invalid(err)
			}
		}
		games, err := s.o.Games.List(ctx, q)
		if err != nil {
			return nil, err
		}
		return &gamesOutput{s.o.Views.Games(games, g.ID)}, nil
	})

	op = web.Get("/api/lobby", "get-lobby", "The games on the home page",
		web.Read(web.Player, web.AnyToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*lobbyOutput, error) {
		l, err := s.o.Sockets.Lobby(ctx, guests.VisitOf(ctx).Guest.ID)
		if err != nil {
			return nil, err
		}
		return &lobbyOutput{*l}, nil
	})
}

func (s *API) createGame(ctx context.Context, n gameview.NewGame) (*fullOutput, error) {
	g := guests.VisitOf(ctx).Guest
	head, err := s.header(n, guests.VisitOf(ctx))
	if err != nil {
		return nil, err
	}
	if err := s.enough(ctx, head); err != nil {
		return nil, err
	}
	snap, err := s.o.Games.Create(ctx, head, s.o.Guard.Guests.AddressID(guests.VisitOf(ctx)))
	var refusal *livegame.Error
	if errors.As(err, &refusal) {
		return nil, problem.New(http.StatusUnprocessableEntity, string(refusal.Code), refusal.Message)
	}
	if err != nil {
		return nil, err
	}
	full, _ := s.o.Views.Full(snap, g.ID, 0)
	return &fullOutput{full}, nil
}

// enough returns an error if a guest offers too many games, or if the engine is thinking
// in too many games of the guest.
func (s *API) enough(ctx context.Context, head livegame.Header) error {
	var err error
	switch seats := head.Seats; {
	case s.o.Limits.Off:
	case seats[game.White].Engine() || seats[game.Black].Engine():
		err = s.o.Limits.MayThink(ctx, s.o.Games, head.Creator, s.o.Guard.Guests.AddressID(guests.VisitOf(ctx)), head.ID)
	case head.Public:
		err = s.mayOffer(ctx, head.ID)
	}
	if err != nil {
		return err
	}
	return nil
}

// mayOffer returns an error if a guest offers too many games for another one.
func (s *API) mayOffer(ctx context.Context, id livegame.ID) error {
	v := guests.VisitOf(ctx)
	if err := s.o.Guard.Take(limits.Offer, v); err != nil {
		return err
	}
	return s.o.Limits.MayOffer(ctx, s.o.Games, v.Guest.ID, id, s.o.Guard.Guests.Age(v.Guest))
}

// header returns the header of the game that a guest requests.
func (s *API) header(n gameview.NewGame, v *guests.Visit) (livegame.Header, error) {
	g := v.Guest
	id, random := s.o.Guard.Guests.GameID(g.ID, n.ID)
	h := livegame.Header{
		ID: id, Variant: n.Variant, FEN: n.FEN, Casual: n.Casual, Rated: n.Rated, RatingMin: n.RatingMin,
		RatingMax: n.RatingMax, Creator: g.ID,
		TimeControl: gameview.TimeControl(n.Control),
	}
	me := s.o.Guard.Guests.Player(v, id)
	color := game.White
	if n.Color == "black" || n.Color == "random" && random {
		color = game.Black
	}
	h.Seats[color] = me
	switch n.Opponent {
	case "engine":
		if n.Level < 1 {
			return livegame.Header{},
				problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest, "The engine needs a level from 1 to 8.")
		}
		h.Seats[color.Other()] = livegame.Player{Level: n.Level}
		h.Public = true
	case "self":
		h.Seats[color.Other()] = me
	case "anyone":
		h.Public = true
	}
	return h, nil
}
