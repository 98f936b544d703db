package queue

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// answerConsumers is how many answers one node takes at a time: each waits for the store.
const answerConsumers = 8

// workQueue is a kind of work that is done elsewhere: the queue of its jobs and that
// of their answers.
type workQueue[J, A any] struct {
	jobs, answers stream
	jobTime       time.Duration // the longest that one job may take

	readJob    func([]byte) (J, error)
	readAnswer func([]byte) (A, error)
	// pack makes the answer to a job ready to be kept. Answers with the same id are
	// one; those without have to be told apart by whoever takes them.
	pack func(J, A) (id string, data []byte, err error)
	// aboutJob and aboutAnswer are what the log calls them.
	aboutJob    func(J) []any
	aboutAnswer func(A) []any
}

// work takes jobs, parallel at a time.
func (t *workQueue[J, A]) work(ctx context.Context, c *Client, parallel int, do func(context.Context, J) (A, error)) error {
	return c.consume(ctx, t.jobs, parallel, func(ctx context.Context, m jetstream.Msg) { t.one(ctx, c, m, do) })
}

// one does one job.
func (t *workQueue[J, A]) one(ctx context.Context, c *Client, m jetstream.Msg, do func(context.Context, J) (A, error)) {
	j, err := t.readJob(m.Data())
	if err != nil {
		c.malformedLog.Do(func() { c.log.Warn("a malformed job was thrown away", "queue", t.jobs.config.Name, "err", err) })
		c.acknowledge(m.Term)
		return
	}
	log := c.log.With(t.aboutJob(j)...)
	if n := tries(m); n > c.timing.Tries { // those who had it died of it
		log.Error("a job was thrown away: it was never finished", "tries", n-1)
		c.acknowledge(m.Term)
		return
	}
	var a A
	err = c.withHeartbeat(ctx, m, t.jobTime, func(ctx context.Context) (err error) {
		a, err = do(ctx, j)
		return err
	})
	switch {
	case err == nil:
	case errors.Is(err, livegame.ErrBadJob):
		log.Error("a job was thrown away: nobody can do it", "err", err)
		c.acknowledge(m.Term)
		return
	case ctx.Err() != nil:
		c.giveBack(m)
		return
	default:
		c.retry(m, c.timing.Tries, func(n int, last bool) {
			log.Error("a job failed", "tries", n, "last", last, "err", err)
		})
		return
	}
	if err := t.answer(ctx, c, m, log, j, a); err != nil {
		c.retry(m, c.timing.Tries, func(n int, last bool) {
			log.Error("the answer to a job cannot be kept", "tries", n, "last", last, "err", err)
		})
	}
}

// withHeartbeat lets work be done, and tells the server now and then that the job is in
// hand. A job that takes too long is cut off.
func (c *Client) withHeartbeat(ctx context.Context, m jetstream.Msg, limit time.Duration, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	done := make(chan struct{})
	defer func() { cancel(); <-done }()
	go func() {
		defer close(done)
		beat := time.NewTicker(c.timing.AckWait / 3)
		defer beat.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-beat.C:
				c.acknowledge(m.InProgress)
			}
		}
	}()
	return do(ctx)
}

// answer keeps the answer, then takes the job out of its queue. Both happen even
// if the context is done meanwhile: the work is done.
func (t *workQueue[J, A]) answer(ctx context.Context, c *Client, m jetstream.Msg, log *slog.Logger, j J, a A) error {
	id, data, err := t.pack(j, a)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.timing.AckWait)
	defer cancel()
	if err := c.publishMsg(ctx, &nats.Msg{Subject: t.answers.config.Subjects[0], Data: data}, id); err != nil {
		return err
	}
	if err := m.DoubleAck(ctx); err != nil { // it may be done twice, but the answer will be known
		c.troubleLog.Do(func() { log.Warn("a job that is done may come again", "err", err) })
	}
	return nil
}

// take gives answers to one of the nodes, several at a time.
func (t *workQueue[J, A]) take(ctx context.Context, c *Client, take func(context.Context, A) error) error {
	return c.consume(ctx, t.answers, answerConsumers, func(ctx context.Context, m jetstream.Msg) {
		a, err := t.readAnswer(m.Data())
		if err != nil {
			c.malformedLog.Do(func() { c.log.Warn("a malformed answer was thrown away", "queue", t.answers.config.Name, "err", err) })
			c.acknowledge(m.Term)
			return
		}
		switch err := take(ctx, a); {
		case err == nil:
			c.acknowledge(m.Ack)
		case ctx.Err() != nil:
			c.giveBack(m)
		default:
			c.retry(m, answerTries, func(n int, last bool) {
				c.log.With(t.aboutAnswer(a)...).Warn("an answer was not taken", "tries", n, "last", last, "err", err)
			})
		}
	})
}

// giveBack gives a message to somebody else, because we stop. Unlike Nak it waits
// until the server knows, which may stop next, and it has a delay, if a short one,
// because the server keeps on disk only such that have.
func (c *Client) giveBack(m jetstream.Msg) {
	ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
	defer cancel()
	c.acknowledge(func() error {
		_, err := c.nc.RequestWithContext(ctx, m.Reply(), []byte(`-NAK {"delay": 100000000}`))
		return err
	})
}

// retry gives a message back, to come again later, or throws it away if it was
// tried often enough. Each time it is longer until it comes.
func (c *Client) retry(m jetstream.Msg, most int, report func(n int, last bool)) {
	n := tries(m)
	report(n, n >= most)
	if n >= most {
		c.acknowledge(m.Term)
		return
	}
	c.acknowledge(func() error { return m.NakWithDelay(c.timing.Retry * time.Duration(min(n, 10))) })
}

// acknowledge tells the server about a message. If that fails, the message comes again
// when the server has waited long enough.
func (c *Client) acknowledge(tell func() error) {
	if err := tell(); err != nil && c.lifetime.Err() == nil {
		c.troubleLog.Do(func() { c.log.Warn("NATS", "err", err) })
	}
}
