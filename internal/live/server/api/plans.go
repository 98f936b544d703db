package api

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/plan"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	planBody    = 64 << 10 // bytes of lines or a note
	movesCharge = 200      // moves of lines that cost as much as a command: each is checked
)

// plansAPI registers what players prepare in their games.
func (s *API) plansAPI(k *web.Kit) {
	type lines struct {
		GamePath
		Body protocol.ConditionalMoves
	}
	op := web.Get("/api/games/{id}/conditional", "get-conditional-moves", "Your conditional moves in a game",
		web.Read(web.Player, playing, limits.Read))
	op.Description = "Lines that the server plays for you in a game by correspondence. Only you see them."
	web.Handle(k, op, func(ctx context.Context, in *GamePath) (*web.Out[protocol.ConditionalMoves], error) {
		if s.o.Plans == nil {
			return nil, errNoPlans
		}
		l, err := s.o.Plans.Lines(ctx, livegame.ID(in.Game), guests.VisitOf(ctx).Guest.ID)
		return s.conditional(l, err)
	})

	op = web.Put("/api/games/{id}/conditional", "put-conditional-moves", "Prepare answers to the opponent's moves",
		web.Write(web.Player, playing, limits.Command))
	op.Description = "The lines replace those before; no lines delete them. The opponent must be to move. " +
		"Once the opponent has played the first move of a line, the server plays the second for you, and so on. " +
		"Lines that do not fit the opponent's move are deleted, and a takeback deletes all. " +
		"An offer of the opponent waits for you: you answer it before the server plays on."
	op.Errors = append(op.Errors, http.StatusConflict)
	op.Body = planBody
	web.Handle(k, op, func(ctx context.Context, in *lines) (*web.Out[protocol.ConditionalMoves], error) {
		if s.o.Plans == nil {
			return nil, errNoPlans
		}
		moves := 0
		for _, line := range in.Body.Lines {
			moves += len(line)
		}
		s.o.Guard.Limiter.Charge(limits.Command, guests.VisitOf(ctx), moves/movesCharge)
		l, err := s.o.Plans.PutLines(ctx, plan.Lines{
			Game: livegame.ID(in.Game), Player: guests.VisitOf(ctx).Guest.ID, Version: in.Body.Version, Ply: in.Body.Ply,
			Moves: in.Body.Lines,
		})
		return s.conditional(l, err)
	})

	type note struct {
		GamePath
		Body protocol.PrivateNote
	}
	op = web.Get("/api/games/{id}/note", "get-note", "Your note beside a game",
		web.Read(web.Player, playing, limits.Read))
	op.Description = "Only you see it."
	web.Handle(k, op, func(ctx context.Context, in *GamePath) (*web.Out[protocol.PrivateNote], error) {
		if s.o.Plans == nil {
			return nil, errNoPlans
		}
		n, err := s.o.Plans.Note(ctx, livegame.ID(in.Game), guests.VisitOf(ctx).Guest.ID)
		return s.note(n, err)
	})

	op = web.Put("/api/games/{id}/note", "put-note", "Write a note beside a game",
		web.Write(web.Player, playing, limits.Command))
	op.Description = "The text replaces the one before. Only the players of a game have notes, also once it is over."
	op.Errors = append(op.Errors, http.StatusConflict)
	op.Body = planBody
	web.Handle(k, op, func(ctx context.Context, in *note) (*web.Out[protocol.PrivateNote], error) {
		if s.o.Plans == nil {
			return nil, errNoPlans
		}
		n, err := s.o.Plans.PutNote(ctx, plan.Note{
			Game: livegame.ID(in.Game), Player: guests.VisitOf(ctx).Guest.ID, Version: in.Body.Version, Text: in.Body.Text,
		})
		return s.note(n, err)
	})
}

// errNoPlans is the error on a server that keeps none.
var errNoPlans = problem.Missing("This server keeps no conditional moves and no notes.")

// conditional shows lines to their player.
func (s *API) conditional(l plan.Lines, err error) (*web.Out[protocol.ConditionalMoves], error) {
	if err != nil {
		return nil, err
	}
	out := protocol.ConditionalMoves{Version: l.Version, Ply: l.Ply, Lines: l.Moves}
	if out.Lines == nil {
		out.Lines = [][]string{}
	}
	return web.Answer(out, nil)
}

// note shows a note to its player.
func (s *API) note(n plan.Note, err error) (*web.Out[protocol.PrivateNote], error) {
	if err != nil {
		return nil, err
	}
	return web.Answer(protocol.PrivateNote{Version: n.Version, Text: n.Text}, nil)
}
