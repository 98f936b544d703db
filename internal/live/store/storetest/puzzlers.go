package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/adopt"
	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/puzzle"
)

// days is a time some days after a Wednesday.
func days(n int) time.Time { return time.Date(2026, 5, 27, 18, 0, 0, 0, time.UTC).AddDate(0, 0, n) }

func runOf(player string, score, wrong, seconds int, when time.Time) puzzles.Run {
	return puzzles.Run{
		Player: player, Kind: puzzles.Storm, Variant: puzzles.Mixed, Score: score, Wrong: wrong,
		Took: time.Duration(seconds) * time.Second, At: when,
	}
}

// endRun plays a run and ends it.
func endRun(t *testing.T, s puzzles.Store, r puzzles.Run) {
	t.Helper()
	must(t, s.PutOpenRun(background, puzzles.OpenRun{
		ID: "run", Player: r.Player, RunQuery: puzzles.RunQuery{Kind: r.Kind, Variant: r.Variant}, Begun: r.At.Add(-r.Took),
		Started: r.At.Add(-r.Took), Score: r.Score, Wrong: r.Wrong,
	}))
	_, err := s.ChangeOpenRun(background, r.Player, "run", func(open *puzzles.OpenRun) error {
		open.Ended = r.At
		return nil
	})
	must(t, err)
	must(t, s.ForgetOpenRuns(background, r.At.Add(time.Hour)))
}

// testPuzzleRuns keeps the bests of players, of the day, the week and ever.
func testPuzzleRuns(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	for _, name := range []string{"ann", "ben", "cyd"} {
		join(t, s, name, name+"-name")
	}
	q := puzzles.RunQuery{Kind: puzzles.Storm, Variant: puzzles.Mixed}
	best := runOf("ann", 20, 2, 180, days(0))
	for _, r := range []puzzles.Run{
		runOf("ann", 19, 0, 180, days(0)), best, runOf("ann", 20, 3, 100, days(0)), runOf("guest", 50, 0, 180, days(0)),
		runOf("ben", 20, 2, 170, days(0)), runOf("cyd", 20, 1, 180, days(0)),
	} {
		endRun(t, s, r)
	}
	got, err := other.BestRuns(background, "ann", q, days(0))
	if err != nil ||
		!reflect.DeepEqual(got, map[puzzles.Span]puzzles.Run{puzzles.Day: best, puzzles.Week: best, puzzles.Ever: best}) {
		t.Errorf("%+v, %v", got, err)
	}
	leading := func(span puzzles.Span, now time.Time, limit int, want string) {
		t.Helper()
		list, err := other.LeadingRuns(background, q, span, now, limit)
		names := ""
		for _, r := range list {
			names += r.Player + " "
		}
		if err != nil || names != want {
			t.Errorf("of %s lead %q, %v; want %q", span, names, err, want)
		}
	}
	leading(puzzles.Day, days(0), 9, "cyd ben ann ")
	leading(puzzles.Ever, days(0), 1, "cyd ")
	late := runOf("ann", 5, 0, 60, days(1)) // another day, the same week
	endRun(t, other, late)
	got, err = s.BestRuns(background, "ann", q, days(1))
	if err != nil || got[puzzles.Day] != late || got[puzzles.Week] != best || got[puzzles.Ever] != best {
		t.Errorf("%+v, %v", got, err)
	}
	leading(puzzles.Day, days(1), 9, "ann ")
	leading(puzzles.Week, days(5), 9, "") // Monday
	if got, err = s.BestRuns(background, "ann", puzzles.RunQuery{Kind: puzzles.Streak, Variant: puzzles.Mixed},
		days(0)); err != nil || len(got) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	must(t, s.DeleteAccount(background, "cyd"))
	leading(puzzles.Ever, days(5), 9, "ben ann ")
}

// testPuzzleOpenRuns keeps runs in progress, which two nodes continue at once.
func testPuzzleOpenRuns(t *testing.T, h *handles) {
	nodes := []Store{h.store(), h.store()}
	q := puzzles.RunQuery{Kind: puzzles.Storm, Variant: puzzles.Mixed}
	open := puzzles.OpenRun{
		ID: "run", Player: "ann", RunQuery: q, Begun: at(1), Started: at(2), Given: []string{"one", "two"}, Answered: 1,
		Wrong: 1, Combo: 3, Gained: time.Second, Skipped: true, Last: at(3),
	}
	must(t, nodes[0].PutOpenRun(background, open))
	got, err := nodes[1].OpenRun(background, "ann", "run")
	if must(t, err); !reflect.DeepEqual(got, open) {
		t.Errorf("the run is\n%+v, want\n%+v", got, open)
	}
	_, err = nodes[1].OpenRun(background, "ben", "run")
	wantError(t, err, puzzles.ErrNoRun)
	_, err = nodes[1].ChangeOpenRun(background, "ben", "run", func(*puzzles.OpenRun) error { return nil })
	wantError(t, err, puzzles.ErrNoRun)

	together(8, func(i int) {
		_, err := nodes[i%2].ChangeOpenRun(background, "ann", "run", func(c *puzzles.OpenRun) error {
			c.Score++
			return nil
		})
		must(t, err)
	})
	_, err = nodes[0].ChangeOpenRun(background, "ann", "run", func(c *puzzles.OpenRun) error {
		c.Score = 99
		return errors.New("refused")
	})
	if err == nil {
		t.Error("a change that is refused is stored")
	}
	best := func(want int) {
		t.Helper()
		bests, err := nodes[1].BestRuns(background, "ann", q, days(0))
		if must(t, err); bests[puzzles.Ever].Score != want {
			t.Errorf("the best is %+v, want %d", bests[puzzles.Ever], want)
		}
	}
	best(0)
	for range 2 { // the second change finds that it has ended
		got, err = nodes[0].ChangeOpenRun(background, "ann", "run", func(c *puzzles.OpenRun) error {
			c.Ended = days(0)
			return nil
		})
		if must(t, err); got.Score != 8 {
			t.Errorf("eight changes at once: %+v", got)
		}
	}
	best(8)

	open.ID, open.Begun = "another", at(9)
	must(t, nodes[0].PutOpenRun(background, open))
	_, err = nodes[1].OpenRun(background, "ann", "run")
	wantError(t, err, puzzles.ErrNoRun)
	open.Kind, open.ID, open.Begun = puzzles.Streak, "streak", at(5)
	must(t, nodes[0].PutOpenRun(background, open))
	must(t, nodes[1].ForgetOpenRuns(background, at(9)))
	_, err = nodes[0].OpenRun(background, "ann", "another")
	must(t, err)
	_, err = nodes[0].OpenRun(background, "ann", "streak")
	wantError(t, err, puzzles.ErrNoRun)
	open.Player, open.ID = "ben", "\x00"
	if err := nodes[0].PutOpenRun(background, open); err == nil {
		t.Error("an ID with a zero byte is stored")
	}
}

// testPuzzleReports has players report a puzzle until it rests, and decides that.
func testPuzzleReports(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	p := puzzle.Puzzle{ID: "one", Variant: "shrink", Rating: 1600}
	fresh := puzzles.NewRecord(&p)
	report := func(reporter string, account bool, ms int) error {
		return s.AddPuzzleReport(background, puzzles.Report{
			Puzzle: "one", Variant: "shrink", At: at(ms), Reporter: reporter, Account: account, Reason: puzzles.Second,
			Text: "Zoë 🐈'; --",
		}, fresh)
	}
	state := func(want puzzles.State) {
		t.Helper()
		r, err := other.PuzzleRecord(background, "one")
		if err != nil && (want != puzzles.Active || !errors.Is(err, puzzles.ErrNotFound)) || r.State != want {
			t.Errorf("the state is %q, %v; want %q", r.State, err, want)
		}
	}
	for i := range puzzles.RestAfter { // guests do not suffice
		must(t, report(fmt.Sprint("guest", i), false, i))
		must(t, report(fmt.Sprint("account", i), true, 10+i))
		if i < puzzles.RestAfter-1 {
			state(puzzles.Active)
		}
	}
	state(puzzles.Resting)
	wantError(t, report("guest0", false, 30), puzzles.ErrOpen)
	list, err := other.PuzzleReports(background, "one", 2)
	if err != nil || len(list) != 2 || list[0].Reporter != "account2" || !list[0].Account ||
		list[0].Reason != puzzles.Second || list[0].Text == "" || !list[0].At.Equal(at(12)) {
		t.Errorf("%+v, %v", list, err)
	}
	must(t, s.AddPuzzleReport(background,
		puzzles.Report{Puzzle: "two", Variant: "shrink", At: at(1), Reporter: "ann", Reason: puzzles.Wrong}, fresh))
	cases, err := other.PuzzleCases(background, 9)
	if want := []puzzles.Case{{Puzzle: "one", Variant: "shrink", State: puzzles.Resting, Reports: 6, First: at(12)},
		{Puzzle: "two", Variant: "shrink", Reports: 1, First: at(1)}}; err != nil || !reflect.DeepEqual(cases, want) {
		t.Errorf("%+v, %v; want %+v", cases, err, want)
	}
	if a := settle(t, s, "ann", tryOf("ann", "a1", "one", "shrink", true, 40))[0]; a.Counted {
		t.Error("an attempt at a puzzle that rests counts")
	}
	decide := func(state puzzles.State, action admin.Action, ms int) {
		t.Helper()
		must(t, other.DecidePuzzle(background, fresh, state, at(ms),
			admin.Entry{At: at(ms), Operator: "mod", Action: action, Detail: "one"}))
	}
	decide(puzzles.Active, admin.PuzzleReleased, 50)
	state(puzzles.Active)
	if cases, err = s.PuzzleCases(background, 9); err != nil || len(cases) != 1 || cases[0].Puzzle != "two" {
		t.Errorf("%+v, %v", cases, err)
	}
	must(t, report("guest0", false, 60)) // the first one is decided
	decide(puzzles.Removed, admin.PuzzleRemoved, 70)
	state(puzzles.Removed)
	decide(puzzles.Resting, admin.PuzzleRests, 80)
	state(puzzles.Resting)
	if log, err := admin.Entries(background, s.DB(), admin.LogQuery{Limit: 9}); err != nil || len(log) != 3 ||
		log[2].Action != admin.PuzzleReleased || log[2].Detail != "one" {
		t.Errorf("the log is %+v, %v", log, err)
	}
	must(t, s.ForgetPuzzleReports(background, at(71)))
	if list, err = s.PuzzleReports(background, "one", 9); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	for i := range puzzles.MaxOpen - 1 {
		must(t, s.AddPuzzleReport(background,
			puzzles.Report{Puzzle: fmt.Sprint("more", i), At: at(90), Reporter: "ann", Reason: puzzles.Wrong}, fresh))
	}
	wantError(t, s.AddPuzzleReport(background,
		puzzles.Report{Puzzle: "last", At: at(90), Reporter: "ann", Reason: puzzles.Wrong}, fresh), puzzles.ErrMany)
}

// composed returns a puzzle of an author in which no field is zero.
func composed(author, id string, n int) puzzles.Composed {
	return puzzles.Composed{Author: author, Note: "Zoë 🐈'; --", Created: at(n), Puzzle: puzzle.Puzzle{
		ID: id, Variant: "shrink", FEN: fmt.Sprintf("%d/8 w - - 3 9", n), Moves: []string{"e2e4", "e7e5", "d2d4"},
		Goal: puzzle.Mate, Proof: puzzle.Exhaustive, Rating: 1700, Themes: []puzzle.Theme{puzzle.MateIn2, puzzle.QuietMove},
	}}
}

// testComposed publishes, lists and withdraws puzzles.
func testComposed(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	for _, name := range []string{"ann", "ben"} {
		join(t, s, name, name+"-name")
	}
	for i := range puzzles.MaxPerDay {
		must(t, s.AddComposed(background, composed("ann", fmt.Sprintf("puzzle%02d", i), i+1), at(0)))
	}
	wantError(t, other.AddComposed(background, composed("ann", "puzzle99", 99), at(0)), puzzles.ErrMany)
	for _, c := range []puzzles.Composed{composed("ben", "puzzle03", 50), composed("ben", "another", 4)} {
		var duplicate *puzzles.DuplicateError
		if err := other.AddComposed(background, c, at(0)); !errors.As(err, &duplicate) || duplicate.ID != "puzzle03" {
			t.Errorf("a duplicate: %v", err)
		}
	}
	if c, err := other.ComposedPuzzle(background, "puzzle03"); err != nil ||
		!reflect.DeepEqual(c, composed("ann", "puzzle03", 4)) {
		t.Errorf("%+v, %v", c, err)
	}
	if id, err := other.ComposedAt(background, "shrink", "4/8 w - -"); err != nil || id != "puzzle03" {
		t.Errorf("%q, %v", id, err)
	}
	if list, err := other.ComposedBy(background, "ann", at(4), 2); err != nil || len(list) != 2 ||
		list[0].ID != "puzzle02" {
		t.Errorf("%+v, %v", list, err)
	}
	reported := puzzle.Puzzle{ID: "puzzle03", Variant: "shrink", Rating: 900}
	must(t, s.AddPuzzleReport(background, puzzles.Report{
		Puzzle: reported.ID, Variant: reported.Variant, At: at(6), Reporter: "ben", Account: true, Reason: puzzles.Second,
	}, puzzles.NewRecord(&reported)))
	must(t, s.DecidePuzzle(background, puzzles.NewRecord(&reported), puzzles.Resting, at(7),
		admin.Entry{At: at(7), Operator: "root", Action: admin.PuzzleRests, Detail: reported.ID}))
	wantError(t, s.DeleteComposed(background, "puzzle03", "ben", at(8)), puzzles.ErrNotFound)
	if list, err := other.PuzzleCases(background, 9); err != nil || len(list) != 1 || list[0].Reports != 1 {
		t.Errorf("cases before it is withdrawn: %+v, %v", list, err)
	}
	must(t, s.DeleteComposed(background, "puzzle03", "ann", at(8)))
	_, err := other.ComposedPuzzle(background, "puzzle03")
	wantError(t, err, puzzles.ErrNotFound)
	if list, err := other.PuzzleCases(background, 9); err != nil || len(list) != 0 {
		t.Errorf("cases after it was withdrawn: %+v, %v", list, err)
	}
	if r, err := other.PuzzleRecord(background, "puzzle03"); err != nil || r.State != puzzles.Removed {
		t.Errorf("a puzzle that rested when it was withdrawn: %+v, %v", r, err)
	}
	must(t, s.DeleteAccount(background, "ann"))
	if c, err := other.ComposedPuzzle(background, "puzzle02"); err != nil || c.Author != "" {
		t.Errorf("after its author was deleted: %+v, %v", c, err)
	}
}

// testPuzzlers gives an account what a guest did with puzzles, and forgets guests and accounts.
func testPuzzlers(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	join(t, s, "ann", "Ann")
	settle(t, s, "ann", tryOf("ann", "a1", "one", "shrink", true, 10), tryOf("ann", "a2", "two", "shrink", true, 11))
	settle(t, s, "ada", tryOf("ada", "b1", "one", "shrink", false, 12), tryOf("ada", "b2", "three", "cheshire", true, 13),
		tryOf("ada", "b3", "four", "shrink", true, 14))
	shrink, err := s.PuzzleStanding(background, "ann", "shrink")
	must(t, err)
	cheshire, err := s.PuzzleStanding(background, "ada", "cheshire")
	must(t, err)
	endRun(t, s, runOf("ann", 20, 0, 100, days(0)))
	better := runOf("ada", 30, 0, 100, days(1))
	endRun(t, s, better)
	must(t, s.PutOpenRun(background, puzzles.OpenRun{
		ID: "run", Player: "ada", RunQuery: puzzles.RunQuery{Kind: puzzles.Storm, Variant: puzzles.Mixed}, Begun: at(1),
	}))
	must(t, s.PutVote(background, "ann", "one", 1, at(1)))
	must(t, s.PutVote(background, "ada", "one", -1, at(1)))
	must(t, s.PutVote(background, "ada", "two", -1, at(1)))
	p := puzzle.Puzzle{ID: "one", Variant: "shrink", Rating: 1600}
	must(t, s.AddPuzzleReport(background,
		puzzles.Report{Puzzle: "one", Variant: "shrink", At: at(1), Reporter: "ada", Reason: puzzles.Wrong},
		puzzles.NewRecord(&p)))
	must(t, s.AddComposed(background, composed("ann", "mine", 1), at(0)))

	for range 2 { // a node that died may have done it already
		_, err := other.AdoptFinished(background, adopt.Claim{Guest: "ada", Account: "ann"}, 5)
		must(t, err)
	}
	list, err := s.Attempts(background, "ann", "", 0, 9)
	if err != nil || len(list) != 4 || list[0].Puzzle != "four" || list[3].ID != "a1" {
		t.Errorf("%+v, %v", list, err)
	}
	if st, err := s.PuzzleStanding(background, "ann", "shrink"); err != nil || st != shrink {
		t.Errorf("%+v, %v; want %+v", st, err, shrink)
	}
	cheshire.Player = "ann"
	if st, err := s.PuzzleStanding(background, "ann", "cheshire"); err != nil || st != cheshire {
		t.Errorf("%+v, %v; want %+v", st, err, cheshire)
	}
	better.Player = "ann"
	if runs, err := s.BestRuns(background, "ann", puzzles.RunQuery{Kind: puzzles.Storm, Variant: puzzles.Mixed},
		days(1)); err != nil || runs[puzzles.Ever] != better {
		t.Errorf("%+v, %v", runs, err)
	}
	for id, want := range map[string][3]int{"one": {1, 0, 1}, "two": {0, 1, -1}} {
		if up, down, own, err := s.Votes(background, id, "ann"); err != nil || [3]int{up, down, own} != want {
			t.Errorf("votes on %s: %d, %d, %d, %v", id, up, down, own, err)
		}
	}
	if list, err := s.PuzzleReports(background, "one", 9); err != nil || len(list) != 1 || list[0].Reporter != "ann" {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.Attempts(background, "ada", "", 0, 9); err != nil || len(list) != 0 {
		t.Errorf("the guest has %+v, %v", list, err)
	}
	rows := map[string]int{}
	must(t, s.Export(background, "ann", func(name string, list []map[string]any) error {
		rows[name] = len(list)
		return nil
	}))
	for name, want := range map[string]int{
		"puzzle-ratings": 2, "puzzle-attempts": 4, "puzzle-runs": 3, "puzzle-open-runs": 1, "puzzle-votes": 2,
		"puzzle-reports": 1, "puzzles": 1,
	} {
		if rows[name] != want {
			t.Errorf("the export has %d %s, want %d", rows[name], name, want)
		}
	}

	settle(t, s, "old", tryOf("old", "c1", "one", "shrink", true, 20))
	settle(t, s, "new", tryOf("new", "d1", "one", "shrink", true, 20), tryOf("new", "d2", "three", "cheshire", true, 40))
	endRun(t, s, runOf("old", 3, 0, 100, at(20)))
	must(t, other.ForgetPuzzlers(background, at(40)))
	for player, want := range map[string]int{"old": 0, "new": 2, "ann": 4} {
		if list, err := s.Attempts(background, player, "", 0, 9); err != nil || len(list) != want {
			t.Errorf("%s keeps %d attempts, %v; want %d", player, len(list), err, want)
		}
	}
	must(t, s.DeleteAccount(background, "ann"))
	for _, player := range []string{"ann", "old"} {
		list, err := s.Attempts(background, player, "", 0, 9)
		runs, failed := s.BestRuns(background, player, puzzles.RunQuery{Kind: puzzles.Storm, Variant: puzzles.Mixed}, days(1))
		if errors.Join(err, failed) != nil || len(list)+len(runs) != 0 {
			t.Errorf("%s leaves %+v, %+v", player, list, runs)
		}
	}
	if list, err := s.PuzzleReports(background, "one", 9); err != nil || len(list) != 1 || list[0].Reporter != "" {
		t.Errorf("%+v, %v", list, err)
	}
	if r, err := s.PuzzleRecord(background, "one"); err != nil || r.Tried != 4 {
		t.Errorf("the record is %+v, %v", r, err)
	}
}
