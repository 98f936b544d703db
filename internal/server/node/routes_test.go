package node_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/web"
)

var update = flag.Bool("update", false, "write testdata/routes.txt")

// The names of callers, and of kinds of requests, in testdata/routes.txt.
var (
	callers = map[web.Caller]string{
		web.Anyone: "anyone", web.Visitor: "visitor", web.Player: "player", web.Account: "account",
		web.Moderator: "moderator", web.Admin: "admin", web.Worker: "worker", web.Operator: "operator",
	}
	kinds = map[limits.Kind]string{
		limits.Create: "create", limits.Command: "command", limits.Read: "read", limits.Rules: "rules",
		limits.Review: "review", limits.Search: "search", limits.Download: "download", limits.SignUp: "sign-up",
		limits.SignIn: "sign-in", limits.Chat: "chat", limits.Social: "social",
	}
)

// Who may do what is a list that people read: a route that is new or changes shows up there.
func TestRoutes(t *testing.T) {
	n := start(t, node.Config{})
	lines := []string{"# route  caller  tokens  price  body  cache  stores, written by go test -run TestRoutes -update"}
	for _, r := range operations(n) { // files are all alike
		line := fmt.Sprintf("%s  %s  %s  %s", r, callers[r.Caller], strings.Join(strings.Fields(r.Tokens.String()), ","),
			kinds[r.Price.Kind])
		if r.Price.PerBytes > 0 {
			line += fmt.Sprintf("/%d", r.Price.PerBytes)
		}
		line += fmt.Sprintf("  %d  %s", max(r.Body, 0), r.Cache)
		switch {
		case r.Keeps() && r.Stores == web.Growth:
			line += "  growth"
		case r.Keeps():
			line += "  contents"
		case r.Stores == web.Moves:
			line += "  moves"
		}
		if r.Lasts {
			line += "  lasts"
		}
		if strings.Contains(line, "    ") {
			t.Errorf("a part of the policy has no name: %s", line)
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	got := strings.Join(lines, "\n") + "\n"
	const file = "testdata/routes.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(got) {
		if !strings.Contains(string(want), line) {
			t.Errorf("%s is not in %s", strings.TrimSpace(line), file)
		}
	}
	for line := range strings.Lines(string(want)) {
		if !strings.Contains(got, line) {
			t.Errorf("there is no %s", strings.TrimSpace(line))
		}
	}
}

// parameter is a parameter in a path.
var parameter = regexp.MustCompile(`\{[^}]*\}`)

// pathOf returns a path of a route, for something that does not exist.
func pathOf(r *web.Route) string {
	return parameter.ReplaceAllString(strings.ReplaceAll(r.Path, "{variant}", "shrink"), "aaaaaaaaaaaa")
}

// operations returns the routes with a handler of their own.
func operations(n *node.Node) (list []*web.Route) {
	for _, r := range n.Routes() {
		if r.Price.Kind != limits.Free {
			list = append(list, r)
		}
	}
	return list
}

// send sends a request without waiting for what lasts, and returns the head of the answer.
func send(t *testing.T, client *http.Client, method, address string, headers ...string) (reply, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	body := io.Reader(http.NoBody)
	if method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions {
		body = strings.NewReader("{}")
	}
	r, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := client.Do(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, address, err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode < http.StatusBadRequest {
		return reply{resp.StatusCode, resp.Header}, "" // it may last
	}
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, address, err)
	}
	return reply{resp.StatusCode, resp.Header}, string(text)
}

// reply is the head of an answer.
type reply struct {
	StatusCode int
	Header     http.Header
}

// signUp makes a browser's visitor an account.
func signUp(t *testing.T, n *node.Node, name string) *http.Client {
	t.Helper()
	c := browser(t)
	call(t, c, http.MethodPost, n.URL()+"/api/signup", account.SignUp{Name: name, Password: password}, nil)
	return c
}

// password is that of all accounts.
const password = "four random words of a test"

// newToken makes a token with scopes.
func newToken(t *testing.T, n *node.Node, c *http.Client, scopes ...auth.Scope) (made account.MadeToken) {
	t.Helper()
	list := make([]string, len(scopes))
	for i, s := range scopes {
		list[i] = string(s)
	}
	call(t, c, http.MethodPost, n.URL()+"/api/account/tokens", account.NewToken{Name: "test", Scopes: list}, &made)
	return made
}

// operate does with an account of a node what an operator may do: one of account.Actions, with a value.
func operate(t *testing.T, data, action, name, value string) {
	t.Helper()
	a, err := node.OpenAdmin(t.Context(), node.Config{Data: data}, "test")
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Accounts.User(t.Context(), name)
	if err == nil {
		i := slices.IndexFunc(account.Actions, func(a account.Action) bool { return a.Name == action })
		_, err = a.Accounts.Act(t.Context(), account.Actions[i], r.ID, value, "")
	}
	if err = errors.Join(err, a.Shut()); err != nil {
		t.Fatal(err)
	}
}

// A token passes where its scope is named, and nowhere else.
func TestEveryRouteAsksForScopes(t *testing.T) {
	dir := t.TempDir()
	n := start(t, node.Config{Data: dir, Limits: limits.Limits{Off: true}})
	ann := signUp(t, n, "Ann")
	operate(t, dir, "role", "Ann", "admin")
	bare := &http.Client{}
	for _, scope := range auth.Scopes {
		token := "Bearer " + newToken(t, n, ann, scope).Secret
		for _, r := range operations(n) {
			if r.Caller == web.Anyone || r.ID == "become-bot" || r.ID == "revoke-token" {
				continue // after the last two the token may do less, or nothing
			}
			resp, text := send(t, bare, r.Method, n.URL()+pathOf(r), "Authorization", token)
			may := r.Tokens == web.AnyToken || slices.Contains(strings.Fields(r.Tokens.String()), string(scope))
			refused := strings.Contains(text, `"code":"scope"`)
			if refused == may || resp.StatusCode == http.StatusUnauthorized {
				t.Errorf("%s with the scope %s: %d %s", r, scope, resp.StatusCode, text)
			}
		}
	}
}

// Every path answers HEAD as it answers GET, OPTIONS, and other methods with 405 and what there is. No answer is kept
// unless its route says so, none with a cookie is public, and errors are kept nowhere.
func TestEveryRouteHasMethodsAndCaching(t *testing.T) {
	n := start(t, node.Config{Limits: limits.Limits{Off: true}})
	bare := &http.Client{}
	for _, r := range n.Routes() {
		if r.Path == web.SocketPath {
			continue
		}
		address := n.URL() + pathOf(r)
		for _, method := range []string{r.Method, http.MethodHead, http.MethodOptions, http.MethodPatch} {
			if method == http.MethodHead && r.Method != http.MethodGet {
				continue
			}
			resp, _ := send(t, bare, method, address)
			cache, allow := resp.Header.Get("Cache-Control"), resp.Header.Get("Allow")
			cookie := resp.Header.Get("Set-Cookie") != ""
			switch {
			case cache == "":
				t.Errorf("%s %s: there is no Cache-Control", method, r)
			case resp.StatusCode >= 400 && cache != "no-store" && !cookie:
				t.Errorf("%s %s: an error has %q", method, r, cache)
			case cookie && !strings.HasPrefix(cache, "private, "):
				t.Errorf("%s %s: an answer with a cookie has %q", method, r, cache)
			case resp.StatusCode < 400 && !cookie && method == r.Method && r.Cache != web.ByAnswer && cache != string(r.Cache):
				t.Errorf("%s %s: %q, want %q", method, r, cache, r.Cache)
			}
			switch method {
			case http.MethodOptions:
				if resp.StatusCode != http.StatusNoContent || !strings.Contains(allow, r.Method) {
					t.Errorf("OPTIONS %s: %d, Allow %q", r.Path, resp.StatusCode, allow)
				}
			case http.MethodPatch:
				if resp.StatusCode != http.StatusMethodNotAllowed || !strings.Contains(allow, r.Method) {
					t.Errorf("PATCH %s: %d, Allow %q", r.Path, resp.StatusCode, allow)
				}
			case http.MethodHead:
				if get, _ := send(t, bare, http.MethodGet, address); get.StatusCode != resp.StatusCode {
					t.Errorf("HEAD %s: %d, and GET %d", r.Path, resp.StatusCode, get.StatusCode)
				}
			}
		}
	}
}

// Once the budgets of an address are spent, it gets files and nothing else.
func TestEveryRouteHasAPrice(t *testing.T) {
	nothing := limits.Budget{Guest: limits.Rate{PerSecond: 1e-9}, Address: limits.Rate{PerSecond: 1e-9}}
	n := start(t, node.Config{Limits: limits.Limits{
		Newcomer: nothing, Create: nothing, Offer: nothing, Command: nothing, Read: nothing, Rules: nothing, Review: nothing,
		Pictures: nothing, Search: nothing, Download: nothing, SignUp: nothing, SignIn: nothing, Chat: nothing,
		Social: nothing,
	}})
	bare := &http.Client{}
	for _, r := range n.Routes() {
		resp, _ := send(t, bare, r.Method, n.URL()+pathOf(r))
		if free := r.Price.Kind == limits.Free; (resp.StatusCode == http.StatusOK) != free ||
			!free && (resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") == "") {
			t.Errorf("%s: %d", r, resp.StatusCode)
		}
	}
}

// Once an address has stored as much as it may, every route refuses it that stores something, and no other.
func TestEveryRouteThatStoresHasABudget(t *testing.T) {
	many := limits.Rate{PerSecond: 1, Burst: 1000}
	n := start(t, node.Config{Limits: limits.Limits{
		Bytes: limits.Rate{PerSecond: 1e-9, Burst: 1}, SignIn: limits.Budget{Guest: many, Address: many},
		Search: limits.Budget{Guest: many, Address: many},
	}})
	keepsOnly(t, n, signUp(t, n, "Ann"), http.StatusTooManyRequests)
}

// While the disk is nearly full, every route refuses that stores something but moves.
func TestEveryRouteLeavesAReserve(t *testing.T) {
	var free atomic.Uint64
	free.Store(100)
	n := start(t, node.Config{
		Reserve: 100, Free: func() (uint64, error) { return free.Load(), nil }, Limits: limits.Limits{Off: true},
	})
	c := signUp(t, n, "Ann")
	var game gameview.FullGame
	call(t, c, http.MethodPost, n.URL()+"/api/games",
		gameview.NewGame{ID: "a-game-alone", Variant: "chess", Opponent: "self", Color: "white"}, &game)
	free.Store(99)
	time.Sleep(limits.DiskTime) // then the node asks the system again
	keepsOnly(t, n, c, http.StatusInsufficientStorage)
	ply := 0
	call(t, c, http.MethodPost, n.URL()+"/api/games/"+game.Game.ID+"/commands",
		gameview.Command{ID: "a-move-now", Order: "move", Move: "e2e4", Ply: &ply}, nil)
	if r, _ := send(t, &http.Client{}, http.MethodGet, n.URL()+"/readyz"); r.StatusCode != http.StatusOK {
		t.Errorf("the node is not ready: %d", r.StatusCode)
	}
}

// keepsOnly sends a request to each route, of which those that keep something, and no others, answer with a status.
func keepsOnly(t *testing.T, n *node.Node, c *http.Client, status int) {
	t.Helper()
	keep := 0
	for _, r := range operations(n) {
		switch r.ID {
		case "sign-out", "delete-account", "end-session", "end-sessions": // the rest needs the session
			continue
		}
		resp, _ := send(t, c, r.Method, n.URL()+pathOf(r))
		if r.Caller > web.Account && r.Caller != web.Operator {
			if r.Keeps() && resp.StatusCode != http.StatusForbidden {
				t.Errorf("%s: %d", r, resp.StatusCode)
			}
			continue
		}
		if r.Keeps() {
			keep++
		}
		if (resp.StatusCode == status) != r.Keeps() {
			t.Errorf("%s: %d", r, resp.StatusCode)
		}
	}
	if keep < 40 {
		t.Errorf("only %d routes keep something", keep)
	}
}

// heldBack is a request of which the server has all but the last byte.
type heldBack struct {
	route *web.Route
	conn  net.Conn
}

// holdBack begins a request with a cookie or a token.
func holdBack(t *testing.T, n *node.Node, r *web.Route, headers string) heldBack {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(n.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: wane\r\nContent-Type: application/json\r\n"+
		"Content-Length: 2\r\n%s\r\n{", r.Method, pathOf(r), headers); err != nil {
		t.Fatal(err)
	}
	return heldBack{r, conn}
}

// finish sends the last byte, and returns the status of the answer.
func (h heldBack) finish(t *testing.T) int {
	t.Helper()
	_ = h.conn.SetDeadline(time.Now().Add(patience))
	if _, err := h.conn.Write([]byte("}")); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(h.conn), nil)
	if err != nil {
		t.Fatalf("%s: %v", h.route, err)
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// A request whose last byte comes after its session, its token or its account has ended is rejected, on every route.
func TestEveryRouteIdentifiesAfterTheBody(t *testing.T) {
	n := start(t, node.Config{Limits: limits.Limits{Off: true}})
	for name, of := range map[string]struct {
		begin, end func(c *http.Client) (headers string)
	}{
		"session": {cookies(t, n), func(c *http.Client) string {
			call(t, c, http.MethodPost, n.URL()+"/api/signout", nil, nil)
			return ""
		}},
		"account": {cookies(t, n), func(c *http.Client) string {
			call(t, c, http.MethodPost, n.URL()+"/api/account/delete", account.DeleteAccount{Name: "Ann-account"}, nil)
			return ""
		}},
		"token": {func(c *http.Client) string {
			scopes := slices.Clone(auth.Scopes)
			scopes = slices.DeleteFunc(scopes, func(s auth.Scope) bool { return s == auth.EngineWork })
			return "Authorization: Bearer " + newToken(t, n, c, scopes...).Secret + "\r\n"
		}, func(c *http.Client) string {
			var made []account.TokenView
			call(t, c, http.MethodGet, n.URL()+"/api/account/tokens", nil, &made)
			call(t, c, http.MethodDelete, n.URL()+"/api/account/tokens/"+made[0].ID, nil, nil)
			return ""
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c := signUp(t, n, "Ann-"+name)
			headers := of.begin(c)
			var held []heldBack
			for _, r := range operations(n) {
				if r.Body > 0 && (name != "token" || r.Tokens != web.NoToken) {
					held = append(held, holdBack(t, n, r, headers))
				}
			}
			if len(held) < 20 {
				t.Fatalf("only %d requests are held back", len(held))
			}
			time.Sleep(200 * time.Millisecond) // most are at the body then; of the others the session has ended anyway
			of.end(c)
			var wg sync.WaitGroup
			for _, h := range held {
				wg.Go(func() {
					if status := h.finish(t); status != http.StatusUnauthorized && h.route.Caller < web.Moderator {
						t.Errorf("%s: %d", h.route, status)
					}
				})
			}
			wg.Wait()
		})
	}
}

// cookies returns a function that returns a browser's cookies as a header.
func cookies(t *testing.T, n *node.Node) func(c *http.Client) string {
	t.Helper()
	u, err := url.Parse(n.URL())
	if err != nil {
		t.Fatal(err)
	}
	return func(c *http.Client) string {
		list := make([]string, 0, 2)
		for _, cookie := range c.Jar.Cookies(u) {
			list = append(list, cookie.Name+"="+cookie.Value)
		}
		return "Cookie: " + strings.Join(list, "; ") + "\r\n"
	}
}

// What waits or streams ends with the session that asked for it, on every route that lasts.
func TestEveryRouteThatLastsEndsWithItsSession(t *testing.T) {
	n := start(t, node.Config{Limits: limits.Limits{Off: true}})
	signUp(t, n, "Friend")
	post := func(t *testing.T, c *http.Client, path, body string) (text string) {
		t.Helper()
		resp, err := c.Post(n.URL()+path, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		b, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode > http.StatusCreated {
			t.Fatalf("POST %s: %s, %v: %s", path, resp.Status, err, b)
		}
		return string(b)
	}
	study := func(t *testing.T, c *http.Client) string {
		post(t, c, "/api/studies", `{"id":"a-private-study","name":"Mine","visibility":"private",
			"pgn":"1. e4 *","variant":"chess"}`)
		const path = "/api/studies/a-private-study/events?tab=a"
		var news sharedstudy.NewsView
		call(t, c, http.MethodGet, n.URL()+path, nil, &news)
		return fmt.Sprintf("%s&since=%d&known=%s", path, news.Seq, url.QueryEscape(news.Here.Version))
	}
	tournament := func(t *testing.T, c *http.Client) string {
		post(t, c, "/api/tournaments", fmt.Sprintf(`{"id":"a-tournament","system":"arena","name":"Evening","variant":"shrink",
			"minutes":30,"control":{"base":180000},"password":"tea","starts":%d}`, time.Now().Add(time.Hour).UnixMilli()))
		return "/api/tournaments/a-tournament?since=99"
	}
	game := func(api string) func(t *testing.T, c *http.Client) string {
		return func(t *testing.T, c *http.Client) string {
			if api == "bot" {
				post(t, c, "/api/bot/account/upgrade", "")
			}
			var begun struct{ ID string }
			if err := json.Unmarshal([]byte(post(t, c, "/api/challenge/ai", `{"level":1,"days":1}`)), &begun); err != nil {
				t.Fatal(err)
			}
			return "/api/" + api + "/game/stream/" + begun.ID
		}
	}
	since := func(path string) func(*testing.T, *http.Client) string {
		return func(t *testing.T, c *http.Client) string {
			var now struct{ Version string }
			call(t, c, http.MethodGet, n.URL()+path, nil, &now)
			return path + "?since=" + url.QueryEscape(now.Version)
		}
	}
	at := func(path string) func(*testing.T, *http.Client) string {
		return func(*testing.T, *http.Client) string { return path }
	}
	cases := map[string]struct {
		path   func(t *testing.T, c *http.Client) string // once what it needs is there; nil: see below
		body   string
		stream bool // it is an answer that goes on
	}{
		"GET /api/studies/{id}/events":    {path: study},
		"GET /api/tournaments/{id}":       {path: tournament},
		"GET /api/watch":                  {path: since("/api/watch")},
		"GET /api/watch/{channel}":        {path: since("/api/watch/shrink")},
		"POST /api/pairing":               {path: at("/api/pairing"), body: `{"variant":"shrink","control":{"base":180000}}`},
		"GET /api/stream/event":           {path: at("/api/stream/event"), stream: true},
		"GET /api/board/game/stream/{id}": {path: game("board"), stream: true},
		"GET /api/bot/game/stream/{id}":   {path: game("bot"), stream: true},
		"POST /api/board/seek":            {path: at("/api/board/seek"), body: `{"variant":"shrink","time":3}`, stream: true},
		"POST /api/challenge/{username}": {
			path: at("/api/challenge/Friend"), body: `{"keepAliveStream":true,"days":1}`, stream: true,
		},
		"GET /api/stream/game/{id}": {path: func(t *testing.T, c *http.Client) string {
			return strings.Replace(game("board")(t, c), "/api/board/game/stream/", "/api/stream/game/", 1)
		}, stream: true},
		"POST /api/stream/games-by-users": {path: at("/api/stream/games-by-users"), body: "Friend", stream: true},
		"GET /api/tv/feed":                {path: at("/api/tv/feed"), stream: true},
		"GET /api/tv/{channel}/feed":      {path: at("/api/tv/shrink/feed"), stream: true},

		"GET " + web.SocketPath: {}, // TestSocketsEnd
		// Links of workers: TestRemoteRefused
		"GET /api/worker/moves": {}, "GET /api/worker/reviews": {},
		// Files, which are complete before a test could end anything; their context is the same.
		"GET /api/archive/pgn": {}, "GET /api/account/export": {}, "GET /api/tournaments/{id}/pgn": {},
		"GET /api/games/user/{username}": {}, "GET /api/tournament/{id}/games": {}, "GET /api/swiss/{id}/games": {},
		"GET /api/games/export/imports": {},
	}
	for i, r := range operations(n) {
		of, known := cases[r.String()]
		if r.Lasts != known {
			t.Errorf("%s lasts: %t, and this test knows it: %t", r, r.Lasts, known)
		}
		if of.path == nil {
			continue
		}
		t.Run(r.String(), func(t *testing.T) {
			c := signUp(t, n, fmt.Sprintf("Ann-%d", i))
			request, err := http.NewRequestWithContext(t.Context(), r.Method, n.URL()+of.path(t, c), strings.NewReader(of.body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			ended := make(chan struct{})
			end := func() {
				defer close(ended)
				call(t, c, http.MethodPost, n.URL()+"/api/signout", nil, nil)
			}
			if !of.stream {
				time.AfterFunc(300*time.Millisecond, end) // it waits then
			}
			resp, err := c.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = resp.Body.Close() }()
			if of.stream {
				if resp.StatusCode != http.StatusOK {
					t.Fatalf("the stream begins with %s", resp.Status)
				}
				end()
			} else if resp.StatusCode != http.StatusUnauthorized {
				t.Errorf("the wait ends with %s", resp.Status)
			}
			<-ended
			if _, err := io.Copy(io.Discard, resp.Body); err != nil { // a stream would not end
				t.Errorf("the stream ends with %v", err)
			}
		})
	}
}
