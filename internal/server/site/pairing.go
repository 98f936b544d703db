package site

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/pairing"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/web"
)

// Pairing is what a player wants who looks for an opponent (POST /api/pairing).
type Pairing struct {
	Variant   string           `json:"variant" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
	Control   gameview.Control `json:"control"`
	Rated     bool             `json:"rated,omitempty" doc:"only for accounts, with a clock or days"`
	RatingMin int              `json:"ratingMin,omitempty" minimum:"0" maximum:"9999" doc:"the opponent's lowest rating. With neither limit, ratings near your own fit at once, and others after some seconds"`
	RatingMax int              `json:"ratingMax,omitempty" minimum:"0" maximum:"9999" doc:"the opponent's highest rating"`
}

// Search is how a search for an opponent stands.
type Search struct {
	Game    string `json:"game,omitempty" doc:"the game that was found; with neither, the search was stopped, or replaced by another"`
	Waiting string `json:"waiting,omitempty" doc:"there is no game yet, so ask again at once. This is your open game in the lobby, which ends when you stop asking"`
	Since   int64  `json:"since,omitempty" doc:"when the search began"`
	Level   int    `json:"level,omitempty" doc:"the computer's level that is nearest to your rating; 1 while that is provisional"`
}

type searchOutput struct{ Body Search }

func (s *API) pairingAPI(k *web.Kit) {
	type search struct{ Body Pairing }
	op := web.Post("/api/pairing", "find-opponent", "Find an opponent",
		web.Write(web.Player, web.Playing, limits.Command)).Unprocessable()
	op.Lasts = true
	op.Description = "The answer comes when a game was found, or after some seconds. " +
		"In the second case send the request again at once: who does not is taken to have left. " +
		"A search for something else replaces your last one. While you search, you have an open game in the lobby, " +
		"and you never get two games."
	web.Handle(k, op, func(ctx context.Context, in *search) (*searchOutput, error) {
		return s.find(ctx, in.Body)
	})
	op = web.Delete("/api/pairing", "stop-pairing", "Stop looking for an opponent",
		web.Write(web.Player, web.Playing, limits.Command))
	op.Description = "If a game was found just before, the answer names it."
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*searchOutput, error) {
		if s.o.Pairing == nil {
			return nil, errNoPairing
		}
		found, err := s.o.Pairing.Cancel(ctx, guests.VisitOf(ctx).Guest.ID)
		if err != nil {
			return nil, err
		}
		return &searchOutput{Search{Game: string(found)}}, nil
	})
}

var errNoPairing = problem.Missing("This server does not look for opponents.")

func (s *API) find(ctx context.Context, in Pairing) (*searchOutput, error) {
	if s.o.Pairing == nil {
		return nil, errNoPairing
	}
	g, err := s.o.Lookup(in.Variant)
	if err != nil {
		return nil, problem.Invalid(err)
	}
	v := guests.VisitOf(ctx)
	r := pairing.Request{
		Guest: v.Guest.ID, Name: v.Guest.Name, Variant: g.Name(), Control: gameview.TimeControl(in.Control), Rated: in.Rated,
		RatingMin: in.RatingMin, RatingMax: in.RatingMax,
		As:      func(id livegame.ID) livegame.Player { return s.o.Guard.Guests.Player(v, id) },
		Address: s.o.Guard.Guests.AddressID(v),
		Afford: func() error {
			if s.o.Limits.Off {
				return nil
			}
			if err := s.o.Guard.Take(limits.Offer, v); err != nil {
				return err
			}
			// A new guest may come when many games wait: that is when a search helps.
			return s.o.Limits.MayOffer(ctx, s.o.Games, v.Guest.ID, "", time.Hour)
		},
	}
	found, err := s.o.Pairing.Find(ctx, r)
	switch {
	case errors.Is(err, pairing.ErrReplaced):
		return &searchOutput{}, nil
	case err != nil:
		return nil, err
	}
	return &searchOutput{Search{
		Game: string(found.Game), Waiting: string(found.Waiting), Since: gameview.Millis(found.Since),
		Level: nearestLevel(g.Name(), found.Player),
	}}, nil
}

// firstLevel is the level for players whose strength is not known.
const firstLevel = 1

// nearestLevel returns the engine level whose rating is nearest to a player's.
func nearestLevel(variant string, p livegame.Player) int {
	best, distance := firstLevel, math.Inf(1)
	for level := 1; p.Rating > 0 && !p.Provisional && level <= livegame.MaxLevel; level++ {
		if d := math.Abs(rating.OfEngine(rating.GameOf(variant), level).Value - float64(p.Rating)); d < distance {
			best, distance = level, d
		}
	}
	return best
}
