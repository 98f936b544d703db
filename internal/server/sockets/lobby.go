package sockets

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// How many games the lobby shows, and how often it is refreshed.
const (
	lobbySeeks    = 50
	lobbyShown    = 12
	lobbyMine     = 30 // of each status
	lobbyInterval = 500 * time.Millisecond
	countInterval = 5 * time.Second // of the number of open games, while no socket shows the lobby
	mostTries     = 4               // to load the games of a viewer while they change
)

// lobby shows the home page's games to sockets. The message with the public games is the same for all viewers; it
// is loaded and encoded once. The message with a viewer's own games is sent when one of them changes: the manager says
// which games have, so a refresh asks the store for the public games, and once for games that other nodes have changed.
type lobby struct {
	s    *Sockets
	wake chan struct{}
	take func(most int) map[livegame.ID]*livegame.Summary // see manager.WatchGames; only refresh uses it
	left map[livegame.ID]*livegame.Summary                // changes that a refresh could not look up

	mu      sync.Mutex
	viewers map[*socket]*viewer
	owners  map[string]*owner // the guests of viewers

	loading singleflight.Group // of public, by requests
	public  atomic.Pointer[publicGames]
	open    atomic.Pointer[openGames]
}

// viewer is a socket that shows the lobby.
type viewer struct {
	*owner
	shown []byte // the public games that it has got
}

// owner is a guest with viewers, or with one that joins.
type owner struct {
	guest   string
	games   map[livegame.ID]livegame.Summary // unfinished
	changes int                              // of games
	sockets []*socket
	joining int // sockets that will be viewers once the games are loaded
}

// publicGames are the games that all viewers see.
type publicGames struct {
	seeks, live, finished []livegame.Summary
	at                    time.Time
	message               []byte
}

func newLobby(s *Sockets) *lobby {
	return &lobby{s: s, wake: make(chan struct{}, 1), viewers: map[*socket]*viewer{}, owners: map[string]*owner{}}
}

// changed requests a refresh. It does not block.
func (l *lobby) changed() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// follow has the manager say which games change, until stop is called.
func (l *lobby) follow() (stop func()) {
	l.take, stop = l.s.games.WatchGames(l.changed)
	return stop
}

// run refreshes the lobby after changes, until the context is done.
func (l *lobby) run(ctx context.Context) {
	defer l.follow()()
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
		return l.load(auth.Detached(ctx))
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
	c := &publicGames{at: now}
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
	l.count(c.seeks, now)
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
	c.message = encode(&ServerMessage{T: "lobby", Lobby: l.view(c, "")})
	l.mu.Lock()
	defer l.mu.Unlock()
	last := l.public.Load()
	if last != nil && bytes.Equal(last.message, c.message) {
		c.message = last.message // viewers have it
	}
	if last == nil || !last.at.After(c.at) {
		l.public.Store(c)
	}
	return c, nil
}

// view returns the public games as a guest sees them; "": as all do.
func (l *lobby) view(c *publicGames, viewer string) *gameview.Lobby {
	_, players := l.s.hub.sizes()
	v := l.s.views
	return &gameview.Lobby{
		Seeks: v.Games(c.seeks, viewer), Live: v.Games(c.live, viewer), Finished: v.Games(c.finished, viewer),
		Players: players,
	}
}

// mine returns the unfinished games of a guest: more than are shown, since some of them end.
func (l *lobby) mine(ctx context.Context, guest string) (map[livegame.ID]livegame.Summary, error) {
	all := map[livegame.ID]livegame.Summary{}
	for _, status := range unfinished {
		games, err := l.s.games.List(ctx, livegame.Query{Guest: guest, Status: status, Limit: 2 * lobbyMine})
		if err != nil {
			return nil, err
		}
		for _, s := range games {
			all[s.ID] = s
		}
	}
	return all, nil
}

var unfinished = []livegame.Status{livegame.Live, livegame.Waiting}

// viewMine returns the games of a guest as the guest sees them: the last of each status, those that changed last first.
func (l *lobby) viewMine(games map[livegame.ID]livegame.Summary, guest string) []gameview.Game {
	order := func(a, b livegame.Summary) int {
		return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(b.ID, a.ID))
	}
	var shown []livegame.Summary
	for _, status := range unfinished {
		var list []livegame.Summary
		for _, s := range games {
			if s.Status == status {
				list = append(list, s)
			}
		}
		slices.SortFunc(list, order)
		shown = append(shown, list[:min(len(list), lobbyMine)]...)
	}
	slices.SortFunc(shown, order)
	return l.s.views.Games(shown, guest)
}

// of returns the lobby for one request.
func (l *lobby) of(ctx context.Context, guest string) (*gameview.MyLobby, error) {
	c, err := l.recent(ctx)
	if err != nil {
		return nil, err
	}
	mine, err := l.mine(ctx, guest)
	if err != nil {
		return nil, err
	}
	return &gameview.MyLobby{Lobby: *l.view(c, guest), Mine: l.viewMine(mine, guest)}, nil
}

// join adds a viewer. A second call sends all again.
func (l *lobby) join(ctx context.Context, k *socket) {
	o := l.enter(k.guest)
	defer l.exit(o)
	_, err := l.recent(ctx)
	for try, done := 1, false; err == nil && !done; try++ {
		done, err = l.admit(ctx, k, o, try == mostTries)
	}
	if err != nil {
		_, fault := l.s.guard.Problems.Fault(ctx, err)
		k.report(fault.Code, fault.Text)
	}
}

// enter returns the owner of a guest's games. From now on refreshes note their changes.
func (l *lobby) enter(guest string) *owner {
	l.mu.Lock()
	defer l.mu.Unlock()
	o := l.owners[guest]
	if o == nil {
		o = &owner{guest: guest, games: map[livegame.ID]livegame.Summary{}}
		l.owners[guest] = o
	}
	o.joining++
	return o
}

func (l *lobby) exit(o *owner) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o.joining--
	l.forget(o)
}

// forget removes an owner without viewers; mu is locked.
func (l *lobby) forget(o *owner) {
	if o.joining == 0 && len(o.sockets) == 0 {
		delete(l.owners, o.guest)
	}
}

// admit loads the games of a viewer and sends them. It is not done if some changed meanwhile, since the store may have
// answered before that, unless this is the last try.
func (l *lobby) admit(ctx context.Context, k *socket, o *owner, last bool) (done bool, err error) {
	l.mu.Lock()
	changes := o.changes
	l.mu.Unlock()
	games, err := l.mine(ctx, k.guest)
	if err != nil {
		return false, err
	}
	message := l.encodeMine(games, k.guest)
	l.mu.Lock()
	defer l.mu.Unlock()
	if o.changes != changes && !last {
		return false, nil
	}
	o.games = games
	v := l.viewers[k]
	if v == nil {
		v = &viewer{owner: o}
		l.viewers[k] = v
		o.sockets = append(o.sockets, k)
	}
	o.show(message)
	v.shown = l.public.Load().message
	k.send(v.shown)
	return true, nil
}

// leave removes a viewer.
func (l *lobby) leave(k *socket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	v := l.viewers[k]
	if v == nil {
		return
	}
	delete(l.viewers, k)
	v.sockets = slices.DeleteFunc(v.sockets, func(o *socket) bool { return o == k })
	l.forget(v.owner)
}

// encodeMine returns the message with a guest's games. It may ask for names of tournaments, so mu must not be locked.
func (l *lobby) encodeMine(games map[livegame.ID]livegame.Summary, guest string) []byte {
	return encode(&ServerMessage{T: "mine", Mine: l.viewMine(games, guest)})
}

// show sends all viewers of a guest a message; mu is locked.
func (o *owner) show(message []byte) {
	for _, k := range o.sockets {
		k.send(message)
	}
}

// refresh sends the public games to all viewers, and their own games to those who have games that changed.
func (l *lobby) refresh(ctx context.Context) error {
	defer l.s.caught(ctx, "the lobby", func() {})
	l.mu.Lock()
	watched := len(l.owners) > 0
	if !watched {
		l.take(math.MaxInt) // who comes loads the games
	}
	l.mu.Unlock()
	if !watched {
		return l.recount(ctx)
	}
	if _, err := l.load(ctx); err != nil {
		l.changed() // it is tried again
		return err
	}
	changed := l.left
	if l.left = nil; changed == nil {
		changed = l.take(livegame.MaxQueryIDs)
	}
	more, err := l.lookUp(ctx, changed)
	if more {
		l.changed()
	}
	messages := map[*owner][]byte{}
	for o, games := range l.apply(changed) {
		messages[o] = l.encodeMine(games, o.guest)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for o, message := range messages {
		o.show(message)
	}
	message := l.public.Load().message
	for k, v := range l.viewers {
		if &v.shown[0] != &message[0] {
			v.shown = message
			k.send(message)
		}
	}
	return err
}

// openGames says whose games are open: the creator of each, at a time.
type openGames struct {
	creators []string
	at       time.Time
}

// count notes which games are open, for pings.
func (l *lobby) count(seeks []livegame.Summary, at time.Time) {
	o := &openGames{creators: make([]string, len(seeks)), at: at}
	for i := range seeks {
		o.creators[i] = seeks[i].Creator
	}
	l.open.Store(o)
}

// recount counts the open games if that has not been done for a while, and there is a socket to ping.
func (l *lobby) recount(ctx context.Context) error {
	if sockets, _ := l.s.hub.sizes(); sockets == 0 {
		return nil
	}
	if !l.stale() {
		l.changed() // later
		return nil
	}
	now := l.s.games.Now()
	seeks, err := l.s.games.List(ctx, livegame.Query{Status: livegame.Waiting, PublicOnly: true, Limit: lobbySeeks})
	if err != nil {
		l.changed() // it is tried again
		return err
	}
	l.count(seeks, now)
	return nil
}

// stale reports whether the open games were not counted for a while.
func (l *lobby) stale() bool {
	o := l.open.Load()
	return o == nil || l.s.games.Now().Sub(o.at) >= countInterval
}

// waiting returns how many games of others wait for an opponent of a guest.
func (l *lobby) waiting(guest string) int {
	n := 0
	if o := l.open.Load(); o != nil {
		for _, creator := range o.creators {
			if creator != guest {
				n++
			}
		}
	}
	return n
}

// lookUp reads the games that other nodes may have changed. Those that the store does not have stay nil. It reports
// whether there may be more. After an error they are left for the next refresh.
func (l *lobby) lookUp(ctx context.Context, changed map[livegame.ID]*livegame.Summary) (more bool, err error) {
	var ids []livegame.ID
	for id, s := range changed {
		if s == nil {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return false, nil
	}
	list, err := l.s.games.List(ctx, livegame.Query{IDs: ids, Limit: len(ids)})
	if err != nil {
		l.left = map[livegame.ID]*livegame.Summary{}
		for _, id := range ids {
			l.left[id] = nil
			delete(changed, id)
		}
		return true, err
	}
	for i := range list {
		changed[list[i].ID] = &list[i]
	}
	return len(ids) == livegame.MaxQueryIDs, nil
}

// apply notes what has become of games, and returns the guests whose games have changed, with all their games.
func (l *lobby) apply(changed map[livegame.ID]*livegame.Summary) map[*owner]map[livegame.ID]livegame.Summary {
	l.mu.Lock()
	defer l.mu.Unlock()
	concerned := map[*owner]map[livegame.ID]livegame.Summary{}
	for id, s := range changed {
		if s == nil { // deleted, which is rare: all are asked
			for _, o := range l.owners {
				if o.note(id, nil) {
					concerned[o] = nil
				}
			}
			continue
		}
		for _, guest := range []string{s.Creator, s.Seats[0].Guest, s.Seats[1].Guest} {
			if o := l.owners[guest]; o != nil && o.note(id, s) {
				concerned[o] = nil
			}
		}
	}
	for o := range concerned {
		concerned[o] = maps.Clone(o.games)
	}
	return concerned
}

// note notes what has become of a game; nil: it is gone. It reports whether that is new.
func (o *owner) note(id livegame.ID, s *livegame.Summary) bool {
	last, had := o.games[id]
	switch {
	case s == nil || s.Status == livegame.Finished:
		if !had && (o.joining == 0 || s == nil) {
			return false
		}
		delete(o.games, id)
	case had && last.Seq == s.Seq && last.Updated.Equal(s.Updated):
		return false
	default:
		o.games[id] = *s
	}
	o.changes++
	return true
}
