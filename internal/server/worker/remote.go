package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gobwas/ws"
	"github.com/prometheus/client_golang/prometheus"
	xrate "golang.org/x/time/rate"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/observe"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/websock"
)

const (
	lookEvery = 15 * time.Second // a worker looks for new addresses of its nodes
	dialTime  = 10 * time.Second
	keepFor   = 4                // looks for which an address is kept that is not found
	longPause = 15 * time.Second // between attempts to connect
)

// RemoteOptions configure a Remote.
type RemoteOptions struct {
	// URLs are the addresses of nodes, such as https://wane.example. A worker connects to every address that the name
	// of a host has, so one name can stand for many nodes.
	URLs    []string
	Token   string                // of an admin's account, with the scope engine:work
	Pause   time.Duration         // before the second attempt to connect, and doubled up to 15 s; default 1 s
	Metrics prometheus.Registerer // of the jobs done here; nil: none
	Log     *slog.Logger          // nil: none
}

// Remote is the queues of nodes on other machines. It implements Queue.
type Remote struct {
	o     RemoteOptions
	nodes []*url.URL
	part  *observe.Part
	open  atomic.Int64 // links
}

var _ Queue = (*Remote)(nil)

// NewRemote returns the queues of nodes, and connects to none. The error is about the addresses.
func NewRemote(o RemoteOptions) (*Remote, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Pause = cmp.Or(o.Pause, time.Second)
	r := &Remote{o: o}
	for _, text := range o.URLs {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" {
			return nil, message.InvalidOption(fmt.Errorf(
				"%.80q is no address of a server: expected one such as https://wane.example", text))
		}
		r.nodes = append(r.nodes, u)
	}
	if len(r.nodes) == 0 {
		return nil, message.InvalidOption(errors.New("a worker needs the address of a server, such as https://wane.example"))
	}
	if o.Metrics != nil {
		r.part = observe.NewPart(o.Metrics, "worker", "engine moves and positions of reviews")
	}
	return r, nil
}

// Ping returns an error if no node is connected.
func (r *Remote) Ping(context.Context) error {
	if r.open.Load() == 0 {
		return errors.New("no server is connected")
	}
	return nil
}

// ConsumeMoves implements Queue. From each node it takes as many jobs as it may have. It returns an error if all nodes
// refuse the worker.
func (r *Remote) ConsumeMoves(
	ctx context.Context, parallel, extra int, do func(context.Context, livegame.Job) (livegame.Answer, error),
) error {
	return consume(ctx, r, "move", fmt.Sprintf("moves?parallel=%d&extra=%d", parallel, extra), do)
}

// ConsumeReviews implements Queue, as ConsumeMoves does.
func (r *Remote) ConsumeReviews(
	ctx context.Context, parallel int, do func(context.Context, review.Job) (review.Answer, error),
) error {
	return consume(ctx, r, "review", fmt.Sprintf("reviews?parallel=%d", parallel), do)
}

// checked is a message that knows what is wrong with it.
type checked interface{ Check() error }

// consume does jobs of all nodes. Kind is what one is called in metrics.
func consume[J checked, A any](
	ctx context.Context, r *Remote, kind, path string, do func(context.Context, J) (A, error),
) error {
	consuming, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var all sync.WaitGroup
	v := verdict{refused: map[string]int{}}
	for _, node := range r.nodes {
		v.refused[node.Host] = 0
	}
	for _, node := range r.nodes {
		all.Go(func() {
			r.each(consuming, node, func(ctx context.Context, address string) {
				log := xrate.Sometimes{First: 1, Interval: time.Minute}
				for pause := r.o.Pause; ctx.Err() == nil; pause = min(2*pause, longPause) {
					conn, err := r.dial(ctx, node, address, path)
					if why := v.of(node.Host, err); why != nil {
						fail(why)
					}
					if err == nil {
						r.o.Log.Info("linked to a server", "server", node.Host, "address", address, "kind", kind)
						r.open.Add(1)
						err = work(ctx, &link{conn: conn}, r.part, kind, do)
						r.open.Add(-1)
						pause = r.o.Pause
					}
					if ctx.Err() == nil {
						log.Do(func() {
							r.o.Log.Warn("not linked to a server", "server", node.Host, "address", address, "kind", kind, "error", err)
						})
						job.Pause(ctx, pause)
					}
				}
			})
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil
	}
	return context.Cause(consuming)
}

// verdict is what nodes say of a worker.
type verdict struct {
	mu      sync.Mutex
	linked  bool           // to one of them, at any time
	refused map[string]int // how often each has refused it since it did something else
}

// of notes whether a node has taken the worker. It returns an error if each has refused it twice, and none has ever
// taken it.
func (v *verdict) of(node string, err error) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.linked = v.linked || err == nil
	if v.refused[node]++; !errors.Is(err, errRefused) {
		v.refused[node] = 0
	}
	for _, n := range v.refused {
		if v.linked || n < 2 {
			return nil
		}
	}
	return err
}

// each calls f with every address of a node, in a goroutine of its own, until the context is done. What f gets is done
// once the node has not had the address for a minute.
func (r *Remote) each(ctx context.Context, node *url.URL, f func(ctx context.Context, address string)) {
	type dialer struct {
		end     context.CancelFunc
		missing int // looks
	}
	var all sync.WaitGroup
	defer all.Wait()
	known := map[string]*dialer{}
	port := node.Port()
	if port == "" {
		port = node.Scheme // "http" and "https" are names of ports, too
	}
	log := xrate.Sometimes{First: 1, Interval: time.Minute}
	for ctx.Err() == nil {
		found, err := addresses(ctx, node.Hostname())
		rest := lookEvery
		if err != nil {
			if rest = r.o.Pause; ctx.Err() == nil {
				log.Do(func() { r.o.Log.Warn("the name of a server is not found", "server", node.Host, "error", err) })
			}
		}
		for _, d := range known {
			if err == nil {
				d.missing++
			}
		}
		for _, host := range found {
			address := net.JoinHostPort(host, port)
			if known[address] == nil {
				one, end := context.WithCancel(ctx)
				known[address] = &dialer{end: end}
				all.Go(func() { f(one, address) })
			}
			known[address].missing = 0
		}
		for address, d := range known {
			if d.missing >= keepFor {
				d.end()
				delete(known, address)
			}
		}
		job.Pause(ctx, rest)
	}
	for _, d := range known {
		d.end()
	}
}

// addresses returns the addresses of a host: those of IPv4 if it has any, since those of IPv6 are mostly of the same
// nodes, which a worker would serve twice.
func addresses(ctx context.Context, host string) ([]string, error) {
	all, err := net.DefaultResolver.LookupHost(ctx, host)
	if v4 := slices.DeleteFunc(slices.Clone(all), func(a string) bool { return strings.Contains(a, ":") }); len(v4) > 0 {
		return v4, err
	}
	return all, err
}

// dial connects to an address of a node.
func (r *Remote) dial(ctx context.Context, node *url.URL, address, path string) (*websock.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	connect := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	conn, err := websock.Dial(ctx, connect, node.Scheme+"://"+node.Host+Path+path,
		http.Header{"Authorization": {"Bearer " + r.o.Token}}, maxJob)
	if status := (ws.StatusError)(0); errors.As(err, &status) {
		what, final := expected(int(status))
		err = fmt.Errorf("%s answers with status %d%s", node.Host, int(status), what)
		if final {
			err = fmt.Errorf("%w: %w", errRefused, err)
		}
	}
	return conn, err
}

// errRefused says that a node will not have the worker.
var errRefused = errors.New("the worker is refused")

// expected says what a node expects that answers with a status, and whether that is final.
func expected(status int) (text string, final bool) {
	switch status {
	case http.StatusUnauthorized:
		return "; expected a valid token", true
	case http.StatusForbidden:
		return "; expected a token with the scope engine:work, of an account that is an admin", true
	case http.StatusNotFound, http.StatusBadRequest:
		return "; expected the address of a wane server of this version", true
	case http.StatusTooManyRequests:
		return "; the token has too many links, or a worker kept a job for too long", false
	}
	return "", false
}

// work does the jobs that come over a link until it ends.
func work[J checked, A any](
	ctx context.Context, l *link, part *observe.Part, kind string, do func(context.Context, J) (A, error),
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() { l.close(ws.StatusGoingAway, "the worker stops") })()
	var all sync.WaitGroup
	var mu sync.Mutex
	running := map[int64]context.CancelFunc{}
	set := func(id int64, stop context.CancelFunc) {
		mu.Lock()
		defer mu.Unlock()
		if running[id] = stop; stop == nil {
			delete(running, id)
		}
	}
	err := receive(l, func(m toWorker[J]) {
		switch {
		case m.ID == 0:
			l.send(fromWorker[A]{})
		case m.Job == nil:
			mu.Lock()
			stop := running[m.ID]
			mu.Unlock()
			if stop != nil {
				stop()
			}
		default:
			ctx, stop := context.WithCancel(observe.Extract(ctx, m.Trace))
			set(m.ID, stop)
			all.Go(func() {
				defer set(m.ID, nil)
				defer stop()
				if reply := doOne(ctx, part, kind, m, do); ctx.Err() == nil {
					l.send(reply)
				}
			})
		}
	})
	cancel()
	all.Wait()
	if err == nil {
		err = errors.New("the server has closed the link")
	}
	return err
}

// doOne does a job, and says what became of it.
func doOne[J checked, A any](
	ctx context.Context, part *observe.Part, kind string, m toWorker[J], do func(context.Context, J) (A, error),
) fromWorker[A] {
	ctx, o := part.Begin(ctx, kind)
	defer o.End()
	reply := fromWorker[A]{ID: m.ID}
	err := (*m.Job).Check()
	if err != nil {
		err = fmt.Errorf("%w: %w", livegame.ErrBadJob, err)
	} else {
		err = job.Safely(func() error {
			a, err := do(ctx, *m.Job)
			reply.Answer = &a
			return err
		})
	}
	if err != nil {
		reply = fromWorker[A]{ID: m.ID, Error: err.Error(), Bad: errors.Is(err, livegame.ErrBadJob)}
		if ctx.Err() == nil {
			o.Fail(err)
		}
	}
	return reply
}
