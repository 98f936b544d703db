package queue

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// moveQueue is the engine's moves.
func moveQueue(q streams, t Timing) workQueue[livegame.Job, livegame.Answer] {
	return workQueue[livegame.Job, livegame.Answer]{
		jobs: q.moveJobs, answers: q.moveAnswers, jobTime: t.JobTime, readJob: decodeMoveJob, readAnswer: decodeMoveAnswer,
		pack: func(j livegame.Job, a livegame.Answer) (string, []byte, error) {
			a.Job, a.Game, a.Ply = j.ID, j.Game, j.Ply
			data, err := encodeMoveAnswer(a)
			return a.Job, data, err
		},
		aboutJob:    func(j livegame.Job) []any { return []any{"job", j.ID, "game", j.Game} },
		aboutAnswer: func(a livegame.Answer) []any { return []any{"job", a.Job, "game", a.Game} },
	}
}

// EnqueueMove implements livegame.Queue.
func (c *Client) EnqueueMove(ctx context.Context, j livegame.Job) error {
	data, err := encodeMoveJob(j)
	if err != nil {
		return fmt.Errorf("bus: job: %w", err)
	}
	return c.publish(ctx, &nats.Msg{Subject: moveJobSubject, Data: data}, j.ID)
}

// publish puts a message into a queue and waits until it stands there.
func (c *Client) publish(ctx context.Context, m *nats.Msg, id string) error {
	if c.lifetime.Err() != nil {
		return ErrClosed
	}
	if err := c.publishMsg(ctx, m, id); err != nil {
		return fmt.Errorf("bus: %s: %w", m.Subject, err)
	}
	return nil
}

// publishMsg is keep also for a bus that is closing. With an id, a message is not put
// there twice within some minutes.
func (c *Client) publishMsg(ctx context.Context, m *nats.Msg, id string) error {
	var options []jetstream.PublishOpt
	if id != "" {
		options = append(options, jetstream.WithMsgID(id))
	}
	_, err := c.js.PublishMsg(ctx, m, options...)
	return err
}

// ConsumeMoves implements livegame.Queue. It returns nil when the context is done, and
// ErrClosed when the bus was closed. A job for which do returns an error that is
// livegame.ErrBadJob is thrown away; one that fails otherwise comes again, a limited
// number of times.
func (c *Client) ConsumeMoves(ctx context.Context, parallel int, do func(context.Context, livegame.Job) (livegame.Answer, error)) error {
	return c.moves.work(ctx, c, parallel, do)
}

// ConsumeMoveAnswers implements livegame.Queue. Take is called for several answers at a time. It
// returns nil when the context is done, and ErrClosed when the bus was closed.
func (c *Client) ConsumeMoveAnswers(ctx context.Context, take func(context.Context, livegame.Answer) error) error {
	return c.moves.take(ctx, c, take)
}
