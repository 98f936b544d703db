// Package game is the contract between the rules of a game and everything
// else: search, notation, pictures, servers. It knows no variant.
//
// A Game makes Positions. A Position is played on in place: Make plays a move
// and Unmake takes it back, to any depth, and neither allocates once the
// position has grown to the depth in use.
//
// The rules of a game keep a rulekit.Stack of small states, one for each ply, so Unmake takes back any move
// equally fast.
//
// Narration, previews and animations are made of Effects and Views, so no interface knows a rule.
package game

import "github.com/wane-chess/wane/geom"

// Game is one set of rules with its start position. Games hold no state of
// play and are safe for concurrent use.
type Game interface {
	// Name is the identifier used on command lines, in records and in URLs,
	// such as "shrink" or "diminuendo:pbnrqk+qk".
	Name() string
	// Title is the name for people, such as "Shrink Chess".
	Title() string
	// Info describes the game to pages, servers and pictures: see InfoOf.
	Info() Info
	// Rules returns the rules for players, with all rulings, in Markdown. It returns "" in
	// WebAssembly, since pages get the rules from the server.
	Rules() string
	// Start returns a new position at the start of a game.
	Start() Position
	// Parse reads a FEN. Its errors are *FENError.
	Parse(fen string) (Position, error)
}

// Position is a position with the moves that led to it. It knows only the rules; the
// evaluators of package engine/eval judge positions. One goroutine at a time may use a
// Position.
type Position interface {
	// Game returns the rules that the position belongs to.
	Game() Game
	// Turn is the side to move.
	Turn() Color
	// Key is the same for two positions of a game if the rules count them as a
	// repetition: the same pieces, side to move and rights. The halfmove clock and
	// repetitions are not part of it.
	Key() uint64
	// InCheck reports whether the side to move is in check.
	InCheck() bool
	// Legal appends every legal move to dst. A move that promotes pieces is listed
	// once for each choice.
	Legal(dst []Move) []Move
	// LegalCount returns the number of legal moves, faster than Legal.
	LegalCount() int
	// Make plays a move that Legal returned for this very position, unchecked. A wane.Board checks
	// moves.
	Make(Move)
	// Unmake takes back the last move made. It panics if there is none.
	Unmake()
	// Ply is the number of moves that Unmake can take back.
	Ply() int
	// Repetitions is how often this position has occurred before in the moves
	// made so far.
	Repetitions() int
	// Halfmoves is the halfmove clock: the plies since the last move that resets
	// it. At MaxHalfmoves the game is drawn.
	Halfmoves() int
	// Fullmove is the number of the current move, from 1. It rises after Black's
	// move.
	Fullmove() int
	// Terminal recognizes ends that need no list of moves: threefold repetition,
	// the fifty-move rule, dead positions, a lost king. The result is WDLDraw or
	// WDLLoss. Checkmate and stalemate are not among them: see Stalemate. A mate
	// on the last halfmove comes before the fifty-move rule.
	Terminal() (WDL, bool)
	// Stalemate is the result for a side to move that has no legal move and is not
	// in check: WDLDraw, or WDLLoss where the rules say so.
	Stalemate() WDL
	// Outcome reports whether the game has ended, who won and why.
	Outcome() Outcome
	// TimeoutOutcome is the outcome if that side's time runs out now: a loss, or a
	// draw if the other side could never win.
	TimeoutOutcome(loser Color) Outcome
	// Effects lists what a legal move does, in the order in which a person would
	// describe it. Applied to View, the effects give the View after the move.
	Effects(Move) []Effect
	// View shows the board and the pieces.
	View() View
	// Board returns the board of the View, which is shared and must not be changed.
	Board() *geom.Board
	// PieceAt returns the piece on a square, NoPiece if it is empty or not on the board.
	PieceAt(Square) Piece
	// UCI returns a legal move as UCI writes it, such as "e2e4" or "e1d2bn".
	UCI(Move) string
	// FEN returns the position as a FEN, which Game.Parse reads back.
	FEN() string
	// String is FEN, for printing.
	String() string
	// Clone returns an independent copy, with the moves made so far.
	Clone() Position
	// Attackers returns the squares, in ascending order, from which pieces of a color
	// attack a square: from where they could capture an enemy there, whatever pins,
	// checks and the turn say. En passant is no attack. It returns nil for a square that
	// is not on the board.
	Attackers(sq Square, by Color) []Square
	// Checkers returns the squares, in ascending order, of the pieces that give
	// check to the side to move: none exactly if InCheck is false.
	Checkers() []Square
}

// Acyclic is a Position of a game that must end, because every move takes something away
// for good: no position can come twice. A solver may then follow lines to their ends. How
// a game continues depends only on the Key and on the fifty-move rule. A Position of any
// other game must not implement it.
type Acyclic interface {
	Position
	// FreeSquares is the number of empty squares that have not vanished: those that a
	// move can enter without a capture.
	FreeSquares() int
	// PliesLeft bounds how many more plies can be played, whatever they are. It
	// falls by at least one with every move.
	PliesLeft() int
	// CanWin reports whether a side may still win. If it is false, no sequence of
	// moves wins for that side; true promises nothing.
	CanWin(Color) bool
}

// IsAcyclic reports whether the game of a position must end (Acyclic).
func IsAcyclic(p Position) bool {
	_, acyclic := p.(Acyclic)
	return acyclic
}

// QueenMover is a Position of a game in which a king moves as a queen for a time.
type QueenMover interface {
	Position
	// QueenMovers returns the squares, in ascending order, of the kings that move as
	// queens now.
	QueenMovers() []Square
}

// MaxHalfmoves is the halfmove clock that draws a game: fifty moves by each side.
const MaxHalfmoves = 100

// Color is one of the two players.
type Color uint8

// The sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns "White" or "Black".
func (c Color) String() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// Letter returns "w" or "b", as a FEN has it.
func (c Color) Letter() string {
	if c == White {
		return "w"
	}
	return "b"
}
