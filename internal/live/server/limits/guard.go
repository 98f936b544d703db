package limits

import (
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/problem"
)

// Guard admits requests: it reads the guest's cookie and takes from the budgets.
type Guard struct {
	Guests   *guests.Guests
	Limiter  *Limiter
	Problems problem.Reporter
}

// Enter reads who sent a request and takes one from a budget. With greet, a
// newcomer gets a cookie. If it returns false, it has answered.
func (g *Guard) Enter(w http.ResponseWriter, r *http.Request, k Kind, greet bool) bool {
	v := guests.VisitOf(r.Context())
	if guest, known := g.Guests.Read(r); known {
		v.Guest = guest
	}
	if wait, ok := g.Limiter.Take(k, v); !ok {
		problem.WriteTooFast(w, wait)
		return false
	}
	// The cookie comes after the budget, so that a flood of requests costs little.
	return !greet || g.Greet(w, r)
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
	guest, err := g.Guests.Greet(w, r)
	if err != nil {
		g.Problems.WriteInternal(r.Context(), w, err)
		return false
	}
	guests.VisitOf(r.Context()).Guest = guest
	w.Header().Set("Cache-Control", "no-store")
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
	if _, known := g.Guests.Read(r); known {
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
