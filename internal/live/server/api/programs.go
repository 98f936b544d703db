package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/lichess"
	"github.com/wane-chess/wane/internal/live/server/limits"
)

// programsAPI is the API that is like Lichess's.
func (s *API) programsAPI(api huma.API) {
	if s.o.Accounts == nil || s.o.Challenges == nil {
		return
	}
	var known func(ctx context.Context, ids []string) ([]account.Account, error)
	if s.o.Players != nil {
		known = s.o.Players.Known
	}
	lichess.New(lichess.Options{
		Accounts: s.o.Accounts, Challenges: s.o.Challenges, Games: s.o.Games, Presence: s.o.Presence, Relations: s.o.Relations, Known: known, Chat: s.o.Chat, Ratings: s.o.Ratings, Lookup: s.o.Lookup, Do: s.o.Do, PGN: s.pgn,
		MayThink: func(ctx context.Context, id livegame.ID) error {
			v := guests.VisitOf(ctx)
			return s.o.Limits.MayThink(ctx, s.o.Games, v.Guest.ID, s.o.Guard.Guests.AddressID(v), id)
		},
		MayOffer: s.mayOffer,
		Operation: func(method, path, id, summary string, k limits.Kind, scopes ...account.Scope) huma.Operation {
			op := s.operation(method, path, id, summary, k, false)
			if len(scopes) > 0 {
				op = scoped(op, scopes...)
			}
			return op
		},
		Guard: s.o.Guard, Limits: s.o.Limits, Base: s.o.Base, Closing: s.o.Closing, Log: s.o.Log,
	}).Register(api)
}
