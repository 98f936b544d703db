package site

import (
	"context"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/adopt"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/web"
)

// Adopted says how many games of a guest an account got at once (POST /api/account/guest). Others may follow.
type Adopted struct {
	Games int `json:"games"`
}

// Adopter gives the games of guests to accounts; see adopt.Adopter.
type Adopter interface {
	Adopt(ctx context.Context, c account.Claim) (games int, err error)
}

// adoptTime bounds how long a request waits for its games. A node goes on with the rest.
const adoptTime = 5 * time.Second

// guestAPI registers what gives an account the games of the guest of the same browser. It is a request of
// its own, after the sign-in, so that the page can ask first.
func (s *API) guestAPI(k *web.Kit) {
	type withCookies struct{ Request *http.Request }
	op := web.Post("/api/account/guest", "adopt-guest", "Add to your account what you played as a guest in this browser",
		web.Write(web.Account, web.NoToken, limits.SignIn))
	op.Description = "The cookie of the guest says who that is. The games become the account's, " +
		"also those that are not over, and the guest ends. Without such a guest nothing changes."
	web.Handle(k, op, func(ctx context.Context, in *withCookies) (*web.Out[Adopted], error) {
		guest, known := s.o.Guard.Guests.Read(in.Request)
		id := web.Identity(ctx).Account.ID
		if !known || guest.ID == id || s.o.Adopt == nil {
			return web.Answer(Adopted{}, nil)
		}
		claimed, err := s.o.Accounts.Claim(ctx, guest.ID, id, time.Now().Add(adopt.Again))
		if err != nil || !claimed {
			return web.Answer(Adopted{}, err)
		}
		ctx, cancel := context.WithTimeout(ctx, adoptTime)
		defer cancel()
		n, err := s.o.Adopt.Adopt(ctx, account.Claim{Guest: guest.ID, Account: id})
		if err != nil { // it is claimed, and a node goes on
			s.o.Log.Warn("an account gets its guest's games later", "error", err)
		}
		return web.Answer(Adopted{Games: n}, nil)
	})
}
