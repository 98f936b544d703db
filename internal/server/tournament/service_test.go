package tournament_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/rules"
)

// games are the games of all nodes, without moves: the test ends them.
type games struct {
	tournament.Games // no snapshots
	mu               sync.Mutex
	now              time.Time
	heads            map[livegame.ID]livegame.Header
	ended            map[livegame.ID]livegame.Summary
	created          int
	fault            func() error // before and after each call; nil: none
}

func (g *games) Now() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.now
}

func (g *games) pass(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now = g.now.Add(d)
}

func (g *games) fail() error {
	if g.fault == nil {
		return nil
	}
	return g.fault()
}

func (g *games) Create(_ context.Context, h livegame.Header, _ string) (manager.Snapshot, error) {
	if err := g.fail(); err != nil {
		return manager.Snapshot{}, err
	}
	g.mu.Lock()
	if _, known := g.heads[h.ID]; !known {
		g.heads[h.ID] = h
		g.created++
	}
	g.mu.Unlock()
	return manager.Snapshot{}, g.fail()
}

func (g *games) Do(_ context.Context, id livegame.ID, c livegame.Command, _ time.Duration) (livegame.Event, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	h := g.heads[id]
	if c.Kind != livegame.DoResign {
		return livegame.Event{}, errors.New("only resignations are expected")
	}
	result := game.WhiteWins
	if h.Seats[0].Guest == c.Guest {
		result = game.BlackWins
	}
	g.ended[id] = livegame.Summary{
		Header: h, Status: livegame.Finished, Updated: g.now, Result: result, Reason: game.Resignation, Ply: 9,
	}
	return livegame.Event{}, nil
}

func (g *games) List(_ context.Context, q livegame.Query) (list []livegame.Summary, err error) {
	if err := g.fail(); err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, id := range q.IDs {
		if s, over := g.ended[id]; over {
			list = append(list, s)
		} else if h, known := g.heads[id]; known {
			list = append(list, livegame.Summary{Header: h, Status: livegame.Live})
		}
	}
	return list, nil
}

// end ends some of the games that are being played.
func (g *games) end(random *rand.Rand, share float64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(g.heads)) {
		if _, over := g.ended[id]; over || random.Float64() > share {
			continue
		}
		s := livegame.Summary{
			Header: g.heads[id], Status: livegame.Finished, Updated: g.now, Ply: 20 + random.IntN(60), Reason: game.Resignation,
		}
		s.Result = []game.Result{game.WhiteWins, game.BlackWins, game.Draw}[random.IntN(3)]
		g.ended[id] = s
	}
}

// claimed lets all nodes direct a tournament at once.
const claimed = "CREATE TRIGGER claimed AFTER UPDATE OF claimed ON tournaments WHEN NEW.claimed > 0 " +
	"BEGIN UPDATE tournaments SET claimed = 0 WHERE id = NEW.id; END"

func account(n int) livegame.Player {
	return livegame.Player{
		Guest: fmt.Sprint("account ", n), Person: livegame.Person{Name: fmt.Sprint("Player", n), Account: true},
	}
}

var background = context.Background()

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestFaults directs a tournament of each system on three nodes at once, while every
// call may fail, before or after its effect, and nodes forget what they know. In the end, each pairing
// has one game, and each game has counted once.
func TestFaults(t *testing.T) {
	arena := arena()
	arena.Duration = 12 * time.Minute
	for _, terms := range []tournament.Terms{
		arena,
		{
			ID: "swiss", System: tournament.Swiss, Name: "Swiss", Variant: "shrink",
			Control: livegame.TimeControl{Base: time.Minute}, Starts: noon, Rounds: 4, Pause: 10 * time.Second,
		},
		{
			ID: "robin", System: tournament.RoundRobin, Name: "Robin", Variant: "shrink",
			Control: livegame.TimeControl{PerMove: 24 * time.Hour}, Starts: noon,
		},
		hostTerms(),
	} {
		t.Run(string(terms.System), func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 7))
			var mu sync.Mutex
			on := true
			fail := func() error {
				mu.Lock()
				defer mu.Unlock()
				if on && random.IntN(12) == 0 {
					return errors.New("a fault")
				}
				return nil
			}
			g := &games{
				now: noon.Add(-10 * time.Minute), heads: map[livegame.ID]livegame.Header{},
				ended: map[livegame.ID]livegame.Summary{}, fault: fail,
			}
			d := dbtest.Open(t)
			if _, err := d.Exec(background, claimed); err != nil {
				t.Fatal(err)
			}
			d.Guard = func(context.Context, db.Tx) error { return fail() }
			started := 0
			node := func(name string) *tournament.Service {
				return tournament.New(tournament.Options{
					DB: d, Games: g, Lookup: rules.ByName, Node: name,
					Notify: func(list ...notify.Notification) {
						mu.Lock()
						defer mu.Unlock()
						if len(list) > 0 && list[0].Kind == notify.Begun {
							started++
						}
					},
				})
			}
			nodes := []*tournament.Service{node("a"), node("b"), node("c")}
			again := func(f func() error) {
				t.Helper()
				var err error
				for range 100 {
					if err = f(); err == nil {
						return
					}
				}
				t.Fatal(err)
			}
			again(func() error { return nodes[0].Create(background, publictext.Author{}, terms) })
			for n := 1; n <= 9; n++ {
				again(func() error { return nodes[n%3].Join(background, terms.ID, account(n), "", "") })
			}
			over := false
			for turn := 0; !over && turn < 4000; turn++ {
				var all sync.WaitGroup
				for _, n := range nodes {
					ctx, cancel := context.WithCancel(background)
					if fail() != nil { // reads fail, and what is stored has no answer
						time.AfterFunc(time.Duration(random.IntN(2000))*time.Microsecond, cancel)
					}
					all.Go(func() {
						defer cancel()
						_ = n.Direct(ctx, terms.ID)
					})
				}
				all.Wait()
				g.pass(2 * time.Second)
				if g.Now().After(noon.Add(time.Minute)) {
					g.end(random, .2)
				}
				if turn == 320 && terms.System == tournament.RoundRobin {
					again(func() error { return nodes[0].Leave(background, terms.ID, "account 3") })
				}
				if random.IntN(10) == 0 {
					nodes[random.IntN(3)] = node("another")
				}
				_ = nodes[0].Read(background, terms.ID, func(t *tournament.Tournament) error {
					over = t.Status().Over()
					return nil
				})
			}
			on = false
			if started > 1 { // 0: the answer of the database was lost
				t.Errorf("the start is noted %d times", started)
			}
			now, err := node("last").At(background, terms.ID, g.Now())
			must(t, err)
			players := now.Players()
			if now.Status() != tournament.Finished || len(players) != 9 {
				t.Fatalf("it is %s and has %d players", now.Status(), len(players))
			}
			played := 0
			for _, game := range now.Games() {
				h, known := g.heads[game.Game]
				if !known || h.Seats[0].Guest != players[game.White-1].ID ||
					h.Seats[1].Guest != players[game.Black-1].ID || h.Tournament != terms.ID {
					t.Errorf("game %s of %d and %d is %+v", game.Game, game.White, game.Black, h)
				}
				if game.Result == nil {
					t.Errorf("game %s has no result", game.Game)
				} else if game.Result.Score != tournament.Void {
					played++
					want := tournament.ResultOf(g.ended[game.Game])
					if want.Ended = (time.Time{}); *game.Result != want {
						t.Errorf("game %s has counted as %+v, and was %+v", game.Game, *game.Result, want)
					}
				}
			}
			if g.created != len(now.Games()) {
				t.Errorf("%d games were created, and %d are paired", g.created, len(now.Games()))
			}
			if least := map[tournament.SystemName]int{
				tournament.Arena: 30, tournament.Swiss: 16, tournament.RoundRobin: 36, hosted: 8,
			}[terms.System]; played < least {
				t.Errorf("%d games were played, want %d or more", played, least)
			}
			t.Logf("%d events, %d games", now.Seq(), len(now.Games()))
		})
	}
}

// TestJoin checks who may join, leave and cancel.
func TestJoin(t *testing.T) {
	g := &games{
		now: noon.Add(-10 * time.Minute), heads: map[livegame.ID]livegame.Header{}, ended: map[livegame.ID]livegame.Summary{},
	}
	d := dbtest.Open(t)
	s := tournament.New(tournament.Options{
		DB: d, Games: g, Lookup: rules.ByName, Node: "a",
		Rate: func(_ context.Context, _ livegame.Header, p livegame.Player) (livegame.Player, error) {
			p.Rating = 1500
			if p.Name == "Player9" {
				p.Rating = 2100
			}
			return p, nil
		},
	})
	refused := func(err error, want string) {
		t.Helper()
		var refusal *livegame.Error
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	author := func(id string, age time.Duration) publictext.Author {
		return publictext.Author{Guest: id, Account: &auth.Account{ID: id, Created: g.Now().Add(-age)}}
	}
	one := author("account 1", time.Hour)
	terms := arena()
	terms.RatingMax = 2000
	refused(s.Create(background, one, terms), "older than a day")
	rude := terms
	rude.Description = "for assholes"
	refused(s.Create(background, author("account 1", publictext.FreeAge), rude), "friendlier")
	rude.Name, rude.Description = "see www.club.example", ""
	refused(s.Create(background, author("account 1", publictext.FreeAge), rude), "Addresses")
	terms.Password = tournament.HashPassword(terms.ID, "miau")
	muted := author("account 1", time.Hour)
	muted.Account.Muted = g.Now().Add(time.Hour)
	refused(s.Create(background, muted, terms), "has muted you")
	must(t, s.Create(background, one, terms))
	must(t, s.Create(background, one, terms)) // sent again
	refused(s.Create(background, author("account 2", time.Hour), terms), "this ID already")
	for i := range tournament.MaxOpen {
		more := terms
		more.ID = livegame.ID(fmt.Sprint("more", i))
		err := s.Create(background, one, more)
		if i < tournament.MaxOpen-1 {
			must(t, err)
		} else {
			refused(err, "which is the most")
		}
	}
	refused(s.Join(background, terms.ID, account(2), "", "wuff"), "password")
	refused(s.Join(background, terms.ID, livegame.Player{
		Guest: "g", Person: livegame.Person{Name: "Guest"},
	}, "", "miau"), "sign in")
	refused(s.Join(background, terms.ID, account(9), "", "miau"), "2000 or less")
	bot := account(3)
	bot.Bot = true
	refused(s.Join(background, terms.ID, bot, "", "miau"), "Programs")
	must(t, s.Join(background, terms.ID, account(2), "place", "miau"))
	must(t, s.Join(background, terms.ID, account(2), "place", "")) // again
	refused(s.Leave(background, terms.ID, "account 5"), "do not play")
	must(t, s.Leave(background, terms.ID, "account 2"))
	must(t, s.Leave(background, terms.ID, "account 2"))
	must(t, s.Join(background, terms.ID, account(2), "place", "")) // back, without the password
	if err := s.Join(background, "nowhere", account(2), "", ""); !errors.Is(err, tournament.ErrNotFound) {
		t.Errorf("%v for a tournament that does not exist", err)
	}
	must(t, s.Read(background, terms.ID, func(now *tournament.Tournament) error {
		if p := now.Of("account 2"); len(now.Players()) != 1 || p.Out || p.Rating != 1500 || p.Address != "place" {
			t.Errorf("the players are %d, the first %+v", len(now.Players()), p)
		}
		return nil
	}))
	must(t, s.Join(background, terms.ID, account(1), "", "")) // who created it knows the password
	refused(s.Cancel(background, terms.ID, "account 2"), "Only who created")
	must(t, s.Cancel(background, terms.ID, "account 1"))
	must(t, s.Cancel(background, terms.ID, "account 1"))
	refused(s.Join(background, terms.ID, account(2), "", "miau"), "over")
	if now, err := s.At(background, terms.ID, g.Now()); err != nil || now.Player(1).Address != "" {
		t.Errorf("after the end the address is %q: %v", now.Player(1).Address, err)
	}
}

// TestWait checks that a change on one node ends the wait on another.
func TestWait(t *testing.T) {
	g := &games{now: noon.Add(-10 * time.Minute)}
	d := dbtest.Open(t)
	a := tournament.New(tournament.Options{DB: d, Games: g, Lookup: rules.ByName, Node: "a"})
	b := tournament.New(tournament.Options{DB: d, Games: g, Lookup: rules.ByName, Node: "b"})
	must(t, a.Create(background, publictext.Author{}, arena()))
	must(t, a.Join(background, "arena", account(1), "", ""))
	changed := make(chan error)
	go func() { changed <- b.Wait(background, "arena", 1) }()
	must(t, a.Join(background, "arena", account(2), "", ""))
	must(t, <-changed)
	ctx, cancel := context.WithCancel(background)
	cancel()
	if err := b.Wait(ctx, "arena", 2); !errors.Is(err, context.Canceled) {
		t.Errorf("a wait that is given up returns %v", err)
	}
}

// TestSweep creates the tournaments of the server once, however many nodes do.
func TestSweep(t *testing.T) {
	g := &games{now: noon}
	d := dbtest.Open(t)
	var all sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		s := tournament.New(tournament.Options{
			DB: d, Games: g, Lookup: rules.ByName, Node: name, Scheduled: []string{"shrink", "cheshire"},
		})
		all.Go(func() {
			if err := s.Sweep(background); err != nil {
				t.Error(err)
			}
		})
	}
	want := len(tournament.Schedule([]string{"shrink", "cheshire"}, noon))
	all.Wait()
	list, err := tournament.New(tournament.Options{DB: d}).List(background, tournament.Query{ByStart: true})
	must(t, err)
	if len(list) != want || list[0].ID != "daily-2026-05-27" {
		t.Errorf("%d tournaments, want %d: %+v", len(list), want, list)
	}
}

// The node that starts a tournament notes it, once.
func TestStarted(t *testing.T) {
	g := &games{
		now: noon.Add(-time.Minute), heads: map[livegame.ID]livegame.Header{}, ended: map[livegame.ID]livegame.Summary{},
	}
	d := dbtest.Open(t)
	var started []notify.Notification
	node := func(name string) *tournament.Service {
		return tournament.New(tournament.Options{
			DB: d, Games: g, Lookup: rules.ByName, Node: name,
			Notify: func(list ...notify.Notification) { started = append(started, list...) },
		})
	}
	here, there := node("here"), node("there")
	terms := arena()
	must(t, here.Create(background, publictext.Author{}, terms))
	for n := range 4 {
		must(t, here.Join(background, terms.ID, account(n), "", ""))
	}
	must(t, here.Direct(background, terms.ID))
	if len(started) > 0 {
		t.Error("it has started too soon")
	}
	for range 3 {
		g.pass(time.Minute)
		must(t, here.Direct(background, terms.ID))
		must(t, there.Direct(background, terms.ID))
	}
	if len(started) != 4 || started[0].Game != terms.ID {
		t.Errorf("%+v are noted", started)
	}
}

// A tournament shows a game only once it exists.
func TestShownGamesExist(t *testing.T) {
	g := &games{now: noon, heads: map[livegame.ID]livegame.Header{}, ended: map[livegame.ID]livegame.Summary{}}
	s := tournament.New(tournament.Options{DB: dbtest.Open(t), Games: g, Lookup: rules.ByName, Node: "here"})
	terms := arena()
	terms.Starts = noon.Add(time.Minute)
	must(t, s.Create(background, publictext.Author{}, terms))
	for n := range 4 {
		must(t, s.Join(background, terms.ID, account(n), "", ""))
	}
	var shown sync.Map
	g.fault = func() error { // a page looks at it whenever the games are used
		ctx, cancel := context.WithTimeout(background, 10*time.Millisecond)
		defer cancel()
		_ = s.Read(ctx, terms.ID, func(now *tournament.Tournament) error { // or it waits
			g.mu.Lock()
			defer g.mu.Unlock()
			for _, p := range now.Playing() {
				_, exists := g.heads[p.Game]
				shown.LoadOrStore(p.Game, exists)
			}
			return nil
		})
		return nil
	}
	g.pass(70 * time.Second)
	must(t, s.Direct(background, terms.ID))
	if g.created != 2 {
		t.Fatalf("%d games were created", g.created)
	}
	shown.Range(func(game, exists any) bool {
		if !exists.(bool) {
			t.Errorf("game %v was shown before it existed", game)
		}
		return true
	})
}

// Players hear of each game of a Swiss tournament with a clock after the first round, of which its start tells, and of
// none in an arena, where they are.
func TestPaired(t *testing.T) {
	for system, want := range map[tournament.SystemName]int{tournament.Swiss: 4, tournament.Arena: 0} {
		g := &games{
			now: noon.Add(-time.Minute), heads: map[livegame.ID]livegame.Header{}, ended: map[livegame.ID]livegame.Summary{},
		}
		var paired []notify.Notification
		s := tournament.New(tournament.Options{
			DB: dbtest.Open(t), Games: g, Lookup: rules.ByName, Node: "here",
			Notify: func(list ...notify.Notification) {
				for _, n := range list {
					if n.Kind == notify.Paired {
						paired = append(paired, n)
					}
				}
			},
		})
		terms := arena()
		if terms.System = system; system == tournament.Swiss {
			terms.Duration, terms.Berserk, terms.Rounds, terms.Pause = 0, false, 3, time.Minute
		}
		must(t, s.Create(background, publictext.Author{}, terms))
		for n := range 4 {
			must(t, s.Join(background, terms.ID, account(n), "", ""))
		}
		g.pass(70 * time.Second)
		must(t, s.Direct(background, terms.ID))
		if len(paired) != 0 {
			t.Fatalf("%s: %+v are heard of at the start", system, paired)
		}
		g.end(rand.New(rand.NewPCG(1, 1)), 1)
		for range 20 { // the results, and after a pause the next round
			g.pass(5 * time.Second)
			must(t, s.Direct(background, terms.ID))
		}
		if len(paired) != want {
			t.Fatalf("%s: %+v are heard of, want %d", system, paired, want)
		}
		for _, n := range paired {
			if h := g.heads[n.Game]; n.Player != h.Seats[0].Guest && n.Player != h.Seats[1].Guest || n.Name != terms.Name {
				t.Errorf("%+v is not of the game %+v", n, h)
			}
		}
	}
}

// Those hear of a start who have joined before, from a sweep if the node that has started the tournament dies.
func TestMissed(t *testing.T) {
	g := &games{
		now: noon.Add(-time.Hour), heads: map[livegame.ID]livegame.Header{}, ended: map[livegame.ID]livegame.Summary{},
	}
	d := dbtest.Open(t)
	for _, dies := range []bool{false, true} {
		var heard []notify.Notification
		o := tournament.Options{DB: d, Games: g, Lookup: rules.ByName, Node: "here"}
		if !dies {
			o.Notify = func(list ...notify.Notification) { heard = append(heard, list...) }
		}
		s := tournament.New(o)
		join := func(id livegame.ID, name string, bot bool) {
			t.Helper()
			must(t, s.Join(background, id, livegame.Player{
				Guest: name, Person: livegame.Person{Name: name, Account: true, Bot: bot},
			}, "", ""))
		}
		id, begun := livegame.ID(fmt.Sprint("cup", dies)), g.Now()
		must(t, s.Create(background, publictext.Author{}, tournament.Terms{
			ID: id, System: tournament.Arena, Name: "Cup", Variant: "shrink", Control: livegame.TimeControl{Base: time.Minute},
			Starts: begun.Add(tournament.MinLead), Duration: time.Hour, Bots: true,
		}))
		join(id, "ann", false)
		join(id, "ben", false)
		join(id, "robot", true)
		must(t, s.Leave(background, id, "ben"))
		g.pass(tournament.MinLead)
		must(t, s.Direct(background, id))
		join(id, "late", false)
		if dies {
			var err error
			heard, err = s.Missed(background, begun, 9)
			must(t, err)
			heard = slices.DeleteFunc(heard, func(n notify.Notification) bool { return n.Game != id })
		}
		if len(heard) != 1 || heard[0].Player != "ann" || heard[0].ID != "tournament/"+string(id) ||
			heard[0].Sentence("en") != "The tournament Cup has started." || heard[0].Page() != "/tournaments/"+string(id) {
			t.Errorf("dies: %v: %+v", dies, heard)
		}
		if late, err := s.Missed(background, g.Now().Add(time.Minute), 9); err != nil || len(late) != 0 {
			t.Errorf("later: %+v, %v", late, err)
		}
	}
}

// The lists have the private tournaments of an account that creates them or plays in them, until they are over.
func TestMine(t *testing.T) {
	g := &games{now: noon.Add(-time.Minute)}
	s := tournament.New(tournament.Options{DB: dbtest.Open(t), Games: g, Lookup: rules.ByName, Node: "here"})
	for n, id := range []livegame.ID{"first", "second", "third"} {
		terms := arena()
		terms.ID, terms.Rated, terms.Password = id, false, tournament.HashPassword(id, "miau")
		by := fmt.Sprint("account ", n)
		must(t, s.Create(background, publictext.Author{
			Guest: by, Account: &auth.Account{ID: by, Created: noon.Add(-publictext.FreeAge)},
		}, terms))
	}
	must(t, s.Join(background, "first", account(1), "", "miau"))
	must(t, s.Join(background, "third", account(2), "", "miau"))
	must(t, s.Cancel(background, "third", "account 2"))
	for who, want := range map[string][]string{
		"account 0": {"first"}, "account 1": {"first", "second"}, "account 2": nil, "": nil,
	} {
		list, err := s.Lists(background, who)
		must(t, err)
		var got []string
		for i := range list.Mine {
			got = append(got, list.Mine[i].ID)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) || len(list.Created) > 0 {
			t.Errorf("%q finds %v and %+v, want %v", who, got, list.Created, want)
		}
	}
}
