package chat

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/wane-chess/wane/internal/server/auth"
)

// feed is the chat of a place that is followed on this node.
type feed struct {
	users int // under the service's lock

	turn   *semaphore.Weighted    // of 1: its holder uses rooms and loaded, also while the database answers
	rooms  map[RoomName][]Message // the recent messages
	loaded bool

	mu       sync.Mutex
	watchers []*watcher
}

// watcher gets the messages of a place.
type watcher struct {
	Reader
	deliver func(room RoomName, after int, list []Message)
}

// Watch calls deliver with the recent messages of the rooms that a person may read, and then with
// those that follow, until stop is called: list has the messages after a number, 0 stands for
// all. Calls do not overlap; deliver must not wait. Whether the person may read a room is asked
// for each call.
func (s *Service) Watch(
	ctx context.Context, place Place, r Reader, deliver func(room RoomName, after int, list []Message),
) (stop func(), err error) {
	w := &watcher{r, deliver}
	s.mu.Lock()
	f := s.feeds[place]
	if f == nil {
		f = &feed{turn: semaphore.NewWeighted(1), rooms: map[RoomName][]Message{}}
		s.feeds[place] = f
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
			delete(s.feeds, place)
		}
	})
	k, t, err := s.enter(ctx, place, r)
	if err == nil {
		err = s.join(ctx, f, place, w, k, t)
	}
	if err != nil {
		stop()
		return nil, err
	}
	return stop, nil
}

// join adds a watcher, who gets what was written before.
func (s *Service) join(ctx context.Context, f *feed, place Place, w *watcher, k *kind, t talk) error {
	if err := f.turn.Acquire(ctx, 1); err != nil {
		return err
	}
	defer f.turn.Release(1)
	if !f.loaded {
		for _, room := range k.rooms {
			list, err := s.said(ctx, place, room, 0, Recent)
			if err != nil {
				return err
			}
			f.rooms[room] = list
		}
		f.loaded = true
	}
	said := map[RoomName][]Message{}
	for _, room := range k.readable(t, w.Reader) {
		list := f.rooms[room]
		said[room] = visible(t, w.Reader, list, s.blocked(ctx, list, w.Reader)[w.ID])
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, room := range k.rooms {
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
func (s *Service) arrived(ctx context.Context, last mark) {
	s.mu.Lock()
	f := s.feeds[last.Place]
	s.mu.Unlock()
	if f == nil {
		return
	}
	// A request that ends must not keep the message from others.
	ctx, cancel := context.WithTimeout(auth.Detached(ctx), sayTimeout)
	defer cancel()
	_, t, err := s.find(ctx, last.Place)
	if err != nil {
		return
	}
	if f.turn.Acquire(ctx, 1) != nil {
		return
	}
	defer f.turn.Release(1)
	after := f.last(last.Room)
	if !f.loaded || last.Seq != 0 && last.Seq <= after {
		return
	}
	if last.Seq == 0 {
		after = 0
	}
	list, err := s.said(ctx, last.Place, last.Room, after, Recent)
	if err != nil || len(list) == 0 {
		return // the next look finds them
	}
	if after == 0 || list[0].Seq != after+1 {
		f.rooms[last.Room], after = list, 0
	} else {
		all := slices.Concat(f.rooms[last.Room], list)
		f.rooms[last.Room] = all[max(0, len(all)-Recent):]
	}
	f.mu.Lock()
	readers := make([]Reader, len(f.watchers))
	for i, w := range f.watchers {
		readers[i] = w.Reader
	}
	f.mu.Unlock()
	blocked := s.blocked(ctx, list, readers...)
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range f.watchers {
		if t.reads(w.Reader, last.Room) {
			w.deliver(last.Room, after, visible(t, w.Reader, list, blocked[w.ID]))
		}
	}
}
