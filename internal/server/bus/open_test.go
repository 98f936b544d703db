package bus

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/queue/queuetest"
)

// An error about external servers has their addresses, but no password.
func TestNoServer(t *testing.T) {
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
		{strings.Replace(locked.ClientURL(), "nats://", "nats://joe:secret@", 1), "rejects the credentials"},
		{"", "nats://host:4222"},
		{"embedded", "nats://host:4222"},
		{"http://joe:secret@host", "nats://host:4222"},
		{"nats://joe:secret@host:port", "nats://host:4222"},
		{"nats://", "nats://host:4222"},
		{"nats://a,", "nats://host:4222"},
	} {
		b, err := Open(t.Context(), Options{URL: c.url, Connect: 500 * time.Millisecond})
		if err == nil {
			closed(t, b)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v; want %q", c.url, err, c.want)
		}
	}
}

// When the server is back, so is everything else.
func TestServerReturns(t *testing.T) {
	s := natsServer(t, server.RANDOM_PORT)
	address, err := url.Parse(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	port, _ := strconv.Atoi(address.Port())
	o := Options{URL: s.ClientURL(), Log: testLog(t)}
	a, b := opened(t, o), opened(t, o)
	at := heard(t, b, "game1")

	s.Shutdown()
	s.WaitForShutdown()
	for a.nc.IsConnected() || b.nc.IsConnected() {
		job.Pause(t.Context(), time.Millisecond) // each notices by itself
	}
	if err := a.Ping(t.Context()); err == nil || !strings.Contains(err.Error(), "no connection") {
		t.Errorf("ping: %v", err)
	}
	publish(t, a, queuetest.Notice("game1", 1)) // may be lost, but must not wait
	natsServer(t, port)
	for a.Ping(t.Context()) != nil || b.Ping(t.Context()) != nil {
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
}
