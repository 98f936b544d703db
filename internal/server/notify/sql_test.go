package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/mail"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// nodes is a test of statements on two nodes, with a database of each kind.
func nodes(t *testing.T, test func(t *testing.T, s, other *Service)) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		test(t, New(Options{DB: open()}), New(Options{DB: open()}))
	})
}

func at(s int) time.Time { return time.Unix(int64(1_700_000_000+s), 0).UTC() }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("the error is %v, want %v", err, want)
	}
}

// notification returns a notification in which no field is zero.
func notification(player string, n int) Notification {
	return Notification{
		Player: player, ID: fmt.Sprint("turn/", n), Kind: Turn, Game: livegame.ID(fmt.Sprint("Game", n)),
		Variant: "shrink", Name: "Zoë 🐈'; --", Level: 3, Result: "won", At: at(n),
	}
}

// Notifications are stored on two nodes, read and forgotten.
func TestStatements(t *testing.T) {
	nodes(t, func(t *testing.T, s, other *Service) { testStatements(t, s, other) })
}

func testStatements(t *testing.T, s, other *Service) {
	first, second, silent, bens := notification("ann", 1), notification("ann", 2), notification("ann", 3),
		notification("ben", 1)
	silent.State = Silent
	must(t, s.subscribe(t.Context(), Subscription{
		Endpoint: "https://push/ann", Player: "ann", P256dh: "k", Auth: "a", Language: "de", Created: at(1),
	}))
	add := func(s *Service, want []Notification, list ...Notification) {
		t.Helper()
		added, err := s.put(t.Context(), list)
		must(t, err)
		if len(added)+len(want) > 0 && !reflect.DeepEqual(added, want) {
			t.Errorf("added %+v, want %+v", added, want)
		}
	}
	add(s, []Notification{first, silent, bens}, first, silent, bens)
	again := first
	again.Name = "another"
	add(other, []Notification{second}, again, second, silent)
	add(other, nil)
	list := func(got []Notification, err error, want ...Notification) {
		t.Helper()
		must(t, err)
		if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	got, err := other.List(t.Context(), "ann", 9)
	list(got, err, second, first)
	got, err = other.List(t.Context(), "ann", 1)
	list(got, err, second)
	got, err = other.pending(t.Context(), at(3), 9) // Ben has no browser
	list(got, err, first, second)
	got, err = other.pending(t.Context(), at(2), 9)
	list(got, err, first)
	must(t, other.settle(t.Context(), "ann", first.ID))
	got, err = s.pending(t.Context(), at(9), 9)
	list(got, err, second)

	for _, want := range []bool{true, false} {
		if changed, err := s.read(t.Context(), "ann", first.Game, ""); err != nil || changed != want {
			t.Errorf("read: %v, %v", changed, err)
		}
	}
	one, err := other.stored(t.Context(), "ann", first.ID)
	must(t, err)
	if first.State = Read; one != first {
		t.Errorf("%+v, want %+v", one, first)
	}
	for _, want := range []bool{false, true} {
		id := map[bool]string{false: first.ID, true: second.ID}[want]
		if changed, err := s.read(t.Context(), "ann", "", id); err != nil || changed != want {
			t.Errorf("read %s: %v, %v", id, changed, err)
		}
	}
	third := notification("ann", 4)
	add(s, []Notification{third}, third)
	if changed, err := s.read(t.Context(), "ann", "", ""); err != nil || !changed {
		t.Errorf("read all: %v, %v", changed, err)
	}
	got, err = s.pending(t.Context(), at(9), 9)
	list(got, err)
	_, err = s.stored(t.Context(), "ben", second.ID)
	wantError(t, err, errNotFound)
	must(t, s.forget(t.Context(), at(2)))
	_, err = s.stored(t.Context(), "ann", first.ID)
	wantError(t, err, errNotFound)

	for n := range MaxKept + 2 {
		add(s, []Notification{notification("cleo", n)}, notification("cleo", n))
	}
	got, err = s.List(t.Context(), "cleo", 1000)
	must(t, err)
	if len(got) != MaxKept || got[0].ID != notification("cleo", MaxKept+1).ID {
		t.Errorf("%d are kept, the last is %+v", len(got), got[0])
	}
	bad := notification("ann", 7)
	bad.Name = "\x00"
	if _, err := s.put(t.Context(), []Notification{bad}); err == nil {
		t.Error("a name with a zero byte is stored")
	}
}

// Browsers and settings are stored.
func TestStatementsOfSubscriptions(t *testing.T) {
	nodes(t, func(t *testing.T, s, other *Service) { testSubscriptions(t, s, other) })
}

func testSubscriptions(t *testing.T, s, other *Service) {
	sub := func(player string, n int) Subscription {
		return Subscription{
			Endpoint: fmt.Sprint("https://push/", n), Player: player, P256dh: "key", Auth: "auth", Language: "de",
			Created: at(n),
		}
	}
	have := func(player string, want ...Subscription) {
		t.Helper()
		got, err := other.subscriptions(t.Context(), player)
		must(t, err)
		if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%s has %+v, want %+v", player, got, want)
		}
	}
	must(t, s.subscribe(t.Context(), sub("ann", 1)))
	must(t, s.subscribe(t.Context(), sub("ann", 2)))
	must(t, s.subscribe(t.Context(), sub("ben", 1))) // another player uses the browser now
	have("ann", sub("ann", 2))
	have("ben", sub("ben", 1))
	must(t, s.unsubscribe(t.Context(), "https://push/1", "ann"))
	have("ben", sub("ben", 1))
	must(t, s.unsubscribe(t.Context(), "https://push/1", ""))
	have("ben")
	for n := range MaxSubscriptions + 1 {
		must(t, s.subscribe(t.Context(), sub("cleo", 10+n)))
	}
	list, err := s.subscriptions(t.Context(), "cleo")
	must(t, err)
	if len(list) != MaxSubscriptions || list[0].Created != at(11) {
		t.Errorf("%d browsers, the first since %v", len(list), list[0].Created)
	}

	for _, want := range []Settings{{}, {NoPush: []Kind{Turn}},
		{NoPush: []Kind{Ended, Joined}}} {
		if len(want.NoPush) > 0 {
			must(t, s.putSettings(t.Context(), "ann", want))
		}
		got, err := other.settings(t.Context(), "ann")
		must(t, err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("settings %+v, want %+v", got, want)
		}
	}
}

// Subscriptions end with their session in each way. Those of guests and of other sessions stay.
func TestSubscriptionsEnd(t *testing.T) {
	for kind, address := range dbtest.Migrated {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			d, err := db.Open(t.Context(), address(t))
			must(t, err)
			t.Cleanup(func() { _ = d.Close() })
			testSubscriptionsEnd(t, &account.Store{DB: d, Data: []feature.Data{Data}})
		})
	}
}

func testSubscriptionsEnd(t *testing.T, people *account.Store) {
	s := New(Options{DB: people.DB})
	put := func(player, session, endpoint string) {
		t.Helper()
		must(t, s.subscribe(t.Context(), Subscription{
			Endpoint: endpoint, Player: player, P256dh: "key", Auth: "auth", Created: at(1), Session: session,
		}))
	}
	have := func(player string, want ...string) {
		t.Helper()
		list, err := s.subscriptions(t.Context(), player)
		must(t, err)
		got := make([]string, len(list))
		for i := range list {
			got[i] = list[i].Endpoint
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", player, got, want)
		}
	}
	put("guest", "", "guest")
	for i, end := range []func(id, session string) error{
		func(id, session string) error { _, err := people.EndSessions(t.Context(), id, session, ""); return err },
		func(id, _ string) error { _, err := people.EndSessions(t.Context(), id, "", id+"-second"); return err },
		func(id, session string) error {
			if err := people.UpdateSession(t.Context(), &account.Session{
				ID: session, Account: id, Hash: session, Used: at(1), Fresh: at(1),
			}, session); err != nil {
				return err
			}
			if err := people.Sweep(t.Context(), at(2).Add(account.Idle)); err != nil {
				return err
			}
			return s.forget(t.Context(), at(0))
		},
	} {
		id := fmt.Sprint("player", i)
		put(id, "", id+"/first") // as a guest
		r := &account.Record{
			Account:  auth.Account{ID: id, Name: id, Role: auth.Player, Created: at(1), Seq: 1},
			Skeleton: id, Password: "hash", Handle: []byte(id),
		}
		first := &account.Session{ID: id + "-first", Account: id, Hash: id + "-first", Used: at(100)}
		must(t, people.CreateAccount(t.Context(), r, first, nil))
		second := *first
		second.ID, second.Hash, second.Used = id+"-second", id+"-second", at(100)
		must(t, people.AddSession(t.Context(), &second, r.Password))
		put(id, second.ID, id+"/second")
		have(id, id+"/first", id+"/second")
		must(t, end(id, first.ID))
		have(id, id+"/second")
		put(id, first.ID, id+"/late") // the session has ended meanwhile
		have(id, id+"/second")
		if i%2 == 0 {
			must(t, people.BeginDeletion(t.Context(), id, at(9)))
		} else {
			must(t, people.DeleteAccount(t.Context(), id))
		}
		have(id)
	}
	have("guest", "guest")

}

// A browser that subscribes again rests no more.
func TestStatementsOfRest(t *testing.T) {
	nodes(t, func(t *testing.T, s, other *Service) {
		put := func() {
			t.Helper()
			must(t, s.subscribe(t.Context(), Subscription{
				Endpoint: "guest", Player: "guest", P256dh: "key", Auth: "auth", Created: at(1),
			}))
		}
		put()
		must(t, s.rest(t.Context(), "guest", 3, at(50)))
		list, err := other.subscriptions(t.Context(), "guest")
		must(t, err)
		if len(list) != 1 || list[0].Failures != 3 || list[0].Rests != at(50) {
			t.Errorf("a browser rests: %+v", list)
		}
		put() // it subscribes again
		list, err = other.subscriptions(t.Context(), "guest")
		if err != nil || list[0].Failures != 0 || !list[0].Rests.IsZero() {
			t.Errorf("a browser that subscribes again: %+v, %v", list, err)
		}
	})
}

// Digests are taken on two nodes: each notification is in one.
func TestStatementsOfDigests(t *testing.T) {
	nodes(t, func(t *testing.T, notices, there *Service) { testDigests(t, notices, there) })
}

func testDigests(t *testing.T, notices, there *Service) {
	s, other := NewDigester(DigestOptions{DB: notices.o.DB}), NewDigester(DigestOptions{DB: there.o.DB})
	day := func(n int) time.Time { return at(0).Add(time.Duration(n) * DailyTime) }
	none, err := s.stored(t.Context(), "ann")
	must(t, err)
	if none.Every != Never || none.Secret != "" {
		t.Errorf("without a digest: %+v", none)
	}
	put := func(player string, every Every, since time.Time) {
		t.Helper()
		must(t, s.put(t.Context(), choice{Player: player, Every: every, Since: since, Secret: "secret" + player}))
	}
	put("ann", Daily, day(0))
	put("ben", Weekly, day(0))
	put("cleo", Never, day(0))
	put("dora", Daily, day(9))
	tell := func(player, id string, when time.Time, state State) {
		t.Helper()
		_, err := notices.put(t.Context(),
			[]Notification{{Player: player, ID: id, Kind: Turn, Game: "Game00000001", At: when, State: state}})
		must(t, err)
	}
	due := func(now time.Time, want ...string) []choice {
		t.Helper()
		list, err := other.due(t.Context(), now, now, choice{}, 9)
		must(t, err)
		var got []string
		for _, d := range list {
			got = append(got, d.Player)
		}
		if !slices.Equal(got, want) {
			t.Errorf("due are %q, want %q", got, want)
		}
		return list
	}
	now := day(10)
	due(now)
	for _, player := range []string{"ann", "ben", "cleo", "dora"} {
		tell(player, "a", day(1), Unread)
		tell(player, "b", day(2), Read)
		tell(player, "c", day(3), Silent)
		tell(player, "d", day(4), Unread)
	}
	list := due(now, "ann", "ben")
	for i, want := range []string{"ann", "ben"} { // which were never sent: pages go by the player, too
		var after choice
		if i > 0 {
			after = list[i-1]
		}
		page, err := s.due(t.Context(), now, now, after, 1)
		if err != nil || len(page) != 1 || page[0].Player != want {
			t.Errorf("page %d has %+v, %v, want %s", i, page, err, want)
		}
	}
	if early, err := s.due(t.Context(), now, day(1), choice{}, 9); err != nil || len(early) != 0 {
		t.Errorf("before they have waited: %+v, %v", early, err)
	}

	var wg sync.WaitGroup
	var mu sync.Mutex
	taken := map[string]int{}
	for _, node := range []*Digester{s, other, s, other} {
		for _, d := range list {
			wg.Go(func() {
				won, err := node.take(t.Context(), d, now, func(ids []string) (mail.Job, error) {
					slices.Sort(ids)
					data, err := json.Marshal(ids)
					return mail.Job{
						ID: "digest " + d.Player + d.Sent.String(), Kind: "digest", Account: d.Player, Data: data, Created: now, Due: now,
					}, err
				})
				if err != nil {
					t.Error(err)
				}
				if won {
					mu.Lock()
					taken[d.Player]++
					mu.Unlock()
				}
			})
		}
	}
	wg.Wait()
	if want := map[string]int{"ann": 1, "ben": 1}; !reflect.DeepEqual(taken, want) {
		t.Errorf("taken were %v, want %v", taken, want)
	}
	jobs, err := db.All[mail.Job](t.Context(), notices.o.DB, "SELECT * FROM outbox ORDER BY id LIMIT 9")
	must(t, err)
	if len(jobs) != 2 || string(jobs[0].Data) != `["a","d"]` || jobs[0].Account != "ann" {
		t.Errorf("the jobs are %+v", jobs)
	}

	// What is new is in the next one, a day or a week later.
	tell("ann", "e", day(5), Unread)
	tell("ben", "e", day(5), Unread)
	due(now.Add(DailyTime - time.Millisecond))
	list = due(now.Add(DailyTime), "ann")
	due(now.Add(WeeklyTime), "ann", "ben")

	// What was read meanwhile is no reason for one, and costs none.
	_, err = notices.read(t.Context(), "ann", "", "e")
	must(t, err)
	if won, err := s.take(t.Context(), list[0], day(11), nil); won || err != nil {
		t.Errorf("a digest without anything: %v, %v", won, err)
	}
	if d, err := other.stored(t.Context(), "ann"); err != nil || !d.Sent.Equal(now) || d.Every != Daily ||
		d.Secret != "secretann" || !d.Since.Equal(day(0)) {
		t.Errorf("%+v, %v", d, err)
	}

	for _, c := range []struct {
		secret string
		want   bool
	}{{"", false}, {"secretx", false}, {"secretben", true}} {
		if ended, err := s.End(t.Context(), c.secret); ended != c.want || err != nil {
			t.Errorf("end %q: %v, %v", c.secret, ended, err)
		}
	}
	due(now.Add(WeeklyTime))
	put("ben", Daily, day(12)) // the last one still counts
	if d, err := other.stored(t.Context(), "ben"); err != nil || !d.Sent.Equal(now) || d.Every != Daily {
		t.Errorf("%+v, %v", d, err)
	}
}

// Others keep what they have heard of an account that is deleted, without its name; a player who is forgotten in a game
// leaves nothing.
func TestForgotten(t *testing.T) {
	nodes(t, func(t *testing.T, s, other *Service) {
		about := func(player string, n int, kind Kind, name string) Notification {
			out := notification(player, n)
			out.Kind, out.Name = kind, name
			return out
		}
		bens := []Notification{
			about("ben", 3, Challenged, "Ann"), about("ben", 2, Begun, "Ann"), about("ben", 1, Turn, "Anna"),
		}
		follower := Notification{Player: "ben", ID: FollowerID("ann"), Kind: Followed, Name: "Ann", At: at(0)}
		_, err := s.put(t.Context(), append(bens, follower, about("ann", 4, Turn, "Ben")))
		must(t, err)
		do := func(step feature.Step, ids ...string) {
			t.Helper()
			must(t, s.o.DB.Write(t.Context(), func(ctx context.Context, t db.Tx) error { return step(ctx, t, ids...) }))
		}
		have := func(player string, want ...Notification) {
			t.Helper()
			if got, err := other.List(t.Context(), player, 9); err != nil || len(got) != len(want) ||
				len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Errorf("%s has %+v, %v, want %+v", player, got, err, want)
			}
		}
		do(Data.ForgetName, "ann", "Ann")
		do(Data.Forget, "ann")
		bens[0].Name = ""
		have("ben", bens...)
		have("ann")
		must(t, s.subscribe(t.Context(), Subscription{Endpoint: "https://push/1", Player: "guest", Created: at(1)}))
		_, err = s.put(t.Context(), []Notification{about("guest", 5, Turn, "Ben")})
		must(t, err)
		do(Data.ForgetGuest, "guest", string(bens[2].Game))
		bens[2].Name = ""
		have("ben", bens...)
		have("guest")
		if list, err := other.subscriptions(t.Context(), "guest"); err != nil || len(list) != 0 {
			t.Errorf("a guest who is forgotten has %+v, %v", list, err)
		}
	})
}
