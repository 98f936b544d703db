package sharedstudy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/eventlog"
	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	// PollTime is how long Wait waits for a change.
	PollTime      = 25 * time.Second
	lookTime      = 500 * time.Millisecond // between looks at the database while people wait: a notice may be lost
	cacheTime     = 10 * time.Minute
	snapshotEvery = 100 // events
	keepEvents    = 500 // before the snapshot, for pages and nodes that know the study of then
	maxSnapshot   = 64 << 20
)

var (
	errTaken = livegame.Refuse("There is a study with this ID already.")
	errMany  = livegame.Refuse("You have %d studies, which is the most: delete one first.", MaxOwned)
)

// Options are what a Service needs.
type Options struct {
	DB       *db.DB
	Queue    livegame.Queue // nil: there are no other nodes
	Lookup   livegame.Lookup
	Variants []game.Game // of games in PGN
	// Refused reports whether an account does not want to be added to studies of another one; nil: none is.
	Refused func(ctx context.Context, from, to string) (bool, error)
	// Invited is called when a person has added an account to a study; nil: the account is not notified. It does not wait.
	Invited func(study livegame.ID, by, account string, at time.Time)
	Now     func() time.Time
	Memory  int          // bytes that remembered studies may take up; 0: 128 MB
	Log     *slog.Logger // nil: none
}

// Service keeps studies. It is safe for concurrent use; a change is on disk when its method returns nil. Its errors for
// users are *livegame.Error and ErrNotFound.
//
// A node remembers the studies that were used last, as long as they take up less than Options.Memory by an estimate.
type Service struct {
	o    Options
	log  *eventlog.Log[livegame.ID, kept]
	here *presence
}

// kept is a study as this node knows it.
type kept struct {
	s      *Study
	events []Event // the last ones, for pages that follow
	size   int     // of the events, in memory
}

// New returns a service. It needs Jobs.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{o: o}
	s.log = eventlog.New(eventlog.Options[livegame.ID, kept]{
		Load: s.load, Seq: func(k *kept) int { return k.s.Seq }, NotFound: ErrNotFound, Conflict: errConflict,
		InPlace: true, Fresh: lookTime, Keep: cacheTime, Stored: s.publish,
		Weight: func(k *kept) int { return k.s.memory() + k.size }, MaxWeight: cmp.Or(o.Memory, cacheBytes),
	})
	s.here = newPresence(o.Now, s.log.Wake)
	return s
}

// load reads what has changed since a study was read.
func (s *Service) load(ctx context.Context, id livegame.ID, k *kept) (*kept, error) {
	after := 0
	if k != nil {
		after = k.s.Seq
	}
	r, err := Stored(ctx, s.o.DB, id, after)
	if err != nil {
		return k, err
	}
	if k != nil && !r.Created.Equal(k.s.Created) { // it was deleted, and another one has its ID
		k = nil
		if r, err = Stored(ctx, s.o.DB, id, 0); err != nil {
			return nil, err
		}
	}
	if k == nil {
		k = &kept{}
	}
	if err := k.take(r); err != nil {
		return nil, err
	}
	return k, nil
}

// invited says who has been added to a study.
func (s *Service) invited(b *Batch) {
	if s.o.Invited == nil {
		return
	}
	for _, account := range b.added {
		s.o.Invited(b.study.ID, b.by.Person.Name, account, b.now)
	}
}

// take applies what the store knows.
func (k *kept) take(r Record) error {
	if r.Snapshot != nil {
		var err error
		if k.s, err = r.restore(); err != nil {
			return err
		}
		k.events, k.size = nil, 0
	}
	if k.s == nil {
		return fmt.Errorf("study %s has no snapshot", r.ID)
	}
	if r.People != nil {
		k.s.SetPeople(r.People)
	}
	for _, event := range r.Events {
		if err := k.s.Apply(event); err != nil {
			return err
		}
	}
	k.add(r.Events)
	return nil
}

// Read calls f with a study as it is now, if an account, "" for none, may read it. Else the error is
// ErrNotFound. F must not keep or change the study.
func (s *Service) Read(ctx context.Context, id livegame.ID, account string, f func(*Study) error) error {
	return s.ReadAs(ctx, id, Sender{Account: account}, f)
}

// ReadAs is Read for a person: moderators read what they have hidden, too.
func (s *Service) ReadAs(ctx context.Context, id livegame.ID, by Sender, f func(*Study) error) error {
	read := func(k *kept) error {
		if !k.s.mayReach(&by) {
			return errOutside
		}
		return f(k.s)
	}
	err := s.log.Read(ctx, id, read)
	if errors.Is(err, errOutside) { // the account may have been added just now
		err = s.log.Latest(ctx, id, read)
	}
	return err
}

// errOutside says that the study exists and that the sender may not read it.
var errOutside = fmt.Errorf("for this sender, %w", ErrNotFound)

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
	show := func(k *kept) {
		if k.s.mayReach(&by) {
			f(k.s, k.news(since, by.Account))
		}
	}
	full, shown := false, false
	err = s.log.Change(ctx, id, func(k *kept) (func(context.Context) error, error) {
		if !k.s.mayReach(&by) {
			return nil, errOutside
		}
		b := NewBatch(k.s, by, s.o.Now(), s.o.Lookup)
		b.blocked, b.full = blocked, full
		var damage error
		if rejected, damage = b.all(commands); damage == nil && len(b.Events) == 0 {
			return nil, eventlog.ErrUnchanged
		}
		return func(ctx context.Context) error {
			if damage != nil { // it is read again
				return damage
			}
			err := s.store(ctx, k, b)
			if errors.Is(err, errFull) {
				full = true // what does not add anything is carried out
				return errConflict
			}
			if err != nil {
				return err
			}
			shown = true
			show(k)
			s.invited(b)
			return nil
		}, nil
	})
	if err == nil && !shown {
		err = s.log.Read(ctx, id, func(k *kept) error {
			show(k)
			return nil
		})
	}
	if err != nil {
		return nil, err
	}
	return rejected, nil
}

// blocked returns the accounts that commands would add, and that do not want to be added by the sender.
func (s *Service) blocked(ctx context.Context, by Sender, commands []Command) (map[string]bool, error) {
	list := map[string]bool{}
	for i := range commands {
		c := &commands[i]
		if _, known := list[c.Target.ID]; known || c.Kind != SetRole || c.Role == NoRole || s.o.Refused == nil {
			continue
		}
		refused, err := s.o.Refused(ctx, by.Account, c.Target.ID)
		if err != nil {
			return nil, err
		}
		list[c.Target.ID] = refused
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
func (s *Service) store(ctx context.Context, k *kept, b *Batch) error {
	c := changes{Row: b.study.row(), Events: b.Events, Joined: b.Joined, Log: b.Log}
	if b.grew {
		c.MaxBytes = MaxStored
	}
	_, size := last(b.Events)
	if seq := b.study.Seq; (seq-len(b.Events))/snapshotEvery != seq/snapshotEvery || size > largeBatch {
		all := slices.Concat(k.events, b.Events)
		text, err := b.study.Snapshot()
		if err == nil && len(text) > maxSnapshot {
			err = fmt.Errorf("study %s: a snapshot of %d bytes", b.study.ID, len(text))
		}
		if err == nil {
			c.Snapshot, err = db.Compress(text)
		}
		if err != nil {
			return err
		}
		c.ForgetBefore = seq - keepEvents
		if n, _ := last(all); n < len(all) && n < keepEvents { // they are large
			c.ForgetBefore = max(c.ForgetBefore, seq-n+1)
		}
	}
	if err := s.update(ctx, c); err != nil {
		return err
	}
	k.add(b.Events)
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
		r.Owner = o.ID
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
	study := NewStudy(id, livegame.ToMillis(s.o.Now()))
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
		text, err = db.Compress(text)
	}
	if err != nil {
		return err
	}
	return s.insert(ctx, changes{
		Row: b.study.row(), Events: b.Events, Joined: b.Joined, Snapshot: text, MaxBytes: MaxStored,
	}, MaxOwned)
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
		err = s.erase(ctx, id)
	}
	if err == nil {
		s.log.Forget(id)
		s.publish(id, 0)
	}
	return err
}

// AccountChanged has the studies read again in which a person has an account that was changed: it may have been
// deleted. It does not wait.
func (s *Service) AccountChanged(account string) {
	s.log.ForgetAll(func(k *kept) bool { return k.s.Person(account) != nil })
}
