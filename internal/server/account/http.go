package account

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/web"
)

// Register adds the routes of accounts to a kit. Tokens cannot call what is about settings.
func (s *Service) Register(k *web.Kit) {
	r := &routes{s, k.Guests()}
	r.signInAPI(k)
	r.proofsAPI(k)
	r.sessionsAPI(k)
	r.emailAPI(k)
	r.tokensAPI(k)
	r.appsAPI(k)
	r.passkeysAPI(k)
}

// routes answers requests.
type routes struct {
	*Service

	guests *guests.Guests
}

// proofsAPI registers what is about proofs of who a person is.
func (s *routes) proofsAPI(k *web.Kit) {
	op := web.Get("/api/account/settings", "get-account-settings", "Your account",
		web.Read(web.Account, web.NoToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[Settings], error) {
		i := web.Identity(ctx)
		d, err := s.Describe(ctx, i)
		if err != nil {
			return nil, err
		}
		digest := ""
		if s.digests != nil && s.SendsMail() {
			digest, err = s.digests.Frequency(ctx, i.Account.ID)
		}
		return web.Answer(Settings{
			Account: guests.ShowAccount(&i.Account), Password: d.Password, Codes: d.Codes, Email: d.Email,
			Mail: s.SendsMail(), Digest: digest, Fresh: db.Milliseconds(i.Fresh),
		}, err)
	})

	type password struct {
		Request *http.Request
		Body    Password
	}
	op = web.Post("/api/account/confirm", "confirm", "Prove again that it is you",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "For five minutes the session may then do what is dangerous, such as change the password. " +
		"The session's cookie is replaced."
	web.Handle(k, op, func(ctx context.Context, in *password) (*signedInOutput, error) {
		return s.signIn(ctx, in.Request, func(c Client) (*SignedIn, error) {
			return s.Confirm(ctx, web.Identity(ctx), in.Body.Password, c)
		})
	})

	op = web.Put("/api/account/password", "put-password", "Change your password",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "All other sessions end."
	web.Handle(k, op, func(ctx context.Context, in *password) (*web.Out[Ended], error) {
		n, err := s.ChangePassword(ctx, web.Identity(ctx), in.Body.Password)
		return web.Answer(Ended{Ended: n}, err)
	})

	op = web.Post("/api/account/delete", "delete-account", "Delete your account",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "The name of the account confirms it. Games that are not over are aborted or lost; " +
		"opponents keep all games, without your name. Sessions and tokens end at once, the rest follows within minutes. " +
		"It cannot be undone, and needs a proof of the last five minutes."
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body DeleteAccount }) (*web.Out[Ended], error) {
			return web.Answer(Ended{Ended: 1}, s.Delete(ctx, web.Identity(ctx), in.Body.Name))
		})

	op = web.Post("/api/account/codes", "new-codes", "Replace your recovery codes",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[Codes], error) {
		list, err := s.NewCodes(ctx, web.Identity(ctx))
		return web.Answer(Codes{Codes: list}, err)
	})
}

// ThingPath is the part of a path that names a session, a token or a passkey.
type ThingPath struct {
	ID string `path:"id" maxLength:"200" pattern:"^[\\w-]+$"`
}

// sessionsAPI registers what lists and ends sessions.
func (s *routes) sessionsAPI(k *web.Kit) {
	op := web.Get("/api/account/sessions", "list-sessions", "Where you are signed in",
		web.Read(web.Account, web.NoToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[[]SessionView], error) {
		i := web.Identity(ctx)
		list, err := s.Sessions(ctx, i)
		shown := make([]SessionView, len(list))
		for n, session := range list {
			shown[n] = SessionView{
				ID: session.ID, Device: session.Device, Created: db.Milliseconds(session.Created),
				Used: db.Milliseconds(session.Used), Current: session.ID == i.Session,
			}
		}
		return web.Answer(shown, err)
	})

	op = web.Delete("/api/account/sessions/{id}", "end-session", "Sign a device out",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, in *ThingPath) (*web.Out[Ended], error) {
		n, err := s.EndSessions(ctx, web.Identity(ctx), in.ID)
		return web.Answer(Ended{Ended: n}, err)
	})

	op = web.Delete("/api/account/sessions", "end-other-sessions", "Sign all other devices out",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[Ended], error) {
		n, err := s.EndSessions(ctx, web.Identity(ctx), "")
		return web.Answer(Ended{Ended: n}, err)
	})
}

// tokensAPI registers what is about personal tokens.
func (s *routes) tokensAPI(k *web.Kit) {
	op := web.Get("/api/account/tokens", "list-tokens", "Your personal tokens",
		web.Read(web.Account, web.NoToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[[]TokenView], error) {
		list, err := s.Tokens(ctx, web.Identity(ctx))
		shown := make([]TokenView, len(list))
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
		func(ctx context.Context, in *struct{ Body NewToken }) (*web.Out[MadeToken], error) {
			scopes := make([]auth.Scope, len(in.Body.Scopes))
			for n, scope := range in.Body.Scopes {
				scopes[n] = auth.Scope(scope)
			}
			t, secret, err := s.NewToken(ctx, web.Identity(ctx), in.Body.Name, scopes)
			if err != nil {
				return nil, err
			}
			return web.Answer(MadeToken{TokenView: tokenView(t), Secret: secret}, nil)
		})

	op = web.Delete("/api/account/tokens/{id}", "delete-token", "Revoke a personal token",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, in *ThingPath) (*web.Out[Ended], error) {
		return web.Answer(Ended{Ended: 1}, s.DeleteToken(ctx, web.Identity(ctx), in.ID))
	})
}

// appsAPI registers what the page /oauth asks, on which a person gives a program a token.
func (s *routes) appsAPI(k *web.Kit) {
	op := web.Get("/api/account/app", "get-app", "A program that asks for a token",
		web.Read(web.Account, web.NoToken, limits.Read))
	op.Description = "The parameters are those of OAuth 2 with PKCE, as at the page /oauth."
	web.Handle(k, op, func(_ context.Context, in *App) (*web.Out[AppView], error) {
		r, err := in.check()
		if err != nil {
			return nil, err
		}
		v := AppView{Name: in.Client, Host: r.host, Scopes: auth.ScopeNames(r.Scopes),
			Denied: in.location("error", "access_denied")}
		return web.Answer(v, nil)
	})

	op = web.Post("/api/account/app", "authorize-app", "Give a program the token that it asks for",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "The program exchanges the code in the answer's address for the token (POST /api/token), within a " +
		"minute. It needs a proof of the last five minutes."
	web.Handle(k, op, func(ctx context.Context, in *App) (*web.Out[Authorized], error) {
		location, err := s.Authorize(ctx, web.Identity(ctx), in)
		return web.Answer(Authorized{location}, err)
	})
}

// tokenView shows a token.
func tokenView(t *Token) TokenView {
	return TokenView{
		ID: t.ID, Name: t.Name, Scopes: auth.ScopeNames(t.Scopes), Created: db.Milliseconds(t.Created),
		Used: db.Milliseconds(t.Used),
	}
}
