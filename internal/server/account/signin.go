package account

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/names"
)

// Client is who signs in.
type Client struct {
	Address string // a hash of it
	Device  string // such as "Firefox on Linux"
}

// SignedIn is a new session. Secret is for the cookie: it is not known again.
type SignedIn struct {
	Identity auth.Identity
	Secret   string
	Codes    []string // new recovery codes, after SignUp
}

// SignUp makes a guest an account, with a session.
func (s *Service) SignUp(ctx context.Context, guest, name, password string, c Client) (*SignedIn, error) {
	u, err := names.CheckUsername(name)
	if err != nil {
		return nil, &InvalidError{err.Error()}
	}
	text, err := checkPassword(password, u.Name)
	if err != nil {
		return nil, err
	}
	if taken, err := s.o.Store.Resembles(ctx, u.Skeleton); err != nil || taken { // before the work for the password
		return nil, errors.Join(err, takenIf(taken))
	}
	leave, err := s.line.enter(c.Address)
	if err != nil {
		return nil, err
	}
	defer leave()
	hash, err := s.hash(ctx, text)
	if err != nil {
		return nil, err
	}
	now := s.now()
	r := &Record{
		Account:  auth.Account{ID: guest, Name: u.Name, Role: auth.Player, Created: now, Seq: 1},
		Skeleton: u.Skeleton, Password: hash,
		Handle: random(32),
	}
	session, secret := s.newSession(guest, now, c)
	codes, hashes := newCodes()
	if err := s.o.Store.CreateAccount(ctx, r, session, hashes); err != nil {
		return nil, err
	}
	s.guests.Invalidate(guest)
	if err := s.o.Store.PutPlace(ctx, guest, c.Address, now); err != nil { // the next sign-in notes it
		s.o.Log.Warn("cannot note where an account is used", "error", err)
	}
	return &SignedIn{*session.identity(r), secret, codes}, nil
}

// Claim binds a guest to an account, unless the guest is bound, and says whether it did. Until due, the account has
// not got the guest's games.
func (s *Service) Claim(ctx context.Context, guest, account string, due time.Time) (bool, error) {
	claimed, err := s.o.Store.Claim(ctx, guest, account, due)
	if err == nil && claimed {
		s.changed(ctx, Change{Account: guest, Ended: GuestClaimed})
	}
	return claimed, err
}

func takenIf(taken bool) error {
	if taken {
		return ErrTaken
	}
	return nil
}

// Resembles reports whether a guest's name looks like that of an account.
func (s *Service) Resembles(ctx context.Context, name string) (bool, error) {
	skeleton := names.Skeleton(name)
	if skeleton == "" {
		return false, nil
	}
	return s.o.Store.Resembles(ctx, skeleton)
}

// newSession returns a session that begins now, with its secret.
func (s *Service) newSession(account string, now time.Time, c Client) (session *Session, secret string) {
	secret, hash := newSecret("")
	return &Session{
		ID: newID(), Account: account, Hash: hash, Device: c.Device, Created: now, Used: now, Fresh: now.Add(Freshness),
	}, secret
}

// SignIn begins a session with a name and a password. It takes as long for a name without an
// account, and the errors are the same.
func (s *Service) SignIn(ctx context.Context, name, password string, c Client) (*SignedIn, error) {
	ctx = auth.WithIdentity(ctx, nil) // the password proves who it is, not the session that the browser may have
	// Before anything counts as an attempt.
	leave, err := s.line.enter(c.Address)
	if err != nil {
		return nil, err
	}
	defer leave()
	r, err := s.prove(ctx, name, c, func(ctx context.Context, r *Record) error {
		outdated, err := s.verify(ctx, password, r.Password)
		if err == nil && outdated {
			s.rehash(ctx, r, password)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.begin(ctx, r, c)
}

// prove finds the account of a name and has it proven, unless there were too many wrong attempts.
func (s *Service) prove(
	ctx context.Context, name string, c Client, proof func(context.Context, *Record) error,
) (*Record, error) {
	key := guessedKey(name)
	r, err := s.o.Store.AccountByKey(ctx, key)
	if errors.Is(err, auth.ErrNotFound) {
		r, err = &Record{}, nil
	}
	if err != nil {
		return nil, err
	}
	known, err := s.o.Store.KnownPlace(ctx, r.ID, c.Address)
	if err != nil {
		return nil, err
	}
	tries := attempts(key, c.Address, known)
	wait, err := s.o.Store.Attempt(ctx, tries, s.now())
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		return nil, &WaitError{wait}
	}
	if err := proof(ctx, r); err != nil {
		return nil, err
	}
	// An address may know one password and guess others: only this attempt was none.
	if err := s.o.Store.Succeeded(ctx, keysOf(tries[1:]), tries[0].Key); err != nil {
		return nil, err
	}
	if !r.Closed.IsZero() {
		return nil, ErrClosed
	}
	return r, s.o.Store.PutPlace(ctx, r.ID, c.Address, s.now())
}

func keysOf(list []Attempts) (keys []string) {
	for _, a := range list {
		keys = append(keys, a.Key)
	}
	return keys
}

// guessedKey is the key of a name that someone claims to have.
func guessedKey(name string) string {
	if key := auth.Key(strings.TrimSpace(name)); key != "" {
		return key
	}
	return "-" // no account has it
}

// rehash stores a password with the present work. If that fails, the next sign-in tries it again.
func (s *Service) rehash(ctx context.Context, r *Record, password string) {
	text, err := normalPassword(password)
	if err != nil {
		return
	}
	hash, err := s.hash(ctx, text)
	if err != nil {
		return
	}
	next := *r
	next.Password, next.Seq = hash, r.Seq+1
	if err := s.o.Store.UpdateAccount(ctx, &next); err == nil {
		*r = next
	} else {
		s.o.Log.Warn("cannot renew the hash of a password", "error", err)
	}
}

// begin begins a session of an account.
func (s *Service) begin(ctx context.Context, r *Record, c Client) (*SignedIn, error) {
	session, secret := s.newSession(r.ID, s.now(), c)
	if err := s.o.Store.AddSession(ctx, session, r.Password); err != nil {
		return nil, err
	}
	return &SignedIn{Identity: *session.identity(r), Secret: secret}, nil
}

// SignOut ends the session of an identity.
func (s *Service) SignOut(ctx context.Context, i *auth.Identity) error {
	_, err := s.EndSessions(ctx, i, i.Session)
	if errors.Is(err, auth.ErrNotFound) {
		return nil
	}
	return err
}

// Sessions returns the sessions of an account, the last used first.
func (s *Service) Sessions(ctx context.Context, i *auth.Identity) ([]*Session, error) {
	list, err := s.o.Store.Sessions(ctx, i.Account.ID)
	now, kept := s.now(), list[:0]
	for _, session := range list {
		if !session.ended(now) {
			kept = append(kept, session)
		}
	}
	return kept, err
}

// EndSessions ends a session of an account or, with "", all but the present one. It returns how
// many.
func (s *Service) EndSessions(ctx context.Context, i *auth.Identity, id string) (int, error) {
	return s.endSessions(ctx, i.Account.ID, id, i.Session)
}

func (s *Service) endSessions(ctx context.Context, account, only, except string) (int, error) {
	before, err := s.o.Store.Sessions(ctx, account)
	if err != nil {
		return 0, err
	}
	n, err := s.o.Store.EndSessions(ctx, account, only, except)
	if err != nil {
		return n, err
	}
	if only != "" && n == 0 {
		return 0, auth.ErrNotFound
	}
	var list []Change
	for _, session := range before {
		if session.ID == only || only == "" && session.ID != except {
			list = append(list, Change{Account: account, Ended: session.ID})
		}
	}
	s.changed(ctx, list...)
	return n, nil
}
