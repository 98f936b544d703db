package server_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/servertest"
)

func TestSecureCookies(t *testing.T) {
	var later time.Duration // so that the time does not pass for the games
	w := servertest.New(t, func(o *server.Options) {
		now := o.Now
		o.TrustProxy, o.Now = true, func() time.Time { return now().Add(later) }
	})
	type answer struct {
		servertest.Reply
		cookies []*http.Cookie
	}
	ask := func(headers ...string) answer {
		r := httptest.NewRequest(http.MethodGet, "/api/me", nil)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Add(headers[i], headers[i+1])
		}
		rec := httptest.NewRecorder()
		w.Server.ServeHTTP(rec, r)
		set := http.Header{"Set-Cookie": rec.Header()["Set-Cookie"]}
		return answer{servertest.Reply{StatusCode: rec.Code, Header: rec.Header()}, (&http.Response{Header: set}).Cookies()}
	}
	plain, tls := ask(), ask("X-Forwarded-Proto", "https")
	if c := plain.cookies[0]; c.Name != "wane" || c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode ||
		c.Path != "/" || c.MaxAge != 365*24*3600 || plain.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("without TLS the cookie is %+v", c)
	}
	if c := tls.cookies[0]; c.Name != "__Host-wane" || !c.Secure || c.Domain != "" ||
		tls.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("with TLS the cookie is %+v", c)
	}
	c := plain.cookies[0]
	if again := ask("Cookie", c.Name+"="+c.Value); len(again.cookies) != 0 {
		t.Error("a good cookie is set again at once")
	}
	later = 7*24*time.Hour + time.Hour
	if again := ask("Cookie", c.Name+"="+c.Value); len(again.cookies) != 1 {
		t.Error("an old cookie is not renewed")
	}
	if again := ask("Cookie", c.Name+"=x"+c.Value); len(again.cookies) != 1 {
		t.Error("a bad cookie is not replaced")
	}
}
