package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Parse implements game.Game. It rejects pieces off the forty squares, a color without
// exactly one king, and a side not to move that is in check in either way (R3).
// Errors are *game.FENError.
func (g Game) Parse(fen string) (game.Position, error) {
	d, unread := g.ParseSetup(fen)
	if err := rulekit.FirstError(unread, g.Faults(d)); err != nil {
		return nil, err
	}
	return newPosition(stateOf(d)), nil
}

// ParseSetup implements rulekit.SetupParser.
func (Game) ParseSetup(fen string) (*rulekit.Setup, []*game.FENError) {
	f, unread := rulekit.SplitFEN(fen)
	grid, wrong := f.Board.ReadGrid(8, 8)
	unread = append(unread, wrong...)
	if wrong := grid.MustBe(f.Board, 8, 8); wrong != nil {
		unread = append(unread, wrong)
	} else {
		unread = append(unread, checkSquares(f.Board, grid)...)
	}
	d := rulekit.NewSetup(f, shape)
	d.Fill(grid)
	d.Vanished = [128]bool{}
	return d, append(unread, d.ClearUnusedFields()...)
}

// checkSquares checks that the grid has its squares where the board has them.
func checkSquares(f rulekit.Field, g *rulekit.Grid) (wrong []*game.FENError) {
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if err := checkSquare(f, g, rank, file); err != nil {
				wrong = append(wrong, err)
			}
		}
	}
	return wrong
}

// checkSquare checks that a square of the grid is missing exactly if the board does
// not have it.
func checkSquare(f rulekit.Field, g *rulekit.Grid, rank, file int) *game.FENError {
	c, sq := g.Squares[rank][file], game.Square(8*rank+file)
	missing := Squares>>sq&1 == 0
	switch {
	case missing && c != '*':
		return g.Errorf(f, rank, file, "* there", "%s is not a square of the board", bitboard.SquareName(sq))
	case !missing && c == '*':
		return g.Errorf(f, rank, file, "a piece or an empty square", "* on %s, a square of the board",
			bitboard.SquareName(sq))
	}
	return nil
}

// String implements game.Position.
func (p *Position) String() string { return p.FEN() }

// FEN implements game.Position.
func (p *Position) FEN() string {
	s := p.State()
	return rulekit.JoinFEN(rulekit.BoardFEN(p.View()), s.Turn, "", "", int(s.halfmoves), int(s.fullmove))
}

// UCI implements game.Position.
func (p *Position) UCI(m game.Move) string {
	return bitboard.SquareName(m.From()) + bitboard.SquareName(m.To())
}
