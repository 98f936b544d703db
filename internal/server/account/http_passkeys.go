package account

import (
	"context"
	"encoding/base64"
	"net"
	"net/http"
	"strings"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/web"
)

// credentialBody is the longest body with a credential, in bytes.
const credentialBody = 64 << 10

// passkeySite returns where the passkeys of a request are used: the base URL or, without one, the host that
// the client names. A browser signs for no other.
func (s *routes) passkeySite(r *http.Request) Site {
	v := guests.VisitOf(r.Context())
	host, scheme := v.Host, "http"
	if s.guests.Secure(r) {
		scheme = "https"
	}
	if before, after, found := strings.Cut(s.o.Base, "://"); found {
		host, scheme = after, before
	}
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	return Site{Host: name, Origin: scheme + "://" + host}
}

func ceremonyView(c *Ceremony) CeremonyView {
	return CeremonyView{Ceremony: c.Secret, Options: c.Options}
}

// passkeysAPI registers what is about passkeys.
func (s *routes) passkeysAPI(k *web.Kit) {
	type begin struct{ Request *http.Request }
	op := web.Post("/api/passkeys/register/begin", "begin-passkey", "Begin to add a passkey",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "It needs a proof of the last five minutes. " +
		"Give options to PublicKeyCredential.parseCreationOptionsFromJSON, " +
		"and what navigator.credentials.create returns to finish."
	web.Handle(k, op, func(ctx context.Context, in *begin) (*web.Out[CeremonyView], error) {
		at := s.passkeySite(in.Request)
		c, err := s.BeginPasskey(ctx, web.Identity(ctx), at)
		if err != nil {
			return nil, err
		}
		return web.Answer(ceremonyView(c), nil)
	})

	type add struct {
		Request *http.Request
		Body    AddPasskey
	}
	op = web.Post("/api/passkeys/register/finish", "add-passkey", "Add a passkey",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Body = credentialBody
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *add) (*web.Out[[]PasskeyView], error) {
		at := s.passkeySite(in.Request)
		err := s.AddPasskey(ctx, web.Identity(ctx), at, in.Body.Ceremony, in.Body.Name, in.Body.Credential)
		if err != nil {
			return nil, err
		}
		return s.passkeys(ctx)
	})

	op = web.Post("/api/passkeys/signin/begin", "begin-sign-in", "Begin to sign in with a passkey",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Description = "Give options to PublicKeyCredential.parseRequestOptionsFromJSON, " +
		"and what navigator.credentials.get returns to finish."
	web.Handle(k, op, func(ctx context.Context, in *begin) (*web.Out[CeremonyView], error) {
		at := s.passkeySite(in.Request)
		c, err := s.BeginSignIn(ctx, at)
		if err != nil {
			return nil, err
		}
		return web.Answer(ceremonyView(c), nil)
	})

	type finish struct {
		Request *http.Request
		Body    UsePasskey
	}
	op = web.Post("/api/passkeys/signin/finish", "sign-in-with-passkey",
		"Sign in with a passkey, or prove again that it is you",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Description = "With the cookie of a session of the same account it does what POST /api/account/confirm does."
	op.Body = credentialBody
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *finish) (*signedInOutput, error) {
		at := s.passkeySite(in.Request)
		return s.signIn(ctx, in.Request, func(c Client) (*SignedIn, error) {
			return s.SignInWithPasskey(ctx, web.Identity(ctx), at, in.Body.Ceremony, in.Body.Credential, c)
		})
	})

	op = web.Get("/api/account/passkeys", "list-passkeys", "Your passkeys",
		web.Read(web.Account, web.NoToken, limits.Read))
	web.Handle(k, op,
		func(ctx context.Context, _ *struct{}) (*web.Out[[]PasskeyView], error) { return s.passkeys(ctx) })

	type rename struct {
		ThingPath
		Body Label
	}
	op = web.Put("/api/account/passkeys/{id}", "rename-passkey", "Rename a passkey",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, in *rename) (*web.Out[[]PasskeyView], error) {
		id, _ := base64.RawURLEncoding.DecodeString(in.ID)
		if err := s.RenamePasskey(ctx, web.Identity(ctx), id, in.Body.Name); err != nil {
			return nil, err
		}
		return s.passkeys(ctx)
	})

	op = web.Delete("/api/account/passkeys/{id}", "delete-passkey", "Remove a passkey",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *ThingPath) (*web.Out[[]PasskeyView], error) {
		id, _ := base64.RawURLEncoding.DecodeString(in.ID)
		if err := s.DeletePasskey(ctx, web.Identity(ctx), id); err != nil {
			return nil, err
		}
		return s.passkeys(ctx)
	})
}

// passkeys answers with the passkeys of the account.
func (s *routes) passkeys(ctx context.Context) (*web.Out[[]PasskeyView], error) {
	list, err := s.Passkeys(ctx, web.Identity(ctx))
	shown := make([]PasskeyView, len(list))
	for n, p := range list {
		shown[n] = PasskeyView{
			ID: base64.RawURLEncoding.EncodeToString(p.ID), Name: p.Name, Created: db.Milliseconds(p.Created),
			Used: db.Milliseconds(p.Used),
		}
	}
	return web.Answer(shown, err)
}
