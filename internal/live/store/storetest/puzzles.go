package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/puzzle"
)

// tryOf returns an attempt of a player at a puzzle of a variant.
func tryOf(player, id, puzzleID, variant string, right bool, ms int) puzzles.Try {
	p := puzzle.Puzzle{ID: puzzleID, Variant: variant, Rating: 1600}
	return puzzles.Try{Fresh: puzzles.NewRecord(&p), Attempt: puzzles.Attempt{
		ID: id, Player: player, Puzzle: puzzleID, Variant: variant, Moves: []string{"e2e4", "d2d4"}, At: at(ms),
		Took: 1500 * time.Millisecond, Right: right, Helped: !right, Counted: true,
	}}
}

// settle settles attempts of a player.
func settle(t failer, s Store, player string, list ...puzzles.Try) []puzzles.Attempt {
	t.Helper()
	settled, err := s.SettleAttempts(background, player, list)
	must(t, err)
	if len(settled) != len(list) {
		t.Fatalf("%d of %d attempts are settled", len(settled), len(list))
	}
	return settled
}

// testPuzzleAttempts settles attempts on two nodes and reads what they have become.
func testPuzzleAttempts(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	first := settle(t, s, "ann", tryOf("ann", "a1", "one", "shrink", true, 10))[0]
	// ann's rating is provisional
	if first.Seq == 0 || !first.Counted || first.After.Value <= 1500 || first.PuzzleAfter != 1600 {
		t.Errorf("the first attempt is %+v", first)
	}
	again := settle(t, other, "ann", tryOf("ann", "a2", "one", "shrink", false, 20),
		tryOf("ann", "b1", "two", "shrink", false, 15))
	if !reflect.DeepEqual(again[0], first) || again[1].After.Value >= again[1].Before.Value {
		t.Errorf("%+v, want %+v first", again, first)
	}
	casual := tryOf("ann", "c1", "three", "cheshire", true, 30)
	casual.Counted = false
	settle(t, s, "ann", casual)

	st, err := other.PuzzleStanding(background, "ann", "shrink")
	must(t, err)
	if st.Tried != 2 || st.Solved != 1 || !st.At.Equal(at(15)) || st.Value != again[1].After.Value {
		t.Errorf("the standing is %+v", st)
	}
	for variant, player := range map[string]string{"cheshire": "ann", "shrink": "ben"} {
		if st, err := s.PuzzleStanding(background, player, variant); err != nil ||
			st != puzzles.NewStanding(player, variant) {
			t.Errorf("%s in %s: %+v, %v", player, variant, st, err)
		}
	}
	if tried, err := s.TriedPuzzles(background, "ann", "shrink"); err != nil ||
		!reflect.DeepEqual(tried, []puzzles.Tried{{Puzzle: "two", Last: at(15)}, {Puzzle: "one", Last: at(20)}}) {
		t.Errorf("tried: %+v, %v", tried, err)
	}
	read := func(variant string, before int64, limit int, want ...string) {
		t.Helper()
		list, err := other.Attempts(background, "ann", variant, before, limit)
		var got []string
		for i := range list {
			got = append(got, list[i].Puzzle)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("attempts %q, %v; want %q", got, err, want)
		}
	}
	read("", 0, 9, "three", "two", "one")
	read("", 0, 1, "three")
	read("shrink", 0, 9, "two", "one")
	read("", again[1].Seq, 9, "one")
	if a, err := s.AttemptAt(background, "ann", "one"); err != nil || !reflect.DeepEqual(a, first) {
		t.Errorf("%+v, %v; want %+v", a, err, first)
	}
	_, err = s.AttemptAt(background, "ben", "one")
	wantError(t, err, puzzles.ErrNotFound)
	records, err := s.PuzzleRecords(background, "shrink")
	if err != nil || len(records) != 2 || records[0].Puzzle != "one" || records[0].Tried != 1 || records[0].Solved != 1 ||
		records[1].Solved != 0 {
		t.Errorf("%+v, %v", records, err)
	}
	if r, err := other.PuzzleRecord(background, "two"); err != nil || r != records[1] {
		t.Errorf("%+v, %v", r, err)
	}
	_, err = s.PuzzleRecord(background, "nothing")
	wantError(t, err, puzzles.ErrNotFound)
	_, err = s.SettleAttempts(background, "ann", []puzzles.Try{tryOf("ann", "\x00", "four", "shrink", true, 1)})
	if err == nil {
		t.Error("an ID with a zero byte is stored")
	}
}

// testPuzzleRace settles the same attempts on several nodes at once: each counts once, and all
// ratings follow from the attempts in their order.
func testPuzzleRace(t *testing.T, h *handles) {
	nodes := []Store{h.store(), h.store(), h.store()}
	players, ids := []string{"ann", "ben", "cyd"}, []string{"p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"}
	round := 0
	rapid.Check(t, func(r *rapid.T) {
		if round++; round > 12 { // a database has the attempts of all runs
			return
		}
		lists := map[string][]puzzles.Try{}
		for _, player := range players {
			for i := range rapid.IntRange(1, 5).Draw(r, "attempts") {
				id := fmt.Sprintf("%s-%d", rapid.SampledFrom(ids).Draw(r, "puzzle"), round%3)
				lists[player] = append(lists[player], tryOf(player, fmt.Sprint(player, round, i), id, "shrink",
					rapid.Bool().Draw(r, "right"), rapid.IntRange(1, 1e9).Draw(r, "at")))
			}
		}
		var wait sync.WaitGroup
		answers := make([]map[string][]puzzles.Attempt, len(nodes))
		errs := make([]error, len(nodes))
		for n, s := range nodes {
			answers[n] = map[string][]puzzles.Attempt{}
			wait.Go(func() {
				for _, player := range players {
					list, err := s.SettleAttempts(background, player, lists[player])
					answers[n][player], errs[n] = list, errors.Join(errs[n], err)
				}
			})
		}
		wait.Wait()
		must(r, errors.Join(errs...))
		for n := range nodes {
			if !reflect.DeepEqual(answers[n], answers[0]) {
				r.Fatalf("nodes answer\n%+v\nand\n%+v", answers[0], answers[n])
			}
		}
		follow(r, nodes[1], players)
	})
}

// follow computes all ratings again from the attempts, and compares every bit.
func follow(t failer, s Store, players []string) {
	t.Helper()
	var all []puzzles.Attempt
	for _, player := range players {
		list, err := s.Attempts(background, player, "", 0, 1000)
		must(t, err)
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b puzzles.Attempt) int { return int(a.Seq - b.Seq) })
	standings, records := map[string]puzzles.Standing{}, map[string]puzzles.Record{}
	for _, got := range all {
		try := tryOf(got.Player, got.ID, got.Puzzle, got.Variant, got.Right, 0)
		try.At, try.Seq = got.At, got.Seq
		st, ok := standings[got.Player]
		if !ok {
			st = puzzles.NewStanding(got.Player, got.Variant)
		}
		record, ok := records[got.Puzzle]
		if !ok {
			record = try.Fresh
		}
		want, after, then := puzzles.Apply(try.Attempt, st, record)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("attempt\n%+v, want\n%+v", got, want)
		}
		standings[got.Player], records[got.Puzzle] = after, then
	}
	for player, want := range standings {
		if st, err := s.PuzzleStanding(background, player, want.Variant); err != nil || st != want {
			t.Fatalf("the standing is\n%+v, %v, want\n%+v", st, err, want)
		}
	}
	for id, want := range records {
		if r, err := s.PuzzleRecord(background, id); err != nil || r != want {
			t.Fatalf("the record is\n%+v, %v, want\n%+v", r, err, want)
		}
	}
}

// testPuzzleVotes counts votes, which players may change.
func testPuzzleVotes(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	votes := func(player string, up, down, own int) {
		t.Helper()
		if u, d, o, err := other.Votes(background, "one", player); err != nil || u != up || d != down || o != own {
			t.Errorf("%d up, %d down, own %d, %v; want %d, %d, %d", u, d, o, err, up, down, own)
		}
	}
	votes("ann", 0, 0, 0)
	for player, vote := range map[string]int{"ann": 1, "ben": 1, "cyd": -1} {
		must(t, s.PutVote(background, player, "one", vote, at(1)))
	}
	must(t, s.PutVote(background, "ann", "two", -1, at(1)))
	votes("cyd", 2, 1, -1)
	must(t, other.PutVote(background, "ann", "one", -1, at(2)))
	votes("ann", 1, 2, -1)
	must(t, other.PutVote(background, "ann", "one", 0, at(3)))
	votes("ann", 1, 1, 0)
}
