package chaos

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/gameview"
)

// moment is a time by the test's clock, in nanoseconds since the run began.
type moment = int64

// never is later than any moment: the return of a request without an answer.
const never moment = 1 << 62

// outcome says how a request ended.
type outcome string

const (
	acknowledged outcome = "acknowledged"
	rejected     outcome = "rejected"
	unknown      outcome = "unknown" // it may be carried out at any later time
)

// attempt is one request to carry out a command. Attempts with the same ID are the same
// command.
type attempt struct {
	Client  int // who sent it; see history.clients
	Guest   string
	Command gameview.Command
	Way     string // such as "socket of one"
	Call    moment
	Return  moment
	Outcome outcome
	Seq     int    // acknowledged: the number of the event
	Code    string // rejected: why
}

// reading is an answer with a game's events.
type reading struct {
	Client int
	Way    string
	Call   moment
	Return moment
	// From is the number of an event that the client knew.
	From int
	// Fresh says that From was the last event of which any client knew at Call. The reading
	// must be at least as new; another one may show a state of earlier.
	Fresh  bool
	N      int // events of the game
	Events []gameview.Event
}

// sighting is the first time that a client saw an event.
type sighting struct {
	At    moment
	Event gameview.Event
}

// history is what clients sent and saw in one game. The exported fields are saved if the run
// fails.
type history struct {
	mu       sync.Mutex
	Game     string
	Kind     string
	Variant  string
	Clients  []string // who they are
	Attempts []*attempt
	Readings []*reading
	Seen     map[int]sighting
	known    int      // the last event of which any client knows
	Wrong    []string // what contradicted itself at once
	here     map[string][]span
	made     []span // of the events of the record; see measure
}

// span is a time in which a guest's socket heard the server.
type span struct{ from, to moment }

func newHistory(game, kind, variant string) *history {
	return &history{Game: game, Kind: kind, Variant: variant, Seen: map[int]sighting{}, here: map[string][]span{}}
}

// client adds a client and returns its number.
func (h *history) client(name string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Clients = append(h.Clients, name)
	return len(h.Clients) - 1
}

// wrong notes a contradiction.
func (h *history) wrong(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.contradiction(format, args...)
}

func (h *history) contradiction(format string, args ...any) {
	if len(h.Wrong) < 20 {
		h.Wrong = append(h.Wrong, fmt.Sprintf(format, args...))
	}
}

// begin notes an attempt, which is unknown until end.
func (h *history) begin(a *attempt) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a.Return, a.Outcome = never, unknown
	h.Attempts = append(h.Attempts, a)
}

// end notes the answer to an attempt.
func (h *history) end(a *attempt, at moment, o outcome, seq int, code string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if a.Outcome != unknown || o == unknown {
		return
	}
	a.Return, a.Outcome, a.Seq, a.Code = at, o, seq, code
	h.known = max(h.known, seq)
}

// last returns the number of the last event of which any client knows.
func (h *history) last() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.known
}

// read notes a reading, and the events in it.
func (h *history) read(r *reading) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Readings = append(h.Readings, r)
	for _, e := range r.Events {
		h.see(e, r.Return)
	}
}

// saw notes an event that came by itself.
func (h *history) saw(e gameview.Event, at moment) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.see(e, at)
}

func (h *history) see(e gameview.Event, at moment) {
	first, known := h.Seen[e.Seq]
	switch {
	case !known:
		h.Seen[e.Seq] = sighting{at, e}
	case !same(first.Event, e):
		h.contradiction("event %d was %s at %.3f s and %s at %.3f s",
			e.Seq, brief(first.Event), seconds(first.At), brief(e), seconds(at))
	case at < first.At:
		h.Seen[e.Seq] = sighting{at, e}
	}
	h.known = max(h.known, e.Seq)
}

// present notes that a guest's socket heard the server in a span.
func (h *history) present(guest string, s span) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.here[guest] = append(h.here[guest], s)
}

// heard reports whether a guest's socket heard the server in a span.
func (h *history) heard(guest string, s span) bool {
	return slices.ContainsFunc(h.here[guest], func(o span) bool { return o.from < s.to && s.from < o.to })
}

// same reports whether two clients see the same event.
func same(a, b gameview.Event) bool {
	clocks := func(c *[2]int64) [2]int64 {
		if c == nil {
			return [2]int64{}
		}
		return *c
	}
	return a.Seq == b.Seq && a.Kind == b.Kind && a.Color == b.Color && a.At == b.At && a.Move == b.Move &&
		a.SAN == b.SAN && a.Plies == b.Plies && a.Result == b.Result && a.Reason == b.Reason && a.Next == b.Next &&
		clocks(a.Clocks) == clocks(b.Clocks)
}

func brief(e gameview.Event) string {
	return fmt.Sprintf("%s %s %s at %d", e.Kind, e.Color, e.Move, e.At)
}

func seconds(m moment) float64 { return time.Duration(m).Seconds() }

// hinted reports whether a rejection, before a reading, may tell of an event after the last that
// any client knew. The reading need not show that: its node has not been asked for it.
func (h *history) hinted(q *reading) bool {
	return slices.ContainsFunc(h.Attempts, func(a *attempt) bool {
		return a.Outcome == rejected && a.Return <= q.Call && a.Return > h.Seen[q.From].At
	})
}
