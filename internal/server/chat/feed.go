package chat

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/wane-chess/wane/internal/server/auth"
)

// feed is the chat of a place that is followed on this node.
type feed struct {
	users int // under the service's lock

	// turn is of 1: its holder reads the database, changes rooms, and delivers.
	turn *semaphore.Weighted

	mu       sync.Mutex
	rooms    map[RoomName][]Message // the recent messages; nil: they are not known
	since    time.Time              // when the thing was created to which they belong
	changes  int                    // how often accounts have changed
	watchers []*watcher
}

// watcher gets the messages of a place.
type watcher struct {
	Reader
	deliver func(room RoomName, after int, list []Message)

	mu   sync.Mutex
	gone bool // nothing is delivered any more
}

// send delivers messages.
func (w *watcher) send(room RoomName, after int, list []Message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.gone {
		w.deliver(room, after, list)
	}
}

// Watch calls deliver with the recent messages of the rooms that a person may read, and then with
// those that follow, until stop is called: list has the messages after a number, 0 stands for
// all. Calls do not overlap; deliver must not wait. Whether the person may read a room is asked
// for each call.
func (s *Service) Watch(
	ctx context.Context, place Place, r Reader, deliver func(room RoomName, after int, list []Message),
) (stop func(), err error) {
	w := &watcher{Reader: r, deliver: deliver}
	s.mu.Lock()
	f := s.feeds[place]
	if f == nil {
		f = &feed{turn: semaphore.NewWeighted(1)}
		s.feeds[place] = f
	}
	f.users++
	s.mu.Unlock()
	stop = sync.OnceFunc(func() {
		w.mu.Lock()
		w.gone = true
		w.mu.Unlock()
		f.mu.Lock()
		f.watchers = slices.DeleteFunc(f.watchers, func(other *watcher) bool { return other == w })
		f.mu.Unlock()
		s.mu.Lock()
		defer s.mu.Unlock()
		if f.users--; f.users == 0 {
			delete(s.feeds, place)
		}
	})
	if err := s.join(ctx, f, place, w); err != nil {
		stop()
		return nil, err
	}
	return stop, nil
}

// join adds a watcher, who gets what was written before.
func (s *Service) join(ctx context.Context, f *feed, place Place, w *watcher) error {
	if err := f.turn.Acquire(ctx, 1); err != nil {
		return err
	}
	defer f.turn.Release(1)
	k, t, err := s.enter(ctx, place, w.Reader)
	if err != nil {
		return err
	}
	rooms, _ := f.known(t.since(), s.kept())
	if rooms == nil {
		if rooms, err = s.load(ctx, f, place, k, t); err != nil {
			return err
		}
	}
	for _, room := range k.readable(t, w.Reader) {
		list := rooms[room]
		w.send(room, 0, visible(t, w.Reader, list, s.blocked(ctx, list, w.Reader)[w.ID]))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.watchers = append(f.watchers, w)
	return nil
}

// kept returns since when messages are kept; the zero time: without end.
func (s *Service) kept() time.Time {
	if s.o.Keep == 0 {
		return time.Time{}
	}
	return s.o.Now().Add(-s.o.Keep)
}

// known returns the recent messages of the thing that was created at a time, but for those that are too old, and how
// often accounts have changed. They are nil if the feed does not know them.
func (f *feed) known(since, kept time.Time) (rooms map[RoomName][]Message, changes int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.since.Equal(since) {
		f.rooms = nil // numbers begin again
	}
	for room, list := range f.rooms {
		if len(list) > 0 && list[0].At.Before(kept) {
			f.rooms[room] = fresh(list, kept)
		}
	}
	return f.rooms, f.changes
}

// fresh returns the messages of a list that are not too old.
func fresh(list []Message, kept time.Time) []Message {
	return slices.DeleteFunc(slices.Clone(list), func(m Message) bool { return m.At.Before(kept) })
}

// load reads the recent messages of all rooms, has the feed know them, and delivers them to those who follow it
// already, in place of what they have. The caller has the turn.
func (s *Service) load(ctx context.Context, f *feed, place Place, k *kind, t talk) (map[RoomName][]Message, error) {
	_, changes := f.known(t.since(), s.kept())
	rooms := map[RoomName][]Message{}
	for _, room := range k.rooms {
		list, err := s.said(ctx, place, room, 0, Recent)
		if err != nil {
			return nil, err
		}
		rooms[room] = fresh(list, s.kept())
	}
	f.learn(rooms, t.since(), changes)
	for _, room := range k.rooms {
		s.deliver(ctx, f, t, room, 0, rooms[room])
	}
	return rooms, nil
}

// learn has the feed know the recent messages, unless accounts have changed since they were read.
func (f *feed) learn(rooms map[RoomName][]Message, since time.Time, changes int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rooms = rooms; f.changes != changes {
		f.rooms = nil
	}
	f.since = since
}

// AccountChanged forgets what is known of the chats in which an account has written: it may have been deleted. They are
// read again with the next message. It does not wait.
func (s *Service) AccountChanged(account string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.feeds {
		f.mu.Lock()
		f.changes++
		for _, list := range f.rooms {
			if slices.ContainsFunc(list, func(m Message) bool { return m.Author == account }) {
				f.rooms = nil
				break
			}
		}
		f.mu.Unlock()
	}
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
	if f.turn.Acquire(ctx, 1) != nil {
		return
	}
	defer f.turn.Release(1)
	k, t, err := s.find(ctx, last.Place)
	if err != nil {
		return
	}
	rooms, changes := f.known(t.since(), s.kept())
	if rooms == nil {
		_, _ = s.load(ctx, f, last.Place, k, t) // if it fails, the next look finds them
		return
	}
	after := 0
	if list := rooms[last.Room]; last.Seq != 0 && len(list) > 0 {
		if after = list[len(list)-1].Seq; last.Seq <= after {
			return
		}
	}
	list, err := s.said(ctx, last.Place, last.Room, after, Recent)
	if err != nil || len(list) == 0 {
		return // the next look finds them
	}
	all := list
	if after == 0 || list[0].Seq != after+1 {
		after = 0
	} else {
		all = slices.Concat(rooms[last.Room], list)
		all = all[max(0, len(all)-Recent):]
	}
	next := maps.Clone(rooms)
	next[last.Room] = all
	f.learn(next, t.since(), changes)
	s.deliver(ctx, f, t, last.Room, after, list)
}

// deliver delivers messages of a room after a number to those who may read it. The caller has the turn.
func (s *Service) deliver(ctx context.Context, f *feed, t talk, room RoomName, after int, list []Message) {
	f.mu.Lock()
	watchers := slices.Clone(f.watchers)
	f.mu.Unlock()
	if len(watchers) == 0 {
		return
	}
	readers := make([]Reader, len(watchers))
	for i, w := range watchers {
		readers[i] = w.Reader
	}
	blocked := s.blocked(ctx, list, readers...)
	for _, w := range watchers {
		if t.reads(w.Reader, room) {
			w.send(room, after, visible(t, w.Reader, list, blocked[w.ID]))
		}
	}
}
