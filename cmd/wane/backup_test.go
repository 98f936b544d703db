package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/node"
	_ "github.com/wane-chess/wane/internal/testing/dbtest" // long deadlines: the machine may be busy
)

func TestBackupAndRestore(t *testing.T) {
	dir, data := t.TempDir(), t.TempDir()
	t.Setenv("WANE_DATA", data)
	file := filepath.Join(dir, "backup.db")
	n, err := node.Start(t.Context(), node.Config{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	s, err := gamestore.Open(t.Context(), "sqlite:"+filepath.Join(data, "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	sum := gamestoretest.NewGame("Backup000001")
	if err := s.Create(t.Context(), sum); err != nil {
		t.Fatal(err)
	}
	move := func() {
		t.Helper()
		e, next := gamestoretest.NextMove(sum)
		if err := s.Append(t.Context(), sum.ID, e, next); err != nil {
			t.Fatal(err)
		}
		sum = next
	}
	move()
	checkCalls(t, []call{
		{"of a running server", []string{"backup", file}, "", 0,
			file + " has 1 game and 1 move, the last change at 2026-05-01T12:00:00Z.\n", ""},
		{"an existing file", []string{"backup", file}, "", 1, "", "exists already; give another name, or --force"},
		{"with force", []string{"backup", file, "--force"}, "", 0, "1 move", ""},
		{"no file", []string{"backup"}, "", 2, "", "backup needs one FILE"},
		{"standard output", []string{"backup", "-"}, "", 2, "", "needs the name of a file"},
		{"PostgreSQL", []string{"backup", "a.dump", "--db", "postgres://h/wane"}, "", 2, "",
			`pg_dump --format=custom --file="a.dump" --dbname="postgres://h/wane"`},
		{"of another directory", []string{"backup", file, "--data", dir}, "", 1, "",
			"there is no file " + filepath.Join(dir, "wane.db")},
		{"a server is running", []string{"restore", file}, "", 1, "", "another wane keeps its games in " + data},
		{"its database is open", []string{"restore", file, "--db", "sqlite:" + filepath.Join(data, "wane.db")}, "", 1, "",
			"another program has the database open"},
		{"restore from standard input", []string{"restore", "-"}, "", 2, "", "needs the name of a file"},
	})
	move()
	move()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := n.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	fresh := filepath.Join(dir, "fresh")
	checkCalls(t, []call{
		{"in a new directory", []string{"restore", file, "--data", fresh}, "", 0,
			"The database has 1 game and 1 move, the last change at 2026-05-01T12:00:00Z.\n", ""},
		{"the same again", []string{"restore", file, "--data", fresh, "--force"}, "", 0,
			"The backup lacks nothing that the replaced database had.\n", ""},
		{"over a newer database", []string{"restore", file}, "", 0,
			"The backup lacks 0 games and 2 moves of the replaced database.\n", ""},
		{"no backup", []string{"restore", filepath.Join(dir, "none")}, "", 1, "", "there is no file"},
	})
	kept, err := filepath.Glob(filepath.Join(data, "wane.db.replaced-*"))
	if err != nil || len(kept) != 1 {
		t.Errorf("kept are %v, %v", kept, err)
	}
	list, err := os.ReadDir(fresh)
	if err != nil || len(list) != 3 { // the database and two locks
		t.Errorf("the new directory has %v, %v", list, err)
	}
	for _, f := range list {
		if strings.Contains(f.Name(), "replaced") {
			t.Errorf("--force has kept %s", f.Name())
		}
	}
}
