package account

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/server/auth"
)

// TokenPrefix begins the secret of each token, so that people and scanners of leaked secrets know
// one.
const TokenPrefix = "wane_"

// What an account may have.
const (
	maxTokens = 20
	maxLabel  = 60 // characters of the name of a token or passkey
)

// NewToken makes a token that may do what its scopes say. The secret is not known again. It needs a
// fresh proof: a token outlives the session.
func (s *Service) NewToken(
	ctx context.Context, i *auth.Identity, name string, scopes []auth.Scope,
) (t *Token, secret string, err error) {
	if err := s.fresh(i); err != nil {
		return nil, "", err
	}
	return s.GrantToken(ctx, i.Account, name, scopes)
}

// GrantToken is NewToken for the operator of the server, who needs no proof.
func (s *Service) GrantToken(
	ctx context.Context, a auth.Account, name string, scopes []auth.Scope,
) (t *Token, secret string, err error) {
	if name, err = checkLabel(name); err != nil {
		return nil, "", err
	}
	for _, scope := range scopes {
		if !slices.Contains(auth.Scopes, scope) {
			return nil, "", invalid("there is no scope %.40q", scope)
		}
		if scope == auth.EngineWork && !a.Role.AtLeast(auth.Admin) {
			return nil, "", invalid("only an admin's account has tokens with the scope %s", scope)
		}
	}
	t, secret = s.newToken(a, name, scopes)
	return t, secret, s.o.Store.AddToken(ctx, t, maxTokens)
}

// newToken returns a token that is not stored, and its secret.
func (s *Service) newToken(a auth.Account, name string, scopes []auth.Scope) (*Token, string) {
	scopes = slices.Compact(slices.Sorted(slices.Values(scopes)))
	secret, hash := newSecret(TokenPrefix)
	return &Token{ID: newID(), Account: a.ID, Hash: hash, Name: name, Scopes: scopes, Created: s.now()}, secret
}

// checkLabel returns the name that a person gives a token or a passkey.
func checkLabel(text string) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	switch {
	case !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "", invalid("the name has a character that cannot be shown")
	case text == "":
		return "", invalid("the name is empty; say what this is for")
	case utf8.RuneCountInString(text) > maxLabel:
		return "", invalid("the name has more than %d characters", maxLabel)
	}
	return text, nil
}

// Tokens returns the tokens of an account, the last made first.
func (s *Service) Tokens(ctx context.Context, i *auth.Identity) ([]*Token, error) {
	return s.o.Store.Tokens(ctx, i.Account.ID)
}

// DeleteToken revokes a token of an account.
func (s *Service) DeleteToken(ctx context.Context, i *auth.Identity, id string) error {
	return s.RevokeToken(ctx, i.Account.ID, id)
}

// RevokeToken revokes a token of the account with an ID.
func (s *Service) RevokeToken(ctx context.Context, account, id string) error {
	if err := s.o.Store.DeleteToken(ctx, account, id); err != nil {
		return err
	}
	s.changed(ctx, Change{Account: account, Ended: id})
	return nil
}
