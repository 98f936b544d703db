package gamestore

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/internal/testing/pgtest"
)

// TestPlans checks the query plans of both databases: frequent queries do not scan all
// games.
func TestPlans(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	ctx := context.Background()
	lite, err := Open(ctx, "sqlite:"+filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lite.Close() }()
	post := filled(t)
	defer func() { _ = post.Close() }()
	for _, c := range []struct {
		name    string
		query   livegame.Query
		indexes []string
		sorted  bool // by the index, so that a limit ends the search early
	}{
		{"all", livegame.Query{}, []string{"games_active"}, true},
		{"lobby", livegame.Query{Status: livegame.Waiting, PublicOnly: true}, []string{"games_public"}, true},
		{"finished", livegame.Query{Status: livegame.Finished, Variant: "shrink"}, []string{"games_status"}, true},
		{"changed", livegame.Query{UpdatedSince: now}, []string{"games_active"}, true},
		{"by ID", livegame.Query{IDs: []livegame.ID{"a", "b", "c"}}, nil, false},
		{"due", livegame.Query{DueBefore: now}, []string{"games_due"}, true},
		{"due and live", livegame.Query{DueBefore: now, Status: livegame.Live}, []string{"games_due"}, true},
		{"thinking", livegame.Query{EngineToMove: true}, []string{"games_thinking"}, false},
		{"guest and finished", livegame.Query{Guest: "g", Status: livegame.Finished},
			[]string{"games_white", "games_black", "games_creator"}, false},
		{"guest", livegame.Query{Guest: "g"}, []string{"games_white", "games_black", "games_creator"}, false},
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
		if strings.Contains(plan, "Seq Scan") || c.sorted && strings.Contains(plan, "Sort") && c.query.DueBefore.IsZero() {
			t.Errorf("%s: PostgreSQL goes through all games:\n%s", c.name, plan)
		}
		for _, index := range c.indexes {
			// PostgreSQL chooses an index by its statistics.
			if !c.sorted && !strings.Contains(plan, index) {
				t.Errorf("%s: PostgreSQL does not use %s:\n%s", c.name, index, plan)
			}
		}
	}
}

// statement returns the statement of List.
func statement(t *testing.T, s *Store, q livegame.Query) (text string) {
	t.Helper()
	s.db.Watch = func(s string, _ []any) { text = s }
	defer func() { s.db.Watch = nil }()
	if _, err := s.List(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	return text
}

func litePlan(t *testing.T, s *Store, q livegame.Query) string {
	t.Helper()
	return dbtest.Explain(t, s.db, statement(t, s, q))
}

// filled opens a PostgreSQL database with many games.
func filled(t *testing.T) *Store {
	t.Helper()
	open := func(url string) *Store {
		if _, err := db.Migrate(context.Background(), url, nil); err != nil {
			t.Fatal(err)
		}
		s, err := Open(context.Background(), url)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return open(pgtest.Copy(t, "filled", func(url string) {
		s := open(url)
		fill(t, s)
		_ = s.Close()
	}))
}

// fill makes many games in PostgreSQL, whose plans depend on their number.
func fill(t *testing.T, s *Store) {
	t.Helper()
	ctx := context.Background()
	for _, statement := range []string{
		`INSERT INTO games SELECT 'game' || n, 'shrink', '', 0, 0, 0, FALSE, n % 20 = 0, '[{},{}]',
			'guest' || n % 5000, '', n, 'guest' || n % 5000, '', 0, 'guest' || n % 7000, '', 0,
			CASE WHEN n < 29000 THEN 'finished' WHEN n < 29900 THEN 'live' ELSE 'waiting' END,
			0, 0, 0, '', '', '*', '', 1777000000000 + n * 30000,
			CASE WHEN n > 29000 THEN 1777636800000 + (n - 29100) * 1000 END, n % 300 = 0,
			1777000000000 + n * 30000, CASE WHEN n > 29000 THEN 1777636800000 + (n - 29100) * 1000 END, FALSE
			FROM generate_series(1, 30000) n`,
		"ANALYZE games",
	} {
		if _, err := s.db.Bun().ExecContext(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
}

func postPlan(t *testing.T, s *Store, q livegame.Query) string {
	t.Helper()
	var plan []string
	if err := s.db.Bun().NewRaw("EXPLAIN "+statement(t, s, q)).Scan(context.Background(), &plan); err != nil {
		t.Fatal(err)
	}
	return strings.Join(plan, "\n")
}
