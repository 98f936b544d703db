package shrink

import (
	"slices"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Of a long list of choices the mover's best promotions come first and carry the
// highest score.
func TestScoresOfChoices(t *testing.T) {
	b := boardAt(t, shrinkGame, "k7/4P3/8/8/8/7K/pppp4/4Q3 w - - 0 1")
	p := b.Position()
	first := map[game.Move]engine.ScoredMove{}
	for _, r := range b.AppendNoisy(nil) {
		best, seen := first[r.Move.WithoutPromotions()]
		if !seen {
			first[r.Move.WithoutPromotions()] = r
		} else if r.Score > best.Score {
			t.Errorf("%s comes first, but %s has a higher score", p.UCI(best.Move), p.UCI(r.Move))
		}
	}
	m, _ := find(p, "e1e5nnnn")
	if got := first[m.WithoutPromotions()].Move; got != m {
		t.Errorf("%s comes first, want e1e5nnnn, the least for the opponent", p.UCI(got))
	}
}

// Scores by example: a capture, a promotion, castling, and collapses that promote.
func TestScores(t *testing.T) {
	for _, c := range []struct {
		g         game.Game
		fen, move string
		want      int32
	}{
		{chessGame, kiwipete, "e1g1", castlingBonus},
		{chessGame, kiwipete, "e1f1", 0},
		{chessGame, kiwipete, "e2a6", center[40] - center[12] + captureBonus + 320 - 320/16},
		{chessGame, kiwipete, "d5e6", center[44] - center[35] + captureBonus + 100},
		{chessGame, "1r6/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7b8n", center[57] - center[48] + captureBonus + 500 + 100},
		{chessGame, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", center[43] - center[36] + captureBonus + 100},
		{shrinkGame, "k7/4P3/8/8/8/7K/pppp4/4Q3 w - - 0 1", "e1e5nrbq", 4*100 - 300 - 500 - 320 - 950},
		{shrinkGame, "K2pk/2P2 w - - 0 1", "c1c2nb", (300 - 100) - (320 - 100)},
		{shrinkGame, "7k/8/8/8/8/6K1/p7/1R6 w - - 0 1", "b1b5q", 100 - 950},
		{shrinkGame, "7k/8/8/8/8/6K1/p7/1N6 w - - 0 1", "b1d2q", 100 - 950},
	} {
		b := boardAt(t, c.g, c.fen)
		m, ok := find(b.Position(), c.move)
		if !ok {
			t.Errorf("%s is not legal in %s", c.move, c.fen)
		}
		for _, r := range b.AppendMoves(nil) {
			if r.Move == m && r.Score != c.want {
				t.Errorf("%s, %s: %s has the score %d, want %d", c.g.Name(), c.fen, c.move, r.Score, c.want)
			}
		}
	}
}

// Collapses that bring a pawn next to its last rank are noisy, however the moves are
// asked for.
func TestNoisyCollapses(t *testing.T) {
	for _, c := range []struct {
		why   string
		fen   string
		move  string
		noisy bool
	}{
		{"rank 2 goes, and Black's pawn stands next to rank 1", "6k1/8/8/8/8/p7/4R3/3K4 w - - 0 1", "e2h2", false},
		{"rank 2 goes, and Black's pawn stands next to rank 1", "6k1/8/8/8/8/p7/4R3/3K4 w - - 0 1", "e2e7", true},
		{"a pawn's step does the same", "6k1/8/8/8/8/p7/4P3/3K4 w - - 0 1", "e2e3", true},
		{"and a double step", "6k1/8/8/8/8/p7/4P3/3K4 w - - 0 1", "e2e4", true},
		{"the pawn is too far away", "6k1/8/8/8/p7/8/4R3/3K4 w - - 0 1", "e2e7", false},
		{"the rank stays", "6k1/8/8/8/8/p7/4R2P/3K4 w - - 0 1", "e2e7", false},
		{"the rank is beyond the pawn", "6k1/8/8/8/4R3/p7/8/3K4 w - - 0 1", "e4e7", false},
		{"the next to last rank goes for White's pawn", "6k1/r7/3P4/8/8/8/8/4K3 b - - 0 1", "a7a2", true},
		{"a file goes", "6k1/8/8/8/8/p7/4R2P/3K4 w - - 0 1", "e2a2", false},
	} {
		b := boardAt(t, shrinkGame, c.fen)
		m, ok := find(b.Position(), c.move)
		if !ok {
			t.Fatalf("%s: %s is not legal in %s", c.why, c.move, c.fen)
		}
		is := func(r engine.ScoredMove) bool { return r.Move == m && r.Noisy }
		if slices.ContainsFunc(b.AppendNoisy(nil), is) != c.noisy || slices.ContainsFunc(b.AppendMoves(nil), is) != c.noisy {
			t.Errorf("%s: %s in %s is noisy: %v, want %v", c.why, c.move, c.fen, !c.noisy, c.noisy)
		}
	}
}

// A move can promote eight pawns at once, in every way.
func TestEightPromotions(t *testing.T) {
	b := boardAt(t, shrinkGame, "k6K/6BP/8/8/8/8/pppppppp/4N3 w - - 0 1")
	if n := len(b.AppendMoves(nil)); n != b.LegalCount() || n < 2*1<<16 {
		t.Errorf("%d moves, want %d", n, b.LegalCount())
	}
}
