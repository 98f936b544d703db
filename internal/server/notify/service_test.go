package notify

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/rules"
)

// jobs is a queue in memory. Broken, it takes nothing.
type jobs struct {
	mu     sync.Mutex
	list   []Job
	broken bool
}

func (q *jobs) Put(_ context.Context, j Job) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.broken {
		return errors.New("broken")
	}
	q.list = append(q.list, j)
	return nil
}

func (q *jobs) Consume(ctx context.Context, _ int, _ func(context.Context, Job) error) error {
	<-ctx.Done()
	return nil
}

func (q *jobs) take() []Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	list := q.list
	q.list = nil
	return list
}

// world is two nodes with one database. What the managers say is stored when the test says so.
type world struct {
	*testing.T
	db       *gamestore.Store
	queue    *jobs
	clock    *managertest.Clock
	managers [2]*manager.Manager
	nodes    [2]*Service
	missed   []Missed
	deaf     bool // the nodes die before they store what has happened
}

func newWorld(t *testing.T) *world {
	db, err := gamestore.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	w := &world{T: t, db: db, queue: &jobs{}, clock: managertest.NewClock()}
	broker := managertest.NewBroker()
	for i, name := range []string{"here", "there"} {
		service := New(Options{DB: db.DB(), Queue: w.queue})
		w.managers[i], _ = managertest.Run(t, manager.Options{
			Node: name, Store: db, Queue: broker.Node(name),
			Lookup: rules.ByName, Clock: w.clock,
			Changed: func(s livegame.Summary, e livegame.Event, here [2]bool) {
				if !w.deaf {
					service.Game(s, e, here)
				}
			},
		})
		w.nodes[i] = service
	}
	t.Cleanup(func() { _ = db.Close() })
	return w
}

// settle stores what the nodes were to store.
func (w *world) settle() {
	w.Helper()
	for i, s := range w.nodes {
		if err := s.Settle(w.Context(), w.managers[i]); err != nil {
			w.Fatal(err)
		}
	}
}

func (w *world) sweep(node int) {
	w.Helper()
	if err := w.nodes[node].SweepWith(w.Context(), w.managers[node], w.missed...); err != nil {
		w.Fatal(err)
	}
}

// unread checks which notifications a player has not read, the latest first.
func (w *world) unread(player string, want ...string) {
	w.Helper()
	list, err := w.nodes[0].List(w.Context(), player, 50)
	if err != nil {
		w.Fatal(err)
	}
	var got []string
	for _, n := range list {
		if n.State == Unread {
			got = append(got, n.ID)
		}
	}
	if !slices.Equal(got, want) {
		w.Errorf("%s has %q, want %q", player, got, want)
	}
}

func (w *world) do(node int, c livegame.Command) {
	w.Helper()
	w.clock.Advance(time.Second)
	if c.Kind == livegame.DoMove {
		c.Ply = -1
	}
	if _, err := w.managers[node].Do(w.Context(), mailGame, c, 0); err != nil {
		w.Fatal(err)
	}
}

func (w *world) create(h livegame.Header) {
	w.Helper()
	if _, err := w.managers[0].Create(w.Context(), h, ""); err != nil {
		w.Fatal(err)
	}
}

const mailGame = "mailgame0001"

func byMail() livegame.Header {
	return livegame.Header{
		ID: mailGame, Variant: "shrink", TimeControl: livegame.TimeControl{PerMove: 48 * time.Hour}, Creator: "ann",
		Seats: [2]livegame.Player{{Guest: "ann", Person: livegame.Person{Name: "Ann"}}},
	}
}

// Players learn of joins, turns, offers and ends; a move of their own marks what it answers as read.
func TestGame(t *testing.T) {
	w := newWorld(t)
	w.create(byMail())
	w.do(1, livegame.Command{ID: "join-1", Kind: livegame.DoJoin, Guest: "ben", Name: "Ben"})
	w.settle()
	w.unread("ann", "joined/mailgame0001/0")
	w.unread("ben")
	w.do(0, livegame.Command{ID: "move-1", Kind: livegame.DoMove, Guest: "ann", Text: "e2e4"})
	w.do(1, livegame.Command{ID: "draw-1", Kind: livegame.DoMove, Guest: "ben", Text: "e7e5"})
	w.settle()
	w.unread("ann", "turn/mailgame0001/2")
	w.unread("ben")
	w.do(0, livegame.Command{ID: "offer-1", Kind: livegame.DoOfferDraw, Guest: "ann"})
	w.settle()
	w.unread("ben", "draw/mailgame0001/4")
	w.do(0, livegame.Command{ID: "end-1", Kind: livegame.DoResign, Guest: "ann"})
	w.settle()
	w.unread("ben", "ended/mailgame0001/0", "draw/mailgame0001/4")
	w.sweep(1)
	w.clock.Advance(5 * time.Minute)
	w.sweep(0)
	w.unread("ben", "ended/mailgame0001/0", "draw/mailgame0001/4")
	if _, err := w.nodes[1].MarkRead(t.Context(), "ben", mailGame, ""); err != nil {
		t.Fatal(err)
	}
	w.unread("ben")
	list, err := w.nodes[0].List(t.Context(), "ben", 50)
	w.do(1, livegame.Command{ID: "again-1", Kind: livegame.DoRematch, Guest: "ann"})
	w.settle()
	w.unread("ben", "rematch/mailgame0001/6")
	w.do(0, livegame.Command{ID: "again-2", Kind: livegame.DoRematch, Guest: "ben"})
	w.settle()
	w.unread("ann", "joined/"+string(livegame.RematchIDOf(mailGame))+"/0", "ended/mailgame0001/0", "turn/mailgame0001/2")
	if err != nil || list[0].Result != "won" || list[0].Name != "Ann" {
		t.Errorf("%+v, %v", list, err)
	}
}

// An offer of a rematch is read once the two play another game.
func TestPlayAgain(t *testing.T) {
	w := newWorld(t)
	w.create(byMail())
	w.do(1, livegame.Command{ID: "join-1", Kind: livegame.DoJoin, Guest: "ben", Name: "Ben"})
	w.do(0, livegame.Command{ID: "end-1", Kind: livegame.DoResign, Guest: "ann"})
	w.do(0, livegame.Command{ID: "again-1", Kind: livegame.DoRematch, Guest: "ann"})
	w.settle()
	const offer = "rematch/mailgame0001/3"
	w.unread("ben", offer)
	play := func(id livegame.ID, other, name string) {
		t.Helper()
		w.create(livegame.Header{
			ID: id, Variant: "shrink", TimeControl: livegame.TimeControl{Base: time.Minute}, Creator: "ben",
			Seats: [2]livegame.Player{
				{Guest: "ben", Person: livegame.Person{Name: "Ben"}}, {Guest: other, Person: livegame.Person{Name: name}},
			},
		})
		w.clock.Advance(time.Second)
		c := livegame.Command{ID: "move-1", Kind: livegame.DoMove, Guest: "ben", Text: "e2e4", Ply: -1}
		if _, err := w.managers[0].Do(t.Context(), id, c, 0); err != nil {
			t.Fatal(err)
		}
		w.settle()
	}
	play("withcleo0001", "cleo", "Cleo")
	w.unread("ben", offer)
	play("withann00001", "ann", "Ann")
	w.unread("ben")
}

// The players who have joined a tournament learn once that it starts: from the node that has started it,
// or from a sweep.
func TestTournament(t *testing.T) {
	w := newWorld(t)
	hold := func(id livegame.ID) []Notification {
		return Started(id, "shrink", "Cup", w.clock.Now(), "ann")
	}
	w.nodes[0].Take(hold("cup1")...)
	w.settle()
	w.unread("ann", "tournament/cup1")
	second := hold("cup2") // the node that has started it dies
	w.missed = append(w.missed, func(context.Context, time.Time, int) ([]Notification, error) { return second, nil })
	w.clock.Advance(time.Minute)
	for node := range 2 {
		w.sweep(node)
	}
	w.unread("ann", "tournament/cup2", "tournament/cup1")
	list, err := w.nodes[0].List(t.Context(), "ann", 1)
	if err != nil || list[0].Sentence("en") != "The tournament Cup has started." || list[0].Page() != "/tournaments/cup2" {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := w.nodes[0].MarkRead(t.Context(), "ann", "cup2", ""); err != nil {
		t.Fatal(err)
	}
	w.sweep(0)
	w.unread("ann", "tournament/cup1")
}

// A player who looks at the game needs no notification, also not after a sweep.
func TestHere(t *testing.T) {
	w := newWorld(t)
	w.create(byMail())
	_, watcher, err := w.managers[1].Watch(t.Context(), mailGame, "ann", func(*manager.Update) {})
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Stop()
	w.do(1, livegame.Command{ID: "join-1", Kind: livegame.DoJoin, Guest: "ben", Name: "Ben"})
	w.settle()
	w.clock.Advance(time.Minute)
	w.sweep(0)
	w.unread("ann")
}

// A player hears once of a follower, who may follow again.
func TestFollower(t *testing.T) {
	w := newWorld(t)
	for range 2 {
		w.nodes[0].Follower("account of eve", "Eve", "ann", w.clock.Now())
		w.settle()
	}
	w.unread("ann", FollowerID("account of eve"))
	if list, err := w.nodes[1].List(t.Context(), "ann", 10); err != nil || len(list) != 1 ||
		list[0].Kind != Followed || list[0].Name != "Eve" || list[0].Game != "" {
		t.Errorf("%+v, %v", list, err)
	}
}

// What nodes did not store before they died, a sweep finds, once.
func TestSweep(t *testing.T) {
	w := newWorld(t)
	w.deaf = true
	w.create(byMail())
	w.do(0, livegame.Command{ID: "join-1", Kind: livegame.DoJoin, Guest: "ben", Name: "Ben"})
	w.do(0, livegame.Command{ID: "move-1", Kind: livegame.DoMove, Guest: "ann", Text: "e2e4"})
	challenged := Notification{
		Player: "ben", ID: "challenged/challenge001", Kind: Challenged, Game: "challenge001", Variant: "shrink",
		Name: "Ann", At: w.clock.Now(),
	}
	w.missed = append(w.missed, func(_ context.Context, since time.Time, _ int) ([]Notification, error) {
		if since.After(challenged.At) {
			return nil, nil
		}
		return []Notification{challenged}, nil
	})
	w.clock.Advance(time.Minute)
	for node := range w.nodes {
		w.sweep(node)
		w.sweep(node)
		w.unread("ann", "joined/mailgame0001/0")
		w.unread("ben", "turn/mailgame0001/1", "challenged/challenge001")
	}
}

// A player learns once that the time for a move runs out.
func TestSoon(t *testing.T) {
	w := newWorld(t)
	h := byMail()
	h.Seats[1] = livegame.Player{Guest: "ben", Person: livegame.Person{Name: "Ben"}}
	now := w.clock.Now()
	for i, left := range []time.Duration{SoonBefore - time.Minute, SoonBefore + time.Minute} {
		h.ID = livegame.ID(fmt.Sprint("mailgame000", i))
		// Long before the sweep looks for changes.
		if err := w.db.Create(t.Context(), livegame.Summary{
			Header: h, Seats: h.Seats, Status: livegame.Live, Ply: 3,
			Turn: game.Black, Updated: now.Add(-40 * time.Hour), Deadline: now.Add(left),
		}); err != nil {
			t.Fatal(err)
		}
	}
	w.sweep(0)
	w.sweep(1)
	w.unread("ben", "soon/mailgame0000/3")
	w.unread("ann")
}

// However many games there are, each player learns of theirs in one sweep.
func TestSoonOfMany(t *testing.T) {
	w := newWorld(t)
	now := w.clock.Now()
	const games = 1100 // more than two pages
	var all sync.WaitGroup
	for i := range games {
		h := byMail()
		h.ID = livegame.ID(fmt.Sprintf("mail%08d", i))
		h.Seats[1] = livegame.Player{Guest: fmt.Sprint("player", i), Person: livegame.Person{Name: "Ben"}}
		all.Go(func() {
			if err := w.db.Create(t.Context(), livegame.Summary{
				Header: h, Seats: h.Seats, Status: livegame.Live, Ply: 3, Turn: game.Black, Updated: now.Add(-40 * time.Hour),
				Deadline: now.Add(time.Duration(1+i%300) * time.Minute),
			}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	w.sweep(0)
	for i := range games {
		w.unread(fmt.Sprint("player", i), fmt.Sprintf("soon/mail%08d/3", i))
	}
}

// A notification is queued for players with a browser; if the queue fails, a sweep repeats it.
func TestQueue(t *testing.T) {
	w := newWorld(t)
	if err := w.nodes[0].subscribe(t.Context(),
		Subscription{Endpoint: "https://push.example/1", Player: "ann", Created: w.clock.Now()}); err != nil {
		t.Fatal(err)
	}
	w.create(byMail())
	w.queue.broken = true
	w.do(1, livegame.Command{ID: "join-1", Kind: livegame.DoJoin, Guest: "ben", Name: "Ben"})
	if err := w.nodes[1].Settle(t.Context(), w.managers[1]); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("the error is %v", err)
	}
	w.queue.broken = false
	w.clock.Advance(time.Minute)
	w.sweep(0)
	want := Job{Player: "ann", ID: "joined/mailgame0001/0"}
	if got := w.queue.take(); !slices.Equal(got, []Job{want}) {
		t.Errorf("queued %+v, want %+v", got, want)
	}
}

// A move does not wait for a full list of changes.
func TestNoWait(*testing.T) {
	s := New(Options{})
	g := livegame.Summary{
		Header: byMail(), Status: livegame.Live, Ply: 3, Seats: [2]livegame.Player{{Guest: "ann"}, {Guest: "ben"}},
	}
	for n := range 20_000 {
		g.Ply = n + 3
		s.Game(g, livegame.Event{Kind: livegame.Move}, [2]bool{})
	}
}
