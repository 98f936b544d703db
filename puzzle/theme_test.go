package puzzle_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
)

// Each theme is seen where it is, and not in a solution that is much like it.
func TestThemesOf(t *testing.T) {
	for _, c := range []struct {
		theme              puzzle.Theme
		variant, fen, line string
		goal               puzzle.Goal
		without            string // another line, of the same position, without the theme
	}{
		{theme: puzzle.MateIn1, variant: "chess", fen: "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", line: "a1a8", goal: puzzle.Mate},
		{theme: puzzle.RoyalEntry, variant: "convergent", fen: "***2***/*3k2*/*4N1*/*4R1*/*6*/*6*/*2Kp2*/***2*** w - - 0 1",
			line: "f5e5 e7f6 e5e8", goal: puzzle.Mate, without: "f5e5 e7f6 e5e6"},
		{theme: puzzle.Sacrifice, variant: "convergent", fen: "***2***/*3k2*/*4N1*/*4R1*/*6*/*6*/*2Kp2*/***2*** w - - 0 1",
			line: "f5e5 e7f6 e5e8", goal: puzzle.Mate, without: "f5e5 e7d6 e5e6"},
		{theme: puzzle.CollapseCheck, variant: "shrink", fen: "4k/1p2p/P4/P4/1p2P/3K1/2r2 b - - 0 1",
			line: "c1c2 d1d2 c1c3q", goal: puzzle.Mate},
		{theme: puzzle.CollapsePromotes, variant: "shrink", fen: "4k/1p2p/P4/P4/1p2P/3K1/2r2 b - - 0 1",
			line: "c1c2 d1d2 c1c3q", goal: puzzle.Mate},
		{theme: puzzle.ComesBack, variant: "diminuendo", fen: "P4/1P1b1B/R4b1/B2bq1b/K1p3k/RP2pr/P3p b - - 0 1",
			line: "d6c4 c1c4 zd2", goal: puzzle.Mate},
		{theme: puzzle.GiftToZ, variant: "diminuendo", fen: "4p/1P2p1/K1P4/1B3bb/3PP1k/br1P2/4p b - - 0 1",
			line: "f2d2 c1b1 d2z", goal: puzzle.Mate},
		{theme: puzzle.VanishingBridge, variant: "cheshire8",
			fen: "rnbq*b*r/ppp*pppp/7n/3p4/kP4P1/7N/P*PPPP*P/RNBQKB*R w K - 0 1", line: "b1a3 a4b4 d2d4", goal: puzzle.Mate},
		{theme: puzzle.DropCheck, variant: "diminuendo", fen: "P1Q1p/R1P1pr/1NPp1nq/BB1p1bb/KNP1p1k/RB2pr/P3p w - - 0 1",
			line: "f2c7 b6c7 a3c4 f6d6 c4d6", goal: puzzle.Mate},
		{theme: puzzle.KeepTheLine, variant: "shrink", fen: "r2qk2/4p2/2p1p1p/p6/1PN1KP1/n6 b q - 0 1",
			line: "d6d3 e2e1 a1c2", goal: puzzle.Mate},
		{theme: puzzle.Underpromotion, variant: "chess", fen: "8/5P1k/8/8/8/8/8/4K3 w - - 0 1", line: "f7f8r",
			goal: puzzle.Win, without: "f7f8q"},
		{theme: puzzle.QuietMove, variant: "chess", fen: "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", line: "a2a7 h8g8 b1b8",
			goal: puzzle.Mate, without: "b1b8 h8h7 a2a7"},
		{theme: puzzle.Defense, variant: "shrink", fen: "1r2/2R1/k3/3K w - - 0 1", line: "c3c2", goal: puzzle.Draw},
		{theme: puzzle.Advantage, variant: "convergent",
			fen: "***1k***/*2bbnr*/*6*/*4p1*/*1PP1B1*/*1Q3R*/*r3N1*/***1K*** b - - 0 1", line: "e7b4", goal: puzzle.Gain},
		{theme: puzzle.StalemateTrap, variant: "chess", fen: "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
			line: "g5g7", goal: puzzle.Mate},
	} {
		t.Run(string(c.theme), func(t *testing.T) {
			has := func(line string) bool {
				t.Helper()
				p, moves, err := notation.Line{Variant: c.variant, FEN: c.fen, Moves: strings.Fields(line)}.Parse(rules.ByName)
				if err != nil {
					t.Fatal(err)
				}
				return slices.Contains(puzzle.ThemesOf(p, moves, c.goal), c.theme)
			}
			if !has(c.line) {
				t.Errorf("%s lacks the theme", c.line)
			}
			if c.without != "" && has(c.without) {
				t.Errorf("%s has the theme", c.without)
			}
		})
	}
}
