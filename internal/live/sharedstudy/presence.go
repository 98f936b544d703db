package sharedstudy

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	// subject is the game that stands for studies in notices between nodes.
	subject livegame.ID = "_studies"
	// A page that asks again is gone for a moment; graceTime is how long.
	graceTime  = 5 * time.Second
	remoteTime = PollTime + 10*time.Second // how long a page is here that another node has reported
	maxHere    = 100                       // pages of a study that are shown
	maxPath    = 600                       // bytes of a path in notices
)

// Look says what a page shows.
type Look struct {
	Tab     string `json:"t"`           // an ID of the page; "": it is not shown to others
	Name    string `json:"n,omitempty"` // of the person; "": a guest
	Chapter string `json:"c,omitempty"`
	Path    string `json:"p,omitempty"` // moves in UCI, with spaces
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
	now func() time.Time

	mu      sync.Mutex
	studies map[livegame.ID]*pages
	seq     int
}

// pages are those of a study.
type pages struct {
	moved chan struct{} // is closed with the next change
	list  []page
}

func newPresence(now func() time.Time) *presence {
	return &presence{now: now, studies: map[livegame.ID]*pages{}}
}

func (p *pages) change() {
	close(p.moved)
	p.moved = make(chan struct{})
}

// drop removes the pages that are gone.
func (p *pages) drop(now time.Time) {
	before := len(p.list)
	p.list = slices.DeleteFunc(p.list, func(c page) bool { return !c.until.IsZero() && c.until.Before(now) })
	if len(p.list) != before {
		p.change()
	}
}

// sweepEvery is how many requests are between two looks for pages that are gone.
const sweepEvery = 1000

// put notes what a page shows, until a time, and returns the number of the note. It reports whether
// that is new.
func (h *presence) put(id livegame.ID, l Look, until time.Time) (seq int, changed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seq++
	if h.seq%sweepEvery == 0 {
		for id, p := range h.studies {
			if p.drop(h.now()); len(p.list) == 0 {
				delete(h.studies, id)
			}
		}
	}
	p := h.studies[id]
	if p == nil {
		p = &pages{moved: make(chan struct{})}
		h.studies[id] = p
	}
	p.drop(h.now())
	i := slices.IndexFunc(p.list, func(c page) bool { return c.Tab == l.Tab })
	switch {
	case i >= 0:
		changed = p.list[i].Look != l
		p.list[i] = page{l, until, h.seq}
	case len(p.list) >= maxHere:
		return 0, false
	default:
		changed = true
		p.list = append(p.list, page{l, until, h.seq})
	}
	if changed {
		p.change()
	}
	return h.seq, changed
}

// leave lets a page go in a moment, unless it has asked again.
func (h *presence) leave(id livegame.ID, tab string, seq int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.studies[id]
	if p == nil {
		return
	}
	for i := range p.list {
		if c := &p.list[i]; c.Tab == tab && c.seq == seq {
			c.until = h.now().Add(graceTime)
		}
	}
}

// list returns the other pages of a study, and what is closed with the next change.
func (h *presence) list(id livegame.ID, tab string) (here Here, moved <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.studies[id]
	if p == nil {
		return here, nil
	}
	p.drop(h.now())
	for _, c := range p.list {
		if c.Tab != tab {
			here.List = append(here.List, c.Look)
		}
	}
	if len(here.List) > 0 {
		slices.SortFunc(here.List, func(a, b Look) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Tab, b.Tab)) })
		text, _ := json.Marshal(here.List)
		sum := sha256.Sum256(text)
		here.Version = base64.RawURLEncoding.EncodeToString(sum[:9])
	}
	return here, p.moved
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
	seq, _ := s.here.put(id, l, time.Time{})
	s.send(note{Study: id, Look: &l}) // each time: other nodes forget it
	return func() { s.here.leave(id, l.Tab, seq) }
}

// publish lets other nodes read a study again.
func (s *Service) publish(id livegame.ID, seq int) { s.send(note{Study: id, Seq: seq}) }

func (s *Service) send(n note) {
	if s.o.Queue == nil {
		return
	}
	if n.Look != nil && len(n.Look.Path) > maxPath {
		l := *n.Look
		l.Path = "" // the chapter is enough
		n.Look = &l
	}
	text, err := json.Marshal(n)
	if err == nil {
		err = s.o.Queue.Publish(livegame.Notice{Game: subject, Note: string(text)})
	}
	if err != nil { // others look at the database
		s.o.Log.Debug("cannot publish a change of a study", "error", err)
	}
}

// Run hears what other nodes say until the context is done.
func (s *Service) Run(ctx context.Context) {
	if s.o.Queue == nil {
		return
	}
	stop, err := s.o.Queue.Subscribe(subject, func(n livegame.Notice) {
		var in note
		if json.Unmarshal([]byte(n.Note), &in) != nil || !in.Study.Valid() {
			return
		}
		if in.Look != nil {
			s.here.put(in.Study, *in.Look, s.o.Now().Add(remoteTime))
			return
		}
		e, ok := s.entries.GetIfPresent(in.Study)
		if !ok {
			return
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		e.looked = time.Time{}
		e.broadcast()
	})
	if err != nil {
		s.o.Log.Error("cannot hear of changes of studies on other nodes", "error", err)
		return
	}
	defer stop()
	<-ctx.Done()
}
