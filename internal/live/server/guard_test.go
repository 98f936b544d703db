package server

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager/managertest"
	"github.com/wane-chess/wane/internal/live/protocol"
)

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
	"manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

func TestHeadersEverywhere(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID
	for _, path := range []string{
		"/", "/game/" + game, "/rules/shrink", "/new", "/nothing", "/assets/main-abc.js", "/robots.txt", "/favicon.svg", "/healthz", "/readyz", "/metrics", "/ws",
		"/api", "/api/me", "/api/variants", "/api/variants/shrink", "/api/games", "/api/games/" + game, "/api/games/" + game + "/pgn", "/api/games/" + game + "/board.svg",
		"/api/lobby", "/api/openapi.json", "/api/nothing",
	} {
		resp, _ := ann.request(http.MethodGet, path, nil)
		resources := "same-origin"
		if strings.HasSuffix(path, ".svg") && strings.HasPrefix(path, "/api/") { // pictures are for other sites too
			resources = "cross-origin"
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": resources, "Strict-Transport-Security": "",
		} {
			if got := resp.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		if resp.Header.Get("Permissions-Policy") == "" || resp.Header.Get("Content-Type") == "" {
			t.Errorf("%s: the headers are %v", path, resp.Header)
		}
	}
}

func TestOtherSites(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.BaseURL = "http://wane.example" })
	ann := w.visitor()
	rename := map[string]string{"name": "Mallory"}
	for _, c := range []struct {
		headers []string
		status  int
	}{
		{[]string{"Origin", "http://evil.example"}, http.StatusForbidden},
		{[]string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
		{[]string{"Sec-Fetch-Site", "same-site"}, http.StatusForbidden},
		{[]string{"Sec-Fetch-Site", "cross-site", "Origin", "http://wane.example"}, http.StatusOK},
		{[]string{"Sec-Fetch-Site", "same-origin"}, http.StatusOK},
		{[]string{"Origin", w.web.URL}, http.StatusOK},
		{nil, http.StatusOK},
	} {
		if resp, body := ann.request(http.MethodPut, "/api/me", rename, c.headers...); resp.StatusCode != c.status {
			t.Errorf("with %v: %d %s, want %d", c.headers, resp.StatusCode, body, c.status)
		}
	}
	for origin, welcome := range map[string]bool{"http://evil.example": false, "null": false, w.web.URL: true, "http://wane.example": true} {
		conn, status, err := w.upgrade(t.Context(), &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
		if (err == nil) != welcome || !welcome && status != http.StatusForbidden {
			t.Errorf("a socket from %s: %v", origin, err)
		}
		if err == nil {
			_ = conn.CloseNow()
		}
	}
	w.s.hub.mu.Lock()
	defer w.s.hub.mu.Unlock()
	if n := w.s.hub.addresses["127.0.0.1"]; n > 2 {
		t.Errorf("%d sockets are counted, though some were refused", n)
	}
}

func TestTooFast(t *testing.T) {
	w := newWorld(t, func(o *Options) {
		o.Limits = Limits{
			Create: Budget{Guest: Rate{0.5, 2}, Address: Rate{1, 4}}, Read: Budget{Guest: Rate{1, 100}, Address: Rate{1, 1000}}, Sockets: 2,
		}
	})
	ann, bob, eve := w.visitor(), w.visitor(), w.visitor()
	create := func(v *visitor, status int) reply {
		t.Helper()
		resp, body := v.request(http.MethodPost, "/api/games", protocol.NewGame{ID: "one-request", Variant: "chess", Opponent: "self", Color: "white"})
		if resp.StatusCode != status {
			t.Fatalf("status %d, want %d: %s", resp.StatusCode, status, body)
		}
		return resp
	}
	create(ann, 200)
	create(ann, 200)
	if resp := create(ann, 429); resp.Header.Get("Retry-After") != "2" || resp.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("the answer has the headers %v", resp.Header)
	}
	ann.ask(http.MethodGet, "/api/me", nil, nil) // reading has a budget of its own
	create(bob, 200)
	if resp := create(eve, 429); resp.Header.Get("Retry-After") != "1" { // the address has none left
		t.Errorf("Retry-After is %q", resp.Header.Get("Retry-After"))
	}
	w.clock.Advance(2 * time.Second)
	create(ann, 200)
	create(ann, 429)

	ann.dial()
	ann.dial()
	_, status, err := w.upgrade(t.Context(), nil)
	if err == nil || status != http.StatusTooManyRequests {
		t.Errorf("a third socket: %d, %v", status, err)
	}
}

// Each kind of request has a budget of its own, for a guest and for an address.
func TestBudgets(t *testing.T) {
	plenty, one := Rate{1, 1000}, Rate{0.001, 1}
	move := protocol.Do{ID: "some-command", Order: "resign"}
	line := map[string]any{"variant": "chess", "moves": []string{}}
	preview := map[string]any{"variant": "chess", "moves": []string{}, "move": "e4"}
	for _, c := range []struct {
		name   string
		limit  func(*Limits) *Budget
		method string
		path   string // %s stands for a game
		body   any
	}{
		{"commands", func(l *Limits) *Budget { return &l.Command }, http.MethodPost, "/api/games/%s/commands", move},
		{"renaming", func(l *Limits) *Budget { return &l.Command }, http.MethodPut, "/api/me", map[string]string{"name": "Ann"}},
		{"scenes", func(l *Limits) *Budget { return &l.Rules }, http.MethodPost, "/api/scenes", line},
		{"choices", func(l *Limits) *Budget { return &l.Rules }, http.MethodPost, "/api/choices", line},
		{"previews", func(l *Limits) *Budget { return &l.Rules }, http.MethodPost, "/api/preview", preview},
	} {
		for _, shared := range []bool{false, true} {
			w := newWorld(t, func(o *Options) {
				many := Budget{Guest: plenty, Address: plenty}
				o.Limits = Limits{Create: many, Command: many, Read: many, Rules: many}
				b := c.limit(&o.Limits)
				if b.Guest = one; shared {
					b.Guest, b.Address = plenty, one
				}
			})
			ann, bob := w.visitor(), w.visitor()
			path := strings.ReplaceAll(c.path, "%s", ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID)
			ask := func(v *visitor) int {
				resp, _ := v.request(c.method, path, c.body)
				return resp.StatusCode
			}
			first, second, other := ask(ann), ask(ann), ask(bob)
			if first != http.StatusOK || second != http.StatusTooManyRequests || (other == http.StatusTooManyRequests) != shared {
				t.Errorf("%s, address %t: answered with %d and %d, another guest with %d", c.name, shared, first, second, other)
			}
			ann.ask(http.MethodGet, "/api/me", nil, nil)
		}
	}
}

// Without budgets of one's own there are those that suit people.
func TestUsualBudgets(t *testing.T) {
	l := Limits{}.withDefaults()
	for _, c := range []struct {
		name      string
		got, want Budget
	}{
		{"new games", l.Create, Budget{Guest: Rate{0.5, 30}, Address: Rate{2, 60}}},
		{"commands", l.Command, Budget{Guest: Rate{20, 60}, Address: Rate{100, 300}}},
		{"reading", l.Read, Budget{Guest: Rate{30, 120}, Address: Rate{150, 600}}},
		{"rules", l.Rules, Budget{Guest: Rate{20, 100}, Address: Rate{60, 300}}},
		{"pictures", l.Pictures, Budget{Guest: Rate{1, 30}, Address: Rate{4, 120}}},
	} {
		if c.got != c.want {
			t.Errorf("the budget for %s is %+v, want %+v", c.name, c.got, c.want)
		}
	}
	if own := (Limits{Rules: Budget{Guest: Rate{1, 2}}}).withDefaults(); own.Rules.Guest != (Rate{1, 2}) || own.Rules.Address != l.Rules.Address {
		t.Errorf("a budget of one's own becomes %+v", own.Rules)
	}
}

// A log names guests as everybody may know them; what seats are bound to would let
// whoever reads it claim them.
func TestLogsNameNoIdentity(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID
	ann.request(http.MethodPut, "/api/me", map[string]string{"name": "Ann"})
	ann.request(http.MethodGet, "/api/games/"+game+"?from=x", nil)
	a := ann.dial()
	a.do(protocol.ClientMessage{Game: game, Order: "resign"})
	snap, err := w.host.Snapshot(t.Context(), livegame.ID(game))
	if err != nil {
		t.Fatal(err)
	}
	identity := snap.Header.Creator
	w.store.SetFault(func(managertest.Call) managertest.Fault { return managertest.Fault{Before: managertest.ErrBroken} })
	ann.request(http.MethodGet, "/api/lobby", nil)
	ann.request(http.MethodGet, "/api/games?mine=true", nil)
	w.web.Close()
	log := w.log.String()
	if identity == "" || strings.Contains(log, identity) {
		t.Errorf("the log has the identity %q:\n%s", identity, log)
	}
	if !strings.Contains(log, "guest="+ann.me.ID) {
		t.Errorf("the log does not name the guest %s:\n%s", ann.me.ID, log)
	}
}

func TestPanicsAndFailures(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "list" {
			panic("a bug")
		}
		return managertest.Fault{Before: errors.New("disk full at /secret/path")}
	})
	for _, path := range []string{"/api/lobby", "/api/games/abcdefghijkl"} {
		resp, body := ann.request(http.MethodGet, path, nil)
		if resp.StatusCode != http.StatusInternalServerError || resp.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(body, `"code":"server"`) ||
			strings.Contains(body, "bug") || strings.Contains(body, "secret") {
			t.Errorf("%s: %d %v %s", path, resp.StatusCode, resp.Header, body)
		}
	}
	if n := w.metric("wane_panics_total"); n != "1" {
		t.Errorf("%s panics are counted, want 1", n)
	}
	if resp, _ := ann.request(http.MethodGet, "/readyz", nil); resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("/readyz says %d", resp.StatusCode)
	}
	w.web.Close() // nothing is logged any more
	log := w.log.String()
	for _, want := range []string{"a bug", "guard_test.go", "disk full", "path=/api/lobby", "status=500"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log has no %q", want)
		}
	}
	for _, c := range ann.http.Jar.Cookies(mustURL(t, w.web.URL)) {
		if strings.Contains(log, c.Value) {
			t.Error("the log has a cookie")
		}
	}
}

func TestSecureCookies(t *testing.T) {
	var later time.Duration // so that the host need not live through it
	w := newWorld(t, func(o *Options) {
		now := o.Now
		o.TrustProxy, o.Now = true, func() time.Time { return now().Add(later) }
	})
	type answer struct {
		reply
		cookies []*http.Cookie
	}
	ask := func(headers ...string) answer {
		r := httptest.NewRequest(http.MethodGet, "/api/me", nil)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Add(headers[i], headers[i+1])
		}
		rec := httptest.NewRecorder()
		w.s.ServeHTTP(rec, r)
		set := http.Header{"Set-Cookie": rec.Header()["Set-Cookie"]}
		return answer{reply{rec.Code, rec.Header()}, (&http.Response{Header: set}).Cookies()}
	}
	plain, tls := ask(), ask("X-Forwarded-Proto", "https")
	if c := plain.cookies[0]; c.Name != "wane" || c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.MaxAge != 365*24*3600 || plain.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("without TLS the cookie is %+v", c)
	}
	if c := tls.cookies[0]; c.Name != "__Host-wane" || !c.Secure || c.Domain != "" || tls.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("with TLS the cookie is %+v", c)
	}
	c := plain.cookies[0]
	if again := ask("Cookie", c.Name+"="+c.Value); len(again.cookies) != 0 {
		t.Error("a good cookie is given anew at once")
	}
	later = cookieRenewal + time.Hour
	if again := ask("Cookie", c.Name+"="+c.Value); len(again.cookies) != 1 {
		t.Error("an old cookie is not renewed")
	}
	if again := ask("Cookie", c.Name+"=x"+c.Value); len(again.cookies) != 1 {
		t.Error("a bad cookie is not replaced")
	}
}

func TestGuests(t *testing.T) {
	now := func() time.Time { return time.Unix(1_800_000_000, 0) }
	a, b, other := newGuests(make([]byte, 32), false, now), newGuests(make([]byte, 32), false, now), newGuests([]byte("another"), false, now)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	c, err := a.give(r, &guest{ID: "ann", Name: "Ann"})
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(c)
	if g, ok := b.read(r); !ok || g.ID != "ann" || g.Name != "Ann" { // another node
		t.Errorf("another node reads %+v, %t", g, ok)
	}
	if g, ok := other.read(r); ok {
		t.Errorf("a server with another secret reads %+v", g)
	}
	if id := a.publicID("ann"); id != b.publicID("ann") || strings.Contains(id, "ann") || id == other.publicID("ann") || len(id) != 12 {
		t.Errorf("the public id is %s", id)
	}
	if a.commandID("a", "bc") == a.commandID("ab", "c") {
		t.Error("the commands of two guests have one id")
	}
	for range 200 {
		if name, err := checkName(inventName()); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ name, want, err string }{
		{"Ann", "Ann", ""},
		{"  Ann  \n of Kent ", "Ann of Kent", ""},
		{"Žofie 小林 ♞", "Žofie 小林 ♞", ""},
		{strings.Repeat("é", 24), strings.Repeat("é", 24), ""},
		{strings.Repeat("é", 25), "", "25 characters; up to 24"},
		{"", "", "empty"},
		{" \t ", "", "empty"},
		{"a\x00b", "", "U+0000"},
		{"a\u202eb", "", "U+202E"},
		{"\u200b", "", "U+200B"},
		{"\u0301", "", "U+0301"},
		{"a\xffb", "", "not valid text"},
	} {
		got, err := checkName(c.name)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %q, %v; want %q, %s", c.name, got, err, c.want, c.err)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		remote  string
		headers []string
		trust   bool
		want    string
		secure  bool
	}{
		{"192.0.2.7:1234", nil, false, "192.0.2.7", false},
		{"[::ffff:192.0.2.7]:1234", nil, false, "192.0.2.7", false},
		{"[2001:db8:1:2:3:4:5:6]:1234", nil, false, "2001:db8:1:2::/64", false},
		{"[fe80::1%eth0]:1", nil, false, "fe80::/64", false},
		{"192.0.2.7:1", []string{"X-Forwarded-For", "198.51.100.1", "X-Forwarded-Proto", "https"}, false, "192.0.2.7", false},
		{"192.0.2.7:1", []string{"X-Forwarded-For", "6.6.6.6, 198.51.100.1", "X-Forwarded-Proto", "https"}, true, "198.51.100.1", true},
		{"192.0.2.7:1", []string{"X-Forwarded-For", "6.6.6.6", "X-Forwarded-For", "2001:db8::1"}, true, "2001:db8::/64", false},
		{"192.0.2.7:1", []string{"X-Forwarded-For", "nonsense"}, true, "unknown", false},
		{"192.0.2.7:1", nil, true, "192.0.2.7", false},
		{"", nil, false, "unknown", false},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.remote
		for i := 0; i < len(c.headers); i += 2 {
			r.Header.Add(c.headers[i], c.headers[i+1])
		}
		if v := newVisit(r, c.trust); v.address != c.want || v.secure != c.secure {
			t.Errorf("%s %v: %+v, want %s", c.remote, c.headers, v, c.want)
		}
	}
}

func TestBadBaseURLs(t *testing.T) {
	for _, base := range []string{"wane.example", "ftp://wane.example", "http://", "http://a/b", "http://a?b", "http://u:p@a", "::"} {
		if _, err := New(context.Background(), Options{Secrets: managertest.NewStore(), BaseURL: base}); err == nil || !strings.Contains(err.Error(), "https://wane.example") {
			t.Errorf("%s: %v", base, err)
		}
	}
}
