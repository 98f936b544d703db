package node_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/observe/otlp"
)

// spans collects spans as an OpenTelemetry collector does.
type spans struct {
	mu     sync.Mutex
	names  map[string][]string // of spans, by trace
	failed []string
}

// ServeHTTP implements http.Handler.
func (s *spans) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, err := io.ReadAll(r.Body)
	var got collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(b, &got)
	}
	if err != nil || r.URL.Path != "/v1/traces" {
		s.failed = append(s.failed, r.URL.Path)
		return
	}
	for _, resource := range got.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			for _, span := range scope.Spans {
				s.names[string(span.TraceId)] = append(s.names[string(span.TraceId)], span.Name)
			}
		}
	}
}

// One trace has a command from its request to the database, the queue, the worker and back to
// the database.
func TestTraces(t *testing.T) {
	got := &spans{names: map[string][]string{}}
	web := httptest.NewServer(got)
	defer web.Close()
	end, err := otlp.Trace(context.Background(), web.URL, "wane", "one", "test")
	if err != nil {
		t.Fatal(err)
	}
	n := start(t, node.Config{Workers: 1, Hash: 1, Limits: limits.Limits{Off: true}})
	me := browser(t)
	var full gameview.FullGame
	call(t, me, http.MethodPost, n.URL()+"/api/games",
		gameview.NewGame{ID: "first-request", Variant: "shrink", Opponent: "engine", Level: 1, Color: "white"}, &full)
	commands := n.URL() + "/api/games/" + full.Game.ID + "/commands"
	ply := 0
	call(t, me, http.MethodPost, commands, gameview.Command{ID: "my-first-move", Order: "move", Move: "e4", Ply: &ply},
		&gameview.CommandResult{})
	for full.Game.Ply < 2 && t.Context().Err() == nil {
		call(t, me, http.MethodGet, n.URL()+"/api/games/"+full.Game.ID, nil, &full)
	}
	metrics, err := me.Get(n.URL() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = metrics.Body.Close() }()
	text, err := io.ReadAll(metrics.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`wane_store_seconds_count{operation="moves",result="ok"}`,
		`wane_queue_seconds_count{operation="publish",result="ok"}`,
		`wane_worker_seconds_count{operation="move",result="ok"} 1`, `wane_http_requests_running 1`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	stop(t, n)
	end()

	got.mu.Lock()
	defer got.mu.Unlock()
	if len(got.failed) > 0 {
		t.Errorf("unread: %q", got.failed)
	}
	want := []string{"POST /api/games/{id}/commands", "command", "store moves", "queue publish", "worker move",
		"queue publish", "queue answer", "store moves"}
	for _, names := range got.names {
		left := strings.Join(names, ",") + ","
		missing := 0
		for _, name := range want {
			if !strings.Contains(left, name+",") {
				missing++
			}
			left = strings.Replace(left, name+",", "", 1)
		}
		if missing == 0 {
			return
		}
	}
	t.Errorf("no trace has all of %q: %q", want, got.names)
}
