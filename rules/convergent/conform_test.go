package convergent

import (
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

var (
	_ game.Game     = Game{}
	_ game.Position = (*Position)(nil)
)

// rich are positions from which rare rules are soon reached.
var rich = []string{
	"***qk***/*rn1bnr*/*ppP1pp*/*6*/*6*/*pp1Ppp*/*RNB1NR*/***QK*** w - - 0 1", // pawns beside royal squares
	"***2***/*1Pk1p1*/*6*/*1Q4*/*3q2*/*6*/*p2K1P*/***2*** w - - 10 40",        // corner pawns, bare kings soon
	"***2***/*r3K1*/*1B4*/*5R*/*k4b*/*6*/*1q2r1*/***2*** w - - 95 90",         // pins, and the move count
}

func TestConform(t *testing.T) { gametest.Conform(t, New(), rich...) }

func TestNoAllocations(t *testing.T) {
	gametest.NoAllocations(t, New().Start(), 3)
	gametest.NoAllocations(t, parse(t, rich[0]), 3)
}

// The rules are the same for both colors.
func TestMirror(t *testing.T) {
	for seed := range uint64(10) {
		w := gametest.Walk{Game: New(), FEN: rich[seed%3], Seed: seed, Plies: 80}
		w.Run(t, func(p game.Position) {
			q := parse(t, gametest.Mirror(p.String()))
			if p.LegalCount() != q.LegalCount() || p.InCheck() != q.InCheck() {
				t.Errorf("%s: %d moves, check %v; mirrored %d, %v", p,
					p.LegalCount(), p.InCheck(), q.LegalCount(), q.InCheck())
			}
		})
	}
}
