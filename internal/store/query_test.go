package store

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/pgtest"
	"github.com/wane-chess/wane/internal/play"
)

// TestPlans asks both databases how they would look for games: the queries that
// run often must not walk through all games.
func TestPlans(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	ctx := context.Background()
	lite, err := Open(ctx, "sqlite:"+filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lite.Close() }()
	post, err := Open(ctx, pgtest.Start(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = post.Close() }()
	fill(t, post)
	for _, c := range []struct {
		name    string
		query   play.Query
		indexes []string
		sorted  bool // by the index, so that a limit ends the search early
	}{
		{"all", play.Query{}, []string{"games_updated"}, true},
		{"lobby", play.Query{Status: play.Waiting, PublicOnly: true}, []string{"games_status"}, true},
		{"finished", play.Query{Status: play.Finished, Variant: "shrink"}, []string{"games_status"}, true},
		{"changed", play.Query{ChangedAt: now}, []string{"games_updated"}, true},
		{"due", play.Query{DueBefore: now}, []string{"games_deadline"}, false},
		{"due and live", play.Query{DueBefore: now, Status: play.Live}, []string{"games_deadline"}, false},
		{"thinking", play.Query{Thinking: true}, []string{"games_thinking"}, true},
		{"guest and finished", play.Query{Guest: "g", Status: play.Finished}, []string{"games_white", "games_black", "games_creator"}, false},
		{"guest", play.Query{Guest: "g"}, []string{"games_white", "games_black", "games_creator"}, false},
	} {
		plan := litePlan(t, lite, c.query)
		for _, index := range c.indexes {
			if !strings.Contains(plan, index) {
				t.Errorf("%s: SQLite does not use %s:\n%s", c.name, index, plan)
			}
		}
		if c.sorted == strings.Contains(plan, "B-TREE FOR ORDER BY") {
			t.Errorf("%s: sorted by the index is %v in SQLite:\n%s", c.name, !c.sorted, plan)
		}
		plan = postPlan(t, post, c.query)
		if strings.Contains(plan, "Seq Scan") || c.sorted && strings.Contains(plan, "Sort") {
			t.Errorf("%s: PostgreSQL goes through all games:\n%s", c.name, plan)
		}
		for _, index := range c.indexes {
			// Which index helps to sort is its choice: it counts what there is.
			if !c.sorted && !strings.Contains(plan, index) {
				t.Errorf("%s: PostgreSQL does not use %s:\n%s", c.name, index, plan)
			}
		}
	}
}

func litePlan(t *testing.T, s *Store, q play.Query) string {
	t.Helper()
	rows, err := s.read.QueryContext(context.Background(), "EXPLAIN QUERY PLAN "+listQuery(s.read, q).String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var line string
		if err := rows.Scan(&id, &parent, &unused, &line); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(line + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}

// fill makes many games in PostgreSQL, which plans by how much there is.
func fill(t *testing.T, s *Store) {
	t.Helper()
	ctx := context.Background()
	for _, statement := range []string{
		`INSERT INTO games SELECT 'game' || n, 'shrink', '', 0, 0, 0, FALSE, n % 20 = 0, '[{},{}]', 'guest' || n % 5000, '', n,
			'guest' || n % 5000, '', 0, 'guest' || n % 7000, '', 0, CASE WHEN n < 29000 THEN 'finished' WHEN n < 29900 THEN 'live' ELSE 'waiting' END,
			0, 0, 0, '', '', '*', '', 1777000000000 + n * 30000, CASE WHEN n > 29000 THEN 1777636800000 + (n - 29100) * 1000 END, n % 300 = 0
			FROM generate_series(1, 30000) n`,
		"ANALYZE games",
	} {
		if _, err := s.read.ExecContext(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
}

func postPlan(t *testing.T, s *Store, q play.Query) string {
	t.Helper()
	var plan []string
	if err := s.read.NewRaw("EXPLAIN "+listQuery(s.read, q).String()).Scan(context.Background(), &plan); err != nil {
		t.Fatal(err)
	}
	return strings.Join(plan, "\n")
}
