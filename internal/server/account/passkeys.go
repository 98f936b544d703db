package account

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/wane-chess/wane/internal/server/auth"
)

// maxPasskeys is how many passkeys an account may have.
const maxPasskeys = 20

// ceremonyTime is how long a person may take to use an authenticator.
const ceremonyTime = 5 * time.Minute

// The kinds of tickets of ceremonies.
const (
	registering = "passkey-register"
	signingIn   = "passkey-signin"
)

// Site is where people use passkeys: they are bound to it.
type Site struct {
	Host   string // such as wane.example
	Origin string // such as https://wane.example
}

// Ceremony is one that has begun: what finishes it, and what the browser has to do.
type Ceremony struct {
	Secret  string
	Options json.RawMessage // for PublicKeyCredential.parseCreationOptionsFromJSON, or …RequestOptions…
}

// relying returns what makes the ceremonies of a site.
func relying(at Site) (*webauthn.WebAuthn, error) {
	timeout := webauthn.TimeoutConfig{Enforce: true, Timeout: ceremonyTime, TimeoutUVD: ceremonyTime}
	if at.Host == "" {
		return nil, ErrNoSite
	}
	w, err := webauthn.New(&webauthn.Config{
		RPID: at.Host, RPDisplayName: "wane", RPOrigins: []string{at.Origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
		// Password managers say more than they were asked.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil { // the host is an address, or a name that no browser takes
		return nil, ErrNoSite
	}
	return w, nil
}

// holder is an account as package webauthn sees it.
type holder struct {
	*Record
	passkeys    []*Passkey
	credentials []webauthn.Credential
}

// WebAuthnID and the others implement webauthn.User.
func (h *holder) WebAuthnID() []byte                         { return h.Handle }
func (h *holder) WebAuthnName() string                       { return h.Name }
func (h *holder) WebAuthnDisplayName() string                { return h.Name }
func (h *holder) WebAuthnCredentials() []webauthn.Credential { return h.credentials }

// holder returns an account with its passkeys.
func (s *Service) holder(ctx context.Context, r *Record) (*holder, error) {
	list, err := s.o.Store.Passkeys(ctx, r.ID)
	h := &holder{Record: r, passkeys: list}
	for _, p := range list {
		var c webauthn.Credential
		if err := json.Unmarshal(p.Data, &c); err != nil {
			return nil, fmt.Errorf("read a passkey: %w", err)
		}
		h.credentials = append(h.credentials, c)
	}
	return h, err
}

// beginCeremony keeps the state of a ceremony until it is finished.
func (s *Service) beginCeremony(
	ctx context.Context, kind, account string, options any, state *webauthn.SessionData,
) (*Ceremony, error) {
	data, err := json.Marshal(state)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	secret, hash := newSecret("")
	t := &Ticket{Hash: hash, Kind: kind, Account: account, Data: data, Expires: s.now().Add(ceremonyTime)}
	return &Ceremony{secret, text}, s.o.Store.PutTicket(ctx, t)
}

// finishCeremony returns the state of a ceremony, which then is over.
func (s *Service) finishCeremony(ctx context.Context, kind, secret string) (*Ticket, *webauthn.SessionData, error) {
	t, err := s.o.Store.TakeTicket(ctx, kind, hashSecret(secret), s.now())
	if errors.Is(err, auth.ErrNotFound) {
		err = ErrExpired
	}
	if err != nil {
		return nil, nil, err
	}
	state := &webauthn.SessionData{}
	return t, state, json.Unmarshal(t.Data, state)
}

// BeginPasskey begins to add a passkey to an account. It needs a fresh proof.
func (s *Service) BeginPasskey(ctx context.Context, i *auth.Identity, at Site) (*Ceremony, error) {
	if err := s.fresh(i); err != nil {
		return nil, err
	}
	w, err := relying(at)
	if err != nil {
		return nil, err
	}
	r, err := s.o.Store.Account(ctx, i.Account.ID)
	if err != nil {
		return nil, err
	}
	h, err := s.holder(ctx, r)
	if err != nil {
		return nil, err
	}
	if len(h.passkeys) >= maxPasskeys {
		return nil, ErrMany
	}
	options, state, err := w.BeginRegistration(h,
		webauthn.WithExclusions(webauthn.Credentials(h.credentials).CredentialDescriptors()))
	if err != nil {
		return nil, err
	}
	return s.beginCeremony(ctx, registering, r.ID, options.Response, state)
}

// AddPasskey finishes to add a passkey, with what the browser answered.
func (s *Service) AddPasskey(
	ctx context.Context, i *auth.Identity, at Site, secret, name string, credential []byte,
) error {
	name, err := checkLabel(name)
	if err != nil {
		return err
	}
	w, err := relying(at)
	if err != nil {
		return err
	}
	t, state, err := s.finishCeremony(ctx, registering, secret)
	if err != nil {
		return err
	}
	if t.Account != i.Account.ID {
		return ErrExpired
	}
	r, err := s.o.Store.Account(ctx, i.Account.ID)
	if err != nil {
		return err
	}
	h, err := s.holder(ctx, r)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(credential)
	if err != nil {
		return s.unproven(err)
	}
	c, err := w.CreateCredential(h, *state, parsed)
	if err != nil {
		return s.unproven(err)
	}
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	key := &Passkey{ID: c.ID, Account: r.ID, Name: name, Data: data, Created: s.now()}
	err = s.o.Store.AddPasskey(ctx, key, maxPasskeys)
	if err == nil {
		s.notice(ctx, r, r.Email, passkeyAdded)
	}
	return err
}

// unproven turns the error of a check into ErrWrong: clients may not see why.
func (s *Service) unproven(err error) error {
	detail := err.Error()
	if known := (*protocol.Error)(nil); errors.As(err, &known) {
		detail = known.Details + ": " + known.DevInfo
	}
	s.o.Log.Debug("a passkey proves nothing", "why", detail)
	return ErrWrong
}

// BeginSignIn begins to sign in with a passkey, of whatever account.
func (s *Service) BeginSignIn(ctx context.Context, at Site) (*Ceremony, error) {
	w, err := relying(at)
	if err != nil {
		return nil, err
	}
	options, state, err := w.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, err
	}
	return s.beginCeremony(ctx, signingIn, "", options.Response, state)
}

// SignInWithPasskey finishes to sign in with a passkey. With the identity of a session of the same
// account it makes that session fresh, as Confirm does; nil: there is none.
func (s *Service) SignInWithPasskey(
	ctx context.Context, i *auth.Identity, at Site, secret string, credential []byte, c Client,
) (*SignedIn, error) {
	w, err := relying(at)
	if err != nil {
		return nil, err
	}
	_, state, err := s.finishCeremony(ctx, signingIn, secret)
	if err != nil {
		return nil, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return nil, s.unproven(err)
	}
	var h *holder
	var failed error // of the database
	_, proven, err := w.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
		r, err := s.o.Store.AccountByHandle(ctx, handle)
		if err == nil {
			h, err = s.holder(ctx, r)
		}
		if err != nil && !errors.Is(err, auth.ErrNotFound) {
			failed = err
		}
		return h, err
	}, *state, parsed)
	switch {
	case failed != nil:
		return nil, failed
	case err != nil:
		return nil, s.unproven(err)
	case proven.Authenticator.CloneWarning:
		return nil, s.unproven(errors.New("the counter of the authenticator went back"))
	}
	if err := s.noteUse(ctx, h, proven); err != nil {
		return nil, err
	}
	switch {
	case !h.Closed.IsZero():
		return nil, ErrClosed
	case i == nil || i.Session == "":
		if err := s.o.Store.PutPlace(ctx, h.ID, c.Address, s.now()); err != nil {
			return nil, err
		}
		return s.begin(ctx, h.Record, c)
	case i.Account.ID != h.ID:
		return nil, ErrWrong
	}
	return s.renew(ctx, i, h.Record)
}

// noteUse stores what has changed in a passkey by its use.
func (s *Service) noteUse(ctx context.Context, h *holder, c *webauthn.Credential) error {
	for _, p := range h.passkeys {
		if !bytes.Equal(p.ID, c.ID) {
			continue
		}
		data, err := json.Marshal(c)
		if err != nil {
			return err
		}
		p.Data, p.Used = data, s.now()
		return s.o.Store.UpdatePasskey(ctx, p)
	}
	return auth.ErrNotFound
}

// Passkeys returns the passkeys of an account, the oldest first.
func (s *Service) Passkeys(ctx context.Context, i *auth.Identity) ([]*Passkey, error) {
	return s.o.Store.Passkeys(ctx, i.Account.ID)
}

// RenamePasskey gives a passkey of an account another name.
func (s *Service) RenamePasskey(ctx context.Context, i *auth.Identity, id []byte, name string) error {
	name, err := checkLabel(name)
	if err != nil {
		return err
	}
	list, err := s.o.Store.Passkeys(ctx, i.Account.ID)
	if err != nil {
		return err
	}
	for _, p := range list {
		if bytes.Equal(p.ID, id) {
			p.Name = name
			return s.o.Store.UpdatePasskey(ctx, p)
		}
	}
	return auth.ErrNotFound
}

// DeletePasskey removes a passkey of an account, unless it is the only way to sign in. It needs a
// fresh proof.
func (s *Service) DeletePasskey(ctx context.Context, i *auth.Identity, id []byte) error {
	if err := s.fresh(i); err != nil {
		return err
	}
	return s.o.Store.DeletePasskey(ctx, i.Account.ID, id)
}
