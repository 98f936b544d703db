package rating_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// node is one of the nodes of a database.
type node struct {
	*rating.Service
	games  *gamestore.Store
	people *account.Store
}

// newNode opens the ratings in a database, at a time long after all games.
func newNode(t testing.TB, d *db.DB) node {
	s := gamestore.New(d)
	s.Use(rating.Data)
	t.Cleanup(func() { _ = s.Close() })
	people := &account.Store{DB: d, Data: []feature.Data{rating.Data}}
	return node{rating.New(rating.Options{DB: d, Games: s, Now: func() time.Time { return at(1e9) }}), s, people}
}

// each runs a test on databases of both kinds.
func each(t *testing.T, test func(t *testing.T, open func() node)) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		test(t, func() node { return newNode(t, open()) })
	})
}

func at(s int) time.Time { return time.Unix(int64(s), 0).UTC() }

// failer is a test, or one of rapid.
type failer interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func must(t failer, err error) {
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

var background = context.Background()

// ratedGame nodes a finished rated game of two players.
func ratedGame(
	t failer, n node, id livegame.ID, white, black string, result game.Result, ended time.Time,
) livegame.Summary {
	t.Helper()
	sum := gamestoretest.NewGame(id)
	sum.Rated, sum.Creator = true, ""
	for color, name := range []string{white, black} {
		sum.Seats[color] = livegame.Player{Guest: name, Person: livegame.Person{Name: name, Account: true}}
		if name == "" {
			sum.Seats[color] = livegame.Player{Level: 3}
		}
	}
	sum.Header.Seats = sum.Seats
	must(t, n.games.Create(background, sum))
	sum.Seq, sum.Status, sum.Result, sum.Reason, sum.Ply, sum.Updated = 1, livegame.Finished, result,
		game.Checkmate, 40, ended
	e := livegame.Event{Seq: 1, Kind: livegame.Move, At: ended, Move: "e2e4", Result: result, Reason: game.Checkmate}
	must(t, n.games.Append(background, id, e, sum))
	return sum
}

// audited verifies all ratings and returns what was compared and reported.
func audited(t failer, n node) (rating.Audit, []string) {
	t.Helper()
	var said []string
	a, err := n.Verify(background, func(text string) { said = append(said, text) })
	must(t, err)
	return a, said
}

// TestRatings settles games on several nodes at once: each counts once, in some order, and
// everything can be computed again.
func TestRatings(t *testing.T) { each(t, testRatings) }

func testRatings(t *testing.T, open func() node) {
	nodes := []node{open(), open(), open()}
	rapid.Check(t, func(r *rapid.T) {
		// A database has the games of all runs.
		n := rapid.IntRange(1, 6).Draw(r, "games")
		before, _ := audited(r, nodes[0])
		if before.Games > 60 {
			return
		}
		names := []string{"ann", "ben", "cyd", ""}
		for i := range n {
			white := rapid.IntRange(0, 2).Draw(r, "white")
			black := (white + rapid.IntRange(1, 3).Draw(r, "black")) % 4
			id := livegame.ID(fmt.Sprintf("Rated%07d", before.Games+i))
			sum := ratedGame(r, nodes[0], id, names[white], names[black], game.Result(rapid.IntRange(1, 3).Draw(r, "result")),
				at(rapid.IntRange(1, 1e8).Draw(r, "end")))
			if rapid.IntRange(0, 4).Draw(r, "rematch") == 0 { // the game changes once more after its end
				e := livegame.Event{Seq: 2, Kind: livegame.RematchOffer, At: sum.Updated}
				sum.Seq = 2
				must(r, nodes[0].games.Append(background, id, e, sum))
			}
		}
		var all sync.WaitGroup
		errs := make([]error, len(nodes))
		for i, s := range nodes {
			all.Go(func() { errs[i] = s.Sweep(background) })
		}
		all.Wait()
		must(r, errors.Join(errs...))
		a, said := audited(r, nodes[1])
		if len(said) > 0 || a.Changes != before.Changes+n || a.Games != a.Changes || a.Pending != 0 {
			r.Fatalf("%+v after %d more games than %+v: %q", a, n, before, said)
		}
	})
	s := nodes[0]
	if left, err := feed.Notes(background, s.games.DB(), rating.Data.Ended.Name, 0, 10); err != nil || len(left) > 0 {
		t.Errorf("%v are left: %v", left, err)
	}
	standings, err := s.Standings(background, []rating.Player{"ann", "ben", "nobody"}, "")
	must(t, err)
	for _, st := range standings {
		if st.Pool != "shrink/blitz" || st.Games() == 0 || st.Player == "nobody" {
			t.Errorf("a standing is %+v", st)
		}
		all, err := s.History(background, st.Player, 1000)
		must(t, err)
		last, err := s.History(background, st.Player, 1)
		must(t, err)
		color := slices.Index(last[0].Players[:], st.Player)
		if len(all) != st.Games() || last[0].Seq != st.Seq || color < 0 || last[0].After[color] != st.Rating {
			t.Errorf("%+v has %d changes, the last %+v", st, len(all), last)
		}
	}
}

// TestRatingsOf shows a player's ratings, and who leads.
func TestRatingsOf(t *testing.T) { each(t, testRatingsOf) }

func testRatingsOf(t *testing.T, open func() node) {
	s := open()
	for i := range 48 { // a certain rating needs some games
		id, result := livegame.ID(fmt.Sprintf("Lead%08d", i)),
			[]game.Result{game.WhiteWins, game.Draw, game.BlackWins}[i/2%6%3]
		if i/2%6 > 2 {
			result = game.WhiteWins
		}
		must(t, s.Settle(background,
			ratedGame(t, s, id, []string{"ann", "ben"}[i%2], []string{"ben", "cyd"}[i%2], result, at(i))))
	}
	leaders, err := s.Leaders(background, "shrink/blitz", at(0), 10)
	must(t, err)
	if len(leaders) != 3 || leaders[0].Player != "ann" || leaders[2].Player != "cyd" ||
		leaders[0].Value <= leaders[1].Value {
		t.Errorf("the leaders are %+v", leaders)
	}
	for pool, since := range map[rating.Pool]time.Time{"shrink/blitz": at(1000), "chess/blitz": at(0)} {
		if late, err := s.Leaders(background, pool, since, 10); err != nil || len(late) != 0 {
			t.Errorf("in %s since %v lead %+v, %v", pool, since, late, err)
		}
	}
	c, err := s.ChangeOf(background, "Lead00000003")
	must(t, err)
	if c.Seq != 4 || c.Players != [2]rating.Player{"ben", "cyd"} || !c.Ended.Equal(at(3)) || c.Result != game.Draw ||
		c.After[0].Value <= 1000 {
		t.Errorf("the change is %+v", c)
	}
	_, err = s.ChangeOf(background, "Nowhere00000")
	wantError(t, err, livegame.ErrNotFound)
	then := rating.New(rating.Options{DB: s.games.DB(), Games: s.games, Now: func() time.Time { return at(50) }})
	p := livegame.Player{Guest: "ann", Person: livegame.Person{Account: true}}
	head := livegame.Header{Variant: "shrink", TimeControl: livegame.TimeControl{Base: 5 * time.Minute}}
	if p, err = then.Seat(background, head, p); err != nil || p.Rating != leaders[0].Rounded() ||
		p.Provisional {
		t.Errorf("ann sits down as %+v, %v", p, err)
	}
	head.Variant = "chess"
	if p, err = then.Seat(background, head, p); err != nil || p.Rating != 1500 || !p.Provisional {
		t.Errorf("ann sits down at chess as %+v, %v", p, err)
	}
	for _, p := range []livegame.Player{{Guest: "eve"}, {Level: 3}} {
		if got, err := then.Seat(background, head, p); err != nil || got != p {
			t.Errorf("%+v sits down as %+v, %v", p, got, err)
		}
	}
}

// TestRatingsRemain deletes games and players: the ratings of the others stay, and are still
// those that follow from the ledger.
func TestRatingsRemain(t *testing.T) { each(t, testRatingsRemain) }

func testRatingsRemain(t *testing.T, open func() node) {
	s, other := open(), open()
	dbtest.Join(t, s.games.DB(), "ann", "cyd")
	var games []livegame.Summary
	for i := range 6 {
		games = append(games, ratedGame(t, s, livegame.ID(fmt.Sprintf("Stay%08d", i)), []string{"ann", "ben"}[i%2],
			[]string{"ben", "ann"}[i%2], game.WhiteWins, at(1000*i)))
		must(t, s.Settle(background, games[i]))
	}
	must(t, s.games.Delete(background, admin.Deletion{Game: games[1].ID, Seq: 1, At: at(1)}))
	before, err := s.Standings(background, []rating.Player{"ben"}, "")
	must(t, err)
	is := func(guest string) bool { return guest == "ann" }
	must(t, s.games.Forget(background, games[0], is)) // the others follow later
	must(t, s.people.DeleteAccount(background, "ann"))
	for _, g := range games[2:] {
		must(t, s.games.Forget(background, g, is))
	}
	after, err := other.Standings(background, []rating.Player{"ann", "ben"}, "")
	must(t, err)
	if len(after) != 1 || after[0] != before[0] {
		t.Errorf("the standings are %+v, want %+v", after, before)
	}
	if a, said := audited(t, other); len(said) > 0 || a.Changes != 6 || a.Games != 5 || a.Standings != 1 {
		t.Errorf("%+v: %q", a, said)
	}
	// A game keeps its players until it is rated.
	last := ratedGame(t, s, "Late00000001", "cyd", "ben", game.Draw, at(9000))
	is = func(guest string) bool { return guest == "cyd" }
	wantError(t, s.games.Forget(background, last, is), livegame.ErrConflict)
	must(t, s.Sweep(background))
	must(t, s.games.Forget(background, last, is))
	must(t, s.people.DeleteAccount(background, "cyd"))
	if a, said := audited(t, other); len(said) > 0 || a.Changes != 7 {
		t.Errorf("%+v: %q", a, said)
	}
}
