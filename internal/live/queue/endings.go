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

// Endings to be solved have a queue of jobs like any other, which is made when it
// is first used, since few need it. There are no answers that one node takes out of
// a queue: what has become of a job stands in a bucket that everybody reads, and
// the tables lie in another.

const (
	tableSubject     = "wane.endings." // and the job's key
	reportBucketName = "WANE_ENDING_REPORTS"
	tableBucketName  = "WANE_TABLES"

	maxTableJob = 64 << 10 // a material of 6 men that needs all others
	maxReport   = 8 << 10

	reportBytes   = 16 << 20
	tableBytes    = 2 << 30            // all tables of 6 men have about half of that
	minTableBytes = 128 << 20          // enough for some dozens
	tableAge      = 7 * 24 * time.Hour // for how long reports and tables are kept
)

// tableTimeFactor is how many times longer an ending may take than a move: it makes room
// for everything else.
const tableTimeFactor = 12 * 60

// transferTimeFactor is how many times longer fetching a table may take than a move.
const transferTimeFactor = 3

var _ tablebuild.Queue = (*Client)(nil)

func tableStream(queueOf func(name, about, subject string, age time.Duration, full jetstream.DiscardPolicy, most int32, consumer string) stream) stream {
	q := queueOf("WANE_ENDINGS", "endings that wane is to solve", tableSubject+">", jobAge, jetstream.DiscardNew, maxTableJob, "solvers")
	// A job has a subject of its own, and there is room for it once.
	q.config.MaxMsgsPerSubject, q.config.DiscardNewPerSubject = 1, true
	return q
}

// EnqueueTable implements tablebuild.Queue.
func (c *Client) EnqueueTable(ctx context.Context, j tablebuild.Job) (placed bool, err error) {
	if err = j.Check(); err != nil {
		return false, fmt.Errorf("bus: job of an ending: %w", err)
	}
	data, err := encode(j, maxTableJob)
	if err != nil {
		return false, fmt.Errorf("bus: job of an ending: %w", err)
	}
	m := &nats.Msg{Subject: tableSubject + j.Key(), Data: data}
	err = c.publish(ctx, m, "")
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) { // nobody has used it yet
		if err := c.createStream(ctx, c.streams.tableJobs.config); err != nil {
			return false, err
		}
		err = c.publish(ctx, m, "")
	}
	var refused *jetstream.APIError
	if errors.As(err, &refused) && strings.Contains(refused.Description, "per subject") {
		return false, nil
	}
	return err == nil, err
}

// ConsumeTables implements tablebuild.Queue, as Work does for moves.
func (c *Client) ConsumeTables(ctx context.Context, parallel int, do func(context.Context, tablebuild.Job) error) error {
	return c.consume(ctx, c.streams.tableJobs, parallel, func(ctx context.Context, m jetstream.Msg) { c.ending(ctx, m, do) })
}

// ending does one job.
func (c *Client) ending(ctx context.Context, m jetstream.Msg, do func(context.Context, tablebuild.Job) error) {
	j, err := decodeTableJob(m.Data())
	if err != nil {
		c.malformedLog.Do(func() {
			c.log.Warn("a malformed job was thrown away", "queue", c.streams.tableJobs.config.Name, "err", err)
		})
		c.acknowledge(m.Term)
		return
	}
	log := c.log.With("ending", j.Key())
	if n := tries(m); n > c.timing.Tries { // those who had it died of it
		log.Error("a job was thrown away: it was never finished", "tries", n-1)
		c.acknowledge(m.Term)
		return
	}
	err = c.withHeartbeat(ctx, m, tableTimeFactor*c.timing.JobTime, func(ctx context.Context) error { return do(ctx, j) })
	switch {
	case err == nil:
		c.acknowledge(m.Ack)
	case ctx.Err() != nil:
		c.giveBack(m)
	default:
		c.retry(m, c.timing.Tries, func(n int, last bool) {
			log.Error("a job failed", "tries", n, "last", last, "err", err)
		})
	}
}

func decodeTableJob(data []byte) (tablebuild.Job, error) {
	j, err := decode[tablebuild.Job](data, maxTableJob)
	if err == nil {
		err = j.Check()
	}
	return j, err
}

// reportBucket returns the bucket of reports; it is made if it is missing.
func (c *Client) reportBucket(ctx context.Context) (jetstream.KeyValue, error) {
	if c.lifetime.Err() != nil {
		return nil, ErrClosed
	}
	kv, err := c.js.KeyValue(ctx, reportBucketName)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = c.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: reportBucketName, Description: "what has become of endings that wane is to solve",
			MaxValueSize: maxReport, MaxBytes: reportBytes, TTL: tableAge, Storage: jetstream.FileStorage, Replicas: c.replicas,
		})
	}
	if err != nil {
		return nil, c.streamError(reportBucketName, err)
	}
	return kv, nil
}

// PutTableReport implements tablebuild.Queue.
func (c *Client) PutTableReport(ctx context.Context, r tablebuild.Report) error {
	r.Error = strings.ToValidUTF8(r.Error[:min(len(r.Error), maxReport/8)], "") // it may get longer in JSON
	if err := r.Check(); err != nil {
		return fmt.Errorf("bus: report of an ending: %w", err)
	}
	data, err := encode(r, maxReport)
	if err != nil {
		return fmt.Errorf("bus: report of an ending: %w", err)
	}
	kv, err := c.reportBucket(ctx)
	if err != nil {
		return err
	}
	if _, err := kv.Put(ctx, r.Key, data); err != nil {
		return fmt.Errorf("bus: report of an ending: %w", err)
	}
	return nil
}

// TableReport implements tablebuild.Queue.
func (c *Client) TableReport(ctx context.Context, key string) (tablebuild.Report, error) {
	kv, err := c.reportBucket(ctx)
	if err != nil {
		return tablebuild.Report{}, err
	}
	e, err := kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return tablebuild.Report{}, nil
	}
	if err != nil {
		return tablebuild.Report{}, fmt.Errorf("bus: report of an ending: %w", err)
	}
	r, err := decodeReport(e)
	if err != nil { // as good as none: a new one will take its place
		c.malformedLog.Do(func() { c.log.Warn("a malformed report is passed over", "key", key, "err", err) })
		return tablebuild.Report{Revision: e.Revision()}, nil
	}
	return r, nil
}

func decodeReport(e jetstream.KeyValueEntry) (tablebuild.Report, error) {
	r, err := decode[tablebuild.Report](e.Value(), maxReport)
	if err == nil {
		err = r.Check()
	}
	if err == nil && r.Key != e.Key() {
		err = fmt.Errorf("the report of %.80q stands under %.80q", r.Key, e.Key())
	}
	r.Revision = e.Revision()
	return r, err
}

// WatchTableReports implements tablebuild.Queue.
func (c *Client) WatchTableReports(ctx context.Context, take func(tablebuild.Report)) error {
	if !c.beginCall() {
		return ErrClosed
	}
	defer c.calls.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.lifetime, cancel)()
	for ctx.Err() == nil {
		if err := c.watchReports(ctx, take); err != nil && ctx.Err() == nil {
			c.troubleLog.Do(func() { c.log.Warn("reports of endings do not come", "err", err) })
		}
		pause(ctx, c.timing.Retry)
	}
	if c.lifetime.Err() != nil {
		return ErrClosed
	}
	return nil
}

// watchReports takes reports until the context is done or the watcher fails.
func (c *Client) watchReports(ctx context.Context, take func(tablebuild.Report)) error {
	kv, err := c.reportBucket(ctx)
	if err != nil {
		return err
	}
	w, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
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
			if e == nil { // that was all that stood there
				continue
			}
			if r, err := decodeReport(e); err == nil {
				take(r)
			}
		}
	}
}
