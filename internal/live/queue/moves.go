package queue

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/review"
)

// The largest messages about moves and reviews, in bytes.
const (
	maxMoveJob      = 256 << 10 // a game of many thousand moves
	maxMoveAnswer   = 4 << 10
	maxReviewJob    = 64 << 10 // a game of review.MaxPlies moves
	maxReviewAnswer = 64 << 10
)

// reviewTimeFactor is how many times longer a part of a review may take than a move,
// for which it makes room.
const reviewTimeFactor = 10

// moveQueue is the work queue of the engine's moves.
func moveQueue(s streams, t Timing) workQueue[livegame.Job, livegame.Answer] {
	return workQueue[livegame.Job, livegame.Answer]{
		job: "move", jobs: s.moveJobs, answers: s.moveAnswers, maxJob: maxMoveJob, timeout: t.JobTime,
		encode: func(j livegame.Job, a livegame.Answer) ([]byte, error) {
			a.Job, a.Game, a.Ply = j.ID, j.Game, j.Ply
			return encode(a, maxMoveAnswer)
		},
		decode:    func(data []byte) (livegame.Answer, error) { return decode[livegame.Answer](data, maxMoveAnswer) },
		logJob:    func(j livegame.Job) []any { return []any{"job", j.ID, "game", j.Game} },
		logAnswer: func(a livegame.Answer) []any { return []any{"job", a.Job, "game", a.Game} },
	}
}

// EnqueueMove implements livegame.Queue. Each game has a subject of its own.
func (c *Client) EnqueueMove(ctx context.Context, j livegame.Job) error {
	m := nats.NewMsg(moveSubject(j.Game))
	var err error
	if m.Data, err = encode(j, maxMoveJob); err != nil {
		return fmt.Errorf("queue: invalid job: %w", err)
	}
	seq, before, err := c.enqueuedMove(ctx, j.Game)
	if err != nil || j.Before(before) {
		return err
	}
	known, err := c.publish(ctx, m, j.ID)
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
		// The stream was deleted.
		if err = c.createStream(ctx, c.streams.moveJobs); err == nil {
			known, err = c.publish(ctx, m, j.ID)
		}
	}
	if err != nil {
		return err
	}
	from := j.Seq
	if before.ID != "" && before.ID != j.ID && !known { // a known job may be the earlier one
		err = c.removeMove(ctx, j.Game, seq)
		if j.Restart {
			from = max(from, before.Seq+1)
		}
	}
	c.announceStale(stale{j.Game, from})
	return err
}

// CancelMoves implements livegame.Queue. A job in progress leaves its stream, too, so
// that no other worker gets it.
func (c *Client) CancelMoves(ctx context.Context, game livegame.ID, seq int) error {
	if err := game.Check(); err != nil {
		return fmt.Errorf("queue: cancel: %w", err)
	}
	if c.lifetime.Err() != nil {
		return ErrClosed
	}
	at, j, err := c.enqueuedMove(ctx, game)
	if err == nil && j.ID != "" && j.Seq < seq {
		err = c.removeMove(ctx, game, at)
	}
	c.announceStale(stale{game, seq})
	return err
}

func moveSubject(game livegame.ID) string { return moveJobSubject + string(game) }

// enqueuedMove returns the last job of a game that is in the stream, and its place there.
// Without one the job has no ID.
func (c *Client) enqueuedMove(ctx context.Context, game livegame.ID) (at uint64, j livegame.Job, err error) {
	m, err := c.stored(ctx, c.streams.moveJobs.config.Name, place{Last: moveSubject(game)})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, j, nil
	}
	if err != nil {
		return 0, j, err
	}
	if j, err = decode[livegame.Job](m.Data, maxMoveJob); err != nil {
		return 0, livegame.Job{}, nil //nolint:nilerr // a worker drops it
	}
	return m.Seq, j, nil
}

// removeMove removes a job from the stream. It is the exact message, as one that was
// stored meanwhile must stay; and a purge of the subject would delay the redelivery of
// other games' jobs.
func (c *Client) removeMove(ctx context.Context, game livegame.ID, at uint64) error {
	err := c.jobStream.DeleteMsg(ctx, at)
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) && !errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		return fmt.Errorf("queue: remove the job of game %s: %w", game, err)
	}
	return nil
}

// ConsumeMoves implements livegame.Queue. It returns nil when the context is done,
// and ErrClosed when the client closes. A failed job is retried a limited number of
// times.
func (c *Client) ConsumeMoves(
	ctx context.Context, parallel, extra int, do func(context.Context, livegame.Job) (livegame.Answer, error),
) error {
	defer c.hearStale()()
	return c.moves.consume(ctx, c, parallel, extra, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
		ctx, suspect, end := c.running.begin(ctx, j, c.isStale)
		defer end()
		if suspect && c.isStale(ctx, j) {
			return livegame.Answer{}, errStale
		}
		a, err := do(ctx, j)
		if errors.Is(context.Cause(ctx), errStale) {
			return livegame.Answer{}, errStale
		}
		return a, err
	})
}

// ConsumeMoveAnswers implements livegame.Queue. It calls take for several answers at
// a time, and returns as ConsumeMoves does.
func (c *Client) ConsumeMoveAnswers(ctx context.Context, take func(context.Context, livegame.Answer) error) error {
	return c.moves.consumeAnswers(ctx, c, take)
}

// reviewQueue is the work queue of parts of reviews.
func reviewQueue(s streams, t Timing) workQueue[review.Job, review.Answer] {
	return workQueue[review.Job, review.Answer]{
		job:       "review",
		jobs:      s.reviewJobs,
		answers:   s.reviewAnswers,
		maxJob:    maxReviewJob,
		timeout:   reviewTimeFactor * t.JobTime,
		encode:    func(_ review.Job, a review.Answer) ([]byte, error) { return encode(a, maxReviewAnswer) },
		decode:    func(data []byte) (review.Answer, error) { return decode[review.Answer](data, maxReviewAnswer) },
		logJob:    func(j review.Job) []any { return []any{"review", j.Game, "level", j.Level, "to", j.To} },
		logAnswer: func(a review.Answer) []any { return []any{"review", a.Game, "level", a.Level, "to", a.To} },
	}
}

// EnqueueReview implements review.Queue. Each part of a review has a subject of its
// own with room for one message.
func (c *Client) EnqueueReview(ctx context.Context, j review.Job) error {
	return c.reviews.enqueue(ctx, c, fmt.Sprintf("%s%s.%s.%d", reviewJobSubject, j.Game, j.Level, j.To), j)
}

// ConsumeReviews implements review.Queue, as ConsumeMoves does for moves.
func (c *Client) ConsumeReviews(
	ctx context.Context, parallel int, do func(context.Context, review.Job) (review.Answer, error),
) error {
	return c.reviews.consume(ctx, c, parallel, 0, do)
}

// ConsumeReviewAnswers implements review.Queue, as ConsumeMoveAnswers does for moves.
func (c *Client) ConsumeReviewAnswers(ctx context.Context, take func(context.Context, review.Answer) error) error {
	return c.reviews.consumeAnswers(ctx, c, take)
}
