package pgtest_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/wane-chess/wane/internal/testing/pgtest"
)

// ask runs a query that returns one text.
func ask(t *testing.T, url, query string) string {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	var answer string
	if err := conn.QueryRow(ctx, query).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// run executes a statement.
func run(t *testing.T, url, statement string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(ctx, statement); err != nil {
		t.Error(err)
	}
	if err := conn.Close(ctx); err != nil {
		t.Error(err)
	}
}

func TestStart(t *testing.T) {
	first, second := pgtest.Start(t), pgtest.Start(t)
	if a, b := ask(t, first, "SELECT current_database()"), ask(t, second, "SELECT current_database()"); a == b {
		t.Errorf("both calls gave the database %s", a)
	}
	if is := ask(t, first, "SHOW synchronous_commit"); is != "on" {
		t.Errorf("synchronous_commit is %s, want on", is)
	}
}

func TestCopy(t *testing.T) {
	filled := 0
	fill := func(url string) {
		filled++
		run(t, url, "CREATE TABLE kept AS SELECT 'here' AS what")
	}
	first, second := pgtest.Copy(t, "kept", fill), pgtest.Copy(t, "kept", fill)
	if filled != 1 {
		t.Errorf("the database was filled %d times, want once", filled)
	}
	if first == second {
		t.Errorf("both copies are %s", first)
	}
	for _, url := range []string{first, second} {
		if got := ask(t, url, "DELETE FROM kept RETURNING what"); got != "here" {
			t.Errorf("a copy has %q", got)
		}
	}
}

func TestKill(t *testing.T) {
	s := pgtest.StartProcess(t, pgtest.Setup{})
	url, err := s.Database()
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"fsync", "synchronous_commit", "full_page_writes"} {
		if is := ask(t, url, "SHOW "+setting); is != "on" {
			t.Errorf("%s is %s, want on", setting, is)
		}
	}
	for _, end := range []func() error{s.Kill, s.Stop} {
		if err := end(); err != nil {
			t.Fatal(err)
		}
		if _, err := pgx.Connect(context.Background(), url); err == nil {
			t.Fatal("the server answers after its end")
		}
		if err := s.Start(); err != nil {
			t.Fatal(err)
		}
		if got := ask(t, url, "SELECT current_database()"); got != "test1" {
			t.Errorf("connected to %s, want test1", got)
		}
	}
}
