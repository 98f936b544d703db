package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/wane-chess/wane/internal/live/review"
)

// metrics are the numbers of this server.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	commands *prometheus.HistogramVec
	panics   prometheus.Counter
	opened   prometheus.Counter
	dropped  *prometheus.CounterVec
	sent     prometheus.Counter
	received prometheus.Counter
}

// latencies are the bounds of the histograms, in seconds.
var latencies = []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5}

func newMetrics(s *Server, registry *prometheus.Registry) *metrics {
	m := &metrics{
		registry: registry,
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "wane_http_requests_total", Help: "Requests answered, by route and status."}, []string{"route", "status"}),
		seconds:  prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "wane_http_request_seconds", Help: "How long requests took, by route.", Buckets: latencies}, []string{"route"}),
		commands: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "wane_command_seconds", Help: "How long commands took until they were on disk, or refused.", Buckets: latencies}, []string{"result"}),
		panics:   prometheus.NewCounter(prometheus.CounterOpts{Name: "wane_panics_total", Help: "Requests and messages whose handling panicked."}),
		opened:   prometheus.NewCounter(prometheus.CounterOpts{Name: "wane_sockets_opened_total", Help: "Sockets opened."}),
		dropped:  prometheus.NewCounterVec(prometheus.CounterOpts{Name: "wane_sockets_dropped_total", Help: "Sockets closed by the server, by reason."}, []string{"reason"}),
		sent:     prometheus.NewCounter(prometheus.CounterOpts{Name: "wane_socket_messages_sent_total", Help: "Messages sent on sockets."}),
		received: prometheus.NewCounter(prometheus.CounterOpts{Name: "wane_socket_messages_received_total", Help: "Messages received on sockets."}),
	}
	registry.MustRegister(m.requests, m.seconds, m.commands, m.panics, m.opened, m.dropped, m.sent, m.received)
	stats := []struct {
		name, help string
		gauge      bool
		value      func() float64
	}{
		{"wane_sockets", "Open sockets.", true, func() float64 { n, _ := s.hub.sizes(); return float64(n) }},
		{"wane_games_loaded", "Games in memory.", true, func() float64 { return float64(s.o.Host.Stats().Loaded) }},
		{"wane_watchers", "Watchers of games.", true, func() float64 { return float64(s.o.Host.Stats().Watchers) }},
		{"wane_moves_total", "Moves carried out.", false, func() float64 { return float64(s.o.Host.Stats().Moves) }},
		{"wane_commands_total", "Commands carried out.", false, func() float64 { return float64(s.o.Host.Stats().Commands) }},
		{"wane_commands_refused_total", "Commands refused.", false, func() float64 { return float64(s.o.Host.Stats().Rejected) }},
		{"wane_conflicts_total", "Events that another node was faster with.", false, func() float64 { return float64(s.o.Host.Stats().Conflicts) }},
		{"wane_engine_jobs_total", "Moves asked of engines.", false, func() float64 { return float64(s.o.Host.Stats().Jobs) }},
		{"wane_game_panics_total", "Panics in work for games that nobody waited for.", false, func() float64 { return float64(s.o.Host.Stats().Panics) }},
		{"wane_engine_answers_total", "Moves that engines answered.", false, func() float64 { return float64(s.o.Host.Stats().Answers) }},
	}
	if r := s.o.Reviews; r != nil {
		for _, f := range []struct {
			name, help string
			value      func(review.ServiceStats) uint64
		}{
			{"wane_reviews_asked_total", "Reviews begun.", func(s review.ServiceStats) uint64 { return s.Requested }},
			{"wane_reviews_finished_total", "Reviews finished.", func(s review.ServiceStats) uint64 { return s.Finished }},
			{"wane_reviews_failed_total", "Reviews that failed or were given up.", func(s review.ServiceStats) uint64 { return s.Failed }},
			{"wane_review_jobs_total", "Parts of reviews asked of engines.", func(s review.ServiceStats) uint64 { return s.Jobs }},
			{"wane_review_panics_total", "Panics in work for reviews.", func(s review.ServiceStats) uint64 { return s.Panics }},
		} {
			registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: f.name, Help: f.help}, func() float64 { return float64(f.value(r.Stats())) }))
		}
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
