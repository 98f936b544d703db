package mail

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// options are those of an outbox with an empty database.
func options(t *testing.T) Options { return Options{DB: dbtest.Open(t)} }

// post collects what is sent, or fails.
type post struct {
	sent []string
	err  error
}

func (p *post) Send(_ context.Context, id string, m Message) error {
	if p.err == nil {
		p.sent = append(p.sent, id+": "+m.Subject)
	}
	return p.err
}

func TestOutbox(t *testing.T) {
	now, o, sender := time.UnixMilli(1_800_000_000_000), options(t), &post{}
	o.Sender, o.Now = sender, func() time.Time { return now }
	b := NewOutbox(o)
	stored := func() int {
		t.Helper()
		n, err := db.One[int](t.Context(), o.DB, nil, "SELECT count(*) FROM outbox")
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	left := 2
	b.Handle("count", func(_ context.Context, data json.RawMessage) (Message, bool, error) {
		var what string
		err := json.Unmarshal(data, &what)
		return Message{To: "ann@example.org", Subject: what}, left > 0, err
	})
	hello := Message{To: "ann@example.org", Subject: "hello", Text: "x"}
	for range 2 {
		if err := b.Enqueue(t.Context(), "one", "ann", hello); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.EnqueueJob(t.Context(), Job{ID: "two", Kind: "count", Due: now.Add(time.Hour)}, "two games"); err != nil {
		t.Fatal(err)
	}
	expect := func(want ...string) {
		t.Helper()
		sender.sent = nil
		if err := b.Flush(t.Context()); err != nil || !slices.Equal(sender.sent, want) {
			t.Errorf("sent %q, %v; want %q", sender.sent, err, want)
		}
	}
	sender.err = errors.New("no connection")
	expect()
	sender.err = nil
	expect() // it waits
	now = now.Add(firstWait)
	expect("one: hello")
	now = now.Add(time.Hour)
	left = 0
	expect()
	if n := stored(); n != 0 {
		t.Errorf("%d jobs are left", n)
	}

	// A message that the server refuses is dropped at once, another after two days.
	sender.err = &PermanentError{errors.New("no such mailbox")}
	if err := b.Enqueue(t.Context(), "", "", hello); err != nil {
		t.Fatal(err)
	}
	expect()
	if stored() != 0 {
		t.Error("a message that is refused stays")
	}
	sender.err = errors.New("no connection")
	if err := b.Enqueue(t.Context(), "", "", hello); err != nil {
		t.Fatal(err)
	}
	tries := 0
	for ; stored() > 0 && tries < 100; tries++ {
		expect()
		now = now.Add(maxWait)
	}
	if tries != 9 {
		t.Errorf("dropped after %d tries", tries)
	}
}

func TestOutboxErrors(t *testing.T) {
	var none *Outbox
	if none.Enabled() {
		t.Error("a nil outbox sends")
	}
	b := NewOutbox(options(t))
	if err := b.Enqueue(t.Context(), "", "", Message{To: "ann@example.org", Subject: "x"}); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	o := options(t)
	o.Sender = &post{}
	b = NewOutbox(o)
	for _, m := range []Message{{Subject: "x"}, {To: "ann@example.org"}, {To: "ann@example.org", Subject: "a\nb"},
		{To: "ann@example.org", Subject: "x", Unsubscribe: "http://x"}} {
		if err := b.Enqueue(t.Context(), "", "", m); err == nil {
			t.Errorf("%+v is enqueued", m)
		}
	}
	if err := b.EnqueueJob(t.Context(), Job{Kind: "unknown"}, nil); err == nil {
		t.Error("an unknown kind is enqueued")
	}
}
