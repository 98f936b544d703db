package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// Parse implements game.Game. It rejects pieces off the forty squares, a color without
// exactly one king, and a side not to move that is in check in either way (R3).
// Errors are *game.FENError.
func (g Game) Parse(fen string) (game.Position, error) {
	d, unread := g.ParseSetup(fen)
	if err := game.FirstError(unread, g.Faults(d)); err != nil {
		return nil, err
	}
	return newPosition(stateOf(d)), nil
}

// Reset makes p the start of a game with these pieces, like Parse without the text: it is
// much faster. It returns false, and p is as before, if Parse would reject the pieces, or if
// the board does not have 8 ranks and 8 files.
func (p *Position) Reset(pieces bitboard.Pieces, ranks, files int, turn game.Color) bool {
	s := State{Pieces: pieces, Turn: turn, fullmove: 1}
	other, kings := turn.Other(), pieces.Kings()
	if ranks != 8 || files != 8 || pieces.Occupied()&^board != 0 ||
		mathbits.OnesCount64(kings) != 2 || mathbits.OnesCount64(kings&pieces.Black) != 1 ||
		royal[other&1]&s.Of(turn) != 0 || s.attacked(s.King(other), turn, pieces.Occupied()) {
		return false
	}
	s.key = s.hash()
	p.states.Reset(s)
	return true
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

// checkSquare checks that a square of the grid is missing exactly if the board does
// not have it.
func checkSquare(f game.Field, g *game.Grid, rank, file int) *game.FENError {
	c, sq := g.Squares[rank][file], game.Square(8*rank+file)
	missing := board>>sq&1 == 0
	switch {
	case missing && c != '*':
		return g.Errorf(f, rank, file, "* there", "%s is not a square of the board", squareName(sq))
	case !missing && c == '*':
		return g.Errorf(f, rank, file, "a piece or an empty square", "* on %s, a square of the board", squareName(sq))
	}
	return nil
}

// stateOf returns the state that a setup describes, legal or not.
func stateOf(d *game.Setup) State {
	s := State{Turn: d.Turn, halfmoves: int32(d.Halfmoves), fullmove: int32(d.Fullmove)}
	for i := range d.Board.Squares {
		sq := game.Square(d.Board.Squares[i].ID)
		s.Pieces = s.With(sq, d.Pieces[sq])
	}
	return s
}

// SetupOptions implements game.SetupParser: only pieces can be set.
func (Game) SetupOptions(*game.Setup) game.SetupOptions { return game.SetupOptions{} }

// Faults implements game.SetupParser.
func (Game) Faults(d *game.Setup) []game.Fault {
	s := stateOf(d)
	return append(kingFaults(d), s.checkOther(d)...)
}

// kingFaults checks that each color has one king.
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

// checkOther checks that the side not to move is not in check (R3).
func (s *State) checkOther(d *game.Setup) (faults []game.Fault) {
	other := s.Turn.Other()
	for _, sq := range [4]game.Square{3, 4, 59, 60} {
		if pt := s.Piece(sq); royal[other]>>sq&1 != 0 && pt != game.NoPiece && pt.Color() == s.Turn {
			faults = append(faults, game.Fault{
				Err: d.SquareErrorf(sq, message.Sprintf("no %v piece there", s.Turn),
					"a %v on the royal square %s with %v to move", pt, squareName(sq), s.Turn),
				Hint: message.Sprintf("%[1]v’s %[2]v on %[3]s checks %[4]v from its royal square, "+
					"but it is %[1]v’s turn: let %[4]v move, or remove the %[2]v.",
					s.Turn, pt.Type(), squareName(sq), other),
				Squares: []game.Square{sq},
			})
		}
	}
	kings := d.Find(game.King.Of(other))
	if len(kings) != 1 {
		return faults
	}
	if king := int(kings[0]); s.attacked(king, s.Turn, s.Occupied()) {
		attackers := bitboard.Squares(s.attackers(king, s.Turn))
		faults = append(faults, d.OppositeCheck(kings[0], attackers, "a king that cannot be captured"))
	}
	return faults
}

// String implements game.Position.
func (p *Position) String() string {
	s := p.State()
	return game.JoinFEN(p.View().BoardFEN(), s.Turn, "", "", int(s.halfmoves), int(s.fullmove))
}

// UCI implements game.Position.
func (p *Position) UCI(m game.Move) string { return squareName(m.From()) + squareName(m.To()) }

// squareName returns the name of a square of the 8×8 frame.
func squareName(sq game.Square) string {
	return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3&7)})
}
