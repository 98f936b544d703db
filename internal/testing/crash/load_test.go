package crash

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/rules"
)

// A node with SQLite is killed several times under load. In the end it has all moves
// that it has acknowledged. A backup made meanwhile has all games and moves from before it, and
// a node that starts with it replays them.
func TestKillsUnderLoad(t *testing.T) {
	t.Parallel()
	o := loadtest.Options{
		Games: 20, For: 4 * time.Second, Watch: true, Variants: rules.All(), Seed: 1, Kills: 3, Timeout: patience,
	}
	data, dir := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "backup.db")
	node := startNode(t, "--data", data, "--concurrency", "0")
	var before []livegame.Summary
	o.URL, o.Kill = node.URL(), func() (err error) {
		if before == nil {
			if before, err = gamesOf(t, filepath.Join(data, "wane.db")); err != nil {
				return err
			}
			if out, err := wane(t, "backup", "--data", data, file).CombinedOutput(); err != nil {
				return fmt.Errorf("wane backup: %w: %s", err, out)
			}
		}
		return node.Restart(t.Context())
	}
	r, err := loadtest.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", r)
	if !r.Clean() || r.Kills != o.Kills || r.Kept != r.Games || r.Reconnects == 0 || r.Moves == 0 {
		t.Errorf("moves were lost, or nothing was tested: %+v", r)
	}

	if out, err := wane(t, "restore", "--data", filepath.Join(dir, "new"), file).CombinedOutput(); err != nil {
		t.Fatalf("wane restore: %v: %s", err, out)
	}
	copied := startNode(t, "--data", filepath.Join(dir, "new"), "--concurrency", "0")
	moves := 0
	for _, was := range before {
		var full gameview.FullGame
		getJSON(t, copied.URL()+"/api/games/"+string(was.ID), &full)
		if len(full.Events) < was.Seq {
			t.Errorf("game %s had %d events before the backup, and has %d", was.ID, was.Seq, len(full.Events))
		}
		moves += was.Ply
	}
	if moves == 0 {
		t.Error("nothing was played before the backup")
	}
}

// gamesOf lists the games of a node's database.
func gamesOf(t *testing.T, path string) ([]livegame.Summary, error) {
	s, err := gamestore.Open(t.Context(), "sqlite:"+path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }()
	return s.List(t.Context(), livegame.Query{Limit: 10_000})
}

// getJSON reads what a node answers.
func getJSON(t *testing.T, url string, to any) {
	t.Helper()
	resp, err := http.Get(url) //nolint:gosec // of this test's node
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", url, resp.Status)
	}
	if err := json.NewDecoder(resp.Body).Decode(to); err != nil {
		t.Fatal(err)
	}
}
