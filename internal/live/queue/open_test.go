package queue

import (
	"context"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/wane-chess/wane/internal/live/job"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/queue/queuetest"
)

func bookLog(n *notebook) *slog.Logger { return slog.New(slog.NewTextHandler(n, nil)) }

// Jobs and answers are kept when an embedded queue is opened again.
func TestReopen(t *testing.T) {
	o := Options{URL: Embedded, Dir: t.TempDir(), Timing: slow, Log: testLog(t)}
	c := opened(t, o)
	queuetest.Enqueue(t, c, queuetest.Job(1), queuetest.Job(2))
	begun := make(chan string, 1)
	working(t, func(ctx context.Context) error {
		return c.ConsumeMoves(ctx, 1, 0, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
			if j.ID == "job.1" {
				return queuetest.Answered(ctx, j)
			}
			begun <- j.ID
			<-ctx.Done()
			return livegame.Answer{}, ctx.Err()
		})
	})
	got(t, begun)
	closed(t, c)
	closed(t, c)
	if err := c.Publish(queuetest.Notice("game1", 1)); err != ErrClosed { //nolint:errorlint // the error itself
		t.Errorf("publish after the end: %v", err)
	}
	if err := c.EnqueueMove(t.Context(), queuetest.Job(3)); err != ErrClosed { //nolint:errorlint // the same
		t.Errorf("enqueue after the end: %v", err)
	}
	if err := c.ConsumeMoves(t.Context(), 1, 0, queuetest.Answered); err != ErrClosed { //nolint:errorlint // the same
		t.Errorf("work after the end: %v", err)
	}
	if err := c.Ping(t.Context()); err == nil {
		t.Error("a closed bus can be reached")
	}

	c = opened(t, o)
	if err := c.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	answers := answers(t, c)
	if a := got(t, answers); a.Job != "job.1" {
		t.Errorf("%+v", a)
	}
	working(t, func(ctx context.Context) error { return c.ConsumeMoves(ctx, 1, 0, queuetest.Answered) })
	if a := got(t, answers); a.Job != "job.2" {
		t.Errorf("%+v", a)
	}
}

// Two processes cannot share a directory, and an invalid directory is an error.
func TestDirectory(t *testing.T) {
	o := Options{URL: Embedded, Dir: t.TempDir(), Log: testLog(t)}
	opened(t, o)
	if _, err := Open(t.Context(), o); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("opened twice: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", file} {
		_, err := Open(t.Context(), Options{URL: Embedded, Dir: dir})
		if err == nil || !strings.Contains(err.Error(), "director") {
			t.Errorf("%q: %v", dir, err)
		}
	}
}

// An error about external servers has their addresses, but no password.
func TestNoServer(t *testing.T) {
	plain := externalServer(t, "", server.RANDOM_PORT)
	locked, err := server.NewServer(&server.Options{
		Host:     "127.0.0.1",
		Port:     server.RANDOM_PORT,
		NoSigs:   true,
		NoLog:    true,
		Username: "u",
		Password: "p",
	})
	if err != nil {
		t.Fatal(err)
	}
	locked.Start()
	t.Cleanup(locked.Shutdown)
	if !locked.ReadyForConnections(patience) {
		t.Fatal("the NATS server does not start")
	}
	for _, c := range []struct{ url, want string }{
		{"nats://joe:secret@127.0.0.1:1", "cannot reach nats://127.0.0.1:1"},
		{"nats://secret@127.0.0.1:1,nats://joe:secret@127.0.0.1:2", "cannot reach nats://127.0.0.1:1,nats://127.0.0.1:2"},
		{strings.Replace(plain.ClientURL(), "nats://", "nats://joe:secret@", 1), "nats-server -js"},
		{strings.Replace(locked.ClientURL(), "nats://", "nats://joe:secret@", 1), "rejects the credentials"},
		{"", "nats://host:4222"},
		{"Embedded", "nats://host:4222"},
		{"http://joe:secret@host", "nats://host:4222"},
		{"nats://joe:secret@host:port", "nats://host:4222"},
		{"nats://", "nats://host:4222"},
		{"nats://a,", "nats://host:4222"},
	} {
		b, err := Open(t.Context(), Options{URL: c.url, Timing: Timing{Connect: 500 * time.Millisecond}})
		if err == nil {
			closed(t, b)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v; want %q", c.url, err, c.want)
		}
	}
	// Only a node with a directory can embed a server.
	for dir, embedded := range map[string]bool{t.TempDir(): true, "": false} {
		_, err := Open(t.Context(), Options{URL: "foo", Dir: dir})
		if err == nil || strings.Contains(err.Error(), "or embedded") != embedded {
			t.Errorf("directory %q: %v", dir, err)
		}
	}
	if _, err := Open(t.Context(), Options{URL: Embedded, Dir: t.TempDir(), Replicas: 6}); err == nil {
		t.Error("6 replicas")
	}
}

// When the external server is back, so is everything else.
func TestServerReturns(t *testing.T) {
	dir := t.TempDir()
	s := externalServer(t, dir, server.RANDOM_PORT)
	address, err := url.Parse(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	port, _ := strconv.Atoi(address.Port())
	o := Options{URL: s.ClientURL(), Timing: slow, Log: testLog(t)}
	a, c := opened(t, o), opened(t, o)
	at := heard(t, c, "game1")
	answers := answers(t, a)
	working(t, func(ctx context.Context) error { return c.ConsumeMoves(ctx, 1, 0, queuetest.Answered) })
	queuetest.Enqueue(t, a, queuetest.Job(1))
	got(t, answers)

	s.Shutdown()
	s.WaitForShutdown()
	for a.nc.IsConnected() || c.nc.IsConnected() {
		job.Pause(t.Context(), time.Millisecond) // each notices by itself
	}
	if err := a.Ping(t.Context()); err == nil || !strings.Contains(err.Error(), "no connection") {
		t.Errorf("ping: %v", err)
	}
	publish(t, a, queuetest.Notice("game1", 1)) // may be lost, but must not wait
	externalServer(t, dir, port)
	for a.Ping(t.Context()) != nil || c.Ping(t.Context()) != nil {
		job.Pause(t.Context(), time.Millisecond)
	}
	publish(t, a, queuetest.Notice("game1", 2))
	n := got(t, at)
	if n.Event.Seq == 1 { // it may have been delivered
		n = got(t, at)
	}
	if n.Event.Seq != 2 {
		t.Errorf("%+v", n)
	}
	queuetest.Enqueue(t, a, queuetest.Job(2))
	if a := got(t, answers); a.Job != "job.2" {
		t.Errorf("%+v", a)
	}
}
