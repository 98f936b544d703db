package tournament

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/eventlog"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/notify"
)

const (
	// PollTime is how long Wait waits for a change.
	PollTime  = 25 * time.Second
	tickTime  = time.Second
	kickTime  = 150 * time.Millisecond // between a result and the look at it
	slowTime  = 15 * time.Second       // between looks at a tournament by correspondence, if nothing happens on this node
	leadTime  = 5 * time.Second        // how long a node directs a tournament without saying so again
	freshTime = 700 * time.Millisecond // how long a tournament is shown without a look at the database
	sweepTime = time.Minute
	keepFor   = 7 * 24 * time.Hour // of canceled tournaments
	cacheSize = 300
	cacheTime = 10 * time.Minute
	nameTime  = time.Second // for a name
	maxSteps  = 20          // events that one look at a tournament stores
	creating  = 16          // games at once
	firstTime = time.Second // for games to be created before their tournament shows them
	maxDue    = 200
)

// Games is what the service needs of the game manager.
type Games interface {
	Create(ctx context.Context, head livegame.Header, address string) (manager.Snapshot, error)
	Do(ctx context.Context, id livegame.ID, c livegame.Command, lag time.Duration) (livegame.Event, error)
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	Snapshot(ctx context.Context, id livegame.ID) (manager.Snapshot, error)
	Now() time.Time
}

// Options are what a Service needs.
type Options struct {
	DB     *db.DB
	Games  Games
	Lookup livegame.Lookup
	Node   string // name of this node
	// Rate returns a player with the rating for a game; nil: there are no ratings.
	Rate func(ctx context.Context, h livegame.Header, p livegame.Player) (livegame.Player, error)
	// Listening returns those of some accounts for which a program listens; nil: everybody is there to be paired.
	Listening func(ctx context.Context, accounts []string, now time.Time) (map[string]bool, error)
	// Notify takes what players hear of a tournament that this node has started; nil: nothing. Of a node that dies,
	// Missed says it.
	Notify func(...notify.Notification)
	// Scheduled are the variants of which the server holds tournaments of its own, in turn; nil: it holds none.
	Scheduled []string
	Metrics   prometheus.Registerer // nil: none
	Log       *slog.Logger          // nil: none
}

// Service runs tournaments. It is safe for concurrent use. Its errors for users are *livegame.Error and ErrNotFound.
//
// Every node looks after all tournaments that are due, one node at a time after each: claim decides which.
type Service struct {
	o      Options
	log    *eventlog.Log[livegame.ID, known]
	names  *otter.Cache[livegame.ID, string]
	looks  *otter.Cache[livegame.ID, look] // of arenas
	kicked chan struct{}

	presence presence

	mu      sync.Mutex
	leads   map[livegame.ID]time.Time // until when this node directs a tournament
	busy    map[livegame.ID]bool      // is being directed
	soon    map[livegame.ID]bool      // a game of it has ended, or a player has left
	next    map[livegame.ID]time.Time // when a tournament by correspondence is looked at again
	noNames time.Time                 // the database did not give a name: none is asked for until then

	waited prometheus.Histogram
}

// known is a tournament as this node knows it, with all players that may play.
type known struct {
	*Tournament
	players []Player
}

// New returns a service. It needs Jobs.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{
		o: o, kicked: make(chan struct{}, 1), leads: map[livegame.ID]time.Time{}, busy: map[livegame.ID]bool{},
		soon: map[livegame.ID]bool{}, next: map[livegame.ID]time.Time{},
		names: otter.Must(&otter.Options[livegame.ID, string]{MaximumSize: 10 * cacheSize}),
		looks: otter.Must(&otter.Options[livegame.ID, look]{MaximumSize: cacheSize}),
		waited: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "wane_tournament_wait_seconds", Help: "How long players of arenas waited for a game.",
			Buckets: []float64{1, 2, 3, 5, 7, 10, 15, 30, 60},
		}),
	}
	s.log = eventlog.New(eventlog.Options[livegame.ID, known]{
		Load: s.load, Seq: func(k *known) int { return k.Seq() }, Final: func(k *known) bool { return k.status.Over() },
		NotFound: ErrNotFound, Conflict: errConflict, Fresh: freshTime, Keep: cacheTime, MaxWeight: cacheSize,
	})
	if o.Metrics != nil {
		o.Metrics.MustRegister(s.waited)
	}
	return s
}

// HashPassword returns the hash of the password of a tournament: it keeps out whom its creator has
// not given it, and protects nothing else.
func HashPassword(id livegame.ID, password string) string {
	if password == "" {
		return ""
	}
	sum := sha256.Sum256([]byte("the password of tournament " + string(id) + ": " + password))
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// header returns the header of a game without its players.
func (s *Service) header(t *Terms, p Pairing) livegame.Header {
	return livegame.Header{
		ID: p.Game, Variant: t.Variant, TimeControl: t.Control, Rated: t.Rated, Public: !t.Private(), Tournament: t.ID,
		MayBerserk: t.Berserk,
	}
}

// Now returns the time by the clock of the games.
func (s *Service) Now() time.Time { return s.o.Games.Now() }

// Read calls f with a tournament as it is now, or ErrNotFound. F must not keep or change it.
func (s *Service) Read(ctx context.Context, id livegame.ID, f func(*Tournament) error) error {
	return s.log.Read(ctx, id, func(k *known) error { return f(k.Tournament) })
}

// Name returns the name of a tournament, "" if it is not known now. It is for lists of games: it
// remembers names, which do not change, and asks for none for a while after a failure.
func (s *Service) Name(id livegame.ID) string {
	if name, ok := s.names.GetIfPresent(id); ok {
		return name
	}
	s.mu.Lock()
	wait := time.Now().Before(s.noNames)
	s.mu.Unlock()
	if wait {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), nameTime)
	defer cancel()
	row, err := s.stored(ctx, id)
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.noNames = time.Now().Add(tickTime)
		return ""
	}
	s.names.Set(id, row.Name)
	return row.Name
}

// At returns a tournament as it was at a time. It is the caller's own.
func (s *Service) At(ctx context.Context, id livegame.ID, at time.Time) (*Tournament, error) {
	row, players, events, err := s.events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	n := 0
	for n < len(events) && !events[n].At.After(at) {
		n++
	}
	return Replay(row.Terms, players, events[:n])
}

// Wait waits until a tournament has an event with a number above since, or for PollTime. It takes a
// moment at least, so that those who wait again and again do not compete with the tournament.
func (s *Service) Wait(ctx context.Context, id livegame.ID, since int) error {
	begun, changed := time.Now(), false
	err := s.log.Wait(ctx, id, since, PollTime, func(k *known, _ bool) (bool, error) {
		changed = k.Seq() > since || k.status.Over()
		return changed, nil
	})
	if changed {
		job.Pause(ctx, freshTime-time.Since(begun))
		return ctx.Err()
	}
	return err
}

// load reads what has changed since a tournament was read.
func (s *Service) load(ctx context.Context, id livegame.ID, k *known) (*known, error) {
	after := 0
	if k != nil {
		after = k.Seq()
	}
	row, players, events, err := s.events(ctx, id, after)
	if err != nil {
		return k, err
	}
	if k == nil {
		k = &known{Tournament: newTournament(row.Terms)}
	}
	if players != nil {
		k.players = players
	}
	for i := range events {
		if err := k.Apply(events[i], k.players); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// change stores the event that decide returns, again whenever another was faster. With it may come
// a player who joins first. Decide may return eventlog.ErrUnchanged.
func (s *Service) change(ctx context.Context, id livegame.ID, decide func(*Tournament) (Event, *Player, error)) error {
	return s.log.Change(ctx, id, func(k *known) (func(context.Context) error, error) {
		event, p, err := decide(k.Tournament)
		if err != nil {
			return nil, err
		}
		event.Seq, event.At = k.Seq()+1, livegame.ToMillis(s.o.Games.Now())
		if event.At.Before(k.lastAt) {
			event.At = k.lastAt
		}
		players := k.players
		if p != nil {
			players = append(slices.Clip(players), *p)
		}
		if err := k.check(event, players); err != nil {
			return nil, fmt.Errorf("tournament %s: %w", id, err)
		}
		return func(ctx context.Context) error {
			best, err := s.best(ctx, id, event)
			if err != nil {
				return err
			}
			if err := s.add(ctx, event, p, k.rowAfter(event), best...); err != nil {
				return err
			}
			k.players = players
			if event.Kind == Pair {
				s.createFirst(ctx, k.Tournament, event.Games)
			}
			return k.Apply(event, players)
		}, nil
	})
}

// placed is a player with a place.
type placed struct{ number, place int }

// best returns the players with points on the first three places after the event that finishes a tournament; of others,
// none. It counts in a copy: the event is not stored yet.
func (s *Service) best(ctx context.Context, id livegame.ID, e Event) (best []placed, _ error) {
	if e.Kind != Finish {
		return nil, nil
	}
	k, err := s.load(ctx, id, nil)
	if err != nil {
		return nil, err
	}
	if k.Seq() != e.Seq-1 {
		return nil, errConflict
	}
	if err := k.Apply(e, k.players); err != nil {
		return nil, err
	}
	for _, p := range k.Standings() {
		if place := k.Place(p.Number); place <= podium && p.Score > 0 {
			best = append(best, placed{p.Number, place})
		}
	}
	return best, nil
}

// rowAfter returns what is stored of the tournament with its next event.
func (t *Tournament) rowAfter(e Event) Row {
	r := Row{Terms: t.terms, Seq: e.Seq, Status: t.status, Starts: t.Starts(), Updated: e.At, Players: len(t.players)}
	switch e.Kind {
	case Join:
		r.Players = max(r.Players, e.Player)
	case Start:
		r.Status, r.Starts = Started, e.At
	case Finish:
		r.Status = Finished
	case Cancel:
		r.Status = Canceled
	case Delay:
		if t.status == Created {
			r.Starts = e.Until
		}
	case Leave, Pair, Score:
	}
	return r
}
