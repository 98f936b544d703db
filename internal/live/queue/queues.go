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
	jobSubject    = "wane.jobs"
	answerSubject = "wane.answers"

	reviewSubject   = "wane.reviews." // and the game, the level, and where the part ends
	reviewedSubject = "wane.reviewed"

	queueBytes = 64 << 20        // the most that a queue holds
	doubles    = 5 * time.Minute // for how long ids are remembered
	jobAge     = 24 * time.Hour
	answerAge  = time.Hour // by then the host has asked anew
)

// queue is a work queue: a stream, and the one consumer that all who take from it
// share.
type queue struct {
	stream   jetstream.StreamConfig
	consumer jetstream.ConsumerConfig
}

type queues struct{ jobs, answers, reviews, reviewed, endings queue }

// newQueues says what the queues are like. How often something is tried is not
// left to the server: it would keep what was tried too often and tell nobody.
func newQueues(t Timing, replicas int) queues {
	queueOf := func(name, about, subject string, age time.Duration, full jetstream.DiscardPolicy, most int32, consumer string) queue {
		return queue{
			stream: jetstream.StreamConfig{
				Name: name, Description: about, Subjects: []string{subject},
				Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: replicas,
				MaxAge: age, MaxBytes: queueBytes, MaxMsgSize: most + 1024, // for headers
				Discard: full, Duplicates: doubles,
			},
			consumer: jetstream.ConsumerConfig{
				Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: t.AckWait,
				MaxDeliver: -1, MaxAckPending: 4096, MaxWaiting: 4096,
			},
		}
	}
	q := queues{
		// Whoever asks is told that the queue is full, and asks again later.
		jobs: queueOf("WANE_JOBS", "moves that wane's engine is asked for", jobSubject, jobAge, jetstream.DiscardNew, maxJob, "workers"),
		// If nobody takes answers, the oldest matter least.
		answers:  queueOf("WANE_ANSWERS", "moves that wane's engine has found", answerSubject, answerAge, jetstream.DiscardOld, maxAnswer, "nodes"),
		reviews:  queueOf("WANE_REVIEWS", "parts of reviews that wane is asked for", reviewSubject+">", jobAge, jetstream.DiscardNew, maxReview, "reviewers"),
		reviewed: queueOf("WANE_REVIEWED", "parts of reviews that wane has done", reviewedSubject, answerAge, jetstream.DiscardOld, maxReviewed, "nodes"),
		endings:  endingsQueue(queueOf),
	}
	// A part has a subject of its own, and there is room for it once.
	q.reviews.stream.MaxMsgsPerSubject, q.reviews.stream.DiscardNewPerSubject = 1, true
	return q
}

// makeQueues makes the streams if they are missing, and brings those that are
// there up to date: all but that of endings.
func (b *Bus) makeQueues(ctx context.Context) error {
	for _, q := range []queue{b.queues.jobs, b.queues.answers, b.queues.reviews, b.queues.reviewed} {
		if err := b.makeStream(ctx, q.stream); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bus) makeStream(ctx context.Context, c jetstream.StreamConfig) error {
	s, err := b.js.Stream(ctx, c.Name)
	if err == nil { // where it is kept is up to whoever runs the servers
		c.Replicas, c.Placement = s.CachedInfo().Config.Replicas, s.CachedInfo().Config.Placement
	} else if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return b.noQueue(c.Name, err)
	}
	if _, err := b.js.CreateOrUpdateStream(ctx, c); err != nil {
		return b.noQueue(c.Name, err)
	}
	return nil
}

// noQueue says why there is no queue.
func (b *Bus) noQueue(name string, err error) error {
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		return fmt.Errorf("bus: the NATS server at %s keeps no queues: start it with JetStream, nats-server -js", b.url)
	}
	return fmt.Errorf("bus: the queue %s at %s: %w", name, b.url, err)
}

// consumer makes the consumer of a queue, and the queue itself if somebody has
// deleted it.
func (b *Bus) consumer(ctx context.Context, q queue) (jetstream.Consumer, error) {
	ctx, cancel := b.request(ctx, b.timing.Connect)
	defer cancel()
	c, err := b.js.CreateOrUpdateConsumer(ctx, q.stream.Name, q.consumer)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if err = b.makeStream(ctx, q.stream); err == nil {
			c, err = b.js.CreateOrUpdateConsumer(ctx, q.stream.Name, q.consumer)
		}
	}
	return c, err
}
