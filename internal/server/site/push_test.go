package site_test

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	database "github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// A subscription to pushes ends with the session that made it, in whatever way that ends. That of a guest stays.
func TestPushEndsWithSession(t *testing.T) {
	pusher, err := notify.NewPusher([]byte("secret"), "mailto:ann@wane.example", nil)
	if err != nil {
		t.Fatal(err)
	}
	var db *database.DB
	var accounts *account.Service
	w := servertest.New(t, servertest.WithAccounts(t), func(o *server.Options) {
		accounts, db = o.Accounts, o.Secrets.(*gamestore.Store).DB()
		o.Features = slices.DeleteFunc(o.Features, func(f server.Feature) bool {
			return f == server.Feature(o.Notifications)
		})
		o.Features = append(o.Features, notify.New(notify.Options{DB: db, Pusher: pusher}))
	})
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	subscribe := func(v *servertest.Visitor, name string) {
		t.Helper()
		in := notify.Subscribe{Endpoint: "https://push.example/" + name}
		in.Keys.P256dh = base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes())
		in.Keys.Auth = base64.RawURLEncoding.EncodeToString([]byte("0123456789abcdef"))
		v.Ask(http.MethodPost, "/api/push", in, nil)
	}
	have := func(name string, want int) {
		t.Helper()
		a, err := accounts.Find(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := database.One[int](t.Context(), db, nil, "SELECT count(*) FROM push_subscriptions WHERE player = $1",
			a.ID); err != nil || n != want {
			t.Errorf("%d browsers take pushes, want %d: %v", n, want, err)
		}
	}
	guest, ann, phone := w.Visitor(), w.Visitor(), w.Visitor()
	subscribe(guest, "guest")
	subscribe(ann, "ann") // as a guest: it belongs to the account that she makes
	ann.SignUp("Ann")
	signIn := func(n int) {
		t.Helper()
		phone.Ask(http.MethodPost, "/api/signin", account.SignIn{Name: "Ann", Password: servertest.Password}, nil)
		subscribe(phone, fmt.Sprint("phone", n))
		have("Ann", 2)
	}
	signIn(1)
	phone.Ask(http.MethodPost, "/api/signout", nil, nil)
	have("Ann", 1)
	signIn(2)
	var sessions []account.SessionView
	ann.Ask(http.MethodGet, "/api/account/sessions", nil, &sessions)
	for _, s := range sessions {
		if !s.Current {
			ann.Ask(http.MethodDelete, "/api/account/sessions/"+s.ID, nil, nil)
		}
	}
	have("Ann", 1)
	signIn(3)
	ann.Ask(http.MethodPut, "/api/account/password", account.Password{Password: "words that are new to me"}, nil)
	have("Ann", 1)
	token := ann.NewToken(string(auth.NotifyRead))
	r, text := w.Visitor().Request(http.MethodPost, "/api/push",
		notify.Subscribe{Endpoint: "https://push.example/token"}, "Authorization", "Bearer "+token)
	if r.StatusCode != http.StatusForbidden {
		t.Errorf("a token subscribes: %d %s", r.StatusCode, text)
	}
	ann.Ask(http.MethodPost, "/api/account/delete", account.DeleteAccount{Name: "Ann"}, nil)
	have("Ann", 0)
	guest.SignUp("Gus") // keeps what there was
	have("Gus", 1)
}
