package account

import "context"

// Find returns the account with a name, also one that is closed, or ErrNotFound.
func (s *Service) Find(ctx context.Context, name string) (Account, error) {
	return found(s.o.Store.AccountByKey(ctx, Key(name)))
}

// ByID returns the account with an ID, or ErrNotFound.
func (s *Service) ByID(ctx context.Context, id string) (Account, error) {
	return found(s.o.Store.Account(ctx, id))
}

func found(r *Record, err error) (Account, error) {
	if err != nil {
		return Account{}, err
	}
	return r.Account, nil
}

// BecomeBot makes an account a bot, which it stays.
func (s *Service) BecomeBot(ctx context.Context, id string) error {
	return s.update(ctx, id, func(r *Record) error {
		r.Bot = true
		return nil
	})
}
