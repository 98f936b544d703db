package account_test

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
)

const (
	verifier = "a secret of the program"
	redirect = "https://board.example/in?x=1"
)

// request is what a program asks for.
func request() *account.App {
	sum := sha256.Sum256([]byte(verifier))
	return &account.App{
		Client: "board", Redirect: redirect, Response: "code", Method: "S256", State: "a b",
		Challenge: base64.RawURLEncoding.EncodeToString(sum[:]), Scope: "board:play msg:write board:play engine:work",
	}
}

// code has an account approve a request, and returns the code.
func (w *world) code(i *auth.Identity, a *account.App) string {
	w.Helper()
	location, err := w.Authorize(w.Context(), i, a)
	w.must(err)
	u, err := url.Parse(location)
	w.must(err)
	if u.Host != "board.example" || u.Query().Get("x") != "1" || u.Query().Get("state") != "a b" {
		w.Errorf("the browser goes to %s", location)
	}
	return u.Query().Get("code")
}

// A code is valid once, for a minute, for whom it was made, and while the account is open. Scopes that there are not
// are left out.
func TestExchange(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	in := w.join("guest-1", "Ann")
	i := &in.Identity
	granted, secret, err := w.other.Exchange(ctx, w.code(i, request()), "board", redirect, verifier)
	w.must(err)
	by, err := w.Token(ctx, secret)
	w.must(err)
	if granted.Name != "board (board.example)" || !slices.Equal(by.Scopes, []auth.Scope{auth.BoardPlay}) {
		t.Errorf("the token is %+v, and may %v", granted, by.Scopes)
	}
	for what, ask := range map[string]func(code string) (client, address, secret string){
		"another client":   func(string) (string, string, string) { return "other", redirect, verifier },
		"another address":  func(string) (string, string, string) { return "board", redirect + "2", verifier },
		"another verifier": func(string) (string, string, string) { return "board", redirect, verifier + "2" },
		"late": func(string) (string, string, string) {
			w.now = w.now.Add(time.Minute)
			return "board", redirect, verifier
		},
		"used": func(code string) (string, string, string) {
			_, _, err := w.Exchange(ctx, code, "board", redirect, verifier)
			w.must(err)
			return "board", redirect, verifier
		},
	} {
		code := w.code(i, request())
		client, address, secret := ask(code)
		if _, _, err := w.Exchange(ctx, code, client, address, secret); !errors.Is(err, account.ErrGrant) {
			t.Errorf("%s: %v", what, err)
		}
	}
	code := w.code(i, request())
	w.must(w.Close(ctx, i.Account.ID))
	_, _, err = w.Exchange(ctx, code, "board", redirect, verifier)
	w.wantError(err, account.ErrGrant)
}

// A program has five tokens of an account; one more ends the oldest. Where there is no room for its tokens, the person
// learns it.
func TestTokensOfPrograms(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	in := w.join("guest-1", "Ann")
	var secrets []string
	for range 6 {
		w.now = w.now.Add(time.Second)
		_, secret, err := w.Exchange(ctx, w.code(&in.Identity, request()), "board", redirect, verifier)
		w.must(err)
		secrets = append(secrets, secret)
	}
	for n, secret := range secrets {
		if _, err := w.Token(ctx, secret); errors.Is(err, auth.ErrNotFound) != (n == 0) {
			t.Errorf("token %d: %v", n, err)
		}
	}
	for range 15 {
		_, _, err := w.NewToken(ctx, &in.Identity, "board", nil)
		w.must(err)
	}
	w.code(&in.Identity, request()) // replaces one of its own
	other := request()
	other.Client = "clock"
	_, err := w.Authorize(ctx, &in.Identity, other)
	w.wantError(err, account.ErrMany)
	w.now = w.now.Add(account.Freshness)
	_, err = w.Authorize(ctx, &in.Identity, request())
	w.wantError(err, account.ErrStale)
}

// Nothing is sent to where it could be something else.
func TestRedirects(t *testing.T) {
	w := newWorld(t)
	in := w.join("guest-1", "Ann")
	for to, allowed := range map[string]bool{
		"https://board.example": true, "http://localhost:9000/in": true, "http://127.0.0.1/": true, "http://[::1]:9/": true,
		"com.example.app:/in": true, "http://board.example/": false, "javascript:alert(1)": false, "data:text/html,x": false,
		"//board.example/": false, "/in": false, "https://board.example/#x": false, "https:///in": false, "": false,
		"https://bоard.example/": false, "http://localhost.example/": false,
	} {
		a := request()
		a.Redirect = to
		_, err := w.Authorize(t.Context(), &in.Identity, a)
		if invalid := (*account.InvalidError)(nil); (err == nil) != allowed || !allowed && !errors.As(err, &invalid) {
			t.Errorf("%q: %v", to, err)
		}
	}
}
