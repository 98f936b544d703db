// Package rules is the list of games that wane plays.
//
// A folder has a game, or games with the same pieces and moves. Its doc.go has the rules with numbered rulings,
// rules.md what 'wane rules' prints, and testdata perft figures. The folder of the same name in engine/eval evaluates
// its games. Folders share functions and small values, such as bitboard.Pieces, and no parent: their boards have little
// in common.
//
// Each game passes gametest.Conform, agrees with a slow twin in its tests, and has perft figures. The inventors'
// printed games of Diminuendo Chess replay to mate. Orthodox chess is in the list because its perft figures are
// public: it checks what Shrink Chess shares with it.
package rules

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/diminuendo"
	"github.com/wane-chess/wane/rules/shrink"
)

// All returns the games, in the order in which to offer them. Diminuendo Chess
// is there once, with its default ranking; ByName knows the whole family.
func All() game.Games {
	return game.Games{
		shrink.New(),
		convergent.New(),
		diminuendo.New(diminuendo.Default, false, false),
		cheshire.New(),
		cheshire.NewSmall(),
		shrink.NewChess(),
	}
}

// ByName returns the game with that name, such as "shrink" or
// "diminuendo:pbnrqk+qk". The error lists the names.
func ByName(name string) (game.Game, error) { return All().ByName(name) }

// CheshireOn returns Cheshire Cat Chess on the board of a FEN: one of the games of All, or the game
// that begins with this position, on a smaller or oblong board.
func CheshireOn(fen string) (game.Game, error) {
	f, _ := game.SplitFEN(fen)
	grid, wrong := f.Board.ReadGrid(cheshire.MaxSize, cheshire.MaxSize)
	if err := game.FirstError(wrong, nil); err != nil {
		return nil, err
	}
	for _, g := range []game.Game{cheshire.New(), cheshire.NewSmall()} {
		if b := g.Start().View().Board; b.Files == grid.Files && b.Ranks == grid.Ranks {
			return g, nil
		}
	}
	return cheshire.NewBoard(grid.Files, grid.Ranks, fen)
}
