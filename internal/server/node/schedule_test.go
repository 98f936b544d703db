package node

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/gamestore"
)

// names lists a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		list = append(list, f.Name())
	}
	return list
}

func TestBackups(t *testing.T) {
	c := Config{DB: "sqlite:" + filepath.Join(t.TempDir(), "wane.db"), Log: slog.New(slog.DiscardHandler)}
	c.Backups = Backups{Dir: filepath.Join(t.TempDir(), "a [folder]", "new"), Every: time.Hour, Keep: 2}
	s, err := gamestore.Open(t.Context(), c.DB)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	b, err := newBackups(c, prometheus.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq("mine.db wane-monday.db wane-20260101T000000Z.db.123.part " +
		"wane-20260101T000000Z.db.123.part-journal") {
		if err := os.WriteFile(filepath.Join(c.Backups.Dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.FixedZone("", 7200))
	if wait := b.due(now); wait != 0 {
		t.Errorf("the first backup is due in %v", wait)
	}
	for i := range 4 {
		if err := b.backUp(t.Context(), now.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	// As after a restart: what was left unfinished goes, other files stay.
	if b, err = newBackups(c, prometheus.NewRegistry()); err != nil {
		t.Fatal(err)
	}
	want := []string{"mine.db", "wane-20260501T120000Z.db", "wane-20260501T130000Z.db", "wane-monday.db"}
	if got := names(t, c.Backups.Dir); !slices.Equal(got, want) {
		t.Errorf("the folder has %v, want %v", got, want)
	}
	for at, want := range map[time.Duration]time.Duration{
		3*time.Hour + time.Minute: 59 * time.Minute,
		9 * time.Hour:             0,
		-9 * time.Hour:            time.Hour, // the clock was wrong
	} {
		if wait := b.due(now.Add(at)); wait != want {
			t.Errorf("%v after the first, the next is due in %v, want %v", at, wait, want)
		}
	}
	if err := b.backUp(t.Context(), now.Add(3*time.Hour)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second backup at the same time: %v", err)
	}
	c.DB = "postgres://h/wane"
	if _, err := newBackups(c, prometheus.NewRegistry()); err == nil || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("with PostgreSQL: %v", err)
	}
}

// A node makes backups, and counts those that fail.
func TestNodeBacksUp(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "backups")
	var log bytes.Buffer
	n, err := Start(t.Context(), Config{
		Data: t.TempDir(), Backups: Backups{Dir: dir, Every: 20 * time.Millisecond, Keep: 1},
		Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	await := func(metric string) {
		t.Helper()
		for limit := time.Now().Add(time.Minute); metricOf(t, n, metric) == "0"; time.Sleep(300 * time.Millisecond) {
			if time.Now().After(limit) {
				t.Fatalf("%s stays 0", metric)
			}
		}
	}
	await("wane_backups_total")
	await("wane_backups_failed_total") // two in one second have the same name
	await("wane_backup_last_timestamp_seconds")
	if err := n.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("the folder has %v, want one backup", got)
	}
	if !strings.Contains(log.String(), "a job failed\" job=backups") {
		t.Errorf("the log has no failure: %s", log.String())
	}
}

// metricOf returns the value of a node's metric.
func metricOf(t *testing.T, n *Node, name string) string {
	t.Helper()
	resp, err := http.Get(n.URL() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if value, is := strings.CutPrefix(line, name+" "); is {
			return strings.TrimSpace(value)
		}
	}
	t.Fatalf("there is no metric %s: status %d, %.200s", name, resp.StatusCode, text)
	return ""
}
