package shrinkeval

import (
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// Of a long list of choices the mover's best promotions come first and carry the
// highest score.
func TestScoresOfChoices(t *testing.T) {
	b := boardAt(t, shrinkGame, "k7/4P3/8/8/8/7K/pppp4/4Q3 w - - 0 1")
	p := b.Position()
	first := map[game.Move]game.ScoredMove{}
	for _, r := range b.AppendMoves(nil, game.Noisy) {
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
		for _, r := range b.AppendMoves(nil, game.All) {
			if r.Move == m && r.Score != c.want {
				t.Errorf("%s, %s: %s has the score %d, want %d", c.g.Name(), c.fen, c.move, r.Score, c.want)
			}
		}
	}
}

// A move's score does not depend on the kinds that are requested.
func TestScoresByKind(t *testing.T) {
	for _, g := range []game.Game{chessGame, shrinkGame} {
		for i, fen := range fens[g] {
			w := gametest.Walk{Game: g, FEN: fen, Seed: uint64(i), Plies: 40}
			w.Run(t, func(p game.Position) {
				b := boardOf(p)
				scores := map[game.Move]int32{}
				for _, r := range b.AppendMoves(nil, game.All) {
					scores[r.Move] = r.Score
				}
				for _, k := range []game.Kind{game.Noisy, game.Quiet} {
					for _, r := range b.AppendMoves(nil, k) {
						if r.Score != scores[r.Move] {
							t.Fatalf("%s, %s: %s has the score %d among all moves, %d among those of kind %d", g.Name(), p, p.UCI(r.Move), scores[r.Move], r.Score, k)
						}
					}
				}
			})
		}
	}
}
