// Package otlp sends the spans of a process to an OpenTelemetry collector. It is apart from
// package observe because the exporter brings more than a hundred packages, and only the
// program needs it.
package otlp

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/observe"
)

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
	p := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))
	unused := observe.Use(p.Tracer("github.com/wane-chess/wane"))
	return func() {
		unused()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), exportTimeout)
		defer cancel()
		_ = p.Shutdown(ctx) // what cannot be sent is lost
	}, nil
}
