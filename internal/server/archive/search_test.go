package archive_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Search finds what a scan of all games finds, for generated games and queries.
func TestSearch(t *testing.T) {
	each(t, func(t *testing.T, open func() node) { testSearch(t, open()) })
}

// With conditions that select many games, SQLite scans the list in its order. PostgreSQL decides by itself when to do
// that.
func TestSearchByOrder(t *testing.T) {
	s := openNode(t)
	s.SetFew(1)
	testSearch(t, s)
}

func testSearch(t *testing.T, s node) {
	t.Helper()
	var all []filed
	guests := rapid.SampledFrom([]string{"ada", "bob", "cyd", ""})
	names := rapid.SampledFrom([]string{"Ada", "adam", "Bob", "ÅSE", "åse b", "", "%", "_"})
	players := rapid.Custom(func(r *rapid.T) livegame.Player {
		if rapid.IntRange(0, 3).Draw(r, "engine") == 0 {
			return livegame.Player{Level: rapid.IntRange(1, 3).Draw(r, "level")}
		}
		return livegame.Player{Guest: guests.Draw(r, "guest"), Person: livegame.Person{Name: names.Draw(r, "name")}}
	})
	variants := rapid.SampledFrom([]string{"shrink", "chess", "diminuendo", "diminuendo:pbnrqk+qk"})
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{"e2e4", "e7e5", "a7a8q", "a7a8"}), 0, 3)
	results := rapid.SampledFrom([]game.Result{game.WhiteWins, game.BlackWins, game.Draw})
	rapid.Check(t, func(r *rapid.T) {
		sum := gamestoretest.Finished(livegame.ID(rapid.StringMatching(`[A-Za-z0-9]{12}`).Draw(r, "id")),
			ms(rapid.IntRange(0, 12).Draw(r, "ended")))
		if slices.ContainsFunc(all, func(other filed) bool { return other.sum.ID == sum.ID }) {
			r.Skip("this game is there already")
		}
		sum.Seats = [2]livegame.Player{players.Draw(r, "white"), players.Draw(r, "black")}
		sum.Variant, sum.Public = variants.Draw(r, "variant"), rapid.Bool().Draw(r, "public")
		sum.Result, sum.Ply = results.Draw(r, "result"), rapid.IntRange(1, 20).Draw(r, "plies")
		if rapid.IntRange(0, 4).Draw(r, "start") == 0 {
			sum.FEN = "7k/8/8/8/8/8/8/R6K w - - 0 1"
		}
		moves := lines.Draw(r, "moves")
		sum = put(r, s, sum, moves...)
		all = append(all, filed{sum, recordOf(sum, moves...)})

		for range 3 {
			q := anyQuery(r, guests, names, variants, lines)
			if q.Check() != nil {
				continue
			}
			got, err := s.Search(background, q)
			must(r, err)
			if got, want := foundIDs(got), pick(all, q); !slices.Equal(got, want) {
				r.Errorf("%+v: found are %v, want %v", q, got, want)
			}
		}
	})
}

func anyQuery(
	r *rapid.T, guests, names, variants *rapid.Generator[string], lines *rapid.Generator[[]string],
) archive.Query {
	maybe := func(name string) bool { return rapid.IntRange(0, 3).Draw(r, name) == 0 }
	q := archive.Query{
		Viewer: guests.Draw(r, "viewer"), Mine: maybe("mine"),
		Limit: rapid.SampledFrom([]int{0, 1, 3, 1000}).Draw(r, "limit"),
	}
	if maybe("by player") {
		q.Player = strings.ToUpper(names.Draw(r, "player"))
	}
	if maybe("by account") {
		q.Account = guests.Draw(r, "account")
	}
	if maybe("by color") {
		q.Colors = rapid.SampledFrom([]archive.ColorFilter{archive.White, archive.Black}).Draw(r, "color")
	}
	if maybe("by ending") {
		q.Result = rapid.SampledFrom([]archive.ResultFilter{archive.WhiteWon, archive.BlackWon, archive.Drawn, archive.Won,
			archive.Lost}).Draw(r, "ending")
	}
	if maybe("by variant") {
		q.Variant = variants.Draw(r, "of variant")
	}
	if maybe("by family") {
		q.Family = "diminuendo"
	}
	if maybe("by kind") {
		q.Kind = rapid.SampledFrom([]archive.Kind{archive.Humans, archive.Engine, archive.Solo}).Draw(r, "kind")
	}
	if maybe("by level") {
		q.Level = rapid.IntRange(1, 3).Draw(r, "of level")
	}
	if maybe("by least plies") {
		q.MinPlies = rapid.IntRange(0, 20).Draw(r, "least")
	}
	if maybe("by most plies") {
		q.MaxPlies = rapid.IntRange(1, 20).Draw(r, "most")
	}
	if maybe("by opening") {
		q.Variant, q.Moves = variants.Draw(r, "of variant"), lines.Draw(r, "opening")
	}
	if maybe("by first day") {
		q.From = ms(rapid.IntRange(0, 12).Draw(r, "from"))
	}
	if maybe("by last day") {
		q.To = ms(rapid.IntRange(0, 12).Draw(r, "to"))
	}
	if maybe("after") {
		q.After = archive.Cursor{Ended: ms(rapid.IntRange(0, 12).Draw(r, "cursor")), ID: "MMMMMMMMMMMM"}
	}
	return q
}

// filed is a game in the archive.
type filed struct {
	sum livegame.Summary
	rec archive.Record
}

// pick is Search in plain code.
func pick(all []filed, q archive.Query) []livegame.ID {
	var list []filed
	for _, f := range all {
		if chosen(f, q) {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b filed) int {
		return cmp.Or(b.rec.Ended.Compare(a.rec.Ended), cmp.Compare(b.rec.ID, a.rec.ID))
	})
	limit := cmp.Or(q.Limit, archive.DefaultLimit)
	var ids []livegame.ID
	for _, f := range list[:min(limit, len(list))] {
		ids = append(ids, f.rec.ID)
	}
	return ids
}

func chosen(f filed, q archive.Query) bool {
	r := f.rec
	mine := func(color game.Color) bool { return q.Viewer != "" && r.Seats[color].Guest == q.Viewer }
	if !r.Public && !mine(game.White) && !mine(game.Black) {
		return false
	}
	later := q.After.ID == "" || r.Ended.Before(q.After.Ended) || r.Ended.Equal(q.After.Ended) && r.ID < q.After.ID
	if !later || (!q.From.IsZero() && r.Ended.Before(q.From)) || (!q.To.IsZero() && !r.Ended.Before(q.To)) ||
		(q.Variant != "" && r.Variant != q.Variant) || (q.Family != "" && !strings.HasPrefix(r.Variant, q.Family)) ||
		(q.Kind != "" && r.Kind() != q.Kind) || (q.Level > 0 && r.Level() != q.Level) ||
		r.Plies < q.MinPlies || (q.MaxPlies > 0 && r.Plies > q.MaxPlies) ||
		len(q.Moves) > 0 && (r.Start != "" || !strings.HasPrefix(r.Line, archive.LineText(q.Moves))) {
		return false
	}
	named := func(color game.Color) bool {
		return q.Player == "" || strings.HasPrefix(livegame.Fold(r.Seats[color].Name), livegame.Fold(q.Player))
	}
	ending := func(color game.Color) bool { return q.Result == "" || q.Result.Result(color) == r.Result }
	if !q.Mine && q.Player == "" && q.Account == "" {
		return ending(game.White)
	}
	plays := func(color game.Color) bool { return q.Account == "" || r.Seats[color].Guest == q.Account }
	for _, color := range q.ColorList() {
		var found bool
		switch {
		case q.Mine:
			found = mine(color) && named(color.Other()) && plays(color.Other())
		case q.Account != "":
			found = plays(color) && named(color.Other())
		default:
			found = named(color)
		}
		if found && ending(color) {
			return true
		}
	}
	return false
}

func foundIDs(list []archive.Game) []livegame.ID {
	var ids []livegame.ID
	for _, f := range list {
		ids = append(ids, f.ID)
	}
	return ids
}

// The list is read page by page while games finish: each game that was in
// the list at the start comes once.
func TestSearchPages(t *testing.T) { each(t, testSearchPages) }

func testSearchPages(t *testing.T, open func() node) {
	s, other := open(), open()
	const games = 60
	want := map[livegame.ID]bool{}
	for i := range games {
		sum := gamestoretest.Finished(livegame.ID(fmt.Sprintf("Page%08d", i)), ms(i/3)) // three at a time
		sum.Public = i%4 != 0                                                           // ada's own
		put(t, s, sum)
		want[sum.ID] = true
	}
	ctx, stop := context.WithCancel(background)
	var finishing sync.WaitGroup
	finishing.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			sum := gamestoretest.Finished(livegame.ID(fmt.Sprintf("Late%08d", i)), ms(1000+i))
			put(t, other, sum)
		}
	})
	seen := map[livegame.ID]int{}
	q := archive.Query{Viewer: "ada", Limit: 7}
	for pages := 0; ; pages++ {
		list, err := s.Search(background, q)
		must(t, err)
		for _, f := range list {
			seen[f.ID]++
		}
		if len(list) < q.Limit {
			break
		}
		next, err := archive.ParseCursor(list[len(list)-1].Cursor().String())
		must(t, err)
		q.After = next
		if pages > 1000 {
			t.Fatal("the list has no end")
		}
	}
	stop()
	finishing.Wait()
	for id := range want {
		if seen[id] != 1 {
			t.Errorf("game %s came %d times", id, seen[id])
		}
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("game %s came %d times", id, n)
		}
	}
}

func TestSearchRefused(t *testing.T) {
	s := openNode(t)
	if _, err := s.Search(background, archive.Query{Result: archive.Won}); err == nil {
		t.Error("drawn games are found as won")
	}
	ended, cancel := context.WithCancel(background)
	cancel()
	if _, err := s.Search(ended, archive.Query{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want that it was canceled", err)
	}
}
