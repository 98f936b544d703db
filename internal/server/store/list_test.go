package store

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
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

// TestArchivePlans checks the plans of searches: each condition uses its index, and long
// lists are not sorted.
func TestArchivePlans(t *testing.T) {
	ctx := context.Background()
	lite, err := Open(ctx, "sqlite:"+filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lite.Close() }()
	post := filled(t)
	defer func() { _ = post.Close() }()
	fillArchive(t, post)
	cursor := archive.Cursor{Ended: time.UnixMilli(1777000000000), ID: "game1"}
	public := searchBranch{viewer: noColor, account: noColor, named: game.White, subject: game.White}
	for _, c := range []struct {
		name  string
		query archive.Query
		road  searchBranch
		by    indexKind
		index string
	}{
		{"all", archive.Query{}, public, byOrder, "archive_ended"},
		{"after a cursor", archive.Query{After: cursor}, public, byOrder, "archive_ended"},
		{"variant", archive.Query{Variant: "shrink", After: cursor}, public, byOrder, "archive_variant"},
		{"family", archive.Query{Family: "diminuendo"}, public, byOrder, "archive_family"},
		{"kind", archive.Query{Kind: archive.Humans}, public, byOrder, "archive_kind"},
		{"level", archive.Query{Level: 3}, public, byOrder, "archive_level"},
		{"ending", archive.Query{Result: archive.Drawn}, public, byOrder, "archive_result"},
		{"length in order", archive.Query{MinPlies: 3, MaxPlies: 9}, public, byOrder, "archive_ended"},
		{"mine", archive.Query{Viewer: "guest7", Mine: true, After: cursor},
			searchBranch{viewer: game.White, account: noColor, named: noColor, subject: game.White}, byViewer,
			"archive_white_guest"},
		{"mine and hidden", archive.Query{Viewer: "guest7"},
			searchBranch{viewer: game.Black, account: noColor, hidden: true, named: noColor, subject: noColor}, byViewer,
			"archive_black_guest"},
		{"a name", archive.Query{Player: "Guest70", Variant: "shrink"}, public, byName, "archive_white"},
		{"a length", archive.Query{MinPlies: 3, MaxPlies: 3, Variant: "shrink"}, public, byPlies, "archive_plies"},
		{"an opening", archive.Query{Variant: "shrink", Moves: []string{"e2e4", "77"}}, public, byLine, "archive_line"},
	} {
		c.query.Limit = 30
		sorted := c.by == byOrder || c.by == byViewer
		plan := explain(t, lite, branchQuery(places(lite), &c.query, c.road, c.by).String())
		if !strings.Contains(plan+" ", "INDEX "+c.index) || sorted == strings.Contains(plan, "B-TREE FOR ORDER BY") {
			t.Errorf("%s: SQLite does not go by %s:\n%s", c.name, c.index, plan)
		}
		// PostgreSQL chooses by its statistics.
		by := c.by
		if by != byViewer {
			by = byOrder
		}
		var lines []string
		err := post.db.Bun().NewRaw("EXPLAIN "+branchQuery(places(post), &c.query, c.road, by).String()).Scan(ctx, &lines)
		if err != nil {
			t.Fatal(err)
		}
		if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan") ||
			c.by != byOrder && !strings.Contains(plan, c.index) {
			t.Errorf("%s: PostgreSQL does not go by %s:\n%s", c.name, c.index, plan)
		}
	}
	statement := ""
	lite.db.Watch = func(s string, _ []any) { statement = s }
	if _, err := lite.Unarchived(ctx, 4); err != nil {
		t.Fatal(err)
	}
	lite.db.Watch = nil
	if plan := explain(t, lite, statement); !strings.Contains(plan, "games_unarchived") ||
		strings.Contains(plan, "B-TREE") {
		t.Errorf("SQLite walks through all games to find those that are not archived:\n%s", plan)
	}
}

// fillArchive archives the games of fill.
func fillArchive(t *testing.T, s *Store) {
	t.Helper()
	for _, statement := range []string{
		`INSERT INTO archive SELECT id, updated, variant, variant, n % 20 <> 0,
			white_guest, white_guest, black_guest, black_guest,
			CASE n % 3 WHEN 0 THEN 'human' ELSE 'engine' END, n % 3 * (n % 9),
			CASE n % 5 WHEN 0 THEN '1/2-1/2' ELSE '1-0' END, n % 700, 'e2e4 ' || n || ' '
			FROM (SELECT *, substr(id, 5)::bigint AS n FROM games) g`,
		"ANALYZE archive",
	} {
		if _, err := s.db.Bun().ExecContext(context.Background(), statement); err != nil {
			t.Fatal(err)
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
	return explain(t, s, statement(t, s, q))
}

// places begins a query of the archive, as db.Select does.
func places(s *Store) *bun.SelectQuery { return s.db.Bun().NewSelect().Model((*placeRow)(nil)) }

// explain returns SQLite's plan of a query.
func explain(t *testing.T, s *Store, query string) string {
	t.Helper()
	rows, err := s.db.Bun().QueryContext(context.Background(), "EXPLAIN QUERY PLAN "+query)
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
