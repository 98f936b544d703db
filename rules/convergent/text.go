package convergent

import (
	"fmt"

	"github.com/wane-chess/wane/game"
)

// Parse implements game.Game. It refuses a man off the forty squares, other than
// one king each, and a side not to move that is in check in either way (R3). Its
// errors are *game.FENError.
func (Game) Parse(fen string) (game.Position, error) {
	f, err := game.SplitFEN(fen)
	if err != nil {
		return nil, err
	}
	g, err := f.Board.ReadGrid(8, 8)
	if err != nil {
		return nil, err
	}
	s := state{turn: f.Turn, halfmoves: int32(f.Halfmoves), fullmove: int32(f.Fullmove)}
	if err := s.place(f.Board, g); err != nil {
		return nil, err
	}
	for _, unused := range []game.Field{f.Rights, f.EnPassant} {
		if unused.Text != "-" {
			return nil, unused.Errorf(0, "-, since the game has neither castling nor en passant", "the field is not empty")
		}
	}
	if err := s.checkOther(f.Board, g); err != nil {
		return nil, err
	}
	return newPosition(s), nil
}

// place puts the men of the grid on the board.
func (s *state) place(f game.Field, g *game.Grid) error {
	if err := g.MustBe(f, 8, 8); err != nil {
		return err
	}
	var kings [2]int
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if err := checkSquare(f, g, rank, file); err != nil {
				return err
			}
			man := game.ManOf(g.Cells[rank][file])
			if man.Piece() == game.King {
				if kings[man.Side()]++; kings[man.Side()] > 1 {
					return g.Errorf(f, rank, file, "one", "a second %v", man)
				}
			}
			s.Men = s.With(game.Square(8*rank+file), man)
		}
	}
	for _, side := range []game.Side{game.White, game.Black} {
		if kings[side] == 0 {
			return f.Errorf(0, "one", "no %v", game.King.Of(side))
		}
	}
	return nil
}

// checkSquare checks what stands on one square of the grid.
func checkSquare(f game.Field, g *game.Grid, rank, file int) error {
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

// checkOther checks that the side not to move is not in check.
func (s *state) checkOther(f game.Field, g *game.Grid) error {
	other := s.turn.Other()
	for _, sq := range [4]game.Square{3, 4, 59, 60} {
		if man := s.Man(sq); royal[other]>>sq&1 != 0 && man != game.NoMan && man.Side() == s.turn {
			return g.Errorf(f, int(sq/8), int(sq%8), fmt.Sprintf("no %v man there with %v to move", s.turn, s.turn),
				"%v has left a %v on %s, its own royal square", other, man, squareName(sq))
		}
	}
	if king := s.king(other); s.attacked(king, s.turn, s.Occupied()) {
		return g.Errorf(f, king/8, king%8, "a king that cannot be taken",
			"%v has left its king on %s attacked, with %v to move", other, squareName(game.Square(king)), s.turn)
	}
	return nil
}

// String implements game.Position.
func (p *Position) String() string {
	s := p.top()
	g := game.Grid{Files: 8, Ranks: 8}
	for sq := range game.Square(64) {
		c := byte(' ')
		if man := s.Man(sq); man != game.NoMan {
			c = man.Letter()
		} else if board>>sq&1 == 0 {
			c = '*'
		}
		g.Cells[sq/8][sq%8] = c
	}
	return game.JoinFEN(g.String(), s.turn, "", "", int(s.halfmoves), int(s.fullmove))
}

// Text implements game.Position.
func (p *Position) Text(m game.Move) string { return squareName(m.From()) + squareName(m.To()) }

// squareName returns a square's name, obscured or not.
func squareName(sq game.Square) string {
	return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3&7)})
}
