package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
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

// EnqueueTable implements tablebuild.Queue. It creates the stream on first use.
func (c *Client) EnqueueTable(ctx context.Context, j tablebuild.Job) (placed bool, err error) {
	placed, err = c.tables.enqueue(ctx, c, tableSubject+j.Key(), j, "")
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
		if err := c.createStream(ctx, c.streams.tableJobs.config); err != nil {
			return false, err
		}
		placed, err = c.tables.enqueue(ctx, c, tableSubject+j.Key(), j, "")
	}
	return placed, err
}

// ConsumeTables implements tablebuild.Queue, as ConsumeMoves does for moves.
func (c *Client) ConsumeTables(ctx context.Context, parallel int, do func(context.Context, tablebuild.Job) error) error {
	return c.tables.consume(ctx, c, parallel, 0, func(ctx context.Context, j tablebuild.Job) (struct{}, error) {
		return struct{}{}, do(ctx, j)
	})
}

// reportBucket returns the bucket of reports. It creates a missing one.
func (c *Client) reportBucket(ctx context.Context) (jetstream.KeyValue, error) {
	if c.lifetime.Err() != nil {
		return nil, ErrClosed
	}
	bucket, err := c.js.KeyValue(ctx, reportBucketName)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		bucket, err = c.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: reportBucketName, Description: "reports about tablebases to build",
			MaxValueSize: maxReport, MaxBytes: reportBytes, TTL: tableAge, Storage: jetstream.FileStorage, Replicas: c.replicas,
		})
	}
	if err != nil {
		return nil, c.streamError(reportBucketName, err)
	}
	return bucket, nil
}

// PutTableReport implements tablebuild.Queue.
func (c *Client) PutTableReport(ctx context.Context, r tablebuild.Report) error {
	r.Error = strings.ToValidUTF8(r.Error[:min(len(r.Error), maxReport/8)], "") // JSON may be longer
	data, err := encode(r, maxReport)
	if err != nil {
		return fmt.Errorf("queue: invalid report: %w", err)
	}
	bucket, err := c.reportBucket(ctx)
	if err != nil {
		return err
	}
	if _, err := bucket.Put(ctx, r.Key, data); err != nil {
		return fmt.Errorf("queue: put the report of table %s: %w", r.Key, err)
	}
	return nil
}

// TableReport implements tablebuild.Queue.
func (c *Client) TableReport(ctx context.Context, key string) (tablebuild.Report, error) {
	bucket, err := c.reportBucket(ctx)
	if err != nil {
		return tablebuild.Report{}, err
	}
	e, err := bucket.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return tablebuild.Report{}, nil
	}
	if err != nil {
		return tablebuild.Report{}, fmt.Errorf("queue: get the report of table %s: %w", key, err)
	}
	r, err := decodeReport(e)
	if err != nil { // a new one will replace it
		c.malformedLog.Do(func() { c.log.Warn("ignored a malformed report", "key", key, "err", err) })
		return tablebuild.Report{Revision: e.Revision()}, nil
	}
	return r, nil
}

func decodeReport(e jetstream.KeyValueEntry) (tablebuild.Report, error) {
	r, err := decode[tablebuild.Report](e.Value(), maxReport)
	if err == nil && r.Key != e.Key() {
		err = fmt.Errorf("the report of %.80q is stored under %.80q", r.Key, e.Key())
	}
	r.Revision = e.Revision()
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
	bucket, err := c.reportBucket(ctx)
	if err != nil {
		return err
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
			if r, err := decodeReport(e); err == nil {
				take(r)
			}
		}
	}
}
