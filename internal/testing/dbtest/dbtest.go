// Package dbtest opens databases for tests, and asks their planners about statements.
package dbtest

import (
	"context"
	"database/sql"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/pgtest"
)

// The machine may be busy: a test that wants short deadlines sets them.
func init() {
	for l := range db.Deadlines {
		db.Deadlines[l] = 2 * time.Minute
	}
}

// SQLite returns the address of a new file without tables.
func SQLite(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "wane.db") }

// Migrated returns the address of an empty database with tables, of each kind. Making that of PostgreSQL takes some
// time.
var Migrated = map[string]func(testing.TB) string{
	"SQLite": func(t testing.TB) string {
		address := SQLite(t)
		migrate(t, address)
		return address
	},
	"PostgreSQL": func(t testing.TB) string {
		return pgtest.Copy(t, "migrated", func(url string) { migrate(t, url) })
	},
}

func migrate(t testing.TB, address string) {
	t.Helper()
	if _, err := db.Migrate(context.Background(), address, nil); err != nil {
		t.Fatal(err)
	}
}

// Open opens an empty database in a file.
func Open(t testing.TB) *db.DB {
	t.Helper()
	return open(t, Migrated["SQLite"](t))
}

func open(t testing.TB, address string) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// Join makes accounts whose names are their IDs.
func Join(t testing.TB, d *db.DB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		if _, err := d.Exec(context.Background(), `INSERT INTO accounts
			(id, name, key, skeleton, role, bot, created, closed, muted, seq, password, handle, email)
			VALUES ($1, $1, $1, $1, 'player', $2, 1, 0, 0, 1, '', $3, '')`, id, false, []byte(id)); err != nil {
			t.Fatal(err)
		}
	}
}

// Each runs a test on a database of each kind; open returns another handle, as another node has. Then it asks the
// planner about all statements of the test: none may read all rows of a table, but for those with a beginning that
// readsAll names.
func Each(t *testing.T, test func(t *testing.T, open func() *db.DB), readsAll ...string) {
	for kind, address := range Migrated {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			var s Statements
			url := address(t)
			test(t, func() *db.DB {
				d := open(t, url)
				d.Watch = s.Add
				return d
			})
			if !t.Failed() {
				Plan(t, kind, s.All(), func(statement string) bool {
					return slices.ContainsFunc(readsAll, func(b string) bool { return strings.HasPrefix(statement, b) })
				})
			}
		})
	}
}

// Statements collects statements by their text without values. The zero value is empty.
type Statements struct {
	mu  sync.Mutex
	all map[string]string // with values
}

var values = regexp.MustCompile(`'(?:[^']|'')*'|\b\d+\b|\((?:\$\d+(?:, )?)+\)(?:, )?`)

// Add adds a statement.
func (s *Statements) Add(text string, _ []any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string]string{}
	}
	s.all[values.ReplaceAllString(text, "")] = text
}

// All returns the statements.
func (s *Statements) All() []string { return slices.Sorted(maps.Values(s.all)) }

// Plan asks the planner of an empty database of a kind about statements: none may read all rows of a table, unless it
// mayReadAll. SQLite takes each table for a large one, and PostgreSQL is made to: for 100,000 rows.
func Plan(t *testing.T, kind string, all []string, mayReadAll func(statement string) bool) {
	t.Helper()
	if kind == "SQLite" {
		planLite(t, all, mayReadAll)
	} else {
		planPost(t, all, mayReadAll)
	}
}

func planLite(t *testing.T, all []string, mayReadAll func(statement string) bool) {
	t.Helper()
	lite, err := sql.Open("sqlite", strings.TrimPrefix(Migrated["SQLite"](t), "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lite.Close() }()
	for _, statement := range all {
		plan, err := litePlan(lite, statement)
		if err != nil {
			t.Errorf("%s: %v", statement, err)
		}
		if liteScans(statement, plan) && !mayReadAll(statement) {
			t.Errorf("%s\n%s", statement, strings.Join(plan, "\n"))
		}
	}
	if !liteScans("", []string{"SCAN games"}) || liteScans("", []string{"SEARCH games USING INDEX games_due (due<?)"}) {
		t.Error("a plan that scans is taken for one that searches, or the other way round")
	}
}

func planPost(t *testing.T, all []string, mayReadAll func(statement string) bool) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, Migrated["PostgreSQL"](t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	pretend(t, conn)
	for _, statement := range all {
		plan, err := postPlan(ctx, conn, statement)
		if err != nil {
			t.Errorf("%s: %v", statement, err)
		}
		if postScans(plan) && !mayReadAll(statement) {
			t.Errorf("%s\n%s", statement, plan)
		}
	}
	if plan, err := postPlan(ctx, conn, "SELECT * FROM games WHERE position = 'x'"); !postScans(plan) {
		t.Errorf("a scan is not found: %s, %v", plan, err)
	}
}

// Explain returns SQLite's plan of a query.
func Explain(t testing.TB, d *db.DB, query string) string {
	t.Helper()
	plan, err := litePlan(d.Bun().DB, query)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(plan, "\n")
}

func litePlan(db *sql.DB, statement string) (plan []string, err error) {
	statement = strings.ReplaceAll(statement, "$", "?")
	var args []any
	for range strings.Count(statement, "?") {
		args = append(args, nil)
	}
	rows, err := db.QueryContext(context.Background(), "EXPLAIN QUERY PLAN "+statement, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, parent, unused int
		var line string
		if err := rows.Scan(&id, &parent, &unused, &line); err != nil {
			return nil, err
		}
		plan = append(plan, line)
	}
	return plan, rows.Err()
}

// noTable is what a plan scans that is no table, but for results of parts of the statement.
var noTable = regexp.MustCompile(`^(CONSTANT ROW|\d+-ROW VALUES CLAUSE)$`)

// parts are names of results of parts of a statement.
var parts = regexp.MustCompile(`\) AS (\w+)`)

// liteScans reports whether a plan reads all rows of a table. A statement with a limit may read the rows in its order,
// up to the limit. The few games in which an engine is to move may all be read.
func liteScans(statement string, plan []string) bool {
	for _, line := range plan {
		what, scans := strings.CutPrefix(line, "SCAN ")
		named := func(m []string) bool { return m[1] == what }
		switch {
		case !scans || noTable.MatchString(what) || strings.HasSuffix(what, " games_thinking"):
		case slices.ContainsFunc(parts.FindAllStringSubmatch(statement, -1), named):
		case strings.Contains(statement, "LIMIT") && !slices.Contains(plan, "USE TEMP B-TREE FOR ORDER BY"):
		default:
			return true
		}
	}
	return false
}

// pretend makes the planner take each table for one of 100,000 rows.
func pretend(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	for _, statement := range []string{
		"SET session_replication_role = replica",
		// It knows nothing of the values, and should say whether indexes serve.
		"SET enable_seqscan = off", "SET enable_hashjoin = off", "SET enable_mergejoin = off",
		// a page of each table, with a row of zeros
		`DO $$ DECLARE t TEXT; list TEXT; BEGIN
			FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'goose%' LOOP
				SELECT string_agg(CASE data_type WHEN 'text' THEN '''''' WHEN 'boolean' THEN 'FALSE'
					WHEN 'bytea' THEN '''''::bytea' ELSE '0' END, ', ' ORDER BY ordinal_position) INTO list
				FROM information_schema.columns WHERE table_name = t AND table_schema = 'public';
				EXECUTE format('INSERT INTO %I OVERRIDING SYSTEM VALUE VALUES (%s)', t, list);
				EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = false)', t);
			END LOOP;
		END $$`,
		`UPDATE pg_class SET reltuples = 100000, relpages = 1 WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
	} {
		if _, err := conn.Exec(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// postScans reports whether a plan reads all rows of a table: one by one, or an index from end to end. Under a limit
// it may do the latter.
func postScans(plan string) bool {
	lines := strings.Split(plan, "\n")
	for i, line := range lines {
		switch {
		case strings.Contains(line, "Seq Scan on "):
			return true
		case strings.Contains(line, "Index ") && strings.Contains(line, "Scan using "):
			if !strings.Contains(lines[i+1], "Index Cond: ") && !strings.Contains(plan, "Limit ") {
				return true
			}
		}
	}
	return false
}

// postPlan returns the plan of a statement for any values.
func postPlan(ctx context.Context, conn *pgx.Conn, statement string) (string, error) {
	most := 0
	for _, p := range parameters.FindAllStringSubmatch(statement, -1) {
		n, err := strconv.Atoi(p[1])
		if err != nil {
			return "", err
		}
		most = max(most, n)
	}
	nulls := ""
	if most > 0 {
		nulls = "(NULL" + strings.Repeat(", NULL", most-1) + ")"
	}
	results, err := conn.PgConn().Exec(ctx, "SET plan_cache_mode = force_generic_plan; PREPARE it AS "+statement+
		"; EXPLAIN EXECUTE it"+nulls+"; DEALLOCATE it").ReadAll()
	if err != nil {
		return "", err
	}
	var plan strings.Builder
	for _, row := range results[2].Rows {
		plan.Write(row[0])
		plan.WriteByte('\n')
	}
	return plan.String(), nil
}

var parameters = regexp.MustCompile(`\$(\d+)`)
