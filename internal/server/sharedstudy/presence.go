package sharedstudy

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	// subject is the game that stands for studies in notices between nodes.
	subject livegame.ID = "_studies"
	// A page that asks again is gone for a moment; graceTime is how long.
	graceTime  = 5 * time.Second
	remoteTime = PollTime + 10*time.Second // how long a page is here that another node has reported
	maxHere    = 60                        // pages of a study that are shown
	maxGuests  = 20                        // of them: pages of guests
	maxTabs    = 5                         // pages of a person
	maxPath    = 600                       // bytes of a path that is shown; of a longer one, the chapter is enough
)

// Look says what a page shows.
type Look struct {
	Tab             string `json:"t"` // an ID of the page; "": it is not shown to others
	livegame.Person        // without a name: a guest
	Chapter         string `json:"c,omitempty"`
	Path            string `json:"p,omitempty"` // moves in UCI, with spaces
}

// Here is what the other pages show that are open.
type Here struct {
	Version string // changes with the list
	List    []Look
}

// page is a page that shows a study.
type page struct {
	Look
	until time.Time // zero: as long as it asks
	seq   int       // of the request that said so
}

// presence knows which pages show a study.
type presence struct {
	now   func() time.Time
	moved func(livegame.ID) // is called when the pages of a study have changed; it must not wait

	mu      sync.Mutex
	studies map[livegame.ID][]page
	seq     int
}

func newPresence(now func() time.Time, moved func(livegame.ID)) *presence {
	return &presence{now: now, moved: moved, studies: map[livegame.ID][]page{}}
}

// sweep removes the pages of a study that are gone, and returns the others. The caller holds the lock.
func (h *presence) sweep(id livegame.ID) []page {
	before, now := h.studies[id], h.now()
	list := slices.DeleteFunc(before, func(c page) bool { return !c.until.IsZero() && c.until.Before(now) })
	switch {
	case len(list) == 0:
		delete(h.studies, id)
	case len(list) != len(before):
		h.studies[id] = list
	}
	if len(list) != len(before) {
		h.moved(id)
	}
	return list
}

// sweepEvery is how many requests are between two looks for pages that are gone.
const sweepEvery = 1000

// put notes what a page shows, until a time, and returns the number of the note.
func (h *presence) put(id livegame.ID, l Look, until time.Time) (seq int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seq++
	if h.seq%sweepEvery == 0 {
		for id := range h.studies {
			h.sweep(id)
		}
	}
	list := h.sweep(id)
	same := 0
	for _, c := range list {
		if c.Person == l.Person {
			same++
		}
	}
	most := maxTabs
	if l.Name == "" {
		most = maxGuests
	}
	i := slices.IndexFunc(list, func(c page) bool { return c.Tab == l.Tab && c.Person == l.Person })
	switch {
	case i >= 0:
		changed := list[i].Look != l
		list[i] = page{l, until, h.seq}
		if !changed {
			return h.seq
		}
	case len(list) >= maxHere, same >= most:
		return 0
	default:
		h.studies[id] = append(list, page{l, until, h.seq})
	}
	h.moved(id)
	return h.seq
}

// leave lets a page go in a moment, unless it has asked again.
func (h *presence) leave(id livegame.ID, tab string, seq int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := h.studies[id]
	for i := range list {
		if c := &list[i]; c.Tab == tab && c.seq == seq {
			c.until = h.now().Add(graceTime)
		}
	}
}

// list returns the pages of a study but for one.
func (h *presence) list(id livegame.ID, but Look) (here Here) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.sweep(id) {
		if c.Tab != but.Tab || c.Person != but.Person {
			here.List = append(here.List, c.Look)
		}
	}
	if len(here.List) > 0 {
		slices.SortFunc(here.List, func(a, b Look) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Tab, b.Tab))
		})
		text, _ := json.Marshal(here.List)
		sum := sha256.Sum256(text)
		here.Version = base64.RawURLEncoding.EncodeToString(sum[:9])
	}
	return here
}

// note is what nodes send each other.
type note struct {
	Study livegame.ID `json:"s"`
	Seq   int         `json:"q,omitempty"` // of a new event
	Look  *Look       `json:"l,omitempty"`
}

// enter notes what a page shows, until leave is called.
func (s *Service) enter(id livegame.ID, l Look) (leave func()) {
	if l.Tab == "" {
		return func() {}
	}
	if len(l.Path) > maxPath {
		l.Path = ""
	}
	seq := s.here.put(id, l, time.Time{})
	s.send(note{Study: id, Look: &l}) // each time: other nodes forget it
	return func() { s.here.leave(id, l.Tab, seq) }
}

// publish lets other nodes read a study again.
func (s *Service) publish(id livegame.ID, seq int) { s.send(note{Study: id, Seq: seq}) }

func (s *Service) send(n note) {
	if s.o.Queue == nil {
		return
	}
	text, err := json.Marshal(n)
	if err == nil {
		err = s.o.Queue.Publish(livegame.Notice{Game: subject, Note: string(text)})
	}
	if err != nil { // others look at the database
		s.o.Log.Debug("cannot publish a change of a study", "error", err)
	}
}

// Jobs registers what hears of other nodes.
func (s *Service) Jobs(r *job.Runner) {
	if s.o.Queue != nil {
		r.Subscribe("studies", func() (func(), error) { return s.o.Queue.Subscribe(subject, s.hear) })
	}
}

// hear takes a notice of another node.
func (s *Service) hear(n livegame.Notice) {
	var in note
	if json.Unmarshal([]byte(n.Note), &in) != nil || !in.Study.Valid() {
		return
	}
	if in.Look != nil {
		s.here.put(in.Study, *in.Look, s.o.Now().Add(remoteTime))
		return
	}
	s.log.Hint(in.Study)
}
