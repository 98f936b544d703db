package selfplay

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// lines returns options for quick games, written as lines.
func lines(t *testing.T, name string) Options {
	t.Helper()
	o := small(t, name)
	o.Form, o.Keep, o.Varied, o.Games = Lines, 12, 60, 6
	return o
}

// A file of lines has each game once, with legal moves from the start and at most as
// many as asked for, whatever the concurrency and wherever an earlier run was
// interrupted.
func TestLines(t *testing.T) {
	name, o := newFile(t), lines(t, "diminuendo")
	whole, p := games(t, name, o)
	if p.Games != 6 || p.Positions != 0 {
		t.Errorf("%+v, want 6 games", p)
	}
	n := 0
	err := notation.ReadGameLines(strings.NewReader(whole), "lines", func(_ int, l notation.GameLine) error {
		n++
		if len(l.Moves) != o.Keep || l.Plies < o.Keep || l.Game != "diminuendo" {
			t.Errorf("%v has %d moves", l, len(l.Moves))
		}
		g, err := rules.ByName(l.Game)
		if err != nil {
			return err
		}
		for p, i := g.Start(), 0; i < len(l.Moves); i++ {
			m := slices.IndexFunc(p.Legal(nil), func(m game.Move) bool { return p.UCI(m) == l.Moves[i] })
			if m < 0 {
				t.Fatalf("%v: %s is not legal", l, l.Moves[i])
			}
			p.Make(p.Legal(nil)[m])
		}
		return nil
	})
	if err != nil || n != 6 {
		t.Fatalf("%d lines, %v:\n%s", n, err, whole)
	}
	o.Concurrency = 4
	for cut := 0; cut < len(whole); cut += 41 {
		if cut > 0 && cut < len(o.header()) {
			continue
		}
		if err := os.WriteFile(name, []byte(whole[:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, _ := games(t, name, o); got != whole {
			t.Fatalf("cut after %d bytes it became\n%s\ninstead of\n%s", cut, got, whole)
		}
	}
}

// picky is an engine with given scores for the legal moves, in their order.
type picky struct{ scores []engine.Score }

func (e picky) Search(_ context.Context, p game.Position, l engine.Limits,
	report func(engine.Report)) (engine.Report, error) {
	legal := p.Legal(nil)
	for i, s := range e.scores[:min(l.MultiPV, len(e.scores))] {
		report(engine.Report{MultiPV: i + 1, Score: s, PV: []game.Move{legal[i]}})
	}
	return engine.Report{MultiPV: 1, Score: e.scores[0], PV: []game.Move{legal[0]}}, nil
}

func (picky) Reset() {}

// randomMove chooses good moves only, better ones more often. At the start of a game
// more moves are good enough.
func TestChance(t *testing.T) {
	g, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	c := gameRun{rules: g, engine: picky{[]engine.Score{30, 10, -10, -60, -160}}, nodes: 100, varied: 60,
		rng: rand.New(rand.NewPCG(1, 2))}
	for _, want := range []int{4, 3} { // number of good moves at ply 0 and at ply 4
		drawn := map[game.Move]int{}
		for range 2000 {
			m, err := c.randomMove(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			drawn[m]++
		}
		legal := p.Legal(nil)
		if len(drawn) != want {
			t.Errorf("ply %d: %d moves were drawn, want %d", p.Ply(), len(drawn), want)
		}
		for i := range want - 1 {
			if drawn[legal[i]] <= drawn[legal[i+1]] {
				t.Errorf("ply %d: move %d was drawn %d times, the worse one after it %d times", p.Ply(), i, drawn[legal[i]],
					drawn[legal[i+1]])
			}
		}
		for range widest {
			p.Make(p.Legal(nil)[0])
		}
	}
}

func TestLinesRefused(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"needs a number of games, not of positions": func(o *Options) { o.Games, o.Positions = 0, 9 },
		"expected 0–1000":                           func(o *Options) { o.Varied = -1 },
		"plies of each game: expected 1":            func(o *Options) { o.Keep = -1 },
		"use the same options, or an":               func(o *Options) { o.Keep = 13 },
	} {
		name, o := newFile(t), lines(t, "shrink")
		games(t, name, o)
		change(&o)
		if _, err := Run(t.Context(), name, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q in it", err, want)
		}
	}
	name, o := newFile(t), lines(t, "shrink")
	if err := os.WriteFile(name, []byte(o.header()+"shrink | 1-0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), name, o); err == nil || !strings.Contains(err.Error(), "game 1: 2 fields") {
		t.Errorf("the error is %v", err)
	}
}
