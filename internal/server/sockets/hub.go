package sockets

import (
	"context"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/guests"
)

// beats is the number of groups of sockets that are pinged one after the other.
const beats = 50

// hub holds all open sockets, and pings them.
type hub struct {
	mu        sync.Mutex
	slots     [beats][]*socket
	next      int // slot for the next socket
	count     int
	guests    map[string]int // open sockets by guest
	addresses map[string]int // and by address
	onCrowd   func()
	closing   bool
	turn      int
	batch     []*socket
}

// newHub makes a hub. It calls onCrowd, which must not block, when the number of
// guests changes.
func newHub(onCrowd func()) *hub {
	return &hub{guests: map[string]int{}, addresses: map[string]int{}, onCrowd: onCrowd}
}

// reserve counts a socket that is about to be opened. It returns false if the
// address or the guest has too many.
func (h *hub) reserve(address string, most int, guest string, guestMost int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.addresses[address] >= most || h.guests[guest] >= guestMost {
		return false
	}
	h.addresses[address]++
	return true
}

// release undoes reserve.
func (h *hub) release(address string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	decrease(h.addresses, address)
}

func decrease(m map[string]int, key string) {
	if m[key]--; m[key] <= 0 {
		delete(m, key)
	}
}

// add adds a socket and counts its reader. It returns false if the server is shutting down.
func (h *hub) add(k *socket, readers *sync.WaitGroup) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closing {
		return false
	}
	readers.Add(1)
	k.slot = h.next
	h.next = (h.next + 1) % beats
	k.index = len(h.slots[k.slot])
	h.slots[k.slot] = append(h.slots[k.slot], k)
	h.count++
	if h.guests[k.guest]++; h.guests[k.guest] == 1 {
		h.onCrowd()
	}
	return true
}

// remove removes a socket.
func (h *hub) remove(k *socket) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if k.index < 0 {
		return
	}
	list := h.slots[k.slot]
	last := list[len(list)-1]
	list[k.index], last.index = last, k.index
	list[len(list)-1] = nil
	h.slots[k.slot] = list[:len(list)-1]
	k.index = -1
	h.count--
	if decrease(h.guests, k.guest); h.guests[k.guest] == 0 {
		h.onCrowd()
	}
	decrease(h.addresses, k.address)
}

// sizes returns the number of sockets and of their guests.
func (h *hub) sizes() (sockets, guests int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count, len(h.guests)
}

// all returns the open sockets. With last, none can be added afterwards.
func (h *hub) all(last bool) []*socket {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closing = h.closing || last
	list := make([]*socket, 0, h.count)
	for _, slot := range h.slots {
		list = append(list, slot...)
	}
	return list
}

// accounts returns the accounts of the open sockets.
func (h *hub) accounts() (ids []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, slot := range h.slots {
		for _, k := range slot {
			if k.account != nil {
				ids = append(ids, k.guest)
			}
		}
	}
	return ids
}

// rename sends the sockets of a guest the new name.
func (h *hub) rename(g guests.Guest) {
	for _, k := range h.all(false) {
		if k.guest == g.ID {
			k.name.Store(&g.Name)
			k.hello()
		}
	}
}

// endGuest closes the sockets of a guest.
func (h *hub) endGuest(guest string) {
	h.mu.Lock()
	open := h.guests[guest] > 0
	h.mu.Unlock()
	if !open {
		return
	}
	for _, k := range h.all(false) {
		if k.guest == guest && k.account == nil {
			k.revoke()
		}
	}
}

// run pings until the context is done.
func (h *hub) run(ctx context.Context) {
	t := time.NewTicker(pingEvery / beats)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			h.beat()
		}
	}
}

// beat pings the sockets whose turn it is.
func (h *hub) beat() {
	h.mu.Lock()
	h.batch = append(h.batch[:0], h.slots[h.turn]...)
	h.turn = (h.turn + 1) % beats
	h.mu.Unlock()
	for _, k := range h.batch {
		k.beat()
	}
	clear(h.batch)
}
