package cheshire

import (
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// TestAppendMoves checks what AppendMoves says about each move against its effects,
// and that the kinds asked for come.
func TestAppendMoves(t *testing.T) {
	for _, c := range []struct {
		game game.Game
		fens []string
	}{{New(), largeFENs}, {NewSmall(), smallFENs}} {
		for n, fen := range append(c.fens, c.game.Start().String()) {
			w := gametest.Walk{Game: c.game, FEN: fen, Seed: uint64(n), Plies: 50}
			w.Run(t, func(p game.Position) {
				all := p.(*Position).AppendMoves(nil, game.All)
				for _, m := range all {
					checkMove(t, p, m)
				}
				count := 0
				for _, k := range []game.Kind{game.Noisy, game.Quiet} {
					for _, m := range p.(*Position).AppendMoves(nil, k) {
						checkMove(t, p, m)
						if count++; m.Kind != k {
							t.Errorf("%s in %s is of kind %d, asked for %d", p.UCI(m.Move), p, m.Kind, k)
						}
					}
				}
				if count != len(all) || count != p.LegalCount() {
					t.Errorf("%s: %d moves kind by kind, %d at once, %d counted", p, count, len(all), p.LegalCount())
				}
			})
		}
	}
}

func checkMove(t *testing.T, p game.Position, m game.ScoredMove) {
	t.Helper()
	want := game.ScoredMove{Move: m.Move, Score: m.Score, Kind: game.Quiet}
	for _, e := range p.Effects(m.Move) {
		switch e.Kind {
		case game.Slide:
			want.Piece = e.Piece
		case game.Capture:
			want.Captured, want.Kind = e.Piece, game.Noisy
		case game.Promote:
			want.Kind = game.Noisy
		}
	}
	if m != want {
		t.Errorf("%s in %s is %+v, want %+v", p.UCI(m.Move), p, m, want)
	}
}
