package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/tablebuild"
)

const (
	reportBucketName = "WANE_ENDING_REPORTS"
	maxTableJob      = 64 << 10 // a material of 6 pieces that needs all others
	maxReport        = 8 << 10
	reportBytes      = 16 << 20
	tableAge         = 7 * 24 * time.Hour // for which reports and tables are stored

	// tableTimeFactor is how many times longer a table may take than a move: it makes
	// room for everything else.
	tableTimeFactor = 12 * 60
)

// tableQueue is the work queue of tablebases. Every process can read how a job went
// in the bucket of reports, so there are no answers.
func tableQueue(s streams, t Timing) workQueue[tablebuild.Job, struct{}] {
	return workQueue[tablebuild.Job, struct{}]{
		job: "tablebase", jobs: s.tableJobs, maxJob: maxTableJob, timeout: tableTimeFactor * t.JobTime,
		logJob: func(j tablebuild.Job) []any { return []any{"table", j.Key()} },
	}
}

// createTables creates what tablebases need, once. A worker finds it there: jobs exist
// only afterwards.
func (c *Client) createTables(ctx context.Context) error {
	if c.lifetime.Err() != nil {
		return ErrClosed
	}
	if c.worker || c.hasTables.Load() {
		return nil
	}
	if err := c.createStream(ctx, c.streams.tableJobs); err != nil {
		return err
	}
	_, err := c.js.KeyValue(ctx, reportBucketName)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		_, err = c.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: reportBucketName, Description: "reports about tablebases to build",
			MaxValueSize: maxReport, MaxBytes: reportBytes, TTL: tableAge, Storage: jetstream.FileStorage, Replicas: c.replicas,
		})
	}
	if err != nil {
		return c.streamError(reportBucketName, err)
	}
	if err := c.createTableBucket(ctx); err != nil {
		return c.streamError(tableBucketName, err)
	}
	c.hasTables.Store(true)
	return nil
}

// inTables stores something about tablebases. What is needed for it is created before, and
// again before the next attempt if it was deleted.
func (c *Client) inTables(ctx context.Context, store func() error) error {
	err := c.createTables(ctx)
	if err == nil {
		err = store()
	}
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
		c.hasTables.Store(false)
	}
	return err
}

// EnqueueTable implements tablebuild.Queue.
func (c *Client) EnqueueTable(ctx context.Context, j tablebuild.Job) (placed bool, err error) {
	err = c.inTables(ctx, func() error {
		placed, err = c.tables.enqueue(ctx, c, tableSubject+j.Key(), j)
		return err
	})
	return placed, err
}

// ConsumeTables implements tablebuild.Queue, as ConsumeMoves does for moves.
func (c *Client) ConsumeTables(ctx context.Context, parallel int, do func(context.Context, tablebuild.Job) error) error {
	return c.tables.consume(ctx, c, parallel, 0, func(ctx context.Context, j tablebuild.Job) (struct{}, error) {
		return struct{}{}, do(ctx, j)
	})
}

// reportSubject returns the subject of the reports about a job.
func reportSubject(key string) string { return "$KV." + reportBucketName + "." + key }

// PutTableReport implements tablebuild.Queue.
func (c *Client) PutTableReport(ctx context.Context, r tablebuild.Report) error {
	r.Error = tablebuild.Printable(r.Error[:min(len(r.Error), maxReport/8)]) // JSON may be longer
	data, err := encode(r, maxReport)
	if err != nil {
		return fmt.Errorf("queue: invalid report: %w", err)
	}
	err = c.inTables(ctx, func() error {
		_, err := c.js.Publish(ctx, reportSubject(r.Key), data)
		return err
	})
	if err != nil && !errors.Is(err, ErrClosed) {
		err = fmt.Errorf("queue: put the report of table %s: %w", r.Key, err)
	}
	return err
}

// TableReport implements tablebuild.Queue.
func (c *Client) TableReport(ctx context.Context, key string) (tablebuild.Report, error) {
	m, err := c.stored(ctx, "KV_"+reportBucketName, place{Last: reportSubject(key)})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return tablebuild.Report{}, nil
	}
	if err != nil {
		return tablebuild.Report{}, err
	}
	r, err := decodeReport(key, m.Data, m.Seq)
	if err != nil { // a new one will replace it
		c.malformedLog.Do(func() { c.log.Warn("ignored a malformed report", "key", key, "err", err) })
		return tablebuild.Report{Revision: m.Seq}, nil
	}
	return r, nil
}

func decodeReport(key string, data []byte, revision uint64) (tablebuild.Report, error) {
	r, err := decode[tablebuild.Report](data, maxReport)
	if err == nil && r.Key != key {
		err = fmt.Errorf("the report of %.80q is stored under %.80q", r.Key, key)
	}
	r.Revision = revision
	return r, err
}

// WatchTableReports implements tablebuild.Queue.
func (c *Client) WatchTableReports(ctx context.Context, take func(tablebuild.Report)) error {
	return c.untilClosed(ctx, func(ctx context.Context) {
		for ctx.Err() == nil {
			if err := c.watchReports(ctx, take); err != nil && ctx.Err() == nil {
				c.troubleLog.Do(func() { c.log.Warn("cannot watch the reports of tables", "err", err) })
			}
			pause(ctx, c.timing.Retry)
		}
	})
}

// watchReports takes reports until the context is done or the watcher fails.
func (c *Client) watchReports(ctx context.Context, take func(tablebuild.Report)) error {
	if err := c.createTables(ctx); err != nil {
		return err
	}
	bucket, err := c.js.KeyValue(ctx, reportBucketName)
	if err != nil {
		return c.streamError(reportBucketName, err)
	}
	w, err := bucket.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }() // it may have ended
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, more := <-w.Updates():
			if !more {
				return errors.New("the watcher has ended")
			}
			if e == nil { // the end of the stored reports
				continue
			}
			if r, err := decodeReport(e.Key(), e.Value(), e.Revision()); err == nil {
				take(r)
			}
		}
	}
}
