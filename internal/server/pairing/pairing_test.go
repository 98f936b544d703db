package pairing_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/pairing"
	"github.com/wane-chess/wane/rules"
)

// clock is the clock of a test's bubble.
type clock struct{}

func (clock) Now() time.Time { return time.Now() }
func (clock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}

// world is a store and a queue with nodes that share them.
type world struct {
	*testing.T
	store *managertest.Store
	hub   *managertest.Broker
	nodes []*node
}

type node struct {
	*pairing.Service
	games *manager.Manager
	queue *managertest.Client
	stop  func()
}

func newWorld(t *testing.T, nodes int) *world {
	w := &world{T: t, store: managertest.NewStore(), hub: managertest.NewBroker()}
	for i := range nodes {
		queue := w.hub.Node(fmt.Sprint(i))
		m, stop := managertest.Run(t,
			manager.Options{Node: fmt.Sprint(i), Store: w.store, Queue: queue, Lookup: rules.ByName, Clock: clock{}})
		n := &node{Service: pairing.New(pairing.Options{Games: m, Clock: clock{}}), games: m, queue: queue}
		end := jobtest.Run(t, n.Jobs)
		n.stop = func() { end(); stop() }
		w.nodes = append(w.nodes, n)
	}
	return w
}

// blitz is three minutes and two seconds.
var blitz = livegame.TimeControl{Base: 3 * time.Minute, Increment: 2 * time.Second}

// wants is a request for a casual game of blitz; with a rating, for a rated one.
func wants(guest string, rating int) pairing.Request {
	r := pairing.Request{Guest: guest, Name: guest, Variant: "chess", Control: blitz, Rated: rating > 0}
	r.As = func(livegame.ID) livegame.Player {
		return livegame.Player{Person: livegame.Person{Account: rating > 0, Rating: rating}}
	}
	return r
}

// search repeats Find on changing nodes until it finds a game.
func (w *world) search(ctx context.Context, r pairing.Request, from int) (livegame.ID, error) {
	for i := from; ; i++ {
		got, err := w.nodes[i%len(w.nodes)].Find(ctx, r)
		if got.Game != "" || err != nil {
			return got.Game, err
		}
	}
}

// start searches in the background. The channel gets the game, or "" after an error.
func (w *world) start(ctx context.Context, r pairing.Request, from int) chan livegame.ID {
	found := make(chan livegame.ID, 1)
	go func() {
		id, err := w.search(ctx, r, from)
		if err != nil && ctx.Err() == nil {
			w.Errorf("%s: %v", r.Guest, err)
		}
		found <- id
	}()
	synctest.Wait()
	return found
}

// of returns the games of a guest with a status.
func (w *world) of(guest string, status livegame.Status) []livegame.Summary {
	list, err := w.store.List(context.Background(), livegame.Query{Guest: guest, Status: status, Limit: 1000})
	if err != nil {
		w.Fatal(err)
	}
	return list
}

func TestTwoPlayers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 2)
		a := w.start(t.Context(), wants("ann", 0), 0)
		time.Sleep(20 * time.Second)
		b := w.start(t.Context(), wants("bob", 0), 1)
		one, other := <-a, <-b
		if one != other || one == "" {
			t.Fatalf("Ann plays %q, Bob %q", one, other)
		}
		list := w.of("ann", "")
		if len(list) != 1 || list[0].Status != livegame.Live || list[0].Creator != "ann" {
			t.Errorf("Ann has waited, so Bob must have joined her game: %+v", list)
		}
		if left := w.of("bob", livegame.Finished); len(left) != 1 || left[0].Reason != livegame.Aborted ||
			left[0].Updated.After(list[0].Updated) {
			t.Errorf("Bob must withdraw his game before he joins Ann's: %+v", left)
		}
		// An answer that was lost is repeated.
		if got, err := w.nodes[0].Find(t.Context(), wants("bob", 0)); err != nil || got.Game != one {
			t.Errorf("Bob searches again and gets %+v, %v", got, err)
		}
		if got, err := w.nodes[0].Cancel(t.Context(), "ann"); err != nil || got != one {
			t.Errorf("Ann cancels too late and gets %q, %v", got, err)
		}
	})
}

// Players of whom one blocks the other are not paired, and the next one who fits is.
func TestBlocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1)
		n := w.nodes[0]
		n.Service = pairing.New(pairing.Options{
			Games: n.games, Clock: clock{},
			Blocked: func(_ context.Context, accounts []string) (map[string]map[string]bool, error) {
				if !slices.IsSorted(accounts) || slices.Contains(accounts, "") {
					t.Errorf("asked for %q", accounts)
				}
				return map[string]map[string]bool{"bob": {"ann": true}}, nil
			},
		})
		a, b := w.start(t.Context(), wants("ann", 1500), 0), w.start(t.Context(), wants("bob", 1500), 0)
		time.Sleep(20 * time.Second)
		if len(w.of("ann", livegame.Live))+len(w.of("bob", livegame.Live)) > 0 {
			t.Fatal("Ann plays Bob, who blocks her")
		}
		c := w.start(t.Context(), wants("cy", 1500), 0)
		third := <-c
		d := w.start(t.Context(), wants("dan", 1500), 0)
		fourth := <-d
		one, two := <-a, <-b
		if one == two || one != third && one != fourth || two != third && two != fourth {
			t.Errorf("Ann plays %q, Bob %q, Cy %q, Dan %q", one, two, third, fourth)
		}
	})
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(ann, bob *pairing.Request)
		within time.Duration // 0: never
	}{
		{"guests", func(ann, bob *pairing.Request) { *ann, *bob = wants("ann", 0), wants("bob", 0) }, 2 * time.Second},
		{"near ratings", func(_, bob *pairing.Request) { *bob = wants("bob", 1590) }, 2 * time.Second},
		{"ratings that are apart", func(_, bob *pairing.Request) { *bob = wants("bob", 1800) }, 11 * time.Second},
		{"ratings that are far apart", func(_, bob *pairing.Request) { *bob = wants("bob", 3400) }, 42 * time.Second},
		{"a rating in the range",
			func(ann, bob *pairing.Request) { ann.RatingMin, ann.RatingMax = 1700, 1900; *bob = wants("bob", 1800) },
			12 * time.Second},
		{"a rating out of the range", func(ann, _ *pairing.Request) { ann.RatingMin, ann.RatingMax = 1700, 1900 }, 0},
		{"a rated game and a casual one", func(_, bob *pairing.Request) { bob.Rated = false }, 0},
		{"two variants", func(_, bob *pairing.Request) { bob.Variant = "shrink" }, 0},
		{"two time controls", func(_, bob *pairing.Request) { bob.Control.Increment = 0 }, 0},
		{"one player", func(ann, bob *pairing.Request) { *bob = *ann }, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, 2)
			ann, bob := wants("ann", 1500), wants("bob", 1500)
			c.change(&ann, &bob)
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			begun := time.Now()
			a := w.start(ctx, ann, 0)
			one := <-w.start(ctx, bob, 1)
			took := time.Since(begun)
			if other := <-a; one != other || (one == "") != (c.within == 0) ||
				c.within > 0 && (took > c.within || took < c.within/2 && c.within > 3*time.Second) {
				t.Errorf("%s: %q and %q after %v, want %v", c.what, one, other, took, c.within)
			}
		})
	}
}

func TestPlayersLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 2)
		ctx, cancel := context.WithCancel(t.Context())
		w.start(ctx, wants("ann", 0), 0)
		time.Sleep(10 * time.Second)
		if list := w.of("ann", livegame.Waiting); len(list) != 1 {
			t.Fatalf("Ann waits in %+v", list)
		}
		cancel() // Ann closes the page
		time.Sleep(5 * time.Second)
		if list := w.of("ann", livegame.Waiting); len(list) != 0 {
			t.Errorf("Ann has left, and waits in %+v", list)
		}
		// The node of Eve dies.
		eve, leave := context.WithCancel(t.Context())
		go func() { _, _ = w.nodes[1].Find(eve, wants("eve", 0)) }()
		synctest.Wait()
		if err := w.nodes[1].queue.Close(); err != nil {
			t.Fatal(err)
		}
		w.nodes[1].stop()
		live := &world{T: t, store: w.store, nodes: w.nodes[:1]}
		bobs, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		if id := <-live.start(bobs, wants("bob", 0), 0); id != "" {
			t.Errorf("Bob plays %q against nobody", id)
		}
		if list := w.of("eve", livegame.Waiting); len(list) != 0 {
			t.Errorf("Eve's node is dead, and she waits in %+v", list)
		}
		leave()
		time.Sleep(5 * time.Second) // Bob has left, too
		if got, err := w.nodes[0].Find(t.Context(), wants("zoe", 0)); err != nil || got.Game != "" {
			t.Errorf("Zoe gets %+v, %v", got, err)
		}
		if id, err := w.nodes[0].Cancel(t.Context(), "zoe"); id != "" || err != nil ||
			len(w.of("zoe", livegame.Waiting)) != 0 {
			t.Errorf("Zoe cancels: %q, %v", id, err)
		}
	})
}

// A player with two tabs has one search, and the other players join it like any game.
func TestTwoTabs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 2)
		one, two := w.start(t.Context(), wants("ann", 0), 0), w.start(t.Context(), wants("ann", 0), 1)
		list := w.of("ann", livegame.Waiting)
		if len(list) != 1 {
			t.Fatalf("Ann waits in %+v", list)
		}
		join := livegame.Command{ID: "join-from-the-lobby", Kind: livegame.DoJoin, Guest: "bob", Name: "Bob"}
		if _, err := w.nodes[1].games.Do(t.Context(), list[0].ID, join, 0); err != nil {
			t.Fatal(err)
		}
		if a, b := <-one, <-two; a != list[0].ID || b != a {
			t.Errorf("the tabs show %q and %q", a, b)
		}
		// Another search replaces the first.
		other := wants("eve", 0)
		other.Variant = "shrink"
		replaced := make(chan error, 1)
		go func() {
			_, err := w.nodes[0].Find(t.Context(), wants("eve", 0))
			replaced <- err
		}()
		synctest.Wait()
		if _, err := w.nodes[1].Find(t.Context(), other); err != nil {
			t.Error(err)
		}
		if err := <-replaced; !errors.Is(err, pairing.ErrReplaced) {
			t.Errorf("the first search ends with %v", err)
		}
	})
}

// An open game of the lobby is as good, while its creator looks at it.
func TestOpenGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 2)
		head := livegame.Header{
			Variant: "chess", TimeControl: blitz, Public: true, Casual: true, Creator: "ann",
			Seats: [2]livegame.Player{{Guest: "ann", Person: livegame.Person{Name: "Ann"}}},
		}
		snap, err := w.nodes[0].games.Create(t.Context(), head, "")
		if err != nil {
			t.Fatal(err)
		}
		bob := w.start(t.Context(), wants("bob", 0), 1)
		time.Sleep(20 * time.Second)
		if len(bob) > 0 {
			t.Fatalf("Bob plays %q, and Ann is not there", <-bob)
		}
		if _, _, err := w.nodes[0].games.Watch(t.Context(), snap.Header.ID, "ann", func(*manager.Update) {}); err != nil {
			t.Fatal(err)
		}
		if got := <-bob; got != snap.Header.ID {
			t.Errorf("Bob plays %q, and Ann waits in %q", got, snap.Header.ID)
		}
	})
}

// Players come, change nodes, leave, come back, and join games from the lobby. Each gets one game
// at most, and in the end no two who fit each other wait.
func TestManyPlayers(t *testing.T) {
	const players = 200
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 3)
		random := rand.New(rand.NewPCG(1, 2))
		searches := make([]chan livegame.ID, players)
		requests := make([]pairing.Request, players)
		ctx, cancel := context.WithCancel(t.Context())
		for i := range players {
			rating := 0
			if random.IntN(3) > 0 {
				rating = 1000 + random.IntN(1500)
			}
			r := wants(fmt.Sprintf("player-%d", i), rating)
			r.Variant = []string{"chess", "shrink"}[random.IntN(2)]
			requests[i], searches[i] = r, make(chan livegame.ID, 1)
			from, later, patience := random.IntN(3), time.Duration(random.IntN(30_000))*time.Millisecond,
				time.Duration(1+random.IntN(8000))*time.Millisecond
			impatient := random.IntN(4) == 0
			go func() {
				time.Sleep(later)
				if impatient { // reloads the page
					short, end := context.WithTimeout(ctx, patience)
					id, _ := w.search(short, r, from)
					end()
					if id != "" {
						searches[i] <- id
						return
					}
				}
				id, err := w.search(ctx, r, from+1)
				if err != nil && ctx.Err() == nil {
					t.Errorf("%s: %v", r.Guest, err)
				}
				searches[i] <- id
			}()
		}
		time.Sleep(75 * time.Second)
		cancel()
		synctest.Wait()
		found := map[livegame.ID]int{}
		waiting := map[string]int{}
		for i, r := range requests {
			id := <-searches[i]
			played := slices.DeleteFunc(w.of(r.Guest, ""),
				func(s livegame.Summary) bool { return s.Seats[0].Empty() || s.Seats[1].Empty() })
			if len(played) > 1 || (len(played) == 1) != (id != "") || id != "" && played[0].ID != id {
				t.Errorf("%s has found %q and plays %d games", r.Guest, id, len(played))
			}
			if id != "" {
				found[id]++
			} else {
				waiting[fmt.Sprint(r.Variant, r.Rated)]++
			}
		}
		for id, n := range found {
			if n != 2 {
				t.Errorf("%d players have found the game %s", n, id)
			}
		}
		for what, n := range waiting {
			if n > 1 {
				t.Errorf("%d players wait for a game of %s", n, what)
			}
		}
		t.Logf("%d games, %d withdrawals, waiting: %v", len(found), len(w.of("", livegame.Finished)), waiting)
	})
}
