package rulekit

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
)

// SetupParser is a Game with an editor: people can set up positions piece by piece,
// and every setup comes with the faults that keep it from being played.
type SetupParser interface {
	game.Game
	// ParseSetup reads a FEN, legal or not, as far as it can. It returns an error for
	// each thing that it cannot read.
	ParseSetup(fen string) (*Setup, []*game.FENError)
	// Faults returns everything for which Parse rejects the setup. Parse accepts a FEN
	// exactly if ParseSetup reads all of it and the setup has no faults.
	Faults(s *Setup) []Fault
	// SetupOptions returns what can be set besides the pieces, given the pieces.
	SetupOptions(s *Setup) SetupOptions
}

// Setup is a position as a user sets it up: all that a FEN of its game can say,
// whether or not a game could come to it. SetupParsers make it.
type Setup struct {
	game.View
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
		View: game.View{Board: b, Turn: f.Turn}, Rights: f.Rights, EnPassant: f.EnPassant,
		Halfmoves: f.Halfmoves, Fullmove: f.Fullmove, field: f.Board,
	}
}

// Fill sets the squares of the board from a grid read from its field.
func (s *Setup) Fill(g *Grid) {
	for i := range s.Board.Squares {
		sq := &s.Board.Squares[i]
		letter := g.Squares[sq.Row][sq.Col]
		s.Set(game.Square(sq.ID), game.PieceOf(letter), g.column[sq.Row][sq.Col])
		s.Vanished[sq.ID] = letter == '*'
	}
}

// Set puts a piece, or NoPiece, on a square, as it was read at an offset in the board
// field.
func (s *Setup) Set(sq game.Square, pc game.Piece, offset int) {
	s.Pieces[sq], s.offset[sq] = pc, offset
}

// SquareErrorf makes an error about what stands on a square.
func (s *Setup) SquareErrorf(sq game.Square, want, problem string, args ...any) *game.FENError {
	return s.field.Errorf(s.offset[sq], want, problem, args...)
}

// BoardErrorf makes an error about the board.
func (s *Setup) BoardErrorf(want, problem string, args ...any) *game.FENError {
	return s.field.Errorf(0, want, problem, args...)
}

// Name returns the name of a square.
func (s *Setup) Name(sq game.Square) string { return s.Board.Name(int(sq)) }

// Find returns the squares on which a piece stands, in the board's order.
func (s *Setup) Find(pc game.Piece) []game.Square {
	var found []game.Square
	for i := range s.Board.Squares {
		if id := s.Board.Squares[i].ID; s.Pieces[id] == pc {
			found = append(found, game.Square(id))
		}
	}
	return found
}

// Has reports whether the setup gives a right.
func (s *Setup) Has(right byte) bool { return strings.IndexByte(s.Rights.Text, right) >= 0 }

// ReadRights keeps of the rights field the letters that a game knows, each once,
// and returns an error for each of the others.
func (s *Setup) ReadRights(known string, unknown, twice func(f Field, i int) *game.FENError) []*game.FENError {
	f := s.Rights
	if f.Text == "-" {
		return nil
	}
	var wrong []*game.FENError
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

// ReadEnPassant empties the en passant field and returns an error if it names no square
// of the board.
func (s *Setup) ReadEnPassant() []*game.FENError {
	f := &s.EnPassant
	if f.Text == "-" || s.Board.SquareByName(f.Text) != nil {
		return nil
	}
	wrong := f.Errorf(0, "- or the name of a square of the board", "unknown square %.24q", f.Text)
	f.Text = "-"
	return []*game.FENError{wrong}
}

// ClearUnusedFields empties castling rights and en passant square, for games without
// either, and returns an error for each that was set.
func (s *Setup) ClearUnusedFields() []*game.FENError {
	var wrong []*game.FENError
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
	return JoinFEN(BoardFEN(s.View), s.Turn, s.Rights.Text, s.EnPassant.Text, s.Halfmoves, s.Fullmove)
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
	EnPassant []game.Square
}

// Right is a right of a king, or of a king and a rook, that lasts until they move.
type Right struct {
	Letter   byte
	Label    string // for people: "White may castle towards the h-file"
	Possible bool   // with the pieces as they stand
}

// Fault is something that keeps a setup from being a position.
type Fault struct {
	// Err is the error of Parse, for the author of a FEN.
	Err *game.FENError
	// Hint says what is wrong and how to fix it, for a user who sees the board.
	Hint string
	// Squares are the squares with the fault, if any.
	Squares []game.Square
}

// FirstError returns the error of a parser: the first thing that could not be read, or
// the first fault; nil if there is none.
func FirstError(unread []*game.FENError, faults []Fault) error {
	switch {
	case len(unread) > 0:
		return unread[0]
	case len(faults) > 0:
		return faults[0].Err
	}
	return nil
}

// KingFaults returns the faults of a setup in which each color needs exactly one king.
func (s *Setup) KingFaults() (faults []Fault) {
	const want = "one"
	for _, color := range []game.Color{game.White, game.Black} {
		switch kings := s.Find(game.King.Of(color)); {
		case len(kings) == 0:
			faults = append(faults, s.NoKing(color, want))
		case len(kings) > 1:
			faults = append(faults, s.TooManyKings(color, want))
		}
	}
	return faults
}

// NoKing is the fault of a color that has no king and needs one.
func (s *Setup) NoKing(color game.Color, want string) Fault {
	hint := message.Sprintf("%v has no king: put one on the board.", color)
	return Fault{s.BoardErrorf(want, "no %v", game.King.Of(color)), hint, nil}
}

// TooManyKings is the fault of a color that has more than one king. Its error points at
// the second king in the text.
func (s *Setup) TooManyKings(color game.Color, want string) Fault {
	king := game.King.Of(color)
	all := s.Find(king)
	first, second := all[0], all[1]
	for _, sq := range all[1:] {
		switch {
		case s.offset[sq] < s.offset[first]:
			first, second = sq, first
		case s.offset[sq] < s.offset[second]:
			second = sq
		}
	}
	hint := message.Sprintf("%v has %d kings: leave one of them.", color, len(all))
	return Fault{s.SquareErrorf(second, want, "a second %v", king), hint, all}
}

// MisplacedPawn is the fault that the pawn on a square cannot stand there. why is
// the reason, without a full stop.
func (s *Setup) MisplacedPawn(sq game.Square, why string) Fault {
	pawn := s.Pieces[sq]
	return Fault{s.SquareErrorf(sq, "no pawn there, since "+why, "a %v on %s", pawn, s.Name(sq)),
		message.Sprintf("%v’s pawn on %s cannot be there: %s.", pawn.Color(), s.Name(sq), why), []game.Square{sq}}
}

// OppositeCheck is the fault that the king of the side not to move is attacked by
// the pieces on the given squares. want is what is expected instead.
func (s *Setup) OppositeCheck(king game.Square, by []game.Square, want string) Fault {
	err := s.SquareErrorf(king, want, "the %v on %s is attacked with %v to move", s.Pieces[king], s.Name(king), s.Turn)
	color := s.Pieces[king].Color()
	attackers := make([]string, len(by))
	for i, sq := range by {
		attackers[i] = message.Sprintf("the %v on %s", s.Pieces[sq].Type(), s.Name(sq))
	}
	hint := message.Sprintf("%v’s king on %s is attacked by %s, but it is %v’s turn: let %v move, or end the attack.",
		color, s.Name(king), strings.Join(attackers, " and "), s.Turn, color)
	return Fault{err, hint, append([]game.Square{king}, by...)}
}
