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

// takers is how many answers one node takes at a time: each waits for the store.
const takers = 8

// trade is a kind of work that is done elsewhere: the queue of its jobs and that
// of their answers.
type trade[J, A any] struct {
	jobs, answers queue
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
func (t *trade[J, A]) work(ctx context.Context, b *Bus, parallel int, do func(context.Context, J) (A, error)) error {
	return b.pump(ctx, t.jobs, parallel, func(ctx context.Context, m jetstream.Msg) { t.one(ctx, b, m, do) })
}

// one does one job.
func (t *trade[J, A]) one(ctx context.Context, b *Bus, m jetstream.Msg, do func(context.Context, J) (A, error)) {
	j, err := t.readJob(m.Data())
	if err != nil {
		b.malformed.Do(func() { b.log.Warn("a malformed job was thrown away", "queue", t.jobs.stream.Name, "err", err) })
		b.settle(m.Term)
		return
	}
	log := b.log.With(t.aboutJob(j)...)
	if n := tries(m); n > b.timing.Tries { // those who had it died of it
		log.Error("a job was thrown away: it was never finished", "tries", n-1)
		b.settle(m.Term)
		return
	}
	var a A
	err = b.attend(ctx, m, t.jobTime, func(ctx context.Context) (err error) {
		a, err = do(ctx, j)
		return err
	})
	switch {
	case err == nil:
	case errors.Is(err, livegame.ErrBadJob):
		log.Error("a job was thrown away: nobody can do it", "err", err)
		b.settle(m.Term)
		return
	case ctx.Err() != nil:
		b.giveBack(m)
		return
	default:
		b.again(m, b.timing.Tries, func(n int, last bool) {
			log.Error("a job failed", "tries", n, "last", last, "err", err)
		})
		return
	}
	if err := t.answer(ctx, b, m, log, j, a); err != nil {
		b.again(m, b.timing.Tries, func(n int, last bool) {
			log.Error("the answer to a job cannot be kept", "tries", n, "last", last, "err", err)
		})
	}
}

// attend lets work be done, and tells the server now and then that the job is in
// hand. A job that takes too long is cut off.
func (b *Bus) attend(ctx context.Context, m jetstream.Msg, limit time.Duration, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	done := make(chan struct{})
	defer func() { cancel(); <-done }()
	go func() {
		defer close(done)
		beat := time.NewTicker(b.timing.AckWait / 3)
		defer beat.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-beat.C:
				b.settle(m.InProgress)
			}
		}
	}()
	return do(ctx)
}

// answer keeps the answer, then takes the job out of its queue. Both happen even
// if the context is done meanwhile: the work is done.
func (t *trade[J, A]) answer(ctx context.Context, b *Bus, m jetstream.Msg, log *slog.Logger, j J, a A) error {
	id, data, err := t.pack(j, a)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), b.timing.AckWait)
	defer cancel()
	if err := b.put(ctx, &nats.Msg{Subject: t.answers.stream.Subjects[0], Data: data}, id); err != nil {
		return err
	}
	if err := m.DoubleAck(ctx); err != nil { // it may be done twice, but the answer will be known
		b.trouble.Do(func() { log.Warn("a job that is done may come again", "err", err) })
	}
	return nil
}

// take gives answers to one of the nodes, several at a time.
func (t *trade[J, A]) take(ctx context.Context, b *Bus, take func(context.Context, A) error) error {
	return b.pump(ctx, t.answers, takers, func(ctx context.Context, m jetstream.Msg) {
		a, err := t.readAnswer(m.Data())
		if err != nil {
			b.malformed.Do(func() { b.log.Warn("a malformed answer was thrown away", "queue", t.answers.stream.Name, "err", err) })
			b.settle(m.Term)
			return
		}
		switch err := take(ctx, a); {
		case err == nil:
			b.settle(m.Ack)
		case ctx.Err() != nil:
			b.giveBack(m)
		default:
			b.again(m, answerTries, func(n int, last bool) {
				b.log.With(t.aboutAnswer(a)...).Warn("an answer was not taken", "tries", n, "last", last, "err", err)
			})
		}
	})
}

// giveBack gives a message to somebody else, because we stop. Unlike Nak it waits
// until the server knows, which may stop next, and it has a delay, if a short one,
// because the server keeps on disk only such that have.
func (b *Bus) giveBack(m jetstream.Msg) {
	ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
	defer cancel()
	b.settle(func() error {
		_, err := b.nc.RequestWithContext(ctx, m.Reply(), []byte(`-NAK {"delay": 100000000}`))
		return err
	})
}

// again gives a message back, to come again later, or throws it away if it was
// tried often enough. Each time it is longer until it comes.
func (b *Bus) again(m jetstream.Msg, most int, report func(n int, last bool)) {
	n := tries(m)
	report(n, n >= most)
	if n >= most {
		b.settle(m.Term)
		return
	}
	b.settle(func() error { return m.NakWithDelay(b.timing.Retry * time.Duration(min(n, 10))) })
}

// settle tells the server about a message. If that fails, the message comes again
// when the server has waited long enough.
func (b *Bus) settle(tell func() error) {
	if err := tell(); err != nil && b.life.Err() == nil {
		b.trouble.Do(func() { b.log.Warn("NATS", "err", err) })
	}
}
