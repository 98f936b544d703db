package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/wane-chess/wane/internal/live/job"
)

const (
	moveJobSubject      = "wane.jobs." // then the game
	moveAnswerSubject   = "wane.answers"
	reviewJobSubject    = "wane.reviews." // then the game, the level, and where the part ends
	reviewAnswerSubject = "wane.reviewed"
	pushSubject         = "wane.push"

	streamBytes     = 64 << 20        // the most that a stream holds
	pushBytes       = 4 << 20         // the same of notifications: the database has them, too
	duplicateWindow = 5 * time.Minute // for which message ids are remembered
	jobAge          = 24 * time.Hour
	answerAge       = time.Hour // after which the game manager has asked again
)

// stream is a JetStream work queue with the one consumer that all processes share.
type stream struct {
	config   jetstream.StreamConfig
	consumer jetstream.ConsumerConfig
}

type streams struct{ moveJobs, moveAnswers, reviewJobs, reviewAnswers, pushes, checks stream }

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
				// A request outlives its sender where that has an account of its own: it gets one
				// message and ends, or else a worker that is long gone goes on taking them.
				MaxRequestBatch: 1, MaxRequestExpires: 2 * pullTime,
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
	moves := jobs("WANE_JOBS", "engine moves to compute", moveJobSubject+"*", maxMoveJob, "workers")
	reviews := jobs("WANE_REVIEWS", "parts of reviews to compute", reviewJobSubject+">", maxReviewJob, "reviewers")
	pushes := jobs("WANE_PUSH", "notifications to push to browsers", pushSubject, maxPush, "pushers")
	pushes.config.MaxBytes = pushBytes
	return streams{
		moveJobs:      moves,
		moveAnswers:   answers("WANE_ANSWERS", "computed engine moves", moveAnswerSubject, maxMoveAnswer),
		reviewJobs:    onePerSubject(reviews),
		reviewAnswers: answers("WANE_REVIEWED", "computed parts of reviews", reviewAnswerSubject, maxReviewAnswer),
		checks: stream{config: jetstream.StreamConfig{
			Name: "WANE_CHECK", Description: "the last check of readiness", Subjects: []string{checkSubject},
			Storage: jetstream.FileStorage, Replicas: replicas, MaxMsgs: 1, MaxMsgSize: 1024, MaxBytes: 1 << 20,
		}},
		pushes: pushes,
	}
}

// createStreams creates or updates all streams and their consumers, all at once: in a
// cluster, the servers of a new stream take seconds to elect a leader. A worker waits for
// them instead.
func (c *Client) createStreams(ctx context.Context) error {
	s := &c.streams
	work := []stream{s.moveJobs, s.moveAnswers, s.reviewJobs, s.reviewAnswers, s.pushes, s.checks}
	if c.worker {
		work = []stream{s.moveJobs, s.reviewJobs}
	}
	all, ctx := errgroup.WithContext(ctx)
	for _, s := range work {
		all.Go(func() error {
			err := c.createStream(ctx, s)
			for errors.Is(err, errNoQueue) && ctx.Err() == nil {
				job.Pause(ctx, dialPause)
				if again := c.createStream(ctx, s); ctx.Err() == nil {
					err = again
				}
			}
			return err
		})
	}
	return all.Wait()
}

// createStream creates or updates a stream and its consumer. A worker only looks for them.
func (c *Client) createStream(ctx context.Context, s stream) error {
	if c.worker {
		_, err := c.consumer(ctx, s)
		return err
	}
	at, err := c.js.Stream(ctx, s.config.Name)
	if err == nil { // the operator of the servers chooses where it is stored
		s.config.Replicas, s.config.Placement = at.CachedInfo().Config.Replicas, at.CachedInfo().Config.Placement
	} else if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return c.streamError(s.config.Name, err)
	}
	if at, err = c.js.CreateOrUpdateStream(ctx, s.config); err == nil && s.consumer.Durable != "" {
		_, err = at.CreateOrUpdateConsumer(ctx, s.consumer)
	}
	if err != nil {
		return c.streamError(s.config.Name, err)
	}
	return nil
}

// errNoQueue says that a worker lacks a queue.
var errNoQueue = errors.New(
	"only nodes create it: start 'wane serve' of this version, or a later one, with these NATS servers")

// streamError explains why a stream cannot be used.
func (c *Client) streamError(name string, err error) error {
	if isOff(err) {
		return fmt.Errorf("queue: JetStream is off in the NATS server at %s: start it with nats-server -js", c.url)
	}
	return fmt.Errorf("queue: stream %s at %s: %w", name, c.url, err)
}

// isOff reports whether no stream can be used.
func isOff(err error) bool {
	return errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabled) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount)
}

// consumer returns the consumer of a stream. A node creates it, and the stream if it was
// deleted.
func (c *Client) consumer(ctx context.Context, s stream) (jetstream.Consumer, error) {
	ctx, cancel := c.request(ctx, c.timing.Connect)
	defer cancel()
	consumer, err := c.js.Consumer(ctx, s.config.Name, s.consumer.Durable)
	lacking := errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound)
	switch {
	case err == nil:
		return consumer, nil
	case lacking && c.worker:
		return nil, fmt.Errorf("queue: stream %s at %s: %w (%w)", s.config.Name, c.url, errNoQueue, err)
	case lacking:
		if err := c.createStream(ctx, s); err != nil {
			return nil, err
		}
		return c.js.Consumer(ctx, s.config.Name, s.consumer.Durable)
	}
	return nil, c.streamError(s.config.Name, err)
}

// kept is a stored message.
type kept struct {
	Seq  uint64 `json:"seq"`
	Data []byte `json:"data"`
}

// place asks for a stored message: the last of a subject, or its first from a number on.
type place struct {
	Seq  uint64 `json:"seq,omitempty"`
	Next string `json:"next_by_subj,omitempty"`
	Last string `json:"last_by_subj,omitempty"`
}

// stored returns a stored message; the error may be jetstream.ErrMsgNotFound. A direct get
// would be faster, but sends what a client has written to whatever subject it names; this
// request wraps it, and needs no right but to read single messages of the stream.
func (c *Client) stored(ctx context.Context, stream string, at place) (kept, error) {
	if c.lifetime.Err() != nil {
		return kept{}, ErrClosed
	}
	ctx, cancel := context.WithTimeout(ctx, c.timing.Connect)
	defer cancel()
	body, err := json.Marshal(at)
	if err != nil {
		return kept{}, err
	}
	m, err := c.nc.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+stream, body)
	if err != nil {
		return kept{}, c.streamError(stream, err)
	}
	var reply struct {
		Error   *jetstream.APIError `json:"error"`
		Message kept                `json:"message"`
	}
	err = json.Unmarshal(m.Data, &reply)
	if err == nil && reply.Error != nil {
		if c := reply.Error.ErrorCode; c == jetstream.JSErrCodeMessageNotFound || c == jetstream.JSErrCodeStreamNotFound {
			return kept{}, jetstream.ErrMsgNotFound
		}
		err = reply.Error
	}
	if err != nil {
		return kept{}, c.streamError(stream, err)
	}
	return reply.Message, nil
}
