package review_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// world is a database and a queue that several nodes share.
type world struct {
	*testing.T
	db    *db.DB
	games *gamestore.Store
	hub   *hub
	clock *managertest.Clock
}

func newWorld(t *testing.T) *world {
	d := dbtest.Open(t)
	s := gamestore.New(d)
	t.Cleanup(func() { _ = s.Close() })
	return &world{t, d, s, newHub(), managertest.NewClock()}
}

// games is a manager that has only a clock.
type games struct{ *managertest.Clock }

func (games) Snapshot(context.Context, livegame.ID) (manager.Snapshot, error) {
	return manager.Snapshot{}, livegame.ErrNotFound
}

// node makes a node that does not run.
func (w *world) node() *review.Service {
	w.Helper()
	return review.New(review.Options{
		DB: w.db, Games: games{w.clock}, Queue: w.hub, Lookup: rules.ByName,
		Limits: limits.Limits{Reviews: 3, AddressReviews: 10, AllReviews: 10},
		Log:    slog.New(slog.NewTextHandler(w.Output(), nil)),
	})
}

// run sweeps, and runs a node until the test ends or stop is called.
func (w *world) run(s *review.Service) (stop func()) {
	w.Helper()
	w.must(s.Sweep(w.Context()))
	return jobtest.Run(w, s.Jobs)
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// exec changes the database.
func (w *world) exec(statement string) {
	w.Helper()
	_, err := w.db.Exec(w.Context(), statement)
	w.must(err)
}

// request returns a request for the review of an existing game.
func (w *world) request(id livegame.ID, plies int) review.Request {
	w.Helper()
	if err := w.games.Create(w.Context(), gamestoretest.NewGame(id)); err != nil {
		w.Fatal(err)
	}
	all := []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "d7d6"}
	return review.Request{
		Game: id, Line: notation.Line{Variant: "chess", Moves: all[:plies]}, Level: review.Thorough, Guest: "ann",
	}
}

func (w *world) ask(s *review.Service, q review.Request) review.State {
	w.Helper()
	state, err := s.Request(w.Context(), q)
	if err != nil {
		w.Fatal(err)
	}
	return state
}

func (w *world) state(s *review.Service, id livegame.ID) review.State {
	w.Helper()
	state, err := s.State(w.Context(), id)
	if err != nil {
		w.Fatal(err)
	}
	return state
}

// jobs waits until the queue has n parts.
func (w *world) jobs(n int) []review.Job {
	w.Helper()
	return w.hub.await(w.T, n)
}

// answer waits for the part that ends at to and answers everything in the queue. A node
// that starts may enqueue a part again although its answer, late, waits to be applied. This
// costs a worker some time; its second answer changes nothing.
func (w *world) answer(to, late int) {
	w.Helper()
	ends := func(at int) func(review.Job) bool { return func(j review.Job) bool { return j.To == at } }
	jobs := w.hub.jobs()
	for begun := time.Now(); !slices.ContainsFunc(jobs, ends(to)); jobs = w.hub.jobs() {
		if time.Since(begun) > 30*time.Second {
			w.Fatalf("the parts %+v are in the queue, want one that ends at %d", jobs, to)
		}
		time.Sleep(time.Millisecond) // between two checks
	}
	for _, j := range jobs {
		w.hub.do(found)
		if j.To != to && j.To != late {
			w.Errorf("the queue has %+v", j)
		}
	}
	if len(jobs) > 2 {
		w.Errorf("the queue has %d parts: %+v", len(jobs), jobs)
	}
}

// until waits for a state of a game's review.
func (w *world) until(s *review.Service, id livegame.ID, what review.Status) review.State {
	w.Helper()
	for begun := time.Now(); ; {
		state := w.state(s, id)
		if state.Status == what {
			return state
		}
		if time.Since(begun) > 30*time.Second {
			w.Fatalf("the review is %+v, want %s", state, what)
		}
		time.Sleep(time.Millisecond) // between two checks
	}
}

// found answers a part with equal evaluations.
func found(j review.Job) review.Answer {
	return review.Answer{
		Game: j.Game, Level: j.Level, From: j.From, To: j.To, Evaluations: make([]review.Evaluation, j.To-j.From),
	}
}

// A review goes from part to part and is visible on all nodes. A second request does not
// repeat it.
func TestReview(t *testing.T) {
	w := newWorld(t)
	one, two := w.node(), w.node()
	if s := w.state(one, "Game00000001"); s.Status != review.None || s.Total != 0 {
		t.Errorf("before there is %+v", s)
	}
	q := w.request("Game00000001", 8)
	if s := w.ask(one, q); s.Status != review.Waiting || s.Total != 9 {
		t.Errorf("after the request it is %+v", s)
	}
	w.run(two)
	for part := range 3 {
		jobs := w.jobs(1)
		if j := jobs[0]; j.To != 9-3*part || j.From != j.To-3 || (j.Next != nil) != (part > 0) {
			t.Errorf("part %d is %+v", part, j)
		}
		for _, s := range []*review.Service{one, two} {
			if again := w.ask(s, q); again.Done != 3*part || !again.Status.Open() {
				t.Errorf("after a second request it is %+v", again)
			}
		}
		w.jobs(1) // and no others
		w.hub.do(found)
		if part < 2 {
			w.jobs(1)
		}
	}
	s := w.until(one, q.Game, review.Done)
	if s.Done != 9 || s.Result == nil || len(s.Result.Moves) != 8 {
		t.Errorf("at the end it is %+v", s)
	}
	w.ask(two, q)
	w.jobs(0)
	if a, b := one.Stats(), two.Stats(); a.Requested != 1 || b.Requested != 0 || b.Finished != 1 || a.Jobs+b.Jobs < 3 {
		t.Errorf("counted were %+v and %+v", a, b)
	}
}

// Many simultaneous requests on two nodes make one review.
func TestSimultaneousRequests(t *testing.T) {
	w := newWorld(t)
	nodes := []*review.Service{w.node(), w.node()}
	q := w.request("Game00000001", 8)
	errs := make(chan error, 20)
	for i := range cap(errs) {
		go func() {
			_, err := nodes[i%2].Request(t.Context(), q)
			errs <- err
		}()
	}
	for range cap(errs) {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	w.jobs(1)
	if a, b := nodes[0].Stats(), nodes[1].Stats(); a.Requested+b.Requested != 1 {
		t.Errorf("%v and %v reviews were started", a.Requested, b.Requested)
	}
}

// Request rejects games that cannot be reviewed, and too many reviews.
func TestRequestErrors(t *testing.T) {
	w := newWorld(t)
	s := w.node()
	refused := func(s *review.Service, q review.Request, want string) {
		t.Helper()
		_, err := s.Request(t.Context(), q)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
		if got := w.state(s, q.Game); want != "" && got.Status != review.None {
			t.Errorf("there is a review: %+v", got)
		}
	}
	refused(s, w.request("Game00000001", 0), "Nothing was played")
	long := w.request("Game00000002", 1)
	long.Line.Moves = make([]string, review.MaxPlies+1)
	refused(s, long, "too long")
	nowhere := w.request("Game00000003", 2)
	nowhere.Game = "Nowhere00000"
	if _, err := s.Request(t.Context(), nowhere); !errors.Is(err, livegame.ErrNotFound) {
		t.Errorf("the error is %v", err)
	}

	for _, id := range []livegame.ID{"Open00000001", "Open00000002", "Open00000003"} {
		refused(s, w.request(id, 8), "")
	}
	refused(s, w.request("Open00000004", 8), "You are waiting for 3 reviews already")
	again := w.request("Open00000001", 8) // which is in progress
	refused(s, again, "")
	strict, free := w.node(), w.node()
	strict.Limits.AllReviews, free.Limits.Off = 3, true
	other := w.request("Open00000005", 8)
	other.Guest = "ben"
	refused(strict, other, "Too many reviews")
	refused(s, other, "")
	refused(free, w.request("Open00000006", 8), "")
}

// A node dies before it enqueues a part, or a part is lost. Another node, or the same
// after a restart, resumes the review.
func TestStalledReviewResumes(t *testing.T) {
	w := newWorld(t)
	one := w.node()
	q := w.request("Game00000001", 8)
	w.ask(one, q)
	w.hub.drop() // as if the node had died before
	two := w.node()
	sweep := func(after time.Duration, want int) {
		t.Helper()
		w.clock.Advance(after)
		w.must(two.SweepNow(t.Context(), false))
		w.jobs(want)
		w.hub.drop()
	}
	sweep(review.Patience-time.Millisecond, 0) // a worker may have it
	sweep(time.Millisecond, 1)
	sweep(time.Millisecond, 0)
	sweep(review.Patience, 1)
	sweep(review.Patience, 0) // each time it waits longer
	sweep(review.Patience, 1)
	w.must(two.SweepNow(t.Context(), true)) // as after a start
	w.jobs(1)
	w.must(two.SweepNow(t.Context(), true)) // a part that is in the queue is not enqueued again
	w.jobs(1)

	stop := w.run(two)
	w.hub.do(found)
	if j := w.jobs(1)[0]; j.To != 6 {
		t.Errorf("the next part is %+v", j)
	}
	stop()
	w.hub.do(found) // no node applies it
	w.run(w.node())
	w.answer(3, 6)
	w.until(two, q.Game, review.Done)
}

// A review that stalls for long fails, and can be requested again.
func TestAbandon(t *testing.T) {
	w := newWorld(t)
	s := w.node()
	q := w.request("Game00000001", 8)
	w.ask(s, q)
	w.clock.Advance(review.GiveUp)
	w.must(s.SweepNow(t.Context(), false))
	if got := w.state(s, q.Game); got.Status != review.Failed || got.Fault != review.Silent {
		t.Errorf("it is %+v", got)
	}
	if s.Stats().Failed != 1 {
		t.Errorf("counted was %+v", s.Stats())
	}
	if got := w.ask(s, q); got.Status != review.Waiting || got.Fault != "" {
		t.Errorf("after a second request it is %+v", got)
	}
}

// The fault of a worker is in the state of the review; late and unknown answers change
// nothing.
func TestFault(t *testing.T) {
	w := newWorld(t)
	s := w.node()
	q := w.request("Game00000001", 8)
	w.ask(s, q)
	j := w.jobs(1)[0]
	for _, a := range []review.Answer{
		{Game: "Nowhere00000", Level: j.Level, From: j.From, To: j.To, Fault: "x"},
		{Game: j.Game, Level: review.Quick, From: j.From, To: j.To, Fault: "x"},
		{Game: j.Game, Level: j.Level, From: 0, To: j.To, Evaluations: make([]review.Evaluation, j.To)},
	} {
		if err := s.TakeNow(t.Context(), a); err != nil {
			t.Errorf("%+v: %v", a, err)
		}
	}
	w.run(s)
	w.hub.do(func(j review.Job) review.Answer { return j.Fail("the engine fell over") })
	if got := w.until(s, q.Game, review.Failed); got.Fault != "the engine fell over" {
		t.Errorf("it is %+v", got)
	}
}

// A store or queue that fails for a while loses nothing: answers are redelivered, and
// parts are enqueued later.
func TestTemporaryFailures(t *testing.T) {
	w := newWorld(t)
	s := w.node()
	q := w.request("Game00000001", 8)
	w.exec("ALTER TABLE reviews RENAME TO hidden")
	if _, err := s.Request(t.Context(), q); err == nil {
		t.Error("a request succeeds without the table")
	}
	if _, err := s.State(t.Context(), q.Game); err == nil {
		t.Error("the state is known without the table")
	}
	if err := s.SweepNow(t.Context(), true); err == nil {
		t.Error("a sweep succeeds without the table")
	}
	w.exec("ALTER TABLE hidden RENAME TO reviews")

	w.hub.fail(errors.New("no connection"))
	if got := w.ask(s, q); got.Status != review.Waiting {
		t.Errorf("it is %+v", got)
	}
	w.hub.fail(nil)
	w.must(s.SweepNow(t.Context(), true))
	j := w.jobs(1)[0]
	w.exec("CREATE TRIGGER broken BEFORE UPDATE ON reviews BEGIN SELECT RAISE(ABORT, 'broken'); END")
	if err := s.TakeNow(t.Context(), found(j)); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("the error is %v", err)
	}
	w.hub.do(found)
	w.run(s)
	w.hub.awaitRejected(t, 2)
	w.exec("DROP TRIGGER broken")
	w.answer(6, 9)
	w.answer(3, 6)
	w.until(s, q.Game, review.Done)
}

// A panic costs a part, not the node.
func TestPanic(t *testing.T) {
	w := newWorld(t)
	s := w.node()
	q := w.request("Game00000001", 2)
	w.ask(s, q)
	s.Lookup = nil
	if err := s.TakeNow(t.Context(), found(w.jobs(1)[0])); err != nil || s.Stats().Panics != 1 {
		t.Errorf("%v, %+v", err, s.Stats())
	}
	if got := w.state(s, q.Game); got.Status != review.Waiting {
		t.Errorf("it is %+v", got)
	}
}

// However many reviews the guests of one address request, those of other addresses get as many
// turns: two reviews of an address are worked on at a time, and the next begins when one of
// them ends. A review that has waited long for its turn is not given up.
func TestTurnsOfAddresses(t *testing.T) {
	w := newWorld(t)
	s := w.node()
	ask := func(id livegame.ID, address string) {
		q := w.request(id, 2) // one part
		q.Guest, q.Address = "guest of "+string(id), address
		w.ask(s, q)
		w.clock.Advance(time.Millisecond)
	}
	queued := func(want ...livegame.ID) {
		t.Helper()
		var got []livegame.ID
		for _, j := range w.hub.jobs() {
			got = append(got, j.Game)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("worked on are %v, want %v", got, want)
		}
	}
	for _, id := range []livegame.ID{"many1", "many2", "many3", "many4"} {
		ask(id, "many")
	}
	ask("other", "other")
	queued("many1", "many2", "other")
	w.must(s.SweepNow(t.Context(), true))
	queued("many1", "many2", "other")
	w.clock.Advance(review.GiveUp / 2)
	w.must(s.SweepNow(t.Context(), false))
	if err := s.TakeNow(t.Context(), found(w.hub.jobs()[0])); err != nil {
		t.Fatal(err)
	}
	w.hub.drop()
	w.clock.Advance(review.GiveUp/2 + time.Second)
	w.must(s.SweepNow(t.Context(), false))
	for id, want := range map[livegame.ID]review.Status{"many1": review.Done, "other": review.Failed,
		"many2": review.Waiting, "many3": review.Waiting, "many4": review.Waiting} {
		if got := w.state(s, id); got.Status != want {
			t.Errorf("%s is %s, want %s", id, got.Status, want)
		}
	}
	queued("many2", "many3")
	r, err := s.Stored(t.Context(), "many1")
	if err != nil || r.Address != "" {
		t.Errorf("a finished review has the address %q, %v", r.Address, err)
	}
}
