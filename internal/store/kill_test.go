package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/wane-chess/wane/internal/pgtest"
	"github.com/wane-chess/wane/internal/play"
	"github.com/wane-chess/wane/internal/store"
	"github.com/wane-chess/wane/internal/store/storetest"
)

// childVariable has the test binary append to the database it names until it is
// killed, and say which events were acknowledged.
const childVariable = "WANE_TEST_APPEND_TO"

func TestMain(m *testing.M) {
	if address := os.Getenv(childVariable); address != "" {
		child(address)
	}
	os.Exit(m.Run())
}

// playing is how many games the child plays at once.
const playing = 24

func playedGame(i int) play.ID { return play.ID(fmt.Sprintf("Kill%08d", i)) }

func child(address string) {
	s, err := store.Open(context.Background(), address)
	if err == nil {
		err = playOn(s, func(id play.ID, seq int) { _, _ = fmt.Printf("%s %d\n", id, seq) })
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// playOn goes on with all games until an error, and tells what is acknowledged.
func playOn(s play.Store, acknowledged func(play.ID, int)) error {
	ctx := context.Background()
	errs := make(chan error, playing)
	for i := range playing {
		go func() {
			sum := storetest.NewGame(playedGame(i))
			errs <- func() error {
				if err := s.Create(ctx, sum); err != nil {
					return err
				}
				_, events, err := s.Load(ctx, sum.ID)
				if err != nil {
					return err
				}
				for sum.Seq = len(events); ; {
					e, next := storetest.NextMove(sum)
					if err := s.Append(ctx, sum.ID, e, next); err != nil {
						return err
					}
					acknowledged(sum.ID, e.Seq)
					sum = next
				}
			}()
		}()
	}
	var all error
	for range playing {
		all = errors.Join(all, <-errs)
	}
	return all
}

// checkPlayed checks that every acknowledged event is there, that none is
// missing between, and that the summaries agree.
func checkPlayed(t *testing.T, s play.Store, acknowledged map[play.ID]int) {
	t.Helper()
	ctx := context.Background()
	list, err := s.List(ctx, play.Query{Limit: 10 * playing})
	if err != nil {
		t.Fatal(err)
	}
	last := map[play.ID]int{}
	for _, sum := range list {
		last[sum.ID] = sum.Seq
	}
	for i := range playing {
		id := playedGame(i)
		_, events, err := s.Load(ctx, id)
		if errors.Is(err, play.ErrNotFound) && acknowledged[id] == 0 {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for j, e := range events {
			if e.Seq != j+1 {
				t.Fatalf("game %s: event %d stands at place %d", id, e.Seq, j+1)
			}
		}
		if len(events) < acknowledged[id] {
			t.Errorf("game %s: %d events are stored, but %d were acknowledged", id, len(events), acknowledged[id])
		}
		if last[id] != len(events) {
			t.Errorf("game %s: the summary is of event %d, the last event is %d", id, last[id], len(events))
		}
	}
}

// TestKill kills a process that appends, again and again: every event that it
// was told to be stored is stored.
func TestKill(t *testing.T) {
	kills := 20
	if testing.Short() {
		kills = 3
	}
	for name, address := range databases {
		t.Run(name, func(t *testing.T) {
			url := address(t)
			acknowledged := map[play.ID]int{}
			for range kills {
				killChild(t, url, 300, acknowledged)
			}
			s := handle(t, url)
			defer func() { _ = s.Close() }()
			checkPlayed(t, s, acknowledged)
		})
	}
}

// killChild starts a child and kills it after so many acknowledgements.
func killChild(t *testing.T, url string, after int, acknowledged map[play.ID]int) {
	t.Helper()
	cmd := exec.Command(os.Args[0]) //nolint:gosec // this test itself
	cmd.Env = append(os.Environ(), childVariable+"="+url)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	n := 0
	for lines := bufio.NewScanner(out); lines.Scan(); { // to the end: what was told before the kill counts
		var id play.ID
		var seq int
		if _, err := fmt.Sscanf(lines.Text(), "%s %d", &id, &seq); err != nil {
			break // a line cut off by the kill
		}
		acknowledged[id] = max(acknowledged[id], seq)
		if n++; n == after {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait() // it was killed
	if n < after {
		t.Fatalf("the child ended by itself after %d acknowledgements: %s", n, complaints.String())
	}
}

// TestServerKilled kills PostgreSQL under a store: the store says so and does
// not panic, keeps nothing back, and works again when the server is back.
func TestServerKilled(t *testing.T) {
	server := pgtest.StartProcess(t)
	url, err := server.Database()
	if err != nil {
		t.Fatal(err)
	}
	s := handle(t, url)
	defer func() { _ = s.Close() }()
	kills := 3
	if testing.Short() {
		kills = 1
	}
	acknowledged := map[play.ID]int{}
	for range kills {
		var mu sync.Mutex
		n := 0
		err := playOn(s, func(id play.ID, seq int) {
			mu.Lock()
			defer mu.Unlock()
			acknowledged[id] = max(acknowledged[id], seq)
			if n++; n == 500 {
				if err := server.Kill(); err != nil {
					t.Error(err)
				}
			}
		})
		t.Logf("with the server gone: %.200v", err)
		ctx := context.Background()
		if err := s.Ping(ctx); err == nil {
			t.Error("Ping succeeds without a server")
		}
		if _, err := s.List(ctx, play.Query{}); err == nil {
			t.Error("List succeeds without a server")
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		if err := s.Ping(ctx); err != nil {
			t.Errorf("the server is back, but Ping says %v", err)
		}
		checkPlayed(t, s, acknowledged)
	}
}
