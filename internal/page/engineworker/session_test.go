package engineworker

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// patience is how long a test waits for an answer that must come.
const patience = time.Minute

// talk is a page that talks to a session.
type talk struct {
	t       *testing.T
	session *Session
	answers chan Answer
}

func begin(t *testing.T, build func(int) (Engine, error)) *talk {
	t.Helper()
	a := make(chan Answer, 1000)
	s := New(build, rules.ByName, func(x Answer) { a <- x }, func() {})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { s.Run(ctx); close(ended) }()
	t.Cleanup(func() {
		s.Take(`{"t":"stop"}`)
		cancel()
		<-ended
	})
	k := &talk{t, s, a}
	k.next("ready")
	return k
}

func whole(mb int) (Engine, error) { return search.Sized(eval.Board, mb) }

func (k *talk) take(o Order) {
	k.t.Helper()
	b, err := json.Marshal(o)
	if err != nil {
		k.t.Fatal(err)
	}
	k.session.Take(string(b))
}

// next waits for an answer of that kind. Thoughts before it are passed over.
func (k *talk) next(kind string) Answer {
	k.t.Helper()
	late := time.After(patience)
	for {
		select {
		case a := <-k.answers:
			if a.T == kind {
				return a
			}
			if a.T != "thought" {
				k.t.Fatalf("the answer is %+v, want %q", a, kind)
			}
		case <-late:
			k.t.Fatalf("no answer %q", kind)
		}
	}
}

func position(t *testing.T, variant, fen string, moves ...string) game.Position {
	t.Helper()
	b := board{byName: rules.ByName}
	p, err := b.set(notation.Line{Variant: variant, FEN: fen, Moves: moves})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What a session comes to is what the engine comes to that is asked directly, in
// every game and for both sides, with scores from White's view.
func TestSameAsTheEngine(t *testing.T) {
	k := begin(t, whole)
	for _, g := range rules.All() {
		for _, lines := range []int{1, 3} {
			start := g.Start()
			first := start.UCI(start.Legal(nil)[0])
			for i, moves := range [][]string{nil, {first}} {
				k.take(Order{T: "think", ID: i + 1, Variant: g.Name(), Moves: moves, Lines: lines, Nodes: 6000, Fresh: true})
				got := k.next("done")
				p := position(t, g.Name(), "", moves...)
				var want []engine.Info
				best, err := search.New(eval.Board).Search(context.Background(), p, engine.Limits{Nodes: 6000, MultiPV: lines}, func(i engine.Info) {
					want = append(want[:i.MultiPV-1], i)
				})
				if err != nil {
					t.Fatal(err)
				}
				if len(want) != lines || got.ID != i+1 || !got.More || got.Thought.Nodes != int(best.Nodes) {
					t.Fatalf("%s %v: %+v %+v; want %d nodes, %d lines", g.Name(), moves, got, got.Thought, best.Nodes, lines)
				}
				if lines == 1 && (best.Bound == engine.Exact || best.Best() != want[0].Best()) {
					want[0] = best
				}
				sign := 1 - 2*int(p.Turn())
				for n, l := range got.Thought.Lines {
					if cp := sign * int(want[n].Score); l.Score.CP == nil || *l.Score.CP != cp || l.PV[0] != p.UCI(want[n].Best()) {
						t.Errorf("%s %v, line %d: %+v, want %d and %s", g.Name(), moves, n+1, l, cp, p.UCI(want[n].Best()))
					}
					readable(t, p, l)
				}
			}
		}
	}
}

// readable checks that a line says the same three times over.
func readable(t *testing.T, p game.Position, l Line) {
	t.Helper()
	q := p.Clone()
	for i, text := range l.PV {
		m, err := notation.ParseUCI(q, text)
		if err != nil {
			t.Fatal(err)
		}
		if san := notation.NewMoves(q).SAN(m); l.SAN[i] != san {
			t.Errorf("%s is written %q, want %q", text, l.SAN[i], san)
		}
		if want := number(q, i == 0); l.Numbers[i] != want {
			t.Errorf("%s has the number %q, want %q", text, l.Numbers[i], want)
		}
		q.Make(m)
	}
	if len(l.SAN) != len(l.PV) || len(l.Numbers) != len(l.PV) {
		t.Errorf("a line of %d moves, %d texts, %d numbers", len(l.PV), len(l.SAN), len(l.Numbers))
	}
}

func TestNumbers(t *testing.T) {
	k := begin(t, whole)
	k.take(Order{T: "think", ID: 1, Variant: "chess", FEN: "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 3 17", Depth: 4})
	l := k.next("done").Thought.Lines[0]
	if want := []string{"17...", "18.", "", "19."}; len(l.Numbers) < 3 || !slices.Equal(l.Numbers[:3], want[:3]) {
		t.Errorf("the numbers are %q, want %q", l.Numbers, want)
	}
}

// A mate is counted in moves, for White above zero; and then there is no more
// to think.
func TestMates(t *testing.T) {
	k := begin(t, whole)
	for fen, want := range map[string]int{
		"6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1": 1,
		"1r4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1": -1,
		"6k1/8/6K1/8/8/8/8/1R6 b - - 0 1":       2,
		"7k/8/5K2/8/8/8/8/1R6 w - - 0 1":        2,
		"7K/8/5k2/8/8/8/8/1r6 b - - 0 1":        -2,
	} {
		k.take(Order{T: "think", ID: 1, Variant: "chess", FEN: fen, Lines: 1})
		a := k.next("done")
		if m := a.Thought.Lines[0].Score.Mate; m == nil || *m != want || a.More {
			t.Errorf("%s: %+v, more: %v; want mate in %d", fen, a.Thought.Lines[0], a.More, want)
		}
	}
}

// A game that is over is not thought about.
func TestOver(t *testing.T) {
	k := begin(t, whole)
	for _, c := range []struct{ variant, fen, moves, result, reason string }{
		{"chess", "", "f2f3 e7e5 g2g4 d8h4", "0-1", "checkmate"},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "1/2-1/2", "stalemate"},
		{"chess", "", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "1/2-1/2", "threefold repetition"},
	} {
		k.take(Order{T: "think", ID: 8, Variant: c.variant, FEN: c.fen, Moves: strings.Fields(c.moves), Lines: 5})
		if a := k.next("over"); a.Result != c.result || a.Reason != c.reason || a.ID != 8 {
			t.Errorf("%+v: the answer is %+v", c, a)
		}
	}
}

// A search without limits ends when it is told to; the next order is done as if
// there had been none before, if it says so.
func TestStopAndAnew(t *testing.T) {
	k := begin(t, whole)
	wanted := Order{T: "think", ID: 1, Variant: "cheshire", Lines: 2, Depth: 7, Fresh: true}
	k.take(wanted)
	want := k.next("done").Thought
	for id := 2; id <= 3; id++ {
		k.take(Order{T: "think", ID: id, Variant: "shrink", Lines: 5})
		if a := <-k.answers; a.T != "thought" || a.ID != id || a.Thought.Nodes == 0 || len(a.Thought.Lines) != 5 {
			t.Fatalf("the first answer is %+v", a)
		}
		if id == 2 {
			k.take(Order{T: "stop", ID: id})
			if a := k.next("done"); a.ID != id || !a.More {
				t.Fatalf("the answer to a stop is %+v", a)
			}
		}
	}
	wanted.ID = 4
	k.take(wanted) // ends the search under way
	if a := k.next("done"); a.ID != 3 || !a.More {
		t.Fatalf("the search that was ended answers %+v", a)
	}
	got := k.next("done")
	got.Thought.NPS, got.Thought.Time, want.NPS, want.Time = 0, 0, 0, 0
	if got.ID != 4 || !reflect.DeepEqual(got.Thought, want) {
		t.Errorf("the second time the engine thinks\n%+v, not\n%+v", got.Thought, want)
	}
	if len(k.answers) > 0 {
		t.Errorf("one answer more: %+v", <-k.answers)
	}
}

// Orders that cannot be done are answered by what is wrong with them.
func TestErrors(t *testing.T) {
	k := begin(t, whole)
	for _, c := range []struct{ order, want string }{
		{`{"t":"think"`, "an order that cannot be read"},
		{`{"t":"think","id":"one"}`, "an order that cannot be read"},
		{`{"t":"ponder"}`, `unknown order "ponder": there are think and stop`},
		{`{"t":"think","variant":"go"}`, `unknown game "go"`},
		{`{"t":"think","variant":"chess","fen":"8/8 w"}`, "FEN"},
		{`{"t":"think","variant":"chess","moves":["e2e4","e7e5","e1e3"]}`, `move 3: "e1e3"`},
		{`{"t":"think","variant":"chess","lines":6}`, "6 lines: expected 1 to 5"},
		{`{"t":"think","variant":"chess","lines":-1}`, "-1 lines"},
		{`{"t":"think","variant":"chess","time":-1}`, "expected no negative limit"},
		{`{"t":"think","variant":"chess","hash":100000}`, "a table of 100000 MB: expected 1 to 256"},
	} {
		k.session.Take(c.order)
		if a := k.next("error"); !strings.Contains(a.Text, c.want) {
			t.Errorf("%s: %+v, want %q", c.order, a, c.want)
		}
	}
	k.take(Order{T: "think", ID: 5, Variant: "chess", Moves: []string{"e2e4", "e7e5"}, Depth: 2})
	if a := k.next("done"); a.ID != 5 {
		t.Errorf("after the errors: %+v", a)
	}
}

func TestLongLine(t *testing.T) {
	k := begin(t, whole)
	k.take(Order{T: "think", Variant: "chess", Moves: slices.Repeat([]string{"g1f3"}, longest+1)})
	if a := k.next("error"); !strings.Contains(a.Text, "the maximum is 20000") {
		t.Errorf("%+v", a)
	}
}
