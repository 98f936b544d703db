package api

import (
	"context"
	"encoding/base64"
	"net"
	"net/http"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

// passkeySite returns where the passkeys of a request are used: the base URL or, without one, the host that
// the client names. A browser signs for no other.
func (s *API) passkeySite(r *http.Request) account.Site {
	v := guests.VisitOf(r.Context())
	host, scheme := v.Host, "http"
	if s.o.Guard.Guests.Secure(r) {
		scheme = "https"
	}
	if s.o.Base != nil {
		host, scheme = s.o.Base.Host, s.o.Base.Scheme
	}
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	return account.Site{Host: name, Origin: scheme + "://" + host}
}

func ceremonyView(c *account.Ceremony) protocol.Ceremony {
	return protocol.Ceremony{Ceremony: c.Secret, Options: c.Options}
}

// passkeysAPI registers what is about passkeys.
func (s *API) passkeysAPI(k *web.Kit) {
	type begin struct{ Request *http.Request }
	op := web.Post("/api/passkeys/register/begin", "begin-passkey", "Begin to add a passkey",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "It needs a proof of the last five minutes. " +
		"Give options to PublicKeyCredential.parseCreationOptionsFromJSON, " +
		"and what navigator.credentials.create returns to finish."
	web.Handle(k, op, func(ctx context.Context, in *begin) (*web.Out[protocol.Ceremony], error) {
		at := s.passkeySite(in.Request)
		c, err := s.o.Accounts.BeginPasskey(ctx, web.Identity(ctx), at)
		if err != nil {
			return nil, err
		}
		return web.Answer(ceremonyView(c), nil)
	})

	type add struct {
		Request *http.Request
		Body    protocol.AddPasskey
	}
	op = web.Post("/api/passkeys/register/finish", "add-passkey", "Add a passkey",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Body = lineBody
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *add) (*web.Out[[]protocol.Passkey], error) {
		at := s.passkeySite(in.Request)
		err := s.o.Accounts.AddPasskey(ctx, web.Identity(ctx), at, in.Body.Ceremony, in.Body.Name, in.Body.Credential)
		if err != nil {
			return nil, err
		}
		return s.passkeys(ctx)
	})

	op = web.Post("/api/passkeys/signin/begin", "begin-sign-in", "Begin to sign in with a passkey",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Description = "Give options to PublicKeyCredential.parseRequestOptionsFromJSON, " +
		"and what navigator.credentials.get returns to finish."
	web.Handle(k, op, func(ctx context.Context, in *begin) (*web.Out[protocol.Ceremony], error) {
		at := s.passkeySite(in.Request)
		if s.o.Accounts == nil {
			return nil, errNoAccounts
		}
		c, err := s.o.Accounts.BeginSignIn(ctx, at)
		if err != nil {
			return nil, err
		}
		return web.Answer(ceremonyView(c), nil)
	})

	type finish struct {
		Request *http.Request
		Body    protocol.UsePasskey
	}
	op = web.Post("/api/passkeys/signin/finish", "sign-in-with-passkey",
		"Sign in with a passkey, or prove again that it is you",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Description = "With the cookie of a session of the same account it does what POST /api/account/confirm does."
	op.Body = lineBody
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *finish) (*signedInOutput, error) {
		at := s.passkeySite(in.Request)
		return s.signIn(ctx, in.Request, func(a *account.Service, c account.Client) (*account.SignedIn, error) {
			return a.SignInWithPasskey(ctx, web.Identity(ctx), at, in.Body.Ceremony, in.Body.Credential, c)
		})
	})

	op = web.Get("/api/account/passkeys", "list-passkeys", "Your passkeys",
		web.Read(web.Account, web.NoToken, limits.Read))
	web.Handle(k, op,
		func(ctx context.Context, _ *struct{}) (*web.Out[[]protocol.Passkey], error) { return s.passkeys(ctx) })

	type rename struct {
		ThingPath
		Body protocol.Label
	}
	op = web.Put("/api/account/passkeys/{id}", "rename-passkey", "Rename a passkey",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, in *rename) (*web.Out[[]protocol.Passkey], error) {
		id, _ := base64.RawURLEncoding.DecodeString(in.ID)
		if err := s.o.Accounts.RenamePasskey(ctx, web.Identity(ctx), id, in.Body.Name); err != nil {
			return nil, err
		}
		return s.passkeys(ctx)
	})

	op = web.Delete("/api/account/passkeys/{id}", "delete-passkey", "Remove a passkey",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *ThingPath) (*web.Out[[]protocol.Passkey], error) {
		id, _ := base64.RawURLEncoding.DecodeString(in.ID)
		if err := s.o.Accounts.DeletePasskey(ctx, web.Identity(ctx), id); err != nil {
			return nil, err
		}
		return s.passkeys(ctx)
	})
}

// passkeys answers with the passkeys of the account.
func (s *API) passkeys(ctx context.Context) (*web.Out[[]protocol.Passkey], error) {
	list, err := s.o.Accounts.Passkeys(ctx, web.Identity(ctx))
	shown := make([]protocol.Passkey, len(list))
	for n, p := range list {
		shown[n] = protocol.Passkey{
			ID: base64.RawURLEncoding.EncodeToString(p.ID), Name: p.Name, Created: views.Millis(p.Created),
			Used: views.Millis(p.Used),
		}
	}
	return web.Answer(shown, err)
}
