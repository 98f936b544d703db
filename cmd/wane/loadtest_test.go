package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/loadtest"
	"github.com/wane-chess/wane/internal/node"
	"github.com/wane-chess/wane/internal/server"
)

func TestLoadtest(t *testing.T) {
	n, err := node.Start(t.Context(), node.Config{Data: t.TempDir(), Limits: server.Limits{Off: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := n.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	code, out, errs := wane(t, "", "loadtest", "--url", n.URL(), "--games", "4", "--every", "0", "--for", "300ms", "--json")
	var r loadtest.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v, %s%s", code, err, out, errs)
	}
	if !r.Clean() || r.Sockets != 12 || r.Moves < 4 || r.SeenP50 <= 0 {
		t.Errorf("%+v", r)
	}
}

func TestLoadtestErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		code int
		err  string
	}{
		{"kill another's", []string{"--url", "http://localhost:1", "--kill", "1"}, 2, "--url names a running server"},
		{"kill less than never", []string{"--kill", "-1"}, 2, "--kill -1: it cannot be negative"},
		{"no such game", []string{"-v", "go"}, 2, `unknown game "go"`},
		{"no games", []string{"--url", "http://localhost:1", "--games", "0"}, 1, "0 games: there can be 1 to 20000"},
		{"no such place", []string{"--url", "localhost"}, 1, "expected such as http://localhost:8080"},
		{"nobody there", []string{"--url", "http://127.0.0.1:1", "--games", "1"}, 1, "setting up"},
	} {
		if code, _, errs := wane(t, "", append([]string{"loadtest"}, c.args...)...); code != c.code || !strings.Contains(errs, c.err) {
			t.Errorf("%s: exit code %d, %s; want %d, %s", c.name, code, errs, c.code, c.err)
		}
	}
}
