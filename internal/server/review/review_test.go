package review

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// done answers a job with equal evaluations.
func done(j Job) Answer {
	a := j.answer()
	a.Evaluations = make([]Evaluation, j.To-j.From)
	for i := range a.Evaluations {
		a.Evaluations[i].Nodes = int64(j.From + i)
	}
	return a
}

// through applies answers until the review is finished, and returns it with the parts
// that it requested.
func through(t *testing.T, r Review) (Review, [][2]int) {
	t.Helper()
	var parts [][2]int
	for {
		j, open := r.Job()
		if !open {
			return r, parts
		}
		parts = append(parts, [2]int{j.From, j.To})
		next, ok := r.Apply(done(j), rules.ByName, noon.Add(time.Second))
		if !ok || next.Seq != r.Seq+1 {
			t.Fatalf("%+v is not applied", j)
		}
		if s := next.State(); next.Status.Open() && (s.Status != Running || s.Done != s.Total-j.From) {
			t.Fatalf("after %+v the state is %+v", j, s)
		}
		r = next
	}
}

func twenty() notation.Line {
	g := notation.Line{Variant: "chess"}
	for range 5 {
		g.Moves = append(g.Moves, "g1f3", "g8f6", "f3g1", "f6g8")
	}
	g.Moves = g.Moves[:10] // before a draw by repetition
	return g
}

// A review requests each part once, from the end of the game to its start.
func TestReview(t *testing.T) {
	for level, want := range map[Level][][2]int{
		Quick:    {{0, 11}},
		Thorough: {{8, 11}, {5, 8}, {2, 5}, {0, 2}},
	} {
		r := NewReview("game", twenty(), level, "ann", noon)
		if s := r.State(); s.Status != Waiting || s.Done != 0 || s.Total != 11 || s.Level != level || s.Result != nil {
			t.Errorf("%s starts as %+v", level, s)
		}
		r, parts := through(t, r)
		if !slices.Equal(parts, want) {
			t.Errorf("%s: the parts are %v, want %v", level, parts, want)
		}
		s := r.State()
		if s.Status != Done || s.Done != 11 || s.Result == nil || s.Result.Level != level || s.Result.Nodes != 55 {
			t.Errorf("%s ends as %+v", level, s)
		}
		if r.Evaluations != nil || !r.Updated.After(r.RequestedAt) || r.RequestedBy != "ann" {
			t.Errorf("what is kept is %+v", r)
		}
	}
}

// A late, repeated or unrequested answer changes nothing.
func TestApplyOnlyTheNext(t *testing.T) {
	first := NewReview("game", twenty(), Thorough, "ann", noon)
	j, _ := first.Job()
	second, ok := first.Apply(done(j), rules.ByName, noon)
	if !ok {
		t.Fatal("the answer is not applied")
	}
	for name, change := range map[string]func(*Answer){
		"the same again":  func(*Answer) {},
		"another level":   func(a *Answer) { a.Level, a.From, a.To = Quick, 5, 8 },
		"another part":    func(a *Answer) { a.From, a.To = 4, 8 },
		"too few":         func(a *Answer) { a.From, a.To, a.Evaluations = 5, 8, a.Evaluations[1:] },
		"a fault of late": func(a *Answer) { a.Fault = "no" },
	} {
		a := done(j)
		change(&a)
		if r, ok := second.Apply(a, rules.ByName, noon); ok || !reflect.DeepEqual(r, second) {
			t.Errorf("%s: applied as %+v", name, r)
		}
	}
	next, _ := second.Job()
	if next.Next == nil || next.Next.Nodes != 8 || next.To != 8 {
		t.Errorf("the next part is %+v", next)
	}
	finished, _ := through(t, second)
	if r, ok := finished.Apply(done(j), rules.ByName, noon); ok {
		t.Errorf("a finished review takes an answer: %+v", r)
	}
	if _, open := finished.Job(); open {
		t.Error("a finished review has a job")
	}
}

// Only a more thorough review, or one after a failure, is made again. Meanwhile the old
// report is shown.
func TestRequestAgain(t *testing.T) {
	later := noon.Add(time.Minute)
	waiting := NewReview("game", twenty(), Quick, "ann", noon)
	if r, changed := waiting.Request(Quick, "ben", later); changed || r.RequestedBy != "ann" {
		t.Errorf("requested twice: %+v", r)
	}
	deeper, changed := waiting.Request(Thorough, "ben", later)
	if s := deeper.State(); !changed || deeper.Seq != 2 || s.Level != Thorough || s.Status != Waiting ||
		deeper.RequestedBy != "ben" || !deeper.RequestedAt.Equal(later) {
		t.Errorf("requested more thoroughly: %+v", deeper)
	}
	if _, changed := deeper.Request(Quick, "ann", later); changed {
		t.Error("a thorough review that is being made is given up for a quick one")
	}
	quick, _ := through(t, waiting)
	if _, changed := quick.Request(Quick, "ben", later); changed {
		t.Error("a quick review is made twice")
	}
	again, changed := quick.Request(Thorough, "ben", later)
	if s := again.State(); !changed || s.Status != Waiting || s.Level != Thorough || s.Done != 0 || s.Result == nil ||
		s.Result.Level != Quick {
		t.Errorf("after a quick review: %+v", s)
	}
	thorough, _ := through(t, again)
	if s := thorough.State(); s.Result.Level != Thorough {
		t.Errorf("the thorough one is %+v", s)
	}
	if _, changed := thorough.Request(Quick, "ann", later); changed {
		t.Error("a quick review is made where there is a thorough one")
	}

	failed := again.Fail("it fell over", later)
	if s := failed.State(); s.Status != Failed || s.Fault != "it fell over" || s.Result == nil {
		t.Errorf("a failed review is %+v", s)
	}
	if r, changed := failed.Request(Thorough, "ann", later); !changed || r.Fault != "" || r.Status != Waiting {
		t.Errorf("requested again after a failure: %+v", r)
	}

	old := quick
	old.Report = []byte(`{"format": 0}`)
	if s := old.State(); !reflect.DeepEqual(s, State{Status: None}) {
		t.Errorf("a report of another version is shown: %+v", s)
	}
	if _, changed := old.Request(Quick, "ann", later); !changed {
		t.Error("a report of another version is not made again")
	}
}

// A fault of a worker or of the report ends the review.
func TestFaults(t *testing.T) {
	r := NewReview("game", twenty(), Quick, "ann", noon)
	j, _ := r.Job()
	r, ok := r.Apply(j.Fail("the engine fell over"), rules.ByName, noon)
	if s := r.State(); !ok || s.Status != Failed || s.Fault != "the engine fell over" || s.Done != 0 {
		t.Errorf("%+v", s)
	}
	g := twenty()
	g.Moves[3] = "a1a8"
	r = NewReview("game", g, Quick, "ann", noon)
	j, _ = r.Job()
	r, ok = r.Apply(done(j), rules.ByName, noon)
	if s := r.State(); !ok || s.Status != Failed || !strings.Contains(s.Fault, "move 4") {
		t.Errorf("%+v", s)
	}
}

// A stored unfinished review has everything to resume it.
func TestResume(t *testing.T) {
	r := NewReview("game", twenty(), Thorough, "ann", noon)
	j, _ := r.Job()
	r, _ = r.Apply(done(j), rules.ByName, noon)
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Review
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	a, _ := through(t, r)
	b, _ := through(t, back)
	if string(a.Report) != string(b.Report) {
		t.Errorf("the report is\n%s, and after a rest\n%s", a.Report, b.Report)
	}
}

func TestLevels(t *testing.T) {
	for _, text := range []string{"", "deep", "Quick", strings.Repeat("x", 1000)} {
		if l, err := ParseLevel(text); err == nil || !strings.Contains(err.Error(), "quick or thorough") ||
			len(err.Error()) > 200 {
			t.Errorf("%q is %q, %v", text, l, err)
		}
	}
	for _, l := range []Level{Quick, Thorough} {
		if got, err := ParseLevel(string(l)); got != l || err != nil {
			t.Errorf("%q is %q, %v", l, got, err)
		}
		if h := l.Effort(); h.Limits.Nodes == 0 || h.Limits.MoveTime != 0 || h.MateNodes == 0 {
			t.Errorf("%s is not bounded by positions alone: %+v", l, h)
		}
	}
	if q, th := Quick.Effort(), Thorough.Effort(); q.Limits.Nodes >= th.Limits.Nodes || q.Mate > th.Mate {
		t.Errorf("thorough is no more than quick: %+v, %+v", th, q)
	}
}
