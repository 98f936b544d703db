package chat

import (
	"cmp"
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
)

const (
	full livegame.Code = "full" // the room has too many messages; see livegame.Error
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
	// Blocked returns whose messages each of some readers does not want; nil: all are read.
	Blocked func(ctx context.Context, readers []string) (map[string]map[string]bool, error)
	// Invited reports whether a player has invited another to a game by a challenge, and Friends whether two
	// follow each other; nil: none does.
	Invited func(ctx context.Context, game livegame.ID, player, other string) (bool, error)
	Friends func(ctx context.Context, player, other string) (bool, error)
	Now     func() time.Time // nil: the system's clock
	Log     *slog.Logger     // nil: none
}

// Service is the chat of one node. It is safe for concurrent use. Messages of other nodes come
// while its jobs run.
type Service struct {
	o     Options
	mu    sync.Mutex
	feeds map[livegame.ID]*feed

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
	return &Service{o: o, feeds: map[livegame.ID]*feed{}}
}

// Read returns the messages of a room after a number that a person may read, at most Recent, and
// whether the person may read the room.
func (s *Service) Read(
	ctx context.Context, game livegame.ID, guest string, room RoomName, after int,
) ([]Message, bool, error) {
	t, err := s.find(ctx, game)
	if err != nil || !t.reads(guest, room) {
		return nil, false, err
	}
	list, err := s.read(ctx, game, guest, room, after)
	return list, true, err
}

// read returns the messages of a room after a number as a person reads them.
func (s *Service) read(
	ctx context.Context, game livegame.ID, guest string, room RoomName, after int,
) ([]Message, error) {
	list, err := s.Said(ctx, game, room, after, Recent)
	if err != nil {
		return nil, err
	}
	return without(list, s.blocked(ctx, list, guest)[guest]), nil
}

// blocked returns whose messages of a list readers do not want.
func (s *Service) blocked(ctx context.Context, list []Message, readers ...string) map[string]map[string]bool {
	if s.o.Blocked == nil || !slices.ContainsFunc(list, func(m Message) bool { return m.Account }) {
		return nil // guests are not blocked
	}
	blocked, err := s.o.Blocked(ctx, slices.DeleteFunc(readers, func(id string) bool { return id == "" }))
	if err != nil && ctx.Err() == nil {
		s.o.Log.Warn("cannot see who blocks whom", "error", err)
	}
	return blocked
}

// without returns messages without the texts of some authors. The messages stay, for their numbers.
func without(list []Message, authors map[string]bool) []Message {
	if len(authors) == 0 || !slices.ContainsFunc(list, func(m Message) bool { return authors[m.Author] }) {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		if m := &list[i]; authors[m.Author] {
			m.Blocked, m.Preset, m.Text = true, "", ""
		}
	}
	return list
}

// hideAll hides all that the author of a message has written in its game, on all nodes. The error is
// livegame.ErrNotFound if there is no such message.
func (s *Service) hideAll(ctx context.Context, of Place) error {
	list, err := s.Said(ctx, of.Game, of.Room, of.Seq-1, MaxMessages)
	if err != nil {
		return err
	}
	if len(list) == 0 || list[0].Seq != of.Seq {
		return livegame.ErrNotFound
	}
	game, author := of.Game, list[0].Author
	if err := s.hide(ctx, game, author); err != nil {
		return err
	}
	for _, room := range rooms {
		s.publish(Place{game, room, 0})
		s.arrived(ctx, Place{game, room, 0})
	}
	return nil
}

// publish informs the other nodes of a message; number 0: of changes.
func (s *Service) publish(p Place) {
	note := fmt.Sprintf("%s %s %d", p.Game, p.Room, p.Seq)
	if err := s.o.Queue.Publish(livegame.Notice{Game: topic, Note: note}); err != nil {
		s.o.Log.Debug("cannot publish a notice of a message", "game", p.Game, "error", err)
	}
}

// placeOf reads a note.
func placeOf(note string) (Place, error) {
	parts := strings.Fields(note)
	if len(parts) != 3 {
		return Place{}, errors.New("a note about chat has three words")
	}
	seq, err := strconv.Atoi(parts[2])
	p := Place{livegame.ID(parts[0]), RoomName(parts[1]), seq}
	return p, cmp.Or(err, p.Game.Check())
}

// Jobs registers what receives the messages of other nodes.
func (s *Service) Jobs(r *job.Runner) {
	r.Subscribe("messages", func() (func(), error) {
		return s.o.Queue.Subscribe(topic, func(n livegame.Notice) {
			if p, err := placeOf(n.Note); err == nil {
				s.arrived(context.Background(), p)
			}
		})
	})
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
	for _, p := range list {
		s.arrived(ctx, p)
	}
	return err
}
