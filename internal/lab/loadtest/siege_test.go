package loadtest_test

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/rules"
)

// Players get replies while guests of another address keep the engine busy, and the
// attackers' stale jobs are not computed. Level 8 takes three seconds on the one
// processor, so without shares a reply would take longer than the attack.
func TestBesiege(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has all of 127.0.0.0/8")
	}
	n, err := node.Start(t.Context(), node.Config{Data: t.TempDir(), Addr: "127.0.0.1:0", Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Close(context.Background()) })
	chess, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	r, err := loadtest.Besiege(t.Context(), loadtest.SiegeOptions{
		URL: n.URL(), Variant: chess, Levels: []int{1, 4}, Usual: time.Millisecond, Attack: 2 * time.Second, Attackers: 5,
		AttackLevel: 8, Seed: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	replies, usual := 0, 0
	for _, l := range r.Replies {
		if l.Usual.Count == 0 || l.Attack.Count == 0 {
			t.Errorf("level %d replied %d times before and %d times during the attack", l.Level, l.Usual.Count, l.Attack.Count)
		}
		usual += l.Usual.Count
		replies += l.Attack.Count
	}
	// The attackers have more jobs all the time, but each takes longer: in order of arrival,
	// they would have most answers.
	theirs := metric(t, n.URL(), "wane_engine_answers_total") - usual - replies
	stale, queued := metric(t, n.URL(), "wane_engine_jobs_stale_total"), metric(t, n.URL(), "wane_engine_jobs_queued")
	if theirs >= replies || queued == 0 {
		t.Errorf("the attackers got %d replies, the players %d; %d jobs are queued", theirs, replies, queued)
	}
	if stale < 2 || queued > 12 {
		t.Errorf("%d jobs were stale, and %d are queued", stale, queued)
	}
	if text := r.String(); !strings.Contains(text, "under attack") ||
		!strings.Contains(text, "commands of the attackers") {
		t.Errorf("the report is\n%s", text)
	}
	for _, bad := range []loadtest.SiegeOptions{{}, {Attackers: 1}, {Attackers: 1, Usual: time.Hour, Attack: time.Second},
		{Attackers: 1000, Usual: 1, Attack: 1}} {
		if _, err := loadtest.Besiege(t.Context(), bad); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

// metric reads a metric of a server.
func metric(t *testing.T, url, name string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			f, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil {
				t.Fatal(err)
			}
			return int(f)
		}
	}
	t.Fatalf("there is no metric %s", name)
	return 0
}
