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
	endingSubject = "wane.endings." // and the job's key
	reportBucket  = "WANE_ENDING_REPORTS"
	tableBucket   = "WANE_TABLES"

	maxEnding = 64 << 10 // a material of 6 men that needs all others
	maxReport = 8 << 10

	reportBytes = 16 << 20
	tableBytes  = 2 << 30            // all tables of 6 men have about half of that
	leastTables = 128 << 20          // enough for some dozens
	endingAge   = 7 * 24 * time.Hour // for how long reports and tables are kept
)

// endingTime is how many times longer an ending may take than a move: it makes room
// for everything else.
const endingTime = 12 * 60

// fetchTime is how many times longer fetching a table may take than a move.
const fetchTime = 3

var _ tablebuild.Queue = (*Bus)(nil)

func endingsQueue(queueOf func(name, about, subject string, age time.Duration, full jetstream.DiscardPolicy, most int32, consumer string) queue) queue {
	q := queueOf("WANE_ENDINGS", "endings that wane is to solve", endingSubject+">", jobAge, jetstream.DiscardNew, maxEnding, "solvers")
	// A job has a subject of its own, and there is room for it once.
	q.stream.MaxMsgsPerSubject, q.stream.DiscardNewPerSubject = 1, true
	return q
}

// EnqueueEnding implements endings.Queue.
func (b *Bus) EnqueueEnding(ctx context.Context, j tablebuild.Job) (placed bool, err error) {
	if err = j.Check(); err != nil {
		return false, fmt.Errorf("bus: job of an ending: %w", err)
	}
	data, err := pack(j, maxEnding)
	if err != nil {
		return false, fmt.Errorf("bus: job of an ending: %w", err)
	}
	m := &nats.Msg{Subject: endingSubject + j.Key(), Data: data}
	err = b.keep(ctx, m, "")
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) { // nobody has used it yet
		if err := b.makeStream(ctx, b.queues.endings.stream); err != nil {
			return false, err
		}
		err = b.keep(ctx, m, "")
	}
	var refused *jetstream.APIError
	if errors.As(err, &refused) && strings.Contains(refused.Description, "per subject") {
		return false, nil
	}
	return err == nil, err
}

// WorkEndings implements endings.Queue, as Work does for moves.
func (b *Bus) WorkEndings(ctx context.Context, parallel int, do func(context.Context, tablebuild.Job) error) error {
	return b.pump(ctx, b.queues.endings, parallel, func(ctx context.Context, m jetstream.Msg) { b.ending(ctx, m, do) })
}

// ending does one job.
func (b *Bus) ending(ctx context.Context, m jetstream.Msg, do func(context.Context, tablebuild.Job) error) {
	j, err := readEnding(m.Data())
	if err != nil {
		b.malformed.Do(func() {
			b.log.Warn("a malformed job was thrown away", "queue", b.queues.endings.stream.Name, "err", err)
		})
		b.settle(m.Term)
		return
	}
	log := b.log.With("ending", j.Key())
	if n := tries(m); n > b.timing.Tries { // those who had it died of it
		log.Error("a job was thrown away: it was never finished", "tries", n-1)
		b.settle(m.Term)
		return
	}
	err = b.attend(ctx, m, endingTime*b.timing.JobTime, func(ctx context.Context) error { return do(ctx, j) })
	switch {
	case err == nil:
		b.settle(m.Ack)
	case ctx.Err() != nil:
		b.giveBack(m)
	default:
		b.again(m, b.timing.Tries, func(n int, last bool) {
			log.Error("a job failed", "tries", n, "last", last, "err", err)
		})
	}
}

func readEnding(data []byte) (tablebuild.Job, error) {
	j, err := read[tablebuild.Job](data, maxEnding)
	if err == nil {
		err = j.Check()
	}
	return j, err
}

// reports returns the bucket of reports; it is made if it is missing.
func (b *Bus) reports(ctx context.Context) (jetstream.KeyValue, error) {
	if b.life.Err() != nil {
		return nil, ErrClosed
	}
	kv, err := b.js.KeyValue(ctx, reportBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = b.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: reportBucket, Description: "what has become of endings that wane is to solve",
			MaxValueSize: maxReport, MaxBytes: reportBytes, TTL: endingAge, Storage: jetstream.FileStorage, Replicas: b.replicas,
		})
	}
	if err != nil {
		return nil, b.noQueue(reportBucket, err)
	}
	return kv, nil
}

// ReportEnding implements endings.Queue.
func (b *Bus) ReportEnding(ctx context.Context, r tablebuild.Report) error {
	r.Trouble = strings.ToValidUTF8(r.Trouble[:min(len(r.Trouble), maxReport/8)], "") // it may get longer in JSON
	if err := r.Check(); err != nil {
		return fmt.Errorf("bus: report of an ending: %w", err)
	}
	data, err := pack(r, maxReport)
	if err != nil {
		return fmt.Errorf("bus: report of an ending: %w", err)
	}
	kv, err := b.reports(ctx)
	if err != nil {
		return err
	}
	if _, err := kv.Put(ctx, r.Key, data); err != nil {
		return fmt.Errorf("bus: report of an ending: %w", err)
	}
	return nil
}

// EndingReport implements endings.Queue.
func (b *Bus) EndingReport(ctx context.Context, key string) (tablebuild.Report, error) {
	kv, err := b.reports(ctx)
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
	r, err := readReport(e)
	if err != nil { // as good as none: a new one will take its place
		b.malformed.Do(func() { b.log.Warn("a malformed report is passed over", "key", key, "err", err) })
		return tablebuild.Report{Revision: e.Revision()}, nil
	}
	return r, nil
}

func readReport(e jetstream.KeyValueEntry) (tablebuild.Report, error) {
	r, err := read[tablebuild.Report](e.Value(), maxReport)
	if err == nil {
		err = r.Check()
	}
	if err == nil && r.Key != e.Key() {
		err = fmt.Errorf("the report of %.80q stands under %.80q", r.Key, e.Key())
	}
	r.Revision = e.Revision()
	return r, err
}

// EndingReports implements endings.Queue.
func (b *Bus) EndingReports(ctx context.Context, take func(tablebuild.Report)) error {
	if !b.begin() {
		return ErrClosed
	}
	defer b.working.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.life, cancel)()
	for ctx.Err() == nil {
		if err := b.watch(ctx, take); err != nil && ctx.Err() == nil {
			b.trouble.Do(func() { b.log.Warn("reports of endings do not come", "err", err) })
		}
		pause(ctx, b.timing.Retry)
	}
	if b.life.Err() != nil {
		return ErrClosed
	}
	return nil
}

// watch takes reports until the context is done or the watcher fails.
func (b *Bus) watch(ctx context.Context, take func(tablebuild.Report)) error {
	kv, err := b.reports(ctx)
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
			if r, err := readReport(e); err == nil {
				take(r)
			}
		}
	}
}
