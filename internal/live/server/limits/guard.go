package limits

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/problem"
)

// Accounts knows the accounts that requests prove to come from. It may be used by many
// goroutines, and answers fast: each request asks it.
type Accounts interface {
	// Session and Token return whose session or token a secret is. They return
	// account.ErrNotFound if it is none, or has ended.
	Session(ctx context.Context, secret string) (*account.Identity, error)
	Token(ctx context.Context, secret string) (*account.Identity, error)
	// Claimed reports whether a guest has become an account: the guest's cookie then proves
	// nothing.
	Claimed(ctx context.Context, guest string) (bool, error)
}

// Guard admits requests: it reads the cookies and the token, and takes from the budgets.
type Guard struct {
	Guests   *guests.Guests
	Accounts Accounts // nil: there are none
	Limiter  *Limiter
	Problems problem.Reporter
}

// Enter reads who sent a request and takes one from a budget. With greet, a
// newcomer gets a cookie. If it returns false, it has answered.
func (g *Guard) Enter(w http.ResponseWriter, r *http.Request, k Kind, greet bool) bool {
	v := guests.VisitOf(r.Context())
	wait, ok := g.Limiter.takeAddress(k, v) // first: to find out who it is may take a read of the database
	if ok {
		if !g.identify(w, r) {
			return false
		}
		wait, ok = g.Limiter.takeGuest(k, v)
	}
	if !ok {
		problem.WriteTooFast(w, wait)
		return false
	}
	// The cookie comes after the budget, so that a flood of requests costs little.
	return !greet || g.Greet(w, r)
}

// identify finds out who sent a request. If it returns false, it has answered.
func (g *Guard) identify(w http.ResponseWriter, r *http.Request) bool {
	v := guests.VisitOf(r.Context())
	guest, known := g.Guests.Read(r)
	if g.Accounts == nil {
		if known {
			v.Guest = guest
		}
		return true
	}
	id, err := g.identity(r)
	claimed := false
	if err == nil && id == nil && known {
		claimed, err = g.Accounts.Claimed(r.Context(), guest.ID)
	}
	switch {
	case errors.Is(err, account.ErrNotFound): // of a token: the guest of a session that has ended is a newcomer
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		problem.Write(w, problem.New(http.StatusUnauthorized, protocol.CodeNoToken,
			"The token is invalid or was revoked. Make another one in your account's settings."))
		return false
	case err != nil:
		g.Problems.WriteInternal(r.Context(), w, err)
		return false
	case id != nil:
		v.As(id)
	case claimed:
		v.Stale = true
	case known:
		v.Guest = guest
	}
	return true
}

// identity returns the identity of a request with a token or a session; nil without.
func (g *Guard) identity(r *http.Request) (*account.Identity, error) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return g.Accounts.Token(r.Context(), strings.TrimSpace(token))
	}
	secret := g.Guests.Session(r)
	if secret == "" {
		return nil, nil
	}
	id, err := g.Accounts.Session(r.Context(), secret)
	if errors.Is(err, account.ErrNotFound) {
		return nil, nil
	}
	return id, err
}

// Holds reports whether a request still has the identity that Enter found.
func (g *Guard) Holds(r *http.Request) bool {
	was := guests.VisitOf(r.Context()).Identity
	if was == nil {
		return true
	}
	id, err := g.identity(r)
	return err == nil && id != nil && id.Session == was.Session && id.Token == was.Token
}

// Greet reads who sent a request; a newcomer becomes a guest and gets a cookie, if the
// address has not had many newcomers. If it returns false, it has answered.
func (g *Guard) Greet(w http.ResponseWriter, r *http.Request) bool {
	if wait, ok := g.newcomer(r); !ok {
		problem.WriteTooFast(w, wait)
		return false
	}
	return g.greet(w, r)
}

func (g *Guard) greet(w http.ResponseWriter, r *http.Request) bool {
	v := guests.VisitOf(r.Context())
	w.Header().Set("Cache-Control", "no-store")
	if v.Identity != nil {
		return true
	}
	guest, err := g.Guests.Greet(w, r, v.Stale)
	if err != nil {
		g.Problems.WriteInternal(r.Context(), w, err)
		return false
	}
	v.Guest = guest
	return true
}

// GreetReader is Greet for a page, which needs no guest: if the address has had many
// newcomers, the page comes without a cookie.
func (g *Guard) GreetReader(w http.ResponseWriter, r *http.Request) bool {
	if _, ok := g.newcomer(r); !ok {
		return true
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
	if wait, ok := g.Limiter.Take(k, v); !ok {
		return problem.TooFast(wait)
	}
	return nil
}
