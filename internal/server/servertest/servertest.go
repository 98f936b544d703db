// Package servertest runs a whole server in memory for tests, with clients that use
// its API and its sockets.
package servertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/andybalholm/brotli"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/adopt"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/moderation"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/opening"
	"github.com/wane-chess/wane/internal/server/pairing"
	"github.com/wane-chess/wane/internal/server/plan"
	"github.com/wane-chess/wane/internal/server/profile"
	"github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/social"
	"github.com/wane-chess/wane/internal/server/studies"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/vacation"
	"github.com/wane-chess/wane/rules"
)

// Patience is how long a test waits before it fails.
const Patience = 20 * time.Second

// World is a server with everything that it needs in memory, and a clock that the test
// advances.
type World struct {
	T      *testing.T
	Server *server.Server
	Games  *manager.Manager
	Store  *managertest.Store
	Broker *managertest.Broker
	Clock  *managertest.Clock
	Web    *httptest.Server
	Log    *Log
	// Accounts is nil without the option WithAccounts.
	Accounts *account.Service
	// Tournaments are directed by the test; nil without the option WithAccounts.
	Tournaments *tournament.Service
}

// data is what the features of WithAccounts store.
var data = []feature.Data{
	rating.Data, puzzle.Data, plan.Data, vacation.Data, opening.Data, social.Data, moderation.Data, challenge.Data,
	chat.Data, tournament.Data, notify.Data, studies.Data, review.Data, sharedstudy.Data, profile.Data,
}

// WithAccounts gives a server accounts, in a database of their own, whose passwords take little work. More may use the
// database, too.
func WithAccounts(t *testing.T, more ...func(*server.Options, *gamestore.Store)) func(*server.Options) {
	t.Helper()
	db, err := gamestore.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "accounts.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	accounts := &account.Store{DB: db.DB(), Data: data}
	db.Use(data...)
	return func(o *server.Options) {
		o.Adopt = adopt.New(adopt.Options{Accounts: accounts, Finished: db, Games: o.Games})
		o.Social = social.New(social.Options{
			DB: db.DB(), Queue: managertest.NewBroker().Node("relations"), Games: o.Games, Now: o.Now, Log: o.Log,
		})
		o.SharedStudies = sharedstudy.New(sharedstudy.Options{
			DB: db.DB(), Lookup: o.Lookup, Variants: o.Variants, Now: o.Games.Now, Log: o.Log,
		})
		o.Openings = opening.New(opening.Options{
			DB: db.DB(), Lookup: o.Lookup, Now: o.Now, Log: o.Log,
		})
		o.Tournaments = tournament.New(tournament.Options{
			DB: db.DB(), Games: o.Games, Lookup: o.Lookup, Node: "test", Log: o.Log,
		})
		o.Channels = channels.New(channels.Options{
			DB: db.DB(), Games: o.Games, Variants: o.Variants, Log: o.Log,
		})
		if _, ok := o.Secrets.(*gamestore.Store); !ok { // tests find the database there
			o.Secrets = db
		}
		o.Challenges = challenge.New(challenge.Options{
			DB: db.DB(), Games: o.Games, Lookup: o.Lookup,
			Refused: func(ctx context.Context, from, to string) (bool, error) { return o.Social.Blocks(ctx, to, from) },
		})
		plans := plan.New(plan.Options{DB: db.DB(), Lookup: o.Lookup, Log: o.Log})
		plans.Use(o.Games)
		o.Accounts, err = account.NewService(account.Options{Store: accounts, Params: CheapPasswords, Now: o.Now, Log: o.Log})
		if err != nil {
			t.Fatal(err)
		}
		o.Chat = chat.New(chat.Options{
			DB: db.DB(), Games: o.Games, Tournaments: o.Tournaments, Studies: o.SharedStudies,
			Queue: managertest.NewBroker().Node("chat"), Now: o.Now, Log: o.Log,
		})
		o.Notifications = notify.New(notify.Options{DB: db.DB(), Log: o.Log})
		o.Notifications.Use(o.Games)
		digests := notify.NewDigester(notify.DigestOptions{DB: db.DB(), People: o.Accounts, Now: o.Now, Log: o.Log})
		o.Features = append(o.Features, vacation.New(db.DB(), o.Games, o.Log), plans, o.Openings, o.Social, o.Challenges,
			o.Channels, o.Chat, o.Tournaments, o.Notifications, digests, studies.New(db.DB()), o.SharedStudies,
			moderation.New(moderation.Options{DB: db.DB(), Accounts: o.Accounts, Chat: o.Chat, Now: o.Now}),
			review.New(review.Options{DB: db.DB(), Games: o.Games, Lookup: o.Lookup, Limits: o.Limits, Log: o.Log}))
		for _, f := range more {
			f(o, db)
		}
	}
}

// CheapPasswords is hardly any work for a password.
var CheapPasswords = argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// Password is that of all accounts of tests.
const Password = "four random words of a test"

// SignUp makes a visitor an account, and returns its recovery codes.
func (v *Visitor) SignUp(name string) (codes []string) {
	v.T.Helper()
	var in account.SignedInView
	v.Ask(http.MethodPost, "/api/signup", account.SignUp{Name: name, Password: Password}, &in)
	v.Me = in.Me
	return in.Codes
}

// NewToken makes a personal token and returns its secret.
func (v *Visitor) NewToken(scopes ...string) string {
	v.T.Helper()
	var made account.MadeToken
	v.Ask(http.MethodPost, "/api/account/tokens", account.NewToken{Name: "test", Scopes: scopes}, &made)
	return made.Secret
}

// Log is the server's log. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (l *Log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// String returns all of it.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Page is a small page. The compressed files differ in content, so that tests can
// distinguish them.
func Page() fs.FS {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	long := strings.Repeat("let x = 1;\n", 20)
	var packed bytes.Buffer // of what stands in no other file
	z := brotli.NewWriter(&packed)
	_, _ = z.Write([]byte(long)) // nothing fails in memory
	_ = z.Close()
	return fstest.MapFS{
		"index.html":    file("<!doctype html><title>wane</title>" + strings.Repeat(" ", 100)),
		"index.html.br": file("br of index"),
		"embed.html": file("<!doctype html><html><head><meta name=\"description\" content=\"a board\" />" +
			"<title>board</title></head><body>" + strings.Repeat(" ", 100)),
		"assets/main-abc.js":        file(long),
		"assets/main-abc.js.br":     file("br of main"),
		"assets/main-abc.js.gz":     file("gz of main"),
		"assets/rules-abc.wasm":     file(long),
		"assets/small-abc.css":      file("a{}"),
		"assets/small-abc.css.br":   file("longer than the file itself"),
		"assets/orphan-abc.js.gz":   file("of nothing"),
		"assets/engine-abc.wasm.br": file(packed.String()),
		"favicon.svg":               file("<svg/>"),
		"manifest.webmanifest":      file("{}"),
		"service-worker.js":         file("let worker"),
		"icon-192.png":              file("picture"),
	}
}

// New starts a server; change may change its options. It ends with the test.
func New(t *testing.T, change ...func(*server.Options)) *World {
	t.Helper()
	w := &World{
		T: t, Store: managertest.NewStore(), Broker: managertest.NewBroker(), Clock: managertest.NewClock(), Log: &Log{},
	}
	w.Games, _ = managertest.Run(t, manager.Options{
		Node: "one", Store: w.Store, Queue: w.Broker.Node("one"), Lookup: rules.ByName, Clock: w.Clock,
	})
	o := server.Options{
		Games: w.Games, Pairing: pairing.New(pairing.Options{Games: w.Games, Clock: w.Clock}),
		Secrets: w.Store, Lookup: rules.ByName, Variants: rules.All(), Page: Page(), Now: w.Clock.Now,
		Log: slog.New(slog.NewTextHandler(w.Log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	for _, f := range change {
		f(&o)
	}
	w.Accounts, w.Tournaments = o.Accounts, o.Tournaments
	var err error
	if w.Server, err = server.New(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	w.Web = httptest.NewServer(w.Server)
	t.Cleanup(func() {
		w.Web.Close()
		w.Server.Close(context.Background())
	})
	return w
}

// Visitor is a browser with its cookies.
type Visitor struct {
	*World
	HTTP *http.Client
	Me   guests.Me
}

// Visitor makes a visitor with a cookie.
func (w *World) Visitor() *Visitor {
	w.T.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.T.Fatal(err)
	}
	v := &Visitor{
		World: w, HTTP: &http.Client{Jar: jar, Timeout: Patience, Transport: &http.Transport{DisableCompression: true}},
	}
	v.Ask(http.MethodGet, "/api/me", nil, &v.Me)
	return v
}

// Ask calls the API, which must succeed.
func (v *Visitor) Ask(method, path string, in, out any) {
	v.T.Helper()
	resp, body := v.Request(method, path, in)
	if resp.StatusCode != http.StatusOK {
		v.T.Fatalf("%s %s: status %d: %s", method, path, resp.StatusCode, body)
	}
	if out != nil {
		if err := json.Unmarshal([]byte(body), out); err != nil {
			v.T.Fatalf("%s %s: %v: %s", method, path, err, body)
		}
	}
}

// Reply is the head of an answer.
type Reply struct {
	StatusCode int
	Header     http.Header
}

// Request asks the server and returns its reply and the text of the body.
func (v *Visitor) Request(method, path string, in any, headers ...string) (Reply, string) {
	v.T.Helper()
	var body io.Reader
	switch in := in.(type) {
	case nil:
	case string:
		body = strings.NewReader(in)
	default:
		b, err := json.Marshal(in)
		if err != nil {
			v.T.Fatal(err)
		}
		body = bytes.NewReader(b)
	}
	r, err := http.NewRequestWithContext(v.T.Context(), method, v.Web.URL+path, body)
	if err != nil {
		v.T.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := v.HTTP.Do(r)
	if err != nil {
		v.T.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		v.T.Fatal(err)
	}
	return Reply{resp.StatusCode, resp.Header}, string(b)
}

// Begin creates a game.
func (v *Visitor) Begin(n gameview.NewGame) gameview.FullGame {
	v.T.Helper()
	if n.ID == "" {
		n.ID = "request-" + v.Me.ID
	}
	if n.Variant == "" {
		n.Variant = "chess"
	}
	if n.Opponent == "" {
		n.Opponent = "friend"
	}
	if n.Color == "" {
		n.Color = "white"
	}
	var full gameview.FullGame
	v.Ask(http.MethodPost, "/api/games", n, &full)
	return full
}

// Metric returns a value of /metrics.
func (w *World) Metric(name string) string {
	w.T.Helper()
	rec := httptest.NewRecorder()
	w.Server.Status().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for line := range strings.Lines(rec.Body.String()) {
		if value, found := strings.CutPrefix(line, name+" "); found {
			return strings.TrimSpace(value)
		}
	}
	return "nothing"
}

// Fetch returns the answer to a GET without cookies.
func (w *World) Fetch(path string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	w.Server.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
	return rec
}

// Playing creates a game of Shrink Chess in which the visitor plays both colors.
func (v *Visitor) Playing(moves ...string) (game string) {
	v.T.Helper()
	game = v.Begin(gameview.NewGame{ID: "a-game-to-draw", Opponent: "self", Variant: "shrink"}).Game.ID
	for i, move := range moves {
		v.Play(game, i, move)
	}
	return game
}

// Play plays a move.
func (v *Visitor) Play(game string, ply int, move string) {
	v.T.Helper()
	v.Ask(http.MethodPost, "/api/games/"+game+"/commands",
		gameview.Command{ID: fmt.Sprintf("command-%s-%d", move, ply), Order: "move", Move: move, Ply: &ply}, nil)
}

// Resign resigns for White.
func (v *Visitor) Resign(game string) {
	v.T.Helper()
	v.Ask(http.MethodPost, "/api/games/"+game+"/commands",
		gameview.Command{ID: "command-resign", Order: "resign", Color: "white"}, nil)
}
