package social

import (
	"context"
	"slices"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
)

// maxPlaying is of how many friends online the games are looked up.
const maxPlaying = 20

// Relations are whom an account follows and blocks.
type Relations struct {
	Following []Friend `json:"following" doc:"who is online comes first, then the latest"`
	Blocked   []Friend `json:"blocked" doc:"the latest first"`
	Follows   int      `json:"follows" doc:"how many players you follow, online or not"`
	Followers int      `json:"followers" doc:"how many follow you"`
	Invisible bool     `json:"invisible,omitempty" doc:"your followers do not see that you are online"`
}

// Friend is a player whom an account follows or blocks.
type Friend struct {
	livegame.Person
	Online bool   `json:"online,omitempty"`
	Game   string `json:"game,omitempty" doc:"a public game with a clock that the player plays now"`
}

// Visibility says whether an account's followers see that it is online.
type Visibility struct {
	Invisible bool `json:"invisible"`
}

// Register implements feature.Feature. It shows an account whom it follows and blocks; package lichess changes that.
func (s *Service) Register(k *web.Kit) {
	type which struct {
		Online bool `query:"online" doc:"only followed players who are online"`
	}
	op := web.Get("/api/account/relations", "get-relations", "Whom you follow and block, and who of them is online",
		web.Read(web.Account, web.NoToken, limits.Search))
	op.Description = "Who is online is known to about two minutes."
	web.Handle(k, op, func(ctx context.Context, in *which) (*web.Out[Relations], error) {
		return web.Answer(s.relations(ctx, web.Identity(ctx).Account.ID, in.Online))
	})

	op = web.Put("/api/account/visibility", "put-visibility", "Say whether your followers see that you are online",
		web.Write(web.Account, web.NoToken, limits.Social))
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body Visibility }) (*web.Out[Visibility], error) {
		return web.Answer(in.Body, s.setInvisible(ctx, web.Identity(ctx).Account.ID, in.Body.Invisible))
	})
}

// relations returns whom an account follows, who is online first, and whom it blocks.
func (s *Service) relations(ctx context.Context, me string, onlineOnly bool) (Relations, error) {
	out := Relations{Following: []Friend{}, Blocked: []Friend{}}
	follows, err := s.Of(ctx, me, Follow)
	if err != nil {
		return out, err
	}
	ids := make([]string, len(follows))
	for i := range follows {
		ids[i] = follows[i].ID
	}
	online, err := s.Online(ctx, ids)
	if err != nil {
		return out, err
	}
	slices.SortStableFunc(follows, func(a, b auth.Account) int {
		switch {
		case online[a.ID] == online[b.ID]:
			return 0
		case online[a.ID]:
			return -1
		}
		return 1
	})
	for i, a := range follows {
		f := Friend{Person: a.Person(), Online: online[a.ID]}
		if f.Online && i < maxPlaying {
			if f.Game, err = s.playing(ctx, a.ID); err != nil {
				return out, err
			}
		}
		if f.Online || !onlineOnly {
			out.Following = append(out.Following, f)
		}
	}
	out.Follows = len(follows)
	if onlineOnly {
		return out, nil
	}
	blocks, err := s.Of(ctx, me, Block)
	for _, a := range blocks {
		out.Blocked = append(out.Blocked, Friend{Person: a.Person()})
	}
	if err == nil {
		out.Followers, err = s.Followers(ctx, me)
	}
	if err == nil {
		out.Invisible, err = s.invisible(ctx, me)
	}
	return out, err
}

// playing returns a public game with a clock that an account plays now; empty: none.
func (s *Service) playing(ctx context.Context, id string) (string, error) {
	list, err := s.o.Games.List(ctx, livegame.Query{Guest: id, Status: livegame.Live, PublicOnly: true, Limit: 5})
	for _, g := range list {
		if g.TimeControl.RealTime() {
			return string(g.ID), err
		}
	}
	return "", err
}
