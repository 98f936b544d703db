package queue

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// movesTrade is the engine's moves.
func movesTrade(q queues, t Timing) trade[livegame.Job, livegame.Answer] {
	return trade[livegame.Job, livegame.Answer]{
		jobs: q.jobs, answers: q.answers, jobTime: t.JobTime, readJob: readJob, readAnswer: readAnswer,
		pack: func(j livegame.Job, a livegame.Answer) (string, []byte, error) {
			a.Job, a.Game, a.Ply = j.ID, j.Game, j.Ply
			data, err := packAnswer(a)
			return a.Job, data, err
		},
		aboutJob:    func(j livegame.Job) []any { return []any{"job", j.ID, "game", j.Game} },
		aboutAnswer: func(a livegame.Answer) []any { return []any{"job", a.Job, "game", a.Game} },
	}
}

// Enqueue implements play.Bus.
func (b *Bus) Enqueue(ctx context.Context, j livegame.Job) error {
	data, err := packJob(j)
	if err != nil {
		return fmt.Errorf("bus: job: %w", err)
	}
	return b.keep(ctx, &nats.Msg{Subject: jobSubject, Data: data}, j.ID)
}

// keep puts a message into a queue and waits until it stands there.
func (b *Bus) keep(ctx context.Context, m *nats.Msg, id string) error {
	if b.life.Err() != nil {
		return ErrClosed
	}
	if err := b.put(ctx, m, id); err != nil {
		return fmt.Errorf("bus: %s: %w", m.Subject, err)
	}
	return nil
}

// put is keep also for a bus that is closing. With an id, a message is not put
// there twice within some minutes.
func (b *Bus) put(ctx context.Context, m *nats.Msg, id string) error {
	var options []jetstream.PublishOpt
	if id != "" {
		options = append(options, jetstream.WithMsgID(id))
	}
	_, err := b.js.PublishMsg(ctx, m, options...)
	return err
}

// Work implements play.Bus. It returns nil when the context is done, and
// ErrClosed when the bus was closed. A job for which do returns an error that is
// play.ErrBadJob is thrown away; one that fails otherwise comes again, a limited
// number of times.
func (b *Bus) Work(ctx context.Context, parallel int, do func(context.Context, livegame.Job) (livegame.Answer, error)) error {
	return b.moves.work(ctx, b, parallel, do)
}

// Answers implements play.Bus. Take is called for several answers at a time. It
// returns nil when the context is done, and ErrClosed when the bus was closed.
func (b *Bus) Answers(ctx context.Context, take func(context.Context, livegame.Answer) error) error {
	return b.moves.take(ctx, b, take)
}
