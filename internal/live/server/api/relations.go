package api

import (
	"context"
	"slices"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/relations"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/server/web"
)

// maxPlaying is of how many friends online the games are looked up.
const maxPlaying = 20

// relationsAPI shows an account whom it follows and blocks. Package lichess changes that.
func (s *API) relationsAPI(k *web.Kit) {
	if s.o.Relations == nil || s.o.Players == nil {
		return
	}
	type which struct {
		Online bool `query:"online" doc:"only followed players who are online"`
	}
	op := web.Get("/api/account/relations", "get-relations", "Whom you follow and block, and who of them is online",
		web.Read(web.Account, web.NoToken, limits.Search))
	op.Description = "Who is online is known to about two minutes."
	web.Handle(k, op, func(ctx context.Context, in *which) (*web.Out[protocol.Relations], error) {
		out, err := s.relations(ctx, web.Identity(ctx).Account.ID, in.Online)
		return web.Answer(out, err)
	})

	type visibility struct{ Body protocol.Visibility }
	op = web.Put("/api/account/visibility", "put-visibility", "Say whether your followers see that you are online",
		web.Write(web.Account, web.NoToken, limits.Social))
	web.Handle(k, op, func(ctx context.Context, in *visibility) (*web.Out[protocol.Visibility], error) {
		if err := s.o.Relations.SetInvisible(ctx, web.Identity(ctx).Account.ID, in.Body.Invisible); err != nil {
			return nil, err
		}
		return web.Answer(in.Body, nil)
	})
}

// relations returns whom an account follows, who is online first, and whom it blocks.
func (s *API) relations(ctx context.Context, me string, onlineOnly bool) (protocol.Relations, error) {
	out := protocol.Relations{Following: []protocol.Friend{}, Blocked: []protocol.Friend{}}
	follows, blocks, err := s.friends(ctx, me)
	if err != nil {
		return out, err
	}
	ids := make([]string, len(follows))
	for i := range follows {
		ids[i] = follows[i].ID
	}
	online, err := s.o.Relations.Online(ctx, ids)
	if err != nil {
		return out, err
	}
	slices.SortStableFunc(follows, func(a, b account.Account) int {
		switch {
		case online[a.ID] == online[b.ID]:
			return 0
		case online[a.ID]:
			return -1
		}
		return 1
	})
	for i, a := range follows {
		f := protocol.Friend{Name: a.Name, Bot: a.Bot, Online: online[a.ID]}
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
	for _, a := range blocks {
		out.Blocked = append(out.Blocked, protocol.Friend{Name: a.Name, Bot: a.Bot})
	}
	if out.Followers, err = s.o.Relations.Followers(ctx, me); err == nil {
		out.Invisible, err = s.o.Relations.Invisible(ctx, me)
	}
	return out, err
}

// friends returns the accounts that an account follows and those that it blocks, the latest first.
// Closed ones are missing.
func (s *API) friends(ctx context.Context, me string) (follows, blocks []account.Account, err error) {
	for list, kind := range map[*[]account.Account]relations.Kind{&follows: relations.Follow, &blocks: relations.Block} {
		ids, err := s.o.Relations.Of(ctx, me, kind)
		if err != nil {
			return nil, nil, err
		}
		known, err := s.o.Players.Known(ctx, ids)
		if err != nil {
			return nil, nil, err
		}
		place := make(map[string]int, len(ids))
		for i, id := range ids {
			place[id] = i
		}
		slices.SortFunc(known, func(a, b account.Account) int { return place[a.ID] - place[b.ID] })
		*list = slices.DeleteFunc(known, func(a account.Account) bool { return !a.Closed.IsZero() })
	}
	return follows, blocks, nil
}

// playing returns a public game with a clock that an account plays now; empty: none.
func (s *API) playing(ctx context.Context, id string) (string, error) {
	list, err := s.o.Games.List(ctx, livegame.Query{Guest: id, Status: livegame.Live, PublicOnly: true, Limit: 5})
	for _, g := range list {
		if g.TimeControl.RealTime() {
			return string(g.ID), err
		}
	}
	return "", err
}

// relate adds to a profile what the visitor and the account are to each other.
func (s *API) relate(ctx context.Context, out *protocol.Profile, a account.Account, v *guests.Visit) error {
	if s.o.Relations == nil {
		return nil
	}
	var err error
	if v.Identity != nil {
		var kind relations.Kind
		kind, err = s.o.Relations.Between(ctx, v.Guest.ID, a.ID)
		out.Relation = string(kind)
	}
	if err == nil && a.Closed.IsZero() {
		out.Followers, err = s.o.Relations.Followers(ctx, a.ID)
	}
	return err
}
