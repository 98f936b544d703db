package api_test

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/store"
)

// A subscription to pushes ends with the session that made it, in whatever way that ends. That of a guest stays.
func TestPushEndsWithSession(t *testing.T) {
	pusher, err := notify.NewPusher([]byte("secret"), "mailto:ann@wane.example", nil)
	if err != nil {
		t.Fatal(err)
	}
	var db *store.Store
	var accounts *account.Service
	w := servertest.New(t, servertest.WithAccounts(t), func(o *server.Options) {
		accounts, db = o.Accounts, o.Players.(*store.Store)
		o.Notifications = notify.New(notify.Options{Store: db, Pusher: pusher})
	})
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	subscribe := func(v *servertest.Visitor, name string) {
		t.Helper()
		in := protocol.Subscribe{Endpoint: "https://push.example/" + name}
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
		if list, err := db.Subscriptions(t.Context(), a.ID); err != nil || len(list) != want {
			t.Errorf("%d browsers take pushes, want %d: %+v, %v", len(list), want, list, err)
		}
	}
	guest, ann, phone := w.Visitor(), w.Visitor(), w.Visitor()
	subscribe(guest, "guest")
	subscribe(ann, "ann") // as a guest: it belongs to the account that she makes
	ann.SignUp("Ann")
	signIn := func(n int) {
		t.Helper()
		phone.Ask(http.MethodPost, "/api/signin", protocol.SignIn{Name: "Ann", Password: servertest.Password}, nil)
		subscribe(phone, fmt.Sprint("phone", n))
		have("Ann", 2)
	}
	signIn(1)
	phone.Ask(http.MethodPost, "/api/signout", nil, nil)
	have("Ann", 1)
	signIn(2)
	var sessions []protocol.Session
	ann.Ask(http.MethodGet, "/api/account/sessions", nil, &sessions)
	for _, s := range sessions {
		if !s.Current {
			ann.Ask(http.MethodDelete, "/api/account/sessions/"+s.ID, nil, nil)
		}
	}
	have("Ann", 1)
	signIn(3)
	ann.Ask(http.MethodPut, "/api/account/password", protocol.Password{Password: "words that are new to me"}, nil)
	have("Ann", 1)
	token := ann.NewToken(string(account.NotifyRead))
	r, text := w.Visitor().Request(http.MethodPost, "/api/push",
		protocol.Subscribe{Endpoint: "https://push.example/token"}, "Authorization", "Bearer "+token)
	if r.StatusCode != http.StatusForbidden {
		t.Errorf("a token subscribes: %d %s", r.StatusCode, text)
	}
	ann.Ask(http.MethodPost, "/api/account/delete", protocol.DeleteAccount{Name: "Ann"}, nil)
	have("Ann", 0)
	guest.SignUp("Gus") // keeps what there was
	have("Gus", 1)
}
