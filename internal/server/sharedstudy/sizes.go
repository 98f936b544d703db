package sharedstudy

import (
	"slices"
)

const (
	// cacheBytes is how many bytes of memory the studies take up that a node remembers, by an estimate that is rather too
	// high. Requests that are being answered may hold a few more.
	cacheBytes = 128 << 20
	// keepBytes is the size of the events that are kept before the snapshot, if they are fewer than keepEvents.
	keepBytes = 8 << 20
	// largeBatch is the size of events from which on a snapshot follows them at once.
	largeBatch = 512 << 10

	entryMemory = 4 << 10 // bytes of a small study
	nodeMemory  = 300     // bytes of a move without texts
	eventMemory = 400
)

// memory estimates how many bytes of memory the study takes up. Drawings take up more than they count.
func (s *Study) memory() int {
	nodes, size := s.nodes, s.size
	for _, d := range s.deleted {
		n, bytes := d.line.measure()
		nodes, size = nodes+n, size+bytes
	}
	return entryMemory + nodes*nodeMemory + 3*size + 100*len(s.People)
}

// memory estimates how many bytes of memory the event takes up.
func (e *Event) memory() int {
	size := eventMemory + 64*len(e.Moves)
	for _, list := range [][]string{e.Order, e.Path} {
		for _, text := range list {
			size += 16 + len(text)
		}
	}
	for i := range e.Tree {
		size += nodeMemory + 3*e.Tree[i].size()
	}
	if e.Settings != nil {
		size += len(e.Settings.Description)
	}
	if e.Head != nil {
		size += e.Head.size()
	}
	if e.Note != nil {
		size += 3 * e.Note.size()
	}
	return size
}

// last returns how many of the last events are kept, the last one in any case, and how large they are.
func last(events []Event) (n, size int) {
	for n < len(events) && n < keepEvents {
		more := events[len(events)-1-n].memory()
		if n > 0 && size+more > keepBytes {
			break
		}
		n, size = n+1, size+more
	}
	return n, size
}

// add adds events, and forgets the first ones if they are many or large.
func (k *kept) add(events []Event) {
	k.events = append(k.events, events...)
	for i := range events {
		k.size += events[i].memory()
	}
	if len(k.events) > 2*keepEvents || k.size > 2*keepBytes {
		var n int
		n, k.size = last(k.events)
		k.events = slices.Clone(k.events[len(k.events)-n:])
	}
}

// grows reports whether the next event makes the study take up more space than one that only removes or arranges.
func (s *Study) grows(e *Event) bool {
	switch e.Kind {
	case Added, Line, Restored:
		return true
	case Configured:
		e := e.Settings
		return e != nil && e.Description != s.Description && len(e.Description) >= len(s.Description)
	case Edited:
		c := s.Chapter(e.Chapter)
		return c != nil && e.Head != nil && e.Head.size() >= c.size()
	case Noted:
		c := s.Chapter(e.Chapter)
		if c == nil || e.Note == nil {
			return false
		}
		n := c.Root.at(e.Path)
		return n == nil || e.Note.size() >= n.size()
	case Assigned, Arranged, Removed, Cut, Sorted:
	}
	return false
}
