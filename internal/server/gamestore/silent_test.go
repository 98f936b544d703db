package gamestore_test

import (
	"context"
	"fmt"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// hole forwards connections to a server. While it is open, it swallows all bytes and keeps
// the connections, like a network that drops packets.
type hole struct {
	mu    sync.Mutex
	open  bool
	conns []net.Conn
}

// newHole starts a hole before the server of an address, and returns the address through it.
func newHole(t *testing.T, address string) (h *hole, through string) {
	t.Helper()
	c, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h = &hole{}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("unix", fmt.Sprintf("%s/.s.PGSQL.%d", c.Host, c.Port))
			if err != nil {
				_ = near.Close()
				continue
			}
			h.mu.Lock()
			h.conns = append(h.conns, near, far)
			h.mu.Unlock()
			go h.carry(near, far)
			go h.carry(far, near)
		}
	}()
	return h, fmt.Sprintf("postgres://%s@%s/%s?connect_timeout=1", c.User, l.Addr(), c.Database)
}

// set opens or closes the hole. Connections that have lost bytes do not recover.
func (h *hole) set(open bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open = open
	if !open {
		for _, c := range h.conns {
			_ = c.Close()
		}
	}
}

func (h *hole) carry(from, to net.Conn) {
	buffer := make([]byte, 4096)
	for {
		n, err := from.Read(buffer)
		h.mu.Lock()
		open := h.open
		h.mu.Unlock()
		if !open && n > 0 {
			_, err = to.Write(buffer[:n])
		}
		if err != nil {
			if !open {
				_ = to.Close()
			}
			_ = from.Close()
			return
		}
	}
}

// Every call returns though the database is silent, and once it answers again, calls succeed.
func TestSilentDatabase(t *testing.T) {
	ctx := t.Context()
	h, through := newHole(t, dbtest.Migrated["PostgreSQL"](t))
	s := handle(t, through)
	t.Cleanup(func() { _ = s.Close() })
	sum := gamestoretest.NewGame("Game00000001")
	if err := s.Create(ctx, sum); err != nil {
		t.Fatal(err)
	}
	calls := map[string]func() error{
		"load":    func() error { _, _, err := s.Load(ctx, sum.ID); return err },
		"events":  func() error { _, err := s.EventsAfter(ctx, sum.ID, 0); return err },
		"list":    func() error { _, err := s.List(ctx, livegame.Query{}); return err },
		"ping":    func() error { return s.Ping(ctx) },
		"deleted": func() error { _, err := s.Deleted(ctx, time.Time{}); return err },
	}
	all := func(want bool) (failed []string) {
		results := make(chan string)
		for name, call := range calls {
			go func() {
				if err := call(); (err == nil) == want {
					results <- ""
				} else {
					results <- fmt.Sprintf("%s: %v", name, err)
				}
			}()
		}
		limit := time.After(20 * time.Second)
		for range calls {
			select {
			case r := <-results:
				if r != "" {
					failed = append(failed, r)
				}
			case <-limit:
				t.Fatal("a call hangs")
			}
		}
		return failed
	}
	if failed := all(true); failed != nil { // this also opens connections, which a busy machine may take long for
		t.Fatal(failed)
	}
	s.SetTimeouts(300 * time.Millisecond)
	h.set(true)
	for range 3 { // the connections that are open, and new ones
		if failed := all(false); failed != nil {
			t.Errorf("a silent database: %v", failed)
		}
	}
	h.set(false)
	s.SetTimeouts(10 * time.Second)
	limit := time.Now().Add(time.Minute)
	for failed := all(true); failed != nil; failed = all(true) {
		if time.Now().After(limit) {
			t.Fatalf("still after a minute: %v", failed)
		}
	}
}

// One read that waits too long for a lock leaves the other connections alone.
func TestSlowRead(t *testing.T) {
	ctx := t.Context()
	address := dbtest.Migrated["PostgreSQL"](t)
	s := handle(t, address)
	t.Cleanup(func() { _ = s.Close() })
	other, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close(context.WithoutCancel(ctx)) })
	connections := func() (pids []int) {
		t.Helper()
		rows, err := other.Query(ctx, "SELECT pid FROM pg_stat_activity "+
			"WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY backend_start")
		if err == nil {
			pids, err = pgx.CollectRows(rows, pgx.RowTo[int])
		}
		if err != nil {
			t.Fatal(err)
		}
		return pids
	}
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() { _, _ = s.List(ctx, livegame.Query{}) })
	}
	wg.Wait()
	s.SetTimeouts(300 * time.Millisecond)
	before := connections()
	tx, err := other.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, "LOCK TABLE deleted IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Deleted(ctx, time.Time{}); err == nil {
		t.Error("the read does not wait for the lock")
	}
	s.AwaitReset()
	if err := tx.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	after := connections()
	lost := slices.DeleteFunc(before, func(pid int) bool { return slices.Contains(after, pid) })
	if len(lost) > 1 { // that of the read itself
		t.Errorf("%d connections are lost, %d are left", len(lost), len(after))
	}
}
