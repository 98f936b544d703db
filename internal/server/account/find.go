package account

import (
	"context"
	"strings"

	"github.com/wane-chess/wane/internal/server/auth"
)

// Find returns the account with a name, also one that is closed, or ErrNotFound.
func (s *Service) Find(ctx context.Context, name string) (auth.Account, error) {
	return auth.Named(ctx, s.o.Store.DB, name)
}

// ByID returns the account with an ID, or ErrNotFound.
func (s *Service) ByID(ctx context.Context, id string) (auth.Account, error) {
	r, err := s.o.Store.Account(ctx, id)
	if err != nil {
		return auth.Account{}, err
	}
	return r.Account, nil
}

// BecomeBot makes an account a bot, which it stays. A bot has no title.
func (s *Service) BecomeBot(ctx context.Context, id string) error {
	return s.update(ctx, id, func(r *Record) error {
		r.Bot, r.Title = true, ""
		return nil
	})
}

// Complete returns accounts that are not closed, whose names begin with a text, in any case, in
// the order of their names.
func (s *Service) Complete(ctx context.Context, prefix string, limit int) ([]auth.Account, error) {
	list, err := s.o.Store.Accounts(ctx, Page{Prefix: strings.ToLower(prefix), Limit: 2 * limit})
	if err != nil {
		return nil, err
	}
	out := make([]auth.Account, 0, limit)
	for _, r := range list {
		if r.Closed.IsZero() && len(out) < limit {
			out = append(out, r.Account)
		}
	}
	return out, nil
}
