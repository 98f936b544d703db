package sharedstudy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/studies"
)

const (
	// PollTime is how long Wait waits for a change.
	PollTime      = 25 * time.Second
	lookTime      = 500 * time.Millisecond // between looks at the database while people wait: a notice may be lost
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
//
// A node remembers the studies that were used last, as long as they take up less than 128 MB by an estimate.
type Service struct {
	o       Options
	entries *otter.Cache[livegame.ID, *entry]
	here    *presence
}

// entry is a study as this node knows it.
type entry struct {
	mu      sync.Mutex
	stale   atomic.Bool // a node has said that there is something new
	s       *Study      // nil: not loaded
	events  []Event     // the last ones, for pages that follow
	size    int         // of the events, in memory
	weight  atomic.Uint32
	looked  time.Time
	changed chan struct{} // is closed with the next change
}

// NewService returns a service. It needs Jobs.
func NewService(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		o:    o,
		here: newPresence(o.Now),
		entries: otter.Must(&otter.Options[livegame.ID, *entry]{
			MaximumWeight:    cacheBytes,
			Weigher:          func(_ livegame.ID, e *entry) uint32 { return max(entryMemory, e.weight.Load()) },
			ExpiryCalculator: otter.ExpiryWriting[livegame.ID, *entry](cacheTime),
		}),
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
	if e.s != nil && !r.Created.Equal(e.s.Created) { // it was deleted, and another one has its ID
		e.drop()
		if r, err = s.o.Store.SharedStudy(ctx, id, 0); err != nil {
			return err
		}
	}
	if err := e.take(r); err != nil {
		e.drop()
		return err
	}
	s.weigh(id, e)
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
		var err error
		if e.s, err = r.restore(); err != nil {
			return err
		}
		e.events, e.size = nil, 0
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
	e.trim(r.Events)
	if e.s.Seq != before {
		e.broadcast()
	}
	return nil
}

// Read calls f with a study as it is now, if an account, "" for none, may read it. Else the error is
// ErrNotFound. F must not keep or change the study.
func (s *Service) Read(ctx context.Context, id livegame.ID, account string, f func(*Study) error) error {
	return s.ReadAs(ctx, id, Sender{Account: account}, f)
}

// ReadAs is Read for a person: moderators read what they have hidden, too.
func (s *Service) ReadAs(ctx context.Context, id livegame.ID, by Sender, f func(*Study) error) error {
	e := s.entry(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := s.refresh(ctx, id, e, lookTime); err != nil {
		return err
	}
	if !e.s.mayReach(&by) {
		if err := s.refresh(ctx, id, e, 0); err != nil { // the account may have been added just now
			return err
		}
		if !e.s.mayReach(&by) {
			return ErrNotFound
		}
	}
	return f(e.s)
}

// Do carries out the commands of a batch, all that are not rejected, and returns for each why it was,
// as a *livegame.Error, or nil. F is called with the study afterwards and the events after a number, if
// the sender still reads it.
func (s *Service) Do(
	ctx context.Context, id livegame.ID, by Sender, commands []Command, since int, f func(*Study, News),
) (rejected []error, err error) {
	blocked, err := s.blocked(ctx, by, commands)
	if err != nil {
		return nil, err
	}
	e := s.entry(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	stored := false
	defer func() {
		if !stored { // the study may have what was not stored
			e.drop()
		}
	}()
	full := false
	for race := range maxRaces {
		age := lookTime
		if race > 0 {
			age = 0
		}
		if err := s.refresh(ctx, id, e, age); err != nil {
			return nil, err
		}
		if !e.s.mayReach(&by) {
			if race == 0 {
				continue // the sender may have been added just now
			}
			stored = true
			return nil, ErrNotFound
		}
		b := NewBatch(e.s, by, s.o.Now(), s.o.Lookup)
		b.blocked, b.full = blocked, full
		if rejected, err = b.all(commands); err != nil {
			return nil, err
		}
		if len(b.Events) > 0 {
			err := s.store(ctx, e, b)
			if errors.Is(err, ErrConflict) || errors.Is(err, ErrFull) {
				full = errors.Is(err, ErrFull) // what does not add anything is carried out
				e.drop()
				continue
			}
			if err != nil { // it may have been stored
				return nil, err
			}
			s.weigh(id, e)
			s.publish(id, e.s.Seq)
			e.broadcast()
		}
		stored = true
		if e.s.mayReach(&by) {
			f(e.s, e.news(since, by.Account))
		}
		return rejected, nil
	}
	return nil, fmt.Errorf("study %s changes too fast", id)
}

// blocked returns the accounts that commands would add, and that do not want to be added by the sender.
func (s *Service) blocked(ctx context.Context, by Sender, commands []Command) (map[string]bool, error) {
	list := map[string]bool{}
	for i := range commands {
		c := &commands[i]
		if _, known := list[c.Player.Account]; known || c.Kind != SetRole || c.Role == NoRole || s.o.Refused == nil {
			continue
		}
		refused, err := s.o.Refused(ctx, by.Account, c.Player.Account)
		if err != nil {
			return nil, err
		}
		list[c.Player.Account] = refused
	}
	return list, nil
}

// all carries out commands. It fails only if the study is damaged.
func (b *Batch) all(commands []Command) (rejected []error, err error) {
	rejected = make([]error, len(commands))
	for i := range commands {
		var refusal *livegame.Error
		err := b.Do(&commands[i])
		if errors.Is(err, ErrNotFound) { // a command before has made the sender leave
			err = livegame.Refuse("You do not take part in the study any more.")
		}
		if err != nil && !errors.As(err, &refusal) {
			return nil, err
		}
		rejected[i] = err
	}
	return rejected, nil
}

// store stores the events of a batch.
func (s *Service) store(ctx context.Context, e *entry, b *Batch) error {
	c := Changes{Row: b.study.row(), Events: b.Events, Joined: b.Joined, Log: b.Log}
	if b.grew {
		c.MaxBytes = MaxStored
	}
	_, size := last(b.Events)
	if seq := b.study.Seq; (seq-len(b.Events))/snapshotEvery != seq/snapshotEvery || size > largeBatch {
		all := slices.Concat(e.events, b.Events)
		text, err := b.study.Snapshot()
		if err == nil && len(text) > maxSnapshot {
			err = fmt.Errorf("study %s: a snapshot of %d bytes", b.study.ID, len(text))
		}
		if err == nil {
			c.Snapshot, err = studies.Compress(text)
		}
		if err != nil {
			return err
		}
		c.ForgetBefore = seq - keepEvents
		if n, _ := last(all); n < len(all) && n < keepEvents { // they are large
			c.ForgetBefore = max(c.ForgetBefore, seq-n+1)
		}
	}
	if err := s.o.Store.ChangeSharedStudy(ctx, c); err != nil {
		return err
	}
	e.events = append(e.events, b.Events...)
	e.trim(b.Events)
	return nil
}

// row returns what lists show of the study.
func (s *Study) row() Row {
	r := Row{
		ID:         s.ID,
		Seq:        s.Seq,
		Name:       s.Name,
		Visibility: s.Visibility,
		Topics:     s.Topics,
		Words:      s.Words(),
		Chapters:   len(s.Chapters),
		Created:    s.Created,
		Updated:    s.Updated,
	}
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
		return livegame.Refuse("The ID of a study has 1 to 64 letters, digits, hyphens and underscores.")
	}
	if len(chapters) == 0 {
		return livegame.Refuse("A study has at least one chapter.")
	}
	study := New(id, livegame.ToMillis(s.o.Now()))
	b := NewBatch(study, by, s.o.Now(), s.o.Lookup)
	if err := b.checkSettings(&settings); err != nil {
		return err
	}
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
		text, err = studies.Compress(text)
	}
	if err != nil {
		return err
	}
	c := Changes{Row: b.study.row(), Events: b.Events, Joined: b.Joined, Snapshot: text, MaxBytes: MaxStored}
	err = s.o.Store.CreateSharedStudy(ctx, c, MaxOwned)
	switch {
	case errors.Is(err, ErrFull):
		return errFull
	case errors.Is(err, ErrMany):
		return livegame.Refuse("You have %d studies, which is the most: delete one first.", MaxOwned)
	case errors.Is(err, ErrConflict):
		return livegame.Refuse("There is a study with this ID already.")
	}
	return err
}

// Delete deletes a study of an account, and may be repeated.
func (s *Service) Delete(ctx context.Context, id livegame.ID, account string) error {
	err := s.Read(ctx, id, account, func(study *Study) error {
		if study.RoleOf(account) != Owner {
			return livegame.Refuse("Only the owner can delete the study.")
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
	e.drop()
	e.broadcast()
}

// AccountChanged has the studies read again in which a person has an account that was changed: it may have been
// deleted. It does not wait.
func (s *Service) AccountChanged(account string) {
	go func() { // a study may be waiting for the database
		for _, e := range s.entries.All() {
			e.mu.Lock()
			if e.s != nil && e.s.Person(account) != nil {
				e.drop()
				e.broadcast()
			}
			e.mu.Unlock()
		}
	}()
}

// List lists studies.
func (s *Service) List(ctx context.Context, q Query) ([]Row, error) {
	return s.o.Store.SharedStudies(ctx, q)
}

// Topics returns the most frequent topics of public studies that begin with a text.
func (s *Service) Topics(ctx context.Context, prefix string, limit int) ([]Topic, error) {
	return s.o.Store.StudyTopics(ctx, prefix, limit)
}
