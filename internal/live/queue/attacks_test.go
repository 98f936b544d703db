package queue

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/live/job"
	"github.com/wane-chess/wane/internal/live/queue/queuetest"
)

// intruder is a connection with a user's key, without wane's client.
type intruder struct {
	*nats.Conn
	t        *testing.T
	patience time.Duration // until an effect of an attack should have come
}

func (g *guarded) intruder(t *testing.T, user string) intruder {
	t.Helper()
	nc, err := nats.Connect(g.url,
		nats.RootCAs(g.ca),
		nats.UserInfo(user, user+"-secret"),
		nats.CustomInboxPrefix("_INBOX."+user),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	if strings.HasPrefix(user, "worker") { // nothing says that it will not come
		return intruder{nc, t, 200 * time.Millisecond}
	}
	return intruder{nc, t, patience}
}

// refusal returns the server's refusal of what was sent, or nil.
func (i intruder) refusal() error {
	i.t.Helper()
	if err := i.FlushTimeout(patience); err != nil {
		i.t.Fatal(err)
	}
	return i.LastError()
}

// listen subscribes to a subject.
func (i intruder) listen(subject string) error {
	i.t.Helper()
	if _, err := i.SubscribeSync(subject); err != nil {
		i.t.Fatal(err)
	}
	return i.refusal()
}

// ask sends a request. The error is the server's.
func (i intruder) ask(subject, body string) error {
	i.t.Helper()
	inbox := i.NewInbox()
	replies, err := i.SubscribeSync(inbox)
	if err != nil {
		i.t.Fatal(err)
	}
	if err := errors.Join(i.PublishRequest(subject, inbox, []byte(body)), i.refusal()); err != nil {
		return err
	}
	m, err := replies.NextMsg(patience)
	if errors.Is(err, nats.ErrNoResponders) { // its account does not reach it
		return err
	}
	if err != nil {
		i.t.Fatal(err)
	}
	var reply struct {
		Error *jetstream.APIError `json:"error"`
	}
	if _ = json.Unmarshal(m.Data, &reply); reply.Error != nil { // what is no JSON is no error
		return reply.Error
	}
	return nil
}

// errNothing says that an attack has no effect.
var errNothing = errors.New("nothing happens")

// soon waits until an effect is there.
func (i intruder) soon(there func() bool) error {
	for end := time.Now().Add(i.patience); time.Now().Before(end); job.Pause(i.t.Context(), 10*time.Millisecond) {
		if there() {
			return nil
		}
	}
	return errNothing
}

// What the key of a worker must not do. Each attempt succeeds with the key of a node (or of
// another worker), so that it is one.
func attacks(t *testing.T, g *guarded, node *Client) {
	ctx := t.Context()
	stored := func(subject, text string) {
		t.Helper()
		if _, err := node.js.Publish(ctx, subject, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	victim := func() (messages int) { // of the victim; -1 without it
		s, err := node.js.Stream(ctx, "VICTIM")
		if err != nil {
			return -1
		}
		return int(s.CachedInfo().State.Msgs) //nolint:gosec // a few
	}
	// heard reports whether a node hears what is sent to a subject.
	heard := func(i intruder, subject string, send func()) error {
		sub, err := node.nc.SubscribeSync(subject)
		if err == nil {
			err = node.nc.FlushTimeout(patience)
		}
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = sub.Unsubscribe() }()
		return i.soon(func() bool {
			send() // again: it takes a while until all servers know of the subscription
			n, _, err := sub.Pending()
			return err == nil && n > 0
		})
	}
	says := func(subject, text string) func(intruder) error {
		return func(i intruder) error {
			return errors.Join(heard(i, subject, func() { _ = i.Publish(subject, []byte(text)) }), i.refusal())
		}
	}
	asks := func(subject, body string) func(intruder) error {
		return func(i intruder) error { return i.ask(subject, body) }
	}
	listens := func(subject string) func(intruder) error {
		return func(i intruder) error { return i.listen(subject) }
	}
	// has has the server send its reply to another subject.
	has := func(subject, body, to string) func(intruder) error {
		return func(i intruder) error {
			if err := i.PublishRequest(subject, to, []byte(body)); err != nil {
				t.Fatal(err)
			}
			return i.refusal()
		}
	}
	forged, err := encode(queuetest.Job(9), maxMoveJob)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := node.js.Consumer(ctx, node.streams.moveAnswers.config.Name, "nodes")
	if err != nil {
		t.Fatal(err)
	}
	const next = "$JS.API.CONSUMER.MSG.NEXT.WANE_JOBS.workers"
	for _, a := range []struct {
		name string
		by   string // who may do it; empty: nobody
		do   func(intruder) error
	}{
		{"forge a notice", "node", says(gameSubject+"game7", `{"g":"game7"}`)},
		{"read notices", "node", listens(gameSubject + "*")},
		{"read the notices of a game", "node", listens(gameSubject + "game7")},
		{"keep notices", "node", asks("$JS.API.STREAM.CREATE.SPY",
			`{"name":"SPY","subjects":["wane.game.*"],"storage":"file","retention":"limits","num_replicas":1,"max_msgs":1}`)},
		{"forge a stale notice", "node", says(staleSubject+"game7", `{"g":"game7","q":9}`)},
		{"enqueue a job", "node", asks(moveJobSubject+"game-9", string(forged))},
		{"enqueue a part of a review", "node", asks(reviewJobSubject+"game7.quick.1", "{}")},
		{"list the games with jobs", "node", asks("$JS.API.STREAM.INFO.WANE_JOBS", `{"subjects_filter":">"}`)},
		{"read an answer", "node", func(i intruder) error {
			stored(moveAnswerSubject, "{}")
			return i.ask("$JS.API.STREAM.MSG.GET.WANE_ANSWERS", `{"last_by_subj":"wane.answers"}`)
		}},
		{"take an answer", "node", func(i intruder) error {
			stored(moveAnswerSubject, "{}")
			return i.ask("$JS.API.CONSUMER.MSG.NEXT.WANE_ANSWERS.nodes", "")
		}},
		{"acknowledge an answer", "node", func(i intruder) error {
			stored(moveAnswerSubject, "{}")
			m, err := answers.Next()
			if err != nil {
				t.Fatal(err)
			}
			return i.ask(m.Reply(), "+ACK")
		}},
		{"create a consumer", "node", asks("$JS.API.CONSUMER.CREATE.WANE_CHECK.spy", `{"stream_name":"WANE_CHECK",`+
			`"config":{"name":"spy","ack_policy":"none","inactive_threshold":1000000000}}`)},
		{"delete a consumer", "node", asks("$JS.API.CONSUMER.DELETE.WANE_REVIEWS.reviewers", "")},
		{"change a stream", "node", asks("$JS.API.STREAM.UPDATE.VICTIM", `{"name":"VICTIM","subjects":["wane.victim"],`+
			`"storage":"file","retention":"limits","num_replicas":1,"max_msgs":2}`)},
		{"delete a message", "node", asks("$JS.API.STREAM.MSG.DELETE.VICTIM", `{"seq":1}`)},
		{"purge a stream", "node", asks("$JS.API.STREAM.PURGE.VICTIM", "")},
		{"delete a stream", "node", asks("$JS.API.STREAM.DELETE.VICTIM", "")},
		{"take all jobs to come", "", func(i intruder) error {
			inbox := i.NewInbox()
			sub, err := i.SubscribeSync(inbox)
			if err == nil {
				all := []byte(`{"batch":1000000,"expires":86400000000000}`)
				err = i.PublishRequest("$JS.API.CONSUMER.MSG.NEXT.WANE_JOBS.workers", inbox, all)
			}
			if err != nil {
				t.Fatal(err)
			}
			if m, err := sub.NextMsg(patience); err != nil || m.Header.Get("Status") != "409" {
				return nil //nolint:nilerr // the request was taken
			}
			return errNothing
		}},
		{"read what another worker gets", "worker2", listens("_INBOX.worker2.>")},
		{"read what a node gets", "node", listens("_INBOX.node.>")},
		{"read what everyone gets", "", listens("_INBOX.>")},
		{"reply to another worker", "", says("_INBOX.worker2.x", "{}")},
		{"delete a stream by a reply", "node", func(i intruder) error {
			return i.soon(func() bool { // an empty reply comes once no job is left
				_ = has(next, `{"batch":1,"no_wait":true}`, "$JS.API.STREAM.DELETE.VICTIM")(i)
				return victim() < 0
			})
		}},
		{"delete a stream by a receipt", "node", func(i intruder) error {
			stored(moveJobSubject+"game7", "{}")
			m, err := i.takeJob()
			if err != nil {
				t.Fatal(err)
			}
			err = has(m.Reply, "+ACK", "$JS.API.STREAM.DELETE.VICTIM")(i)
			return errors.Join(err, i.soon(func() bool { return victim() < 0 }))
		}},
		{"send a reply to the nodes", "node", func(i intruder) error {
			return heard(i, gameSubject+"game7", func() {
				_ = has("$JS.API.STREAM.MSG.GET.WANE_JOBS", `{"seq":1}`, gameSubject+"game7")(i)
			})
		}},
	} {
		t.Run(a.name, func(t *testing.T) {
			try := func(user string) error {
				if victim() < 1 {
					config := jetstream.StreamConfig{Name: "VICTIM", Subjects: []string{"wane.victim"}}
					if _, err := node.js.CreateOrUpdateStream(ctx, config); err != nil {
						t.Fatal(err)
					}
					stored("wane.victim", "x")
				}
				i := g.intruder(t, user)
				i.t = t
				return a.do(i)
			}
			err := try("worker1")
			if !errors.Is(err, nats.ErrPermissionViolation) &&
				!errors.Is(err, nats.ErrNoResponders) &&
				!errors.Is(err, errNothing) {
				t.Errorf("a worker may do it: %v", err)
			}
			if a.by != "" {
				if err := try(a.by); err != nil {
					t.Errorf("the %s may not do it: %v", a.by, err)
				}
			}
		})
	}
}

// takeJob takes a job.
func (i intruder) takeJob() (*nats.Msg, error) {
	inbox := i.NewInbox()
	sub, err := i.SubscribeSync(inbox)
	if err == nil {
		err = i.PublishRequest("$JS.API.CONSUMER.MSG.NEXT.WANE_JOBS.workers", inbox, nil)
	}
	if err != nil {
		return nil, err
	}
	return sub.NextMsg(patience)
}
