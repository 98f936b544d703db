package mail

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/job"
)

// How the Outbox works.
const (
	pollEvery = 15 * time.Second // how often a node looks for jobs
	lease     = 5 * time.Minute  // how long a node has a job before another may take it
	batch     = 10               // jobs that a node takes at once
	firstWait = time.Minute      // after the first failure; then twice as long
	maxWait   = 6 * time.Hour
	keep      = 48 * time.Hour // after which a job is given up
	maxData   = 64 << 10
)

// Job is a message that is to be sent, or what it will be made from.
type Job struct {
	// ID names the job: a second one with the same ID is ignored as long as the first waits. Empty: random.
	ID string
	// Kind says who makes the message from Data, which is JSON; see Outbox.Handle.
	Kind string
	// Account is the ID of the account that it is about; the job is deleted with it. Empty: none.
	Account string
	Data    json.RawMessage

	Created time.Time
	Due     time.Time // when it may be sent
	Tries   int       // begun so far
}

// Compose makes the message of a job, in the moment in which it is sent. With false there is nothing to send any more.
type Compose func(ctx context.Context, data json.RawMessage) (m Message, ok bool, err error)

// ErrNone says that the server sends no mail.
var ErrNone = errors.New("this server sends no e-mail")

// Options are what an Outbox needs.
type Options struct {
	DB     *db.DB
	Sender Sender           // nil: this server sends no mail
	Now    func() time.Time // nil: the system's clock
	Log    *slog.Logger     // nil: none
}

// Outbox takes mail from requests and chores, and sends it in the background. It may be used by many goroutines.
// A nil Outbox sends nothing.
type Outbox struct {
	o       Options
	compose map[string]Compose
	kick    func() // has jobs sent soon
}

// NewOutbox makes an outbox. It needs Jobs.
func NewOutbox(o Options) *Outbox {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	b := &Outbox{o: o, compose: map[string]Compose{}, kick: func() {}}
	b.Handle(plain, func(_ context.Context, data json.RawMessage) (m Message, ok bool, err error) {
		err = json.Unmarshal(data, &m)
		return m, true, err
	})
	return b
}

// plain is the kind of jobs that are messages.
const plain = "message"

// Enabled reports whether the server sends mail.
func (b *Outbox) Enabled() bool { return b != nil && b.o.Sender != nil }

// Handle names what makes the messages of a kind of jobs. It must not be called after the jobs begin.
func (b *Outbox) Handle(kind string, c Compose) { b.compose[kind] = c }

// Enqueue stores a message, which is sent soon. An ID, if it is not empty, keeps a message from being sent twice
// while the first waits; the account, if it is not empty, is the ID of the one that the message is for. It returns
// ErrNone if the server sends no mail.
func (b *Outbox) Enqueue(ctx context.Context, id, account string, m Message) error {
	if err := m.check(); err != nil {
		return err
	}
	return b.EnqueueJob(ctx, Job{ID: id, Kind: plain, Account: account}, m)
}

// EnqueueJob stores a job with data, from which its Kind makes the message when it is sent: so secrets are not stored,
// and a message that waited says what holds then.
func (b *Outbox) EnqueueJob(ctx context.Context, j Job, data any) error {
	if !b.Enabled() {
		return ErrNone
	}
	j, err := b.Job(j, data)
	if err != nil {
		return err
	}
	if err := feature.ChangeAccount(ctx, b.o.DB, j.Account, func(ctx context.Context, t db.Tx) error {
		return Put(ctx, t, j)
	}); err != nil {
		return err
	}
	b.kick()
	return nil
}

// Job completes a job that the caller stores by Put in a transaction of its own. A node sends it at its next
// look, within pollEvery.
func (b *Outbox) Job(j Job, data any) (Job, error) {
	if b.compose[j.Kind] == nil {
		return j, fmt.Errorf("enqueue mail: nothing makes messages of kind %q", j.Kind)
	}
	text, err := json.Marshal(data)
	if err != nil {
		return j, fmt.Errorf("enqueue mail: %w", err)
	}
	if len(text) > maxData {
		return j, fmt.Errorf("enqueue mail: the job has %d bytes, expected at most %d", len(text), maxData)
	}
	if j.ID == "" {
		j.ID = rand.Text()
	}
	j.Data, j.Created, j.Tries = text, b.now(), 0
	if j.Due.Before(j.Created) {
		j.Due = j.Created
	}
	return j, nil
}

func (b *Outbox) now() time.Time { return b.o.Now().UTC().Truncate(time.Millisecond) }

// Jobs registers the sending.
func (b *Outbox) Jobs(r *job.Runner) {
	if b.Enabled() {
		b.kick = r.Every("mail", pollEvery, job.EachNode, b.Flush)
	}
}

// Flush sends all jobs that are due.
func (b *Outbox) Flush(ctx context.Context) error {
	for ctx.Err() == nil {
		now := b.now()
		list, err := b.take(ctx, now, now.Add(lease), batch)
		if err != nil {
			return err
		}
		if err := job.Each(ctx, list, b.send); err != nil || len(list) < batch {
			return err
		}
	}
	return ctx.Err()
}

// send sends one job, and drops or delays it. Its error is one of the database.
func (b *Outbox) send(ctx context.Context, j Job) error {
	err := job.Safely(func() error { return b.deliver(ctx, j) })
	var permanent *PermanentError
	switch {
	case err == nil:
		return b.drop(ctx, j.ID)
	case ctx.Err() != nil: // the node ends; the lease too
		return ctx.Err()
	case errors.As(err, &permanent), b.now().Sub(j.Created) >= keep:
		b.o.Log.Warn("a message cannot be sent and is dropped", "kind", j.Kind, "tries", j.Tries, "error", err)
		return b.drop(ctx, j.ID)
	}
	wait := min(firstWait<<min(max(j.Tries-1, 0), 20), maxWait)
	b.o.Log.Warn("a message cannot be sent yet", "kind", j.Kind, "tries", j.Tries, "retry", wait, "error", err)
	return b.delay(ctx, j.ID, b.now().Add(wait))
}

// deliver makes the message of a job and sends it, if there is one.
func (b *Outbox) deliver(ctx context.Context, j Job) error {
	compose := b.compose[j.Kind]
	if compose == nil { // a node of another version knows the kind
		return fmt.Errorf("nothing makes messages of kind %.40q", j.Kind)
	}
	m, ok, err := compose(ctx, j.Data)
	if err != nil || !ok {
		return err
	}
	return b.o.Sender.Send(ctx, j.ID, m)
}
