package loadtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

// role is in the environment of a process that acts as a server.
const role = "LOADTEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case "broken":
		_, _ = fmt.Fprintln(os.Stderr, "no disk")
		os.Exit(3)
	}
	if os.Getenv("WANE_DB") != "" {
		os.Exit(4) // it would fill another database
	}
	addr := os.Args[len(os.Args)-1]
	_ = http.ListenAndServe(addr, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { //nolint:gosec // a test
		_, _ = fmt.Fprint(w, os.Getpid())
	}))
	os.Exit(1)
}

func TestProcess(t *testing.T) {
	t.Setenv(role, "server")
	t.Setenv("WANE_DB", "postgres://production/wane")
	p, err := StartProcess(t.Context(), os.Stderr, os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Kill() }()
	if p.Ready() <= 0 {
		t.Error("it was ready before it began")
	}
	if n, err := p.Memory(); n < 1<<20 && !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("it occupies %d bytes, %v", n, err)
	}
	first := who(t, p)
	if err := p.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if second := who(t, p); second == first {
		t.Errorf("after the restart it is still process %s", first)
	}
	if err := p.Kill(); err != nil {
		t.Error(err)
	}
	if err := p.Kill(); err == nil || !strings.Contains(err.Error(), "had ended before it was killed") {
		t.Errorf("a second kill: %v", err)
	}
	if _, err := p.Memory(); err == nil {
		t.Error("the dead occupy memory")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Start(ctx); err == nil {
		t.Error("started although the context has ended")
	}
}

func TestProcessThatEnds(t *testing.T) {
	t.Setenv(role, "broken")
	var log bytes.Buffer
	_, err := StartProcess(t.Context(), &log, os.Args[0])
	if err == nil || !strings.Contains(err.Error(), "ended at once: exit status 3") || log.String() != "no disk\n" {
		t.Errorf("%v, %q", err, log.String())
	}
	if _, err := StartProcess(t.Context(), &log, "/no/such/program"); err == nil {
		t.Error("no error for a missing program")
	}
}

func who(t *testing.T, p *Process) string {
	t.Helper()
	var b bytes.Buffer
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get(p.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if _, err := b.ReadFrom(resp.Body); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
