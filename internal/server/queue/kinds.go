package queue

import (
	"context"
	"time"
)

// Kind says how a Queue handles messages of one kind.
type Kind[M Message] struct {
	Name string // in the log and in metrics
	// Key is what a message is about: one is ignored while another with the same key waits or is in progress. Nil: each
	// is about something else.
	Key func(M) any
	// ID names a message: one with the same ID counts once within some minutes. Nil: all count.
	ID func(M) string
	// Label names a message in the log.
	Label   func(M) string
	Timeout time.Duration // of one try; 0: none
	// Answers says that these are answers to jobs: the node that takes them waits for the database, so they are tried for
	// some minutes, several at a time.
	Answers bool
}

// Message is a message of a feature.
type Message interface {
	// Check returns what is wrong with the message.
	Check() error
}

// Work is the messages of one kind in a Queue. It is safe for concurrent use.
type Work[M Message] struct {
	kind Kind[M]
	work work[M]
}

// NewWork returns the empty work of a kind in a queue, with which it ends.
func NewWork[M Message](q *Queue, k Kind[M]) *Work[M] {
	part, tries := q.worker, Tries
	if k.Answers {
		part, tries = q.queue, answerTries
	}
	return &Work[M]{k, newWork(q.state, part, k.Name, k.Label, tries, k.Timeout)}
}

// Put adds a message. It may be lost when the process ends.
func (w *Work[M]) Put(ctx context.Context, m M) error {
	if err := m.Check(); err != nil {
		return err
	}
	var key any
	if w.kind.Key != nil {
		key = w.kind.Key(m)
	}
	id := ""
	if w.kind.ID != nil {
		id = w.kind.ID(m)
	}
	return w.work.put(ctx, key, id, m, nil, nil)
}

// Consume hands messages to do, parallel at a time, until the context is done. One for which do fails, panics or takes
// too long is tried again later, some times.
func (w *Work[M]) Consume(ctx context.Context, parallel int, do func(context.Context, M) error) error {
	return w.work.consume(ctx, parallel, 0, do)
}
