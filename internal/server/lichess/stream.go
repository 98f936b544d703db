package lichess

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzhttp"

	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// ndjson is the type of a stream: a JSON value on each line.
const ndjson = "application/x-ndjson"

const (
	// keepAlive is the time between two lines at most: an empty line says that the stream is alive.
	keepAlive = 6 * time.Second
	// slowTime is how long a client may take to read what was written.
	slowTime = 10 * time.Second
)

// streams counts streams.
type streams struct {
	accounts, addresses *limits.Counter

	mu sync.Mutex
	n  int
}

func newStreams(l limits.Limits) *streams {
	return &streams{accounts: limits.NewCounter(l.AccountStreams), addresses: limits.NewCounter(l.Streams)}
}

func (s *streams) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

func (s *streams) add(by int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n += by
}

// enter counts a stream of a visitor. Without an error, leave must follow.
func (s *streams) enter(v *guests.Visit) (leave func(), err error) {
	tooMany := func(whose string) error {
		return problem.New(http.StatusTooManyRequests, problem.CodeTooMany,
			whose+" has too many streams open: close one first.")
	}
	who := v.Guest.ID
	if who == "" { // nobody is known by it
		who = v.Address
	}
	if !s.accounts.Enter(who) {
		return nil, tooMany("Your account")
	}
	if !s.addresses.Enter(v.Address) {
		s.accounts.Leave(who)
		return nil, tooMany("Your address")
	}
	s.add(1)
	return func() {
		s.add(-1)
		s.addresses.Leave(v.Address)
		s.accounts.Leave(who)
	}, nil
}

// source is what a stream shows. Its methods are called by one goroutine.
type source interface {
	// next returns the lines that are new, and whether they are the last.
	next(ctx context.Context) (lines []any, last bool, err error)
	// close frees what the source uses.
	close()
}

// stream answers with the lines of a source, which begin makes: it gets a function that, called
// from anywhere, has next called again, as happens from time to time anyway. Errors of begin are
// answered.
func (s *Server) stream(
	ctx context.Context, begin func(ctx context.Context, wake func()) (source, error),
) (*web.Stream, error) {
	v := guests.VisitOf(ctx)
	leave, err := s.streams.enter(v)
	if err != nil {
		return nil, err
	}
	woken := make(chan struct{}, 1)
	src, err := begin(ctx, func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	})
	if err != nil {
		leave()
		return nil, err
	}
	return &web.Stream{Body: func(w http.ResponseWriter, r *http.Request) {
		defer leave()
		defer src.close()
		ctx, cancel := web.Waiting(r.Context())
		defer cancel()
		s.send(ctx, w, r.Method == http.MethodHead, src, woken)
	}}, nil
}

// send writes the lines of a source until the last, or until the context is done or the client
// does not read.
func (s *Server) send(ctx context.Context, w http.ResponseWriter, head bool, src source, woken <-chan struct{}) {
	out := http.NewResponseController(w)
	h := w.Header()
	h.Set("Content-Type", ndjson)
	h.Set("X-Accel-Buffering", "no") // a proxy passes each line on
	h.Set(gzhttp.HeaderNoCompression, "yes")
	if head {
		return
	}
	tick := time.NewTicker(keepAlive)
	defer tick.Stop()
	for {
		lines, last, err := src.next(ctx)
		if err != nil && ctx.Err() == nil {
			s.o.Log.LogAttrs(ctx, slog.LevelWarn, "a stream waits", slog.Any("error", err)) // the next call may succeed
		}
		text := []byte{}
		for _, line := range lines {
			b, err := json.Marshal(line)
			if err != nil {
				s.problems.Fault(ctx, err)
				return
			}
			text = append(append(text, b...), '\n')
		}
		if len(text) == 0 {
			text = []byte("\n")
		}
		_ = out.SetWriteDeadline(time.Now().Add(slowTime))
		if _, err := w.Write(text); err != nil {
			return
		}
		if err := out.Flush(); err != nil || last {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-woken:
		}
	}
}

// lines describes the answer of a stream of lines.
func lines[T any](k *web.Kit, op web.Route, what string) web.Route {
	op.Responses = map[string]*huma.Response{
		"200": {Description: what, Content: map[string]*huma.MediaType{ndjson: {Schema: schemaOf[T](k)}}},
	}
	return op
}
