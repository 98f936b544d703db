package server_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/internal/server/web"
)

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; font-src 'self'; " +
	"manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

func TestHeadersEverywhere(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	for _, path := range []string{
		"/", "/game/" + game, "/rules/shrink", "/new", "/nothing", "/assets/main-abc.js", "/robots.txt", "/favicon.svg",
		"/healthz", "/readyz", "/metrics", "/ws", "/api", "/api/me", "/api/variants", "/api/variants/shrink", "/api/games",
		"/api/games/" + game, "/api/games/" + game + "/pgn", "/api/games/" + game + "/board.svg", "/api/lobby",
		"/api/openapi.json", "/api/nothing",
	} {
		resp, _ := ann.Request(http.MethodGet, path, nil)
		resources := "same-origin"
		if strings.HasSuffix(path, ".svg") && strings.HasPrefix(path, "/api/") { // pictures are for other sites too
			resources = "cross-origin"
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": resources,
			"Strict-Transport-Security": "",
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

// Pages of other sites act with a token alone: never with the cookies of who visits them.
func TestOtherSites(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann := w.Visitor()
	ann.SignUp("Ann")
	bearer := "Bearer " + ann.NewToken("follow:write")
	bare := &http.Client{}
	for _, c := range []struct {
		client            *http.Client
		method, path      string
		headers           []string
		status            int
		allowed, contains string
	}{
		{bare, "OPTIONS", "/api/rel/following",
			[]string{"Access-Control-Request-Method", "GET", "Access-Control-Request-Headers", "authorization"}, 204, "*", ""},
		{bare, "OPTIONS", "/api/rel/following",
			[]string{"Access-Control-Request-Method", "PUT", "Access-Control-Request-Headers", "content-type"}, 204, "", ""},
		{bare, "OPTIONS", "/api/token",
			[]string{"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type"}, 204, "*", ""},
		{bare, "POST", "/api/token", nil, 400, "*", "unsupported_grant_type"},
		{ann.HTTP, "DELETE", "/api/token", nil, 401, "*", "no-token"}, // not Ann
		{bare, "OPTIONS", "/", []string{"Access-Control-Request-Headers", "authorization"}, 204, "", ""},
		{bare, "POST", "/api/rel/follow/ann", []string{"Authorization", bearer}, 400, "*", "That is you"},
		{bare, "GET", "/api/account", []string{"Authorization", bearer}, 200, "*", `"username":"Ann"`},
		{bare, "GET", "/api/account", []string{"Authorization", "Bearer wane_x"}, 401, "*", "token"},
		{ann.HTTP, "POST", "/api/rel/follow/ann", nil, 403, "", "another site"},
		{ann.HTTP, "POST", "/api/signout", []string{"Authorization", "Basic x"}, 403, "", "another site"},
		{ann.HTTP, "GET", "/api/me", nil, 200, "", "Ann"},
		{ann.HTTP, "GET", "/api/me", []string{"Authorization", "Bearer wane_x"}, 401, "*", "token"}, // not Ann
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, w.Web.URL+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", "https://board.example")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		for i := 0; i < len(c.headers); i += 2 {
			r.Header.Set(c.headers[i], c.headers[i+1])
		}
		resp, err := c.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil || resp.Body.Close() != nil {
			t.Fatal(err)
		}
		if got := resp.Header.Get("Access-Control-Allow-Origin"); resp.StatusCode != c.status || got != c.allowed ||
			!strings.Contains(string(body), c.contains) || resp.Header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s %s with %v: %d, allowed %q, want %d, %q with %q: %s",
				c.method, c.path, c.headers, resp.StatusCode, got, c.status, c.allowed, c.contains, body)
		}
	}
}

// The log has no IDs of guests; with the secret ones a reader could claim their seats. Nor has it the secrets that
// stand in addresses.
func TestLogHasNoSecrets(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	ann.Request(http.MethodPut, "/api/me", map[string]string{"name": "Ann"})
	for _, path := range []string{
		"/api/notifications.atom?token=", "/api/unsubscribe?secret=", "/api/nothing?x=", "/?x=",
	} {
		ann.Request(http.MethodGet, path+"wane0secret", nil)
	}
	a := ann.Dial()
	a.Do(sockets.ClientMessage{Game: game, Order: "resign"})
	snap, err := w.Games.Snapshot(t.Context(), livegame.ID(game))
	if err != nil {
		t.Fatal(err)
	}
	identity := snap.Header.Creator
	w.Store.SetFault(func(managertest.Call) managertest.Fault { return managertest.Fault{Before: managertest.ErrBroken} })
	ann.Request(http.MethodGet, "/api/lobby", nil)
	ann.Request(http.MethodGet, "/api/games?mine=true", nil)
	w.Web.Close()
	log := w.Log.String()
	if identity == "" || strings.Contains(log, identity) {
		t.Errorf("the log has the identity %q:\n%s", identity, log)
	}
	if strings.Contains(log, "wane0secret") {
		t.Errorf("the log has the secret of an address:\n%s", log)
	}
	if strings.Contains(log, ann.Me.ID) {
		t.Errorf("the log names the guest %s:\n%s", ann.Me.ID, log)
	}
}

// No answer shows the IDs of guests and accounts to others, on any route that reads.
func TestAnswersHaveNoSecrets(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, ben, cy, eve := w.Visitor(), w.Visitor(), w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	eve.SignUp("Eve")
	game := ann.Begin(gameview.NewGame{Opponent: "anyone", Variant: "chess", Color: "white"}).Game.ID
	ben.Ask(http.MethodPost, "/api/games/"+game+"/commands", gameview.Command{ID: "command-join", Order: "join"}, nil)
	open := cy.Begin(gameview.NewGame{Opponent: "anyone", Variant: "shrink"}).Game.ID
	var secrets []string
	for _, id := range []string{game, open} {
		snap, err := w.Games.Snapshot(t.Context(), livegame.ID(id))
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range snap.Seats {
			if seat.Guest != "" {
				secrets = append(secrets, seat.Guest)
			}
		}
	}
	if len(secrets) != 3 {
		t.Fatalf("the players are %q", secrets)
	}
	answers := 0
	values := strings.NewReplacer("{id}", game, "{name}", "Ann", "{username}", "Ann", "{user1}", "Ann", "{user2}", "Eve",
		"{variant}", "chess", "{game}", "chess", "{channel}", "chess", "{path...}", "game/"+game)
	for _, r := range w.Server.Routes() {
		if r.Method != http.MethodGet || r.Lasts || r.Caller == web.Anyone {
			continue
		}
		resp, body := eve.Request(http.MethodGet, values.Replace(r.Path), nil)
		if resp.StatusCode == http.StatusOK {
			answers++
		}
		for _, secret := range secrets {
			if strings.Contains(body, secret) {
				t.Errorf("%s: the answer has the ID %s", r, secret)
			}
		}
	}
	if answers < 30 {
		t.Errorf("only %d routes answer", answers)
	}
}

func TestPanicsAndFailures(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	w.Store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "list" {
			panic("a bug")
		}
		return managertest.Fault{Before: errors.New("disk full at /secret/path")}
	})
	for _, path := range []string{"/api/lobby", "/api/games/abcdefghijkl"} {
		resp, body := ann.Request(http.MethodGet, path, nil)
		if resp.StatusCode != http.StatusInternalServerError ||
			resp.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(body, `"code":"server"`) ||
			strings.Contains(body, "bug") || strings.Contains(body, "secret") {
			t.Errorf("%s: %d %v %s", path, resp.StatusCode, resp.Header, body)
		}
	}
	if n := w.Metric("wane_panics_total"); n != "1" {
		t.Errorf("%s panics are counted, want 1", n)
	}
	if resp, _ := ann.Request(http.MethodGet, "/readyz", nil); resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("/readyz says %d", resp.StatusCode)
	}
	w.Web.Close() // the log is closed
	log := w.Log.String()
	for _, want := range []string{"a bug", "guard_test.go", "disk full", "path=/api/lobby", "status=500"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log has no %q", want)
		}
	}
	for _, c := range ann.HTTP.Jar.Cookies(mustURL(t, w.Web.URL)) {
		if strings.Contains(log, c.Value) {
			t.Error("the log has a cookie")
		}
	}
}

func TestBadBaseURLs(t *testing.T) {
	for _, base := range []string{"wane.example", "ftp://wane.example", "http://", "http://a/b", "http://a?b",
		"http://u:p@a", "::"} {
		_, err := server.New(context.Background(), server.Options{Secrets: managertest.NewStore(), BaseURL: base})
		if err == nil || !strings.Contains(err.Error(), "https://wane.example") {
			t.Errorf("%s: %v", base, err)
		}
	}
}

func mustURL(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
