package site_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// A download has exactly the games of a filter, as their records have them, in the order
// of the list.
func TestDownload(t *testing.T) {
	w, sweep := newArchive(t, func(o *server.Options) { o.BaseURL = "http://wane.example" })
	ann, ben := w.Visitor(), w.Visitor()
	var want string
	for i := range web.DownloadPage + 3 {
		moves := []string{"e4", "e5", "Nf3", "Nc6", "Bc4"}[:2+i%4]
		id := plays(ann, ben, "chess", i%2 == 0, moves...)
		_, text := ann.Request(http.MethodGet, "/api/games/"+id+"/pgn", nil)
		want = text + want
	}
	plays(ann, ben, "shrink", true, "e4", "d5")
	sweep()
	resp, text := ann.Request(http.MethodGet, "/api/archive/pgn?variant=chess", nil)
	if resp.StatusCode != http.StatusOK || text != want {
		t.Errorf("%d, the file is\n%.600s\nwant\n%.600s", resp.StatusCode, text, want)
	}
	if d := resp.Header.Get("Content-Disposition"); d != `attachment; filename="wane-games.pgn"` {
		t.Errorf("it is named %q", d)
	}
	if kind := resp.Header.Get("Content-Type"); kind != "application/x-chess-pgn; charset=utf-8" {
		t.Errorf("it is of type %q", kind)
	}
	trees, _, err := notation.ReadString(text, notation.ReadOptions{Lookup: rules.ByName})
	if err != nil || len(trees) != web.DownloadPage+3 {
		t.Errorf("%d games can be read, %v", len(trees), err)
	}
	// Other guests get the public half.
	eve := w.Visitor()
	if _, text := eve.Request(http.MethodGet, "/api/archive/pgn?variant=chess",
		nil); strings.Count(text, "[Event ") != web.DownloadPage/2+2 {
		t.Errorf("another guest gets %d games", strings.Count(text, "[Event "))
	}
	if resp, text := eve.Request(http.MethodGet, "/api/archive/pgn?variant=cheshire",
		nil); resp.StatusCode != http.StatusOK || text != "" {
		t.Errorf("no games are %d, %q", resp.StatusCode, text)
	}
}

// Without a base URL, the site of a game is where the client found it.
func TestSite(t *testing.T) {
	w, sweep := newArchive(t)
	ann := w.Visitor()
	id := plays(ann, w.Visitor(), "chess", true, "e4", "e5")
	sweep()
	for _, path := range []string{"/api/games/" + id + "/pgn", "/api/archive/pgn"} {
		_, text := ann.Request(http.MethodGet, path, nil)
		if want := `[Site "` + w.Web.URL + "/game/" + id + `"]`; !strings.Contains(text, want) {
			t.Errorf("%s: no %s in\n%s", path, want, text)
		}
	}
}

// A download of too many games has a cursor for the next.
func TestDownloadContinues(t *testing.T) {
	w, sweep := newArchive(t, func(o *server.Options) { o.Limits = limits.Limits{Off: true, DownloadGames: 3} })
	ann, ben := w.Visitor(), w.Visitor()
	for range 5 {
		plays(ann, ben, "chess", true, "e4", "e5")
	}
	sweep()
	_, first := ann.Request(http.MethodGet, "/api/archive/pgn", nil)
	_, cursor, more := strings.Cut(first, "% There are more games: continue with cursor=")
	_, rest := ann.Request(http.MethodGet, "/api/archive/pgn?cursor="+strings.TrimSpace(cursor), nil)
	if n, m := strings.Count(first, "[Event "), strings.Count(rest, "[Event "); !more || n != 3 || m != 2 ||
		strings.Contains(rest, "%") {
		t.Errorf("%d games and then %d came, with\n%s\n%s", n, m, first, rest)
	}
	if trees, _, err := notation.ReadString(first+rest, notation.ReadOptions{Lookup: rules.ByName}); err != nil ||
		len(trees) != 5 {
		t.Errorf("%d games can be read, %v", len(trees), err)
	}
}

// Downloads have a budget of their own; errors cost nothing.
func TestDownloadBudget(t *testing.T) {
	w, _ := newArchive(t, func(o *server.Options) {
		o.Limits = limits.Limits{Download: limits.Budget{
			Guest: limits.Rate{PerSecond: 0.1, Burst: 2}, Address: limits.Rate{PerSecond: 10, Burst: 10},
		}}
	})
	ann := w.Visitor()
	for i, want := range []int{422, 200, 422, 200, 429} {
		query := map[int]string{422: "variant=go", 200: "", 429: "mine=true"}[want]
		resp, text := ann.Request(http.MethodGet, "/api/archive/pgn?"+query, nil)
		if resp.StatusCode != want {
			t.Errorf("request %d: %d, %s; want %d", i, resp.StatusCode, text, want)
		}
		if want == 429 && (resp.Header.Get("Retry-After") != "10" || !strings.Contains(text, "try again in 10 seconds")) {
			t.Errorf("%v, %s", resp.Header, text)
		}
	}
	w.Clock.Advance(10 * time.Second)
	if resp, text := ann.Request(http.MethodGet, "/api/archive/pgn", nil); resp.StatusCode != http.StatusOK {
		t.Errorf("later: %d, %s", resp.StatusCode, text)
	}
}

// breaking are games whose lists fail after some calls.
type breaking struct {
	archive.Games
	calls, after int
	then         func() error
}

// List implements archive.Games.
func (b *breaking) List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error) {
	if b.calls++; b.calls > b.after {
		if err := b.then(); err != nil {
			return nil, err
		}
	}
	return b.Games.List(ctx, q)
}

// A download that fails is aborted, so that no client takes it for complete; one whose
// client disconnects ends and frees its place.
func TestDownloadBreaksOff(t *testing.T) {
	broken := &breaking{after: math.MaxInt, then: func() error { return managertest.ErrBroken }}
	w, sweep := newArchiveOf(t, func(games archive.Games) archive.Games {
		broken.Games = games
		return broken
	})
	ann, ben := w.Visitor(), w.Visitor()
	for range web.DownloadPage + 1 {
		plays(ann, ben, "chess", true, "e4", "e5")
	}
	sweep()
	broken.after = 1
	for range web.MaxDownloads + 1 { // a place that is not freed is missing
		broken.calls = 0
		if resp, err := ann.HTTP.Get(w.Web.URL + "/api/archive/pgn"); err == nil {
			text := make([]byte, 1<<20)
			n := 0
			for err == nil && n < len(text) {
				var more int
				more, err = resp.Body.Read(text[n:])
				n += more
			}
			_ = resp.Body.Close()
			if !strings.Contains(err.Error(), "unexpected EOF") {
				t.Errorf("after %d bytes the answer ends with %v", n, err)
			}
		}
	}
	if w.Metric("wane_panics_total") != "0" {
		t.Error("breaking off is counted as a panic")
	}
	// A client that has disconnected gets nothing more.
	for range web.MaxDownloads {
		ctx, cancel := context.WithCancel(t.Context())
		broken.calls = 0
		broken.then = func() error { cancel(); return nil }
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/archive/pgn", nil)
		func() {
			defer func() {
				if p := recover(); p != http.ErrAbortHandler { //nolint:errorlint // it is this very value
					t.Errorf("it ends with %v", p)
				}
			}()
			w.Server.ServeHTTP(httptest.NewRecorder(), r)
		}()
	}
	broken.then = func() error { return nil }
	if resp, _ := ann.Request(http.MethodGet, "/api/archive/pgn", nil); resp.StatusCode != http.StatusOK {
		t.Error("a download that has ended holds its place")
	}
}

// The number of downloads at a time is limited, for one address and in total.
func TestDownloadsAtOnce(t *testing.T) {
	w, sweep := newArchive(t, func(o *server.Options) { o.Limits = limits.Limits{Off: true} })
	get := func(address string, body http.ResponseWriter) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/archive/pgn", nil)
		r.RemoteAddr = address + ":1234"
		w.Server.ServeHTTP(body, r)
	}
	refusal := func(address string) string {
		t.Helper()
		var body httptest.ResponseRecorder
		body.Body = new(bytes.Buffer)
		if get(address, &body); body.Code == http.StatusOK {
			return ""
		}
		return body.Body.String()
	}
	plays(w.Visitor(), w.Visitor(), "chess", true, "e4", "e5")
	sweep()
	var wg sync.WaitGroup
	read := make(chan struct{})
	full := func(address string) {
		begun := make(chan struct{})
		wg.Go(func() {
			begin := sync.OnceFunc(func() { close(begun) })
			get(address, &unread{ResponseRecorder: httptest.NewRecorder(), begun: begin, read: read})
		})
		<-begun
	}
	for range web.MaxDownloads {
		full("192.0.2.1")
	}
	if text := refusal("192.0.2.1"); !strings.Contains(text, "Your address is downloading 2 files already") {
		t.Errorf("a third of one address: %s", text)
	}
	// Those who do not read hold no turn.
	if text := refusal("192.0.2.2"); text != "" {
		t.Errorf("another address: %s", text)
	}
	for i := range web.AllDownloads - web.MaxDownloads {
		full(fmt.Sprint("198.51.100.", i))
	}
	if text := refusal("192.0.2.2"); !strings.Contains(text, "Others are downloading") {
		t.Errorf("one more than allowed: %s", text)
	}
	close(read)
	wg.Wait()
	if text := refusal("192.0.2.1"); text != "" {
		t.Errorf("afterwards: %s", text)
	}
}

// deadlines records the write deadlines of an answer.
type deadlines struct {
	*httptest.ResponseRecorder
	all []time.Time
}

// SetWriteDeadline is called by http.ResponseController.
func (d *deadlines) SetWriteDeadline(at time.Time) error {
	d.all = append(d.all, at)
	return nil
}

// A client must take a download at a least rate, after a grace: a new part gives it only the
// time that its bytes need.
func TestSlowDownload(t *testing.T) {
	w, sweep := newArchive(t)
	ann, ben := w.Visitor(), w.Visitor()
	for range web.DownloadPage {
		plays(ann, ben, "chess", true, "e4", "e5")
	}
	sweep()
	d := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	begun := time.Now()
	w.Server.ServeHTTP(d, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/archive/pgn", nil))
	latest := time.Now().Add(web.SlowTime + time.Duration(d.Body.Len())*time.Second/web.LeastRate)
	if n := len(d.all); n < 2 || d.all[n-1].After(latest) || d.all[0].Before(begun.Add(web.SlowTime)) {
		t.Errorf("the deadlines of %d bytes are %v after the start, the last may be %v",
			d.Body.Len(), d.all[n-1].Sub(begun), latest.Sub(begun))
	}
}
