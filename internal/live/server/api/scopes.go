package api

import (
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/problem"
)

// The keys of an operation's scopes in its metadata, and of those that only tokens need.
const (
	scopesKey = "scopes"
	tokensKey = "tokens"
)

// scoped returns an operation that a token may call if it has one of some scopes. Of operations
// without any, a token may call those that only read and, if it may play, the others.
func scoped(op huma.Operation, scopes ...account.Scope) huma.Operation {
	op.Metadata = map[string]any{scopesKey: scopes}
	return op
}

// private returns an operation that guests and sessions may call, and a token if it has one of some
// scopes: what it reads is for the player alone.
func private(op huma.Operation, scopes ...account.Scope) huma.Operation {
	op.Metadata = map[string]any{tokensKey: scopes}
	op.Errors = append(op.Errors, http.StatusForbidden)
	return op
}

// playing are the scopes of programs that play.
var playing = []account.Scope{account.BoardPlay, account.BotPlay}

// personal returns an operation that needs a session: no token may call it.
func personal(op huma.Operation) huma.Operation {
	op = scoped(op)
	op.Errors = append(op.Errors, http.StatusUnauthorized, http.StatusForbidden)
	return op
}

// refuse returns why a request may not call an operation; nil: it may.
func refuse(r *http.Request, op *huma.Operation) *problem.Problem {
	i := guests.VisitOf(r.Context()).Identity
	scopes, given := op.Metadata[scopesKey].([]account.Scope)
	if i == nil {
		if given {
			return problem.New(http.StatusUnauthorized, protocol.CodeNoToken, "This needs an account: sign in, or send a token.")
		}
		return nil
	}
	if i.Session != "" {
		return nil
	}
	if tokens, ok := op.Metadata[tokensKey].([]account.Scope); ok {
		scopes, given = tokens, true
	}
	switch {
	case given && len(scopes) == 0:
		return problem.New(http.StatusForbidden, protocol.CodeScope, "No token may do this: sign in.")
	case !given && r.Method == http.MethodGet:
		return nil
	case !given:
		scopes = playing
	}
	if slices.ContainsFunc(scopes, i.May) {
		return nil
	}
	text := "The token needs the scope " + string(scopes[0])
	for _, scope := range scopes[1:] {
		text += " or " + string(scope)
	}
	return problem.New(http.StatusForbidden, protocol.CodeScope, text+".")
}
