package observe

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Latencies are the bounds of the buckets of histograms of latencies, in seconds.
var Latencies = []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5}

// Part is a part of a server. It is safe for concurrent use. A nil Part has spans and no
// metrics.
type Part struct {
	name    string
	seconds *prometheus.HistogramVec
	running *prometheus.GaugeVec
}

// NewPart makes a part, such as "store", and registers its metrics: the histogram
// wane_store_seconds with the labels operation and result, which is ok or failed, and the
// gauge wane_store_running with the label operation.
func NewPart(r prometheus.Registerer, name, does string) *Part {
	p := &Part{
		name: name,
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "wane_" + name + "_seconds", Help: "How long " + does + " took.", Buckets: Latencies,
		}, []string{"operation", "result"}),
		running: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "wane_" + name + "_running", Help: "How much of it is in progress: " + does + ".",
		}, []string{"operation"}),
	}
	r.MustRegister(p.seconds, p.running)
	return p
}

// Operation is something that a part does. It is not safe for concurrent use.
type Operation struct {
	part  *Part
	name  string
	begun time.Time
	span  trace.Span // nil: none
	err   error
}

// Begin begins an operation, such as "read", within the one of the context. End must be
// called.
func (p *Part) Begin(ctx context.Context, operation string) (context.Context, *Operation) {
	o := &Operation{part: p, name: operation}
	ctx, o.span = Start(ctx, p.prefix()+operation, trace.SpanKindInternal)
	if p != nil {
		o.begun = time.Now()
		p.running.WithLabelValues(operation).Inc()
	}
	return ctx, o
}

// Begin begins an operation that has a span and no metrics.
func Begin(ctx context.Context, operation string) (context.Context, *Operation) {
	return (*Part)(nil).Begin(ctx, operation)
}

func (p *Part) prefix() string {
	if p == nil {
		return ""
	}
	return p.name + " "
}

// Fail notes that the operation has failed, unless the error is nil.
func (o *Operation) Fail(err error) {
	if err != nil {
		o.err = err
	}
}

// End ends the operation, which has failed if an error was noted.
func (o *Operation) End() {
	if o.span != nil {
		if o.err != nil {
			o.span.SetStatus(codes.Error, "") // the error, which may name a game, is in the log
		}
		o.span.End()
	}
	if o.part == nil {
		return
	}
	result := "ok"
	if o.err != nil {
		result = "failed"
	}
	o.part.running.WithLabelValues(o.name).Dec()
	o.part.seconds.WithLabelValues(o.name, result).Observe(time.Since(o.begun).Seconds())
}
