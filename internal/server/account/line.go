package account

import (
	"sync"
)

// lineLength is how many requests of a node may wait for each password that it checks at once, so that
// the last waits for about a second. The others are rejected: who floods the server with passwords must
// not fill its memory with requests that wait.
const lineLength = 16

// line is the requests that check passwords, or wait to do so. It may be used by many goroutines.
type line struct {
	mu    sync.Mutex
	most  int
	all   int
	owned map[string]int // by address
}

func newLine(most int) *line { return &line{most: most, owned: map[string]int{}} }

// enter gives an address a place until leave is called, or returns ErrBusy. One address has at most half of the places.
func (l *line) enter(address string) (leave func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= l.most || l.owned[address] >= l.most/2 {
		return nil, ErrBusy
	}
	l.all++
	l.owned[address]++
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.all--
		if l.owned[address]--; l.owned[address] == 0 {
			delete(l.owned, address)
		}
	}), nil
}
