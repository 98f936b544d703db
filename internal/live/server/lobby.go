package server

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/protocol"
)

// How many games the lobby shows, and how often it is looked at anew.
const (
	lobbySeeks    = 50
	lobbyShown    = 12
	lobbyMine     = 30
	lobbyInterval = 500 * time.Millisecond
	lobbyChanges  = 500 // changed games beyond which everybody's own are looked up again
)

// lobby tells those who look at the home page what there is. What all see is
// found out once for all.
type lobby struct {
	s    *Server
	wake chan struct{}

	told time.Time // up to when the viewers have been told what changed; only refresh uses it

	mu      sync.Mutex
	viewers map[*socket][]livegame.Summary // with each viewer's own games

	board  sync.Mutex // held while the store is asked
	common *lobbyCommon
}

// lobbyCommon is what all see.
type lobbyCommon struct {
	seeks, live, finished []livegame.Summary
	known                 map[string]bool // guests who occur in it
	at                    time.Time
	strangers             []byte // the message for whom nothing of it concerns
}

func newLobby(s *Server) *lobby {
	return &lobby{s: s, wake: make(chan struct{}, 1), viewers: map[*socket][]livegame.Summary{}}
}

// changed says that there is news. It does not wait.
func (l *lobby) changed() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// run tells the viewers what changed, until the context is done.
func (l *lobby) run(ctx context.Context) {
	stop := l.s.o.Host.WatchLobby(l.changed)
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
			l.s.fault(ctx, err)
		}
		// Where there is much to tell, there is less often something to tell.
		pause.Reset(max(lobbyInterval, 10*time.Since(begun)))
	}
}

// look returns what all see, no older than that.
func (l *lobby) look(ctx context.Context, age time.Duration) (*lobbyCommon, error) {
	l.board.Lock()
	defer l.board.Unlock()
	now := l.s.now()
	if c := l.common; c != nil && now.Sub(c.at) < age {
		return c, nil
	}
	c := &lobbyCommon{at: now, known: map[string]bool{}}
	for _, part := range []struct {
		list *[]livegame.Summary
		q    livegame.Query
	}{
		{&c.seeks, livegame.Query{Status: livegame.Waiting, PublicOnly: true, Limit: lobbySeeks}},
		{&c.live, livegame.Query{Status: livegame.Live, PublicOnly: true, Limit: lobbyShown}},
		{&c.finished, livegame.Query{Status: livegame.Finished, PublicOnly: true, Limit: 2 * lobbyShown}},
	} {
		games, err := l.s.o.Host.List(ctx, part.q)
		if err != nil {
			return nil, err
		}
		*part.list = games
	}
	// Games that were never played are nothing to look at.
	c.finished = slices.DeleteFunc(c.finished, func(s livegame.Summary) bool { return s.Ply < 2 })
	c.finished = c.finished[:min(len(c.finished), lobbyShown)]
	for _, list := range [][]livegame.Summary{c.seeks, c.live, c.finished} {
		for i := range list {
			c.known[list[i].Creator] = true
			c.known[list[i].Seats[0].Guest] = true
			c.known[list[i].Seats[1].Guest] = true
		}
	}
	c.strangers = encode(&protocol.ServerMessage{T: "lobby", Lobby: l.view(c, nil, "")})
	l.common = c
	return c, nil
}

// view is the lobby for a guest.
func (l *lobby) view(c *lobbyCommon, mine []livegame.Summary, viewer string) *protocol.Lobby {
	_, players := l.s.hub.sizes()
	v := l.s.views
	return &protocol.Lobby{
		Seeks: v.games(c.seeks, viewer), Live: v.games(c.live, viewer), Finished: v.games(c.finished, viewer),
		Mine: v.games(mine, viewer), Players: players,
	}
}

// mine returns the games of a guest that are not over.
func (l *lobby) mine(ctx context.Context, guest string) ([]livegame.Summary, error) {
	var all []livegame.Summary
	for _, status := range []livegame.Status{livegame.Live, livegame.Waiting} {
		games, err := l.s.o.Host.List(ctx, livegame.Query{Guest: guest, Status: status, Limit: lobbyMine})
		if err != nil {
			return nil, err
		}
		all = append(all, games...)
	}
	slices.SortStableFunc(all, func(a, b livegame.Summary) int { return b.Updated.Compare(a.Updated) })
	return all, nil
}

// of is the lobby for one request.
func (l *lobby) of(ctx context.Context, guest string) (*protocol.Lobby, error) {
	c, err := l.look(ctx, lobbyInterval)
	if err != nil {
		return nil, err
	}
	mine, err := l.mine(ctx, guest)
	if err != nil {
		return nil, err
	}
	return l.view(c, mine, guest), nil
}

// join shows the lobby to a socket from now on.
func (l *lobby) join(ctx context.Context, k *socket) {
	c, err := l.look(ctx, lobbyInterval)
	var mine []livegame.Summary
	if err == nil {
		mine, err = l.mine(ctx, k.guest)
	}
	if err != nil {
		_, fault := l.s.fault(ctx, err)
		k.tell(fault.Code, fault.Text)
		return
	}
	l.mu.Lock()
	l.viewers[k] = mine
	l.mu.Unlock()
	l.show(k, c, mine)
}

// leave undoes join.
func (l *lobby) leave(k *socket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.viewers, k)
}

func (l *lobby) show(k *socket, c *lobbyCommon, mine []livegame.Summary) {
	if len(mine) == 0 && !c.known[k.guest] {
		k.send(c.strangers)
		return
	}
	k.send(encode(&protocol.ServerMessage{T: "lobby", Lobby: l.view(c, mine, k.guest)}))
}

// refresh shows all viewers what there is now.
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
	c, err := l.look(ctx, 0)
	if err != nil {
		return err
	}
	concerned, err := l.concerned(ctx, l.told)
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
	l.told = c.at
	return nil
}

// concerned returns the guests whose games have changed since; nil means that it
// may be anybody.
func (l *lobby) concerned(ctx context.Context, since time.Time) (map[string]bool, error) {
	if since.IsZero() {
		return nil, nil
	}
	// Nodes' clocks may differ a little, and events are written after their time.
	changed, err := l.s.o.Host.List(ctx, livegame.Query{UpdatedSince: since.Add(-3 * time.Second), Limit: lobbyChanges})
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
