package node

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/archive"
)

// observeArchive makes metrics of what an indexer does.
func observeArchive(o *archive.IndexerOptions, r prometheus.Registerer) {
	attempts := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "wane_archive_attempts_total", Help: "Attempts to archive a few finished games, by result.",
	}, []string{"result"})
	backlog := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "wane_archive_backlog", Help: "Finished games that are not archived yet, 10,000 at most.",
	})
	r.MustRegister(attempts, backlog)
	o.Attempted = func(err error) {
		result := "ok"
		if err != nil {
			result = "failed"
		}
		attempts.WithLabelValues(result).Inc()
	}
	o.Backlog = func(games int) { backlog.Set(float64(games)) }
}
