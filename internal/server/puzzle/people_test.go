package puzzle

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/puzzle"
)

func runOf(player string, score, wrong, seconds int, when time.Time) Run {
	return Run{
		Player: player, Kind: Storm, Variant: Mixed, Score: score, Wrong: wrong,
		Took: int64(seconds) * 1000, At: when.UnixMilli(),
	}
}

// endRun plays a run and ends it.
func endRun(t *testing.T, s *Service, r Run) {
	t.Helper()
	ended := db.Time(r.At)
	begun := ended.Add(-time.Duration(r.Took) * time.Millisecond)
	must(t, s.putOpenRun(t.Context(), OpenRun{
		ID: "run", Player: r.Player, RunQuery: RunQuery{Kind: r.Kind, Variant: r.Variant}, Begun: begun, Started: begun,
		Score: r.Score, Wrong: r.Wrong,
	}))
	_, err := s.changeOpenRun(t.Context(), r.Player, "run", func(open *OpenRun) error {
		open.Ended = ended
		return nil
	})
	must(t, err)
}

// storms are the runs of the tests.
var storms = RunQuery{Kind: Storm, Variant: Mixed}

// bests returns the best runs of a player at a time.
func (n *nodes) bests(player string, now time.Time) MyRuns {
	n.Helper()
	mine, err := n.at(now).other.Bests(n.Context(), player, storms)
	must(n.T, err)
	return mine
}

// forget deletes an account.
func (n *nodes) forget(account string) {
	n.Helper()
	must(n.T, n.s.o.DB.Write(n.Context(), func(ctx context.Context, t db.Tx) error {
		if _, err := t.Exec(ctx, "DELETE FROM accounts WHERE id = $1", account); err != nil {
			return err
		}
		return Data.Forget(ctx, t, account)
	}))
}

// The bests of players are kept, of the day, the week and ever.
func TestBests(t *testing.T) { each(t, (*nodes).testBests) }

func (n *nodes) testBests() {
	t, s, other := n.T, n.s, n.other
	dbtest.Join(t, s.o.DB, "ann", "ben", "cyd")
	best := runOf("ann", 20, 2, 180, days(0))
	for _, r := range []Run{
		runOf("ann", 19, 0, 180, days(0)), best, runOf("ann", 20, 3, 100, days(0)), runOf("guest", 50, 0, 180, days(0)),
		runOf("ben", 20, 2, 170, days(0)), runOf("cyd", 20, 1, 180, days(0)),
	} {
		endRun(t, s, r)
	}
	if got := n.bests("ann", days(0)); !reflect.DeepEqual(got, MyRuns{&best, &best, &best}) {
		t.Errorf("%+v", got)
	}
	leading := func(span Span, now time.Time, limit int, want string) {
		t.Helper()
		list, err := n.at(now).other.Leaders(t.Context(), storms, span, limit)
		names := ""
		for _, r := range list {
			names += r.Player + " "
		}
		if err != nil || names != want {
			t.Errorf("of %s lead %q, %v; want %q", span, names, err, want)
		}
	}
	leading(Day, days(0), 9, "cyd ben ann ")
	leading(Ever, days(0), 1, "cyd ")
	late := runOf("ann", 5, 0, 60, days(1)) // another day, the same week
	endRun(t, other, late)
	if got := n.bests("ann", days(1)); !reflect.DeepEqual(got, MyRuns{&late, &best, &best}) {
		t.Errorf("%+v", got)
	}
	leading(Day, days(1), 9, "ann ")
	leading(Week, days(5), 9, "") // Monday
	got, err := n.at(days(0)).s.Bests(t.Context(), "ann", RunQuery{Kind: Streak, Variant: Mixed})
	if err != nil || got != (MyRuns{}) {
		t.Errorf("%+v, %v", got, err)
	}
	n.forget("cyd")
	leading(Ever, days(5), 9, "ben ann ")
}

// Two nodes continue a run in progress at once.
func TestOpenRuns(t *testing.T) { each(t, (*nodes).testOpenRuns) }

func (n *nodes) testOpenRuns() {
	t, nodes := n.T, []*Service{n.s, n.other}
	find := func(s *Service, player, id string) (OpenRun, error) {
		return openRun(t.Context(), s.o.DB, "", player, id)
	}
	open := OpenRun{
		ID: "run", Player: "ann", RunQuery: storms, Begun: at(1), Started: at(2), Given: []string{"one", "two"}, Answered: 1,
		Wrong: 1, Combo: 3, Gained: time.Second, Skipped: true, Last: at(3),
	}
	must(t, nodes[0].putOpenRun(t.Context(), open))
	got, err := find(nodes[1], "ann", "run")
	if must(t, err); !reflect.DeepEqual(got, open) {
		t.Errorf("the run is\n%+v, want\n%+v", got, open)
	}
	_, err = find(nodes[1], "ben", "run")
	wantError(t, err, ErrNoRun)
	_, err = nodes[1].changeOpenRun(t.Context(), "ben", "run", func(*OpenRun) error { return nil })
	wantError(t, err, ErrNoRun)

	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			_, err := nodes[i%2].changeOpenRun(t.Context(), "ann", "run", func(c *OpenRun) error {
				c.Score++
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	_, err = nodes[0].changeOpenRun(t.Context(), "ann", "run", func(c *OpenRun) error {
		c.Score = 99
		return errors.New("refused")
	})
	if err == nil {
		t.Error("a change that is refused is stored")
	}
	if got := n.bests("ann", days(0)); got.Ever != nil {
		t.Errorf("the best is %+v", got.Ever)
	}
	for range 2 { // the second change finds that it has ended
		got, err = nodes[0].changeOpenRun(t.Context(), "ann", "run", func(c *OpenRun) error {
			c.Ended = days(0)
			return nil
		})
		if must(t, err); got.Score != 8 {
			t.Errorf("eight changes at once: %+v", got)
		}
	}
	if got := n.bests("ann", days(0)); got.Ever == nil || got.Ever.Score != 8 {
		t.Errorf("the best is %+v", got.Ever)
	}

	open.ID, open.Begun = "another", at(9)
	must(t, nodes[0].putOpenRun(t.Context(), open))
	_, err = find(nodes[1], "ann", "run")
	wantError(t, err, ErrNoRun)
	open.Kind, open.ID, open.Begun = Streak, "streak", at(5)
	must(t, nodes[0].putOpenRun(t.Context(), open))
	must(t, n.at(at(9).Add(maxOpen)).other.Sweep(t.Context()))
	_, err = find(nodes[0], "ann", "another")
	must(t, err)
	_, err = find(nodes[0], "ann", "streak")
	wantError(t, err, ErrNoRun)
	open.Player, open.ID = "ben", "\x00"
	if err := nodes[0].putOpenRun(t.Context(), open); err == nil {
		t.Error("an ID with a zero byte is stored")
	}
}

// Players report a puzzle until it rests, and moderators decide that.
func TestReports(t *testing.T) { each(t, (*nodes).testReports) }

func (n *nodes) testReports() {
	t, s, other := n.T, n.s, n.other
	p := puzzle.Puzzle{ID: "one", Variant: "shrink", Rating: 1600}
	fresh := NewRecord(&p)
	report := func(reporter string, account bool, ms int64) error {
		return s.addReport(t.Context(), Report{
			Puzzle: "one", Variant: "shrink", At: at(ms), Reporter: reporter, Account: account, Reason: Second,
			Text: "Zoë 🐈'; --",
		}, fresh)
	}
	state := func(want State) {
		t.Helper()
		r, err := other.record(t.Context(), "one")
		if err != nil && (want != Active || !errors.Is(err, ErrNotFound)) || r.State != want {
			t.Errorf("the state is %q, %v; want %q", r.State, err, want)
		}
	}
	for i := range int64(RestAfter) { // guests do not suffice
		must(t, report(fmt.Sprint("guest", i), false, i))
		must(t, report(fmt.Sprint("account", i), true, 10+i))
		if i < RestAfter-1 {
			state(Active)
		}
	}
	state(Resting)
	wantError(t, report("guest0", false, 30), ErrOpen)
	list, err := other.Reports(t.Context(), "one", 2)
	if err != nil || len(list) != 2 || list[0].Reporter != "account2" || !list[0].Account ||
		list[0].Reason != Second || list[0].Text == "" || !list[0].At.Equal(at(12)) {
		t.Errorf("%+v, %v", list, err)
	}
	must(t, s.addReport(t.Context(),
		Report{Puzzle: "two", Variant: "shrink", At: at(1), Reporter: "ann", Reason: Wrong}, fresh))
	cases, err := other.Cases(t.Context(), 9)
	if want := []Case{{Puzzle: "one", Variant: "shrink", State: Resting, Reports: 6, First: at(12)},
		{Puzzle: "two", Variant: "shrink", Reports: 1, First: at(1)}}; err != nil || !reflect.DeepEqual(cases, want) {
		t.Errorf("%+v, %v; want %+v", cases, err, want)
	}
	if a := settled(t, s, "ann", tryOf("ann", "a1", "one", "shrink", true, 40))[0]; a.Counted {
		t.Error("an attempt at a puzzle that rests counts")
	}
	decide := func(state State, action admin.Action, ms int64) {
		t.Helper()
		must(t, other.setState(t.Context(), fresh, state,
			admin.Entry{At: at(ms), Operator: "mod", Action: action, Detail: "one"}))
	}
	decide(Active, admin.PuzzleReleased, 50)
	state(Active)
	if cases, err = s.Cases(t.Context(), 9); err != nil || len(cases) != 1 || cases[0].Puzzle != "two" {
		t.Errorf("%+v, %v", cases, err)
	}
	must(t, report("guest0", false, 60)) // the first one is decided
	decide(Removed, admin.PuzzleRemoved, 70)
	state(Removed)
	decide(Resting, admin.PuzzleRests, 80)
	state(Resting)
	if log, err := db.All[admin.Entry](t.Context(), s.o.DB,
		"SELECT action, detail FROM admin_log ORDER BY id DESC LIMIT 9"); err != nil || len(log) != 3 ||
		log[2].Action != admin.PuzzleReleased || log[2].Detail != "one" {
		t.Errorf("the log is %+v, %v", log, err)
	}
	must(t, n.at(at(71).Add(keepReports)).s.Sweep(t.Context()))
	if left, err := db.Has(t.Context(), s.o.DB, "puzzle_reports WHERE puzzle = 'one'"); err != nil || left {
		t.Errorf("decided reports stay: %v, %v", left, err)
	}
	for i := range MaxOpen - 1 {
		must(t, s.addReport(t.Context(),
			Report{Puzzle: fmt.Sprint("more", i), At: at(90), Reporter: "ann", Reason: Wrong}, fresh))
	}
	wantError(t, s.addReport(t.Context(),
		Report{Puzzle: "last", At: at(90), Reporter: "ann", Reason: Wrong}, fresh), ErrReports)
}

// composed returns a puzzle of an author in which no field is zero.
func composed(author, id string, n int64) Puzzle {
	return Puzzle{Composed: true, Author: author, Note: "Zoë 🐈'; --", Created: at(n).UnixMilli(), Puzzle: puzzle.Puzzle{
		ID: id, Variant: "shrink", FEN: fmt.Sprintf("%d/8 w - - 3 9", n), Moves: []string{"e2e4", "e7e5", "d2d4"},
		Goal: puzzle.Mate, Proof: puzzle.Exhaustive, Rating: 1700, Themes: []puzzle.Theme{puzzle.MateIn2, puzzle.QuietMove},
	}}
}

// Accounts publish puzzles, and withdraw them.
func TestComposed(t *testing.T) { each(t, (*nodes).testComposed) }

func (n *nodes) testComposed() {
	t, s, other := n.T, n.s, n.other
	dbtest.Join(t, s.o.DB, "ann", "ben")
	for i := range int64(MaxPerDay) {
		must(t, s.publish(t.Context(), composed("ann", fmt.Sprintf("puzzle%02d", i), i+1), at(0)))
	}
	wantError(t, other.publish(t.Context(), composed("ann", "puzzle99", 99), at(0)), ErrMany)
	for _, c := range []Puzzle{composed("ben", "puzzle03", 50), composed("ben", "another", 4)} {
		var duplicate *DuplicateError
		if err := other.publish(t.Context(), c, at(0)); !errors.As(err, &duplicate) || duplicate.ID != "puzzle03" {
			t.Errorf("a duplicate: %v", err)
		}
	}
	if c, err := other.composed(t.Context(), "puzzle03"); err != nil ||
		!reflect.DeepEqual(c, composed("ann", "puzzle03", 4)) {
		t.Errorf("%+v, %v", c, err)
	}
	var duplicate *DuplicateError
	if err := other.newPosition(t.Context(), "shrink", "4/8 w - - 0 1"); !errors.As(err, &duplicate) ||
		duplicate.ID != "puzzle03" {
		t.Errorf("its position: %v", err)
	}
	if list, err := other.composedBy(t.Context(), "ann", at(4).UnixMilli(), 2); err != nil || len(list) != 2 ||
		list[0].ID != "puzzle02" {
		t.Errorf("%+v, %v", list, err)
	}
	reported := puzzle.Puzzle{ID: "puzzle03", Variant: "shrink", Rating: 900}
	must(t, s.addReport(t.Context(), Report{
		Puzzle: reported.ID, Variant: reported.Variant, At: at(6), Reporter: "ben", Account: true, Reason: Second,
	}, NewRecord(&reported)))
	must(t, s.setState(t.Context(), NewRecord(&reported), Resting,
		admin.Entry{At: at(7), Operator: "root", Action: admin.PuzzleRests, Detail: reported.ID}))
	wantError(t, s.Withdraw(t.Context(), "puzzle03", "ben"), ErrNotFound)
	if list, err := other.Cases(t.Context(), 9); err != nil || len(list) != 1 || list[0].Reports != 1 {
		t.Errorf("cases before it is withdrawn: %+v, %v", list, err)
	}
	must(t, s.Withdraw(t.Context(), "puzzle03", "ann"))
	_, err := other.composed(t.Context(), "puzzle03")
	wantError(t, err, ErrNotFound)
	if list, err := other.Cases(t.Context(), 9); err != nil || len(list) != 0 {
		t.Errorf("cases after it was withdrawn: %+v, %v", list, err)
	}
	if r, err := other.record(t.Context(), "puzzle03"); err != nil || r.State != Removed {
		t.Errorf("a puzzle that rested when it was withdrawn: %+v, %v", r, err)
	}
	n.forget("ann")
	if c, err := other.composed(t.Context(), "puzzle02"); err != nil || c.Author != "" {
		t.Errorf("after its author was deleted: %+v, %v", c, err)
	}
}

// An account gets what a guest did with puzzles, and guests and accounts are forgotten.
func TestPeople(t *testing.T) { each(t, (*nodes).testPeople) }

func (n *nodes) testPeople() {
	t, s, other := n.T, n.s, n.other
	dbtest.Join(t, s.o.DB, "ann")
	settled(t, s, "ann", tryOf("ann", "a1", "one", "shrink", true, 10), tryOf("ann", "a2", "two", "shrink", true, 11))
	settled(t, s, "ada", tryOf("ada", "b1", "one", "shrink", false, 12), tryOf("ada", "b2", "three", "cheshire", true, 13),
		tryOf("ada", "b3", "four", "shrink", true, 14))
	shrink, err := standing(t.Context(), s.o.DB, "ann", "shrink")
	must(t, err)
	cheshire, err := standing(t.Context(), s.o.DB, "ada", "cheshire")
	must(t, err)
	endRun(t, s, runOf("ann", 20, 0, 100, days(0)))
	better := runOf("ada", 30, 0, 100, days(1))
	endRun(t, s, better)
	must(t, s.putOpenRun(t.Context(), OpenRun{
		ID: "run", Player: "ada", RunQuery: storms, Begun: at(1),
	}))
	must(t, s.putVote(t.Context(), "ann", "one", 1, at(1)))
	must(t, s.putVote(t.Context(), "ada", "one", -1, at(1)))
	must(t, s.putVote(t.Context(), "ada", "two", -1, at(1)))
	p := puzzle.Puzzle{ID: "one", Variant: "shrink", Rating: 1600}
	must(t, s.addReport(t.Context(),
		Report{Puzzle: "one", Variant: "shrink", At: at(1), Reporter: "ada", Reason: Wrong},
		NewRecord(&p)))
	must(t, s.publish(t.Context(), composed("ann", "mine", 1), at(0)))

	for range 2 { // a node that died may have done it already
		must(t, other.o.DB.Chore(t.Context(), func(ctx context.Context, t db.Tx) error {
			return Data.Adopt(ctx, t, "ada", "ann")
		}))
	}
	list, err := s.Attempts(t.Context(), "ann", "", 0, 9)
	if err != nil || len(list) != 4 || list[0].Puzzle != "four" || list[3].ID != "a1" {
		t.Errorf("%+v, %v", list, err)
	}
	if st, err := standing(t.Context(), s.o.DB, "ann", "shrink"); err != nil || st != shrink {
		t.Errorf("%+v, %v; want %+v", st, err, shrink)
	}
	cheshire.Player = "ann"
	if st, err := standing(t.Context(), s.o.DB, "ann", "cheshire"); err != nil || st != cheshire {
		t.Errorf("%+v, %v; want %+v", st, err, cheshire)
	}
	better.Player = "ann"
	if mine := n.bests("ann", days(1)); mine.Ever == nil || *mine.Ever != better {
		t.Errorf("%+v", mine.Ever)
	}
	for id, want := range map[string]Votes{"one": {1, 0, 1}, "two": {0, 1, -1}} {
		if got, err := s.Votes(t.Context(), id, "ann"); err != nil || got != want {
			t.Errorf("votes on %s: %+v, %v", id, got, err)
		}
	}
	if list, err := s.Reports(t.Context(), "one", 9); err != nil || len(list) != 1 || list[0].Reporter != "ann" {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.Attempts(t.Context(), "ada", "", 0, 9); err != nil || len(list) != 0 {
		t.Errorf("the guest has %+v, %v", list, err)
	}
	for i, want := range []int{2, 4, 3, 1, 2, 1, 1} {
		e := Data.Exports[i]
		rows, err := db.All[map[string]any](t.Context(), s.o.DB, e.Query, "ann")
		if err != nil || len(rows) != want {
			t.Errorf("the export has %d %s, %v; want %d", len(rows), e.Name, err, want)
		}
	}

	settled(t, s, "old", tryOf("old", "c1", "one", "shrink", true, 20))
	settled(t, s, "new", tryOf("new", "d1", "one", "shrink", true, 20), tryOf("new", "d2", "three", "cheshire", true, 40))
	endRun(t, s, runOf("old", 3, 0, 100, at(20)))
	must(t, other.forgetGuests(t.Context(), at(40)))
	for player, want := range map[string]int{"old": 0, "new": 2, "ann": 4} {
		if list, err := s.Attempts(t.Context(), player, "", 0, 9); err != nil || len(list) != want {
			t.Errorf("%s keeps %d attempts, %v; want %d", player, len(list), err, want)
		}
	}
	n.forget("ann")
	for _, player := range []string{"ann", "old"} {
		list, err := s.Attempts(t.Context(), player, "", 0, 9)
		if runs := n.bests(player, days(1)); err != nil || len(list) != 0 || runs != (MyRuns{}) {
			t.Errorf("%s leaves %+v, %+v", player, list, runs)
		}
	}
	if list, err := s.Reports(t.Context(), "one", 9); err != nil || len(list) != 1 || list[0].Reporter != "" {
		t.Errorf("%+v, %v", list, err)
	}
	if r, err := s.record(t.Context(), "one"); err != nil || r.Tried != 4 {
		t.Errorf("the record is %+v, %v", r, err)
	}
}
