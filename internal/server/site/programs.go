package site

import (
	"context"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/lichess"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/web"
)

// programsAPI is the API that is like Lichess's.
func (s *API) programsAPI(k *web.Kit) {
	if s.o.Accounts == nil || s.o.Challenges == nil || s.o.Social == nil || s.o.Chat == nil {
		return
	}
	var pairs lichess.Pairing // not an interface of a nil pointer
	if s.o.Pairing != nil {
		pairs = s.o.Pairing
	}
	var crosstable func(ctx context.Context, a, b auth.Account) (rating.Score, error)
	if s.o.Profiles != nil {
		crosstable = s.o.Profiles.Crosstable
	}
	lichess.New(lichess.Options{
		Channels: s.o.Channels, Tournaments: s.o.Tournaments, Archive: s.o.Archive,
		Pairing: pairs, Crosstable: crosstable, Review: s.o.Review,
		Accounts: s.o.Accounts, Challenges: s.o.Challenges, Games: s.o.Games,
		Social: s.o.Social, Chat: s.o.Chat, Ratings: s.o.Ratings, Studies: s.o.Studies,
		Lookup: s.o.Lookup, Do: s.o.Do,
		MayThink: func(ctx context.Context, id livegame.ID) error {
			v := guests.VisitOf(ctx)
			return s.o.Limits.MayThink(ctx, s.o.Games, v.Guest.ID, s.o.Guard.Guests.AddressID(v), id)
		},
		MayOffer: s.mayOffer,
		Guard:    s.o.Guard, Limits: s.o.Limits, Base: s.o.Base, Log: s.o.Log,
	}).Register(k)
}
