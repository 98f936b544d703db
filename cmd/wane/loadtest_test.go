package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/node"
)

// asProgram is in the environment of a test process that acts as wane.
const asProgram = "TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// The command starts a server, measures and kills it, and leaves nothing but a given
// data directory.
func TestLoadtestStartsServer(t *testing.T) {
	if testing.Short() {
		t.Skip("a server is started five times")
	}
	t.Setenv(asProgram, "1")
	scratch, kept := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", scratch)
	for _, c := range []struct {
		name  string
		args  []string
		kills int
	}{
		{"with a scratch folder", nil, 0},
		{"killed", []string{"--kill", "1", "--data", kept}, 1},
		{"a soak", []string{"--soak", "--for", "1200ms"}, 0},
	} {
		args := append([]string{"loadtest", "--concurrency", "2", "--every", "0", "--for", "200ms", "--json"}, c.args...)
		code, out, errs := wane(t, "", args...)
		var r loadtest.Report
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != 0 {
			t.Fatalf("%s: exit code %d, %v, %s%s", c.name, code, err, out, errs)
		}
		if !r.Clean() || r.Games < 2 || r.Sockets != 6 || r.Moves < 2 || r.Kills != c.kills ||
			(r.Kept == r.Games) != (c.kills > 0) {
			t.Errorf("%s: %+v", c.name, r)
		}
		if c.name == "a soak" && runtime.GOOS == "linux" &&
			(len(r.Samples) == 0 || r.Samples[0].Heap < 1<<20 || r.Samples[0].Goroutines < 10 || r.Samples[0].Files < 10 ||
				r.Samples[0].Database < 1<<10) {
			t.Errorf("%s: samples %+v", c.name, r.Samples)
		}
		if len(r.Costs) != 2 && runtime.GOOS == "linux" {
			t.Errorf("%s: processor times %+v", c.name, r.Costs)
		}
		if r.Bytes < 1<<20 && runtime.GOOS == "linux" {
			t.Errorf("%s: the server occupies %d bytes", c.name, r.Bytes)
		}
		if !strings.Contains(errs, "the server was ready after") {
			t.Errorf("%s: progress without the server's start:\n%s", c.name, errs)
		}
	}
	if left, err := os.ReadDir(scratch); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if _, err := os.Stat(filepath.Join(kept, "wane.db")); err != nil {
		t.Errorf("the folder that is to be kept: %v", err)
	}
}

func TestLoadtest(t *testing.T) {
	n, err := node.Start(t.Context(), node.Config{Data: t.TempDir(), Limits: limits.Limits{Off: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := n.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	code, out, errs := wane(t, "", "loadtest", "--url", n.URL(), "--concurrency", "4", "--every", "0", "--for", "300ms",
		"--imports", "1", "--lobby", "3", "--json")
	var r loadtest.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v, %s%s", code, err, out, errs)
	}
	if !r.Clean() || r.Sockets != 12 || r.Moves < 4 || r.SeenP50 <= 0 || r.Imports.Done < 1 || r.Imports.Longest <= 0 ||
		r.Lobby.Viewers != 3 {
		t.Errorf("%+v, %+v, %+v", r, r.Imports, r.Lobby)
	}
}

func TestLoadtestErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		code int
		err  string
	}{
		{"kill another's", []string{"--url", "http://localhost:1", "--kill", "1"}, 2,
			"--kill, --db and --data need a server that this command starts"},
		{"kill less than never", []string{"--kill", "-1"}, 2, "--kill -1 is out of range (0–10000)"},
		{"soak another's", []string{"--url", "http://localhost:1", "--soak"}, 2,
			"--soak watches a server that this command starts"},
		{"imports that are killed", []string{"--imports", "1", "--kill", "1"}, 2, "omit --arena, --takebacks and --kill"},
		{"many imports", []string{"--imports", "201"}, 2, "--imports 201 is out of range (0–200)"},
		{"more viewers than players", []string{"--lobby", "3", "-c", "1"}, 2, "--lobby 3 is out of range (0–2)"},
		{"viewers who play in an arena", []string{"--lobby", "3", "--arena", "2"}, 2, "--imports and --lobby need"},
		{"servers without a database", []string{"--servers", "2"}, 2, "--servers needs a database that servers can share"},
		{"servers without NATS", []string{"--servers", "2", "--db", "postgres://db/wane"}, 2, "need each other"},
		{"many servers", []string{"--servers", "9", "--db", "postgres://db/wane", "--nats", "nats://x:1"}, 2,
			"--servers 9 is out of range (1–8)"},
		{"servers in a soak", []string{"--servers", "2", "--soak", "--db", "postgres://db/wane"}, 2,
			"--servers starts them itself"},
		{"no such game", []string{"-v", "go"}, 2, `unknown game "go"`},
		{"no games", []string{"--url", "http://localhost:1", "--concurrency", "0"}, 2,
			"--concurrency 0 is out of range (1–20000)"},
		{"no such place", []string{"--url", "localhost"}, 2, "expected one such as http://localhost:8080"},
		{"no server", []string{"--url", "http://127.0.0.1:1", "--concurrency", "1"}, 1, "setting up"},
	} {
		if code, _, errs := wane(t, "", append([]string{"loadtest"}, c.args...)...); code != c.code ||
			!strings.Contains(errs, c.err) {
			t.Errorf("%s: exit code %d, %s; want %d, %s", c.name, code, errs, c.code, c.err)
		}
	}
}
