package gamestoretest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// testDelete deletes games: nothing of them is left but the ID, and nothing brings them back.
func testDelete(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	since := at(1000)
	for i, result := range []game.Result{game.WhiteWins, game.Draw, game.BlackWins} {
		gone := Finished(livegame.ID(fmt.Sprintf("Gone%08d", i)), at(100+i))
		gone.Result, gone.Ply = result, 10*i
		must(t, s.Create(background, gone))
		e, next := NextMove(gone)
		e.Kind = livegame.RematchOffer
		must(t, s.Append(background, gone.ID, e, next))
		wantError(t, s.Delete(background, admin.Deletion{Game: gone.ID, Seq: 0, At: at(1001)}), livegame.ErrConflict)
		if _, _, err := other.Load(background, gone.ID); err != nil {
			t.Fatalf("a deletion that failed has deleted: %v", err)
		}
		must(t, s.Delete(background, admin.Deletion{Game: gone.ID, Seq: 1, At: at(1001)}))
		_, _, err := other.Load(background, gone.ID)
		wantError(t, err, livegame.ErrNotFound)
		e, again := NextMove(next)
		wantError(t, other.Append(background, gone.ID, e, again), livegame.ErrNotFound)
		must(t, other.Create(background, gone))
		_, _, err = other.Load(background, gone.ID)
		wantError(t, err, livegame.ErrNotFound)
		wantError(t, s.Delete(background, admin.Deletion{Game: gone.ID, Seq: 1}), livegame.ErrNotFound)
	}
	deleted, err := other.Deleted(background, since)
	must(t, err)
	slices.Sort(deleted)
	if want := []livegame.ID{"Gone00000000", "Gone00000001", "Gone00000002"}; !slices.Equal(deleted, want) {
		t.Errorf("deleted are %v, want %v", deleted, want)
	}
	if late, err := s.Deleted(background, at(2000)); err != nil || len(late) != 0 {
		t.Errorf("deleted later are %v, %v", late, err)
	}
	must(t, s.ForgetDeleted(background, at(2000)))
	if deleted, err = s.Deleted(background, since); err != nil || len(deleted) != 0 {
		t.Errorf("not forgotten are %v, %v", deleted, err)
	}
	// A game that is not over.
	must(t, s.Create(background, NewGame("Live00000001")))
	must(t, s.Delete(background, admin.Deletion{Game: "Live00000001", At: at(3000)}))
}

// testGames pages through games of each kind, in both orders.
func testGames(t *testing.T, h *handles) {
	s := h.store()
	var all []livegame.Summary
	for i := range 12 {
		sum := Finished(livegame.ID(fmt.Sprintf("Page%08d", (i*5)%12)), at(i/2)) // some at the same time
		switch i % 4 {
		case 1:
			sum.Result, sum.Reason = game.Ongoing, livegame.Aborted
		case 2:
			sum.Status, sum.Result, sum.Ply = livegame.Live, game.Ongoing, 0
		case 3:
			sum.Variant, sum.Seats[1].Guest = "chess", "cyd"
		}
		all = append(all, sum)
		must(t, s.Create(background, sum))
	}
	for _, c := range []struct {
		name string
		page admin.Page
		has  func(livegame.Summary) bool
	}{
		{"all", admin.Page{}, func(livegame.Summary) bool { return true }},
		{"void", admin.Page{Kind: admin.Void}, func(s livegame.Summary) bool { return s.Reason == livegame.Aborted }},
		{"remembered", admin.Page{Kind: admin.Remembered},
			func(s livegame.Summary) bool { return s.Status == livegame.Finished }},
		{"live", admin.Page{Status: livegame.Live}, func(s livegame.Summary) bool { return s.Status == livegame.Live }},
		{"of a variant", admin.Page{Variant: "chess"}, func(s livegame.Summary) bool { return s.Variant == "chess" }},
		{"of a time", admin.Page{Since: at(1), Before: at(3)},
			func(s livegame.Summary) bool { return !s.Updated.Before(at(1)) && s.Updated.Before(at(3)) }},
	} {
		for _, oldest := range []bool{false, true} {
			var want, got []livegame.ID
			for _, sum := range all {
				if c.has(sum) {
					want = append(want, sum.ID)
				}
			}
			p := c.page
			for p.Limit, p.Oldest = 2, oldest; ; {
				list, err := s.Games(background, p)
				must(t, err)
				for _, sum := range list {
					if last := p.After; last != (livegame.Place{}) &&
						(last.At.Before(sum.Active()) != oldest && !last.At.Equal(sum.Active())) {
						t.Errorf("%s: %v comes after %v", c.name, sum.Active(), last.At)
					}
					p.After = sum.Place()
					got = append(got, sum.ID)
				}
				if len(list) < p.Limit {
					break
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s, oldest first %v: %v, want %v", c.name, oldest, got, want)
			}
		}
	}
}

// testForget forgets a guest: the opponent keeps the game, and nothing leads to the guest.
func testForget(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	sum := Finished("Forget000001", at(10))
	sum.Creator, sum.Header.Seats[1] = "ada", livegame.Player{}
	must(t, s.Create(background, sum))
	join := livegame.Event{Seq: 1, Kind: livegame.Join, Color: game.Black, At: at(1), Player: sum.Seats[1]}
	sum.Seq = 1
	must(t, s.Append(background, sum.ID, join, sum))

	for guest, want := range map[string][2]bool{"ada": {true, false}, "bob": {true, false}, "cyd": {false, false}} {
		for i, since := range []time.Time{at(10), at(11)} {
			if active, err := s.Active(background, guest, since); err != nil || active != want[i] {
				t.Errorf("%s is active since %v: %v, %v", guest, since, active, err)
			}
		}
	}
	is := func(who string) func(string) bool { return func(guest string) bool { return guest == who } }
	stale := sum
	stale.Seq = 0
	wantError(t, s.Forget(background, stale, is("bob")), livegame.ErrConflict)
	must(t, s.Forget(background, sum, is("bob")))
	remembered := func(want int) []livegame.Summary {
		t.Helper()
		list, err := other.Games(background, admin.Page{Kind: admin.Remembered, Limit: 10})
		must(t, err)
		if len(list) != want {
			t.Errorf("%d games have guests who are known, want %d", len(list), want)
		}
		return list
	}
	now := remembered(1)[0]
	if now.Seats[0] != sum.Seats[0] || now.Seats[1] != (livegame.Player{Guest: "forgotten-black"}) {
		t.Errorf("the seats are %+v", now.Seats)
	}
	_, events, err := other.Load(background, sum.ID)
	must(t, err)
	if events[0].Player != now.Seats[1] {
		t.Errorf("who joined is %+v", events[0].Player)
	}
	must(t, s.Forget(background, now, is("ada")))
	remembered(0)
	header, _, err := other.Load(background, sum.ID)
	must(t, err)
	if header.Creator != "" || header.Seats[0] != (livegame.Player{Guest: "forgotten-white"}) {
		t.Errorf("the header is %+v", header)
	}
	// A node that had the game loaded brings the guests back with an event: they are found again.
	offer := livegame.Event{Seq: 2, Kind: livegame.RematchOffer, At: at(20)}
	sum.Seq, sum.Updated = 2, at(20)
	must(t, s.Append(background, sum.ID, offer, sum))
	remembered(1)
}

// testAdminLog notes what operators do, also together with a deletion.
func testAdminLog(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	entries := []admin.Entry{
		{At: at(1), Operator: "ann'; --", Action: admin.Closed, Game: "Game00000001", Detail: "* spam 🐈"},
		{At: at(2), Operator: "ben", Action: "role", Account: "ann", Detail: "moderator"},
		{At: at(3), Operator: "ben", Action: admin.Deleted, Game: "Game00000001", Detail: "shrink"},
	}
	must(t, admin.Log(background, s.DB(), entries[0]))
	must(t, admin.Log(background, s.DB(), entries[1]))
	must(t, s.Create(background, NewGame("Game00000001")))
	must(t, s.Delete(background, admin.Deletion{
		Game: "Game00000001", At: at(3), Entry: &entries[2],
	}))
	if err := s.Delete(background, admin.Deletion{
		Game: "Nowhere00000", Entry: &entries[2],
	}); !errors.Is(err, livegame.ErrNotFound) {
		t.Errorf("a missing game is deleted: %v", err)
	}
	var got []admin.Entry
	for before := int64(0); ; {
		list, err := admin.Entries(background, other.DB(), admin.LogQuery{Before: before, Limit: 2})
		must(t, err)
		for _, e := range list {
			before, e.ID = e.ID, 0
			got = append(got, e)
		}
		if len(list) < 2 {
			break
		}
	}
	slices.Reverse(got)
	if !reflect.DeepEqual(got, entries) {
		t.Errorf("the log has\n%+v, want\n%+v", got, entries)
	}
	if list, err := admin.Entries(background, other.DB(), admin.LogQuery{Game: "Game00000001", Limit: 10}); err != nil ||
		len(list) != 2 {
		t.Errorf("of the game the log has %+v, %v", list, err)
	}
}
