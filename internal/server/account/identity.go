package account

import (
	"context"
	"errors"
)

// ErrEnded says that the identity of a context is not valid any more.
var ErrEnded = errors.New("your session or token has ended: sign in again")

type identityKey struct{}

// WithIdentity returns a context for the work that an identity asks for. Each transaction of a store that gets
// the context fails with ErrEnded once the session or token, the account or its role has ended. A nil identity
// lifts that: the work does not depend on one.
func WithIdentity(ctx context.Context, i *Identity) context.Context {
	return context.WithValue(ctx, identityKey{}, i)
}

// IdentityOf returns the identity that asks for the work of a context; nil: none.
func IdentityOf(ctx context.Context) *Identity {
	i, _ := ctx.Value(identityKey{}).(*Identity)
	return i
}

// Detached returns a context without end and identity, for work that a request begins and others use, such as
// what fills a cache or stores the messages of many.
func Detached(ctx context.Context) context.Context {
	return WithIdentity(context.WithoutCancel(ctx), nil)
}
