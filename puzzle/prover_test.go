package puzzle_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// quick are limits for tests.
var quick = puzzle.Limits{Mate: 300_000, Solver: 50_000, Free: 10, Search: 20_000, Confirm: 80_000}

func prover(t *testing.T) *puzzle.Prover {
	t.Helper()
	pr, err := puzzle.NewProver(quick, tablebase.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	return pr
}

func parse(t *testing.T, variant, fen string) game.Position {
	t.Helper()
	g, err := rules.ByName(variant)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, variant, fen string
		goal               puzzle.Goal
		proof              puzzle.Proof
		moves              string
		themes             string
	}{
		{"a back rank", "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", puzzle.Mate, puzzle.Exhaustive, "a1a8", "mate-in-1"},
		{"a royal entry after a sacrifice", "convergent", "***2***/*3k2*/*4N1*/*4R1*/*6*/*6*/*2Kp2*/***2*** w - - 0 1",
			puzzle.Mate, puzzle.Exhaustive, "f5e5 e7f6 e5e8", "mate-in-2 royal-entry sacrifice"},
		{"a piece comes back", "diminuendo", "P4/1P1b1B/R4b1/B2bq1b/K1p3k/RP2pr/P3p b - - 0 1",
			puzzle.Mate, puzzle.Exhaustive, "d6c4 c1c4 zd2", "mate-in-2 comes-back sacrifice"},
		{"a drawn ending", "shrink", "1r2/2R1/k3/3K w - - 0 1", puzzle.Draw, puzzle.Tablebase, "c3c2", "defense"},
		{"a last phase", "cheshire8", "r***k**r/p*****pp/**p1p*2/1*b1*1**/K*1*P*2/P*1**PP*/**P****P/qN*Q***R w k - 0 1",
			puzzle.Draw, puzzle.Solved, "d1d6", "defense"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.variant, c.fen)
			before := p.String()
			z, err := prover(t).Find(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			var themes []string
			for _, th := range z.Themes {
				themes = append(themes, string(th))
			}
			got := strings.Join(themes, " ")
			if z.Goal != c.goal || z.Proof != c.proof || z.Solution() != c.moves || got != c.themes {
				t.Errorf("%s by %s: %s (%s); want %s by %s: %s (%s)",
					z.Goal, z.Proof, z.Solution(), got, c.goal, c.proof, c.moves, c.themes)
			}
			if p.String() != before {
				t.Errorf("the position became %s", p)
			}
			if err := prover(t).Check(t.Context(), rules.ByName, z); err != nil {
				t.Errorf("what was found is not proved again: %v", err)
			}
		})
	}
}

func TestFlaws(t *testing.T) {
	for _, c := range []struct {
		name, variant, fen string
		kind               puzzle.FlawKind
		moves              string
	}{
		{"two keys", "chess", "6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1", puzzle.SecondSolution, "a1a8 b1b8"},
		{"two keys on 3×3", "shrink", "2k/1R1/K2 w - - 0 1", puzzle.SecondSolution, "b2b3 b2c2"},
		{"mated already", "chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", puzzle.Over, ""},
		{"one move", "chess", "k7/8/1K6/8/8/8/8/7R b - - 0 1", puzzle.Over, "a8b8"},
		{"nothing to gain", "convergent",
			"***qk***/*rnbbnr*/*pppppp*/*6*/*6*/*PPPPPP*/*RNBBNR*/***QK*** w - - 0 1", puzzle.NoSolution, ""},
		{"every move draws", "cheshire8",
			"k*******/********/********/********/********/********/*******1/******1K w - - 0 1", puzzle.NoSolution, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.variant, c.fen)
			_, err := prover(t).Find(t.Context(), p)
			var f *puzzle.Flaw
			if !errors.As(err, &f) || f.Kind != c.kind {
				t.Fatalf("%v; want a flaw %s", err, c.kind)
			}
			slices.Sort(f.Moves)
			if got := strings.Join(f.Moves, " "); c.moves != "" && got != c.moves {
				t.Errorf("the moves are %q; want %q", got, c.moves)
			}
		})
	}
}

// A dual in the line is named with the moves before it.
func TestFlawInTheLine(t *testing.T) {
	p := parse(t, "chess", "k7/8/2K5/8/8/8/7Q/8 w - - 0 1")
	_, err := prover(t).Find(t.Context(), p)
	var f *puzzle.Flaw
	if !errors.As(err, &f) || f.Kind != puzzle.SecondSolution || len(f.Line)%2 != 0 {
		t.Fatalf("%#v; want a second solution after whole moves", err)
	}
}

// Check rejects puzzles that are not what they say.
func TestCheckRejects(t *testing.T) {
	sound := puzzle.Puzzle{
		Variant: "convergent", FEN: "***2***/*3k2*/*4N1*/*4R1*/*6*/*6*/*2Kp2*/***2*** w - - 0 1",
		Moves: []string{"f5e5", "e7f6", "e5e8"}, Goal: puzzle.Mate, Proof: puzzle.Exhaustive, Rating: 1000,
		Themes: []puzzle.Theme{puzzle.MateIn2, puzzle.RoyalEntry, puzzle.Sacrifice},
	}
	for _, c := range []struct {
		name   string
		change func(*puzzle.Puzzle)
		want   string
	}{
		{"nothing", func(*puzzle.Puzzle) {}, ""},
		{"another first move", func(z *puzzle.Puzzle) { z.Moves = []string{"f5f4", "e7e6", "f4f3"} },
			"f5e5 mates in 2, f5f4 does not"},
		{"an illegal move", func(z *puzzle.Puzzle) { z.Moves[0] = "f5f9" }, "f5f9"},
		{"another last move", func(z *puzzle.Puzzle) { z.Moves[2] = "e5e7" },
			"after f5e5 e7f6: e5e8 mates in 1, e5e7 does not"},
		{"a detour", func(z *puzzle.Puzzle) { z.Moves = []string{"f5f4", "e7e6", "f4f3", "e6e7", "f3f4"} },
			"f5e5 mates in 2 already; expected 3"},
		{"more moves than the game", func(z *puzzle.Puzzle) { z.Moves = append(z.Moves, "f6f5", "e8e7") },
			"the game is over"},
		{"a claimed tablebase", func(z *puzzle.Puzzle) { z.Goal, z.Proof = puzzle.Win, puzzle.Tablebase }, "not known"},
		{"a second solution", func(z *puzzle.Puzzle) {
			z.Variant, z.FEN, z.Moves = "chess", "6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1", []string{"a1a8"}
		}, "a1a8 and b1b8 both mate in 1"},
		{"an unknown variant", func(z *puzzle.Puzzle) { z.Variant = "checkers" }, "checkers"},
		{"a bad FEN", func(z *puzzle.Puzzle) { z.FEN = "8/8 w" }, "FEN"},
		{"an even number of moves", func(z *puzzle.Puzzle) { z.Moves = z.Moves[:2] }, "odd number"},
		{"a wrong theme", func(z *puzzle.Puzzle) { z.Themes = z.Themes[:2] },
			"the themes are [mate-in-2 royal-entry]: expected [mate-in-2 royal-entry sacrifice]"},
		{"a wrong proof", func(z *puzzle.Puzzle) { z.Proof = puzzle.Searched }, "cannot have the proof"},
	} {
		t.Run(c.name, func(t *testing.T) {
			z := sound
			z.Moves = slices.Clone(sound.Moves)
			c.change(&z)
			z.ID = z.Identify()
			err := prover(t).Check(t.Context(), rules.ByName, z)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v; want %q", err, c.want)
			}
		})
	}
	sound.ID = "0000000"
	if err := prover(t).Check(t.Context(), rules.ByName, sound); err == nil {
		t.Error("a wrong ID is accepted")
	}
}

// A proof that is interrupted says so, and is no flaw.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, g := range rules.All() {
		if _, err := prover(t).Find(ctx, g.Start()); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v; want the context's error", g.Name(), err)
		}
	}
}
