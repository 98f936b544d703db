package lichess

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/web"
)

// grant is what a program shows for its token, by the names of OAuth 2 (RFC 6749).
type grant struct {
	Type     string `json:"grant_type" doc:"authorization_code"`
	Code     string `json:"code"`
	Client   string `json:"client_id"`
	Redirect string `json:"redirect_uri"`
	Verifier string `json:"code_verifier" doc:"the secret whose SHA-256 was the code_challenge"`
}

// granted is a token, or why there is none, in the shape of OAuth 2.
type granted struct {
	Type        string `json:"token_type,omitempty" enum:"Bearer"`
	Token       string `json:"access_token,omitempty"`
	Scope       string `json:"scope,omitempty" doc:"what it allows, separated by spaces"`
	Error       string `json:"error,omitempty" enum:"invalid_grant,unsupported_grant_type"`
	Description string `json:"error_description,omitempty"`
}

// oauthAPI gives programs the tokens to which people agreed on the page /oauth, and takes them back.
func (s *Server) oauthAPI(k *web.Kit) {
	type output struct {
		Status int
		Body   granted
	}
	refuse := func(code, text string) (*output, error) {
		return &output{http.StatusBadRequest, granted{Error: code, Description: text}}, nil
	}
	op := program(web.Post("/api/token", "exchange-code", "Exchange a code for a token",
		web.Write(web.Visitor, web.NoToken, limits.SignIn)))
	op.Description = "The code is what the page /oauth sent to the program: OAuth 2 with PKCE. The token does not expire."
	web.Handle(k, op, func(ctx context.Context, in *struct{ Form grant }) (*output, error) {
		g := in.Form
		if g.Type != "authorization_code" {
			return refuse("unsupported_grant_type", "grant_type: expected authorization_code")
		}
		t, secret, err := s.o.Accounts.Exchange(ctx, g.Code, g.Client, g.Redirect, g.Verifier)
		if errors.Is(err, account.ErrGrant) {
			return refuse("invalid_grant", err.Error())
		}
		if err != nil {
			return nil, err
		}
		scope := strings.Join(auth.ScopeNames(t.Scopes), " ")
		return &output{http.StatusOK, granted{Type: "Bearer", Token: secret, Scope: scope}}, nil
	})

	op = program(web.Delete("/api/token", "revoke-token", "Revoke the token of the request",
		web.Write(web.Account, web.AnyToken, limits.SignIn)))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*okOutput, error) {
		i := guests.VisitOf(ctx).Identity
		if i.Token == "" {
			return nil, badRequest("expected a token in the header Authorization; a session ends at /api/signout")
		}
		return done(s.o.Accounts.RevokeToken(ctx, i.Account.ID, i.Token))
	})
}
