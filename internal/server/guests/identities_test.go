package guests_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
)

// accounts are one account, with a session and a token.
type accounts struct{}

func (accounts) find(secret, want string, id auth.Identity) (*auth.Identity, error) {
	if secret != want {
		return nil, auth.ErrNotFound
	}
	id.Account = auth.Account{ID: "ann", Name: "Ann"}
	return &id, nil
}

func (a accounts) Session(_ context.Context, secret string) (*auth.Identity, error) {
	return a.find(secret, "session", auth.Identity{Session: "s"})
}

func (a accounts) Token(_ context.Context, secret string) (*auth.Identity, error) {
	return a.find(secret, "token", auth.Identity{Scopes: []auth.Scope{auth.BotPlay}})
}

func (accounts) Still(context.Context, *auth.Identity) (*auth.Identity, error) {
	return nil, auth.ErrEnded
}

func (accounts) Claimed(_ context.Context, guest string) (bool, error) { return guest == "ann", nil }

// A session and a token make a request the account's; the cookie of the guest that it was does
// not any more.
func TestIdentities(t *testing.T) {
	gs := guests.New(make([]byte, 32), false, time.Now)
	guard := &limits.Guard{
		Guests: gs, Accounts: accounts{}, Limiter: limits.NewLimiter(limits.Limits{}.WithDefaults(), time.Now),
	}
	for _, c := range []struct {
		guest, session, token string
		want                  string // ID of the guest; "new": any other
		status, cookies       int
	}{
		{"", "", "", "new", 200, 1},
		{"ben", "", "", "ben", 200, 0},
		{"ben", "session", "", "ann", 200, 0},
		{"ben", "ended", "", "ben", 200, 0},
		{"ann", "", "", "new", 200, 1},
		{"ann", "session", "", "ann", 200, 0},
		{"", "", "token", "ann", 200, 0},
		{"ben", "session", "revoked", "", 401, 0},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		if c.guest != "" {
			cookie, err := gs.Cookie(r, &guests.Guest{ID: c.guest, Name: "Guest of honor"})
			if err != nil {
				t.Fatal(err)
			}
			r.AddCookie(cookie)
		}
		if c.session != "" {
			r.AddCookie(gs.SessionCookie(r, c.session, time.Hour))
		}
		if c.token != "" {
			r.Header.Set("Authorization", "Bearer "+c.token)
		}
		v := guests.NewVisit(r, false)
		r = r.WithContext(guests.WithVisit(r.Context(), v))
		w := httptest.NewRecorder()
		p := guard.Identify(w, r, false)
		if p == nil {
			p = guard.Greet(w, r)
		}
		if p != nil {
			problem.Write(w, p)
		}
		ok := p == nil
		got := v.Guest.ID
		if got != "" && got != "ann" && got != "ben" {
			got = "new"
		}
		if p := gs.Player(v, "game"); got == "ann" &&
			p != (livegame.Player{
				Guest: "ann", Person: livegame.Person{Name: "Ann", Account: true},
				Place: livegame.PlaceOf(gs.AddressID(v), "game"),
			}) ||
			got == "ben" && p != (livegame.Player{Guest: "ben", Person: livegame.Person{Name: "Guest of honor"}}) {
			t.Errorf("%+v: the player is %+v", c, p)
		}
		if ok != (c.status == 200) || w.Code != c.status || got != c.want || len(w.Result().Cookies()) != c.cookies ||
			(v.Identity != nil) != (got == "ann") {
			t.Errorf("%+v: status %d, guest %q, %d cookies, identity %+v", c, w.Code, got, len(w.Result().Cookies()), v.Identity)
		}
	}
}

// The address of a player who tries a server out says nothing about who else plays there.
func TestPlaceID(t *testing.T) {
	gs := guests.New(make([]byte, 32), false, time.Now)
	for from, known := range map[string]bool{
		"127.0.0.1:80": false, "[::1]:80": false, "unix": false, "192.0.2.1:80": true, "[2001:db8::1]:80": true,
	} {
		if got := gs.PlaceID(&guests.Visit{Address: guests.AddressOf(from)}); (got != "") != known {
			t.Errorf("the place of %s is %q", from, got)
		}
	}
	if got := gs.PlaceID(&guests.Visit{Address: "192.0.2.1", Trusted: true}); got != "" {
		t.Errorf("the place of a trusted network is %q", got)
	}
}
