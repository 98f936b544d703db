package notify

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	waiting    = 4096             // changes that wait for the database; more are left to the sweep
	batch      = 100              // changes that are stored at once
	sweepEvery = 30 * time.Second //
	overlap    = 2 * time.Minute  // how far back a sweep looks again: events may be stored late
	lateAfter  = 30 * time.Second // since when a pending notification should have been queued
	maxSwept   = 500              // games or challenges of one sweep
	forgetTime = time.Hour        // between deletions
	quiet      = time.Hour        // without an event before Soon
	firstLook  = 24 * time.Hour   // how far back the first sweep of a node looks
)

// none stands in notices for a game, where there is none or it is about all.
const none livegame.ID = "_none"

// Games is what the service needs of the game manager.
type Games interface {
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	NotifyPlayers(about livegame.ID, guests ...string)
	Now() time.Time
}

// Missed returns notifications since a time, at most limit, which may be there already.
type Missed func(ctx context.Context, since time.Time, limit int) ([]Notification, error)

// Options are what a Service needs.
type Options struct {
	DB      *db.DB
	Queue   Queue                 // nil: nothing is pushed
	Pusher  *Pusher               // nil: likewise
	Metrics prometheus.Registerer // nil: none
	Log     *slog.Logger          // nil: none
}

// Service notifies players. It is safe for concurrent use.
type Service struct {
	o       Options
	games   atomic.Pointer[Games] // set by Use
	changes chan []Notification
	dropped prometheus.Counter
	reads   chan readMark
	missed  []Missed  // set by Use, before the sweep begins
	swept   time.Time // until when the sweep has looked
	forgot  time.Time
}

type readMark struct {
	player string
	game   livegame.ID
	// rematch, with no game, is the name of the other player, with whom the player plays again.
	rematch string
}

// New returns a service, which takes changes at once and needs Use and Jobs to store them.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{
		o: o, changes: make(chan []Notification, waiting), reads: make(chan readMark, waiting),
		dropped: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "wane_notifications_late_total", Help: "Notifications that a sweep has to find, because too many waited.",
		}),
	}
	if o.Metrics != nil {
		o.Metrics.MustRegister(s.dropped)
	}
	return s
}

// Game takes a change of a game. It never waits.
func (s *Service) Game(g livegame.Summary, e livegame.Event, here [2]bool) {
	if me, other := g.Seats[e.Color], g.Seats[e.Color.Other()]; e.Kind == livegame.Move && g.Ply <= 2 &&
		me.Guest != "" && other.Guest != "" { // they play again: what was offered after an earlier game is over
		s.mark(readMark{player: me.Guest, rematch: other.Name})
	}
	switch e.Kind {
	case livegame.Join, livegame.RematchOffer, livegame.Rematch:
	default:
		if !g.TimeControl.Correspondence() {
			return
		}
	}
	if p := g.Seats[e.Color]; e.Kind == livegame.Move && p.Guest != "" { // what was to be done is done
		s.Read(p.Guest, g.ID)
	}
	s.Take(ofGame(g, &e, here)...)
}

// Answered takes a move of a game whose answer the server has played at once, from a conditional
// line. It marks what the mover was notified of as read, and notifies no other: the opponent has moved
// already. It never waits.
func (s *Service) Answered(g livegame.Summary, e livegame.Event) {
	if p := g.Seats[e.Color]; p.Guest != "" {
		s.Read(p.Guest, g.ID)
	}
}

// Read marks what a player knows now, of a game or a challenge, as read. It never waits.
func (s *Service) Read(player string, game livegame.ID) {
	s.mark(readMark{player: player, game: game})
}

func (s *Service) mark(r readMark) {
	select {
	case s.reads <- r:
	default:
	}
}

// marked does what was to be marked as read.
func (s *Service) marked(ctx context.Context, r readMark) (err error) {
	if r.game != "" {
		_, err = s.MarkRead(ctx, r.player, r.game, "")
		return err
	}
	changed, err := s.readRematch(ctx, r.player, r.rematch)
	if games := s.games.Load(); changed && games != nil {
		(*games).NotifyPlayers(none, r.player)
	}
	return err
}

// Follower notes that an account with a name follows a player. It never waits.
func (s *Service) Follower(account, name, player string, at time.Time) {
	s.Take(Notification{Player: player, ID: FollowerID(account), Kind: Followed, Name: name, At: at})
}

// Take takes notifications. It never waits: of what is too much, a sweep finds what games, tournaments and others
// know.
func (s *Service) Take(list ...Notification) {
	if len(list) == 0 {
		return
	}
	select {
	case s.changes <- list:
	default:
		s.dropped.Add(float64(len(list)))
	}
}

// Use names the games, and what others than games say to players, for which the sweep asks them. It must be called
// before the jobs begin.
func (s *Service) Use(games Games, missed ...Missed) {
	s.games.Store(&games)
	s.missed = missed
}

// Jobs registers what stores, queues and pushes.
func (s *Service) Jobs(r *job.Runner) {
	if s.o.Pusher != nil && s.o.Queue != nil {
		r.Always("pushes", func(ctx context.Context) error { return s.o.Queue.Consume(ctx, pushers, s.push) })
	}
	r.Always("new notifications", s.store)
	r.Every("notifications", sweepEvery, job.OneNode, s.Sweep)
}

// store stores what the game manager says.
func (s *Service) store(ctx context.Context) error {
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case r := <-s.reads:
			err = job.Safely(func() error { return s.marked(ctx, r) })
		case list := <-s.changes:
			for more := true; more && len(list) < batch; {
				select {
				case next := <-s.changes:
					list = append(list, next...)
				default:
					more = false
				}
			}
			err = job.Safely(func() error { return s.Add(ctx, list) })
		}
		if err != nil && ctx.Err() == nil {
			s.o.Log.Error("cannot store notifications", "error", err)
		}
	}
}

// Add stores notifications, and says so to players that are here and to the queue. A part that fails does not keep
// the others from being stored.
func (s *Service) Add(ctx context.Context, list []Notification) (err error) {
	for part := range slices.Chunk(list, batch) {
		err = errors.Join(err, s.add(ctx, part))
	}
	return err
}

func (s *Service) add(ctx context.Context, list []Notification) error {
	added, err := s.put(ctx, list)
	for _, n := range added {
		if n.State != Unread {
			continue
		}
		(*s.games.Load()).NotifyPlayers(cmp.Or(n.Game, none), n.Player)
		if s.o.Queue == nil {
			continue
		}
		if subs, failed := s.subscriptions(ctx, n.Player); failed != nil || len(subs) == 0 {
			err = errors.Join(err, failed)
			continue
		}
		err = errors.Join(err, s.o.Queue.Put(ctx, Job{n.Player, n.ID}))
	}
	return err
}

// Sweep stores and queues what was missed.
func (s *Service) Sweep(ctx context.Context) error {
	now := (*s.games.Load()).Now()
	since := s.swept.Add(-overlap)
	if s.swept.IsZero() { // no node may have run
		since = now.Add(-firstLook)
	}
	changed := livegame.Query{UpdatedSince: since, UpdatedBefore: now.Add(-overlap / 4)}
	err := s.each(ctx, changed, func(g livegame.Summary) []Notification { return ofGame(g, nil, [2]bool{}) })
	// Games with a clock, of which there may be many, have changed since.
	err = errors.Join(err, s.each(ctx, livegame.Query{
		Status: livegame.Live, DueBefore: now.Add(SoonBefore), UpdatedBefore: now.Add(-quiet),
	}, func(g livegame.Summary) []Notification {
		if n, ok := soon(g); ok {
			return []Notification{n}
		}
		return nil
	}))
	for _, missed := range s.missed {
		list, failed := missed(ctx, since, maxSwept)
		err = errors.Join(err, failed, s.Add(ctx, list))
	}
	if err == nil {
		s.swept = now
	}
	return errors.Join(err, s.requeue(ctx, now), s.forgetOld(ctx, now))
}

// each adds the notifications of every game that a query selects, page after page.
func (s *Service) each(ctx context.Context, q livegame.Query, of func(livegame.Summary) []Notification) error {
	q.Limit = maxSwept
	type page struct {
		last livegame.Place
		list []Notification
	}
	return job.Rows(ctx, 1, func(ctx context.Context, after *page) ([]page, error) {
		if after != nil {
			q.After = after.last
		}
		games, err := (*s.games.Load()).List(ctx, q)
		if err != nil || len(games) == 0 {
			return nil, err
		}
		p := page{last: q.Place(&games[len(games)-1])}
		for _, g := range games {
			p.list = append(p.list, of(g)...)
		}
		return []page{p}, nil
	}, func(ctx context.Context, p page) error { return s.Add(ctx, p.list) })
}

// requeue queues what a node stored and did not queue.
func (s *Service) requeue(ctx context.Context, now time.Time) error {
	if s.o.Queue == nil {
		return nil
	}
	list, err := s.pending(ctx, now.Add(-lateAfter), maxSwept)
	for _, n := range list {
		if now.Sub(n.At) > maxLate {
			err = errors.Join(err, s.settle(ctx, n.Player, n.ID))
			continue
		}
		err = errors.Join(err, s.o.Queue.Put(ctx, Job{n.Player, n.ID}))
	}
	return err
}

func (s *Service) forgetOld(ctx context.Context, now time.Time) error {
	if now.Sub(s.forgot) < forgetTime {
		return nil
	}
	s.forgot = now
	return s.forget(ctx, now.Add(-Keep))
}

// List returns the last notifications of a player, the latest first.
func (s *Service) List(ctx context.Context, player string, limit int) ([]Notification, error) {
	return last(ctx, s.o.DB, player, limit)
}

// MarkRead marks those of a player as read: of a game and with an ID, where an empty one stands for all.
func (s *Service) MarkRead(ctx context.Context, player string, game livegame.ID, id string) (changed bool, err error) {
	changed, err = s.read(ctx, player, game, id)
	if games := s.games.Load(); changed && games != nil {
		(*games).NotifyPlayers(cmp.Or(game, none), player) // for other pages of the player
	}
	return changed, err
}

// PushKey returns the public key with which browsers subscribe; "" if nothing is pushed.
func (s *Service) PushKey() string {
	if s.o.Pusher == nil {
		return ""
	}
	return s.o.Pusher.PublicKey()
}

// Subscribe adds a browser of a player.
func (s *Service) Subscribe(ctx context.Context, sub Subscription) error {
	if s.o.Pusher == nil {
		return errNoPush
	}
	if err := sub.Check(); err != nil {
		return err
	}
	return s.subscribe(ctx, sub)
}
