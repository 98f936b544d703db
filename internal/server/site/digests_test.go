package site_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	database "github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/mail"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// noPost sends nothing.
type noPost struct{}

func (noPost) Send(context.Context, string, mail.Message) error { return nil }

// Digests are chosen with a confirmed address, and end without an account by the link in them.
func TestDigests(t *testing.T) {
	var db *gamestore.Store
	w := servertest.New(t, servertest.WithAccounts(t), func(o *server.Options) {
		db = o.Secrets.(*gamestore.Store)
		box := mail.NewOutbox(mail.Options{DB: db.DB(), Sender: noPost{}, Now: o.Now})
		var err error
		o.Accounts, err = account.NewService(
			account.Options{
				Store: &account.Store{DB: db.DB()}, Params: servertest.CheapPasswords, Now: o.Now, Mail: box,
				Base: "https://wane.example",
			})
		if err != nil {
			t.Fatal(err)
		}
		o.Features = slices.DeleteFunc(o.Features, func(f server.Feature) bool {
			_, is := f.(*notify.Digester)
			return is
		})
		digests := notify.NewDigester(notify.DigestOptions{
			DB: db.DB(), Mail: box, People: o.Accounts, Base: "https://wane.example", Now: o.Now,
		})
		o.Features = append(o.Features, digests)
		o.Accounts.Use(digests)
	})
	ann, program := w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	chosen := func(want string) {
		t.Helper()
		var s account.Settings
		ann.Ask(http.MethodGet, "/api/account/settings", nil, &s)
		if s.Digest != want {
			t.Errorf("the digest is %q, want %q", s.Digest, want)
		}
	}
	choose := func(every string, status int) {
		t.Helper()
		if r, body := ann.Request(http.MethodPut, "/api/account/digest",
			notify.Digest{Every: every}); r.StatusCode != status {
			t.Errorf("%s: %d %s, want %d", every, r.StatusCode, body, status)
		}
	}
	chosen("never")
	choose("daily", 409)
	choose("hourly", 422)
	r, err := (&account.Store{DB: db.DB()}).AccountByKey(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	r.Email, r.Seq = "ann@example.org", r.Seq+1
	if err := (&account.Store{DB: db.DB()}).UpdateAccount(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	choose("weekly", 200)
	chosen("weekly")
	secret, err := database.One[string](t.Context(), db.DB(), nil, "SELECT secret FROM digests WHERE player = $1", r.ID)
	if err != nil || secret == "" {
		t.Fatal(secret, err)
	}

	// To look at the link ends nothing. A mail program sends a form, without cookies.
	program.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if r, _ := program.Request(http.MethodGet, "/api/unsubscribe?secret="+secret,
		nil); r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != "/signin#digest="+secret {
		t.Errorf("the page: %d %v", r.StatusCode, r.Header)
	}
	chosen("weekly")
	form := []string{"Content-Type", "application/x-www-form-urlencoded"}
	if r, body := program.Request(http.MethodPost, "/api/unsubscribe?secret=unknown", "List-Unsubscribe=One-Click",
		form...); r.StatusCode != http.StatusNotFound || !strings.Contains(body, "no longer valid") {
		t.Errorf("an unknown link: %d %s", r.StatusCode, body)
	}
	if r, body := program.Request(http.MethodPost, "/api/unsubscribe?secret="+secret, "List-Unsubscribe=One-Click",
		form...); r.StatusCode != http.StatusOK {
		t.Errorf("the link: %d %s", r.StatusCode, body)
	}
	chosen("never")
	choose("daily", 200)
	ann.Ask(http.MethodDelete, "/api/account/email", nil, nil)
	chosen("never")
	if r, _ := program.Request(http.MethodPut, "/api/account/digest",
		notify.Digest{Every: "daily"}); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("without an account: %d", r.StatusCode)
	}
}
