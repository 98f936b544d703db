package social

import (
	"cmp"
	"context"
	"errors"

	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Set makes an account follow or block another, whose name is for errors. It may be repeated.
func (s *Service) Set(ctx context.Context, account, other, name string, k Kind) error {
	refuse := func(c livegame.Code, text string) error { return &livegame.Error{Code: c, Message: text} }
	if account == other {
		return refuse(refused, "That is you: choose another player.")
	}
	blocked, err := s.Blocks(ctx, account, other)
	if err != nil {
		return err
	}
	fresh, err := s.relate(ctx, account, other, k)
	switch {
	case errors.Is(err, errMany) && k == Follow:
		return refuse(many, "You follow 500 players already: stop following one first.")
	case errors.Is(err, errMany):
		return refuse(many, "You block 500 players already: unblock one first.")
	case errors.Is(err, errBlocked):
		return refuse(refused, "You cannot follow "+name+".")
	case err != nil:
		return err
	}
	if k == Block || blocked {
		s.changed()
	}
	if fresh && k == Follow && s.o.Followed != nil {
		s.o.Followed(ctx, account, other)
	}
	return nil
}

// Unset ends what Set began. It may be repeated.
func (s *Service) Unset(ctx context.Context, account, other string, k Kind) error {
	err := s.unrelate(ctx, account, other, k)
	if err == nil && k == Block {
		s.changed()
	}
	return err
}

// changed drops what this node and the others know of blocks. Changes are rare, and the caches are
// filled again with a read.
func (s *Service) changed() {
	s.blocked.InvalidateAll()
	if err := s.o.Queue.Publish(livegame.Notice{Game: topic, Note: "blocks"}); err != nil {
		s.o.Log.Debug("cannot publish a notice of a block", "error", err)
	}
}

// Of returns the accounts that an account follows or blocks, the latest first. Closed ones are missing.
func (s *Service) Of(ctx context.Context, account string, k Kind) ([]auth.Account, error) {
	ids, err := s.others(ctx, account, k)
	if err != nil {
		return nil, err
	}
	return s.open(ctx, ids)
}

// open returns the accounts with some IDs, in their order. Closed ones are missing.
func (s *Service) open(ctx context.Context, ids []string) ([]auth.Account, error) {
	known, err := auth.Known(ctx, s.o.DB, ids)
	var list []auth.Account
	for _, id := range ids {
		if a, ok := known[id]; ok && a.Closed.IsZero() {
			list = append(list, a)
		}
	}
	return list, err
}

// Blocks reports whether an account blocks another, as of some seconds ago. Guests block none.
func (s *Service) Blocks(ctx context.Context, account, other string) (bool, error) {
	if account == "" || other == "" || account == other {
		return false, nil
	}
	set, err := s.blocked.Get(ctx, account,
		otter.LoaderFunc[string, map[string]bool](func(ctx context.Context, id string) (map[string]bool, error) {
			all, err := s.blocks(ctx, []string{id})
			return all[id], err
		}))
	return set[other], err
}

// Blocked returns whom each of some accounts blocks, with one read for all that are not known.
func (s *Service) Blocked(ctx context.Context, accounts []string) (map[string]map[string]bool, error) {
	if len(accounts) == 0 {
		return nil, nil
	}
	return s.blocked.BulkGet(ctx, accounts, otter.BulkLoaderFunc[string, map[string]bool](s.blocks))
}

// Refuses returns an error for a player who wants to begin a game with one who blocks it, whose
// name is for the error. It does not say that it is a block.
func (s *Service) Refuses(ctx context.Context, account, name, player string) error {
	no, err := s.Blocks(ctx, account, player)
	if err == nil && no {
		err = &livegame.Error{
			Code: livegame.NotAllowed, Message: cmp.Or(name, "The player") + " does not accept challenges from you.",
		}
	}
	return err
}
