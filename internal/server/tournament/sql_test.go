package tournament

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// opener returns another node with a database.
type opener func(node string) *Service

// nodes is a test of statements, with a database of each kind.
func nodes(t *testing.T, test func(t *testing.T, open opener)) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		test(t, func(node string) *Service { return New(Options{DB: open(), Node: node}) })
	}, `SELECT * FROM "tournaments" AS "row" WHERE ((variant = 'shrink' OR variant LIKE 'shrink' || ':%')) `+
		`ORDER BY starts`) // the program lists those with a status by their start
}

func at(s int) time.Time { return time.Unix(int64(s), 0).UTC() }

func ok(t *testing.T, err error) {
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

// fullTerms returns terms in which no field is zero.
func fullTerms(id livegame.ID) Terms {
	return Terms{
		ID: id, System: Swiss, Name: "Zoë 🐈'; DROP TABLE tournaments; --", Description: "two\nlines",
		Variant: "diminuendo", Control: livegame.TimeControl{Base: time.Minute, Increment: time.Second}, Rated: true,
		Created: at(1), Starts: at(1000), Duration: time.Hour, Rounds: 5, Pause: time.Minute, Double: true, Berserk: true,
		Bots: true, Password: "hash", RatingMin: 1000, RatingMax: 2000, Creator: "ann",
	}
}

// Tournaments, their events and their players are stored and found.
func TestStatements(t *testing.T) { nodes(t, testStatements) }

func testStatements(t *testing.T, open opener) {
	s, other := open("a"), open("b")
	_, _, _, err := s.events(t.Context(), "' OR 1=1 --", 0)
	wantError(t, err, ErrNotFound)
	terms := fullTerms("Tournament01")
	ok(t, s.insert(t.Context(), terms, 5))
	ok(t, other.insert(t.Context(), terms, 5)) // sent again
	stolen := terms
	stolen.Creator = "bob"
	wantError(t, other.insert(t.Context(), stolen, 5), errConflict)
	for i := 2; i <= 4; i++ {
		err := s.insert(t.Context(), fullTerms(livegame.ID(fmt.Sprintf("Tournament0%d", i))), 3)
		if i < 4 {
			ok(t, err)
		} else {
			wantError(t, err, errMany)
		}
	}
	created, err := other.Created(t.Context(), "Tournament02", "Tournament01", "Tournament09")
	if want := map[livegame.ID]time.Time{"Tournament01": at(1), "Tournament02": at(1)}; err != nil ||
		!reflect.DeepEqual(created, want) {
		t.Errorf("created %v, %v; want %v", created, err, want)
	}
	access, err := other.Access(t.Context(), "Tournament01")
	if err != nil || !access.Created.Equal(at(1)) || access.Admits("eve") == terms.Private() ||
		!access.Admits(terms.Creator) || access.Admits("") == terms.Private() {
		t.Errorf("access is %+v, %v", access, err)
	}
	_, err = other.Access(t.Context(), "Tournament09")
	wantError(t, err, ErrNotFound)
	bad := fullTerms("Tournament09")
	bad.Name = "\x00"
	if err := s.insert(t.Context(), bad, 9); err == nil {
		t.Error("a name with a zero byte was kept")
	}

	row := Row{Terms: terms, Status: Created, Starts: at(1000)}
	events := []Event{
		{Kind: Join, Player: 1},
		{Kind: Join, Player: 2},
		{Kind: Delay, Until: at(2000)},
		{Kind: Start},
		{
			Kind: Pair, Round: 1, Games: []Pairing{{Game: "a-1", White: 2, Black: 1, Round: 1}},
			Byes: []int{3},
		},
		{Kind: Score, Results: []Result{
			{Game: "a-1", Score: WhiteForfeit, Plies: 3, Berserk: [2]bool{true, false}},
		}},
		{Kind: Cancel, Reason: ByServer},
	}
	var players []Player
	for i := range events {
		e := &events[i]
		e.Seq, e.At = i+1, at(i+2)
		row.Seq, row.Updated = e.Seq, e.At
		var joins *Player
		if e.Kind == Join {
			players = append(players, Player{
				Person: livegame.Person{Name: "Пётр", Account: true, Bot: e.Player == 2, Rating: 1500, Provisional: true},
				Number: e.Player, ID: fmt.Sprint("player ", e.Player), Address: "hash",
			})
			joins, row.Players = &players[e.Player-1], e.Player
		}
		switch e.Kind {
		case Delay:
			row.Starts = e.Until
		case Start:
			row.Status = Started
		case Cancel:
			row.Status = Canceled
			for p := range players {
				players[p].Address = ""
			}
		}
		ok(t, s.add(t.Context(), *e, joins, row))
		wantError(t, other.add(t.Context(), *e, nil, row), errConflict)
		gotRow, gotPlayers, gotEvents, err := other.events(t.Context(), terms.ID, 0)
		if ok(t, err); !reflect.DeepEqual(gotRow, row) || !reflect.DeepEqual(gotPlayers, players) ||
			!reflect.DeepEqual(gotEvents, events[:i+1]) {
			t.Fatalf("after event %d there are\n%+v\n%+v\n%+v, want\n%+v\n%+v\n%+v",
				i+1, gotRow, gotPlayers, gotEvents, row, players, events[:i+1])
		}
		_, gotPlayers, gotEvents, err = other.events(t.Context(), terms.ID, i)
		if ok(t, err); len(gotEvents) != 1 || !reflect.DeepEqual(gotEvents[0], *e) ||
			(e.Kind == Join || i == 0) != (gotPlayers != nil) {
			t.Errorf("after number %d there are %+v and %d players", i, gotEvents, len(gotPlayers))
		}
	}
	skipped := events[0]
	skipped.Seq = 99
	row.Seq = 99
	wantError(t, s.add(t.Context(), skipped, nil, row), errConflict)

	testLists(t, s)
	testDirectors(t, open)
	ok(t, s.forget(t.Context(), at(1_000_000)))
	if _, _, _, err := s.events(t.Context(), terms.ID, 0); err != nil {
		t.Errorf("a canceled tournament with games was forgotten: %v", err)
	}
	empty := fullTerms("Tournament02")
	ok(t, s.add(t.Context(), Event{Seq: 1, Kind: Cancel, At: at(5)}, nil,
		Row{Terms: empty, Seq: 1, Status: Canceled, Updated: at(5)}))
	ok(t, s.forget(t.Context(), at(5)))
	if _, _, _, err := s.events(t.Context(), empty.ID, 0); err != nil {
		t.Error(err)
	}
	ok(t, s.forget(t.Context(), at(6)))
	_, _, _, err = s.events(t.Context(), empty.ID, 0)
	wantError(t, err, ErrNotFound)
}

// testLists lists tournaments.
func testLists(t *testing.T, s *Service) {
	for i, status := range []Status{Started, Created, Finished,
		Created} {
		terms := fullTerms(livegame.ID(fmt.Sprintf("list%d", i)))
		terms.Creator, terms.Variant, terms.Starts, terms.Created = "", "shrink", at(5000-100*i), at(10)
		if i < 3 {
			terms.Password = ""
		}
		ok(t, s.insert(t.Context(), terms, 0))
		ok(t, s.add(t.Context(), Event{Seq: 1, Kind: Start, At: at(20 + i)}, nil,
			Row{Terms: terms, Seq: 1, Status: status, Starts: terms.Starts, Updated: at(20 + i)}))
	}
	for _, c := range []struct {
		q    Query
		want []livegame.ID
	}{
		{Query{Variant: "shrink"}, []livegame.ID{"list3", "list2", "list1", "list0"}},
		{Query{Variant: "shrink", Limit: 2}, []livegame.ID{"list3", "list2"}},
		{Query{Variant: "shrink", ByStart: true}, []livegame.ID{"list3", "list2", "list1", "list0"}},
		{Query{Variant: "shrink", Listed: true}, []livegame.ID{"list2", "list1", "list0"}},
		{Query{Variant: "shrink", Due: at(4900)}, []livegame.ID{"list3", "list1"}},
		{Query{Variant: "shrink", Due: at(4800)}, []livegame.ID{"list3"}},
		{Query{Variant: "shrink", Due: at(6000), Director: "a"}, []livegame.ID{"list3", "list1", "list0"}},
		{Query{Variant: "shrink", Status: []Status{Finished, Started}},
			[]livegame.ID{"list2", "list0"}},
		{Query{Variant: "cheshire"}, nil},
	} {
		list, err := s.List(t.Context(), c.q)
		ok(t, err)
		var got []livegame.ID
		for _, r := range list {
			got = append(got, r.ID)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v finds %v, want %v", c.q, got, c.want)
		}
	}
}

// clock is games of which only the time is asked.
type clock struct {
	Games
	now int
}

func (c clock) Now() time.Time { return at(c.now) }

// testDirectors lets nodes direct a tournament, one at a time.
func testDirectors(t *testing.T, open opener) {
	s, other := open("a"), open("b")
	const id = "due2"
	lead := func(s *Service, now, until int, seen bool, wantLast int, want bool) {
		t.Helper()
		last, leads, err := s.claim(t.Context(), id, at(now), at(until), seen)
		ok(t, err)
		if wantLast == 0 && !last.IsZero() || wantLast > 0 && !last.Equal(at(wantLast)) || leads != want {
			t.Errorf("%s at %d: %v, last %v, want %v, %d", s.o.Node, now, leads, last, want, wantLast)
		}
	}
	for i, id := range []livegame.ID{"due1", id} {
		terms := fullTerms(id)
		terms.Creator, terms.Variant, terms.Starts = "", "cheshire8", at(50+i)
		ok(t, s.insert(t.Context(), terms, 0))
	}
	lead(s, 100, 110, false, 0, true)
	lead(other, 105, 115, false, 0, false)
	lead(s, 106, 116, true, 0, true)
	lead(other, 115, 125, true, 0, false)
	lead(other, 116, 126, false, 106, true)
	lead(s, 120, 130, true, 0, false)
	for node, want := range map[string]int{"a": 1, "b": 2} { // b directs due2 until 126, and no node due1
		rows, err := s.List(t.Context(), Query{Variant: "cheshire8", Due: at(125), Director: node})
		if ok(t, err); len(rows) != want || rows[0].ID != "due1" {
			t.Errorf("%s should look at %+v", node, rows)
		}
	}
	s.o.Games = clock{now: 200}
	if _, leading, err := s.lead(t.Context(), id, at(200), false); err != nil || !leading {
		t.Fatalf("a does not direct: %v", err)
	}
	lead(other, 200, 210, false, 0, false)
	s.resign(t.Context()) // before the look is over, which the one before it says
	lead(other, 200, 210, false, 106, true)
	for _, account := range []string{"player 1", "ghost"} {
		if plays, err := s.Plays(t.Context(), account); err != nil || plays {
			t.Errorf("%s plays: %v", account, err)
		}
	}
	terms := fullTerms("playing")
	terms.Creator = ""
	ok(t, s.insert(t.Context(), terms, 0))
	ok(t, s.add(t.Context(), Event{Seq: 1, Kind: Join, Player: 1, At: at(3)},
		&Player{Number: 1, ID: "ghost", Person: livegame.Person{Name: "Ghost"}},
		Row{Terms: terms, Seq: 1, Status: Created, Starts: terms.Starts, Updated: at(3), Players: 1}))
	if plays, err := other.Plays(t.Context(), "ghost"); err != nil || !plays {
		t.Errorf("who has joined does not play: %v", err)
	}
	left, err := other.leftBehind(t.Context())
	if ok(t, err); len(left) != 1 || (left[0] != gone{Tournament: "playing", Player: 1, Deleted: true}) {
		t.Errorf("%+v are gone", left)
	}
	if _, leads, err := s.claim(t.Context(), "nowhere", at(1), at(2), false); leads || err != nil {
		t.Errorf("a node directs a tournament that does not exist: %v", err)
	}
	var all sync.WaitGroup
	var leads atomic.Int32
	for i := range 8 {
		node := open(fmt.Sprint("node ", i))
		all.Go(func() {
			_, leading, err := node.claim(t.Context(), id, at(500), at(510), true)
			if err != nil && !errors.Is(err, errConflict) {
				t.Error(err)
			}
			if leading {
				leads.Add(1)
			}
		})
	}
	all.Wait()
	if n := leads.Load(); n != 1 {
		t.Errorf("%d nodes direct a tournament at once", n)
	}
}

// Those on the first three places have trophies once a tournament is finished, also those who share one; no one else
// sees those of private ones.
func TestTrophies(t *testing.T) { nodes(t, testTrophies) }

func testTrophies(t *testing.T, open opener) {
	s, other := open("a"), open("b")
	for i, password := range []string{"", "hash"} {
		terms := fullTerms(livegame.ID(fmt.Sprint("cup", i)))
		terms.Password = password
		ok(t, s.insert(t.Context(), terms, 9))
		row := Row{Terms: terms, Status: Started, Starts: at(5)}
		add := func(e Event, p *Player) {
			t.Helper()
			row.Seq++
			e.Seq, e.At = row.Seq, at(10+row.Seq)
			row.Updated = e.At
			best, err := s.best(t.Context(), terms.ID, e)
			ok(t, err)
			ok(t, s.add(t.Context(), e, p, row, best...))
		}
		for n, name := range []string{"ann", "ben", "cid", "dan", "eve"} {
			row.Players = n + 1
			add(Event{Kind: Join, Player: n + 1}, &Player{Number: n + 1, ID: name})
		}
		add(Event{Kind: Start}, nil)
		add(Event{Kind: Pair, Round: 1, Games: []Pairing{
			{Game: "a-1", White: 1, Black: 2, Round: 1}, {Game: "b-1", White: 3, Black: 4, Round: 1},
		}, Byes: []int{5}}, nil)
		add(Event{Kind: Score, Results: []Result{
			{Game: "a-1", Score: BlackWins, Plies: 30}, {Game: "b-1", Score: Drawn, Plies: 40},
		}}, nil)
		row.Status = Finished
		wrong := Event{Kind: Finish, Seq: row.Seq + 2, At: at(90)}
		_, err := s.best(t.Context(), terms.ID, wrong)
		wantError(t, err, errConflict)
		add(Event{Kind: Finish}, nil)
	}
	for name, place := range map[string]int{"ann": 0, "ben": 2, "cid": 3, "dan": 3, "eve": 1, "nobody": 0} {
		list, err := other.Trophies(t.Context(), name)
		ok(t, err)
		want := []Trophy{}
		if place > 0 {
			want = append(want, Trophy{"cup0", fullTerms("").Name, place, 5, at(19).UnixMilli()})
		}
		if !reflect.DeepEqual(list, want) {
			t.Errorf("%s has %+v, want %+v", name, list, want)
		}
	}
	lists(t, other, "ann", fullTerms("").Creator)
}

// lists checks the lists of tournaments that an account plays, and has created.
func lists(t *testing.T, s *Service, player, creator string) {
	t.Helper()
	played, err := s.PlayedBy(t.Context(), player, 9)
	ok(t, err)
	created, err := s.CreatedBy(t.Context(), creator, 9)
	ok(t, err)
	for _, list := range [][]Row{played, created} {
		if len(list) != 1 || list[0].ID != "cup0" || list[0].Status != Finished || list[0].Creator != creator {
			t.Errorf("the list has %+v, want cup0", list)
		}
	}
}
