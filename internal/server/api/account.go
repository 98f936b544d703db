package api

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

// accountAPI registers the settings of an account. Tokens cannot call them.
func (s *API) accountAPI(k *web.Kit) {
	s.proofsAPI(k)
	s.sessionsAPI(k)
	s.emailAPI(k)
	s.tokensAPI(k)
	s.passkeysAPI(k)
}

// proofsAPI registers what is about proofs of who a person is.
func (s *API) proofsAPI(k *web.Kit) {
	op := web.Get("/api/account/settings", "get-account-settings", "Your account",
		web.Read(web.Account, web.NoToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[protocol.Settings], error) {
		i := web.Identity(ctx)
		d, err := s.o.Accounts.Describe(ctx, i)
		if err != nil {
			return nil, err
		}
		digest, err := "", error(nil)
		if s.o.Digests != nil && s.o.Accounts.SendsMail() {
			var every notify.Every
			every, err = s.o.Digests.Of(ctx, i.Account.ID)
			digest = string(every)
		}
		return web.Answer(protocol.Settings{
			Account: guests.MyAccount(&i.Account), Password: d.Password, Codes: d.Codes, Email: d.Email,
			Mail: s.o.Accounts.SendsMail(), Digest: digest, Fresh: views.Millis(i.Fresh),
		}, err)
	})

	type password struct {
		Request *http.Request
		Body    protocol.Password
	}
	op = web.Post("/api/account/confirm", "confirm", "Prove again that it is you",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "For five minutes the session may then do what is dangerous, such as change the password. " +
		"The session's cookie is replaced."
	web.Handle(k, op, func(ctx context.Context, in *password) (*signedInOutput, error) {
		return s.signIn(ctx, in.Request, func(a *account.Service, c account.Client) (*account.SignedIn, error) {
			return a.Confirm(ctx, web.Identity(ctx), in.Body.Password, c)
		})
	})

	op = web.Put("/api/account/password", "put-password", "Change your password",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "All other sessions end."
	web.Handle(k, op, func(ctx context.Context, in *password) (*web.Out[protocol.Ended], error) {
		n, err := s.o.Accounts.ChangePassword(ctx, web.Identity(ctx), in.Body.Password)
		return web.Answer(protocol.Ended{Ended: n}, err)
	})

	op = web.Post("/api/account/delete", "delete-account", "Delete your account",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "The name of the account confirms it. Games that are not over are aborted or lost; " +
		"opponents keep all games, without your name. Sessions and tokens end at once, the rest follows within minutes. " +
		"It cannot be undone, and needs a proof of the last five minutes."
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body protocol.DeleteAccount }) (*web.Out[protocol.Ended], error) {
			return web.Answer(protocol.Ended{Ended: 1}, s.o.Accounts.Delete(ctx, web.Identity(ctx), in.Body.Name))
		})

	op = web.Post("/api/account/codes", "new-codes", "Replace your recovery codes",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[protocol.Codes], error) {
		list, err := s.o.Accounts.NewCodes(ctx, web.Identity(ctx))
		return web.Answer(protocol.Codes{Codes: list}, err)
	})
}

// ThingPath is the part of a path that names a session, a token or a passkey.
type ThingPath struct {
	ID string `path:"id" maxLength:"200" pattern:"^[\\w-]+$"`
}

// sessionsAPI registers what lists and ends sessions.
func (s *API) sessionsAPI(k *web.Kit) {
	op := web.Get("/api/account/sessions", "list-sessions", "Where you are signed in",
		web.Read(web.Account, web.NoToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[[]protocol.Session], error) {
		i := web.Identity(ctx)
		list, err := s.o.Accounts.Sessions(ctx, i)
		shown := make([]protocol.Session, len(list))
		for n, session := range list {
			shown[n] = protocol.Session{
				ID: session.ID, Device: session.Device, Created: views.Millis(session.Created), Used: views.Millis(session.Used),
				Current: session.ID == i.Session,
			}
		}
		return web.Answer(shown, err)
	})

	op = web.Delete("/api/account/sessions/{id}", "end-session", "Sign a device out",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, in *ThingPath) (*web.Out[protocol.Ended], error) {
		n, err := s.o.Accounts.EndSessions(ctx, web.Identity(ctx), in.ID)
		return web.Answer(protocol.Ended{Ended: n}, err)
	})

	op = web.Delete("/api/account/sessions", "end-other-sessions", "Sign all other devices out",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[protocol.Ended], error) {
		n, err := s.o.Accounts.EndSessions(ctx, web.Identity(ctx), "")
		return web.Answer(protocol.Ended{Ended: n}, err)
	})
}

// tokensAPI registers what is about personal tokens.
func (s *API) tokensAPI(k *web.Kit) {
	op := web.Get("/api/account/tokens", "list-tokens", "Your personal tokens",
		web.Read(web.Account, web.NoToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[[]protocol.Token], error) {
		list, err := s.o.Accounts.Tokens(ctx, web.Identity(ctx))
		shown := make([]protocol.Token, len(list))
		for n, t := range list {
			shown[n] = tokenView(t)
		}
		return web.Answer(shown, err)
	})

	op = web.Post("/api/account/tokens", "new-token", "Make a personal token",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "The answer has the token's secret, which is not shown again. " +
		"It needs a proof of the last five minutes."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body protocol.NewToken }) (*web.Out[protocol.MadeToken], error) {
			scopes := make([]account.Scope, len(in.Body.Scopes))
			for n, scope := range in.Body.Scopes {
				scopes[n] = account.Scope(scope)
			}
			t, secret, err := s.o.Accounts.NewToken(ctx, web.Identity(ctx), in.Body.Name, scopes)
			if err != nil {
				return nil, err
			}
			return web.Answer(protocol.MadeToken{Token: tokenView(t), Secret: secret}, nil)
		})

	op = web.Delete("/api/account/tokens/{id}", "delete-token", "Revoke a personal token",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, in *ThingPath) (*web.Out[protocol.Ended], error) {
		return web.Answer(protocol.Ended{Ended: 1}, s.o.Accounts.DeleteToken(ctx, web.Identity(ctx), in.ID))
	})
}

func tokenView(t *account.Token) protocol.Token {
	shown := protocol.Token{
		ID: t.ID, Name: t.Name, Scopes: make([]string, len(t.Scopes)), Created: views.Millis(t.Created),
		Used: views.Millis(t.Used),
	}
	for n, scope := range t.Scopes {
		shown.Scopes[n] = string(scope)
	}
	return shown
}
