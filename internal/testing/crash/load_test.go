package crash

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/rules"
)

// A node with SQLite is killed several times under load. In the end it has all moves
// that it has acknowledged.
func TestKillsUnderLoad(t *testing.T) {
	t.Parallel()
	o := loadtest.Options{Games: 20, For: 4 * time.Second, Watch: true, Variants: rules.All(), Seed: 1, Kills: 3, Timeout: patience}
	node := startNode(t, "--data", t.TempDir(), "--workers", "0")
	o.URL, o.Kill = node.URL(), func() error { return node.Restart(t.Context()) }
	r, err := loadtest.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", r)
	if !r.Clean() || r.Kills != o.Kills || r.Kept != r.Games || r.Reconnects == 0 || r.Moves == 0 {
		t.Errorf("moves were lost, or nothing was tested: %+v", r)
	}
}
