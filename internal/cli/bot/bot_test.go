package bot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/bot"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/internal/lab/baseline"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/rules"
)

const patience = 60 * time.Second

// token signs up an account and makes a token for its program.
func token(t *testing.T, url, name string) string {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path string, in, out any) {
		t.Helper()
		body, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+path, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		resp, err := (&http.Client{Jar: jar}).Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		text, _ := io.ReadAll(resp.Body)
		if resp.StatusCode != http.StatusOK || json.Unmarshal(text, out) != nil {
			t.Fatalf("%s: %d %s", path, resp.StatusCode, text)
		}
	}
	var in account.SignedInView
	ask("/api/signup", account.SignUp{Name: name, Password: "four random words of a test"}, &in)
	var made account.MadeToken
	ask("/api/account/tokens", account.NewToken{Name: "bot", Scopes: []string{"bot:play"}}, &made)
	return made.Secret
}

// games returns the live or finished games of a server.
func games(ctx context.Context, url, status string) (list []gameview.Game) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/games?limit=50&status="+status, nil)
	if err != nil {
		return nil
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil
	}
	defer func() { _ = resp.Body.Close() }()
	_ = json.NewDecoder(resp.Body).Decode(&list)
	return list
}

// Two bots with different engines find each other and play rated games, without a person, while
// the server stops and starts again in the middle of one.
func TestBotsPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games on a server")
	}
	config := node.Config{Addr: "127.0.0.1:0", Data: t.TempDir(), Workers: -1}
	start := func() *node.Node {
		n, err := node.Start(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	n := start()
	config.Addr = strings.TrimPrefix(n.URL(), "http://")
	url := n.URL()
	ctx, stop := context.WithTimeout(context.Background(), 2*patience)
	defer stop()
	ended := make(chan error, 2)
	for i, build := range []func() (engine.Engine, error){
		func() (engine.Engine, error) { return search.NewSized(eval.NewNode, 1) },
		func() (engine.Engine, error) { return baseline.New(eval.NewNode), nil },
	} {
		name := []string{"Search", "Baseline"}[i] + "Bot"
		b, err := bot.New(bot.Options{
			URL: url, Token: token(t, url, name), Upgrade: true, Lookup: rules.ByName, Pause: 50 * time.Millisecond,
			Log: slog.New(slog.NewTextHandler(testLog{t}, nil)).With("bot", name),
			Engine: func(game.Game) (engines.Contestant, error) {
				return engines.Contestant{New: engines.InProcess(build, nil), Control: engines.Control{Nodes: 1500}}, nil
			},
			Rules: bot.Rules{Variants: []string{"shrink"}, Mode: "rated", Opponents: "bots"},
			Seek: bot.Seek{Variants: []string{"shrink"}, Controls: []livegame.TimeControl{{Base: 3 * time.Minute}},
				Every: 300 * time.Millisecond},
		})
		if err != nil {
			t.Fatal(err)
		}
		go func() { ended <- b.Run(ctx) }()
	}
	wait := func(what string, done func() bool) {
		t.Helper()
		for begun := time.Now(); !done(); time.Sleep(20 * time.Millisecond) {
			if time.Since(begun) > patience {
				t.Fatalf("%s: not within %v", what, patience)
			}
		}
	}
	interrupted := ""
	wait("a game in progress", func() bool {
		live := games(ctx, url, "live")
		if len(live) > 0 && live[0].Ply > 8 {
			interrupted = live[0].ID
		}
		return interrupted != ""
	})
	if err := n.Close(ctx); err != nil {
		t.Fatal(err)
	}
	n = start()
	finished := games(ctx, url, "finished")
	wait("three games", func() bool { // a list that comes too soon after the last one is empty
		if list := games(ctx, url, "finished"); len(list) >= 3 {
			finished = list
		}
		return len(finished) >= 3
	})
	ids := ""
	for _, g := range finished {
		ids += g.ID + " "
		if !g.Rated || !g.White.Bot || !g.Black.Bot || g.Variant != "shrink" || g.Ply < 10 || g.Result == "*" ||
			strings.Contains(g.Reason, "time") || strings.Contains(g.Reason, "resign") {
			t.Errorf("a game is %+v", g)
		}
	}
	if !strings.Contains(ids, interrupted) {
		t.Errorf("the game %s that the restart interrupted is not among %s", interrupted, ids)
	}
	stop()
	for range cap(ended) {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if err := n.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// testLog is the log of a test.
type testLog struct{ t *testing.T }

// Write implements io.Writer.
func (l testLog) Write(b []byte) (int, error) {
	l.t.Log(string(bytes.TrimSpace(b)))
	return len(b), nil
}
