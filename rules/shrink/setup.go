package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// Faults implements rulekit.SetupParser.
func (g shrinkGame) Faults(d *rulekit.Setup) []rulekit.Fault { _, faults := g.check(d); return faults }

// Faults implements rulekit.SetupParser.
func (g chessGame) Faults(d *rulekit.Setup) []rulekit.Fault { _, faults := g.check(d); return faults }

// SetupOptions implements rulekit.SetupParser.
func (shrinkGame) SetupOptions(d *rulekit.Setup) rulekit.SetupOptions {
	return newChecker(d, shrinkDetails).options(8)
}

// SetupOptions implements rulekit.SetupParser.
func (chessGame) SetupOptions(d *rulekit.Setup) rulekit.SetupOptions {
	return newChecker(d, chessDetails).options(0)
}

// check returns the state that a setup describes, and its faults.
func (shrinkGame) check(d *rulekit.Setup) (State, []rulekit.Fault) {
	c := newChecker(d, shrinkDetails)
	c.rejectPawns(game.White, d.Board.Ranks-1, "white pawns promote on the top rank")
	c.rejectPawns(game.Black, 0, "black pawns promote on rank 1")
	c.rest()
	return c.State, c.faults
}

// check returns the state that a setup describes, and its faults.
func (chessGame) check(d *rulekit.Setup) (State, []rulekit.Fault) {
	c := newChecker(d, chessDetails)
	for _, color := range []game.Color{game.White, game.Black} {
		for _, rank := range []int{0, 7} {
			c.rejectPawns(color, rank, "pawns stand on ranks 2 to 7")
		}
	}
	c.rest()
	return c.State, c.faults
}

// details are what the two games check differently.
type details struct {
	// right returns the rook of a castling right, or 0 and what the right needs.
	right func(s *State, color game.Color, short bool) (rook uint64, need string)
	safe  func(*State, game.Move) bool
}

var (
	shrinkDetails = details{shrinkRights, (*State).safeCollapsing}
	chessDetails  = details{chessRights, (*State).safe}
)

// checker builds a state from a setup and collects its faults.
type checker struct {
	details
	*rulekit.Setup
	State  State
	faults []rulekit.Fault
}

// newChecker puts the pieces of a setup on the board.
func newChecker(d *rulekit.Setup, t details) *checker {
	c := &checker{details: t, Setup: d, faults: d.KingFaults()}
	s := &c.State
	s.ranks, s.files = uint8(d.Board.Ranks), uint8(d.Board.Files)
	s.Turn, s.halfmoves, s.EnPassant = d.Turn, uint16(d.Halfmoves), game.NoSquare
	for i := range d.Board.Squares {
		if sq := game.Square(d.Board.Squares[i].ID); d.Pieces[sq] != game.NoPiece {
			s.Pieces = s.With(sq, d.Pieces[sq])
		}
	}
	return c
}

func (c *checker) add(f rulekit.Fault) { c.faults = append(c.faults, f) }

// king returns the square of the only king of a color; ok is false unless it has one.
func (c *checker) king(color game.Color) (sq game.Square, ok bool) {
	kings := c.State.Kings() & c.State.Of(color)
	return bitboard.Lowest(kings) & 63, bitboard.Count(kings) == 1
}

// rejectPawns adds a fault for each pawn of a color on a rank where none can be.
func (c *checker) rejectPawns(color game.Color, rank int, why string) {
	for file := range c.Board.Files {
		if sq := game.Square(8*rank + file); c.Pieces[sq] == game.Pawn.Of(color) {
			c.add(c.MisplacedPawn(sq, why))
		}
	}
}

// rest checks what depends on the pieces: check, castling rights, en passant.
func (c *checker) rest() {
	s := &c.State
	other := s.Turn.Other()
	if king, ok := c.king(other); ok {
		if by := checkers(s.Pieces, other); by != 0 {
			c.add(c.OppositeCheck(king, bitboard.Squares(by), "a king that cannot be captured"))
		}
	}
	c.checkRights()
	c.checkEnPassant()
	for b := s.enPassantCapturers(); b != 0; b &= b - 1 {
		s.enPassantLegal = s.enPassantLegal || c.safe(s, enPassantMove(b, s.EnPassant))
	}
}

// options returns the castling rights and en passant squares that a setup may have.
func (c *checker) options(size int) rulekit.SetupOptions {
	o := rulekit.SetupOptions{MaxFiles: size, MaxRanks: size}
	for i, letter := range []byte(letters) {
		color, short := game.Color(i/2), i%2 == 0
		rook, _ := c.right(&c.State, color, short)
		o.Rights = append(o.Rights, rulekit.Right{Letter: letter, Label: castling(color, short), Possible: rook != 0})
	}
	for i := range c.Board.Squares {
		sq := game.Square(c.Board.Squares[i].ID)
		if want := c.State.wantForEnPassant(sq); want != "" {
			continue
		}
		if c.State.EnPassant = sq; c.State.enPassantCapturers() != 0 {
			o.EnPassant = append(o.EnPassant, sq)
		}
	}
	return o
}

// castling describes a castling right.
func castling(color game.Color, short bool) string {
	if short {
		return message.Sprintf("%v may castle towards the h-file", color)
	}
	return message.Sprintf("%v may castle towards the a-file", color)
}
