package search_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/puzzle/collection"
	"github.com/wane-chess/wane/rules"
)

// wholeMate returns what is wrong with the line of a score, if that is a mate: the
// line must be legal and end with the mate, after exactly as many plies.
func wholeMate(p game.Position, i engine.Report) error {
	moves, mates := engine.MateIn(i.Score)
	if !mates {
		return nil
	}
	winner := p.Turn()
	if moves < 0 {
		winner = winner.Other()
	}
	end := p.Clone()
	for n, m := range i.PV {
		if end.Outcome().Over() {
			return fmt.Errorf("score %v: the game is over after %d of %d plies", i.Score, n, len(i.PV))
		}
		if !game.IsLegal(end, m) {
			return fmt.Errorf("score %v: ply %d: %v is not legal in %s", i.Score, n+1, m, end)
		}
		end.Make(m)
	}
	plies := int(engine.Mate - max(i.Score, -i.Score))
	if len(i.PV) != plies || end.Outcome().Result != game.WinFor(winner) {
		return fmt.Errorf("score %v in %d plies: a line of %d plies to %v", i.Score, plies, len(i.PV), end.Outcome())
	}
	return nil
}

// mating are positions in which a mate is near: of the suite, of puzzles, and some
// whose lines once ended early.
func mating(t *testing.T) []game.Position {
	t.Helper()
	_, list := matesOf(t)
	each := 30
	if testing.Short() {
		each = 12
	}
	for _, name := range collection.Variants() {
		puzzles := collection.Of(name)
		for i := range each {
			p, err := puzzles[i*len(puzzles)/each].Start(rules.ByName)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, p)
		}
	}
	for _, c := range []struct{ name, fen string }{
		{"cheshire", "k*******r*/p*****ppp*/1*1*b***1*/***p******/*1p**1*3/*1***QN1P1/P*1****1P*/R*1P2P3/**P*******/*K*****NR* w - - 0 1"}, //nolint:lll // a FEN
		{"cheshire8", "***q**nr/*pp***p*/*rnbp1k1/***p*p1*/1**P1P1p/p**BP*1P/P******P/R*BQK**R w K - 0 1"},
		{"chess", "8/3P4/p7/1p5p/8/3k2n1/4p3/2K5 b - - 0 66"},
		{"diminuendo", "P3B/RP1pp1/7/7/3k3/1K4/P4 w - - 0 37"},
		{"diminuendo:pbnrqk+qk+fp", "Pb1p1/R1P1pn/2P1Bq1/7/K2P3/RP2kN/1P2p w - - 4 17"},
		{"shrink", "3k1/3p1/R3p/1P3/P3r/2r2/R2K1 b - - 0 1"},
		{"convergent", "***2***/*6*/*2p3*/*2k3*/*2p3*/*6*/*2K3*/***2*** b - - 3 34"},
	} {
		g, err := rules.ByName(c.name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// surePlies is how long the line to a mate may be that every search must know to its end. The work on the end of a line
// is bounded, and what several threads or a clock leave in the table varies: some longer ones need more.
const surePlies = 11

// The last line of a search whose score is a mate leads to that mate, whatever ends the
// search; so do those of several lines. Each position has a third of the limits.
func TestWholeMates(t *testing.T) {
	list := mating(t)
	for number, l := range []engine.Limits{
		{Nodes: 500}, {Nodes: 3000}, {Nodes: 20_000}, {Depth: 5}, {Mate: 3, Nodes: 20_000},
		{Nodes: 5000, MultiPV: 3},
		{Nodes: 5000, Weakness: engine.Weakness{Noise: 100, Seed: 3}},
		{Nodes: 2000, Weakness: engine.Weakness{Noise: 30, Lapses: 500, Seed: 4}},
		{MoveTime: 2 * time.Millisecond},
		{Clock: engine.Clock{Remaining: 40 * time.Millisecond, MovesToGo: 5}},
	} {
		for threads := 1; threads <= 2; threads++ {
			s := small(eval.NewNode)
			if err := s.SetThreads(threads); err != nil {
				t.Fatal(err)
			}
			mates, tried := 0, 0
			for i := (number + threads) % 3; i < len(list); i += 3 {
				p := list[i]
				tried++
				s.Reset()
				last := map[int]engine.Report{}
				info, err := s.Search(context.Background(), p, l, func(i engine.Report) { last[max(i.MultiPV, 1)] = i })
				if err != nil {
					t.Fatal(err)
				}
				last[1] = info
				for _, i := range last {
					if _, mate := engine.MateIn(i.Score); mate {
						mates++
					}
					varies := threads > 1 || l.MoveTime > 0 || l.Clock.Remaining > 0
					if varies && engine.Mate-max(i.Score, -i.Score) > surePlies {
						continue
					}
					if err := wholeMate(p, i); err != nil {
						t.Errorf("%s, %s, %+v, %d threads: %v", p.Game().Name(), p, l, threads, err)
					}
				}
			}
			t.Logf("%+v, %d threads: %d lines with a mate in %d positions", l, threads, mates, tried)
		}
	}
}

// The lines of proven wins and losses lead to the mates that are proven.
func TestWholeProvenMates(t *testing.T) {
	for _, fen := range []string{
		deepWin, deepLoss,
		"rnb**b*r/p*******/1p1*p2*/Pk**1*P*/*p*2Pp*/*1*1*R*P/***P****/*NB**KNR b - - 2 17",
	} {
		s := small(eval.NewNode)
		p := acyclicAt(t, fen)
		i, err := s.Search(context.Background(), p, engine.Limits{Nodes: 400_000}, func(i engine.Report) {
			if err := wholeMate(p, i); err != nil {
				t.Errorf("%s, depth %d: %v", fen, i.Depth, err)
			}
		})
		if _, mate := engine.MateIn(i.Score); err != nil || !mate {
			t.Fatalf("%s: score %v, %v", fen, i.Score, err)
		}
		if err := wholeMate(p, i); err != nil {
			t.Errorf("%s: %v", fen, err)
		}
	}
}
