package chat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
)

// errNoMessage is the error of a message that there is not, or that a moderator does not read.
var errNoMessage = problem.Missing("There is no such message.")

const (
	// topic stands in notices that are about chat.
	topic livegame.ID = "_chat"
	// maxWaiting is how many messages of a node may wait to be stored, and maxBatch how many are
	// stored at once.
	maxWaiting = 1024
	maxBatch   = 64
	// sayTimeout bounds the wait for the store.
	sayTimeout = 10 * time.Second
	// lookEvery is how often a node looks for messages whose notices were lost, and lookBack how
	// far: longer than a message takes to be stored.
	lookEvery = 5 * time.Second
	lookBack  = 30 * time.Second
	// goneEvery is how often the chats of what is gone are deleted. Nobody reads them before, either.
	goneEvery = 10 * time.Minute
)

// Games is what chat needs of the game manager.
type Games interface {
	// Summary returns a game as it is now.
	Summary(ctx context.Context, id livegame.ID) (livegame.Summary, error)
}

// Options are what a Service needs.
type Options struct {
	DB    *db.DB
	Games Games
	Queue livegame.Bus
	// Tournaments and Studies have chats, too; nil: they do not.
	Tournaments Tournaments
	Studies     Studies
	// Blocked returns whose messages each of some readers does not want; nil: all are read.
	Blocked func(ctx context.Context, readers []string) (map[string]map[string]bool, error)
	// Invited reports whether a player has invited another to a game by a challenge, and Friends whether two
	// follow each other; nil: none does.
	Invited func(ctx context.Context, game livegame.ID, player, other string) (bool, error)
	Friends func(ctx context.Context, player, other string) (bool, error)
	Keep    time.Duration    // how long messages are kept; 0: without end
	Now     func() time.Time // nil: the system's clock
	Log     *slog.Logger     // nil: none
}

// mark is a message of a room, the last one as a rule.
type mark struct {
	Place Place
	Room  RoomName
	Seq   int
}

// Service is the chat of one node. It is safe for concurrent use. Messages of other nodes come
// while its jobs run.
type Service struct {
	o     Options
	kinds []*kind
	mu    sync.Mutex
	feeds map[Place]*feed

	waiting []*pending
	writing bool // a goroutine stores what waits
}

// pending is a message that waits to be stored.
type pending struct {
	m    Message
	err  error
	done chan struct{}
}

// New returns a Service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{o: o, feeds: map[Place]*feed{}}
	s.kinds = []*kind{s.games()}
	if o.Tournaments != nil {
		s.kinds = append(s.kinds, s.tournaments())
	}
	if o.Studies != nil {
		s.kinds = append(s.kinds, s.studies())
	}
	return s
}

// Read returns the messages of a room after a number that a person may read, at most Recent, and
// whether the person may read the room.
func (s *Service) Read(
	ctx context.Context, place Place, r Reader, room RoomName, after int,
) ([]Message, bool, error) {
	_, t, err := s.enter(ctx, place, r)
	if err != nil || !t.reads(r, room) {
		return nil, false, err
	}
	list, err := s.read(ctx, place, r, t, room, after)
	return list, true, err
}

// read returns the messages of a room after a number as a person reads them.
func (s *Service) read(
	ctx context.Context, place Place, r Reader, t talk, room RoomName, after int,
) ([]Message, error) {
	list, err := s.said(ctx, place, room, after, Recent)
	if err != nil {
		return nil, err
	}
	return visible(t, r, list, s.blocked(ctx, list, r)[r.ID]), nil
}

// blocked returns whose messages of a list readers do not want.
func (s *Service) blocked(ctx context.Context, list []Message, readers ...Reader) map[string]map[string]bool {
	if s.o.Blocked == nil || !slices.ContainsFunc(list, func(m Message) bool { return m.Person.Account }) {
		return nil // guests are not blocked
	}
	var accounts []string // guests block no one
	for _, r := range readers {
		if r.Account {
			accounts = append(accounts, r.ID)
		}
	}
	blocked, err := s.o.Blocked(ctx, accounts)
	if err != nil && ctx.Err() == nil {
		s.o.Log.Warn("cannot see who blocks whom", "error", err)
	}
	return blocked
}

// Written returns messages of a room after a number that a person may read, in order, at most so many; of too many, the
// last. They include what is hidden or by authors whom the person blocks.
func (s *Service) Written(
	ctx context.Context, place Place, r Reader, room RoomName, after, limit int,
) ([]Message, error) {
	_, t, err := s.enter(ctx, place, r)
	if err != nil || !t.reads(r, room) {
		return nil, err
	}
	list, err := s.said(ctx, place, room, after, limit)
	return visible(t, r, list, nil), err
}

// hideAll hides all that the author of a message has written in its place, on all nodes; if the message is open to all,
// nothing that is closed. The error is errNoMessage if a person, the moderator, reads no such message.
func (s *Service) hideAll(ctx context.Context, of mark, r Reader) error {
	k, t, err := s.enter(ctx, of.Place, r)
	if err != nil {
		return err
	}
	of.Room = k.room(of.Room)
	list, err := db.All[Message](ctx, s.o.DB,
		"SELECT * FROM chat WHERE place = $1 AND room = $2 AND seq = $3", of.Place, of.Room, of.Seq)
	switch {
	case err != nil:
		return err
	case !t.reads(r, of.Room) || len(list) == 0 || !t.sees(r, &list[0]):
		return errNoMessage
	}
	if err := s.hide(ctx, of.Place, list[0].Author, list[0].Closed); err != nil {
		return err
	}
	for _, room := range k.rooms {
		s.publish(mark{of.Place, room, 0})
		s.arrived(ctx, mark{of.Place, room, 0})
	}
	return nil
}

// publish informs the other nodes of a message; number 0: of changes.
func (s *Service) publish(m mark) {
	note := fmt.Sprintf("%s %s %d", m.Place, m.Room, m.Seq)
	if err := s.o.Queue.Publish(livegame.Notice{Game: topic, Note: note}); err != nil {
		s.o.Log.Debug("cannot publish a notice of a message", "place", m.Place, "error", err)
	}
}

// markOf reads a note.
func markOf(note string) (mark, error) {
	parts := strings.Fields(note)
	if len(parts) != 3 {
		return mark{}, errors.New("a note about chat has three words")
	}
	seq, err := strconv.Atoi(parts[2])
	return mark{Place(parts[0]), RoomName(parts[1]), seq}, err
}

// Jobs registers what receives the messages of other nodes.
func (s *Service) Jobs(r *job.Runner) {
	r.Subscribe("messages", func() (func(), error) {
		return s.o.Queue.Subscribe(topic, func(n livegame.Notice) {
			if m, err := markOf(n.Note); err == nil {
				s.arrived(context.Background(), m)
			}
		})
	})
	r.Every("chats of what is gone", goneEvery, job.OneNode, s.forgetGone)
	r.Every("missed messages", lookEvery, job.EachNode, s.look)
}

// look looks for messages whose notices were lost.
func (s *Service) look(ctx context.Context) error {
	s.mu.Lock()
	idle := len(s.feeds) == 0
	s.mu.Unlock()
	if idle {
		return nil
	}
	list, err := s.saidSince(ctx, s.o.Now().Add(-lookBack))
	for _, m := range list {
		s.arrived(ctx, m)
	}
	return err
}
