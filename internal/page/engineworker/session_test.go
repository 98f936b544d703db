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
	"github.com/wane-chess/wane/internal/glicko"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// patience is how long a test waits for an answer that must come.
const patience = time.Minute

// page is a page with a session.
type page struct {
	t       *testing.T
	session *Session
	answers chan Answer
}

func begin(t *testing.T, build func(int) (Engine, error)) *page {
	t.Helper()
	a := make(chan Answer, 1000)
	s := New(build, rules.ByName, func(x Answer) { a <- x }, func() {})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { s.Run(ctx); close(ended) }()
	t.Cleanup(func() {
		s.Handle(`{"t":"stop"}`)
		cancel()
		<-ended
	})
	p := &page{t, s, a}
	p.next("readyok")
	return p
}

func sized(mb int) (Engine, error) { return search.NewSized(eval.NewNode, mb) }

func (pg *page) send(c Command) {
	pg.t.Helper()
	b, err := json.Marshal(c)
	if err != nil {
		pg.t.Fatal(err)
	}
	pg.session.Handle(string(b))
}

// next waits for an answer of that kind. It skips infos before it.
func (pg *page) next(kind string) Answer {
	pg.t.Helper()
	late := time.After(patience)
	for {
		select {
		case a := <-pg.answers:
			if a.T == kind {
				return a
			}
			if a.T != "info" {
				pg.t.Fatalf("the answer is %+v, want %q", a, kind)
			}
		case <-late:
			pg.t.Fatalf("no answer %q", kind)
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

// A session gets the result of a direct search, in every game and for both colors, with
// scores for White.
func TestSameAsTheEngine(t *testing.T) {
	pg := begin(t, sized)
	for _, g := range rules.All() {
		for _, lines := range []int{1, 3} {
			start := g.Start()
			first := start.UCI(start.Legal(nil)[0])
			for i, moves := range [][]string{nil, {first}} {
				pg.send(Command{T: "go", ID: i + 1, Variant: g.Name(), Moves: moves, MultiPV: lines, Nodes: 6000, NewGame: true})
				got := pg.next("bestmove")
				p := position(t, g.Name(), "", moves...)
				var want []engine.Report
				limits := engine.Limits{Nodes: 6000, MultiPV: lines}
				best, err := search.New(eval.NewNode).Search(t.Context(), p, limits, func(i engine.Report) {
					want = append(want[:i.MultiPV-1], i)
				})
				if err != nil {
					t.Fatal(err)
				}
				if len(want) != lines || got.ID != i+1 || !got.More || got.Info.Nodes != int(best.Nodes) {
					t.Fatalf("%s %v: %+v %+v; want %d nodes, %d lines", g.Name(), moves, got, got.Info, best.Nodes, lines)
				}
				if lines == 1 && (best.Bound == engine.Exact || best.Best() != want[0].Best()) {
					want[0] = best
				}
				sign := 1 - 2*int(p.Turn())
				for n, l := range got.Info.Lines {
					if cp := sign * int(want[n].Score); l.Score.CP == nil || *l.Score.CP != cp || l.PV[0] != p.UCI(want[n].Best()) {
						t.Errorf("%s %v, line %d: %+v, want %d and %s", g.Name(), moves, n+1, l, cp, p.UCI(want[n].Best()))
					}
					readable(t, p, l)
				}
			}
		}
	}
}

// readable checks that the three lists of a line agree.
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
		if want := moveNumber(q, i == 0); l.Numbers[i] != want {
			t.Errorf("%s has the number %q, want %q", text, l.Numbers[i], want)
		}
		q.Make(m)
	}
	if len(l.SAN) != len(l.PV) || len(l.Numbers) != len(l.PV) {
		t.Errorf("a line of %d moves, %d texts, %d numbers", len(l.PV), len(l.SAN), len(l.Numbers))
	}
}

func TestNumbers(t *testing.T) {
	pg := begin(t, sized)
	pg.send(Command{T: "go", ID: 1, Variant: "chess", FEN: "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 3 17", Depth: 4})
	l := pg.next("bestmove").Info.Lines[0]
	if want := []string{"17...", "18.", "", "19."}; len(l.Numbers) < 3 || !slices.Equal(l.Numbers[:3], want[:3]) {
		t.Errorf("the numbers are %q, want %q", l.Numbers, want)
	}
}

// A mate is counted in moves, positive if White mates, and ends the search.
func TestMates(t *testing.T) {
	pg := begin(t, sized)
	for fen, want := range map[string]int{
		"6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1": 1,
		"1r4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1": -1,
		"6k1/8/6K1/8/8/8/8/1R6 b - - 0 1":       2,
		"r5k1/5ppp/8/8/8/8/1R6/1R5K w - - 0 1":  2,
		"1r5k/1r6/8/8/8/8/5PPP/R5K1 b - - 0 1":  -2,
	} {
		pg.send(Command{T: "go", ID: 1, Variant: "chess", FEN: fen, MultiPV: 1})
		a := pg.next("bestmove")
		if m := a.Info.Lines[0].Score.Mate; m == nil || *m != want || a.More {
			t.Errorf("%s: %+v, more: %v; want mate in %d", fen, a.Info.Lines[0], a.More, want)
		}
	}
}

// A position without legal moves is not searched; one after an automatic draw is.
func TestOver(t *testing.T) {
	pg := begin(t, sized)
	for _, c := range []struct{ variant, fen, moves, result, reason string }{
		{"chess", "", "f2f3 e7e5 g2g4 d8h4", "0-1", "checkmate"},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "1/2-1/2", "stalemate"},
		{"diminuendo:pbnrqk", "K4/6/7/7/7/6/4R b - - 0 1", "", "1-0", "the last king is gone"},
	} {
		pg.send(Command{T: "go", ID: 8, Variant: c.variant, FEN: c.fen, Moves: strings.Fields(c.moves), MultiPV: 5})
		if a := pg.next("over"); a.Result != c.result || a.Reason != c.reason || a.ID != 8 {
			t.Errorf("%+v: the answer is %+v", c, a)
		}
	}
	for _, c := range []struct{ variant, fen, moves string }{
		{"chess", "", strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 2)},
		{"chess", "7k/8/8/8/8/8/1R6/K7 w - - 99 80", "b2b3"},
		{"chess", "7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2"},
	} {
		pg.send(Command{T: "go", ID: 9, Variant: c.variant, FEN: c.fen, Moves: strings.Fields(c.moves), Depth: 3})
		if a := pg.next("bestmove"); a.ID != 9 || len(a.Info.Lines) == 0 || len(a.Info.Lines[0].PV) == 0 {
			t.Errorf("%+v: the answer is %+v", c, a)
		}
	}
}

// A search without limits ends with "stop". A command with "newgame" is executed as if
// there had been none before.
func TestStopAndNewGame(t *testing.T) {
	pg := begin(t, sized)
	wanted := Command{T: "go", ID: 1, Variant: "cheshire", MultiPV: 2, Depth: 7, NewGame: true}
	pg.send(wanted)
	want := pg.next("bestmove").Info
	for id := 2; id <= 3; id++ {
		pg.send(Command{T: "go", ID: id, Variant: "shrink", MultiPV: 5})
		if a := <-pg.answers; a.T != "info" || a.ID != id || a.Info.Nodes == 0 || len(a.Info.Lines) != 5 {
			t.Fatalf("the first answer is %+v", a)
		}
		if id == 2 {
			pg.send(Command{T: "stop", ID: id})
			if a := pg.next("bestmove"); a.ID != id || !a.More {
				t.Fatalf("the answer to a stop is %+v", a)
			}
		}
	}
	wanted.ID = 4
	pg.send(wanted) // ends the search under way
	if a := pg.next("bestmove"); a.ID != 3 || !a.More {
		t.Fatalf("the search that was ended answers %+v", a)
	}
	got := pg.next("bestmove")
	got.Info.NPS, got.Info.Time, want.NPS, want.Time = 0, 0, 0, 0
	if got.ID != 4 || !reflect.DeepEqual(got.Info, want) {
		t.Errorf("the second search gives\n%+v, not\n%+v", got.Info, want)
	}
	if len(pg.answers) > 0 {
		t.Errorf("one answer more: %+v", <-pg.answers)
	}
}

// Invalid commands are answered with what is wrong.
func TestErrors(t *testing.T) {
	pg := begin(t, sized)
	for _, c := range []struct{ command, want string }{
		{`{"t":"go"`, "invalid command: "},
		{`{"t":"go","id":"one"}`, "invalid command: "},
		{`{"t":"ponder"}`, `unknown command "ponder", expected go, puzzle, probe, rate or stop`},
		{`{"t":"go","variant":"go"}`, `unknown game "go"`},
		{`{"t":"go","variant":"chess","fen":"8/8 w"}`, "FEN"},
		{`{"t":"go","variant":"chess","moves":["e2e4","e7e5","e1e3"]}`, `move 3: "e1e3"`},
		{`{"t":"go","variant":"chess","multipv":6}`, "multipv 6 is out of range (1–5)"},
		{`{"t":"go","variant":"chess","multipv":-1}`, "multipv -1 is"},
		{`{"t":"go","variant":"chess","movetime":-1}`, "expected no negative limit"},
		{`{"t":"go","variant":"chess","time":-1}`, "expected no negative limit"},
		{`{"t":"go","variant":"chess","level":9}`, "level 9 is out of range (1–8)"},
		{`{"t":"go","variant":"chess","hash":100000}`, "hash 100000 MB is out of range (1–256)"},
	} {
		pg.session.Handle(c.command)
		if a := pg.next("error"); !strings.Contains(a.Text, c.want) {
			t.Errorf("%s: %+v, want %q", c.command, a, c.want)
		}
	}
	pg.send(Command{T: "go", ID: 5, Variant: "chess", Moves: []string{"e2e4", "e7e5"}, Depth: 2})
	if a := pg.next("bestmove"); a.ID != 5 {
		t.Errorf("after the errors: %+v", a)
	}
}

func TestLongLine(t *testing.T) {
	pg := begin(t, sized)
	pg.send(Command{T: "go", Variant: "chess", Moves: slices.Repeat([]string{"g1f3"}, maxMoves+1)})
	if a := pg.next("error"); !strings.Contains(a.Text, "at most 20000") {
		t.Errorf("%+v", a)
	}
}

// A session says whether a position is a puzzle, and goes on searching afterwards.
func TestPuzzle(t *testing.T) {
	pg := begin(t, sized)
	const mateIn2 = "***2***/*3k2*/*4N1*/*4R1*/*6*/*6*/*2Kp2*/***2*** w - - 0 1"
	pg.send(Command{T: "puzzle", ID: 1, Variant: "convergent", FEN: mateIn2})
	if a := pg.next("puzzle"); a.ID != 1 || a.Puzzle.Solution() != "f5e5 e7f6 e5e8" {
		t.Errorf("%+v; want a mate in 2", a)
	}
	pg.send(Command{T: "puzzle", ID: 2, Variant: "shrink", FEN: "2k/1R1/K2 w - - 0 1"})
	two := []string{"b2c2", "b2b3"}
	if a := pg.next("flaw"); a.ID != 2 || a.Flaw.Kind != "second-solution" || !slices.Equal(a.Flaw.Moves, two) {
		t.Errorf("%+v; want a second solution", a)
	}
	pg.send(Command{T: "puzzle", ID: 3, Variant: "shrink", FEN: "2k"})
	if a := pg.next("error"); a.ID != 3 || !strings.Contains(a.Text, "FEN") {
		t.Errorf("%+v; want an error about the FEN", a)
	}
	pg.send(Command{T: "go", ID: 4, Variant: "shrink", Depth: 2})
	pg.next("bestmove")
}

// A session looks positions up in the tablebases.
func TestProbe(t *testing.T) {
	pg := begin(t, sized)
	pg.send(Command{T: "probe", ID: 1, Variant: "shrink", FEN: "2k/1R1/K2 w - - 0 1"})
	a := pg.next("probe")
	best := TableMove{UCI: "b2c2", SAN: "Rc2+", Result: "win", DTM: 3}
	if a.ID != 1 || a.Table.Result != "win" || a.Table.DTM != 3 || !slices.Contains(a.Table.Moves, best) {
		t.Errorf("%+v; want a win in 3 plies by %+v", a.Table, best)
	}
	pg.send(Command{T: "probe", ID: 2, Variant: "chess"})
	if a := pg.next("error"); a.ID != 2 || a.Text == "" {
		t.Errorf("%+v; want an error: chess has no tables", a)
	}
	pg.send(Command{T: "probe", ID: 3, Variant: "shrink", FEN: "2k"})
	if a := pg.next("error"); a.ID != 3 || !strings.Contains(a.Text, "FEN") {
		t.Errorf("%+v; want an error about the FEN", a)
	}
}

// A session rates attempts at puzzles as the server does.
func TestRate(t *testing.T) {
	pg := begin(t, sized)
	pg.send(Command{T: "rate", ID: 1, Attempt: &Attempt{Puzzle: 900, Right: true}})
	first := pg.next("rated").Rated
	won := glicko.Newcomer.AfterPuzzle(glicko.Puzzle(900), 1, 0)
	if first.After != ratingOf(won) || first.Before != ratingOf(glicko.Newcomer) || !first.After.Provisional {
		t.Errorf("a newcomer becomes %+v, want %+v", first, won)
	}
	month := 30 * 24 * time.Hour
	pg.send(Command{T: "rate", ID: 2, Attempt: &Attempt{
		Before: &first.After, Since: int(month.Milliseconds()), Puzzle: 900,
	}})
	a := pg.next("rated")
	if before := a.Rated.Before; a.ID != 2 || before.Value != first.After.Value ||
		before.Deviation <= first.After.Deviation || a.Rated.After.Value >= before.Value {
		t.Errorf("%+v, want less after %+v", a.Rated, first.After)
	}
	pg.send(Command{T: "rate", ID: 3})
	if a := pg.next("error"); a.ID != 3 || a.Text == "" {
		t.Errorf("%+v; want an error: there is no attempt", a)
	}
}
