package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/gameview"
)

// answerTime is how long a client waits for an answer.
const answerTime = 2500 * time.Millisecond

// guest is a user with cookies, who is the same to all nodes.
type guest struct {
	w    *world
	name string
	http *http.Client

	account string      // the name of its account, empty without one
	was     http.Header // the cookies before it had one
}

// newGuest greets a new user, on any node, until the context is done. A user who is known already stays the same.
func (w *world) newGuest(ctx context.Context, name string) (*guest, error) {
	w.mu.Lock()
	known := w.guests[name]
	w.mu.Unlock()
	if known != nil {
		return known, nil
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	g := &guest{w: w, name: name, http: &http.Client{Jar: jar, Transport: &http.Transport{MaxIdleConnsPerHost: 2}}}
	w.mu.Lock()
	w.guests[name] = g
	w.mu.Unlock()
	for i := 0; ctx.Err() == nil; i++ {
		if err = g.call(ctx, i%len(w.urls), http.MethodGet, "/api/me", nil, nil); err == nil {
			return g, nil
		}
		pause(ctx, 200*time.Millisecond)
	}
	return nil, ctx.Err()
}

// rejection is an answer that rejects a request.
type rejection struct {
	Status int
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// Error implements error.
func (p *rejection) Error() string { return fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Detail) }

// call sends a request to a node's API, with in as the body, and decodes the answer into out.
// The error is a *rejection if the server rejects the request; after others it may have been
// carried out.
func (g *guest) call(ctx context.Context, node int, method, path string, in, out any) error {
	return g.callWithin(ctx, answerTime, node, method, path, in, out)
}

// callWithin is call with another time for the answer.
func (g *guest) callWithin(ctx context.Context, limit time.Duration, node int, method, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, g.w.urls[node]+path, body)
	if err != nil {
		return err
	}
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := g.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	switch {
	case err != nil:
		return err
	case resp.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("%s: %.200s", resp.Status, text)
	case resp.StatusCode != http.StatusOK:
		p := &rejection{Status: resp.StatusCode}
		if err := json.Unmarshal(text, p); err != nil {
			return fmt.Errorf("%s: %.200q: %w", resp.Status, text, err)
		}
		return p
	case out == nil:
		return nil
	}
	return json.Unmarshal(text, out)
}

// create creates a game, on any node, until the context is done. A request that is sent
// again must make the same game.
func (g *guest) create(ctx context.Context, wish gameview.NewGame, node int) (id string, err error) {
	for try := 0; ctx.Err() == nil; try++ {
		var full gameview.FullGame
		err := g.call(ctx, (node+try)%len(g.w.urls), http.MethodPost, "/api/games", wish, &full)
		var refusal *rejection
		switch {
		case errors.As(err, &refusal):
			return "", fmt.Errorf("create %+v: %w", wish, err)
		case err != nil:
			pause(ctx, 100*time.Millisecond)
		case id == "" && try%3 == 0: // once more, through the other node
			id = full.Game.ID
		case id != "" && id != full.Game.ID:
			return "", fmt.Errorf("the request %s made the games %s and %s", wish.ID, id, full.Game.ID)
		default:
			return full.Game.ID, nil
		}
	}
	return id, ctx.Err()
}

// get reads a game after an event that the client knows.
func (g *guest) get(ctx context.Context, node int, game string, from int) (gameview.FullGame, error) {
	var full gameview.FullGame
	err := g.call(ctx, node, http.MethodGet, fmt.Sprintf("/api/games/%s?from=%d", game, from), nil, &full)
	return full, err
}

// cookie returns the guest's cookies as a header.
func (g *guest) cookie() http.Header {
	req, err := http.NewRequest(http.MethodGet, g.w.urls[0], nil)
	if err != nil {
		panic(err) // the address is valid
	}
	var all []string
	for _, c := range g.http.Jar.Cookies(req.URL) {
		all = append(all, c.String())
	}
	return http.Header{"Cookie": {strings.Join(all, "; ")}}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
