package db

import (
	"context"
	"errors"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/wane-chess/wane/internal/testing/pgtest"
)

// A migration beside a dump, which has a lock on all tables, gives up its place in the queue of locks, so that others
// go on, and succeeds once the dump is over.
func TestMigrateBesideDump(t *testing.T) {
	url := pgtest.Start(t)
	ctx := context.Background()
	if m, err := Migrate(ctx, url, nil); err != nil || m != (Migrated{0, newestSchema()}) {
		t.Fatalf("%+v, %v", m, err)
	}
	before, pause, timeout := migrations, lockPause, lockTimeout
	defer func() { migrations, lockPause, lockTimeout = before, pause, timeout }()
	lockPause, lockTimeout = 10*time.Millisecond, 100*time.Millisecond
	migrations = fstest.MapFS{
		"migrations/00001_baseline.sql": {},
		"migrations/00002_more.sql": {
			Data: []byte("-- +goose Up\nALTER TABLE games ADD COLUMN more TEXT NOT NULL DEFAULT '';\n"),
		},
	}

	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	dump, err := conn.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dump.Exec(ctx, "LOCK TABLE games IN ACCESS SHARE MODE"); err != nil {
		t.Fatal(err)
	}
	node, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = node.Close(ctx) }()
	tries, reads := 0, 0
	m, err := Migrate(ctx, url, func(error) {
		var n int
		if err := node.QueryRow(ctx, "SELECT count(*) FROM games").Scan(&n); err != nil {
			t.Error(err)
		}
		reads++
		if tries++; tries == 3 {
			if err := dump.Rollback(ctx); err != nil {
				t.Error(err)
			}
		}
	})
	if err != nil || m != (Migrated{1, 2}) || tries != 3 || reads != 3 {
		t.Errorf("%+v after %d tries and %d reads beside them: %v", m, tries, reads, err)
	}
}

// All columns with text are in the order of their bytes, so that joins use indexes.
func TestCollation(t *testing.T) {
	url := pgtest.Start(t)
	ctx := context.Background()
	if _, err := Migrate(ctx, url, nil); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	var all int
	var other []string
	err = conn.QueryRow(ctx, `SELECT count(*), array_remove(array_agg(
		CASE WHEN collation_name IS DISTINCT FROM 'C' THEN table_name || '.' || column_name END), NULL)
		FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'text'`).Scan(&all, &other)
	if err != nil || all < 100 || len(other) > 0 {
		t.Errorf("%d columns with text, of which in another order: %v, %v", all, other, err)
	}
}

// Open makes no schema: it says what to do.
func TestOpenOtherSchema(t *testing.T) {
	url := pgtest.Start(t)
	if _, err := Open(context.Background(), url); !errors.Is(err, ErrSchema) {
		t.Errorf("without a schema the error is %v", err)
	}
	if _, err := Migrate(context.Background(), url, nil); err != nil {
		t.Fatal(err)
	}
	d, err := Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}
