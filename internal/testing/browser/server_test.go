package browser

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/node"
	_ "github.com/wane-chess/wane/internal/testing/dbtest" // long deadlines: the machine may be busy
	"github.com/wane-chess/wane/web"
)

// serve starts a server with its page and one worker, and returns its address.
func serve(t *testing.T) string {
	t.Helper()
	n, _ := start(t)
	return n.URL()
}

// shared is the server of tests whose games no other test can see.
var shared struct {
	sync.Once
	base  string
	close func()
	err   error
}

// serveAll returns the address of the server that tests share if they need none of
// their own: they edit, analyze, learn, and play private games.
func serveAll(t *testing.T) string {
	t.Helper()
	shared.Do(func() {
		var dir string
		if dir, shared.err = os.MkdirTemp("", "wane-browser-"); shared.err != nil {
			return
		}
		shared.close = func() { _ = os.RemoveAll(dir) }
		var n *node.Node
		if n, shared.err = node.Start(context.Background(), config(dir, 1)); shared.err != nil {
			return
		}
		shared.base = n.URL()
		shared.close = func() {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			_ = n.Close(ctx)
			_ = os.RemoveAll(dir)
		}
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.base
}

func config(dir string, workers int) node.Config {
	return node.Config{Addr: "127.0.0.1:0", Data: dir, Workers: workers, Limits: limits.Limits{Off: true}}
}

// start is serve for tests that need the node. Restart stops it and starts another
// with the same games at the same address.
func start(t *testing.T) (n *node.Node, restart func()) {
	t.Helper()
	return startWith(t, 1)
}

// startWith is start with that many workers.
func startWith(t *testing.T, workers int) (n *node.Node, restart func()) {
	t.Helper()
	return startIn(t, t.TempDir(), workers)
}

// startIn is startWith in a data directory.
func startIn(t *testing.T, dir string, workers int) (n *node.Node, restart func()) {
	t.Helper()
	if testing.Short() {
		t.Skip("this needs a browser")
	}
	if _, err := web.Page(); err != nil {
		t.Fatal(err)
	}
	c := config(dir, workers)
	open := func() {
		t.Helper()
		var err error
		if n, err = node.Start(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	end := func() {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := n.Close(ctx); err != nil {
			t.Errorf("closing the server: %v", err)
		}
	}
	open()
	c.Addr = n.Addr().String()
	t.Cleanup(end)
	return n, func() { t.Helper(); end(); open() }
}

// record returns the game at a page's path from the API.
func record(t *testing.T, base, path string) gameview.FullGame {
	t.Helper()
	answer, err := http.Get(base + "/api/games/" + strings.TrimPrefix(path, "/game/"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var f gameview.FullGame
	if err := json.NewDecoder(answer.Body).Decode(&f); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", path, answer.Status, err)
	}
	return f
}

// moves returns the moves of a game's record.
func moves(f gameview.FullGame) []string {
	var all []string
	for _, e := range f.Events {
		if e.Kind == "move" {
			all = append(all, e.Move)
		}
	}
	return all
}
