package queue

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/atlas"
)

const (
	gamesSubject  = "wane.atlas."  // then the job's key
	playedSubject = "wane.played." // then the job's key
	maxGamesJob   = 1 << 10
	maxPlayed     = 16 << 10
	// gamesTimeFactor is how many times longer a batch of games may take than a move: it makes
	// room for everything else.
	gamesTimeFactor = 60
)

// gamesQueue is the work queue of games for the atlas. Results stay in a stream of their own,
// where any number of runs can read them.
func gamesQueue(s streams, t Timing) workQueue[atlas.Job, struct{}] {
	return workQueue[atlas.Job, struct{}]{
		job: "atlas", jobs: s.gamesJobs, maxJob: maxGamesJob, timeout: gamesTimeFactor * t.JobTime,
		logJob: func(j atlas.Job) []any { return []any{"games", j.Key()} },
	}
}

// createGames creates what the atlas needs, once. A worker finds it there: jobs exist only
// afterwards.
func (c *Client) createGames(ctx context.Context) error {
	if c.lifetime.Err() != nil {
		return ErrClosed
	}
	if c.worker || c.hasGames.Load() {
		return nil
	}
	err := c.createStream(ctx, c.streams.gamesJobs)
	if err == nil {
		err = c.createStream(ctx, c.streams.played)
	}
	c.hasGames.Store(err == nil)
	return err
}

// EnqueueGames implements atlas.Queue.
func (c *Client) EnqueueGames(ctx context.Context, j atlas.Job) error {
	err := c.createGames(ctx)
	if err == nil {
		_, err = c.games.enqueue(ctx, c, gamesSubject+j.Key(), j)
	}
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
		c.hasGames.Store(false)
	}
	return err
}

// ConsumeGames implements atlas.Queue.
func (c *Client) ConsumeGames(ctx context.Context, parallel int, do func(context.Context, atlas.Job) (atlas.Result, error)) error {
	return c.games.consume(ctx, c, parallel, 0, func(ctx context.Context, j atlas.Job) (struct{}, error) {
		r, err := do(ctx, j)
		if err != nil {
			return struct{}{}, err
		}
		data, err := encode(r, maxPlayed)
		if err == nil {
			_, err = c.publish(ctx, &nats.Msg{Subject: playedSubject + r.Key, Data: data}, "")
		}
		return struct{}{}, err
	})
}

// WatchGames implements atlas.Queue.
func (c *Client) WatchGames(ctx context.Context, run string, take func(atlas.Result)) error {
	return c.untilClosed(ctx, func(ctx context.Context) {
		for ctx.Err() == nil {
			if err := c.watchGames(ctx, run, take); err != nil && ctx.Err() == nil {
				c.troubleLog.Do(func() { c.log.Warn("cannot watch the games of workers", "err", err) })
			}
			pause(ctx, c.timing.Retry)
		}
	})
}

// watchGames takes results until the context is done or the consumer fails.
func (c *Client) watchGames(ctx context.Context, run string, take func(atlas.Result)) error {
	if err := c.createGames(ctx); err != nil {
		return err
	}
	consumer, err := c.js.OrderedConsumer(ctx, c.streams.played.config.Name, jetstream.OrderedConsumerConfig{FilterSubjects: []string{playedSubject + run + ".>"}})
	if err != nil {
		return c.streamError(c.streams.played.config.Name, err)
	}
	messages, err := consumer.Messages()
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, messages.Stop)()
	defer messages.Stop()
	for {
		m, err := messages.Next()
		if err != nil {
			return err
		}
		r, err := decode[atlas.Result](m.Data(), maxPlayed)
		if err == nil && m.Subject() != playedSubject+r.Key {
			err = errors.New("the result is stored under another key")
		}
		if err != nil {
			c.malformedLog.Do(func() { c.log.Warn("ignored malformed games", "subject", m.Subject(), "err", err) })
			continue
		}
		take(r)
	}
}
