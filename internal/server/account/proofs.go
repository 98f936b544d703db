package account

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/eventlog"
)

// Confirm checks the password of the person of a session, who then may do what is dangerous for some
// minutes. The session gets a new secret.
func (s *Service) Confirm(ctx context.Context, i *auth.Identity, password string, c Client) (*SignedIn, error) {
	leave, err := s.line.enter(c.Address)
	if err != nil {
		return nil, err
	}
	defer leave()
	r, err := s.prove(ctx, i.Account.Name, c, func(ctx context.Context, r *Record) error {
		_, err := s.verify(ctx, password, r.Password)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.renew(ctx, i, r)
}

// renew gives a session a new secret and makes it fresh.
func (s *Service) renew(ctx context.Context, i *auth.Identity, r *Record) (*SignedIn, error) {
	list, err := s.o.Store.Sessions(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	for _, session := range list {
		if session.ID != i.Session {
			continue
		}
		now := s.now()
		secret, hash := newSecret("")
		old := session.Hash
		session.Hash, session.Used, session.Fresh = hash, now, now.Add(Freshness)
		if err := s.o.Store.UpdateSession(ctx, session, old); err != nil {
			return nil, err
		}
		s.changes.Add(1)
		return &SignedIn{Identity: *session.identity(r), Secret: secret}, nil
	}
	return nil, auth.ErrNotFound
}

// Description is what an account's own client may know, beyond the Account.
type Description struct {
	Password bool // it has one
	Codes    int  // recovery codes that are left
	Email    string
}

// Describe describes an account.
func (s *Service) Describe(ctx context.Context, i *auth.Identity) (Description, error) {
	r, err := s.o.Store.Account(ctx, i.Account.ID)
	if err != nil {
		return Description{}, err
	}
	n, err := s.o.Store.Codes(ctx, r.ID)
	return Description{Password: r.Password != "", Codes: n, Email: r.Email}, err
}

// ChangePassword replaces the password of an account, or gives it one, and ends all other sessions,
// whose number it returns. It needs a fresh proof.
func (s *Service) ChangePassword(ctx context.Context, i *auth.Identity, password string) (ended int, err error) {
	if err := s.fresh(i); err != nil {
		return 0, err
	}
	leave, err := s.line.enter(i.Account.ID)
	if err != nil {
		return 0, err
	}
	defer leave()
	_, ended, err = s.setPassword(ctx, i.Account.ID, password, Replacement{Keep: i.Session})
	return ended, err
}

// setPassword stores a new password with what comes with it, and returns how many sessions and tokens have ended.
func (s *Service) setPassword(
	ctx context.Context, id, password string, with Replacement,
) (r *Record, ended int, err error) {
	if r, err = s.o.Store.Account(ctx, id); err != nil {
		return nil, 0, err
	}
	text, err := checkPassword(password, r.Name)
	if err != nil {
		return nil, 0, err
	}
	hash, err := s.hash(ctx, text)
	if err != nil {
		return nil, 0, err
	}
	with.Letters = confirmKind
	changes := []Change{{Account: id}}
	err = s.change(ctx, id, func(now *Record) error {
		now.Password, r = hash, now
		return nil
	}, func(ctx context.Context, r *Record) error {
		list, err := s.o.Store.ReplacePassword(ctx, r, with)
		for _, ended := range list {
			changes = append(changes, Change{Account: id, Ended: ended})
		}
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	s.changed(ctx, changes...)
	s.notice(ctx, r, r.Email, passwordChanged)
	return r, len(changes) - 1, nil
}

// update changes an account.
func (s *Service) update(ctx context.Context, id string, change func(*Record) error) error {
	err := s.change(ctx, id, change, s.o.Store.UpdateAccount)
	if err == nil {
		s.changed(ctx, Change{Account: id})
	}
	return err
}

// change changes an account and has it stored, again whenever another request was faster.
func (s *Service) change(
	ctx context.Context, id string, change func(*Record) error, store func(context.Context, *Record) error,
) error {
	_, err := eventlog.Update(ctx, ErrConflict, func(ctx context.Context) (*Record, error) {
		return s.o.Store.Account(ctx, id)
	}, func(r **Record) error {
		(*r).Seq++
		return change(*r)
	}, store)
	return err
}

// Delete begins to delete the account of an identity, whose owner has typed the name. It needs a fresh
// proof. Sessions and tokens end at once; the rest follows, also after a crash.
func (s *Service) Delete(ctx context.Context, i *auth.Identity, name string) error {
	if err := s.fresh(i); err != nil {
		return err
	}
	if auth.Key(name) != i.Account.Key() {
		return invalid("this is not the name of the account; type it to delete the account")
	}
	r, err := s.o.Store.Account(ctx, i.Account.ID)
	if err != nil {
		return err
	}
	if r.Role != auth.Player {
		return invalid("a moderator or an admin cannot delete the account; another admin takes the role away first")
	}
	if err := s.o.Store.BeginDeletion(ctx, r.ID, s.now()); err != nil {
		return err
	}
	s.changed(ctx, Change{Account: r.ID})
	return nil
}

// Recover gives an account a new password in exchange for a recovery code, ends its sessions,
// revokes its tokens and begins a new session. The codes that are left stay valid, and so do
// passkeys. The code is used up only with that.
func (s *Service) Recover(ctx context.Context, name, code, password string, c Client) (*SignedIn, error) {
	if _, err := checkPassword(password, name); err != nil { // before it counts as an attempt
		return nil, err
	}
	ctx = auth.WithIdentity(ctx, nil) // the code proves who it is, and the browser's session may be one that ends
	leave, err := s.line.enter(c.Address)
	if err != nil {
		return nil, err
	}
	defer leave()
	hash := hashCode(code)
	r, err := s.prove(ctx, name, c, func(ctx context.Context, r *Record) error {
		known, err := s.o.Store.HasCode(ctx, r.ID, hash)
		if err == nil && !known {
			err = ErrWrong
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	in, err := s.takeBack(ctx, r, password, c, Replacement{Code: hash})
	if errors.Is(err, auth.ErrNotFound) { // another request has just used it
		err = ErrWrong
	}
	return in, err
}

// takeBack gives an account that was recovered a new password, and begins a session. Who needs a code or a link may
// have lost the account for a while: all sessions and tokens end.
func (s *Service) takeBack(
	ctx context.Context, r *Record, password string, c Client, with Replacement,
) (*SignedIn, error) {
	session, secret := s.newSession(r.ID, s.now(), c)
	with.Tokens, with.Begin = true, session
	r, _, err := s.setPassword(ctx, r.ID, password, with)
	if err != nil {
		return nil, err
	}
	return &SignedIn{Identity: *session.identity(r), Secret: secret}, nil
}
