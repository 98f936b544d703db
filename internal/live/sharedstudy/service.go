package sharedstudy

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	// PollTime is how long Wait waits for a change.
	PollTime      = 25 * time.Second
	lookTime      = 500 * time.Millisecond // between looks at the database while people wait: a notice may be lost
	cacheSize     = 100
	cacheTime     = 10 * time.Minute
	maxRaces      = 20
	snapshotEvery = 100 // events
	keepEvents    = 500 // before the snapshot, for pages and nodes that know the study of then
	maxSnapshot   = 64 << 20
)

// Options are what a Service needs.
type Options struct {
	Store  Store
	Queue  livegame.Queue // nil: there are no other nodes
	Lookup livegame.Lookup
	// Refused reports whether an account does not want to be added to studies of another one; nil: none is.
	Refused func(ctx context.Context, from, to string) (bool, error)
	Now     func() time.Time
	Log     *slog.Logger // nil: none
}

// Service keeps studies. It is safe for concurrent use. Its errors for users are *livegame.Error and
// ErrNotFound.
type Service struct {
	o       Options
	entries *otter.Cache[livegame.ID, *entry]
	here    *presence
}

// entry is a study as this node knows it.
type entry struct {
	mu      sync.Mutex
	s       *Study  // nil: not loaded
	events  []Event // the last ones, for pages that follow
	looked  time.Time
	changed chan struct{} // is closed with the next change
}

// NewService returns a service. It needs Run.
func NewService(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		o:       o,
		here:    newPresence(o.Now),
		entries: otter.Must(&otter.Options[livegame.ID, *entry]{MaximumSize: cacheSize, ExpiryCalculator: otter.ExpiryWriting[livegame.ID, *entry](cacheTime)}),
	}
}

func (s *Service) entry(id livegame.ID) *entry {
	if e, ok := s.entries.GetIfPresent(id); ok {
		return e
	}
	e, _ := s.entries.SetIfAbsent(id, &entry{changed: make(chan struct{})})
	return e
}

// broadcast wakes those who wait. The caller holds the lock.
func (e *entry) broadcast() {
	close(e.changed)
	e.changed = make(chan struct{})
}

// refresh loads what has changed since the study was read, unless that was a moment ago. The caller
// holds the lock.
func (s *Service) refresh(ctx context.Context, id livegame.ID, e *entry, age time.Duration) error {
	if e.s != nil && age > 0 && time.Since(e.looked) < age {
		return nil
	}
	after := 0
	if e.s != nil {
		after = e.s.Seq
	}
	began := time.Now()
	r, err := s.o.Store.SharedStudy(ctx, id, after)
	if errors.Is(err, ErrNotFound) {
		e.s = nil
		s.entries.Invalidate(id)
		e.broadcast()
	}
	if err != nil {
		return err
	}
	if err := e.take(r); err != nil {
		e.s = nil
		return err
	}
	e.looked = began
	return nil
}

// take applies what the store knows.
func (e *entry) take(r Record) error {
	before := -1
	if e.s != nil {
		before = e.s.Seq
	}
	if r.Snapshot != nil {
		text, err := unzip(r.Snapshot)
		if err != nil {
			return fmt.Errorf("study %s: snapshot: %w", r.ID, err)
		}
		if e.s, err = Restore(r.ID, r.SnapshotSeq, text, r.People); err != nil {
			return err
		}
		e.events = nil
	}
	if e.s == nil {
		return fmt.Errorf("study %s has no snapshot", r.ID)
	}
	if r.People != nil {
		e.s.SetPeople(r.People)
	}
	for _, event := range r.Events {
		if err := e.s.Apply(event); err != nil {
			return err
		}
		e.events = append(e.events, event)
	}
	e.trim()
	if e.s.Seq != before {
		e.broadcast()
	}
	return nil
}

func (e *entry) trim() {
	if n := len(e.events); n > 2*keepEvents {
		e.events = slices.Clone(e.events[n-keepEvents:])
	}
}

// Read calls f with a study as it is now, if an account, "" for none, may read it. Else the error is
// ErrNotFound. F must not keep or change the study.
func (s *Service) Read(ctx context.Context, id livegame.ID, account string, f func(*Study) error) error {
	e := s.entry(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := s.refresh(ctx, id, e, lookTime); err != nil {
		return err
	}
	if !e.s.MayRead(account) {
		if err := s.refresh(ctx, id, e, 0); err != nil { // the account may have been added just now
			return err
		}
		if !e.s.MayRead(account) {
			return ErrNotFound
		}
	}
	return f(e.s)
}

// News is what has happened in a study.
type News struct {
	Seq    int
	Events []Event
	// Reset is true if some of the events after the one that was asked for are not kept any more: the
	// page has to read the study again.
	Reset bool
}

// Wait calls f with the study, what has happened after the event since, and what other pages show. It
// waits until there is something that the page does not know: an event, or a list of other pages that
// is not known, the Version of the last one. It does not wait for longer than PollTime, and with a
// negative since not at all. F must not keep or change the study.
func (s *Service) Wait(ctx context.Context, id livegame.ID, account string, since int, known string, look Look, f func(*Study, News, Here) error) error {
	if err := s.Read(ctx, id, account, func(*Study) error { return nil }); err != nil {
		return err
	}
	defer s.enter(id, look)()
	end := time.NewTimer(PollTime)
	defer end.Stop()
	for waiting := since >= 0; ; {
		e := s.entry(id)
		e.mu.Lock()
		err := s.refresh(ctx, id, e, lookTime)
		if err == nil && !e.s.MayRead(account) {
			err = ErrNotFound
		}
		if err != nil {
			e.mu.Unlock()
			return err
		}
		here, moved := s.here.list(id, look.Tab)
		if !waiting || e.s.Seq != since || here.Version != known {
			err := f(e.s, e.news(since), here)
			e.mu.Unlock()
			return err
		}
		changed := e.changed
		e.mu.Unlock()
		again := time.NewTimer(lookTime)
		select {
		case <-changed:
		case <-moved:
		case <-again.C:
		case <-end.C:
			waiting = false
		case <-ctx.Done():
			again.Stop()
			return ctx.Err()
		}
		again.Stop()
	}
}

func (e *entry) news(since int) News {
	n := News{Seq: e.s.Seq}
	switch {
	case since > e.s.Seq, since < e.s.Seq && (len(e.events) == 0 || e.events[0].Seq > since+1):
		n.Reset = true
	default:
		for _, event := range e.events {
			if event.Seq > since {
				n.Events = append(n.Events, event)
			}
		}
	}
	return n
}

// Do carries out the commands of a batch, all that are not rejected, and returns for each why it was,
// as a *livegame.Error, or nil. F is called with the study afterwards and the events after a number.
func (s *Service) Do(ctx context.Context, id livegame.ID, by Sender, commands []Command, since int, f func(*Study, News)) (rejected []error, err error) {
	if err := s.mayAdd(ctx, by, commands); err != nil {
		return nil, err
	}
	e := s.entry(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	for race := range maxRaces {
		age := lookTime
		if race > 0 {
			age = 0
		}
		if err := s.refresh(ctx, id, e, age); err != nil {
			return nil, err
		}
		b := NewBatch(e.s, by, s.o.Now(), s.o.Lookup)
		if rejected, err = b.all(commands); err != nil {
			e.s = nil
			return nil, err
		}
		if errors.Is(errors.Join(rejected...), ErrNotFound) && race == 0 && len(b.Events) == 0 {
			continue // another node may know better
		}
		if errors.Is(errors.Join(rejected...), ErrNotFound) {
			return nil, ErrNotFound
		}
		if len(b.Events) > 0 {
			err := s.store(ctx, e, b)
			if errors.Is(err, ErrConflict) {
				e.s = nil // it has what was not stored
				continue
			}
			if err != nil {
				e.s = nil // it may have been stored
				return nil, err
			}
			s.publish(id, e.s.Seq)
			e.broadcast()
		}
		f(e.s, e.news(since))
		return rejected, nil
	}
	return nil, fmt.Errorf("study %s changes too fast", id)
}

// mayAdd rejects commands that add players who have blocked the sender.
func (s *Service) mayAdd(ctx context.Context, by Sender, commands []Command) error {
	for i := range commands {
		c := &commands[i]
		if c.Kind != SetRole || c.Role == NoRole || s.o.Refused == nil {
			continue
		}
		refused, err := s.o.Refused(ctx, by.Account, c.Player.Account)
		if err != nil {
			return err
		}
		if refused {
			return refuse("%s does not want to be added to your studies.", c.Player.Name)
		}
	}
	return nil
}

// all carries out commands. The error is no one's fault but ours.
func (b *Batch) all(commands []Command) (rejected []error, err error) {
	rejected = make([]error, len(commands))
	for i := range commands {
		var refusal *livegame.Error
		err := b.Do(&commands[i])
		if err != nil && !errors.As(err, &refusal) && !errors.Is(err, ErrNotFound) {
			return nil, err
		}
		rejected[i] = err
	}
	return rejected, nil
}

// store stores the events of a batch.
func (s *Service) store(ctx context.Context, e *entry, b *Batch) error {
	c := Changes{Row: b.study.row(), Events: b.Events, Joined: b.Joined, People: b.study.People}
	last := b.study.Seq
	if (last-len(b.Events))/snapshotEvery != last/snapshotEvery {
		text, err := b.study.Snapshot()
		if err == nil {
			c.Snapshot, err = zip(text)
		}
		if err != nil {
			return err
		}
		c.ForgetBefore = last - keepEvents
	}
	if err := s.o.Store.ChangeSharedStudy(ctx, c); err != nil {
		return err
	}
	e.events = append(e.events, b.Events...)
	e.trim()
	return nil
}

// row returns what lists show of the study.
func (s *Study) row() Row {
	r := Row{ID: s.ID, Seq: s.Seq, Name: s.Name, Visibility: s.Visibility, Topics: s.Topics, Words: s.Words(), Chapters: len(s.Chapters), Created: s.Created, Updated: s.Updated}
	for _, c := range s.Chapters {
		if !slices.Contains(r.Variants, c.Variant) {
			r.Variants = append(r.Variants, c.Variant)
		}
	}
	if o := s.Owner(); o != nil {
		r.Owner, r.OwnerName = o.Account, o.Name
	}
	return r
}

// Create creates a study of a person with its first chapters, and may be repeated. The commands are
// of the kind AddChapter.
func (s *Service) Create(ctx context.Context, id livegame.ID, by Sender, settings Settings, chapters []Command) error {
	settings, err := settings.Check()
	if err != nil {
		return err
	}
	if !id.Valid() {
		return refuse("The ID of a study has 1 to 64 letters, digits, hyphens and underscores.")
	}
	if settings.Visibility == Public && by.Silent != nil {
		return by.Silent
	}
	if len(chapters) == 0 {
		return refuse("A study has at least one chapter.")
	}
	study := New(id, toMillis(s.o.Now()))
	b := NewBatch(study, by, s.o.Now(), s.o.Lookup)
	if err := b.begin(settings); err != nil {
		return err
	}
	for i := range chapters {
		if err := b.Do(&chapters[i]); err != nil {
			return err
		}
	}
	return s.create(ctx, b)
}

// begin makes the sender the owner.
func (b *Batch) begin(settings Settings) error {
	me := b.person(b.by)
	if err := b.add(Event{Kind: Configured, Settings: &settings}); err != nil {
		return err
	}
	return b.add(Event{Kind: Assigned, Person: me, Role: Owner})
}

func (s *Service) create(ctx context.Context, b *Batch) error {
	text, err := b.study.Snapshot()
	if err == nil {
		text, err = zip(text)
	}
	if err != nil {
		return err
	}
	err = s.o.Store.CreateSharedStudy(ctx, Changes{Row: b.study.row(), Events: b.Events, Joined: b.Joined, People: b.study.People, Snapshot: text}, MaxOwned)
	switch {
	case errors.Is(err, ErrMany):
		return refuse("You have %d studies, which is the most: delete one first.", MaxOwned)
	case errors.Is(err, ErrConflict):
		return refuse("There is a study with this ID already.")
	}
	return err
}

// Clone makes a study of its own of one that a person reads. Comments stay those of their authors.
func (s *Service) Clone(ctx context.Context, from, id livegame.ID, by Sender, name string) error {
	var text []byte
	var people []Person
	err := s.Read(ctx, from, by.Account, func(study *Study) (err error) {
		if !study.MayClone(by.Account) {
			return refuse("Only members of this study may copy it.")
		}
		text, err = study.Snapshot()
		people = slices.Clone(study.People)
		return err
	})
	if err != nil {
		return err
	}
	if !id.Valid() {
		return refuse("The ID of a study has 1 to 64 letters, digits, hyphens and underscores.")
	}
	copied, err := Restore(from, 0, text, people)
	if err != nil {
		return err
	}
	now := toMillis(s.o.Now())
	study := New(id, now)
	b := NewBatch(study, by, now, s.o.Lookup)
	settings := Settings{Name: copied.Name, Description: copied.Description, Topics: copied.Topics, Visibility: Private, Comments: copied.Comments}
	if name != "" {
		settings.Name = name
	}
	if settings, err = settings.Check(); err != nil {
		return err
	}
	if err := b.begin(settings); err != nil {
		return err
	}
	renumber := map[int]int{}
	for _, p := range people {
		if p.Account == by.Account {
			renumber[p.Number] = 1
			continue
		}
		n := len(study.People) + 1
		p.Number, p.Role, renumber[p.Number] = n, NoRole, n
		study.People, b.Joined = append(study.People, p), append(b.Joined, p)
	}
	for i, c := range copied.Chapters {
		tree := Pack(c.Root)
		for k := range tree {
			tree[k].Seq = 0
			for j := range tree[k].Comments {
				tree[k].Comments[j].By = renumber[tree[k].Comments[j].By]
			}
		}
		head := c.Head
		if err := b.add(Event{Kind: Added, Head: &head, Tree: tree, Index: i}); err != nil {
			return err
		}
	}
	return s.create(ctx, b)
}

// Delete deletes a study of an account, and may be repeated.
func (s *Service) Delete(ctx context.Context, id livegame.ID, account string) error {
	err := s.Read(ctx, id, account, func(study *Study) error {
		if study.RoleOf(account) != Owner {
			return refuse("Only the owner can delete the study.")
		}
		return nil
	})
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err == nil {
		err = s.o.Store.DeleteSharedStudy(ctx, id)
	}
	if err == nil {
		s.forget(id)
		s.publish(id, 0)
	}
	return err
}

// forget has a study read again, as after its deletion.
func (s *Service) forget(id livegame.ID) {
	e := s.entry(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.s, e.events = nil, nil
	e.broadcast()
}

// List lists studies.
func (s *Service) List(ctx context.Context, q Query) ([]Row, error) {
	return s.o.Store.SharedStudies(ctx, q)
}

// Topics returns the most frequent topics of public studies that begin with a text.
func (s *Service) Topics(ctx context.Context, prefix string, limit int) ([]Topic, error) {
	return s.o.Store.StudyTopics(ctx, prefix, limit)
}

func zip(text []byte) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

func unzip(packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, maxSnapshot))
	return text, errors.Join(err, z.Close())
}
