package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/tournament"
)

// fullTerms returns terms in which no field is zero.
func fullTerms(id livegame.ID) tournament.Terms {
	return tournament.Terms{
		ID: id, System: tournament.Swiss, Name: "Zoë 🐈'; DROP TABLE tournaments; --", Description: "two\nlines",
		Variant: "diminuendo", Control: livegame.TimeControl{Base: time.Minute, Increment: time.Second}, Rated: true,
		Created: at(1), Starts: at(1000), Duration: time.Hour, Rounds: 5, Pause: time.Minute, Double: true, Berserk: true,
		Bots: true, Password: "hash", RatingMin: 1000, RatingMax: 2000, Creator: "ann",
	}
}

// testTournaments stores tournaments, their events and their players, and finds them.
func testTournaments(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	_, _, _, err := s.Tournament(background, "' OR 1=1 --", 0)
	wantError(t, err, tournament.ErrNotFound)
	terms := fullTerms("Tournament01")
	must(t, s.CreateTournament(background, terms, 5))
	must(t, other.CreateTournament(background, terms, 5)) // sent again
	stolen := terms
	stolen.Creator = "bob"
	wantError(t, other.CreateTournament(background, stolen, 5), tournament.ErrConflict)
	for i := 2; i <= 4; i++ {
		err := s.CreateTournament(background, fullTerms(livegame.ID(fmt.Sprintf("Tournament0%d", i))), 3)
		if i < 4 {
			must(t, err)
		} else {
			wantError(t, err, tournament.ErrMany)
		}
	}
	bad := fullTerms("Tournament09")
	bad.Name = "\x00"
	if err := s.CreateTournament(background, bad, 9); err == nil {
		t.Error("a name with a zero byte was kept")
	}

	row := tournament.Row{Terms: terms, Status: tournament.Created, Starts: at(1000)}
	events := []tournament.Event{
		{Kind: tournament.Join, Player: 1},
		{Kind: tournament.Join, Player: 2},
		{Kind: tournament.Delay, Until: at(2000)},
		{Kind: tournament.Start},
		{
			Kind: tournament.Pair, Round: 1, Games: []tournament.Pairing{{Game: "a-1", White: 2, Black: 1, Round: 1}},
			Byes: []int{3},
		},
		{Kind: tournament.Score, Results: []tournament.Result{
			{Game: "a-1", Score: tournament.WhiteForfeit, Plies: 3, Berserk: [2]bool{true, false}},
		}},
		{Kind: tournament.Cancel, Reason: tournament.ByServer},
	}
	var players []tournament.Player
	for i := range events {
		e := &events[i]
		e.Seq, e.At = i+1, at(i+2)
		row.Seq, row.Updated = e.Seq, e.At
		var joins *tournament.Player
		if e.Kind == tournament.Join {
			players = append(players, tournament.Player{
				Number: e.Player, Account: fmt.Sprint("player ", e.Player), Name: "Пётр", Bot: e.Player == 2, Rating: 1500,
				Provisional: true, Address: "hash",
			})
			joins, row.Players = &players[e.Player-1], e.Player
		}
		switch e.Kind {
		case tournament.Delay:
			row.Starts = e.Until
		case tournament.Start:
			row.Status = tournament.Started
		case tournament.Cancel:
			row.Status = tournament.Canceled
			for p := range players {
				players[p].Address = ""
			}
		}
		must(t, s.AppendTournament(background, *e, joins, row))
		wantError(t, other.AppendTournament(background, *e, nil, row), tournament.ErrConflict)
		gotRow, gotPlayers, gotEvents, err := other.Tournament(background, terms.ID, 0)
		if must(t, err); !reflect.DeepEqual(gotRow, row) || !reflect.DeepEqual(gotPlayers, players) ||
			!reflect.DeepEqual(gotEvents, events[:i+1]) {
			t.Fatalf("after event %d there are\n%+v\n%+v\n%+v, want\n%+v\n%+v\n%+v",
				i+1, gotRow, gotPlayers, gotEvents, row, players, events[:i+1])
		}
		_, gotPlayers, gotEvents, err = other.Tournament(background, terms.ID, i)
		if must(t, err); len(gotEvents) != 1 || !reflect.DeepEqual(gotEvents[0], *e) ||
			(e.Kind == tournament.Join || i == 0) != (gotPlayers != nil) {
			t.Errorf("after number %d there are %+v and %d players", i, gotEvents, len(gotPlayers))
		}
	}
	skipped := events[0]
	skipped.Seq = 99
	row.Seq = 99
	wantError(t, s.AppendTournament(background, skipped, nil, row), tournament.ErrConflict)

	testTournamentLists(t, h)
	testDirectors(t, h)
	must(t, s.ForgetTournaments(background, at(1_000_000)))
	if _, _, _, err := s.Tournament(background, terms.ID, 0); err != nil {
		t.Errorf("a canceled tournament with games was forgotten: %v", err)
	}
	empty := fullTerms("Tournament02")
	must(t, s.AppendTournament(background, tournament.Event{Seq: 1, Kind: tournament.Cancel, At: at(5)}, nil,
		tournament.Row{Terms: empty, Seq: 1, Status: tournament.Canceled, Updated: at(5)}))
	must(t, s.ForgetTournaments(background, at(5)))
	if _, _, _, err := s.Tournament(background, empty.ID, 0); err != nil {
		t.Error(err)
	}
	must(t, s.ForgetTournaments(background, at(6)))
	_, _, _, err = s.Tournament(background, empty.ID, 0)
	wantError(t, err, tournament.ErrNotFound)
}

// testTournamentLists lists tournaments.
func testTournamentLists(t *testing.T, h *handles) {
	s := h.store()
	for i, status := range []tournament.Status{tournament.Started, tournament.Created, tournament.Finished,
		tournament.Created} {
		terms := fullTerms(livegame.ID(fmt.Sprintf("list%d", i)))
		terms.Creator, terms.Variant, terms.Starts, terms.Created = "", "shrink", at(5000-100*i), at(10)
		if i < 3 {
			terms.Password = ""
		}
		must(t, s.CreateTournament(background, terms, 0))
		must(t, s.AppendTournament(background, tournament.Event{Seq: 1, Kind: tournament.Start, At: at(20 + i)}, nil,
			tournament.Row{Terms: terms, Seq: 1, Status: status, Starts: terms.Starts, Updated: at(20 + i)}))
	}
	for _, c := range []struct {
		q    tournament.Query
		want []livegame.ID
	}{
		{tournament.Query{Variant: "shrink"}, []livegame.ID{"list3", "list2", "list1", "list0"}},
		{tournament.Query{Variant: "shrink", Limit: 2}, []livegame.ID{"list3", "list2"}},
		{tournament.Query{Variant: "shrink", ByStart: true}, []livegame.ID{"list3", "list2", "list1", "list0"}},
		{tournament.Query{Variant: "shrink", Listed: true}, []livegame.ID{"list2", "list1", "list0"}},
		{tournament.Query{Variant: "shrink", Due: at(4900)}, []livegame.ID{"list3", "list1"}},
		{tournament.Query{Variant: "shrink", Due: at(4800)}, []livegame.ID{"list3"}},
		{tournament.Query{Variant: "shrink", Due: at(6000), Director: "a"}, []livegame.ID{"list3", "list1", "list0"}},
		{tournament.Query{Variant: "shrink", Status: []tournament.Status{tournament.Finished, tournament.Started}},
			[]livegame.ID{"list2", "list0"}},
		{tournament.Query{Variant: "cheshire"}, nil},
	} {
		list, err := s.Tournaments(background, c.q)
		must(t, err)
		var got []livegame.ID
		for _, r := range list {
			got = append(got, r.ID)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v finds %v, want %v", c.q, got, c.want)
		}
	}
}

// testDirectors lets nodes direct a tournament, one at a time.
func testDirectors(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	const id = "due2"
	lead := func(s Store, node string, now, until int, seen bool, wantLast int, want bool) {
		t.Helper()
		last, ok, err := s.LeadTournament(background, id, node, at(now), at(until), seen)
		must(t, err)
		if wantLast == 0 && !last.IsZero() || wantLast > 0 && !last.Equal(at(wantLast)) || ok != want {
			t.Errorf("%s at %d: %v, last %v, want %v, %d", node, now, ok, last, want, wantLast)
		}
	}
	for i, id := range []livegame.ID{"due1", id} {
		terms := fullTerms(id)
		terms.Creator, terms.Variant, terms.Starts = "", "cheshire8", at(50+i)
		must(t, s.CreateTournament(background, terms, 0))
	}
	lead(s, "a", 100, 110, false, 0, true)
	lead(other, "b", 105, 115, false, 0, false)
	lead(s, "a", 106, 116, true, 0, true)
	lead(other, "b", 115, 125, true, 0, false)
	lead(other, "b", 116, 126, false, 106, true)
	lead(s, "a", 120, 130, true, 0, false)
	for node, want := range map[string]int{"a": 1, "b": 2} { // b directs due2 until 126, and no node due1
		rows, err := s.Tournaments(background, tournament.Query{Variant: "cheshire8", Due: at(125), Director: node})
		if must(t, err); len(rows) != want || rows[0].ID != "due1" {
			t.Errorf("%s should look at %+v", node, rows)
		}
	}
	for _, account := range []string{"player 1", "ghost"} {
		if plays, err := s.Plays(background, account); err != nil || plays {
			t.Errorf("%s plays: %v", account, err)
		}
	}
	terms := fullTerms("playing")
	terms.Creator = ""
	must(t, s.CreateTournament(background, terms, 0))
	must(t, s.AppendTournament(background, tournament.Event{Seq: 1, Kind: tournament.Join, Player: 1, At: at(3)},
		&tournament.Player{Number: 1, Account: "ghost", Name: "Ghost"},
		tournament.Row{Terms: terms, Seq: 1, Status: tournament.Created, Starts: terms.Starts, Updated: at(3), Players: 1}))
	if plays, err := other.Plays(background, "ghost"); err != nil || !plays {
		t.Errorf("who has joined does not play: %v", err)
	}
	gone, err := other.GonePlayers(background)
	if must(t, err); len(gone) != 1 || (gone[0] != tournament.Gone{Tournament: "playing", Player: 1, Deleted: true}) {
		t.Errorf("%+v are gone", gone)
	}
	if _, ok, err := s.LeadTournament(background, "nowhere", "a", at(1), at(2), false); ok || err != nil {
		t.Errorf("a node directs a tournament that does not exist: %v", err)
	}
	var all sync.WaitGroup
	var leads atomic.Int32
	for i := range 8 {
		all.Go(func() {
			_, ok, err := []Store{s, other}[i%2].LeadTournament(background, id, fmt.Sprint("node ", i), at(500), at(510), true)
			if err != nil && !errors.Is(err, tournament.ErrConflict) {
				t.Error(err)
			}
			if ok {
				leads.Add(1)
			}
		})
	}
	all.Wait()
	if n := leads.Load(); n != 1 {
		t.Errorf("%d nodes direct a tournament at once", n)
	}
}
