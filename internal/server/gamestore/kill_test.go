package gamestore_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/pgtest"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// childVariable makes the test binary append to the database that it names until it is
// killed, and print the acknowledged events.
const childVariable = "WANE_TEST_APPEND_TO"

func TestMain(m *testing.M) {
	if address := os.Getenv(childVariable); address != "" {
		child(address)
	}
	os.Exit(m.Run())
}

// archiveGames before an address makes the child archive games instead.
const archiveGames = "archive,"

// playing is how many games the child plays at once.
const playing = 24

func playedGame(i int) livegame.ID { return livegame.ID(fmt.Sprintf("Kill%08d", i)) }

func child(address string) {
	address, archives := strings.CutPrefix(address, archiveGames)
	_, err := db.Migrate(context.Background(), address, nil)
	var s *gamestore.Store
	if err == nil {
		s, err = gamestore.Open(context.Background(), address)
	}
	switch {
	case err == nil && archives:
		err = archiveOn(s)
	case err == nil:
		err = playOn(s, func(id livegame.ID, seq int) { _, _ = fmt.Printf("%s %d\n", id, seq) })
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// playOn continues all games until an error, and prints the acknowledged events.
func playOn(s livegame.Store, acknowledged func(livegame.ID, int)) error {
	ctx := context.Background()
	errs := make(chan error, playing)
	for i := range playing {
		go func() {
			sum := gamestoretest.NewGame(playedGame(i))
			errs <- func() error {
				if err := s.Create(ctx, sum); err != nil {
					return err
				}
				_, events, err := s.Load(ctx, sum.ID)
				if err != nil {
					return err
				}
				for sum.Seq = len(events); ; {
					e, next := gamestoretest.NextMove(sum)
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

// lastEvents returns the number of the last event of each game, by its summary.
func lastEvents(t *testing.T, s livegame.Store) map[livegame.ID]int {
	t.Helper()
	list, err := s.List(t.Context(), livegame.Query{Limit: 10 * playing})
	if err != nil {
		t.Fatal(err)
	}
	last := map[livegame.ID]int{}
	for _, sum := range list {
		last[sum.ID] = sum.Seq
	}
	return last
}

// checkPlayed checks that every acknowledged event is stored, that there are no gaps, and
// that the summaries agree.
func checkPlayed(t *testing.T, s livegame.Store, acknowledged map[livegame.ID]int) {
	t.Helper()
	ctx := context.Background()
	last := lastEvents(t, s)
	for quiet := false; !quiet; { // PostgreSQL may still carry out what the killed process sent
		time.Sleep(50 * time.Millisecond)
		now := lastEvents(t, s)
		quiet, last = maps.Equal(now, last), now
	}
	for i := range playing {
		id := playedGame(i)
		_, events, err := s.Load(ctx, id)
		if errors.Is(err, livegame.ErrNotFound) && acknowledged[id] == 0 {
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

// TestKill repeatedly kills a process that appends: every acknowledged event is stored.
func TestKill(t *testing.T) {
	kills := 4
	if testing.Short() {
		kills = 3
	}
	for name, address := range databases {
		t.Run(name, func(t *testing.T) {
			url := address(t)
			acknowledged := map[livegame.ID]int{}
			for range kills {
				killChild(t, url, 200, acknowledged)
			}
			s := handle(t, url)
			defer func() { _ = s.Close() }()
			checkPlayed(t, s, acknowledged)
		})
	}
}

// killChild starts a child and kills it after n acknowledgements.
func killChild(t *testing.T, url string, after int, acknowledged map[livegame.ID]int) {
	t.Helper()
	cmd, out, complaints := startChild(t, url)
	n := 0
	for lines := bufio.NewScanner(out); lines.Scan(); { // to the end: acknowledgements before the kill count
		var id livegame.ID
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

// startChild starts a child with pipes for its output and errors.
func startChild(t *testing.T, url string) (*exec.Cmd, io.Reader, *strings.Builder) {
	t.Helper()
	cmd := exec.Command(os.Args[0]) //nolint:gosec // this test binary
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
	return cmd, out, &complaints
}

// killedMoves are those of the games that are archived.
var killedMoves = []string{"e2e4", "e7e5", "g1f3"}

// finish stores a game that is over, with its moves.
func finish(ctx context.Context, s *gamestore.Store, sum livegame.Summary, moves []string) error {
	first := sum
	first.Status, first.Result, first.Reason, first.Seq = livegame.Live, game.Ongoing, game.NoReason, 0
	if err := s.Create(ctx, first); err != nil {
		return err
	}
	for i, m := range moves {
		e := livegame.Event{Seq: i + 1, Kind: livegame.Move, At: sum.Updated, Move: m}
		now := first
		if i == len(moves)-1 {
			now, e.Result, e.Reason = sum, sum.Result, sum.Reason
		}
		now.Seq = e.Seq
		if err := s.Append(ctx, sum.ID, e, now); err != nil {
			return err
		}
	}
	return nil
}

// archiveOn archives all finished games, and prints a line before each.
func archiveOn(s *gamestore.Store) error {
	a := archive.New(archive.Options{DB: s.DB(), Games: s, Lookup: func(variant string) (game.Game, error) {
		_, _ = fmt.Println("another")
		return rules.ByName(variant)
	}})
	return errors.Join(a.Sweep(context.Background()), errors.New("all games are archived"))
}

// TestKillArchiving repeatedly kills a process that archives games: in the end each game
// is archived and counted once.
func TestKillArchiving(t *testing.T) {
	const games = 300
	for name, address := range databases {
		t.Run(name, func(t *testing.T) {
			url := address(t)
			s := handle(t, url)
			defer func() { _ = s.Close() }()
			ctx := context.Background()
			s.Use(archive.Data(rules.ByName))
			a := archive.New(archive.Options{DB: s.DB(), Games: s, Lookup: rules.ByName})
			for i := range games {
				sum := gamestoretest.Finished(livegame.ID(fmt.Sprintf("Kill%08d", i)), time.UnixMilli(int64(i)).UTC())
				sum.Variant = "chess"
				if err := finish(ctx, s, sum, killedMoves); err != nil {
					t.Fatal(err)
				}
			}
			for kills := 0; ; kills++ {
				left, err := feed.Notes(ctx, s.DB(), "archive", 0, 1)
				if err != nil {
					t.Fatal(err)
				}
				if len(left) == 0 {
					t.Logf("killed %d times", kills)
					break
				}
				cmd, out, _ := startChild(t, archiveGames+url)
				lines := bufio.NewScanner(out)
				for range 60 { // games
					lines.Scan()
				}
				_ = cmd.Process.Kill() // or it has ended
				_ = cmd.Wait()
			}
			chess, err := rules.ByName("chess")
			if err != nil {
				t.Fatal(err)
			}
			p := chess.Start()
			for ply, text := range killedMoves {
				played, err := a.MoveTallies(ctx, archive.HashOf(p))
				if err != nil || len(played) != 1 || played[0].Games() != games {
					t.Errorf("after %d plies counted are %+v, %v; want %d games", ply, played, err, games)
				}
				m, err := notation.ParseUCI(p, text)
				if err != nil {
					t.Fatal(err)
				}
				p.Make(m)
			}
			found, err := a.Search(ctx, archive.Query{Limit: 2 * games})
			if err != nil || len(found) != games {
				t.Errorf("%d games are found, %v; want %d", len(found), err, games)
			}
		})
	}
}

// TestServerKilled kills PostgreSQL under a store: the store returns errors, does not
// block, and works again when the server is back.
func TestServerKilled(t *testing.T) {
	server := pgtest.StartProcess(t, pgtest.Setup{})
	url, err := server.Database()
	if err != nil {
		t.Fatal(err)
	}
	s := handle(t, url)
	defer func() { _ = s.Close() }()
	kills := 2
	if testing.Short() {
		kills = 1
	}
	acknowledged := map[livegame.ID]int{}
	for range kills {
		var mu sync.Mutex
		n := 0
		err := playOn(s, func(id livegame.ID, seq int) {
			mu.Lock()
			defer mu.Unlock()
			acknowledged[id] = max(acknowledged[id], seq)
			if n++; n == 500 {
				if err := server.Kill(); err != nil {
					t.Error(err)
				}
			}
		})
		t.Logf("without the server: %.200v", err)
		ctx := context.Background()
		if err := s.Ping(ctx); err == nil {
			t.Error("Ping succeeds without a server")
		}
		if _, err := s.List(ctx, livegame.Query{}); err == nil {
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
