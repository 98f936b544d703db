package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/moderation"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/opening"
	"github.com/wane-chess/wane/internal/server/plan"
	"github.com/wane-chess/wane/internal/server/profile"
	"github.com/wane-chess/wane/internal/server/queue"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/social"
	"github.com/wane-chess/wane/internal/server/studies"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/vacation"
	_ "github.com/wane-chess/wane/internal/testing/dbtest" // long deadlines: the machine may be busy
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// Any request that HTTP lets through, as it comes over the wire, has an answer that is not
// the server's fault, and errors of the API are problems with a code. A request without
// cookies is the player's whose game is called anyGame.
func FuzzRequest(f *testing.F) {
	db, err := gamestore.Open(context.Background(), "sqlite:"+filepath.Join(f.TempDir(), "wane.db"))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = db.Close() })
	broker := managertest.NewBroker()
	games, err := manager.New(manager.Options{Node: "one", Store: db, Queue: broker.Node("one"), Lookup: rules.ByName})
	if err != nil {
		f.Fatal(err)
	}
	people, err := account.NewService(account.Options{
		Store: &account.Store{DB: db.DB()}, Params: servertest.CheapPasswords,
	})
	if err != nil {
		f.Fatal(err)
	}
	related := social.New(social.Options{DB: db.DB(), Queue: broker.Node("relations"), Games: games})
	plans := plan.New(plan.Options{DB: db.DB(), Lookup: rules.ByName})
	plans.Use(games)
	away := vacation.New(db.DB(), games, nil)
	puzzles := somePuzzles(db)
	finished := archive.New(archive.Options{DB: db.DB(), Games: db, Lookup: rules.ByName, Variants: rules.All()})
	names := opening.New(opening.Options{DB: db.DB(), Tallies: finished.MoveTallies, Lookup: rules.ByName, Now: games.Now})
	kept := studies.New(db.DB())
	shared := sharedstudy.New(sharedstudy.Options{
		DB: db.DB(), Lookup: rules.ByName, Variants: rules.All(), Now: games.Now,
	})
	cups := tournament.New(tournament.Options{DB: db.DB(), Games: games, Lookup: rules.ByName, Node: "one"})
	talk := chat.New(chat.Options{
		DB: db.DB(), Games: games, Tournaments: cups, Studies: shared, Queue: broker.Node("one"),
	})
	reported := moderation.New(moderation.Options{DB: db.DB(), Accounts: people, Chat: talk, Now: games.Now})
	challenges := challenge.New(challenge.Options{DB: db.DB(), Games: games, Lookup: rules.ByName})
	ratings := rating.New(rating.Options{
		DB: db.DB(), Games: db, Summary: func(ctx context.Context, id livegame.ID) (livegame.Summary, error) {
			snap, err := games.Snapshot(ctx, id)
			return snap.Summary, err
		},
	})
	profiles := profile.New(profile.Options{
		DB: db.DB(), Ratings: ratings, Played: finished.Played, Social: related,
		Trophies: cups.Trophies, Vacations: away, Lookup: rules.ByName, Now: games.Now,
	})
	notices := notify.New(notify.Options{DB: db.DB()})
	watched := channels.New(channels.Options{DB: db.DB(), Games: games, Archive: finished, Variants: rules.All()})
	reviews := review.New(review.Options{
		DB: db.DB(), Games: games, Public: finished.PublicGames, Queue: review.NewQueue(queue.New(queue.Options{})),
		Lookup: rules.ByName, Limits: limits.Limits{Off: true},
	})
	s, err := server.New(context.Background(), server.Options{
		Ratings: ratings, Profiles: profiles,
		Social: related,
		Chat:   talk,
		Games:  games, Accounts: people,
		Notifications: notices,
		Challenges:    challenges,
		Secrets:       db, Archive: finished, Tables: tablebase.Builtin(), Lookup: rules.ByName, Variants: rules.All(),
		Page: servertest.Page(), Limits: limits.Limits{Off: true},
		Puzzles:  puzzles,
		Openings: names, Tournaments: cups, SharedStudies: shared,
		Features: []server.Feature{ratings, profiles, away, plans, puzzles, names, related, reported, challenges, talk,
			cups, notices, kept, reviews, shared, finished, watched},
	})
	if err != nil {
		f.Fatal(err)
	}
	first := httptest.NewRecorder()
	s.ServeHTTP(first, httptest.NewRequest(http.MethodGet, "/api/me", nil))
	cookie := first.Result().Cookies()[0]
	begin := httptest.NewRequest(http.MethodPost, "/api/games", strings.NewReader(bodies["/api/games"]))
	begin.AddCookie(cookie)
	begin.Header.Set("Content-Type", "application/json")
	begun := httptest.NewRecorder()
	s.ServeHTTP(begun, begin)
	var full gameview.FullGame
	if err := json.Unmarshal(begun.Body.Bytes(), &full); err != nil || full.Game.ID == "" {
		f.Fatalf("no game: %s", begun.Body)
	}
	for _, raw := range seeds(f, s) {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		raw = bytes.ReplaceAll(raw, []byte(anyGame), []byte(full.Game.ID))
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(raw)))
		if err != nil || r.URL.Path == "/ws" { // FuzzMessage sends messages
			return
		}
		if strings.Contains(r.URL.Path, "/stream/") || strings.HasSuffix(strings.Trim(r.URL.Path, "/"), "/feed") {
			return // it does not end
		}
		r.RemoteAddr = "192.0.2.1:1234"
		if r.Header.Get("Cookie") == "" {
			r.AddCookie(cookie)
		}
		got := httptest.NewRecorder()
		s.ServeHTTP(got, r.WithContext(t.Context()))
		kind, _, err := mime.ParseMediaType(got.Header().Get("Content-Type"))
		body := got.Body.Bytes()
		switch {
		case got.Code >= http.StatusInternalServerError:
			t.Errorf("status %d: %s", got.Code, body)
		case got.Header().Get("Content-Encoding") != "" || len(body) == 0:
		case err != nil:
			t.Errorf("status %d with the content type %q: %v", got.Code, got.Header().Get("Content-Type"), err)
		case kind == "application/x-ndjson":
			for line := range bytes.Lines(body) {
				if line = bytes.TrimSpace(line); len(line) > 0 && !json.Valid(line) { // an empty line keeps a stream alive
					t.Errorf("status %d with a damaged line of JSON: %.300s", got.Code, line)
				}
			}
		case strings.HasSuffix(kind, "json") && !json.Valid(body):
			t.Errorf("status %d with damaged JSON: %.300s", got.Code, body)
		case r.URL.Path == "/api/token" && bytes.Contains(body, []byte(`"error_description":"`)): // as OAuth has errors
		case got.Code >= http.StatusBadRequest && strings.HasPrefix(r.URL.Path, "/api/"):
			var p struct{ Code, Detail string }
			if err := json.Unmarshal(body, &p); err != nil || kind != "application/problem+json" || p.Code == "" ||
				p.Detail == "" {
				t.Errorf("status %d without a reason: %s, %s", got.Code, kind, body)
			}
		}
	})
}

// anyGame stands for the name of the player's game, which is another in each run.
const anyGame = "gamegamegame"

// bodies has an example for each operation with a body.
var bodies = map[string]string{
	"/api/pairing": `{"variant":"shrink","control":{"base":180000,"increment":2000},"ratingMin":1000}`,
	"/api/games": `{"id":"a-new-game","variant":"shrink","opponent":"self","casual":true,"color":"white",` +
		`"control":{"base":60000,"increment":1000}}`,
	"/api/games/{id}/commands":        `{"id":"a-command","order":"move","move":"e2e4","ply":0,"color":"white"}`,
	"/api/games/{id}/chat":            `{"id":"a-message","room":"spectators","preset":"hello"}`,
	"/api/games/{id}/chat/hide":       `{"room":"spectators","seq":1}`,
	"/api/tournaments/{id}/chat":      `{"id":"a-message","text":"Who plays?"}`,
	"/api/tournaments/{id}/chat/hide": `{"seq":1}`,
	"/api/studies/{id}/chat":          `{"id":"a-message","text":"Look at move 9."}`,
	"/api/studies/{id}/chat/hide":     `{"room":"common","seq":1}`,
	"/api/games/{id}/review":          `{"level":"quick"}`,
	"/api/me":                         `{"name":"Ann"}`,
	"/api/account/studies/{id}": `{"name":"Mine","variant":"shrink","title":"Shrink Chess","created":1,"changed":2,` +
		`"moves":3,"content":{"packed":{}}}`,
	"/api/account/vacation":   `{"days":3}`,
	"/api/account/about":      `{"about":"I play from Oz","link":"https://wane.example/oz"}`,
	"/api/notifications/read": `{"game":"gamegamegame"}`,

	"/api/games/{id}/conditional": `{"version":0,"ply":1,"lines":[["e7e5","g1f3"]]}`,
	"/api/reports": `{"player":"Ann","reason":"insult","text":"rude","place":"games/gamegamegame",` +
		`"room":"players","seq":1}`,
	"/api/admin/reports/{name}": `{"upTo":1,"outcome":"muted","until":4102444800000,"reason":"insults"}`,
	"/api/games/{id}/note":      `{"version":0,"text":"Watch the f-file."}`,
	"/api/push": `{"endpoint":"https://push.example/1","keys":{"p256dh":"BA","auth":"AA"},` +
		`"language":"de","kinds":{"turn":false}}`,
	"/api/views":                `{"variant":"shrink","fen":"","moves":["e2e4","d7d5"],"from":1}`,
	"/api/choices":              `{"variant":"diminuendo:pbnrqk+qk","moves":[]}`,
	"/api/preview":              `{"variant":"cheshire","moves":[],"move":"e2e4"}`,
	"/api/draft":                `{"state":{"variant":"shrink","fen":""},"edit":{"do":"clear"}}`,
	"/api/challenge/{username}": `rated=true&clock.limit=180&clock.increment=2&variant=shrink&rules=noAbort,noRematch`,
	"/api/challenge/open":       `{"rated":false,"clock":{"limit":180,"increment":2}}`,
	"/api/challenges": `{"id":"a-challenge","player":"ann","variant":"shrink","color":"random",` +
		`"control":{"base":60000}}`,
	"/api/challenges/{id}/accept":  `{"color":"white"}`,
	"/api/challenges/{id}/decline": `{"reason":"later"}`,
	"/api/challenge/ai":            `level=3&days=2`,
	"/api/challenge/{id}/decline":  `reason=later`,
	"/api/tournament/{id}/join":    `password=miau`,
	"/api/swiss/{id}/join":         `password=miau`,
	"/api/bot/game/{id}/chat":      `room=player&text=Good+luck`,
	"/api/board/game/{id}/chat":    `{"room":"spectator","text":"hi"}`,
	"/api/board/seek":              `time=5&increment=3&ratingRange=1500-1800`,
	"/api/token":                   `grant_type=authorization_code&code=x&client_id=a&redirect_uri=b&code_verifier=c`,
	"/api/token/test":              `wane_abc,wane_def`,
	"/api/users":                   `ann,computer-3`,
	"/api/games/export/_ids":       anyGame + `,abc`,
	"/api/stream/games-by-users":   `ann,ben`,
	"/api/tournament":              `name=Evening&clockTime=3&clockIncrement=2&minutes=20&conditions.bots=true`,
	"/api/swiss/new/{team}":        `name=Night&clock.limit=180&clock.increment=2&nbRounds=5`,
	"/api/import":                  `pgn=%5BWhite+%22Ann%22%5D%0A%0A1.+e4+%7Bbest%7D+e5+%2A`,
	"/api/learn/{variant}/judge":   `{"step":1,"moves":["e2e4"]}`,
}

// seeds makes requests of each operation that the API documents, and of pages.
func seeds(f *testing.F, s http.Handler) (all []string) {
	f.Helper()
	document := httptest.NewRecorder()
	s.ServeHTTP(document, httptest.NewRequest(http.MethodGet, "/api/openapi.json", nil))
	var doc struct {
		Paths map[string]map[string]struct {
			Parameters  []struct{ Name, In string }
			RequestBody any
		}
	}
	if err := json.Unmarshal(document.Body.Bytes(), &doc); err != nil || len(doc.Paths) < 20 {
		f.Fatalf("%d paths: %v", len(doc.Paths), err)
	}
	example := map[string]string{
		"id": anyGame, "variant": "shrink", "name": "scandinavian", "moves": "e2e4_d7d5", "ply": "1", "limit": "5",
		"player": "ann", "username": "ann", "move": "e2e4", "accept": "yes", "secret": "x", "user1": "ann", "user2": "ben",
		"Accept-Language": "de, en;q=0.5",
	}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for method, o := range doc.Paths[path] {
			method, target, query, headers := strings.ToUpper(method), path, []string(nil), ""
			for _, p := range o.Parameters {
				v := example[p.Name]
				if p.Name == "id" && strings.Contains(path, "/puzzles/") {
					v = onePuzzle.ID
				}
				switch p.In {
				case "path":
					target = strings.ReplaceAll(target, "{"+p.Name+"}", v)
				case "query":
					query = append(query, p.Name+"="+v)
				case "header":
					headers += p.Name + ": " + v + "\r\n"
				}
			}
			target += "?" + strings.Join(query, "&")
			if method == http.MethodGet {
				all = append(all, fmt.Sprintf("GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n", target, headers))
				continue
			}
			body := bodies[path]
			if body == "" && o.RequestBody != nil {
				f.Errorf("%s %s needs an example of its body here", method, path)
			}
			all = append(all,
				fmt.Sprintf("%s %s HTTP/1.1\r\nHost: x\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
					method, target, headers, len(body), body))
		}
	}
	for _, path := range []string{"/", "/game/" + anyGame, "/analysis/shrink?moves=e2e4_d7d5", "/rules/diminuendo:pbnrqk",
		"/learn/cheshire", "/docs/playing", "/embed/shrink?fen=x", "/assets/main-abc.js", "/%00", "//x"} {
		all = append(all, "GET "+path+" HTTP/1.1\r\nHost: x\r\nAccept-Language: de\r\nAccept-Encoding: br;q=1, gzip\r\n"+
			"If-None-Match: \"x\"\r\nRange: bytes=1-\r\nCookie: wane=x\r\n\r\n")
	}
	return all
}
