package game

import (
	"strings"

	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
)

// SetupParser is a Game with an editor: people can set up positions piece by piece,
// and every setup comes with the faults that keep it from being played.
type SetupParser interface {
	Game
	// ParseSetup reads a FEN, legal or not, as far as it can, and returns an error for
	// everything that it could not read.
	ParseSetup(fen string) (*Setup, []*FENError)
	// Faults returns everything for which Parse rejects the setup. Parse accepts a FEN
	// exactly if ParseSetup reads all of it and the setup has no faults.
	Faults(s *Setup) []Fault
	// SetupOptions returns what can be set besides the pieces, given the pieces.
	SetupOptions(s *Setup) SetupOptions
}

// Setup is a position as a user sets it up: all that a FEN of its game can say,
// whether or not a game could come to it. SetupParsers make it.
type Setup struct {
	View
	Rights    Field // letters that the game knows, each once, or "-"
	EnPassant Field // the name of a square of the board, or "-"
	Halfmoves int
	Fullmove  int

	field  Field    // of the board
	offset [128]int // in that field, of what stands on each square
}

// NewSetup returns a setup with the fields of a FEN and an empty board.
func NewSetup(f Fields, b *geom.Board) *Setup {
	return &Setup{
		View: View{Board: b, Turn: f.Turn}, Rights: f.Rights, EnPassant: f.EnPassant,
		Halfmoves: f.Halfmoves, Fullmove: f.Fullmove, field: f.Board,
	}
}

// Fill sets the squares of the board from a grid read from its field.
func (s *Setup) Fill(g *Grid) {
	for i := range s.Board.Squares {
		c := &s.Board.Squares[i]
		letter := g.Squares[c.Row][c.Col]
		s.Set(Square(c.ID), PieceOf(letter), g.column[c.Row][c.Col])
		s.Vanished[c.ID] = letter == '*'
	}
}

// Set puts a piece, or NoPiece, on a square, as it was read at an offset in the board
// field.
func (s *Setup) Set(sq Square, p Piece, offset int) { s.Pieces[sq], s.offset[sq] = p, offset }

// SquareErrorf makes an error about what stands on a square.
func (s *Setup) SquareErrorf(sq Square, want, problem string, args ...any) *FENError {
	return s.field.Errorf(s.offset[sq], want, problem, args...)
}

// BoardErrorf makes an error about the board.
func (s *Setup) BoardErrorf(want, problem string, args ...any) *FENError {
	return s.field.Errorf(0, want, problem, args...)
}

// Name returns the name of a square.
func (s *Setup) Name(sq Square) string { return s.Board.Name(int(sq)) }

// Find returns the squares on which a piece stands, in the board's order.
func (s *Setup) Find(p Piece) []Square {
	var found []Square
	for i := range s.Board.Squares {
		if id := s.Board.Squares[i].ID; s.Pieces[id] == p {
			found = append(found, Square(id))
		}
	}
	return found
}

// Has reports whether the setup gives a right.
func (s *Setup) Has(right byte) bool { return strings.IndexByte(s.Rights.Text, right) >= 0 }

// ReadRights keeps of the rights field the letters that a game knows, each once,
// and returns an error for each of the others.
func (s *Setup) ReadRights(known string, unknown, twice func(f Field, i int) *FENError) []*FENError {
	f := s.Rights
	if f.Text == "-" {
		return nil
	}
	var wrong []*FENError
	kept := ""
	for i, letter := range f.Text {
		switch {
		case !strings.ContainsRune(known, letter):
			wrong = append(wrong, unknown(f, i))
		case strings.ContainsRune(kept, letter):
			wrong = append(wrong, twice(f, i))
		default:
			kept += string(letter)
		}
	}
	if s.Rights.Text = kept; kept == "" {
		s.Rights.Text = "-"
	}
	return wrong
}

// ClearUnusedFields empties castling rights and en passant square, for games without
// either, and returns an error for each that was set.
func (s *Setup) ClearUnusedFields() []*FENError {
	var wrong []*FENError
	for _, f := range []*Field{&s.Rights, &s.EnPassant} {
		if f.Text != "-" {
			wrong = append(wrong, f.Errorf(0, "-, since the game has neither castling nor en passant",
				"%s %q", f.Name, message.Clip(f.Text, 24)))
			f.Text = "-"
		}
	}
	return wrong
}

// String writes the setup as a FEN.
func (s *Setup) String() string {
	return JoinFEN(s.BoardFEN(), s.Turn, s.Rights.Text, s.EnPassant.Text, s.Halfmoves, s.Fullmove)
}

// SetupOptions is what can be set in a setup besides its pieces.
type SetupOptions struct {
	// MaxFiles and MaxRanks bound the sizes of the board; 0 if it has only one.
	MaxFiles, MaxRanks int
	// Vanished reports whether squares may be gone.
	Vanished bool
	// Rights are all that the game knows.
	Rights []Right
	// EnPassant are the squares on which a pawn could be taken en passant.
	EnPassant []Square
}

// Right is something that a king, or a king and a rook, may still do.
type Right struct {
	Letter   byte
	Label    string // for people: "White may castle towards the h-file"
	Possible bool   // with the pieces as they stand
}

// Fault is something that keeps a setup from being a position.
type Fault struct {
	// Err is the error of Parse, for the author of a FEN.
	Err *FENError
	// Hint says what is wrong and how to fix it, for a user who sees the board.
	Hint string
	// Squares are the squares with the fault, if any.
	Squares []Square
}

// FirstError returns the error of a parser: the first thing that could not be read, or
// the first fault; nil if there is none.
func FirstError(unread []*FENError, faults []Fault) error {
	switch {
	case len(unread) > 0:
		return unread[0]
	case len(faults) > 0:
		return faults[0].Err
	}
	return nil
}

// NoKing is the fault of a side that has no king and needs one.
func (s *Setup) NoKing(who Color, want string) Fault {
	hint := message.Sprintf("%v has no king: put one on the board.", who)
	return Fault{s.BoardErrorf(want, "no %v", King.Of(who)), hint, nil}
}

// TooManyKings is the fault of a side that has more than one king. Its error points
// at the second that is read.
func (s *Setup) TooManyKings(at Square, want string) Fault {
	king := s.Pieces[at]
	all := s.Find(king)
	hint := message.Sprintf("%v has %d kings: leave one of them.", king.Color(), len(all))
	return Fault{s.SquareErrorf(at, want, "a second %v", king), hint, all}
}

// MisplacedPawn is the fault that the pawn on a square cannot stand there. why is
// the reason, without a full stop.
func (s *Setup) MisplacedPawn(sq Square, why string) Fault {
	pawn := s.Pieces[sq]
	return Fault{s.SquareErrorf(sq, "no pawn there, since "+why, "a %v on %s", pawn, s.Name(sq)),
		message.Sprintf("%v’s pawn on %s cannot be there: %s.", pawn.Color(), s.Name(sq), why), []Square{sq}}
}

// OppositeCheck is the fault that the king of the side not to move is attacked by
// the pieces on the given squares. want is what is expected instead.
func (s *Setup) OppositeCheck(king Square, by []Square, want string) Fault {
	err := s.SquareErrorf(king, want, "the %v on %s is attacked with %v to move", s.Pieces[king], s.Name(king), s.Turn)
	who := s.Pieces[king].Color()
	attackers := make([]string, len(by))
	for i, sq := range by {
		attackers[i] = message.Sprintf("the %v on %s", s.Pieces[sq].Type(), s.Name(sq))
	}
	hint := message.Sprintf("%v’s king on %s is attacked by %s, but it is %v’s turn: let %v move, or end the attack.",
		who, s.Name(king), strings.Join(attackers, " and "), s.Turn, who)
	return Fault{err, hint, append([]Square{king}, by...)}
}
