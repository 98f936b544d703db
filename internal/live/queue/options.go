package queue

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/message"
)

// Options configure a Client.
type Options struct {
	// URL is the addresses of NATS servers, separated by commas: "nats://host:port", or "tls://host:port" for an
	// encrypted connection.
	URL  string
	Keys Keys // for servers that want them
	// Worker says that the client only takes jobs. It creates no queues and waits for those of
	// nodes: a server need not let it do more.
	Worker bool
	// Node is this node's name; empty: random.
	Node string
	// Replicas is on how many servers of a cluster new streams are stored, 1–5; default 1.
	Replicas int
	Timing   Timing
	Metrics  prometheus.Registerer // of the queue and of the jobs done here; nil: none
	Log      *slog.Logger          // nil: none
}

// Timing holds timeouts and retries. Zero fields mean the default.
type Timing struct {
	Connect time.Duration // timeout of the first connection; default 5 s
	AckWait time.Duration // without a heartbeat before a job goes to another worker; default 10 s
	Retry   time.Duration // before a failed job or answer is delivered again; default 1 s
	JobTime time.Duration // timeout of one move; other jobs have multiples; default 1 min
	Tries   int           // attempts per job; default 5
}

// answerTries is how often an answer is delivered before it is dropped. It covers
// some minutes, in which a store may recover.
const answerTries = 30

// complete validates the options and sets defaults.
func (o *Options) complete() error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Replicas < 0 || o.Replicas > 5 {
		return fmt.Errorf("queue: %d replicas, expected 1 to 5", o.Replicas)
	}
	o.Replicas = max(o.Replicas, 1)
	t := &o.Timing
	for _, d := range []struct {
		field *time.Duration
		usual time.Duration
	}{
		{&t.Connect, 5 * time.Second}, {&t.AckWait, 10 * time.Second},
		{&t.Retry, time.Second}, {&t.JobTime, time.Minute},
	} {
		if *d.field <= 0 {
			*d.field = d.usual
		}
	}
	if t.Tries <= 0 {
		t.Tries = 5
	}
	return nil
}

// publicURL returns the URLs without their secrets, for messages. The error for an
// invalid URL does not quote it, since it may contain a password.
func publicURL(list string) (string, error) {
	var public []string
	for one := range strings.SplitSeq(list, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" {
			return "", message.InvalidOption(errors.New("queue: invalid address of a NATS server: " +
				"expected nats://host:4222, several separated by commas"))
		}
		public = append(public, u.Scheme+"://"+u.Host)
	}
	return strings.Join(public, ","), nil
}
