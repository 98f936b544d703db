package lichess

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/pairing"
)

// Pairing is what seeks need of package pairing.
type Pairing interface {
	Find(ctx context.Context, r pairing.Request) (pairing.Result, error)
}

// searchAgain is how long a search waits after the database has failed.
const searchAgain = time.Second

// search has a player paired: it looks for an opponent until the stream ends. What cannot be
// played at all is an error at once.
func (s *Server) search(ctx context.Context, head livegame.Header, wake func()) (source, error) {
	if _, err := livegame.New(head, s.o.Lookup); err != nil {
		return nil, err
	}
	if !s.o.Limits.Off {
		if err := s.o.MayOffer(ctx, head.ID); err != nil {
			return nil, err
		}
	}
	v := *guests.VisitOf(ctx)
	r := pairing.Request{
		Guest: v.Guest.ID, Name: v.Guest.Name, Variant: head.Variant, Control: head.TimeControl, Rated: head.Rated,
		RatingMin: head.RatingMin, RatingMax: head.RatingMax,
		As:      func(id livegame.ID) livegame.Player { return s.o.Guard.Guests.Player(&v, id) },
		Address: s.o.Guard.Guests.AddressID(&v),
	}
	ctx, cancel := context.WithCancel(guests.WithVisit(context.WithoutCancel(ctx), &v))
	k := &searcher{cancel: cancel, over: make(chan struct{})}
	s.searches.replace(r.Guest, k)
	go func() {
		defer wake()
		defer close(k.over)
		s.find(ctx, r)
	}()
	return k, nil
}

// searches are the searches of accounts on this node: a new one ends the former, so that they do
// not replace each other by turns.
type searches struct {
	mu  sync.Mutex
	all map[string]*searcher // by account
}

func (m *searches) replace(account string, k *searcher) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if former := m.all[account]; former != nil {
		former.cancel()
	}
	m.all[account] = k
	k.left = func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.all[account] == k {
			delete(m.all, account)
		}
	}
}

// find looks for an opponent until one is found, the search is replaced, or the context is done.
func (s *Server) find(ctx context.Context, r pairing.Request) {
	for ctx.Err() == nil {
		found, err := s.o.Pairing.Find(ctx, r)
		var refusal *livegame.Error
		switch {
		case err == nil && found.Game != "", errors.Is(err, pairing.ErrReplaced), errors.As(err, &refusal):
			return
		case err != nil && ctx.Err() == nil:
			s.o.Log.LogAttrs(ctx, slog.LevelWarn, "a seek waits", slog.Any("error", err))
			select {
			case <-ctx.Done():
			case <-time.After(searchAgain):
			}
		}
	}
}

// searcher is the source of a seek that is paired: it ends when the game begins. When the client
// leaves before, the search ends, and pairing withdraws the game some seconds later unless the
// client is back.
type searcher struct {
	cancel context.CancelFunc
	over   chan struct{}
	left   func() // of searches
}

func (k *searcher) close() {
	k.cancel()
	k.left()
}

func (k *searcher) next(context.Context) (lines []any, last bool, err error) {
	select {
	case <-k.over:
		return nil, true, nil
	default:
		return nil, false, nil
	}
}
