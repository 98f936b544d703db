package shrink

import (
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Faults implements game.SetupParser.
func (g shrinkGame) Faults(d *game.Setup) []game.Fault { _, faults := g.check(d); return faults }

// Faults implements game.SetupParser.
func (g chessGame) Faults(d *game.Setup) []game.Fault { _, faults := g.check(d); return faults }

// SetupOptions implements game.SetupParser.
func (shrinkGame) SetupOptions(d *game.Setup) game.SetupOptions {
	return begin(d, shrinkDetails).options(8)
}

// SetupOptions implements game.SetupParser.
func (chessGame) SetupOptions(d *game.Setup) game.SetupOptions {
	return begin(d, chessDetails).options(0)
}

// check makes a state of a setup, and returns what is wrong with it.
func (shrinkGame) check(d *game.Setup) (State, []game.Fault) {
	c := begin(d, shrinkDetails)
	c.kings()
	c.refusePawns(game.White, d.Board.Ranks-1, "no white pawn on the top row, where it would have promoted", "on the top row it would have promoted")
	c.refusePawns(game.Black, 0, "no black pawn on row 1, where it would have promoted", "on row 1 it would have promoted")
	c.rest()
	return c.State, c.faults
}

// check makes a state of a setup, and returns what is wrong with it.
func (chessGame) check(d *game.Setup) (State, []game.Fault) {
	c := begin(d, chessDetails)
	c.kings()
	for _, color := range []game.Color{game.White, game.Black} {
		for _, rank := range []int{0, 7} {
			c.refusePawns(color, rank, "pawns on rows 2 to 7 only", "pawns stand on rows 2 to 7 only")
		}
	}
	c.rest()
	return c.State, c.faults
}

// details are what the two games check differently.
type details struct {
	// right finds the rook of a right, or 0 and what the right needs.
	right func(s *State, color game.Color, short bool) (rook uint64, need string)
	safe  func(*State, game.Move) bool
}

var (
	shrinkDetails = details{shrinkRights, (*State).safeCollapsing}
	chessDetails  = details{chessRights, (*State).safe}
)

// checker makes a state of a setup.
type checker struct {
	details
	*game.Setup
	State  State
	faults []game.Fault
}

// begin puts the pieces of a setup on the board.
func begin(d *game.Setup, t details) *checker {
	c := &checker{details: t, Setup: d}
	s := &c.State
	s.ranks, s.files = uint8(d.Board.Ranks), uint8(d.Board.Files)
	s.turn, s.halfmoves, s.enPassant = d.Turn, uint16(d.Halfmoves), noSquare
	for i := range d.Board.Cells {
		if sq := game.Square(d.Board.Cells[i].ID); d.Pieces[sq] != game.NoPiece {
			s.Pieces = s.With(sq, d.Pieces[sq])
		}
	}
	return c
}

func (c *checker) add(f game.Fault) { c.faults = append(c.faults, f) }

// king returns the square of a side's only king.
func (c *checker) king(color game.Color) (sq uint, ok bool) {
	kings := c.State.Kings() & c.State.Of(color)
	return lowest(kings) & 63, count(kings) == 1
}

// kings checks that each side has one king.
func (c *checker) kings() {
	const want = "one king on each side"
	var seen [2]int
	for i := range c.Board.Cells {
		sq := game.Square(c.Board.Cells[i].ID)
		if pt := c.Pieces[sq]; pt.Type() == game.King {
			if seen[pt.Color()]++; seen[pt.Color()] == 2 {
				c.add(c.TooManyKings(sq, want))
			}
		}
	}
	for _, color := range []game.Color{game.White, game.Black} {
		if seen[color] == 0 {
			c.add(c.NoKing(color, want))
		}
	}
}

// refusePawns reports a side's pawns on a rank where they cannot be, and why.
func (c *checker) refusePawns(color game.Color, rank int, want, why string) {
	for file := range c.Board.Files {
		sq, pt := game.Square(8*rank+file), game.Pawn.Of(color)
		if c.Pieces[sq] == pt {
			c.add(game.Fault{
				Err:   c.SquareErrorf(sq, want, "a %v on row %d of %d", pt, rank+1, c.Board.Ranks),
				Hint:  fmt.Sprintf("%v’s pawn on %s cannot be there: %s.", color, c.Name(sq), why),
				Cells: []game.Square{sq},
			})
		}
	}
}

// rest checks what depends on the pieces: check, rights, en passant.
func (c *checker) rest() {
	s := &c.State
	idle := s.turn.Other()
	if king, ok := c.king(idle); ok {
		if by := checkers(s.Pieces, idle); by != 0 {
			err := c.SquareErrorf(game.Square(king), "a position in which the side that has just moved is not in check",
				"%v is to move and attacks the %v", s.turn, game.King.Of(idle))
			c.add(c.OppositeCheck(game.Square(king), bitboard.Squares(by), err))
		}
	}
	c.rights()
	c.enPassant()
	for b := s.enPassantCapturers(); b != 0; b &= b - 1 {
		s.enPassantLegal = s.enPassantLegal || c.safe(s, enPassantMove(b, s.enPassant))
	}
}

// options returns the rights and en passant squares that a setup may have.
func (c *checker) options(size int) game.SetupOptions {
	o := game.SetupOptions{MaxFiles: size, MaxRanks: size}
	for i, letter := range []byte(letters) {
		color, short := game.Color(i/2), i%2 == 0
		rook, _ := c.right(&c.State, color, short)
		o.Rights = append(o.Rights, game.Right{Letter: letter, Label: castling(color, short), Possible: rook != 0})
	}
	for i := range c.Board.Cells {
		sq := c.Board.Cells[i].ID
		if want := c.State.wantForEnPassant(uint(sq)); want != "" {
			continue
		}
		if c.State.enPassant = uint8(sq); c.State.enPassantCapturers() != 0 {
			o.EnPassant = append(o.EnPassant, game.Square(sq))
		}
	}
	return o
}

// castling names a right.
func castling(color game.Color, short bool) string {
	if short {
		return fmt.Sprintf("%v may castle towards the h-file", color)
	}
	return fmt.Sprintf("%v may castle towards the a-file", color)
}
