package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/play"
)

// takers is how many answers one node takes at a time: each waits for the store.
const takers = 8

// Enqueue implements play.Bus.
func (b *Bus) Enqueue(ctx context.Context, j play.Job) error {
	data, err := packJob(j)
	if err != nil {
		return fmt.Errorf("bus: job: %w", err)
	}
	return b.keep(ctx, jobSubject, j.ID, data)
}

// keep puts a message into a queue and waits until it stands there.
func (b *Bus) keep(ctx context.Context, subject, id string, data []byte) error {
	if b.life.Err() != nil {
		return ErrClosed
	}
	_, err := b.js.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data}, jetstream.WithMsgID(id))
	if err != nil {
		return fmt.Errorf("bus: %s: %w", subject, err)
	}
	return nil
}

// Work implements play.Bus. It returns nil when the context is done, and
// ErrClosed when the bus was closed. A job for which do returns an error that is
// play.ErrBadJob is thrown away; one that fails otherwise comes again, a limited
// number of times.
func (b *Bus) Work(ctx context.Context, parallel int, do func(context.Context, play.Job) (play.Answer, error)) error {
	return b.pump(ctx, b.queues.jobs, parallel, func(ctx context.Context, m jetstream.Msg) { b.work(ctx, m, do) })
}

// work does one job.
func (b *Bus) work(ctx context.Context, m jetstream.Msg, do func(context.Context, play.Job) (play.Answer, error)) {
	j, err := readJob(m.Data())
	if err != nil {
		b.malformed.Do(func() { b.log.Warn("a malformed job was thrown away", "err", err) })
		b.settle(m.Term)
		return
	}
	log := b.log.With("job", j.ID, "game", j.Game)
	if n := tries(m); n > b.timing.Tries { // those who had it died of it
		log.Error("a job was thrown away: it was never finished", "tries", n-1)
		b.settle(m.Term)
		return
	}
	a, err := b.attend(ctx, m, j, do)
	switch {
	case err == nil:
	case errors.Is(err, play.ErrBadJob):
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
	a.Job, a.Game, a.Ply = j.ID, j.Game, j.Ply
	if err := b.answer(ctx, m, a); err != nil {
		b.again(m, b.timing.Tries, func(n int, last bool) {
			log.Error("the answer to a job cannot be kept", "tries", n, "last", last, "err", err)
		})
	}
}

// attend calls do, and tells the server now and then that the job is in hand. A
// job that takes too long is cut off.
func (b *Bus) attend(ctx context.Context, m jetstream.Msg, j play.Job, do func(context.Context, play.Job) (play.Answer, error)) (play.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, b.timing.JobTime)
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
	return do(ctx, j)
}

// answer keeps the answer, then takes the job out of its queue. Both happen even
// if the context is done meanwhile: the work is done.
func (b *Bus) answer(ctx context.Context, m jetstream.Msg, a play.Answer) error {
	data, err := packAnswer(a)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), b.timing.AckWait)
	defer cancel()
	_, err = b.js.PublishMsg(ctx, &nats.Msg{Subject: answerSubject, Data: data}, jetstream.WithMsgID(a.Job))
	if err != nil {
		return err
	}
	if err := m.DoubleAck(ctx); err != nil { // it may be done twice, but the answer is known by its id
		b.trouble.Do(func() { b.log.Warn("a job that is done may come again", "job", a.Job, "err", err) })
	}
	return nil
}

// Answers implements play.Bus. Take is called for several answers at a time. It
// returns nil when the context is done, and ErrClosed when the bus was closed.
func (b *Bus) Answers(ctx context.Context, take func(context.Context, play.Answer) error) error {
	return b.pump(ctx, b.queues.answers, takers, func(ctx context.Context, m jetstream.Msg) {
		a, err := readAnswer(m.Data())
		if err != nil {
			b.malformed.Do(func() { b.log.Warn("a malformed answer was thrown away", "err", err) })
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
				b.log.Warn("an answer was not taken", "job", a.Job, "game", a.Game, "tries", n, "last", last, "err", err)
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
