package archive_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/rules"
)

// node is one of the nodes of a database.
type node struct {
	*archive.Archive
	games *gamestore.Store
}

// newNode opens the archive in a database.
func newNode(t testing.TB, d *db.DB, change ...func(*archive.Options)) node {
	s := gamestore.New(d)
	s.Use(archive.Data(rules.ByName))
	t.Cleanup(func() { _ = s.Close() })
	o := archive.Options{DB: d, Games: s, Lookup: rules.ByName, Variants: rules.All()}
	for _, f := range change {
		f(&o)
	}
	return node{archive.New(o), s}
}

// openNode opens the archive in a new database.
func openNode(t testing.TB, change ...func(*archive.Options)) node {
	return newNode(t, dbtest.Open(t), change...)
}

// each runs a test on databases of both kinds. Searches are put together from parts: TestPlans asks about them.
func each(t *testing.T, test func(t *testing.T, open func() node)) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		test(t, func() node { return newNode(t, open()) })
	}, `SELECT "place_row"`, `SELECT count(*) AS n FROM (SELECT 1 FROM "archive"`)
}

// failer is a test, or one of rapid.
type failer interface {
	Helper()
	Fatal(args ...any)
	Errorf(format string, args ...any)
}

func must(t failer, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var background = context.Background()

// ms returns the time some milliseconds after the epoch.
func ms(n int) time.Time { return epoch.Add(time.Duration(n) * time.Millisecond) }

// finish stores a game that is over, whose last event is its end: the archive reads of it.
func finish(t failer, n node, sum livegame.Summary) livegame.Summary {
	t.Helper()
	first := sum
	first.Status, first.Result, first.Reason, first.Seq = livegame.Live, game.Ongoing, game.NoReason, 0
	must(t, n.games.Create(background, first))
	sum.Seq = 1
	must(t, n.games.Append(background, sum.ID,
		livegame.Event{Seq: 1, Kind: livegame.End, At: sum.Updated, Result: sum.Result, Reason: sum.Reason}, sum))
	return sum
}

// recordOf returns the record of a finished game, with these moves in the positions 0, 1 and so on.
func recordOf(s livegame.Summary, moves ...string) archive.Record {
	r := archive.Record{
		ID: s.ID, Variant: s.Variant, Ended: s.Updated, Public: s.Public, Seats: s.Seats, Result: s.Result, Plies: s.Ply,
		Start: s.FEN, Line: archive.LineText(moves),
	}
	for i, move := range moves {
		if s.Public {
			r.Steps = append(r.Steps, archive.Step{Position: archive.PositionHash(i), Move: move})
		}
	}
	return r
}

// put stores a game that is over, and archives it with a record of these moves.
func put(t failer, n node, sum livegame.Summary, moves ...string) livegame.Summary {
	t.Helper()
	sum = finish(t, n, sum)
	must(t, n.Put(background, sum, recordOf(sum, moves...)))
	return sum
}

// waiting returns the games that the archive has yet to read.
func waiting(t failer, n node) (ids []livegame.ID) {
	t.Helper()
	list, err := feed.Notes(background, n.games.DB(), "archive", 0, 1000)
	must(t, err)
	for _, note := range list {
		ids = append(ids, note.Game)
	}
	return ids
}

// A finished game is archived once: Search finds it, with what happened to it later.
func TestArchive(t *testing.T) { each(t, testArchive) }

func testArchive(t *testing.T, open func() node) {
	s := open()
	must(t, s.games.Create(background, gamestoretest.NewGame("Live00000001")))
	second := finish(t, s, gamestoretest.Finished("GameA0000001", ms(2)))
	first := finish(t, s, gamestoretest.Finished("GameB0000001", ms(1)))
	if got := waiting(t, s); !slices.Equal(got, []livegame.ID{second.ID, first.ID}) {
		t.Errorf("to be archived are %v, want both in the order of their ends", got)
	}
	must(t, s.Put(background, first, recordOf(first)))
	if got := waiting(t, s); !slices.Equal(got, []livegame.ID{second.ID}) {
		t.Errorf("to be archived are %v, want the second", got)
	}
	found, err := s.Search(background, archive.Query{})
	must(t, err)
	if len(found) != 1 || !reflect.DeepEqual(found[0].Summary, first) || !found[0].Ended.Equal(first.Updated) {
		t.Errorf("found is\n%+v, want\n%+v", found, first)
	}
	// Later events change nothing in the archive, and one who did not know of them archives nothing.
	for _, sum := range []*livegame.Summary{&first, &second} {
		stale := *sum
		e, next := gamestoretest.NextMove(*sum)
		e.Kind, next.Updated = livegame.RematchOffer, ms(50)
		must(t, s.games.Append(background, sum.ID, e, next))
		*sum = next
		if err := s.Put(background, stale, recordOf(stale)); !errors.Is(err, livegame.ErrConflict) {
			t.Errorf("a game is archived as it was: %v", err)
		}
	}
	if got := waiting(t, s); !slices.Equal(got, []livegame.ID{second.ID}) {
		t.Errorf("to be archived are %v, want the second", got)
	}
	if found, err = s.Search(background, archive.Query{}); err != nil || len(found) != 1 ||
		!found[0].Ended.Equal(ms(1)) || found[0].Seq != 2 {
		t.Errorf("found is %+v, %v", found, err)
	}
	must(t, s.Put(background, second, recordOf(second)))
	if got := waiting(t, s); len(got) != 0 {
		t.Errorf("to be archived are %v, want none", got)
	}
	// Games without a result or a move do not concern the archive.
	aborted, empty := gamestoretest.Finished("Void00000001", ms(1)), gamestoretest.Finished("Void00000002", ms(1))
	aborted.Result, aborted.Reason, empty.Ply = game.Ongoing, livegame.Aborted, 0
	finish(t, s, aborted)
	finish(t, s, empty)
	if got := waiting(t, s); len(got) != 0 {
		t.Errorf("to be archived are %v, want none", got)
	}
	over := finish(t, s, gamestoretest.Finished("Bad000000001", ms(1)))
	bad := recordOf(over)
	bad.Line = "\xff"
	if err := s.Put(background, over, bad); err == nil {
		t.Error("text was kept that is none")
	}
	if got := waiting(t, s); !slices.Equal(got, []livegame.ID{over.ID}) {
		t.Errorf("to be archived are %v, want the one that failed", got)
	}
}

// Several nodes archive the same games at once: each counts once.
func TestArchiveRace(t *testing.T) { each(t, testArchiveRace) }

func testArchiveRace(t *testing.T, open func() node) {
	nodes := []node{open(), open(), open()}
	const count = 12
	var sums []livegame.Summary
	for i := range count {
		sum := gamestoretest.Finished(livegame.ID(fmt.Sprintf("Race%08d", i)), ms(i))
		sum.Variant = "chess"
		keep(t, nodes[0].games, sum, eventsOf("e2e4"))
		sums = append(sums, sum)
	}
	var all sync.WaitGroup
	for i := range nodes {
		for range 3 {
			all.Go(func() {
				if err := nodes[i].Sweep(background); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	if got := waiting(t, nodes[1]); len(got) != 0 {
		t.Errorf("to be archived are %v, want none", got)
	}
	played, err := nodes[1].MoveTallies(background, archive.HashOf(at(t, "chess", "")))
	must(t, err)
	if len(played) != 1 || played[0].Games() != len(sums) {
		t.Errorf("counted is %+v, want each of %d games once", played, count)
	}
	found, err := nodes[2].Search(background, archive.Query{Limit: 100})
	if err != nil || len(found) != count {
		t.Errorf("%d games are found, %v; want %d", len(found), err, count)
	}
}

// Games are archived beside other chores and writes: each attempt succeeds.
func TestArchiveBeside(t *testing.T) { each(t, testArchiveBeside) }

func testArchiveBeside(t *testing.T, open func() node) {
	const count, others = 40, 4
	s, beside := open(), open()
	ctx, stop := context.WithCancel(background)
	var all sync.WaitGroup
	for i := range others {
		all.Go(func() {
			for ctx.Err() == nil {
				guest := fmt.Sprintf("None%08d", i)
				if err := errors.Join((&account.Store{DB: beside.games.DB()}).SettleClaim(background, guest),
					beside.games.ForgetDeleted(background, ms(0))); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range count {
		put(t, s, gamestoretest.Finished(livegame.ID(fmt.Sprintf("Beside%06d", i)), ms(i)), "e2e4")
	}
	stop()
	all.Wait()
	if left := waiting(t, s); len(left) != 0 {
		t.Errorf("%v are left", left)
	}
}

// A game that cannot be replayed, or on which the rules panic, is in the log once, and the others are archived.
func TestInvalidGames(t *testing.T) {
	var log strings.Builder
	s := openNode(t, func(o *archive.Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
		o.Lookup = func(variant string) (game.Game, error) {
			if variant == "trap" {
				panic("a bug in the rules")
			}
			return rules.ByName(variant)
		}
	})
	bad, worse := sample("Bad000000001"), sample("Bad000000002")
	worse.Variant = "trap"
	keep(t, s.games, bad, eventsOf("e2e5"))
	keep(t, s.games, worse, eventsOf("e2e4"))
	for i := range 6 {
		keep(t, s.games, sample(fmt.Sprintf("Game%08d", i)), eventsOf("e2e4"))
	}
	for range 2 {
		must(t, s.Sweep(background))
	}
	if found, err := s.Search(background, archive.Query{}); err != nil || len(found) != 6 {
		t.Errorf("%d games are found, %v; want the 6 good ones", len(found), err)
	}
	if left := waiting(t, s); len(left) != 0 {
		t.Errorf("%v are left", left)
	}
	for _, want := range []string{"Bad000000001", `ply 1: \"e2e5\": `, "Bad000000002", "a bug in the rules"} {
		if strings.Count(log.String(), want) != 1 {
			t.Errorf("the log does not have %q once:\n%s", want, log.String())
		}
	}
}

// A node archives the games that it finds at its start, and those that end later.
func TestRun(t *testing.T) {
	s := openNode(t)
	keep(t, s.games, sample("Game00000001"), eventsOf("e2e4"))
	stop := jobtest.Run(t, s.Jobs)
	defer stop()
	keep(t, s.games, sample("Game00000002"), eventsOf("d2d4"))
	s.Kick()
	for deadline := time.Now().Add(time.Minute); len(waiting(t, s)) > 0; {
		if time.Now().After(deadline) {
			t.Fatalf("%v wait", waiting(t, s))
		}
		time.Sleep(time.Millisecond) // there is no signal when it is done
	}
}

// Of a game that is deleted nothing is left: the explorer counts what it would count without it.
func TestDelete(t *testing.T) { each(t, testDelete) }

func testDelete(t *testing.T, open func() node) {
	s, other := open(), open()
	const endgame = "7k/8/8/8/8/8/8/R6K w - - 0 1"
	for i, moves := range []string{"e2e4 e7e5", "e2e4 c7c5", "e2e4 d7d5 e4d5"} {
		keep(t, s.games, sample(fmt.Sprintf("Kept%08d", i)), eventsOf(moves))
	}
	must(t, s.Sweep(background))
	tallies := func() (all [][]archive.MoveTally) {
		t.Helper()
		for _, p := range []game.Position{at(t, "chess", ""), at(t, "chess", "e2e4"), at(t, "chess", "e2e4 d7d5"),
			at(t, "chess", "e2e4 d7d5 e4d5"), from(t, endgame)} {
			played, err := other.MoveTallies(background, archive.HashOf(p))
			must(t, err)
			all = append(all, played)
		}
		return all
	}
	before := tallies()
	for i, result := range []game.Result{game.WhiteWins, game.Draw, game.BlackWins} {
		gone := sample(fmt.Sprintf("Gone%08d", i))
		gone.Result, gone.Updated = result, epoch.Add(time.Hour*time.Duration(i+1))
		moves := "e2e4 d7d5 e4d5"
		if i == 2 {
			gone.FEN, moves = endgame, "a1a8"
		}
		gone = keep(t, s.games, gone, eventsOf(moves))
		must(t, s.Sweep(background))
		if reflect.DeepEqual(tallies(), before) {
			t.Fatal("the game does not count")
		}
		stale := admin.Deletion{Game: gone.ID, Seq: 1, At: ms(1001)}
		if err := s.games.Delete(background, stale); !errors.Is(err, livegame.ErrConflict) {
			t.Errorf("a game that has changed is deleted: %v", err)
		}
		if found, err := other.Search(background, archive.Query{}); err != nil || len(found) != 4 {
			t.Fatalf("a deletion that failed has deleted: %v, %v", found, err)
		}
		must(t, s.games.Delete(background, admin.Deletion{Game: gone.ID, Seq: gone.Seq, At: ms(1001)}))
		if got := tallies(); !reflect.DeepEqual(got, before) {
			t.Errorf("after the deletion of a game that ended %v the explorer counts\n%+v, want\n%+v", result, got, before)
		}
		if found, err := other.Search(background, archive.Query{}); err != nil || len(found) != 3 {
			t.Errorf("the archive has %v, %v", found, err)
		}
		if err := s.Put(background, gone, recordOf(gone, "e2e4")); !errors.Is(err, livegame.ErrConflict) {
			t.Errorf("a deleted game is archived: %v", err)
		}
		if got := tallies(); !reflect.DeepEqual(got, before) {
			t.Errorf("a deleted game counts again: %+v", got)
		}
	}
	// The rules of a game have changed, so that it cannot be replayed.
	gone := keep(t, s.games, sample("Gone00000009"), eventsOf("e2e4"))
	must(t, s.Sweep(background))
	if _, err := s.games.DB().Exec(background, "UPDATE archive SET line = 'e2e9 ' WHERE id = $1", gone.ID); err != nil {
		t.Fatal(err)
	}
	must(t, s.games.Delete(background, admin.Deletion{Game: gone.ID, Seq: gone.Seq, At: ms(1001)}))
	if found, err := other.Search(background, archive.Query{}); err != nil || len(found) != 3 {
		t.Errorf("the archive has %v, %v", found, err)
	}
}

// A game whose events are damaged keeps neither others out of the archive nor its own guests.
func TestDamagedGame(t *testing.T) {
	s := openNode(t)
	damaged := keep(t, s.games, sample("Damaged00001"), eventsOf("e2e4"))
	keep(t, s.games, sample("Game00000001"), eventsOf("e2e4"))
	_, err := s.games.DB().Exec(background, "UPDATE events SET result = '9-9' WHERE game = $1", damaged.ID)
	must(t, err)
	must(t, s.Sweep(background))
	if found, err := s.Search(background, archive.Query{}); err != nil || len(found) != 1 || found[0].ID == damaged.ID {
		t.Errorf("found is %v, %v", found, err)
	}
	must(t, s.games.Forget(background, damaged, func(guest string) bool { return guest == "ada" }))
}

// Nothing leads to a guest who was forgotten, and an account finds the games that it has adopted.
func TestGuests(t *testing.T) { each(t, testGuests) }

func testGuests(t *testing.T, open func() node) {
	s, other := open(), open()
	finds := func(q archive.Query, want int) {
		t.Helper()
		if found, err := other.Search(background, q); err != nil || len(found) != want {
			t.Errorf("%+v finds %d games, %v; want %d", q, len(found), err, want)
		}
	}
	sum := finish(t, s, gamestoretest.Finished("Forget000001", ms(10)))
	is := func(who string) func(string) bool { return func(guest string) bool { return guest == who } }
	if err := s.games.Forget(background, sum, is("bob")); !errors.Is(err, livegame.ErrConflict) {
		t.Errorf("a guest is forgotten before the game is archived: %v", err)
	}
	must(t, s.Put(background, sum, recordOf(sum, "e2e4")))
	finds(archive.Query{Viewer: "bob", Mine: true}, 1)
	must(t, s.games.Forget(background, sum, is("bob")))
	finds(archive.Query{Viewer: "bob", Mine: true}, 0)
	finds(archive.Query{Player: "bob"}, 0)
	finds(archive.Query{Viewer: "ada", Mine: true}, 1)
	alone := gamestoretest.Finished("Forget000002", ms(11))
	alone.Seats[1] = alone.Seats[0]
	alone = put(t, s, alone)
	must(t, s.games.Forget(background, alone, is("ada")))
	finds(archive.Query{Kind: archive.Solo}, 1)
	finds(archive.Query{Viewer: "ada", Mine: true}, 1)

	dbtest.Join(t, s.games.DB(), "ann")
	put(t, s, gamestoretest.Finished("Forget000003", ms(12)))
	claim := account.Claim{Guest: "ada", Account: "ann"}
	n, err := s.games.AdoptFinished(background, claim, 1) // of two games
	must(t, err)
	finds(archive.Query{Viewer: "ann", Mine: true}, n)
	finds(archive.Query{Viewer: "ada", Mine: true}, 2-n)
	// The account is deleted before the second: what it has adopted is forgotten with it.
	list, err := s.games.List(background, livegame.Query{Guest: "ann"})
	must(t, err)
	for _, sum := range list {
		must(t, s.games.Forget(background, sum, is("ann")))
	}
	finds(archive.Query{Player: "ada"}, 1)
	for n > 0 {
		n, err = s.games.AdoptFinished(background, claim, 1)
		must(t, err)
	}
	finds(archive.Query{Viewer: "ann", Mine: true}, 1)
	finds(archive.Query{Viewer: "ada", Mine: true}, 0)
}

// The explorer counts moves in positions.
func TestOpenings(t *testing.T) { each(t, testOpenings) }

func testOpenings(t *testing.T, open func() node) {
	s := open()
	results := []game.Result{
		game.WhiteWins, game.WhiteWins, game.Draw, game.BlackWins, game.WhiteWins, game.BlackWins, game.WhiteWins,
	}
	for i, result := range results {
		sum := gamestoretest.Finished(livegame.ID(fmt.Sprintf("Open%08d", i)), ms(i))
		sum.Result, sum.Ply = result, 10+i
		put(t, s, sum, "e2e4", []string{"e7e5", "c7c5", ""}[i%3])
	}
	hidden := gamestoretest.Finished("Hidden000001", ms(100))
	hidden.Public = false
	put(t, s, hidden, "e2e4")

	played, err := s.MoveTallies(background, 0)
	must(t, err)
	want := archive.MoveTally{
		Move: "e2e4", Tally: archive.Tally{White: 4, Draws: 1, Black: 2, Plies: 10 + 11 + 12 + 13 + 14 + 15 + 16},
		Last:   ms(6),
		Recent: []livegame.ID{"Open00000006", "Open00000005", "Open00000004", "Open00000003", "Open00000002"},
	}
	if len(played) != 1 || !reflect.DeepEqual(played[0], want) {
		t.Errorf("counted is\n%+v, want\n%+v", played, want)
	}
	played, err = s.MoveTallies(background, 1)
	must(t, err)
	var moves []string
	for _, p := range played {
		moves = append(moves, fmt.Sprintf("%s %d %s", p.Move, p.Games(), p.Recent))
	}
	if got, want := fmt.Sprint(moves), "[e7e5 3 [Open00000006 Open00000003 Open00000000] c7c5 2 [Open00000004 "+
		"Open00000001]  2 [Open00000005 Open00000002]]"; got != want {
		t.Errorf("counted is %s, want %s", got, want)
	}
	games, err := s.PublicGames(background, []livegame.ID{"Open00000002", "Hidden000001", "Nowhere00000", "Open00000005"})
	must(t, err)
	got := foundIDs(games)
	slices.Sort(got)
	if !slices.Equal(got, []livegame.ID{"Open00000002", "Open00000005"}) {
		t.Errorf("the games are %v, want the public ones", got)
	}
	if games, err := s.PublicGames(background, nil); err != nil || len(games) != 0 {
		t.Errorf("none of the games are %v, %v", games, err)
	}
}
