package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

const (
	moveJobSubject      = "wane.jobs" // then the game; older versions of wane send all jobs without it
	moveAnswerSubject   = "wane.answers"
	reviewJobSubject    = "wane.reviews." // then the game, the level, and where the part ends
	reviewAnswerSubject = "wane.reviewed"
	tableSubject        = "wane.endings." // then the job's key

	streamBytes     = 64 << 20        // the most that a stream holds
	duplicateWindow = 5 * time.Minute // for which message ids are remembered
	jobAge          = 24 * time.Hour
	answerAge       = time.Hour // after which the game manager has asked again
)

// stream is a JetStream work queue with the one consumer that all processes share.
type stream struct {
	config   jetstream.StreamConfig
	consumer jetstream.ConsumerConfig
}

type streams struct{ moveJobs, moveAnswers, reviewJobs, reviewAnswers, tableJobs, checks stream }

// newStreams configures the streams. The client limits redeliveries, not the server,
// which would keep messages after the limit and report nothing.
func newStreams(t Timing, replicas int) streams {
	jobs := func(name, description, subject string, maxSize int32, consumer string) stream {
		return stream{
			config: jetstream.StreamConfig{
				Name: name, Description: description, Subjects: []string{subject},
				Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: replicas,
				MaxAge: jobAge, MaxBytes: streamBytes, MaxMsgSize: maxSize + 1024, // for headers
				Discard:    jetstream.DiscardNew, // the sender gets an error, and sends it again later
				Duplicates: duplicateWindow,
			},
			consumer: jetstream.ConsumerConfig{
				Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: t.AckWait,
				MaxDeliver: -1, MaxAckPending: 4096, MaxWaiting: 4096,
			},
		}
	}
	answers := func(name, description, subject string, maxSize int32) stream {
		s := jobs(name, description, subject, maxSize, "nodes")
		s.config.MaxAge, s.config.Discard = answerAge, jetstream.DiscardOld // the oldest matter least
		return s
	}
	onePerSubject := func(s stream) stream {
		s.config.MaxMsgsPerSubject, s.config.DiscardNewPerSubject = 1, true
		return s
	}
	moves := jobs("WANE_JOBS", "engine moves to compute", moveJobSubject, maxMoveJob, "workers")
	moves.config.Subjects = append(moves.config.Subjects, moveJobSubject+".*")
	return streams{
		moveJobs:      moves,
		moveAnswers:   answers("WANE_ANSWERS", "computed engine moves", moveAnswerSubject, maxMoveAnswer),
		reviewJobs:    onePerSubject(jobs("WANE_REVIEWS", "parts of reviews to compute", reviewJobSubject+">", maxReviewJob, "reviewers")),
		reviewAnswers: answers("WANE_REVIEWED", "computed parts of reviews", reviewAnswerSubject, maxReviewAnswer),
		checks: stream{config: jetstream.StreamConfig{
			Name: "WANE_CHECK", Description: "the last check of readiness", Subjects: []string{checkSubject},
			Storage: jetstream.FileStorage, Replicas: replicas, MaxMsgs: 1, MaxMsgSize: 1024, MaxBytes: 1 << 20,
		}},
		tableJobs: onePerSubject(jobs("WANE_ENDINGS", "tablebases to build", tableSubject+">", maxTableJob, "solvers")),
	}
}

// createStreams creates or updates all streams but that of tablebases, which few
// servers need. It makes them all at once: in a cluster, the servers of a new stream take
// seconds to elect a leader.
func (c *Client) createStreams(ctx context.Context) error {
	all, ctx := errgroup.WithContext(ctx)
	for _, s := range []stream{c.streams.moveJobs, c.streams.moveAnswers, c.streams.reviewJobs, c.streams.reviewAnswers, c.streams.checks} {
		all.Go(func() error { return c.createStream(ctx, s.config) })
	}
	return all.Wait()
}

func (c *Client) createStream(ctx context.Context, config jetstream.StreamConfig) error {
	s, err := c.js.Stream(ctx, config.Name)
	if err == nil { // the operator of the servers chooses where it is stored
		config.Replicas, config.Placement = s.CachedInfo().Config.Replicas, s.CachedInfo().Config.Placement
	} else if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return c.streamError(config.Name, err)
	}
	if _, err := c.js.CreateOrUpdateStream(ctx, config); err != nil {
		return c.streamError(config.Name, err)
	}
	return nil
}

// streamError explains why a stream or bucket cannot be used.
func (c *Client) streamError(name string, err error) error {
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		return fmt.Errorf("queue: JetStream is off in the NATS server at %s: start it with nats-server -js", c.url)
	}
	return fmt.Errorf("queue: stream %s at %s: %w", name, c.url, err)
}

// consumer creates the consumer of a stream, and the stream if it was deleted.
func (c *Client) consumer(ctx context.Context, s stream) (jetstream.Consumer, error) {
	ctx, cancel := c.request(ctx, c.timing.Connect)
	defer cancel()
	consumer, err := c.js.CreateOrUpdateConsumer(ctx, s.config.Name, s.consumer)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if err = c.createStream(ctx, s.config); err == nil {
			consumer, err = c.js.CreateOrUpdateConsumer(ctx, s.config.Name, s.consumer)
		}
	}
	return consumer, err
}
