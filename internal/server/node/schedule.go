package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
)

// Backups is the schedule of a node's backups of its database.
type Backups struct {
	Dir   string        // one folder for each database; empty: there are no backups
	Every time.Duration // from one backup to the next
	Keep  int           // how many stay; older ones are removed
}

// backupName is the name of a scheduled backup, by its time in UTC.
const backupName = "wane-20060102T150405Z.db"

const (
	// backupLook is about how often a node looks whether a backup is due.
	backupLook = time.Minute
	// backupRetry is the longest time from a failed backup to the next attempt.
	backupRetry = 15 * time.Minute
)

// backups makes scheduled backups.
type backups struct {
	Backups
	db  string
	log *slog.Logger

	made, failed prometheus.Counter
	last         prometheus.Gauge
}

// newBackups prepares the folder, and removes what a killed node has left there.
func newBackups(c Config, registry prometheus.Registerer) (*backups, error) {
	if c.Backups.Every <= 0 || c.Backups.Keep <= 0 {
		return nil, fmt.Errorf("backups every %v of which %d stay: both must be positive", c.Backups.Every, c.Backups.Keep)
	}
	if !strings.HasPrefix(c.DB, "sqlite:") {
		return nil, message.InvalidOption(
			errors.New("a server backs up SQLite databases only: for PostgreSQL, run pg_dump regularly instead of --backup-dir"),
		)
	}
	if err := os.MkdirAll(c.Backups.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot create the folder for backups: %w", err)
	}
	parts, err := filepath.Glob(filepath.Join(escapeGlob(c.Backups.Dir), "wane-*Z.db.*.part*"))
	for _, part := range parts {
		err = errors.Join(err, os.Remove(part))
	}
	if err != nil {
		return nil, fmt.Errorf("remove unfinished backups: %w", err)
	}
	b := &backups{
		Backups: c.Backups, db: c.DB, log: c.Log,
		made: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "wane_backups_total", Help: "Backups of the database made.",
		}),
		failed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "wane_backups_failed_total", Help: "Backups of the database that failed.",
		}),
		last: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "wane_backup_last_timestamp_seconds", Help: "When the last backup of the database was made; 0: never.",
		}),
	}
	registry.MustRegister(b.made, b.failed, b.last)
	list, err := b.list()
	if n := len(list); n > 0 {
		b.last.Set(float64(list[n-1].Unix()))
	}
	return b, err
}

// escapeGlob returns a path as a pattern that only matches itself.
func escapeGlob(path string) string {
	if filepath.Separator == '\\' {
		return path // there is no way to escape
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// list returns the times of the backups, the oldest first. Other files do not count.
func (b *backups) list() ([]time.Time, error) {
	files, err := os.ReadDir(b.Dir)
	if err != nil {
		return nil, fmt.Errorf("list the backups: %w", err)
	}
	var list []time.Time
	for _, f := range files {
		if at, err := time.Parse(backupName, f.Name()); err == nil && f.Type().IsRegular() {
			list = append(list, at)
		}
	}
	slices.SortFunc(list, time.Time.Compare)
	return list, nil
}

// Jobs registers the backups. The first is due when the last of an earlier run is old enough.
func (b *backups) Jobs(r *job.Runner) {
	var retry time.Time
	r.Every("backups", min(b.Every, backupLook), job.EachNode, func(ctx context.Context) error {
		now := time.Now()
		if b.due(now) > 0 || now.Before(retry) {
			return nil
		}
		err := b.backUp(ctx, now)
		if err != nil && ctx.Err() == nil {
			retry = now.Add(min(b.Every, backupRetry))
			b.failed.Inc()
		}
		return err
	})
}

// due returns how long to wait for the next backup.
func (b *backups) due(now time.Time) time.Duration {
	list, err := b.list()
	if err != nil || len(list) == 0 {
		return 0
	}
	// The last may seem to be in the future, if the clock was wrong.
	return min(max(0, list[len(list)-1].Add(b.Every).Sub(now)), b.Every)
}

// backUp makes a backup, then removes those that are too many.
func (b *backups) backUp(ctx context.Context, now time.Time) error {
	name := now.UTC().Format(backupName)
	c, err := db.Backup(ctx, b.db, filepath.Join(b.Dir, name), false)
	if err != nil {
		return err
	}
	b.made.Inc()
	b.last.Set(float64(now.Unix()))
	b.log.Info("backup made", "file", name, "games", c.Games, "moves", c.Moves,
		"took", time.Since(now).Round(time.Millisecond))
	list, err := b.list()
	for _, old := range list[:max(0, len(list)-b.Keep)] {
		err = errors.Join(err, os.Remove(filepath.Join(b.Dir, old.Format(backupName))))
	}
	if err != nil {
		return fmt.Errorf("remove old backups: %w", err)
	}
	return nil
}
