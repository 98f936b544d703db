package convergent

import (
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Parse implements game.Game. It refuses a man off the forty squares, other than
// one king each, and a side not to move that is in check in either way (R3). Its
// errors are *game.FENError.
func (g Game) Parse(fen string) (game.Position, error) {
	d, unread := g.ParseSetup(fen)
	if err := game.FirstError(unread, g.Faults(d)); err != nil {
		return nil, err
	}
	return newPosition(stateOf(d)), nil
}

// ParseSetup implements game.SetupParser.
func (Game) ParseSetup(fen string) (*game.Setup, []*game.FENError) {
	f, unread := game.SplitFEN(fen)
	grid, wrong := f.Board.ReadGrid(8, 8)
	unread = append(unread, wrong...)
	if wrong := grid.MustBe(f.Board, 8, 8); wrong != nil {
		unread = append(unread, wrong)
	} else {
		unread = append(unread, checkSquares(f.Board, grid)...)
	}
	d := game.NewSetup(f, shape)
	d.Fill(grid)
	d.Vanished = [128]bool{}
	return d, append(unread, d.ClearUnusedFields()...)
}

// checkSquares checks that the grid has its squares where the board has them.
func checkSquares(f game.Field, g *game.Grid) (wrong []*game.FENError) {
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if err := checkSquare(f, g, rank, file); err != nil {
				wrong = append(wrong, err)
			}
		}
	}
	return wrong
}

// checkSquare checks that one square of the grid is obscured where the board has
// none.
func checkSquare(f game.Field, g *game.Grid, rank, file int) *game.FENError {
	c, sq := g.Cells[rank][file], game.Square(8*rank+file)
	obscured := board>>sq&1 == 0
	switch {
	case obscured && c != '*':
		return g.Errorf(f, rank, file, "*", "%s is no square of the board, yet it is not marked as obscured", squareName(sq))
	case !obscured && c == '*':
		return g.Errorf(f, rank, file, "a man or an empty square", "%s is marked as obscured, yet the board has it", squareName(sq))
	}
	return nil
}

// stateOf returns the state that a draft describes.
func stateOf(d *game.Setup) State {
	s := State{Turn: d.Turn, halfmoves: int32(d.Halfmoves), fullmove: int32(d.Fullmove)}
	for i := range d.Board.Cells {
		sq := game.Square(d.Board.Cells[i].ID)
		s.Pieces = s.With(sq, d.Pieces[sq])
	}
	return s
}

// SetupOptions implements game.SetupParser: there is nothing to set but men.
func (Game) SetupOptions(*game.Setup) game.SetupOptions { return game.SetupOptions{} }

// Faults implements game.SetupParser.
func (Game) Faults(d *game.Setup) []game.Fault {
	s := stateOf(d)
	return append(kingFaults(d), s.checkOther(d)...)
}

// kingFaults checks that each side has one king.
func kingFaults(d *game.Setup) (faults []game.Fault) {
	const want = "one"
	var kings [2]int
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			sq := game.Square(8*rank + file)
			if pt := d.Pieces[sq]; pt.Type() == game.King {
				if kings[pt.Color()]++; kings[pt.Color()] == 2 {
					faults = append(faults, d.TooManyKings(sq, want))
				}
			}
		}
	}
	for _, color := range []game.Color{game.White, game.Black} {
		if kings[color] == 0 {
			faults = append(faults, d.NoKing(color, want))
		}
	}
	return faults
}

// checkOther checks that the side not to move is not in check.
func (s *State) checkOther(d *game.Setup) (faults []game.Fault) {
	other := s.Turn.Other()
	for _, sq := range [4]game.Square{3, 4, 59, 60} {
		if pt := s.Piece(sq); royal[other]>>sq&1 != 0 && pt != game.NoPiece && pt.Color() == s.Turn {
			faults = append(faults, game.Fault{
				Err: d.SquareErrorf(sq, fmt.Sprintf("no %v man there with %v to move", s.Turn, s.Turn),
					"%v has left a %v on %s, its own royal square", other, pt, squareName(sq)),
				Hint: fmt.Sprintf("%[1]v’s %[2]v on %[3]s checks %[4]v from its royal square, but it is %[1]v’s turn: give the move to %[4]v, or take the %[2]v off.",
					s.Turn, pt.Type(), squareName(sq), other),
				Cells: []game.Square{sq},
			})
		}
	}
	kings := d.Find(game.King.Of(other))
	if len(kings) != 1 {
		return faults
	}
	if king := int(kings[0]); s.attacked(king, s.Turn, s.Occupied()) {
		faults = append(faults, d.OppositeCheck(kings[0], bitboard.Squares(s.attackers(king, s.Turn)), d.SquareErrorf(kings[0], "a king that cannot be taken",
			"%v has left its king on %s attacked, with %v to move", other, squareName(kings[0]), s.Turn)))
	}
	return faults
}
