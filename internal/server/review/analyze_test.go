package review

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// opinion is how an oracle evaluates a position: in the first search, in the second, and
// in that of the played move alone.
type opinion struct {
	first, second, played engine.Score
	best, better          string // in the first and the second search
}

// oracle is an engine with a fixed opinion of each position, by ply.
type oracle struct {
	t        *testing.T
	opinions []opinion
	asked    []string // by ply: "mate", "first", "second", "played"
	resets   int
	end      func() // called before the third search
}

func (o *oracle) Reset() { o.resets++ }

func (o *oracle) Search(
	_ context.Context, p game.Position, l engine.Limits, report func(engine.Report),
) (engine.Report, error) {
	v := o.opinions[p.Ply()]
	info, best, kind := engine.Report{Nodes: 10, Score: v.first}, v.best, "first"
	switch {
	case l.Mate > 0 && len(l.SearchMoves) == 0:
		return engine.Report{Nodes: 1}, nil
	case len(l.SearchMoves) > 0:
		kind, info.Score = "played", v.played
		best = p.UCI(l.SearchMoves[0])
	case l.Nodes > 1000:
		kind, info.Score = "second", v.second
		if v.better != "" {
			best = v.better
		}
	}
	if o.asked = append(o.asked, fmt.Sprint(p.Ply(), " ", kind)); len(o.asked) == 3 && o.end != nil {
		o.end()
	}
	m, err := notation.ParseUCI(p, best)
	if err != nil {
		o.t.Fatal(err)
	}
	info.PV = []game.Move{m}
	report(info)
	return info, nil
}

// started parses a game.
func started(t testing.TB, g notation.Line) (game.Position, []game.Move) {
	t.Helper()
	start, moves, err := g.Parse(rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	return start, moves
}

var short = notation.Line{Variant: "chess", Moves: []string{"e2e4", "e7e5", "d1h5", "e8e7"}}

var little = Effort{Limits: engine.Limits{Nodes: 1000}, Mate: 2, MateNodes: 5}

// Analyze searches the positions from the last to the first. It searches again before it
// marks a move, and only then; the second search counts.
func TestAnalyze(t *testing.T) {
	o := &oracle{t: t, opinions: []opinion{
		{first: 30, best: "e2e4"},                               // was played
		{first: 200, second: -20, best: "d7d5", better: "d7d6"}, // underrated by the first search
		{first: 40, best: "g1f3"},                               // as good as the played move
		{first: -30, second: -35, best: "b8c6", better: "b8c6"}, // e8e7 is mate
		{first: engine.Mate - 1, best: "h5e5", second: -1, better: "a2a3"},
	}}
	start, moves := started(t, short)
	steps, rests := 0, 0
	found, err := Analyze(t.Context(), o, little, Part{Start: start, Moves: moves, To: 5}, func() { steps++ },
		func() { rests++ })
	if err != nil {
		t.Fatal(err)
	}
	want := []Evaluation{
		{Score: 30, PV: []string{"e2e4"}, Nodes: 11},
		{Score: -20, PV: []string{"d7d6"}, Nodes: 21},
		{Score: 40, PV: []string{"g1f3"}, Nodes: 11},
		{Score: -35, PV: []string{"b8c6"}, Nodes: 21},
		{Score: engine.Mate - 1, PV: []string{"h5e5"}, Nodes: 11},
	}
	if !reflect.DeepEqual(found, want) {
		t.Errorf("found\n%+v, want\n%+v", found, want)
	}
	if asked := []string{"4 first", "3 first", "3 second", "2 first", "1 first", "1 second",
		"0 first"}; !slices.Equal(o.asked, asked) {
		t.Errorf("it searched %q, want %q", o.asked, asked)
	}
	if o.resets != 1 || steps != 5 || rests < 12 {
		t.Errorf("%d resets, %d steps, %d rests", o.resets, steps, rests)
	}
	if start.Ply() != 0 {
		t.Error("the start position has changed")
	}
}

// A game of a file may go on after an automatic draw: the engine judges the position there.
// At the end of a game it is a draw.
func TestAnalyzePastADraw(t *testing.T) {
	g := notation.Line{Variant: "chess", FEN: "7k/8/8/8/8/8/1R6/K7 w - - 99 80", Moves: []string{"b2b3", "h8g8"}}
	o := &oracle{t: t, opinions: []opinion{
		{first: 900, best: "b2b3"}, {first: -910, best: "h8g8"}, {first: 920, best: "b3b4"},
	}}
	start, moves := started(t, g)
	found, err := Analyze(t.Context(), o, little, Part{Start: start, Moves: moves, To: 3}, nil, nil)
	if err != nil || len(found) != 3 {
		t.Fatalf("found %+v, %v", found, err)
	}
	if found[0].Score != 900 || found[1].Score != -910 || found[1].Over || !found[2].Over || found[2].Score != 0 {
		t.Errorf("found %+v", found)
	}
}

// A part of a game is analyzed with the evaluation of the position after it.
func TestAnalyzePart(t *testing.T) {
	o := &oracle{t: t, opinions: []opinion{{}, {first: -30, best: "d7d5"}, {first: 40, second: 40, best: "g1f3"}, {}, {}}}
	start, moves := started(t, short)
	found, err := Analyze(t.Context(), o, little,
		Part{start, moves, 1, 3, &Evaluation{Score: 900, PV: []string{"b8c6"}}}, nil, nil)
	if err != nil || len(found) != 2 || found[1].Score != 40 || found[0].Score != -30 {
		t.Errorf("found %+v, %v", found, err)
	}
	if asked := []string{"2 first", "2 second", "1 first"}; !slices.Equal(o.asked, asked) {
		t.Errorf("it searched %q, want %q", o.asked, asked)
	}
}

// If there was a mate, the played move is searched alone: it may mate more slowly.
func TestSlowerMate(t *testing.T) {
	for _, c := range []struct {
		played engine.Score
		slower bool
	}{{engine.Mate - 9, true}, {700, false}} {
		o := &oracle{t: t, opinions: []opinion{
			{first: 0, best: "e2e4"},
			{first: 0, best: "e7e5"},
			{first: engine.Mate - 5, second: 500, played: c.played, best: "g1f3"}, // the mate is kept
			{first: -400, best: "e8e7"},
			{first: 500, best: "h5e5"},
		}}
		start, moves := started(t, short)
		found, err := Analyze(t.Context(), o, little, Part{Start: start, Moves: moves, To: 5}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if f := found[2]; f.SlowerMate != c.slower || f.Score != engine.Mate-5 || f.bestMove() != "g1f3" {
			t.Errorf("found %+v, want slower %v", f, c.slower)
		}
		r, err := NewReport(short, Quick, rules.ByName, found)
		if err != nil {
			t.Fatal(err)
		}
		if m := r.Moves[2]; (m.Missed == 3) == c.slower || (m.Loss == 0) != c.slower {
			t.Errorf("the move is judged as %+v", m)
		}
	}
}

func TestAnalyzeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := &oracle{t: t, opinions: make([]opinion, 5), end: cancel}
	for i, best := range []string{"e2e4", "e7e5", "d1h5", "e8e7", "h5e5"} {
		o.opinions[i].best = best
	}
	start, moves := started(t, short)
	found, err := Analyze(ctx, o, little, Part{Start: start, Moves: moves, To: 5}, nil, nil)
	if !errors.Is(err, context.Canceled) || found != nil || len(o.asked) != 3 {
		t.Errorf("%+v, %v after %q", found, err, o.asked)
	}
}

// A job has the same result on any worker, whatever its engine did before.
func TestJobIsReproducible(t *testing.T) {
	for _, g := range games(t) {
		from := len(g.Moves) / 2
		j := Job{Game: "g", Line: g, Level: Quick, From: from, To: from + 3, Next: &Evaluation{Score: 5}}
		if testing.Short() && g.Variant != "shrink" {
			continue
		}
		fresh, err := j.Do(t.Context(), search.New(eval.NewNode), rules.ByName, nil)
		if err != nil {
			t.Fatal(err)
		}
		used := search.New(eval.NewNode)
		_, err = (Job{Game: "g", Line: g, Level: Quick, From: 3, To: 4}).Do(t.Context(), used, rules.ByName, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := j.Do(t.Context(), used, rules.ByName, func() {})
		if err != nil || !reflect.DeepEqual(fresh, again) {
			t.Errorf("%s: found\n%+v, and the second time\n%+v, %v", g.Variant, fresh, again, err)
		}
	}
}
