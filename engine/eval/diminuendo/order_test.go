package diminuendo

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// mirrored returns the FEN with the board turned over and the sides exchanged.
func mirrored(fen string) string {
	fields := strings.Fields(fen)
	files := strings.Split(fields[0], "/")
	for i, file := range files {
		pieces := []rune(file)
		slices.Reverse(pieces)
		for j, c := range pieces {
			if unicode.IsUpper(c) {
				pieces[j] = unicode.ToLower(c)
			} else {
				pieces[j] = unicode.ToUpper(c)
			}
		}
		files[i] = string(pieces)
	}
	fields[0] = strings.Join(files, "/")
	if fields[1] == "w" {
		fields[1] = "b"
	} else {
		fields[1] = "w"
	}
	return strings.Join(fields, " ")
}

// TestMirror checks that the evaluation is the same for both sides.
func TestMirror(t *testing.T) {
	for i, name := range sampleNames {
		g := named(t, name)
		walk := gametest.Walk{Game: g, FEN: g.Start().String(), Seed: uint64(i), Plies: 80}
		walk.Run(t, func(p game.Position) {
			q := parse(t, name, mirrored(p.String()))
			if a, b := eval(p), eval(q); a != b {
				t.Errorf("%s: Eval is %d in %s, %d in %s", name, a, p, b, q)
			}
		})
	}
}

// TestScores checks the order in which a search would try some moves.
func TestScores(t *testing.T) {
	score := func(fen, move string) int32 {
		p := parse(t, plain, fen)
		for _, m := range boardOf(p).AppendMoves(nil) {
			if p.UCI(m.Move) == move {
				return m.Score
			}
		}
		t.Fatalf("%s is not among the moves in %s", move, fen)
		return 0
	}
	for _, c := range []struct{ why, fen, better, worse string }{
		{"the greater capture", "K4/6/R5q/1p5/7/6/4k w - - 0 1", "c1c7", "c1d2"},
		{"a promotion to a queen", "K4/6/5P1/7/7/6/4k w - - 0 1", "c6c7q", "c6c7n"},
		{"a pawn's way ahead", "K4/6/4P2/7/7/6/P3k w - - 0 1", "c5c6", "g1g2"},
		{"to stay away from z rather than step down", "4K/6/2R4/7/7/6/4k w - - 0 1", "c3c4", "c3z"},
	} {
		if a, b := score(c.fen, c.better), score(c.fen, c.worse); a <= b {
			t.Errorf("%s: in %s %s scores %d, %s %d", c.why, c.fen, c.better, a, c.worse, b)
		}
	}
	push := score("K4/6/R5n/3q3/7/6/4k w - - 0 1", "c1c7")
	alone := score("K4/6/R5n/7/7/6/4k w - - 0 1", "c1c7")
	own := score("K4/6/R5n/3Q3/7/6/4k w - - 0 1", "c1c7")
	if push <= alone || alone <= own {
		t.Errorf("a capture that pushes an enemy queen off z scores %d, none %d, an own one %d", push, alone, own)
	}
}
