package tablebase

import (
	"sync"
	"sync/atomic"
)

// cacheBytes is how much memory unpacked blocks may take: enough for all tables
// of up to 5 pieces.
const cacheBytes = 128 << 20

// cache bounds the memory of unpacked blocks. Reading a cached block takes no lock; its
// memory stays valid when the cache drops it. Blocks are dropped in turn, except those
// used since the last turn (the second chance algorithm).
type cache struct {
	mu   sync.Mutex
	most int
	held int
	ring []cached
	hand int
}

type cached struct {
	place *atomic.Pointer[unpacked]
	block *unpacked
}

// add counts a block that is now in its place, and drops others to make room.
func (c *cache) add(place *atomic.Pointer[unpacked], b *unpacked) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held += len(b.entries)
	for c.held > c.most && len(c.ring) > 0 {
		c.hand %= len(c.ring)
		old := c.ring[c.hand]
		if old.block.recent.Swap(false) {
			c.hand++
			continue
		}
		old.place.CompareAndSwap(old.block, nil)
		c.held -= len(old.block.entries)
		last := len(c.ring) - 1
		c.ring[c.hand] = c.ring[last]
		c.ring[last] = cached{}
		c.ring = c.ring[:last]
	}
	c.ring = append(c.ring, cached{place, b})
}
