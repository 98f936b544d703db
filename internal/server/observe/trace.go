package observe

import (
	"context"
	"sync/atomic"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// tracer makes the spans of this process; nil: there are none. Use sets it.
var tracer atomic.Pointer[trace.Tracer]

// parent is how a trace goes on in another process: the header traceparent of W3C Trace
// Context.
var parent propagation.TraceContext

// Use makes spans with a tracer, such as that of package otlp, until the returned function is
// called.
func Use(t trace.Tracer) (end func()) {
	tracer.Store(&t)
	return func() { tracer.CompareAndSwap(&t, nil) }
}

// Start begins a span within the one of the context. The span is nil without a tracer.
func Start(
	ctx context.Context, name string, kind trace.SpanKind, attributes ...attribute.KeyValue,
) (context.Context, trace.Span) {
	t := tracer.Load()
	if t == nil {
		return ctx, nil
	}
	return (*t).Start(ctx, name, trace.WithSpanKind(kind), trace.WithAttributes(attributes...))
}

// Inject writes the context's span to the headers of a message. Headers may be nil; then it
// makes some if there is a span.
func Inject(ctx context.Context, headers map[string][]string) map[string][]string {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return headers
	}
	if headers == nil {
		headers = map[string][]string{}
	}
	parent.Inject(ctx, propagation.HeaderCarrier(headers))
	return headers
}

// Extract returns the context with the span that the headers of a message name.
func Extract(ctx context.Context, headers map[string][]string) context.Context {
	if tracer.Load() == nil {
		return ctx
	}
	return parent.Extract(ctx, propagation.HeaderCarrier(headers))
}

// Span is the place of an operation in a trace. The zero Span is in none.
type Span struct{ at trace.SpanContext }

// SpanOf returns the context's span.
func SpanOf(ctx context.Context) Span { return Span{trace.SpanContextFromContext(ctx)} }

// Context returns the context with the span, so that what begins with it belongs to the
// span's trace.
func (s Span) Context(ctx context.Context) context.Context {
	if !s.at.IsValid() {
		return ctx
	}
	return trace.ContextWithRemoteSpanContext(ctx, s.at)
}
