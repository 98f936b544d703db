package gamestoretest

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// testList compares List with a scan of all games, for generated games and queries.
func testList(t *testing.T, h *handles) {
	s := h.games()
	var all []livegame.Summary
	guests := rapid.SampledFrom([]string{"", "ada", "bob", "cyd"})
	times := rapid.IntRange(0, 20)
	rapid.Check(t, func(r *rapid.T) {
		sum := NewGame(livegame.ID(rapid.StringMatching(`[A-Za-z0-9]{12}`).Draw(r, "id")))
		if slices.ContainsFunc(all, func(other livegame.Summary) bool { return other.ID == sum.ID }) {
			r.Skip("this game is there already")
		}
		sum.Seats = [2]livegame.Player{{Guest: guests.Draw(r, "white")}, {Guest: guests.Draw(r, "black")}}
		sum.Creator = guests.Draw(r, "creator")
		sum.Status = rapid.SampledFrom([]livegame.Status{livegame.Waiting, livegame.Live, livegame.Finished}).
			Draw(r, "status")
		sum.Variant = rapid.SampledFrom([]string{"shrink", "chess"}).Draw(r, "variant")
		sum.Public = rapid.Bool().Draw(r, "public")
		sum.EngineToMove = rapid.Bool().Draw(r, "thinking")
		sum.Updated = minute(times.Draw(r, "updated"))
		if rapid.Bool().Draw(r, "has deadline") {
			sum.Deadline = minute(times.Draw(r, "deadline"))
		}
		must(r, s.Create(background, sum))
		all = append(all, sum)

		for range 3 {
			q := livegame.Query{
				Guest: guests.Draw(r, "of guest"), Limit: rapid.SampledFrom([]int{0, 1, 3, 1000}).Draw(r, "limit"),
			}
			if rapid.Bool().Draw(r, "by status") {
				all := []livegame.Status{livegame.Waiting, livegame.Live, livegame.Finished, "odd"}
				q.Status = rapid.SampledFrom(all).Draw(r, "of status")
			}
			q.PublicOnly = rapid.Bool().Draw(r, "public only")
			q.EngineToMove = rapid.Bool().Draw(r, "thinking only")
			q.Variant = rapid.SampledFrom([]string{"", "shrink", "chess", "cheshire"}).Draw(r, "of variant")
			if rapid.Bool().Draw(r, "by deadline") {
				q.DueBefore = minute(times.Draw(r, "due"))
			}
			if rapid.Bool().Draw(r, "by change") {
				q.UpdatedSince = minute(times.Draw(r, "changed"))
			}
			if rapid.Bool().Draw(r, "by age") {
				q.UpdatedBefore = minute(times.Draw(r, "before"))
			}
			if len(all) > 0 && rapid.Bool().Draw(r, "a later page") {
				q.After = q.Place(&all[rapid.IntRange(0, len(all)-1).Draw(r, "after")])
			}
			got, err := s.List(background, q)
			must(r, err)
			if got, want := ids(got), ids(choose(all, q)); !slices.Equal(got, want) {
				r.Errorf("%+v: the list is %v, want %v", q, got, want)
			}
		}
	})
}

// choose is List in plain code.
func choose(all []livegame.Summary, q livegame.Query) []livegame.Summary {
	var list []livegame.Summary
	for _, s := range all {
		if (q.Status == "" || s.Status == q.Status) &&
			(!q.PublicOnly || s.Public) &&
			(q.Guest == "" || s.Seats[0].Guest == q.Guest || s.Seats[1].Guest == q.Guest || s.Creator == q.Guest) &&
			(q.DueBefore.IsZero() || !s.Deadline.IsZero() && !s.Deadline.After(q.DueBefore)) &&
			(!q.EngineToMove || s.EngineToMove) &&
			(q.UpdatedSince.IsZero() || !s.Updated.Before(q.UpdatedSince)) &&
			(q.UpdatedBefore.IsZero() || s.Updated.Before(q.UpdatedBefore)) &&
			(q.Variant == "" || s.Variant == q.Variant) {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b livegame.Summary) int { return q.Compare(q.Place(&a), q.Place(&b)) })
	if q.After != (livegame.Place{}) {
		list = slices.DeleteFunc(list, func(s livegame.Summary) bool { return q.Compare(q.Place(&s), q.After) <= 0 })
	}
	limit := q.Limit
	if limit == 0 {
		limit = 50
	}
	return list[:min(limit, len(list))]
}

func ids(list []livegame.Summary) []livegame.ID {
	ids := make([]livegame.ID, len(list))
	for i, s := range list {
		ids[i] = s.ID
	}
	return ids
}

// minute returns a time that is minutes after at(0).
func minute(n int) time.Time { return at(0).Add(time.Duration(n) * time.Minute) }

// testListOrder checks that an event moves its game to the front, though not every event of a live game, and that
// DueBefore includes its own time.
func testListOrder(t *testing.T, h *handles) {
	s := h.games()
	names := []livegame.ID{"GameA0000001", "GameB0000001", "GameC0000001"}
	for i, id := range names {
		sum := NewGame(id)
		sum.Updated = minute(5 * i)
		sum.Deadline = minute(60 - 5*i)
		must(t, s.Create(background, sum))
	}
	check := func(q livegame.Query, want ...livegame.ID) {
		t.Helper()
		got, err := s.List(background, q)
		must(t, err)
		if !slices.Equal(ids(got), want) {
			t.Errorf("%+v: the list is %v, want %v", q, ids(got), want)
		}
	}
	check(livegame.Query{}, names[2], names[1], names[0])
	check(livegame.Query{DueBefore: minute(55)}, names[2], names[1])
	check(livegame.Query{DueBefore: minute(54)}, names[2])
	check(livegame.Query{UpdatedSince: minute(5)}, names[2], names[1])
	check(livegame.Query{UpdatedSince: minute(5), UpdatedBefore: minute(10)}, names[1])
	e, next := NextMove(NewGame(names[0]))
	next.Status, next.Updated, next.Deadline = livegame.Live, minute(14), time.Time{}
	must(t, s.Append(background, names[0], e, next))
	check(livegame.Query{}, names[2], names[0], names[1])
	check(livegame.Query{DueBefore: minute(60)}, names[2], names[1])
	check(livegame.Query{UpdatedSince: minute(11)}, names[0])
}
