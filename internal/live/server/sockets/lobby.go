package sockets

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/protocol"
)

// How many games the lobby shows, and how often it is refreshed.
const (
	lobbySeeks    = 50
	lobbyShown    = 12
	lobbyMine     = 30
	lobbyInterval = 500 * time.Millisecond
	lobbyChanges  = 500 // if more games changed, the own games of all viewers are loaded again
)

// lobby shows the home page's games to sockets. It loads the public games once for
// all viewers.
type lobby struct {
	s    *Sockets
	wake chan struct{}

	shown time.Time // the viewers have seen all changes up to then; only refresh uses it

	mu      sync.Mutex
	viewers map[*socket][]livegame.Summary // with each viewer's own games

	loading singleflight.Group // of public, by requests
	public  atomic.Pointer[publicGames]
}

// publicGames are the games that all viewers see.
type publicGames struct {
	seeks, live, finished []livegame.Summary
	guests                map[string]bool // who plays them
	at                    time.Time
	message               []byte // for guests without games
}

func newLobby(s *Sockets) *lobby {
	return &lobby{s: s, wake: make(chan struct{}, 1), viewers: map[*socket][]livegame.Summary{}}
}

// changed requests a refresh. It does not block.
func (l *lobby) changed() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// run refreshes the lobby after changes, until the context is done.
func (l *lobby) run(ctx context.Context) {
	stop := l.s.games.WatchLobby(l.changed)
	defer stop()
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-pause.C:
		}
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
		}
		begun := time.Now()
		if err := l.refresh(ctx); err != nil && ctx.Err() == nil {
			l.s.guard.Problems.Fault(ctx, err)
		}
		l.s.refresh.Observe(time.Since(begun).Seconds())
		// A lobby that takes long is refreshed less often.
		pause.Reset(max(lobbyInterval, 10*time.Since(begun)))
	}
}

// recent returns public games that were loaded within the last lobbyInterval. Requests at
// the same time share one load, which does not end with one of them.
func (l *lobby) recent(ctx context.Context) (*publicGames, error) {
	if c := l.public.Load(); c != nil && l.s.games.Now().Sub(c.at) < lobbyInterval {
		return c, nil
	}
	loaded := l.loading.DoChan("", func() (c any, err error) {
		defer l.s.caught(ctx, "the lobby", func() { err = errPanicked })
		return l.load(account.Detached(ctx))
	})
	select {
	case r := <-loaded:
		c, _ := r.Val.(*publicGames)
		return c, r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

var errPanicked = errors.New("loading the lobby panicked")

// load loads the public games.
func (l *lobby) load(ctx context.Context) (*publicGames, error) {
	now := l.s.games.Now()
	c := &publicGames{at: now, guests: map[string]bool{}}
	for _, part := range []struct {
		list *[]livegame.Summary
		q    livegame.Query
	}{
		{&c.seeks, livegame.Query{Status: livegame.Waiting, PublicOnly: true, Limit: lobbySeeks}},
		{&c.live, livegame.Query{Status: livegame.Live, PublicOnly: true, Limit: lobbyShown}},
		{&c.finished, livegame.Query{Status: livegame.Finished, PublicOnly: true, Limit: 2 * lobbyShown}},
	} {
		games, err := l.s.games.List(ctx, part.q)
		if err != nil {
			return nil, err
		}
		*part.list = games
	}
	// Hide games that were never played.
	c.finished = slices.DeleteFunc(c.finished, func(s livegame.Summary) bool { return s.Ply < 2 })
	if last := l.public.Load(); last != nil { // they may be all that was just finished
		known := func(s livegame.Summary) bool {
			return slices.ContainsFunc(c.finished, func(o livegame.Summary) bool { return o.ID == s.ID })
		}
		for _, s := range last.finished {
			if len(c.finished) < lobbyShown && !known(s) {
				c.finished = append(c.finished, s)
			}
		}
	}
	c.finished = c.finished[:min(len(c.finished), lobbyShown)]
	for _, list := range [][]livegame.Summary{c.seeks, c.live, c.finished} {
		for i := range list {
			c.guests[list[i].Creator] = true
			c.guests[list[i].Seats[0].Guest] = true
			c.guests[list[i].Seats[1].Guest] = true
		}
	}
	c.message = encode(&protocol.ServerMessage{T: "lobby", Lobby: l.view(c, nil, "")})
	l.public.Store(c)
	return c, nil
}

// view returns the lobby as a guest sees it.
func (l *lobby) view(c *publicGames, mine []livegame.Summary, viewer string) *protocol.Lobby {
	_, players := l.s.hub.sizes()
	v := l.s.views
	return &protocol.Lobby{
		Seeks: v.Games(c.seeks, viewer), Live: v.Games(c.live, viewer), Finished: v.Games(c.finished, viewer),
		Mine: v.Games(mine, viewer), Players: players,
	}
}

// mine returns the unfinished games of a guest.
func (l *lobby) mine(ctx context.Context, guest string) ([]livegame.Summary, error) {
	var all []livegame.Summary
	for _, status := range []livegame.Status{livegame.Live, livegame.Waiting} {
		games, err := l.s.games.List(ctx, livegame.Query{Guest: guest, Status: status, Limit: lobbyMine})
		if err != nil {
			return nil, err
		}
		all = append(all, games...)
	}
	slices.SortStableFunc(all, func(a, b livegame.Summary) int { return b.Updated.Compare(a.Updated) })
	return all, nil
}

// of returns the lobby for one request.
func (l *lobby) of(ctx context.Context, guest string) (*protocol.Lobby, error) {
	c, err := l.recent(ctx)
	if err != nil {
		return nil, err
	}
	mine, err := l.mine(ctx, guest)
	if err != nil {
		return nil, err
	}
	return l.view(c, mine, guest), nil
}

// join adds a viewer.
func (l *lobby) join(ctx context.Context, k *socket) {
	c, err := l.recent(ctx)
	var mine []livegame.Summary
	if err == nil {
		mine, err = l.mine(ctx, k.guest)
	}
	if err != nil {
		_, fault := l.s.guard.Problems.Fault(ctx, err)
		k.report(fault.Code, fault.Text)
		return
	}
	l.mu.Lock()
	l.viewers[k] = mine
	l.mu.Unlock()
	l.show(k, c, mine)
}

// leave removes a viewer.
func (l *lobby) leave(k *socket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.viewers, k)
}

func (l *lobby) show(k *socket, c *publicGames, mine []livegame.Summary) {
	if len(mine) == 0 && !c.guests[k.guest] {
		k.send(c.message)
		return
	}
	k.send(encode(&protocol.ServerMessage{T: "lobby", Lobby: l.view(c, mine, k.guest)}))
}

// refresh sends the lobby to all viewers.
func (l *lobby) refresh(ctx context.Context) error {
	defer l.s.caught(ctx, "the lobby", func() {})
	l.mu.Lock()
	viewers := make([]*socket, 0, len(l.viewers))
	for k := range l.viewers {
		viewers = append(viewers, k)
	}
	l.mu.Unlock()
	if len(viewers) == 0 {
		return nil
	}
	c, err := l.load(ctx)
	if err != nil {
		return err
	}
	concerned, err := l.concerned(ctx, l.shown)
	if err != nil {
		return err
	}
	for _, k := range viewers {
		l.mu.Lock()
		mine, here := l.viewers[k]
		l.mu.Unlock()
		if !here {
			continue
		}
		if concerned == nil || concerned[k.guest] {
			if mine, err = l.mine(ctx, k.guest); err != nil {
				return err
			}
			l.mu.Lock()
			if _, here := l.viewers[k]; here {
				l.viewers[k] = mine
			}
			l.mu.Unlock()
		}
		l.show(k, c, mine)
	}
	l.shown = c.at
	return nil
}

// concerned returns the guests whose games have changed since a time; nil means
// that it may be any guest.
func (l *lobby) concerned(ctx context.Context, since time.Time) (map[string]bool, error) {
	if since.IsZero() {
		return nil, nil
	}
	// Nodes' clocks differ a little, and events are stored after their time.
	changed, err := l.s.games.List(ctx, livegame.Query{UpdatedSince: since.Add(-3 * time.Second), Limit: lobbyChanges})
	if err != nil || len(changed) >= lobbyChanges {
		return nil, err
	}
	guests := map[string]bool{}
	for i := range changed {
		guests[changed[i].Creator] = true
		guests[changed[i].Seats[0].Guest] = true
		guests[changed[i].Seats[1].Guest] = true
	}
	return guests, nil
}
