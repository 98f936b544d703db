package api

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/web"
)

// emailAPI registers what is about e-mail addresses, and the way back into an account by a letter.
func (s *API) emailAPI(k *web.Kit) {
	op := web.Get("/api/account/email", "get-email", "Your e-mail address",
		web.Read(web.Account, web.Scopes(account.EmailRead), limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[protocol.Email], error) {
		address, _, err := s.o.Accounts.Email(ctx, web.Identity(ctx).Account.ID)
		return web.Answer(protocol.Email{Email: address}, err)
	})

	op = web.Put("/api/account/email", "put-email", "Get a letter that confirms your e-mail address",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "The address is the account's once the link in the letter is used, within a day. " +
		"It needs a proof of the last five minutes, and a server that sends e-mail."
	op.Errors = append(op.Errors, http.StatusNotFound)
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body protocol.NewEmail }) (*web.Out[protocol.Sent], error) {
			return web.Answer(protocol.Sent{Mail: true},
				s.o.Accounts.SetEmail(ctx, web.Identity(ctx), in.Body.Email, in.Body.Language))
		})

	op = web.Delete("/api/account/email", "delete-email", "Remove your e-mail address",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[protocol.Email], error) {
		i := web.Identity(ctx)
		err := s.o.Accounts.RemoveEmail(ctx, i)
		if err == nil && s.o.Digests != nil {
			err = s.o.Digests.Choose(ctx, i.Account.ID, notify.Never)
		}
		return web.Answer(protocol.Email{}, err)
	})

	op = web.Post("/api/email/confirm", "confirm-email", "Confirm an e-mail address by the link in a letter",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body protocol.Secret }) (*web.Out[protocol.Email], error) {
		if s.o.Accounts == nil {
			return nil, errNoAccounts
		}
		address, err := s.o.Accounts.ConfirmEmail(ctx, in.Body.Secret)
		return web.Answer(protocol.Email{Email: address}, err)
	})

	op = web.Get("/api/recover", "get-recovery", "Whether accounts can be recovered by e-mail",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	web.Handle(k, op, func(context.Context, *struct{}) (*web.Out[protocol.Sent], error) {
		return web.Answer(protocol.Sent{Mail: s.o.Accounts != nil && s.o.Accounts.SendsMail()}, nil)
	})

	type request struct {
		Request *http.Request
		Body    protocol.ResetRequest
	}
	op = web.Post("/api/recover/letter", "request-reset", "Get a letter with a link to a new password",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Description = "The letter goes to the confirmed address of the account, if there is one. " +
		"The answer is the same if there is none."
	op.Errors = append(op.Errors, http.StatusNotFound)
	web.Handle(k, op, func(ctx context.Context, in *request) (*web.Out[protocol.Sent], error) {
		if s.o.Accounts == nil {
			return nil, errNoAccounts
		}
		return web.Answer(protocol.Sent{Mail: true},
			s.o.Accounts.RequestReset(ctx, in.Body.Who, in.Body.Language, s.client(in.Request)))
	})

	type reset struct {
		Request *http.Request
		Body    protocol.Reset
	}
	op = web.Post("/api/recover/link", "reset-password", "Set a new password by the link in a letter, and sign in",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Description = "The link is valid for an hour, once. All other sessions of the account end, " +
		"and its tokens are revoked."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *reset) (*signedInOutput, error) {
		return s.signIn(ctx, in.Request, func(a *account.Service, c account.Client) (*account.SignedIn, error) {
			return a.ResetPassword(ctx, in.Body.Secret, in.Body.Password, c)
		})
	})
}
