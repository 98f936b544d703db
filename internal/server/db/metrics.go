package db

import "github.com/prometheus/client_golang/prometheus"

// connections are metrics of the lanes.
type connections struct{ db *DB }

var (
	connectionsInUse = prometheus.NewDesc("wane_store_connections",
		"Connections to the database that work uses now, by lane.", []string{"lane"}, nil)
	connectionsMost = prometheus.NewDesc("wane_store_connections_max",
		"How many connections a lane may have.", []string{"lane"}, nil)
	laneWaits = prometheus.NewDesc("wane_store_waits_total",
		"How often work waited for a connection of its lane.", []string{"lane"}, nil)
	laneQueue = prometheus.NewDesc("wane_store_queue",
		"Transactions that wait for their turn in SQLite, by lane.", []string{"lane"}, nil)
)

// Describe implements prometheus.Collector.
func (c *connections) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{connectionsInUse, connectionsMost, laneWaits, laneQueue} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (c *connections) Collect(to chan<- prometheus.Metric) {
	send := func(d *prometheus.Desc, kind prometheus.ValueType, value float64, l Lane) {
		to <- prometheus.MustNewConstMetric(d, kind, value, l.String())
	}
	if c.db.IsSQLite() {
		for l := range Reads {
			send(laneQueue, prometheus.GaugeValue, float64(c.db.turns.depth(l)), l)
		}
		s := c.db.read.Stats()
		send(connectionsInUse, prometheus.GaugeValue, float64(s.InUse), Reads)
		send(connectionsMost, prometheus.GaugeValue, float64(s.MaxOpenConnections), Reads)
		send(laneWaits, prometheus.CounterValue, float64(s.WaitCount), Reads)
		return
	}
	for l, pool := range c.db.pools {
		s := pool.Stat()
		send(connectionsInUse, prometheus.GaugeValue, float64(s.AcquiredConns()), Lane(l))
		send(connectionsMost, prometheus.GaugeValue, float64(s.MaxConns()), Lane(l))
		send(laneWaits, prometheus.CounterValue, float64(s.EmptyAcquireCount()), Lane(l))
	}
}
