package pictures

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Sizes of the album and of its largest picture, in bytes.
const (
	albumBytes   = 32 << 20
	largestInOne = 4 << 20
)

// album keeps pictures that were painted lately: many clients load a link's picture
// at once.
type album struct {
	mu    sync.Mutex
	pages *simplelru.LRU[string, []byte]
	bytes int
}

func newAlbum() *album {
	a := &album{}
	// Only the bytes are limited; the number of pictures is not.
	a.pages, _ = simplelru.NewLRU(1<<20, func(_ string, b []byte) { a.bytes -= len(b) })
	return a
}

func (a *album) find(key string) ([]byte, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.pages.Get(key)
}

func (a *album) keep(key string, picture []byte) {
	if len(picture) > largestInOne {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pages.Remove(key)
	a.pages.Add(key, picture)
	a.bytes += len(picture)
	for a.bytes > albumBytes {
		a.pages.RemoveOldest()
	}
}
