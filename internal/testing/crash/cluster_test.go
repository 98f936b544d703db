package crash

import (
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/pgtest"
)

// cluster is what nodes share: a database and a NATS server outside of them.
type cluster struct {
	db, nats string
	token    string // of workers; empty until one is started
}

// newCluster makes a fresh database and starts a NATS server.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	if testing.Short() {
		t.Skip("this needs PostgreSQL")
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
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

// worker starts 'wane worker' for nodes. The function returned kills it.
func (c *cluster) worker(t *testing.T, nodes ...*loadtest.Process) (kill func()) {
	t.Helper()
	return c.workerOf(t, program(t), nodes...)
}

// workerOf is worker for a program.
func (c *cluster) workerOf(t *testing.T, program string, nodes ...*loadtest.Process) (kill func()) {
	t.Helper()
	if c.token == "" {
		c.token = c.makeToken(t, nodes[0])
	}
	args := []string{"worker", "--concurrency", "1", "--token", c.token}
	for _, n := range nodes {
		args = append(args, "--url", n.URL())
	}
	cmd := exec.Command(program, args...) //nolint:gosec // a test
	cmd.Stderr = logOf(t, "worker")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	kill = func() {
		once.Do(func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait() // the error is the kill
		})
	}
	t.Cleanup(kill)
	return kill
}

// makeToken makes the token of an admin's workers, as an operator does.
func (c *cluster) makeToken(t *testing.T, n *loadtest.Process) string {
	t.Helper()
	admin := newGuest(t, "Greta")
	admin.signUp(n)
	operate := func(args ...string) string {
		out, err := wane(t, append(append([]string{"admin", "users"}, args...), "--db", c.db)...).Output()
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	operate("role", "greta-of-oz", "admin")
	return operate("token", "greta-of-oz", "--scope", "engine:work")
}

// inProgress returns how many jobs of a kind, "move" or "review", of a node are being done.
func inProgress(t *testing.T, n *loadtest.Process, kind string) int {
	t.Helper()
	return metric(t, n, `wane_worker_running{operation="`+kind+`"}`)
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
