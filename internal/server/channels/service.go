package channels

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
)

const (
	// interval is the least time between two looks at the games.
	interval = time.Second
	// tick is how often a node looks although no game has changed: time passes, too.
	tick = 2 * time.Second
	// recheck is how often a finished game is read again, since it may have been deleted, and a channel
	// without a game looks for a finished one.
	recheck = time.Minute
	// patience is how long Wait waits.
	patience = 25 * time.Second
	// maxLive is how many live games are considered, those first that have moved last.
	maxLive = 500
	// maxFinished is among how many finished games one worth showing is looked for.
	maxFinished = 20
)

// State says what the game of a channel is.
type State string

// The states.
const (
	Live  State = "live"
	Ended State = "ended" // it has just ended: the next one follows
	Past  State = "past"  // no game is being played: the last one worth seeing
	None  State = "none"  // there is no game
)

// Channel is what a channel shows.
type Channel struct {
	Name  string
	State State
	Game  livegame.Summary // but for None
	Ended time.Time        // when the game ended; zero: it is being played

	held   held
	looked time.Time // when a finished game was looked for
}

// held is the game of a channel that the database has, and when it was read.
type held struct {
	id   livegame.ID
	game *Current // nil: it was deleted
	read time.Time
}

// settled reports whether the game need not be read again: it is over.
func (h held) settled(id livegame.ID, now time.Time) bool {
	return h.id == id && (h.game == nil || !h.game.Ended.IsZero()) && now.Sub(h.read) < recheck
}

// Lineup is what all channels show at one moment. It is not changed any more.
type Lineup struct {
	At       time.Time
	Channels []Channel // in the order in which the page has the variants
}

// Channel returns the channel of a name, or nil.
func (l *Lineup) Channel(name string) *Channel {
	for i := range l.Channels {
		if l.Channels[i].Name == name {
			return &l.Channels[i]
		}
	}
	return nil
}

// Games is what channels need of the game manager.
type Games interface {
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	Snapshot(ctx context.Context, id livegame.ID) (manager.Snapshot, error)
	WatchLobby(changed func()) (stop func())
	Now() time.Time
}

// Archive finds finished games.
type Archive interface {
	Search(ctx context.Context, q archive.Query) ([]archive.Game, error)
}

// Options are what a Service needs.
type Options struct {
	DB       *db.DB
	Games    Games
	Archive  Archive // nil: channels without a live game show what they have shown
	Variants []game.Game
	Log      *slog.Logger // nil: none
}

// Service knows what the channels show. It is safe for concurrent use.
type Service struct {
	o       Options
	names   []string
	lineup  atomic.Pointer[Lineup]
	loading singleflight.Group
	waiting atomic.Int64 // clients in Wait

	mu      sync.Mutex
	changed chan struct{} // closed with each new lineup
}

// New returns a service. Wait needs Jobs.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{o: o, changed: make(chan struct{})}
	for _, g := range o.Variants {
		if name := archive.Family(g.Name()); !slices.Contains(s.names, name) {
			s.names = append(s.names, name)
		}
	}
	return s
}

// Names returns the names of the channels.
func (s *Service) Names() []string { return s.names }

// Now returns what the channels show. The result may be a second old.
func (s *Service) Now(ctx context.Context) (*Lineup, error) {
	if l := s.lineup.Load(); l != nil && s.o.Games.Now().Sub(l.At) < interval {
		return l, nil
	}
	result := s.loading.DoChan("", func() (any, error) { return s.refresh(auth.Detached(ctx)) })
	select {
	case r := <-result:
		l, _ := r.Val.(*Lineup)
		return l, r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Wait returns what the channels show once it is news, or after 25 s, or when the context is done.
func (s *Service) Wait(ctx context.Context, news func(*Lineup) bool) (*Lineup, error) {
	s.waiting.Add(1)
	defer s.waiting.Add(-1)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		l, err := s.Now(context.WithoutCancel(ctx))
		if err != nil || news(l) {
			return l, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return l, nil
		}
	}
}

// Jobs registers what looks at the games while clients wait for changes.
func (s *Service) Jobs(r *job.Runner) {
	look := r.Every("channels", tick, job.EachNode, func(ctx context.Context) error {
		if s.waiting.Load() == 0 {
			return nil
		}
		_, err := s.Now(ctx)
		return err
	})
	r.Subscribe("changes of channels", func() (func(), error) { return s.o.Games.WatchLobby(look), nil })
}

// refresh chooses the games now.
func (s *Service) refresh(ctx context.Context) (*Lineup, error) {
	now := s.o.Games.Now()
	rows, err := s.stored(ctx)
	if err != nil {
		return nil, err
	}
	live, err := s.o.Games.List(ctx,
		livegame.Query{Status: livegame.Live, PublicOnly: true, UpdatedSince: now.Add(-Fresh), Limit: maxLive})
	if err != nil {
		return nil, err
	}
	games := map[string][]livegame.Summary{}
	for _, g := range live {
		name := archive.Family(g.Variant)
		games[name] = append(games[name], g)
	}
	l := &Lineup{At: now}
	for _, name := range s.names {
		was := Shown{Channel: name}
		if i := slices.IndexFunc(rows, func(r Shown) bool { return r.Channel == name }); i >= 0 {
			was = rows[i]
		}
		c, err := s.channel(ctx, was, games[name], now)
		if err != nil {
			return nil, err
		}
		l.Channels = append(l.Channels, c)
	}
	s.lineup.Store(l)
	s.mu.Lock()
	close(s.changed)
	s.changed = make(chan struct{})
	s.mu.Unlock()
	return l, nil
}

// channel chooses the game of a channel.
func (s *Service) channel(ctx context.Context, was Shown, live []livegame.Summary, now time.Time) (Channel, error) {
	before := &Channel{}
	if l := s.lineup.Load(); l != nil {
		before = l.Channel(was.Channel)
	}
	h, err := s.hold(ctx, was.Game, before.held, live, now)
	if err != nil {
		return Channel{}, err
	}
	if next := Choose(was, h.game, live, now); next != was.Game {
		done, err := s.store(ctx, was.Game, Shown{was.Channel, next, now})
		if err == nil && done { // else another node was faster, and the next look shows what it has chosen
			h, err = s.hold(ctx, next, before.held, live, now)
		}
		if err != nil {
			return Channel{}, err
		}
	}
	c := Channel{Name: was.Channel, State: None, held: h}
	switch g := h.game; {
	case g == nil:
	case g.Ended.IsZero():
		c.State, c.Game = Live, g.Summary
		return c, nil
	case now.Sub(g.Ended) < Linger:
		c.State, c.Game, c.Ended = Ended, g.Summary, g.Ended
		return c, nil
	}
	return c, s.past(ctx, &c, before, now)
}

// hold reads the game of an ID, unless what is known of it still holds.
func (s *Service) hold(
	ctx context.Context, id livegame.ID, before held, live []livegame.Summary, now time.Time,
) (held, error) {
	if id == "" {
		return held{}, nil
	}
	for i := range live {
		if live[i].ID == id {
			return held{id, &Current{Summary: live[i]}, now}, nil
		}
	}
	if before.settled(id, now) {
		return before, nil
	}
	snap, err := s.o.Games.Snapshot(ctx, id)
	switch {
	case errors.Is(err, livegame.ErrNotFound):
		return held{id, nil, now}, nil
	case err != nil:
		return held{}, err
	}
	return held{id, &Current{snap.Summary, endOf(snap)}, now}, nil
}

// endOf returns when a game ended; zero: it has not.
func endOf(snap manager.Snapshot) time.Time {
	if snap.Status != livegame.Finished {
		return time.Time{}
	}
	for _, e := range slices.Backward(snap.Events) {
		if e.Ends() {
			return e.At
		}
	}
	return snap.Summary.Updated
}

// past completes a channel without a live game: with the game that it has shown last, or the last in the archive
// that is worth seeing.
func (s *Service) past(ctx context.Context, c, before *Channel, now time.Time) error {
	if before.held.id == c.held.id && (before.State == Past || before.State == None) && now.Sub(before.looked) < recheck {
		c.State, c.Game, c.Ended, c.looked = before.State, before.Game, before.Ended, before.looked
		return nil
	}
	c.looked = now
	if g := c.held.game; g != nil && g.Result != game.Ongoing && g.Ply >= minPlies {
		c.State, c.Game, c.Ended = Past, g.Summary, g.Ended
	}
	if s.o.Archive == nil {
		return nil
	}
	found, err := s.o.Archive.Search(ctx, archive.Query{Family: c.Name, Limit: maxFinished})
	if err != nil {
		return err
	}
	if last := Last(found); last != nil && (c.State == None || last.Ended.After(c.Ended)) {
		c.State, c.Game, c.Ended = Past, last.Summary, last.Ended
	}
	return nil
}
