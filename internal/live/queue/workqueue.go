package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/live/job"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/observe"
)

// answerConsumers is how many answers one node handles at a time: each waits for
// the store.
const answerConsumers = 8

// workQueue is one kind of work for other processes: a stream of jobs and a stream
// of answers.
type workQueue[J checked, A any] struct {
	job           string // what one is called in metrics and traces
	jobs, answers stream
	maxJob        int           // bytes
	timeout       time.Duration // of one job
	logJob        func(J) []any // attributes for the log
	logAnswer     func(A) []any

	// encode encodes the answer to a job. It is nil if there are no answers. Answers have no
	// IDs, with which one worker could make another's a duplicate: a node that takes them knows
	// those that it has.
	encode func(J, A) ([]byte, error)
	decode func([]byte) (A, error)
}

// consume handles jobs, parallel at a time, and up to extra more that no other process has
// taken.
func (q *workQueue[J, A]) consume(
	ctx context.Context, c *Client, parallel, extra int, do func(context.Context, J) (A, error),
) error {
	return c.consume(ctx, q.jobs, parallel, extra, func(ctx context.Context, m jetstream.Msg) { q.handle(ctx, c, m, do) })
}

// handle does one job.
func (q *workQueue[J, A]) handle(
	ctx context.Context, c *Client, m jetstream.Msg, do func(context.Context, J) (A, error),
) {
	j, err := decode[J](m.Data(), q.maxJob)
	if err != nil {
		c.dropMalformed(m, q.jobs, err)
		return
	}
	log := c.log.With(q.logJob(j)...)
	if n := tries(m); n > c.timing.Tries { // its workers died
		log.Error("dropped a job: no worker finished it", "tries", n-1)
		c.acknowledge(m.Term)
		return
	}
	var a A
	ctx, o := c.work.Begin(observe.Extract(ctx, m.Headers()), q.job)
	err = c.withHeartbeat(ctx, m, q.timeout, func(ctx context.Context) error {
		return job.Safely(func() (err error) { a, err = do(ctx, j); return err })
	})
	if !errors.Is(err, errStale) && ctx.Err() == nil {
		o.Fail(err)
	}
	o.End()
	switch {
	case err == nil && q.encode == nil:
		c.acknowledge(m.Ack)
	case err == nil:
		if err := q.answer(ctx, c, m, log, j, a); err != nil {
			c.retry(m, c.timing.Tries, func(n int, last bool) {
				log.Error("cannot store the answer to a job", "tries", n, "last", last, "err", err)
			})
		}
	case errors.Is(err, errStale):
		log.Debug("dropped a stale job")
		c.acknowledge(m.Term)
	case errors.Is(err, livegame.ErrBadJob):
		log.Error("dropped a job that no worker can do", "err", err)
		c.acknowledge(m.Term)
	case ctx.Err() != nil:
		c.giveBack(ctx, m)
	default:
		c.retry(m, c.timing.Tries, func(n int, last bool) {
			log.Error("a job failed", "tries", n, "last", last, "err", err)
		})
	}
}

// answer stores the answer, then removes the job from its stream. It completes even
// if the context ends: the work is done.
func (q *workQueue[J, A]) answer(ctx context.Context, c *Client, m jetstream.Msg, log *slog.Logger, j J, a A) error {
	data, err := q.encode(j, a)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.timing.AckWait)
	defer cancel()
	if _, err := c.publishMsg(ctx, &nats.Msg{Subject: q.answers.config.Subjects[0], Data: data}, ""); err != nil {
		return err
	}
	if err := m.DoubleAck(ctx); err != nil { // another worker may repeat it; the answer is stored
		c.troubleLog.Do(func() { log.Warn("a finished job may be delivered again", "err", err) })
	}
	return nil
}

// consumeAnswers hands answers to this node, several at a time.
func (q *workQueue[J, A]) consumeAnswers(ctx context.Context, c *Client, take func(context.Context, A) error) error {
	return c.consume(ctx, q.answers, answerConsumers, 0, func(ctx context.Context, m jetstream.Msg) {
		a, err := q.decode(m.Data())
		if err != nil {
			c.dropMalformed(m, q.answers, err)
			return
		}
		ctx, o := c.part.Begin(observe.Extract(ctx, m.Headers()), "answer")
		defer o.End()
		err = take(ctx, a)
		if ctx.Err() == nil {
			o.Fail(err)
		}
		switch {
		case err == nil:
			c.acknowledge(m.Ack)
		case ctx.Err() != nil:
			c.giveBack(ctx, m)
		default:
			c.retry(m, answerTries, func(n int, last bool) {
				c.log.With(q.logAnswer(a)...).Warn("an answer was rejected", "tries", n, "last", last, "err", err)
			})
		}
	})
}

// enqueue stores a job under a subject. It does nothing if the subject has room for one
// message and is occupied.
func (q *workQueue[J, A]) enqueue(ctx context.Context, c *Client, subject string, j J) error {
	data, err := encode(j, q.maxJob)
	if err != nil {
		return fmt.Errorf("queue: invalid job: %w", err)
	}
	_, err = c.publish(ctx, &nats.Msg{Subject: subject, Data: data}, "")
	var rejected *jetstream.APIError
	if errors.As(err, &rejected) && strings.Contains(rejected.Description, "per subject") {
		return nil
	}
	return err
}

// checked is a message that can validate itself.
type checked interface{ Check() error }

// encode validates a message and encodes it in at most limit bytes.
func encode[M checked](m M, limit int) ([]byte, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	data, err := json.Marshal(m)
	if err == nil && len(data) > limit {
		err = fmt.Errorf("the message has %d bytes, at most %d are allowed", len(data), limit)
	}
	return data, err
}

// decode decodes a message of at most limit bytes and validates it.
func decode[M checked](data []byte, limit int) (m M, err error) {
	if len(data) > limit {
		return m, fmt.Errorf("the message has %d bytes, at most %d are allowed", len(data), limit)
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, err
	}
	return m, m.Check()
}
