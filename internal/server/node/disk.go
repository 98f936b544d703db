package node

import (
	"path/filepath"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/limits"
)

// watchDisk returns what watches the disk of a SQLite database; nil: nothing does.
func watchDisk(c Config, metrics *prometheus.Registry) *limits.Disk {
	path, sqlite := strings.CutPrefix(c.DB, "sqlite:")
	if !sqlite || c.Reserve == 0 {
		return nil
	}
	free := c.Free
	if free == nil {
		dir := filepath.Dir(strings.TrimPrefix(path, "//"))
		free = func() (uint64, error) { return freeBytes(dir) }
	}
	metrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "wane_disk_free_bytes", Help: "Room on the disk of the database.",
	}, func() float64 {
		n, _ := free() // 0: it is not known
		return float64(n)
	}))
	return limits.NewDisk(c.Reserve, free, c.Log)
}
