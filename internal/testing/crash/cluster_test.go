package crash

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/testing/pgtest"
)

// cluster is what nodes share: a database and a NATS server outside of them.
type cluster struct {
	db, nats string
	js       jetstream.JetStream
}

// newCluster makes a fresh database and starts a NATS server.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	if testing.Short() {
		t.Skip("this needs PostgreSQL")
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(patience) {
		t.Fatal("the NATS server does not start")
	}
	c := &cluster{db: pgtest.Start(t), nats: s.ClientURL()}
	if _, err := db.Migrate(t.Context(), c.db, nil); err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(c.nats)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	if c.js, err = jetstream.New(nc); err != nil {
		t.Fatal(err)
	}
	return c
}

// node starts a node without an engine: workers compute the moves.
func (c *cluster) node(t *testing.T, name string) *loadtest.Process {
	t.Helper()
	return c.nodeOf(t, program(t), name)
}

// nodeOf is node for a program.
func (c *cluster) nodeOf(t *testing.T, program, name string) *loadtest.Process {
	t.Helper()
	return startNodeOf(t, program,
		"--db", c.db,
		"--nats", c.nats,
		"--node", name,
		"--concurrency", "0",
		"--data", t.TempDir())
}

// jobs returns the length of the queue of engine moves, including jobs in progress.
func (c *cluster) jobs(t *testing.T) int { return c.queued(t, "WANE_JOBS") }

// queued returns the length of a queue.
func (c *cluster) queued(t *testing.T, queue string) int {
	t.Helper()
	s, err := c.js.Stream(t.Context(), queue)
	if err != nil {
		t.Fatal(err)
	}
	return int(s.CachedInfo().State.Msgs) //nolint:gosec // a few
}

// inProgress returns how many engine moves workers have taken and not finished.
func (c *cluster) inProgress(t *testing.T) int { return c.taken(t, "WANE_JOBS", "workers") }

// taken returns how many jobs of a queue a consumer has taken and not finished.
func (c *cluster) taken(t *testing.T, queue, consumer string) int {
	t.Helper()
	k, err := c.js.Consumer(t.Context(), queue, consumer)
	if err != nil {
		return 0 // the first worker creates it
	}
	return k.CachedInfo().NumAckPending
}

// until polls until ok returns true.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("timed out after %v waiting until %s", patience, what)
		}
	}
}
