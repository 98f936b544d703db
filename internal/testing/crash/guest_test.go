package crash

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/gameview"
)

// guest is a user with cookies, who is the same to all nodes.
type guest struct {
	t    *testing.T
	name string
	http *http.Client
}

func newGuest(t *testing.T, name string) *guest {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	g := &guest{t, name, &http.Client{Jar: jar, Timeout: patience, Transport: &http.Transport{}}}
	t.Cleanup(g.http.CloseIdleConnections)
	return g
}

// call sends a request to a node's API, with in as the body, and decodes the answer
// into out.
func (g *guest) call(n *loadtest.Process, method, path string, in, out any) {
	g.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		g.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(g.t.Context(), method, n.URL()+path, bytes.NewReader(body))
	if err != nil {
		g.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := g.http.Do(req)
	if err != nil {
		g.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		g.t.Fatalf("%s: %s %s: %s, %v: %s", g.name, method, path, resp.Status, err, text)
	}
	if err := json.Unmarshal(text, out); err != nil {
		g.t.Fatal(err)
	}
}

var ids atomic.Int64

// newID returns a new ID for a request or command.
func newID() string { return fmt.Sprintf("crash-%06d", ids.Add(1)) }

// create creates a game on a node and returns its ID.
func (g *guest) create(n *loadtest.Process, wish gameview.NewGame) string {
	g.t.Helper()
	wish.ID = newID()
	if wish.Variant == "" {
		wish.Variant = "shrink"
	}
	if wish.Color == "" {
		wish.Color = "white"
	}
	var full gameview.FullGame
	g.call(n, http.MethodPost, "/api/games", wish, &full)
	return full.Game.ID
}

// join takes the open seat.
func (g *guest) join(n *loadtest.Process, game string) {
	g.t.Helper()
	var done gameview.CommandResult
	g.call(n, http.MethodPost, "/api/games/"+game+"/commands", gameview.Command{ID: newID(), Order: "join"}, &done)
}

// record returns a game from a node's API.
func (g *guest) record(n *loadtest.Process, game string) gameview.FullGame {
	g.t.Helper()
	var full gameview.FullGame
	g.call(n, http.MethodGet, "/api/games/"+game, nil, &full)
	for i, e := range full.Events {
		if e.Seq != i+1 {
			g.t.Errorf("the record has event %d at place %d", e.Seq, i+1)
		}
	}
	return full
}

// moves returns the moves among events.
func moves(events []gameview.Event) []string {
	var list []string
	for _, e := range events {
		if e.Kind == "move" {
			list = append(list, e.Move)
		}
	}
	return list
}

// metric returns the value of a node's metric.
func metric(t *testing.T, n *loadtest.Process, name string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, n.URL()+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), name+" "); ok {
			x, err := strconv.ParseFloat(value, 64)
			if err != nil {
				t.Fatal(err)
			}
			return int(x)
		}
	}
	if !strings.Contains(name, "{") { // a label has its value from the first time on
		t.Fatalf("there is no metric %s", name)
	}
	return 0
}
