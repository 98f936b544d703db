package worker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
	"github.com/wane-chess/wane/internal/server/queue/queuetest"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/websock"
	"github.com/wane-chess/wane/internal/server/worker"
	"github.com/wane-chess/wane/notation"
)

const patience = 30 * time.Second

// site is a server with a door, whose admin is ann.
type site struct {
	*servertest.World
	queue worker.Queues
	ann   *servertest.Visitor
	id    string // of ann's account
}

func newSite(t *testing.T) *site {
	t.Helper()
	q := queue.New(queue.Options{Retry: time.Millisecond})
	t.Cleanup(func() { _ = q.Close() })
	all := worker.Queues{Queue: q, Parts: review.NewQueue(q)}
	s := newSiteOf(t, all)
	s.queue = all
	return s
}

// newSiteOf is newSite with a queue of the test.
func newSiteOf(t *testing.T, q worker.Queue) *site {
	t.Helper()
	s := &site{}
	s.World = servertest.New(t, servertest.WithAccounts(t, func(o *server.Options, _ *gamestore.Store) {
		o.Features = append(o.Features, &worker.Door{Queue: q, Log: o.Log})
	}))
	s.ann = s.Visitor()
	s.ann.SignUp("ann")
	r, err := s.Accounts.User(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	s.id = r.ID
	s.role(auth.Admin)
	return s
}

func (s *site) role(r auth.Role) {
	s.T.Helper()
	if err := s.Accounts.SetRole(s.T.Context(), s.id, r); err != nil {
		s.T.Fatal(err)
	}
}

func (s *site) token(scopes ...auth.Scope) string {
	s.T.Helper()
	r, err := s.Accounts.User(s.T.Context(), "ann")
	if err != nil {
		s.T.Fatal(err)
	}
	_, secret, err := s.Accounts.GrantToken(s.T.Context(), r.Account, "a worker", scopes)
	if err != nil {
		s.T.Fatal(err)
	}
	return secret
}

// remote returns the queue of the site as a worker on another machine has it.
func (s *site) remote(token string) *worker.Remote {
	s.T.Helper()
	r, err := worker.NewRemote(worker.RemoteOptions{URLs: []string{s.Web.URL}, Token: token, Pause: time.Millisecond})
	if err != nil {
		s.T.Fatal(err)
	}
	return r
}

// working runs f until the test ends or stop is called, which waits for its end.
func working(t *testing.T, f func(ctx context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f(ctx) }()
	var once atomic.Bool
	stop = func() {
		if cancel(); once.Swap(true) {
			return
		}
		select {
		case err := <-ended:
			if err != nil && !errors.Is(err, queue.ErrClosed) {
				t.Error(err)
			}
		case <-time.After(patience):
			t.Error("it does not end")
		}
	}
	t.Cleanup(stop)
	return stop
}

func (s *site) answers() <-chan livegame.Answer {
	c := make(chan livegame.Answer, 100)
	working(s.T, func(ctx context.Context) error {
		return s.queue.ConsumeMoveAnswers(ctx, func(_ context.Context, a livegame.Answer) error { c <- a; return nil })
	})
	return c
}

func got[T any](t *testing.T, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(patience):
		t.Fatal("nothing came")
	}
	return v
}

type (
	doMove = func(context.Context, livegame.Job) (livegame.Answer, error)
	doPart = func(context.Context, review.Job) (review.Answer, error)
)

// A worker on another machine does moves and parts of reviews, hears that a job is stale, and gives back what it has
// when it stops.
func TestRemote(t *testing.T) {
	s := newSite(t)
	r := s.remote(s.token(auth.EngineWork))
	answers, begun := s.answers(), make(chan string, 10)
	stop := working(t, func(ctx context.Context) error {
		return r.ConsumeMoves(ctx, 1, 1, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
			switch begun <- j.ID; j.ID {
			case "job.1":
				return livegame.Answer{Job: "another", Game: "another", Move: "e2e4"}, nil
			case "job.2":
				return livegame.Answer{}, livegame.ErrBadJob
			}
			<-ctx.Done()
			begun <- "interrupted"
			return livegame.Answer{}, ctx.Err()
		})
	})
	queuetest.Enqueue(t, s.queue, queuetest.Job(1))
	if got(t, begun); got(t, answers).Job != "job.1" { // a worker answers its own job and no other
		t.Error("the answer names another job")
	}
	queuetest.Enqueue(t, s.queue, queuetest.Job(2))
	got(t, begun)
	queuetest.Enqueue(t, s.queue, queuetest.Job(3))
	got(t, begun)
	if err := s.queue.CancelMoves(t.Context(), queuetest.Job(3).Game, 99); err != nil {
		t.Fatal(err)
	}
	if text := got(t, begun); text != "interrupted" {
		t.Error(text)
	}
	queuetest.Enqueue(t, s.queue, queuetest.Job(4))
	if id := got(t, begun); id != "job.4" {
		t.Errorf("%s is begun: a bad or a stale job was tried again", id)
	}
	if err := r.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	stop()
	if err := r.Ping(t.Context()); err == nil {
		t.Error("a worker that has stopped is connected")
	}
	working(t, func(ctx context.Context) error { return s.queue.ConsumeMoves(ctx, 1, 0, queuetest.Answered) })
	if a := got(t, answers); a.Job != "job.4" {
		t.Errorf("%+v", a)
	}

	done := make(chan review.Answer, 1)
	working(t, func(ctx context.Context) error {
		return s.queue.ConsumeReviewAnswers(ctx, func(_ context.Context, a review.Answer) error { done <- a; return nil })
	})
	working(t, func(ctx context.Context) error {
		return r.ConsumeReviews(ctx, 2, func(_ context.Context, j review.Job) (review.Answer, error) {
			a := j.Fail("no")
			a.Game = "another"
			return a, nil
		})
	})
	line := notation.Line{Variant: "chess", Moves: []string{"e2e4"}}
	if err := s.queue.EnqueueReview(t.Context(), review.Job{
		Game: "game1", Level: review.Quick, Line: line, From: 0, To: 2,
	}); err != nil {
		t.Fatal(err)
	}
	if a := got(t, done); a.Game != "game1" || a.Fault != "no" {
		t.Errorf("%+v", a)
	}
}

// A worker without the right token gets an error that says what is expected; one whose role ends loses its link.
func TestRemoteRefused(t *testing.T) {
	s := newSite(t)
	for name, c := range map[string]struct{ token, want string }{
		"no such token": {"wane_nonsense", "401; expected a valid token"},
		"another scope": {s.token(auth.BotPlay), "403; expected a token with the scope engine:work"},
	} {
		err := s.remote(c.token).ConsumeMoves(t.Context(), 1, 0, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	token := s.token(auth.EngineWork)
	r := s.remote(token)
	lost := make(chan struct{}, 10)
	begun := make(chan struct{}, 10)
	working(t, func(ctx context.Context) error {
		return r.ConsumeMoves(ctx, 1, 0, func(ctx context.Context, _ livegame.Job) (livegame.Answer, error) {
			begun <- struct{}{}
			<-ctx.Done()
			lost <- struct{}{}
			return livegame.Answer{}, ctx.Err()
		})
	})
	queuetest.Enqueue(t, s.queue, queuetest.Job(1))
	got(t, begun)
	s.role(auth.Player)
	got(t, lost)
	if err := s.remote(token).ConsumeMoves(t.Context(), 1, 0, nil); err == nil {
		t.Error("a player's worker may connect")
	}
	r0, err := s.Accounts.User(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	scopes := []auth.Scope{auth.EngineWork}
	if _, _, err := s.Accounts.GrantToken(t.Context(), r0.Account, "a worker", scopes); err == nil {
		t.Error("a player has a token for workers")
	}
}

// raw opens a link without a worker behind it, and returns what the node answers if it opens none.
func (s *site) raw(token, path string) (status int, text string) {
	s.T.Helper()
	req, err := http.NewRequestWithContext(s.T.Context(), http.MethodGet, s.Web.URL+worker.Path+path, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.T.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	return resp.StatusCode, string(body) + " Retry-After: " + resp.Header.Get("Retry-After")
}

// Numbers that are none get an error that says what is expected.
func TestPlaces(t *testing.T) {
	s := newSite(t)
	token := s.token(auth.EngineWork)
	for path, want := range map[string]string{
		"moves":                      "The parameter parallel is \\\"\\\": expected a number from 1 to 256.",
		"moves?parallel=0":           "expected a number from 1 to 256",
		"moves?parallel=257":         "expected a number from 1 to 256",
		"moves?parallel=1&extra=-1":  "The parameter extra is \\\"-1\\\": expected a number from 0 to 512.",
		"reviews?parallel=many":      "The parameter parallel is \\\"many\\\"",
		"reviews?parallel=1&extra=1": "The parameter extra is \\\"1\\\": expected a number from 0 to 0.",
	} {
		if status, text := s.raw(token, path); status != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s, want %q", path, status, text, want)
		}
	}
	status, _ := s.raw(token, "moves?parallel=1")
	if status != http.StatusUpgradeRequired && status != http.StatusBadRequest {
		t.Errorf("a request for no WebSocket: %d", status)
	}
}

// relay passes on connections to an address. Cut breaks those that are open, without a word.
func relay(t *testing.T, to string) (address string, cut func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	var mu sync.Mutex
	var open []net.Conn
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				_ = in.Close()
				continue
			}
			mu.Lock()
			open = append(open, in, out)
			mu.Unlock()
			go func() { _, _ = io.Copy(in, out); _ = in.Close() }()
			go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
		}
	}()
	return l.Addr().String(), func() {
		mu.Lock()
		defer mu.Unlock()
		for _, c := range open {
			_ = c.Close()
		}
		open = nil
	}
}

// A link that breaks is made again. The job that was in progress is tried again, and given up if it breaks too many.
func TestBrokenLink(t *testing.T) {
	s := newSite(t)
	address, cut := relay(t, s.Web.Listener.Addr().String())
	r, err := worker.NewRemote(worker.RemoteOptions{
		URLs: []string{"http://" + address}, Token: s.token(auth.EngineWork), Pause: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	answers, begun := s.answers(), make(chan string, 100)
	working(t, func(ctx context.Context) error {
		return r.ConsumeMoves(ctx, 1, 0, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
			if begun <- j.ID; j.ID == "job.1" {
				<-ctx.Done()
				return livegame.Answer{}, ctx.Err()
			}
			return queuetest.Answered(ctx, j)
		})
	})
	queuetest.Enqueue(t, s.queue, queuetest.Job(1))
	for range queue.Tries {
		if id := got(t, begun); id != "job.1" {
			t.Errorf("%s is begun", id)
		}
		cut()
	}
	queuetest.Enqueue(t, s.queue, queuetest.Job(2))
	if id := got(t, begun); id != "job.2" {
		t.Errorf("%s is begun: a job that breaks workers is tried without end", id)
	}
	got(t, answers)
}

// oneJob is a queue with a job that may take so long.
type oneJob struct {
	take  time.Duration
	ended chan error
}

func (q oneJob) ConsumeMoves(ctx context.Context, _, _ int, do doMove) error {
	one, cancel := context.WithTimeout(ctx, q.take)
	defer cancel()
	_, err := do(one, queuetest.Job(1))
	q.ended <- err
	<-ctx.Done()
	return nil
}

func (q oneJob) ConsumeReviews(ctx context.Context, _ int, _ doPart) error { <-ctx.Done(); return nil }

// A worker that keeps a job for longer than any takes loses its link, and its token is barred for a minute.
func TestLateWorker(t *testing.T) {
	jobs := oneJob{50 * time.Millisecond, make(chan error, 10)}
	s := newSiteOf(t, jobs)
	token := s.token(auth.EngineWork)
	for range 4 { // at the same moment, which counts once
		working(t, func(ctx context.Context) error {
			return s.remote(token).ConsumeMoves(ctx, 1, 0, func(ctx context.Context, _ livegame.Job) (livegame.Answer, error) {
				<-ctx.Done()
				return livegame.Answer{}, ctx.Err()
			})
		})
	}
	if err := got(t, jobs.ended); !errors.Is(err, queue.ErrLost) {
		t.Errorf("the job ends with %v", err)
	}
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) { // the bar falls with the link
		status, text := s.raw(token, "moves?parallel=1")
		if status == http.StatusTooManyRequests && strings.Contains(text, "kept a job for too long") {
			if !strings.Contains(text, "Retry-After: 60") {
				t.Errorf("the bar is another: %s", text)
			}
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the worker may connect again: %d %s", status, text)
		}
	}
	if status, text := s.raw(s.token(auth.EngineWork), "moves?parallel=1"); status == http.StatusTooManyRequests {
		t.Errorf("another token is barred, too: %s", text)
	}
}

// Messages that are none end the link, and nothing else. An answer to no job is ignored.
func TestBadMessages(t *testing.T) {
	s := newSite(t)
	token := s.token(auth.EngineWork)
	for name, c := range map[string]struct {
		frame []byte
		ends  bool
	}{
		"no JSON":          {[]byte("hello"), true},
		"another type":     {[]byte(`{"id":"one"}`), true},
		"too long":         {[]byte(`{"error":"` + strings.Repeat("x", 70_000) + `"}`), true},
		"no job":           {[]byte(`{"id":99,"answer":{"move":"e2e4"}}`), false},
		"a negative job":   {[]byte(`{"id":-1,"error":"no"}`), false},
		"a sign of life":   {[]byte(`{}`), false},
		"an unknown field": {[]byte(`{"more":1}`), false},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			//nolint:bodyclose // the library does
			conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(s.Web.URL, "http")+worker.Path+"moves?parallel=1",
				&websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + token}}})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.CloseNow() }()
			if err := conn.Write(ctx, websocket.MessageText, c.frame); err != nil && !c.ends {
				t.Fatal(err)
			}
			if c.ends {
				if _, _, err := conn.Read(ctx); err == nil {
					t.Errorf("the link goes on: %v", err)
				}
				return
			}
			queuetest.Enqueue(t, s.queue, queuetest.Job(len(c.frame)))
			_, text, err := conn.Read(ctx)
			if err != nil || !strings.Contains(string(text), `"job":{`) {
				t.Fatalf("%s, %v", text, err)
			}
			if err := s.queue.CancelMoves(ctx, queuetest.Job(len(c.frame)).Game, 99); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// dial opens a link with a token, as a client that is no worker may.
func (s *site) dial(t *testing.T, token string) *websocket.Conn {
	t.Helper()
	header := http.Header{"Authorization": {"Bearer " + token}}
	//nolint:bodyclose // the library does
	conn, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(s.Web.URL, "http")+worker.Path+"moves?parallel=1",
		&websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

// A session opens no link, a token sixteen, and those of a token that is deleted end.
func TestLinks(t *testing.T) {
	s := newSite(t)
	resp, text := s.ann.Request(http.MethodGet, worker.Path+"moves?parallel=1", nil)
	if resp.StatusCode != http.StatusForbidden || !strings.Contains(text, "send a token") {
		t.Errorf("a session: %d %s", resp.StatusCode, text)
	}
	token := s.ann.NewToken(string(auth.EngineWork))
	var open []*websocket.Conn
	for range 16 {
		open = append(open, s.dial(t, token))
	}
	if status, text := s.raw(token, "moves?parallel=1"); status != http.StatusTooManyRequests {
		t.Errorf("the 17th link: %d %s", status, text)
	}
	var tokens []account.TokenView
	s.ann.Ask(http.MethodGet, "/api/account/tokens", nil, &tokens)
	s.ann.Ask(http.MethodDelete, "/api/account/tokens/"+tokens[0].ID, nil, nil)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for _, conn := range open {
		for {
			_, _, err := conn.Read(ctx)
			if code := websocket.CloseStatus(err); code == websocket.StatusPolicyViolation {
				break
			}
			if err != nil {
				t.Fatalf("a link of a deleted token: %v", err)
			}
		}
	}
}

// Who takes a job and reads nothing more, whatever it sends, loses the link and the job with the token.
func TestDeafWorker(t *testing.T) {
	s := newSite(t)
	conn, err := websock.Dial(t.Context(), nil, s.Web.URL+worker.Path+"moves?parallel=256",
		http.Header{"Authorization": {"Bearer " + s.token(auth.EngineWork)}}, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	ping := append([]byte{0x89, 0x80 | 125, 0, 0, 0, 0}, make([]byte, 125)...)
	go func() { // its answers fill what the systems keep
		var err error
		for err == nil {
			err = conn.Send(bytes.Repeat(ping, 1000))
		}
	}()
	long := queuetest.Job(1)
	for n := range 256 {
		long.ID, long.Game = fmt.Sprint("long.", n), livegame.ID(fmt.Sprint("long-", n))
		long.Moves = slices.Repeat([]string{"g1f3", "g8f6", "f3g1", "f6g8"}, 2000)
		queuetest.Enqueue(t, s.queue, long)
	}
	time.Sleep(100 * time.Millisecond)
	s.role(auth.Player)
	answers := s.answers()
	working(t, func(ctx context.Context) error { return s.queue.ConsumeMoves(ctx, 8, 0, queuetest.Answered) })
	for range 256 {
		got(t, answers)
	}
}

// A link that ends otherwise than a worker ends it costs a try, and so does one that parts after a long time.
func TestRudeWorker(t *testing.T) {
	s := newSite(t)
	token := s.token(auth.EngineWork)
	queuetest.Enqueue(t, s.queue, queuetest.Job(1))
	for n := range queue.Tries {
		conn := s.dial(t, token)
		for {
			_, text, err := conn.Read(t.Context())
			if err != nil {
				t.Fatalf("try %d: %v", n, err)
			}
			if strings.Contains(string(text), `"job":{`) {
				break
			}
		}
		_ = conn.Close(websocket.StatusPolicyViolation, "no")
	}
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if moves := s.queue.Pending(); moves == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the job is tried without end")
		}
	}
}

// A server that has no place for workers does not keep one from the others.
func TestOneRefuses(t *testing.T) {
	s := newSite(t)
	old := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(old.Close)
	for range 10 {
		r, err := worker.NewRemote(worker.RemoteOptions{
			URLs: []string{old.URL, s.Web.URL}, Token: s.token(auth.EngineWork), Pause: time.Millisecond,
		})
		if err != nil {
			t.Fatal(err)
		}
		stop := working(t, func(ctx context.Context) error { return r.ConsumeMoves(ctx, 1, 0, queuetest.Answered) })
		for end := time.Now().Add(patience); r.Ping(t.Context()) != nil && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		if err := r.Ping(t.Context()); err != nil {
			t.Error(err)
		}
		stop()
	}
}

// Addresses that are none are errors for users.
func TestNewRemote(t *testing.T) {
	for _, urls := range [][]string{
		nil, {""}, {"wane.example"}, {"ftp://wane.example"}, {"https://"}, {"https://x/path"}, {"https://x", "y"},
	} {
		_, err := worker.NewRemote(worker.RemoteOptions{URLs: urls})
		if err == nil || !strings.Contains(err.Error(), "https://wane.example") {
			t.Errorf("%q: %v", urls, err)
		}
	}
}
