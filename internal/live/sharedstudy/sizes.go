package sharedstudy

import (
	"slices"

	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/internal/live/livegame"
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

// trim forgets the first events if they are many or large. The caller holds the lock.
func (e *entry) trim(added []Event) {
	for i := range added {
		e.size += added[i].memory()
	}
	if len(e.events) > 2*keepEvents || e.size > 2*keepBytes {
		var n int
		n, e.size = last(e.events)
		e.events = slices.Clone(e.events[len(e.events)-n:])
	}
}

// drop forgets the study. The caller holds the lock.
func (e *entry) drop() { e.s, e.events, e.size = nil, nil, 0 }

// weigh lets the cache know how large a study is, if that has changed much. The caller holds the lock.
func (s *Service) weigh(id livegame.ID, e *entry) {
	size := entryMemory
	if e.s != nil {
		size = e.s.memory() + e.size
	}
	was := int(e.weight.Load())
	if size <= was && size > was/2 || size > was && size-was < was/8 {
		return
	}
	e.weight.Store(uint32(size)) //nolint:gosec // a study has MaxSize and its events 2*keepBytes
	s.entries.ComputeIfPresent(id, func(now *entry) (*entry, otter.ComputeOp) {
		if now != e {
			return now, otter.CancelOp
		}
		return e, otter.WriteOp
	})
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
