package account

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/web"
)

// Digests are messages about what a player has not read, at most one a day.
type Digests interface {
	// Frequency returns how often an account gets them: "never", "daily" or "weekly".
	Frequency(ctx context.Context, account string) (string, error)
	// Stop says that an account gets none.
	Stop(ctx context.Context, account string) error
}

// emailAPI registers what is about e-mail addresses, and the way back into an account by a letter.
func (s *routes) emailAPI(k *web.Kit) {
	op := web.Get("/api/account/email", "get-email", "Your e-mail address",
		web.Read(web.Account, web.Scopes(auth.EmailRead), limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[Email], error) {
		address, _, err := s.Email(ctx, web.Identity(ctx).Account.ID)
		return web.Answer(Email{Email: address}, err)
	})

	op = web.Put("/api/account/email", "put-email", "Get a letter that confirms your e-mail address",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "The address is the account's once the link in the letter is used, within a day. " +
		"It needs a proof of the last five minutes, and a server that sends e-mail."
	op.Errors = append(op.Errors, http.StatusNotFound)
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body NewEmail }) (*web.Out[Sent], error) {
			return web.Answer(Sent{Mail: true},
				s.SetEmail(ctx, web.Identity(ctx), in.Body.Email, in.Body.Language))
		})

	op = web.Delete("/api/account/email", "delete-email", "Remove your e-mail address",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[Email], error) {
		i := web.Identity(ctx)
		err := s.RemoveEmail(ctx, i)
		if err == nil && s.digests != nil {
			err = s.digests.Stop(ctx, i.Account.ID)
		}
		return web.Answer(Email{}, err)
	})

	op = web.Post("/api/email/confirm", "confirm-email", "Confirm an e-mail address by the link in a letter",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body Secret }) (*web.Out[Email], error) {
		address, err := s.ConfirmEmail(ctx, in.Body.Secret)
		return web.Answer(Email{Email: address}, err)
	})

	op = web.Get("/api/recover", "get-recovery", "Whether accounts can be recovered by e-mail",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	web.Handle(k, op, func(context.Context, *struct{}) (*web.Out[Sent], error) {
		return web.Answer(Sent{Mail: s.SendsMail()}, nil)
	})

	type request struct {
		Request *http.Request
		Body    ResetRequest
	}
	op = web.Post("/api/recover/letter", "request-reset", "Get a letter with a link to a new password",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Description = "The letter goes to the confirmed address of the account, if there is one. " +
		"The answer is the same if there is none."
	op.Errors = append(op.Errors, http.StatusNotFound)
	web.Handle(k, op, func(ctx context.Context, in *request) (*web.Out[Sent], error) {
		return web.Answer(Sent{Mail: true},
			s.RequestReset(ctx, in.Body.Who, in.Body.Language, s.client(in.Request)))
	})

	type reset struct {
		Request *http.Request
		Body    Reset
	}
	op = web.Post("/api/recover/link", "reset-password", "Set a new password by the link in a letter, and sign in",
		web.Write(web.Visitor, web.NoToken, limits.SignIn))
	op.Description = "The link is valid for an hour, once. All other sessions of the account end, " +
		"and its tokens are revoked."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *reset) (*signedInOutput, error) {
		return s.signIn(ctx, in.Request, func(c Client) (*SignedIn, error) {
			return s.ResetPassword(ctx, in.Body.Secret, in.Body.Password, c)
		})
	})
}
