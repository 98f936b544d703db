package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/livegame"
)

func unarchived(t failer, s Store) []livegame.ID {
	t.Helper()
	list, err := s.Unarchived(background, 100)
	must(t, err)
	return ids(list)
}

// testArchive archives finished games: Unarchived returns each until it is archived, the
// last changed at the end, and Search finds it afterwards.
func testArchive(t *testing.T, h *handles) {
	s := h.store()
	first, second := Finished("GameB0000001", at(1)), Finished("GameA0000001", at(2))
	must(t, s.Create(background, NewGame("Live00000001")))
	must(t, s.Create(background, second))
	must(t, s.Create(background, first))
	if got := unarchived(t, s); !slices.Equal(got, []livegame.ID{first.ID, second.ID}) {
		t.Errorf("to be archived are %v, want the first and the second", got)
	}
	list, err := s.Unarchived(background, 1)
	must(t, err)
	if len(list) != 1 || !reflect.DeepEqual(list[0], first) {
		t.Errorf("to be archived is\n%+v, want\n%+v", list, first)
	}
	must(t, s.Archive(background, nil))
	must(t, s.Archive(background, []archive.Record{RecordOf(first)}))
	if got := unarchived(t, s); !slices.Equal(got, []livegame.ID{second.ID}) {
		t.Errorf("to be archived are %v, want the second", got)
	}
	found, err := s.Search(background, archive.Query{})
	must(t, err)
	if len(found) != 1 || !reflect.DeepEqual(found[0].Summary, first) || !found[0].Ended.Equal(first.Updated) {
		t.Errorf("found is\n%+v, want\n%+v", found, first)
	}
	// Later events do not make a game unarchived.
	e, next := NextMove(first)
	e.Kind, next.Updated = livegame.RematchOffer, at(50)
	must(t, s.Append(background, first.ID, e, next))
	if got := unarchived(t, s); !slices.Equal(got, []livegame.ID{second.ID}) {
		t.Errorf("to be archived are %v, want the second", got)
	}
	if found, err = s.Search(background, archive.Query{}); err != nil || len(found) != 1 ||
		!found[0].Ended.Equal(first.Updated) || found[0].Seq != 1 {
		t.Errorf("found is %+v, %v", found, err)
	}
}

// testArchiveVoid archives skipped games: Unarchived does not return them again, and
// Search does not find them. Live and missing games are not archived.
func testArchiveVoid(t *testing.T, h *handles) {
	s := h.store()
	sum, live := Finished("Void00000001", at(1)), NewGame("Live00000001")
	must(t, s.Create(background, sum))
	must(t, s.Create(background, live))
	must(t, s.Archive(background, []archive.Record{
		{ID: sum.ID, Skip: true}, RecordOf(live, "e2e4"), RecordOf(Finished("Nowhere00000", at(1)), "e2e4"),
	}))
	if got := unarchived(t, s); len(got) != 0 {
		t.Errorf("to be archived are %v, want none", got)
	}
	if found, err := s.Search(background, archive.Query{Viewer: "ada"}); err != nil || len(found) != 0 {
		t.Errorf("found is %+v, %v", found, err)
	}
	if played, err := s.MoveTallies(background, 0); err != nil || len(played) != 0 {
		t.Errorf("played was %+v, %v", played, err)
	}
	over := Finished("Bad000000001", at(1))
	must(t, s.Create(background, over))
	bad := RecordOf(over)
	bad.Line = "\xff"
	if err := s.Archive(background, []archive.Record{bad}); err == nil {
		t.Error("text was kept that is none")
	}
}

// testArchiveRace has several nodes archive the same games at once, some of them twice:
// each counts once.
func testArchiveRace(t *testing.T, h *handles) {
	nodes := []Store{h.store(), h.store(), h.store()}
	const games = 12
	var records []archive.Record
	for i := range games {
		sum := Finished(livegame.ID(fmt.Sprintf("Race%08d", i)), at(i))
		must(t, nodes[0].Create(background, sum))
		records = append(records, RecordOf(sum, "e2e4"))
	}
	records = append(records, records[3], records[5])
	together(len(nodes)*3, func(i int) {
		for from := range records {
			batch := slices.Concat(records[from:], records[:from])
			if err := nodes[i%len(nodes)].Archive(background, batch); err != nil {
				t.Error(err)
			}
		}
	})
	must(t, nodes[0].Archive(background, records))
	if got := unarchived(t, nodes[1]); len(got) != 0 {
		t.Errorf("to be archived are %v, want none", got)
	}
	played, err := nodes[1].MoveTallies(background, 0)
	must(t, err)
	if len(played) != 1 || played[0].Games() != games {
		t.Errorf("counted is %+v, want each of %d games once", played, games)
	}
}

// testArchiveBeside archives games beside other chores and writes: each attempt succeeds.
func testArchiveBeside(t *testing.T, h *handles) {
	const games, others = 40, 4
	s, beside := h.store(), h.store()
	ctx, stop := context.WithCancel(background)
	var all sync.WaitGroup
	for i := range others {
		all.Go(func() {
			for ctx.Err() == nil {
				guest := fmt.Sprintf("None%08d", i)
				if err := errors.Join((&account.Store{DB: beside.DB()}).SettleClaim(background, guest),
					beside.ForgetDeleted(background, at(0))); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range games {
		sum := Finished(livegame.ID(fmt.Sprintf("Beside%06d", i)), at(i))
		must(t, s.Create(background, sum))
		must(t, s.Archive(background, []archive.Record{RecordOf(sum, "e2e4")}))
	}
	stop()
	all.Wait()
	if n, err := s.Backlog(background, games); err != nil || n != 0 {
		t.Errorf("%d games are left (%v)", n, err)
	}
}

// testOpenings counts moves in positions.
func testOpenings(t *testing.T, h *handles) {
	s := h.store()
	results := []game.Result{
		game.WhiteWins, game.WhiteWins, game.Draw, game.BlackWins, game.WhiteWins, game.BlackWins, game.WhiteWins,
	}
	var records []archive.Record
	for i, result := range results {
		sum := Finished(livegame.ID(fmt.Sprintf("Open%08d", i)), at(i))
		sum.Result, sum.Ply = result, 10+i
		must(t, s.Create(background, sum))
		r := RecordOf(sum, "e2e4", []string{"e7e5", "c7c5", ""}[i%3])
		records = append(records, r)
	}
	hidden := Finished("Hidden000001", at(100))
	hidden.Public = false
	must(t, s.Create(background, hidden))
	records = append(records, RecordOf(hidden, "e2e4"))
	must(t, s.Archive(background, records[:3]))
	must(t, s.Archive(background, records[3:4]))
	must(t, s.Archive(background, records[4:]))

	played, err := s.MoveTallies(background, 0)
	must(t, err)
	want := archive.MoveTally{
		Move: "e2e4", Tally: archive.Tally{White: 4, Draws: 1, Black: 2, Plies: 10 + 11 + 12 + 13 + 14 + 15 + 16},
		Last:   at(6),
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
