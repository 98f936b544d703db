package server

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/observe"
)

// metrics are the metrics of requests, commands and games.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	commands *prometheus.HistogramVec
	panics   prometheus.Counter
	running  prometheus.Gauge   // requests
	refused  prometheus.Counter // connections
}

func newMetrics(games *manager.Manager, registry *prometheus.Registry) *metrics {
	m := &metrics{
		registry: withProcess(registry),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wane_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "wane_http_request_seconds", Help: "Duration of requests, by route.", Buckets: observe.Latencies,
		}, []string{"route"}),
		commands: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "wane_command_seconds", Help: "How long commands took until they were stored or rejected.",
			Buckets: observe.Latencies,
		}, []string{"result"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "wane_panics_total", Help: "Panics while handling requests and messages.",
		}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "wane_http_requests_running", Help: "Requests in progress, sockets included.",
		}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "wane_connections_refused_total", Help: "Connections closed at once, because their address had too many.",
		}),
	}
	registry.MustRegister(m.requests, m.seconds, m.commands, m.panics, m.running, m.refused)
	stats := []struct {
		name, help string
		gauge      bool
		value      func() float64
	}{
		{"wane_games_loaded", "Games in memory.", true, func() float64 { return float64(games.Stats().Loaded) }},
		{"wane_watchers", "Watchers of games.", true, func() float64 { return float64(games.Stats().Watchers) }},
		{"wane_moves_total", "Moves played.", false, func() float64 { return float64(games.Stats().Moves) }},
		{"wane_commands_total", "Commands carried out.", false, func() float64 { return float64(games.Stats().Commands) }},
		{"wane_commands_refused_total", "Commands rejected.", false,
			func() float64 { return float64(games.Stats().Rejected) }},
		{"wane_conflicts_total", "Events that another node stored first.", false,
			func() float64 { return float64(games.Stats().Conflicts) }},
		{"wane_engine_jobs_waiting", "Engine moves that wait for a place of their guest or address in the queue.", true,
			func() float64 { return float64(games.Stats().WaitingJobs) }},
		{"wane_engine_jobs_queued", "Engine moves that this node has in the queue.", true,
			func() float64 { return float64(games.Stats().QueuedJobs) }},
		{"wane_engine_jobs_stale_total", "Engine moves that were dropped because their game no longer wanted them.", false,
			func() float64 { return float64(games.Stats().StaleJobs) }},
		{"wane_engine_jobs_total", "Engine moves requested.", false, func() float64 { return float64(games.Stats().Jobs) }},
		{"wane_game_panics_total", "Panics in background work for games.", false,
			func() float64 { return float64(games.Stats().Panics) }},
		{"wane_engine_answers_total", "Engine moves received.", false,
			func() float64 { return float64(games.Stats().Answers) }},
	}
	for _, f := range stats {
		if f.gauge {
			registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: f.name, Help: f.help}, f.value))
		} else {
			registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: f.name, Help: f.help}, f.value))
		}
	}
	return m
}

func (m *metrics) request(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

func (m *metrics) command(took time.Duration, err error) {
	result := "done"
	if err != nil {
		result = "refused"
	}
	m.commands.WithLabelValues(result).Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// sharedFor is how long all who ask get the same metrics where anyone may ask.
const sharedFor = time.Second

// shared is handler where anyone may ask: the metrics are made once a second at most.
func (m *metrics) shared(now func() time.Time) http.Handler {
	inner := promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{DisableCompression: true})
	var mu sync.Mutex
	var last answer
	var made time.Time
	// It is nobody's request: a query and headers choose what promhttp answers.
	plain := &http.Request{Method: http.MethodGet, URL: &url.URL{Path: "/metrics"}, Header: http.Header{}}
	current := func() answer {
		mu.Lock()
		defer mu.Unlock()
		if at := now(); at.Sub(made).Abs() >= sharedFor {
			last, made = answer{header: http.Header{}, status: http.StatusOK}, at
			inner.ServeHTTP(&last, plain)
		}
		return last
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		given := current()
		maps.Copy(w.Header(), given.header)
		w.WriteHeader(given.status)
		_, _ = w.Write(given.text) // the client has gone
	})
}

// answer is an http.ResponseWriter that keeps what is written.
type answer struct {
	header http.Header
	status int
	text   []byte
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) { a.status = status }

func (a *answer) Write(text []byte) (int, error) {
	a.text = append(a.text, text...)
	return len(text), nil
}
