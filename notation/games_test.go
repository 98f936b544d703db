package notation

import (
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/shrink"
)

// startsOf lists games with positions that reach rare moves.
func startsOf(t testing.TB) []struct {
	game game.Game
	fens []string
} {
	t.Helper()
	return []struct {
		game game.Game
		fens []string
	}{
		{convergent.New(), []string{
			"***qk***/*rP4*/*pP4*/*1PPP2*/*6*/*pPPpPP*/*R4R*/***QK*** w - - 0 1",
			"***qk***/*p5*/*ppp3*/*6*/*1ppp1P*/*3p2*/*Pp4*/***QK*** b - - 0 1",
		}},
		{shrink.New(), []string{
			"k7/8/8/8/8/8/ppppp1pp/5K2 w - - 0 1",
			"r3k2r/1P6/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
			"k2/3/2K/3/p1p/1N1 w - - 0 1",
			"r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
		}},
		{cheshire.New(), []string{
			"5k4/1P8/1rn7/10/4*5/3pP5/10/6RR2/2p7/K9 w - - 0 1",
		}},
		{cheshire.NewSmall(), nil},
		{diminuendoGame(t, "diminuendo"), []string{
			"1P3/4P1/3N3/K5k/3N3/1p2P1/1p3 b - - 0 1",
			"3P1/5r/5P1/K5k/7/1p4/5 w - - 0 1",
		}},
		{diminuendoGame(t, "diminuendo:pbnrqk+qk+fp"), []string{
			"5/r2N2/7/3K2k/7/6/5 b - - 0 1", // White's only king can be thrown off
		}},
		{diminuendoGame(t, "diminuendo:qkrnbp+fp"), nil},
		{shrink.NewChess(), []string{
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
			"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
			"7k/8/8/1N3N2/8/1N3N2/8/K7 w - - 0 1",
		}},
	}
}

// walkAll plays random games of every kind and visits their positions.
func walkAll(t *testing.T, plies int, visit func(game.Position)) {
	t.Helper()
	games := 12
	if testing.Short() {
		games = 3
	}
	for _, s := range startsOf(t) {
		for i, fen := range append([]string{s.game.Start().String()}, s.fens...) {
			for n := range games {
				w := gametest.Walk{Game: s.game, FEN: fen, Seed: uint64(100*i + n), Plies: plies}
				w.Run(t, visit)
				if t.Failed() {
					return
				}
			}
		}
	}
}
