package observe

import (
	"context"
	"errors"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// An operation counts with its result, and is in progress until it ends.
func TestPart(t *testing.T) {
	r := prometheus.NewRegistry()
	p := NewPart(r, "store", "reads")
	_, o := p.Begin(t.Context(), "read")
	if got := testutil.ToFloat64(p.running.WithLabelValues("read")); got != 1 {
		t.Errorf("%v reads in progress, expected 1", got)
	}
	o.Fail(nil)
	o.End()
	_, o = p.Begin(t.Context(), "read")
	o.Fail(errors.New("no database"))
	o.End()
	got, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]uint64{}
	for _, family := range got {
		for _, m := range family.Metric {
			if m.Histogram != nil {
				for _, l := range m.Label {
					counts[l.GetValue()] += m.Histogram.GetSampleCount()
				}
			}
		}
	}
	if counts["ok"] != 1 || counts["failed"] != 1 || counts["read"] != 2 ||
		testutil.ToFloat64(p.running.WithLabelValues("read")) != 0 {
		t.Errorf("%v, %v in progress", counts, testutil.ToFloat64(p.running.WithLabelValues("read")))
	}
}

// A trace goes on in what another process does with a message, and in what begins later.
func TestTrace(t *testing.T) {
	spans := tracetest.NewInMemoryExporter()
	end := Use(sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans)).Tracer("test"))
	ctx, command := Begin(t.Context(), "command")
	headers := Inject(ctx, nil)
	later := SpanOf(ctx)
	command.End()
	_, move := Begin(Extract(context.Background(), headers), "move")
	move.Fail(errors.New("no engine"))
	move.End()
	_, enqueue := Begin(later.Context(context.Background()), "enqueue")
	enqueue.End()
	got := spans.GetSpans()
	if len(got) != 3 {
		t.Fatalf("%d spans", len(got))
	}
	first := got[0].SpanContext
	for _, s := range got[1:] {
		if s.SpanContext.TraceID() != first.TraceID() || s.Parent.SpanID() != first.SpanID() {
			t.Errorf("%s is not within the command", s.Name)
		}
	}
	if got[1].Status.Code != codes.Error || got[0].Status.Code != codes.Unset {
		t.Errorf("the failed span has the status %+v", got[1].Status)
	}

	end()
	ctx, silent := Begin(Extract(t.Context(), headers), "silent")
	silent.End()
	if n := len(Inject(ctx, nil)); n != 0 || silent.span != nil {
		t.Errorf("without traces there are %d headers and the span %v", n, silent.span)
	}
}

// What every operation costs when there are no traces.
func BenchmarkOperation(b *testing.B) {
	p := NewPart(prometheus.NewRegistry(), "store", "writes")
	for b.Loop() {
		_, o := p.Begin(b.Context(), "write")
		o.End()
	}
}
