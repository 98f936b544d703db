package game

import "github.com/wane-chess/wane/internal/message"

// FENError says what is wrong in a FEN, where, and what is expected there.
type FENError struct {
	// Field is "board", "side to move", "castling rights", "en passant square",
	// "halfmove clock", "move number", "operations" (of EPD), or "" for the whole.
	Field   string
	Column  int    // in the text, in bytes from 1
	Problem string // what is wrong, such as "no black king"
	Want    string // what is expected
}

// Error implements error.
func (e *FENError) Error() string {
	return message.Sprintf("parse FEN: %s, expected %s (column %d)", e.Problem, e.Want, e.Column)
}
