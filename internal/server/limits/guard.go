package limits

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Accounts knows the accounts that requests prove to come from. It may be used by many
// goroutines, and answers fast: each request asks it.
type Accounts interface {
	// Session and Token return whose session or token a secret is. They return
	// auth.ErrNotFound if it is none, or has ended.
	Session(ctx context.Context, secret string) (*auth.Identity, error)
	Token(ctx context.Context, secret string) (*auth.Identity, error)
	// Still reads an identity again, from the database. It returns auth.ErrNotFound if it has ended.
	Still(ctx context.Context, i *auth.Identity) (*auth.Identity, error)
	// Claimed reports whether a guest has become an account: the guest's cookie then proves
	// nothing.
	Claimed(ctx context.Context, guest string) (bool, error)
}

// Guard knows who sends requests, and takes from the budgets.
type Guard struct {
	Guests   *guests.Guests
	Accounts Accounts // nil: there are none
	Limiter  *Limiter
	Disk     *Disk // of the database; nil: it is not watched
	Problems problem.Reporter
}

// Identify finds out who sent a request, and notes it in the visit of the request's context. It returns why the
// request is rejected; nil: it is not. Once it has found an identity, another call finds the same or rejects the
// request; with fresh it asks the database.
func (g *Guard) Identify(w http.ResponseWriter, r *http.Request, fresh bool) *problem.Problem {
	v := guests.VisitOf(r.Context())
	guest, known := g.Guests.Read(r)
	if g.Accounts == nil {
		if known {
			v.Guest = guest
		}
		return nil
	}
	was := v.Identity
	id, err := g.identity(r)
	if err == nil && was != nil && fresh && id.Is(was) {
		id, err = g.Accounts.Still(r.Context(), was)
	}
	if was != nil && (err == nil && !id.Is(was) || errors.Is(err, auth.ErrNotFound)) {
		err = auth.ErrEnded
	}
	claimed := false
	if err == nil && id == nil && known {
		claimed, err = g.Accounts.Claimed(r.Context(), guest.ID)
	}
	switch {
	case errors.Is(err, auth.ErrEnded):
		return problem.New(http.StatusUnauthorized, problem.CodeNoToken, problem.Sentence(auth.ErrEnded))
	case errors.Is(err, auth.ErrNotFound): // of a token: the guest of a session that has ended is a newcomer
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		return problem.New(http.StatusUnauthorized, problem.CodeNoToken,
			"The token is invalid or was revoked. Make another one in your account's settings.")
	case err != nil:
		return g.Problems.Internal(r.Context(), err)
	case id != nil:
		v.As(id)
	case claimed:
		v.Guest, v.Stale = guests.Guest{}, true
	case known:
		v.Guest = guest
	}
	return nil
}

// identity returns the identity of a request with a token or a session; nil without.
func (g *Guard) identity(r *http.Request) (*auth.Identity, error) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return g.Accounts.Token(r.Context(), strings.TrimSpace(token))
	}
	secret := g.Guests.Session(r)
	if secret == "" {
		return nil, nil
	}
	id, err := g.Accounts.Session(r.Context(), secret)
	if errors.Is(err, auth.ErrNotFound) {
		return nil, nil
	}
	return id, err
}

// Holds reports whether a request still has the identity that Identify found.
func (g *Guard) Holds(r *http.Request) bool {
	was := guests.VisitOf(r.Context()).Identity
	if was == nil {
		return true
	}
	id, err := g.identity(r)
	return err == nil && id.Is(was)
}

// Greet makes a newcomer a guest, who gets a cookie, if the address has not had many newcomers. It returns why the
// request is rejected; nil: it is not.
func (g *Guard) Greet(w http.ResponseWriter, r *http.Request) *problem.Problem {
	if p := tooFast(g.newcomer(r)); p != nil {
		return p
	}
	return g.greet(w, r)
}

func (g *Guard) greet(w http.ResponseWriter, r *http.Request) *problem.Problem {
	v := guests.VisitOf(r.Context())
	if v.Identity != nil {
		return nil
	}
	guest, err := g.Guests.Greet(w, r, v.Stale)
	if err != nil {
		return g.Problems.Internal(r.Context(), err)
	}
	v.Guest = guest
	return nil
}

// GreetReader is Greet for a page, which needs no guest: if the address has had many
// newcomers, the page comes without a cookie.
func (g *Guard) GreetReader(w http.ResponseWriter, r *http.Request) *problem.Problem {
	if _, ok := g.newcomer(r); !ok {
		return nil
	}
	return g.greet(w, r)
}

// newcomer takes one from the budget of newcomers if a request comes from one.
func (g *Guard) newcomer(r *http.Request) (wait time.Duration, ok bool) {
	if v := guests.VisitOf(r.Context()); v.Guest.ID != "" {
		return 0, true
	}
	return g.Limiter.Take(Newcomer, &guests.Visit{Address: guests.VisitOf(r.Context()).Address})
}

// Take takes one from a budget, or returns the error that the client gets.
func (g *Guard) Take(k Kind, v *guests.Visit) error {
	if p := tooFast(g.Limiter.Take(k, v)); p != nil {
		return p
	}
	return nil
}

// TakeAddress and TakeGuest take n from the budget of an address, and of who it is. The first must be there; the
// others may leave a debt. They return why the request is rejected; nil: it is not.
func (g *Guard) TakeAddress(k Kind, v *guests.Visit, n int) *problem.Problem {
	return tooFast(g.Limiter.takeAddress(k, v, n))
}

// TakeGuest is described with TakeAddress.
func (g *Guard) TakeGuest(k Kind, v *guests.Visit, n int) *problem.Problem {
	return tooFast(g.Limiter.takeGuest(k, v, n))
}

func tooFast(wait time.Duration, ok bool) *problem.Problem {
	if ok {
		return nil
	}
	return problem.TooFast(wait)
}
