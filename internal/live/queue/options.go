package queue

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"
)

// Embedded is the URL of the server within this process.
const Embedded = "embedded"

// Options say which bus to open.
type Options struct {
	// URL is Embedded, or where NATS servers listen, separated by commas:
	// "nats://host:port", with "tls://" in place of "nats://" if they want it
	// encrypted.
	URL string
	// Dir is where the embedded server keeps its queues. One process at a time
	// can have it.
	Dir string
	// Node is this node's name among the others; empty: made up.
	Node string
	// Replicas is on how many servers of a cluster outside the queues are kept,
	// when they are made; default 1.
	Replicas int
	Timing   Timing
	Log      *slog.Logger // nil: none
}

// Timing is how long the bus waits for things. Fields that are zero have their
// defaults.
type Timing struct {
	Connect time.Duration // for a server at the start; default 5 s
	AckWait time.Duration // until a job whose worker is silent goes to another; default 10 s
	Retry   time.Duration // until a job or answer that failed comes again; default 1 s
	JobTime time.Duration // the longest that one job may take; default 1 min
	Tries   int           // how often a job is tried; default 5
}

// answerTries is how often an answer is offered before it is thrown away: some
// minutes long, in which a store may recover.
const answerTries = 30

// ready checks the options and fills in what was left open.
func (o *Options) ready() error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Replicas < 0 || o.Replicas > 5 {
		return fmt.Errorf("bus: %d replicas: from 1 to 5 are possible", o.Replicas)
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
	if o.URL == Embedded {
		if o.Dir == "" {
			return errors.New("bus: the embedded NATS server needs a directory for its queues")
		}
		return nil
	}
	_, err := publicURL(o.URL)
	return err
}

// publicURL returns the URLs without whatever in them is secret, for messages.
// It is an error if one of them is no URL of a NATS server; the error does not
// quote it, since there may be a password in what could not be read.
func publicURL(list string) (string, error) {
	var public []string
	for one := range strings.SplitSeq(list, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" {
			return "", fmt.Errorf("bus: the address of the NATS server must be %q, or like nats://host:4222, several with commas between", Embedded)
		}
		public = append(public, u.Scheme+"://"+u.Host)
	}
	return strings.Join(public, ","), nil
}
