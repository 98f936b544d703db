package cheshire

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// TestAppendMoves checks what AppendMoves says about each move against its effects:
// captures and promotions are noisy, and nothing else.
func TestAppendMoves(t *testing.T) {
	for _, c := range []struct {
		game game.Game
		fens []string
	}{{large, largeFENs}, {small, smallFENs}} {
		for n, fen := range append(c.fens, c.game.Start().String()) {
			w := gametest.Walk{Game: c.game, FEN: fen, Seed: uint64(n), Plies: 50}
			w.Run(t, func(p game.Position) {
				for _, m := range shared.NewNode(p).AppendMoves(nil) {
					want := engine.ScoredMove{Move: m.Move, Score: m.Score}
					for _, e := range p.Effects(m.Move) {
						switch e.Kind {
						case game.Slide:
							want.Piece = e.Piece
						case game.Capture:
							want.Captured, want.Noisy = e.Piece, true
						case game.Promote:
							want.Noisy = true
						}
					}
					if m != want {
						t.Errorf("%s in %s is %+v, want %+v", p.UCI(m.Move), p, m, want)
					}
				}
			})
		}
	}
}
