package lichess

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/social"
	"github.com/wane-chess/wane/internal/server/web"
)

// relationAPI has a player follow and block others.
func (s *Server) relationAPI(k *web.Kit) {
	type relate func(ctx context.Context, me, other auth.Account) error
	register := func(path, id, summary, description string, do relate) {
		op := program(web.Post("/api/rel/"+path+"/{username}", id, summary,
			web.Write(web.Account, web.Scopes(auth.FollowWrite), limits.Social)))
		op.Description = description
		web.Handle(k, op, func(ctx context.Context, in *NamePath) (*okOutput, error) {
			other, err := s.o.Accounts.Find(ctx, in.Name)
			if err == nil {
				err = do(ctx, me(ctx), other)
			}
			return done(err)
		})
	}
	set := func(k social.Kind) func(ctx context.Context, me, other auth.Account) error {
		return func(ctx context.Context, me, other auth.Account) error {
			return s.o.Social.Set(ctx, me.ID, other.ID, other.Name, k)
		}
	}
	unset := func(k social.Kind) func(ctx context.Context, me, other auth.Account) error {
		return func(ctx context.Context, me, other auth.Account) error {
			return s.o.Social.Unset(ctx, me.ID, other.ID, k)
		}
	}
	register("follow", "follow", "Follow a player", "At most 500. It ends that you block the player.",
		set(social.Follow))
	register("unfollow", "unfollow", "Stop following a player", "", unset(social.Follow))
	register("block", "block", "Block a player", "At most 500. Who is blocked cannot begin a game with you, "+
		"is not paired with you and cannot follow you, and you do not read what it writes. "+
		"Challenges that wait are declined.", func(ctx context.Context, me, other auth.Account) error {
		err := set(social.Block)(ctx, me, other)
		if err == nil {
			err = s.declineAll(ctx, other.ID, me.ID)
		}
		return err
	})
	register("unblock", "unblock", "Unblock a player", "", unset(social.Block))

	op := lines[user](k, program(web.Get("/api/rel/following", "list-following", "Whom you follow",
		web.Read(web.Account, web.Scopes(auth.FollowRead, auth.FollowWrite), limits.Search))),
		"Players, each on a line, the latest first")
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Stream, error) {
		known, err := s.o.Social.Of(ctx, me(ctx).ID, social.Follow)
		if err != nil {
			return nil, err
		}
		users, err := s.users(ctx, known)
		if err != nil {
			return nil, err
		}
		list := make([]any, len(users))
		for i := range users {
			list[i] = users[i]
		}
		return s.list(list)
	})
}

// declineAll declines the challenges of a player to another.
func (s *Server) declineAll(ctx context.Context, from, to string) error {
	waiting, err := s.o.Challenges.List(ctx, to, time.Time{})
	for _, c := range waiting {
		if err == nil && c.From.Guest == from && c.To.Guest == to {
			if _, e := s.o.Challenges.Decline(ctx, c.ID, to, challenge.Generic); !errors.Is(e, challenge.ErrNotFound) {
				err = e
			}
		}
	}
	return err
}
