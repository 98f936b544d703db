package chat

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// feed is the chat of a game that is watched on this node.
type feed struct {
	users int // under the service's lock

	turn   *semaphore.Weighted    // of 1: its holder uses rooms and loaded, also while the database answers
	rooms  map[RoomName][]Message // the recent messages
	loaded bool

	mu       sync.Mutex
	watchers []*watcher
}

// watcher gets the messages of a game.
type watcher struct {
	guest   string
	deliver func(room RoomName, after int, list []Message)
}

// Watch calls deliver with the recent messages of the rooms that a person may read, and then with
// those that follow, until stop is called: list has the messages after a number, 0 stands for
// all. Calls do not overlap; deliver must not wait. Whether the person may read a room is asked
// for each call.
func (s *Service) Watch(
	ctx context.Context, game livegame.ID, guest string, deliver func(room RoomName, after int, list []Message),
) (stop func(), err error) {
	w := &watcher{guest, deliver}
	s.mu.Lock()
	f := s.feeds[game]
	if f == nil {
		f = &feed{turn: semaphore.NewWeighted(1), rooms: map[RoomName][]Message{}}
		s.feeds[game] = f
	}
	f.users++
	s.mu.Unlock()
	stop = sync.OnceFunc(func() {
		f.mu.Lock()
		f.watchers = slices.DeleteFunc(f.watchers, func(other *watcher) bool { return other == w })
		f.mu.Unlock()
		s.mu.Lock()
		defer s.mu.Unlock()
		if f.users--; f.users == 0 {
			delete(s.feeds, game)
		}
	})
	t, err := s.find(ctx, game)
	if err == nil {
		err = s.join(ctx, f, game, w, t)
	}
	if err != nil {
		stop()
		return nil, err
	}
	return stop, nil
}

// join adds a watcher, who gets what was written before.
func (s *Service) join(ctx context.Context, f *feed, game livegame.ID, w *watcher, t talk) error {
	if err := f.turn.Acquire(ctx, 1); err != nil {
		return err
	}
	defer f.turn.Release(1)
	if !f.loaded {
		for _, room := range rooms {
			list, err := s.Said(ctx, game, room, 0, Recent)
			if err != nil {
				return err
			}
			f.rooms[room] = list
		}
		f.loaded = true
	}
	said := map[RoomName][]Message{}
	for _, room := range readable(t, w.guest) {
		list := f.rooms[room]
		said[room] = without(list, s.blocked(ctx, list, w.guest)[w.guest])
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, room := range rooms {
		if list, reads := said[room]; reads {
			w.deliver(room, 0, list)
		}
	}
	f.watchers = append(f.watchers, w)
	return nil
}

// last returns the number of the last message that a feed has of a room.
func (f *feed) last(room RoomName) int {
	if list := f.rooms[room]; len(list) > 0 {
		return list[len(list)-1].Seq
	}
	return 0
}

// arrived delivers the messages of a room up to a new one; with number 0 all of them again.
func (s *Service) arrived(ctx context.Context, p Place) {
	s.mu.Lock()
	f := s.feeds[p.Game]
	s.mu.Unlock()
	if f == nil {
		return
	}
	// A request that ends must not keep the message from others.
	ctx, cancel := context.WithTimeout(auth.Detached(ctx), sayTimeout)
	defer cancel()
	t, err := s.find(ctx, p.Game)
	if err != nil {
		return
	}
	if f.turn.Acquire(ctx, 1) != nil {
		return
	}
	defer f.turn.Release(1)
	after := f.last(p.Room)
	if !f.loaded || p.Seq != 0 && p.Seq <= after {
		return
	}
	if p.Seq == 0 {
		after = 0
	}
	list, err := s.Said(ctx, p.Game, p.Room, after, Recent)
	if err != nil || len(list) == 0 {
		return // the next look finds them
	}
	if after == 0 || list[0].Seq != after+1 {
		f.rooms[p.Room], after = list, 0
	} else {
		all := slices.Concat(f.rooms[p.Room], list)
		f.rooms[p.Room] = all[max(0, len(all)-Recent):]
	}
	f.mu.Lock()
	readers := make([]string, len(f.watchers))
	for i, w := range f.watchers {
		readers[i] = w.guest
	}
	f.mu.Unlock()
	blocked := s.blocked(ctx, list, readers...)
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range f.watchers {
		if t.reads(w.guest, p.Room) {
			w.deliver(p.Room, after, without(list, blocked[w.guest]))
		}
	}
}
