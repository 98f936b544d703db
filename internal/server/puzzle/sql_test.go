package puzzle

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/puzzle"
)

func at(ms int64) time.Time { return time.UnixMilli(1_000_000 + ms).UTC() }

// days is a time some days after a Wednesday.
func days(n int) time.Time { return time.Date(2026, 5, 27, 18, 0, 0, 0, time.UTC).AddDate(0, 0, n) }

// nodes are two with one database and a clock.
type nodes struct {
	*testing.T
	s, other *Service
	now      time.Time
}

// each runs a test on two nodes with a database of each kind.
func each(t *testing.T, test func(n *nodes)) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		n := &nodes{T: t, now: days(0)}
		n.s, n.other = n.node(open()), n.node(open())
		test(n)
	})
}

// node returns a node.
func (n *nodes) node(d *db.DB) *Service {
	return New(Options{DB: d, Library: List{}, Now: func() time.Time { return n.now }})
}

// at sets the clock.
func (n *nodes) at(now time.Time) *nodes {
	n.now = now
	return n
}

type failer interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

func must(t failer, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v", err)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
}

// tryOf returns an attempt of a player at a puzzle of a variant.
func tryOf(player, id, puzzleID, variant string, right bool, ms int64) Try {
	p := puzzle.Puzzle{ID: puzzleID, Variant: variant, Rating: 1600}
	return Try{Fresh: NewRecord(&p), Attempt: Attempt{
		ID: id, Player: player, Puzzle: puzzleID, Variant: variant, Moves: []string{"e2e4", "d2d4"}, At: at(ms).UnixMilli(),
		Took: 1500, Right: right, Helped: !right, Counted: true,
	}}
}

// settled settles attempts of a player.
func settled(t failer, s *Service, player string, list ...Try) []Attempt {
	t.Helper()
	done, err := s.settle(t.Context(), player, list)
	must(t, err)
	if len(done) != len(list) {
		t.Fatalf("%d of %d attempts are settled", len(done), len(list))
	}
	return done
}

// Attempts are settled on two nodes, and what they have become is read.
func TestAttempts(t *testing.T) { each(t, (*nodes).testAttempts) }

func (n *nodes) testAttempts() {
	t, s, other := n.T, n.s, n.other
	first := settled(t, s, "ann", tryOf("ann", "a1", "one", "shrink", true, 10))[0]
	// ann's rating is provisional
	if first.Seq == 0 || !first.Counted || first.After.Value <= 800 || first.PuzzleAfter != 1600 {
		t.Errorf("the first attempt is %+v", first)
	}
	again := settled(t, other, "ann", tryOf("ann", "a2", "one", "shrink", false, 20),
		tryOf("ann", "b1", "two", "shrink", false, 15))
	if !reflect.DeepEqual(again[0], first) || again[1].After.Value >= again[1].Before.Value {
		t.Errorf("%+v, want %+v first", again, first)
	}
	casual := tryOf("ann", "c1", "three", "cheshire", true, 30)
	casual.Counted = false
	settled(t, s, "ann", casual)

	st, err := standing(t.Context(), other.o.DB, "ann", "shrink")
	must(t, err)
	if st.Tried != 2 || st.Solved != 1 || !st.At.Equal(at(15)) || st.Value != again[1].After.Value {
		t.Errorf("the standing is %+v", st)
	}
	for variant, player := range map[string]string{"cheshire": "ann", "shrink": "ben"} {
		if st, err := standing(t.Context(), s.o.DB, player, variant); err != nil ||
			st != NewStanding(player, variant) {
			t.Errorf("%s in %s: %+v, %v", player, variant, st, err)
		}
	}
	if list, err := s.tried(t.Context(), "ann", "shrink"); err != nil ||
		!reflect.DeepEqual(list, []tried{{Puzzle: "two", Last: at(15)}, {Puzzle: "one", Last: at(20), Solved: true}}) {
		t.Errorf("tried: %+v, %v", list, err)
	}
	read := func(variant string, before int64, limit int, want ...string) {
		t.Helper()
		list, err := other.Attempts(t.Context(), "ann", variant, before, limit)
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
	if a, err := s.AttemptAt(t.Context(), "ann", "one"); err != nil || !reflect.DeepEqual(a, first) {
		t.Errorf("%+v, %v; want %+v", a, err, first)
	}
	_, err = s.AttemptAt(t.Context(), "ben", "one")
	wantError(t, err, ErrNotFound)
	records, err := db.All[Record](t.Context(), s.o.DB, selectRecords+"variant = $1 ORDER BY puzzle", "shrink")
	if err != nil || len(records) != 2 || records[0].Puzzle != "one" || records[0].Tried != 1 || records[0].Solved != 1 ||
		records[1].Solved != 0 {
		t.Errorf("%+v, %v", records, err)
	}
	if r, err := other.record(t.Context(), "two"); err != nil || r != records[1] {
		t.Errorf("%+v, %v", r, err)
	}
	_, err = s.record(t.Context(), "nothing")
	wantError(t, err, ErrNotFound)
	_, err = s.settle(t.Context(), "ann", []Try{tryOf("ann", "\x00", "four", "shrink", true, 1)})
	if err == nil {
		t.Error("an ID with a zero byte is stored")
	}
}

// The same attempts are settled on several nodes at once: each counts once, and all ratings follow from the attempts in
// their order.
func TestRace(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		var n nodes
		testRace(t, []*Service{n.node(open()), n.node(open()), n.node(open())})
	})
}

func testRace(t *testing.T, nodes []*Service) {
	players, ids := []string{"ann", "ben", "cyd"}, []string{"p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"}
	round := 0
	rapid.Check(t, func(r *rapid.T) {
		if round++; round > 12 { // a database has the attempts of all runs
			return
		}
		lists := map[string][]Try{}
		for _, player := range players {
			for i := range rapid.IntRange(1, 5).Draw(r, "attempts") {
				id := fmt.Sprintf("%s-%d", rapid.SampledFrom(ids).Draw(r, "puzzle"), round%3)
				lists[player] = append(lists[player], tryOf(player, fmt.Sprint(player, round, i), id, "shrink",
					rapid.Bool().Draw(r, "right"), rapid.Int64Range(1, 1e9).Draw(r, "at")))
			}
		}
		var wait sync.WaitGroup
		answers := make([]map[string][]Attempt, len(nodes))
		errs := make([]error, len(nodes))
		for n, s := range nodes {
			answers[n] = map[string][]Attempt{}
			wait.Go(func() {
				for _, player := range players {
					list, err := s.settle(t.Context(), player, lists[player])
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
func follow(t failer, s *Service, players []string) {
	t.Helper()
	var all []Attempt
	for _, player := range players {
		list, err := s.Attempts(t.Context(), player, "", 0, 1000)
		must(t, err)
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b Attempt) int { return int(a.Seq - b.Seq) })
	standings, records := map[string]Standing{}, map[string]Record{}
	for _, got := range all {
		try := tryOf(got.Player, got.ID, got.Puzzle, got.Variant, got.Right, 0)
		try.At, try.Seq = got.At, got.Seq
		st, ok := standings[got.Player]
		if !ok {
			st = NewStanding(got.Player, got.Variant)
		}
		record, ok := records[got.Puzzle]
		if !ok {
			record = try.Fresh
		}
		want, after, then := Apply(try.Attempt, st, record)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("attempt\n%+v, want\n%+v", got, want)
		}
		standings[got.Player], records[got.Puzzle] = after, then
	}
	for player, want := range standings {
		if st, err := standing(t.Context(), s.o.DB, player, want.Variant); err != nil || st != want {
			t.Fatalf("the standing is\n%+v, %v, want\n%+v", st, err, want)
		}
	}
	for id, want := range records {
		if r, err := s.record(t.Context(), id); err != nil || r != want {
			t.Fatalf("the record is\n%+v, %v, want\n%+v", r, err, want)
		}
	}
}

// Votes are counted, which players may change.
func TestVotes(t *testing.T) { each(t, (*nodes).testVotes) }

func (n *nodes) testVotes() {
	t, s, other := n.T, n.s, n.other
	votes := func(player string, up, down, own int) {
		t.Helper()
		if got, err := other.Votes(t.Context(), "one", player); err != nil || got != (Votes{up, down, own}) {
			t.Errorf("%+v, %v; want %d, %d, %d", got, err, up, down, own)
		}
	}
	votes("ann", 0, 0, 0)
	for player, vote := range map[string]int{"ann": 1, "ben": 1, "cyd": -1} {
		must(t, s.putVote(t.Context(), player, "one", vote, at(1)))
	}
	must(t, s.putVote(t.Context(), "ann", "two", -1, at(1)))
	votes("cyd", 2, 1, -1)
	must(t, other.putVote(t.Context(), "ann", "one", -1, at(2)))
	votes("ann", 1, 2, -1)
	must(t, other.putVote(t.Context(), "ann", "one", 0, at(3)))
	votes("ann", 1, 1, 0)
}
