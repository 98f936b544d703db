package account

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/mail"
)

// How long links in letters are valid.
const (
	confirmTime = 24 * time.Hour
	resetTime   = time.Hour
)

// The kinds of tickets behind links, and of jobs of mail.
const (
	confirmKind = "email"
	resetKind   = "reset"
	noticeKind  = "security"
)

// addressJob is the data of a letter that confirms an address, and of its ticket.
type addressJob struct{ Account, Address, Language string }

// resetJob is the data of a letter with a link to a new password. Who is a name or an address, as it was typed.
type resetJob struct{ Who, Language string }

// SendsMail reports whether the server sends e-mail.
func (s *Service) SendsMail() bool { return s.o.Mail.Enabled() }

// SetEmail sends a link to an address, which becomes the account's once the link is used. It needs a
// fresh proof. The answer does not depend on whether another account has the address.
func (s *Service) SetEmail(ctx context.Context, i *auth.Identity, address, language string) error {
	if err := s.fresh(i); err != nil {
		return err
	}
	address, err := mail.Address(address)
	if err != nil {
		return &InvalidError{err.Error()}
	}
	if err := s.slow(ctx, Attempts{"set mail " + i.Account.ID, 5}); err != nil {
		return err
	}
	return s.enqueue(ctx, mail.Job{Kind: confirmKind, Account: i.Account.ID},
		addressJob{i.Account.ID, address, letterLanguage(language)})
}

// slow counts an attempt at something that sends mail, and returns a *WaitError after many.
func (s *Service) slow(ctx context.Context, list ...Attempts) error {
	if !s.SendsMail() {
		return ErrNoMail
	}
	wait, err := s.o.Store.Attempt(ctx, list, s.now())
	if err == nil && wait > 0 {
		err = &WaitError{wait}
	}
	return err
}

func (s *Service) enqueue(ctx context.Context, j mail.Job, data any) error {
	err := s.o.Mail.EnqueueJob(ctx, j, data)
	if errors.Is(err, mail.ErrNone) {
		return ErrNoMail
	}
	return err
}

// ConfirmEmail makes the address of a link that of the account, and returns it. The former address hears of it.
func (s *Service) ConfirmEmail(ctx context.Context, secret string) (address string, err error) {
	ctx = auth.WithIdentity(ctx, nil) // the link proves who it is
	ticket, err := s.ticket(ctx, s.o.Store.TakeTicket, confirmKind, secret)
	if err != nil {
		return "", err
	}
	var job addressJob
	if err := json.Unmarshal(ticket.Data, &job); err != nil {
		return "", err
	}
	return job.Address, s.replaceEmail(ctx, ticket.Account, job.Address, job.Language)
}

// ticket finds the ticket of a link.
func (s *Service) ticket(
	ctx context.Context, find func(ctx context.Context, kind, hash string, now time.Time) (*Ticket, error),
	kind, secret string,
) (*Ticket, error) {
	ticket, err := find(ctx, kind, hashSecret(secret), s.now())
	if errors.Is(err, auth.ErrNotFound) {
		err = ErrExpired
	}
	return ticket, err
}

// replaceEmail gives an account an address, or none, and tells the former one.
func (s *Service) replaceEmail(ctx context.Context, id, address, language string) error {
	var was Record
	err := s.update(ctx, id, func(r *Record) error {
		was = *r
		r.Email, r.Language = address, language
		return nil
	})
	if errors.Is(err, ErrTaken) {
		err = invalid("another account has this e-mail address; remove it there first")
	}
	if err == nil && was.Email != "" && was.Email != address {
		s.notice(ctx, &was, was.Email, addressChanged)
	}
	return err
}

// RemoveEmail removes the address of an account. It needs a fresh proof.
func (s *Service) RemoveEmail(ctx context.Context, i *auth.Identity) error {
	if err := s.fresh(i); err != nil {
		return err
	}
	return s.replaceEmail(ctx, i.Account.ID, "", "")
}

// Email returns the confirmed address of an account, empty without one, and the language of its letters.
func (s *Service) Email(ctx context.Context, id string) (address, language string, err error) {
	r, err := s.o.Store.Account(ctx, id)
	if err != nil {
		return "", "", err
	}
	return r.Email, letterLanguage(r.Language), nil
}

// Addressee returns name, confirmed address and language of an account. The address is empty if the
// account has none, is closed or does not exist: then it gets no mail.
func (s *Service) Addressee(ctx context.Context, id string) (name, address, language string, err error) {
	r, err := s.o.Store.Account(ctx, id)
	if errors.Is(err, auth.ErrNotFound) {
		return "", "", "", nil
	}
	if err != nil || !r.Closed.IsZero() {
		return "", "", "", err
	}
	return r.Name, r.Email, letterLanguage(r.Language), nil
}

// RequestReset sends a link to a new password to the account with a name or an address, if it has a confirmed
// one. Whether there is such an account is found out later, so the answer and its time say nothing about it.
func (s *Service) RequestReset(ctx context.Context, who, language string, c Client) error {
	who = strings.TrimSpace(who)
	if who == "" || len(who) > mail.MaxAddress {
		return invalid("enter the name of your account, or its e-mail address")
	}
	err := s.slow(ctx, Attempts{"reset a " + c.Address, 10}, Attempts{"reset n " + hashSecret(strings.ToLower(who)), 3})
	if err != nil {
		return err
	}
	return s.enqueue(ctx, mail.Job{Kind: resetKind}, resetJob{who, letterLanguage(language)})
}

// ResetPassword gives the account of a link a new password, ends its sessions, revokes its tokens and begins a session.
func (s *Service) ResetPassword(ctx context.Context, secret, password string, c Client) (*SignedIn, error) {
	if _, err := checkPassword(password, ""); err != nil {
		return nil, err
	}
	leave, err := s.line.enter(c.Address)
	if err != nil {
		return nil, err
	}
	defer leave()
	ctx = auth.WithIdentity(ctx, nil) // the link proves who it is, and the browser's session may be one that ends
	ticket, err := s.ticket(ctx, s.o.Store.Ticket, resetKind, secret)
	if err != nil {
		return nil, err
	}
	r, err := s.o.Store.Account(ctx, ticket.Account)
	if err != nil {
		return nil, err
	}
	if !r.Closed.IsZero() {
		return nil, ErrClosed
	}
	in, err := s.takeBack(ctx, r, password, c, Replacement{Ticket: ticket.Hash})
	if errors.Is(err, auth.ErrNotFound) { // another request has just used it
		err = ErrExpired
	}
	return in, err
}

// composeMail names what makes the letters.
func (s *Service) composeMail() {
	if s.o.Mail == nil {
		return
	}
	s.o.Mail.Handle(confirmKind, func(ctx context.Context, data json.RawMessage) (m mail.Message, ok bool, err error) {
		var job addressJob
		if err := json.Unmarshal(data, &job); err != nil {
			return m, false, &mail.PermanentError{Err: err}
		}
		r, err := s.o.Store.Account(ctx, job.Account)
		if errors.Is(err, auth.ErrNotFound) {
			return m, false, nil
		}
		link, err := s.linkOf(ctx, err,
			&Ticket{Kind: confirmKind, Account: job.Account, Data: data, Expires: s.now().Add(confirmTime)})
		if err != nil {
			return m, false, err
		}
		return letter(confirmLetter, job.Language, job.Address, r.Name, s.o.Base, link), true, nil
	})
	s.o.Mail.Handle(resetKind, func(ctx context.Context, data json.RawMessage) (m mail.Message, ok bool, err error) {
		var job resetJob
		if err := json.Unmarshal(data, &job); err != nil {
			return m, false, &mail.PermanentError{Err: err}
		}
		r, err := s.named(ctx, job.Who)
		if errors.Is(err, auth.ErrNotFound) || err == nil && (r.Email == "" || !r.Closed.IsZero()) {
			return m, false, nil
		}
		if err != nil {
			return m, false, err
		}
		link, err := s.linkOf(ctx, nil,
			&Ticket{Kind: resetKind, Account: r.ID, Data: []byte("{}"), Expires: s.now().Add(resetTime)})
		return letter(resetLetter, job.Language, r.Email, r.Name, s.o.Base, link), err == nil, err
	})
	s.o.Mail.Handle(noticeKind, func(_ context.Context, data json.RawMessage) (m mail.Message, ok bool, err error) {
		var job noticeJob
		if err := json.Unmarshal(data, &job); err != nil {
			return m, false, &mail.PermanentError{Err: err}
		}
		return letter(job.What, job.Language, job.To, job.Name, s.o.Base, s.o.Base+"/account"), true, nil
	})
}

// named finds an account by its name or its address.
func (s *Service) named(ctx context.Context, who string) (*Record, error) {
	if !strings.Contains(who, "@") {
		return s.o.Store.AccountByKey(ctx, guessedKey(who))
	}
	address, err := mail.Address(who)
	if err != nil {
		return nil, auth.ErrNotFound
	}
	return s.o.Store.AccountByEmail(ctx, address)
}

// linkOf stores a ticket and returns the link to it. The secret stands behind a #, so that browsers send
// it to no server.
func (s *Service) linkOf(ctx context.Context, err error, t *Ticket) (string, error) {
	if err != nil {
		return "", err
	}
	secret, hash := newSecret("")
	t.Hash = hash
	return s.o.Base + "/signin#" + t.Kind + "=" + secret, s.o.Store.PutTicket(ctx, t)
}

// noticeJob is the data of a letter about what has changed.
type noticeJob struct {
	What               letterKind
	To, Name, Language string
}

// notice tells an address of an account what has changed. That it cannot is only logged: the change holds.
func (s *Service) notice(ctx context.Context, r *Record, to string, what letterKind) {
	if to == "" || !s.SendsMail() {
		return
	}
	ctx = auth.WithIdentity(ctx, nil) // the owner hears of it, even if who has done it is out meanwhile
	if err := s.enqueue(ctx, mail.Job{Kind: noticeKind, Account: r.ID},
		noticeJob{what, to, r.Name, letterLanguage(r.Language)}); err != nil {
		s.o.Log.Warn("cannot tell by e-mail that an account has changed", "error", err)
	}
}
