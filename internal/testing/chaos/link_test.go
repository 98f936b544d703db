package chaos

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/Shopify/toxiproxy/v2/stream"
	"github.com/Shopify/toxiproxy/v2/toxics"
	"github.com/rs/zerolog"
)

// link is a connection between two parts, through a proxy.
type link struct {
	name  string // such as "one–PostgreSQL"
	kind  linkKind
	ends  [2]string // the parts
	ways  [2]*way   // to the second part, and back
	loss  *loss     // of notices, on links to NATS
	inUse sync.Mutex
	// proxies are one for each end that opens connections; the second one's are from the
	// second part to the first.
	proxies []*toxiproxy.Proxy
}

// linkKind says what a link connects.
type linkKind string

const (
	clientLink   linkKind = "clients–node"
	databaseLink linkKind = "node–PostgreSQL"
	queueLink    linkKind = "node–NATS"
	routeLink    linkKind = "NATS–NATS"
)

var linkKinds = []linkKind{clientLink, databaseLink, queueLink, routeLink}

// newLink opens a proxy for each address: that of the second part, and if the second part
// opens connections too, that of the first.
func newLink(kind linkKind, from, to string, upstream ...string) (*link, error) {
	api := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	l := &link{name: from + "–" + to, kind: kind, ends: [2]string{from, to}, ways: [2]*way{newWay(), newWay()}}
	if kind == queueLink {
		l.loss = &loss{}
	}
	for i, u := range upstream {
		listen, err := freeAddr()
		if err != nil {
			return nil, err
		}
		p := toxiproxy.NewProxy(api, l.name, listen, u)
		l.proxies = append(l.proxies, p)
		for j, direction := range []string{"upstream", "downstream"} {
			name := fmt.Sprintf("%s %s %d %d", l.name, listen, i, j)
			toxicOf.Store(name, func() *filter { return &filter{way: l.ways[i^j], loss: l.loss} })
			text, err := json.Marshal(map[string]any{
				"type": "way", "name": name, "stream": direction, "attributes": map[string]string{"name": name},
			})
			if err == nil {
				_, err = p.Toxics.AddToxicJson(bytes.NewReader(text))
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return l, l.heal()
}

// addr returns where a proxy listens.
func (l *link) addr(i int) string { return l.proxies[i].Listen }

// cut closes all connections, and refuses others until heal.
func (l *link) cut() {
	for _, p := range l.proxies {
		p.Stop()
	}
}

// heal accepts connections again.
func (l *link) heal() (all error) {
	for _, p := range l.proxies {
		if err := p.Start(); err != nil && !errors.Is(err, toxiproxy.ErrProxyAlreadyStarted) {
			all = errors.Join(all, fmt.Errorf("link %s: %w", l.name, err))
		}
	}
	return all
}

// weather is what happens to the bytes of one direction.
type weather struct {
	delay  time.Duration
	jitter time.Duration
	hole   bool // bytes are lost, and with them the connection
	hold   bool // bytes wait until the weather changes
	reset  bool // a connection is closed with the next bytes
}

// way is one direction of a link.
type way struct {
	mu      sync.Mutex
	now     weather
	changed chan struct{} // closed when the weather changes
}

func newWay() *way { return &way{changed: make(chan struct{})} }

func (w *way) set(to weather) {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.changed)
	w.now, w.changed = to, make(chan struct{})
}

func (w *way) get() (weather, <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now, w.changed
}

// wayToxic is the one toxic of a connection, which follows the weather. Those of toxiproxy
// are not used: to add or remove one while a connection ends may block its proxy for good.
type wayToxic struct {
	Name string `json:"name"`
}

// toxicOf has a function that makes the filter of a connection, by the name of the toxic:
// toxiproxy makes its toxics from text.
var toxicOf sync.Map

func init() { toxics.Register("way", new(wayToxic)) }

// Pipe implements toxics.Toxic.
func (t *wayToxic) Pipe(stub *toxics.ToxicStub) {
	made, _ := toxicOf.Load(t.Name)
	f := made.(func() *filter)()
	defer func() {
		stub.Close()
		for range stub.Input { // what comes now is lost
		}
	}()
	lost := false
	for {
		now, changed := f.way.get()
		if lost && !now.hole || now.reset && f.begun {
			return
		}
		select {
		case <-changed:
		case c, open := <-stub.Input:
			if !open {
				return
			}
			f.begun = true
			if now, _ := f.way.get(); now.hole {
				lost = true
				continue
			}
			if !f.wait(c.Timestamp) {
				return
			}
			if out := f.filter(c.Data); len(out) > 0 {
				stub.Output <- &stream.StreamChunk{Data: out, Timestamp: time.Now()}
			}
		}
	}
}

// filter is a direction of one connection.
type filter struct {
	way   *way
	loss  *loss
	begun bool // bytes have come
	notices
}

// wait waits as long as bytes take that have come at a time. It returns false if they are
// lost with the connection.
func (f *filter) wait(came time.Time) bool {
	for {
		now, changed := f.way.get()
		until := came.Add(now.delay)
		if now.jitter > 0 {
			until = until.Add(rand.N(2*now.jitter) - now.jitter) //nolint:gosec // a test
		}
		switch {
		case now.reset || now.hole:
			return false
		case now.hold:
			<-changed
			continue
		}
		time.Sleep(time.Until(until))
		return true
	}
}

// disturb begins a fault of a link.
func (l *link) disturb(form string, how int) (lift func() error, err error) {
	if form == "cut" {
		l.cut()
		return l.heal, nil
	}
	if !l.inUse.TryLock() {
		return nil, errSkipped
	}
	to := weather{}
	which := []int{0, 1}
	switch form {
	case "delays":
		to.delay = time.Duration(50+how%700) * time.Millisecond
		to.jitter = to.delay / 2
	case "resets":
		to.reset = true
	case "black hole":
		// What comes meanwhile is lost with the connection, or arrives late. In one direction
		// only, requests are carried out, and their answers are lost.
		to.hold = how%5 < 2
		to.hole = !to.hold
		which = [][]int{{0, 1}, {0}, {1}}[how%3]
	}
	for _, i := range which {
		l.ways[i].set(to)
	}
	return func() error {
		for _, i := range slices.Backward(which) {
			l.ways[i].set(weather{})
		}
		l.inUse.Unlock()
		return nil
	}, nil
}
