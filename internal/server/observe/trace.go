package observe

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/wane-chess/wane/internal/message"
)

// tracer makes the spans of this process; nil: there are none.
var tracer atomic.Pointer[trace.Tracer]

// parent is how a trace goes on in another process: the header traceparent of W3C Trace
// Context.
var parent propagation.TraceContext

// exportTimeout bounds how long the end of a program waits for a collector of traces.
const exportTimeout = 2 * time.Second

// Trace sends the spans of this process to an OpenTelemetry collector by OTLP over HTTP, at
// an address such as http://localhost:4318. Service and instance name the process. The
// environment variables of OpenTelemetry apply, such as OTEL_TRACES_SAMPLER and
// OTEL_EXPORTER_OTLP_HEADERS. A collector that does not answer costs spans and nothing else.
// The returned function sends what is left.
func Trace(ctx context.Context, address, service, instance, version string) (end func(), err error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, message.InvalidOption(
			errors.New("invalid address of a collector of traces: expected http://HOST:PORT, such as http://localhost:4318"),
		)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/v1/traces"
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(u.String()))
	if err != nil {
		return nil, fmt.Errorf("cannot send traces to %s: %w", u.Redacted(), err)
	}
	about, err := resource.Merge(resource.Default(), resource.NewSchemaless(
		attribute.String("service.name", service), attribute.String("service.instance.id", instance),
		attribute.String("service.version", version)))
	if err != nil {
		return nil, fmt.Errorf("cannot describe the traces: %w", err)
	}
	return traceTo(ctx, sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))), nil
}

// traceTo makes spans with a provider until the returned function is called.
func traceTo(ctx context.Context, p *sdktrace.TracerProvider) (end func()) {
	t := p.Tracer("github.com/wane-chess/wane")
	tracer.Store(&t)
	return func() {
		tracer.CompareAndSwap(&t, nil)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), exportTimeout)
		defer cancel()
		_ = p.Shutdown(ctx) // what cannot be sent is lost
	}
}

// Start begins a span within the one of the context. The span is nil without Trace.
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
