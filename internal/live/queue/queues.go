package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	moveJobSubject    = "wane.jobs"
	moveAnswerSubject = "wane.answers"

	reviewJobSubject    = "wane.reviews." // and the game, the level, and where the part ends
	reviewAnswerSubject = "wane.reviewed"

	queueBytes      = 64 << 20        // the most that a queue holds
	duplicateWindow = 5 * time.Minute // for how long ids are remembered
	jobAge          = 24 * time.Hour
	answerAge       = time.Hour // by then the host has asked anew
)

// stream is a work queue: a stream, and the one consumer that all who take from it
// share.
type stream struct {
	config   jetstream.StreamConfig
	consumer jetstream.ConsumerConfig
}

type streams struct{ moveJobs, moveAnswers, reviewJobs, reviewAnswers, tableJobs stream }

// newStreams says what the queues are like. How often something is tried is not
// left to the server: it would keep what was tried too often and tell nobody.
func newStreams(t Timing, replicas int) streams {
	queueOf := func(name, about, subject string, age time.Duration, full jetstream.DiscardPolicy, most int32, consumer string) stream {
		return stream{
			config: jetstream.StreamConfig{
				Name: name, Description: about, Subjects: []string{subject},
				Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: replicas,
				MaxAge: age, MaxBytes: queueBytes, MaxMsgSize: most + 1024, // for headers
				Discard: full, Duplicates: duplicateWindow,
			},
			consumer: jetstream.ConsumerConfig{
				Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: t.AckWait,
				MaxDeliver: -1, MaxAckPending: 4096, MaxWaiting: 4096,
			},
		}
	}
	q := streams{
		// Whoever asks is told that the queue is full, and asks again later.
		moveJobs: queueOf("WANE_JOBS", "moves that wane's engine is asked for", moveJobSubject, jobAge, jetstream.DiscardNew, maxMoveJob, "workers"),
		// If nobody takes answers, the oldest matter least.
		moveAnswers:   queueOf("WANE_ANSWERS", "moves that wane's engine has found", moveAnswerSubject, answerAge, jetstream.DiscardOld, maxMoveAnswer, "nodes"),
		reviewJobs:    queueOf("WANE_REVIEWS", "parts of reviews that wane is asked for", reviewJobSubject+">", jobAge, jetstream.DiscardNew, maxReviewJob, "reviewers"),
		reviewAnswers: queueOf("WANE_REVIEWED", "parts of reviews that wane has done", reviewAnswerSubject, answerAge, jetstream.DiscardOld, maxReviewAnswer, "nodes"),
		tableJobs:     tableStream(queueOf),
	}
	// A part has a subject of its own, and there is room for it once.
	q.reviewJobs.config.MaxMsgsPerSubject, q.reviewJobs.config.DiscardNewPerSubject = 1, true
	return q
}

// createStreams makes the streams if they are missing, and brings those that are
// there up to date: all but that of endings.
func (c *Client) createStreams(ctx context.Context) error {
	for _, q := range []stream{c.streams.moveJobs, c.streams.moveAnswers, c.streams.reviewJobs, c.streams.reviewAnswers} {
		if err := c.createStream(ctx, q.config); err != nil {
			return err
		}
	}
	return nil
}

func (b *Client) createStream(ctx context.Context, c jetstream.StreamConfig) error {
	s, err := b.js.Stream(ctx, c.Name)
	if err == nil { // where it is kept is up to whoever runs the servers
		c.Replicas, c.Placement = s.CachedInfo().Config.Replicas, s.CachedInfo().Config.Placement
	} else if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return b.streamError(c.Name, err)
	}
	if _, err := b.js.CreateOrUpdateStream(ctx, c); err != nil {
		return b.streamError(c.Name, err)
	}
	return nil
}

// streamError says why there is no queue.
func (c *Client) streamError(name string, err error) error {
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		return fmt.Errorf("bus: the NATS server at %s keeps no queues: start it with JetStream, nats-server -js", c.url)
	}
	return fmt.Errorf("bus: the queue %s at %s: %w", name, c.url, err)
}

// consumer makes the consumer of a queue, and the queue itself if somebody has
// deleted it.
func (b *Client) consumer(ctx context.Context, q stream) (jetstream.Consumer, error) {
	ctx, cancel := b.request(ctx, b.timing.Connect)
	defer cancel()
	c, err := b.js.CreateOrUpdateConsumer(ctx, q.config.Name, q.consumer)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if err = b.createStream(ctx, q.config); err == nil {
			c, err = b.js.CreateOrUpdateConsumer(ctx, q.config.Name, q.consumer)
		}
	}
	return c, err
}
