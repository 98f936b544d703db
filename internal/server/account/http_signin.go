package account

import (
	"context"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/web"
)

type signedInOutput struct {
	SetCookie *http.Cookie `header:"Set-Cookie"`
	Body      SignedInView
}

// signInAPI registers what begins and ends sessions.
func (s *routes) signInAPI(k *web.Kit) {
	type signUp struct {
		Request *http.Request
		Body    SignUp
	}
	op := web.Post("/api/signup", "sign-up", "Make an account",
		web.Write(web.Player, web.NoToken, limits.SignUp))
	op.Description = "A guest who makes an account keeps all games. The answer has recovery codes, " +
		"which are not shown again."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *signUp) (*signedInOutput, error) {
		if guests.VisitOf(ctx).Identity != nil {
			return nil, problem.New(http.StatusConflict, problem.CodeBadRequest, "You are signed in: sign out first.")
		}
		err := publictext.Check(time.Now(), guests.VisitOf(ctx).Author(), publictext.PlayerName, in.Body.Name)
		if err != nil {
			return nil, err
		}
		return s.signIn(ctx, in.Request, func(c Client) (*SignedIn, error) {
			return s.SignUp(ctx, guests.VisitOf(ctx).Guest.ID, in.Body.Name, in.Body.Password, c)
		})
	})

	type signIn struct {
		Request *http.Request
		Body    SignIn
	}
	op = web.Post("/api/signin", "sign-in", "Sign in with a password",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Description = "After wrong attempts the next has to wait, longer each time: the status is 429. " +
		"The answer is the same for names that do not exist."
	web.Handle(k, op, func(ctx context.Context, in *signIn) (*signedInOutput, error) {
		return s.signIn(ctx, in.Request, func(c Client) (*SignedIn, error) {
			return s.SignIn(ctx, in.Body.Name, in.Body.Password, c)
		})
	})

	type recovery struct {
		Request *http.Request
		Body    Recover
	}
	op = web.Post("/api/recover", "recover", "Sign in with a recovery code, and set a new password",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Description = "All other sessions of the account end. Attempts count as those to sign in."
	web.Handle(k, op, func(ctx context.Context, in *recovery) (*signedInOutput, error) {
		return s.signIn(ctx, in.Request, func(c Client) (*SignedIn, error) {
			return s.Recover(ctx, in.Body.Name, in.Body.Code, in.Body.Password, c)
		})
	})

	type signOut struct{ Request *http.Request }
	type signedOut struct {
		SetCookie *http.Cookie `header:"Set-Cookie"`
		Clear     string       `header:"Clear-Site-Data"`
		Body      Ended
	}
	op = web.Post("/api/signout", "sign-out", "End your session",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, in *signOut) (*signedOut, error) {
		if err := s.SignOut(ctx, guests.VisitOf(ctx).Identity); err != nil {
			return nil, err
		}
		return &signedOut{
			SetCookie: s.guests.SessionCookie(in.Request, "", 0), Clear: `"cache"`, Body: Ended{Ended: 1},
		}, nil
	})
}

// signIn begins a session, or renews one, and answers with its cookie.
func (s *routes) signIn(
	ctx context.Context, r *http.Request, begin func(Client) (*SignedIn, error),
) (*signedInOutput, error) {
	in, err := begin(s.client(r))
	if err != nil {
		return nil, err
	}
	v := guests.VisitOf(ctx)
	v.As(&in.Identity)
	return &signedInOutput{
		SetCookie: s.guests.SessionCookie(r, in.Secret, Longest),
		Body:      SignedInView{Me: s.guests.Me(v.Guest, v.Account()), Codes: in.Codes},
	}, nil
}

// client describes who signs in.
func (s *routes) client(r *http.Request) Client {
	return Client{
		Address: s.guests.AddressID(guests.VisitOf(r.Context())), Device: deviceOf(r.UserAgent()),
	}
}
