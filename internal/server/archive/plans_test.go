package archive

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/internal/testing/pgtest"
)

// TestPlans checks the plans of searches: each condition uses its index, and long
// lists are not sorted.
func TestPlans(t *testing.T) {
	ctx := context.Background()
	lite, post := dbtest.Open(t), filled(t)
	cursor := Cursor{Ended: time.UnixMilli(1777000000000), ID: "game1"}
	public := searchBranch{viewer: noColor, account: noColor, named: game.White, subject: game.White}
	for _, c := range []struct {
		name  string
		query Query
		road  searchBranch
		by    indexKind
		index string
	}{
		{"all", Query{}, public, byOrder, "archive_ended"},
		{"after a cursor", Query{After: cursor}, public, byOrder, "archive_ended"},
		{"variant", Query{Variant: "shrink", After: cursor}, public, byOrder, "archive_variant"},
		{"family", Query{Family: "diminuendo"}, public, byOrder, "archive_family"},
		{"kind", Query{Kind: Humans}, public, byOrder, "archive_kind"},
		{"level", Query{Level: 3}, public, byOrder, "archive_level"},
		{"ending", Query{Result: Drawn}, public, byOrder, "archive_result"},
		{"length in order", Query{MinPlies: 3, MaxPlies: 9}, public, byOrder, "archive_ended"},
		{"mine", Query{Viewer: "guest7", Mine: true, After: cursor},
			searchBranch{viewer: game.White, account: noColor, named: noColor, subject: game.White}, byViewer,
			"archive_white_guest"},
		{"mine and hidden", Query{Viewer: "guest7"},
			searchBranch{viewer: game.Black, account: noColor, hidden: true, named: noColor, subject: noColor}, byViewer,
			"archive_black_guest"},
		{"a name", Query{Player: "Guest70", Variant: "shrink"}, public, byName, "archive_white"},
		{"a length", Query{MinPlies: 3, MaxPlies: 3, Variant: "shrink"}, public, byPlies, "archive_plies"},
		{"an opening", Query{Variant: "shrink", Moves: []string{"e2e4", "77"}}, public, byLine, "archive_line"},
	} {
		c.query.Limit = 30
		sorted := c.by == byOrder || c.by == byViewer
		query := branchQuery(lite.Bun().NewSelect().Model((*placeRow)(nil)), &c.query, c.road, c.by).String()
		plan := dbtest.Explain(t, lite, query)
		if !strings.Contains(plan+" ", "INDEX "+c.index) || sorted == strings.Contains(plan, "B-TREE FOR ORDER BY") {
			t.Errorf("%s: SQLite does not go by %s:\n%s", c.name, c.index, plan)
		}
		// PostgreSQL chooses by its statistics.
		by := c.by
		if by != byViewer {
			by = byOrder
		}
		var lines []string
		query = branchQuery(post.Bun().NewSelect().Model((*placeRow)(nil)), &c.query, c.road, by).String()
		err := post.Bun().NewRaw("EXPLAIN "+query).Scan(ctx, &lines)
		if err != nil {
			t.Fatal(err)
		}
		if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan") ||
			c.by != byOrder && !strings.Contains(plan, c.index) {
			t.Errorf("%s: PostgreSQL does not go by %s:\n%s", c.name, c.index, plan)
		}
	}
}

// filled opens a PostgreSQL database with many games in the archive.
func filled(t *testing.T) *db.DB {
	t.Helper()
	open := func(url string) *db.DB {
		if _, err := db.Migrate(context.Background(), url, nil); err != nil {
			t.Fatal(err)
		}
		d, err := db.Open(context.Background(), url)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	d := open(pgtest.Copy(t, "filled archive", func(url string) {
		d := open(url)
		fill(t, d)
		_ = d.Close()
	}))
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// fill archives many games in PostgreSQL, whose plans depend on their number.
func fill(t *testing.T, d *db.DB) {
	t.Helper()
	for _, statement := range []string{
		`INSERT INTO games SELECT 'game' || n, 'shrink', '', 0, 0, 0, FALSE, n % 20 = 0, '[{},{}]',
			'guest' || n % 5000, '', n, 'guest' || n % 5000, '', 0, 'guest' || n % 7000, '', 0, 'finished',
			0, 0, 0, '', '', '*', '', 1777000000000 + n * 30000, NULL, FALSE, 1777000000000 + n * 30000, NULL, FALSE
			FROM generate_series(1, 30000) n`,
		`INSERT INTO archive SELECT id, updated, variant, variant, n % 20 <> 0,
			white_guest, white_guest, black_guest, black_guest,
			CASE n % 3 WHEN 0 THEN 'human' ELSE 'engine' END, n % 3 * (n % 9),
			CASE n % 5 WHEN 0 THEN '1/2-1/2' ELSE '1-0' END, n % 700, '', 'e2e4 ' || n || ' '
			FROM (SELECT *, substr(id, 5)::bigint AS n FROM games) g`,
		"ANALYZE archive",
	} {
		if _, err := d.Bun().ExecContext(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
}
