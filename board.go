// Package wane plays chess on boards that diminish. A Board is a game in progress: it has the legal moves, plays only
// those, takes them back, and says how the game has ended.
//
//	b := wane.NewBoard(shrink.New())
//	m, err := b.PushSAN("e4")
//
// The games are in package rules and the packages below it. Package notation reads and writes whole games,
// engine/search looks for the best move, render draws.
package wane

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
)

// Board is a position with the moves that were played to reach it. NewBoard, ParseBoard and BoardOf make one. One
// goroutine at a time may use a Board; Clone makes another.
type Board struct {
	pos   game.Position
	stack []game.Move
}

// NewBoard returns a board at the start of a game.
func NewBoard(g game.Game) *Board { return &Board{pos: g.Start()} }

// ParseBoard returns a board with the position of a FEN. Its error is a *game.FENError.
func ParseBoard(g game.Game, fen string) (*Board, error) {
	p, err := g.Parse(fen)
	if err != nil {
		return nil, err
	}
	return &Board{pos: p}, nil
}

// BoardOf returns a board with a copy of a position. The moves that led to the position count for repetitions, but Pop
// does not take them back.
func BoardOf(p game.Position) *Board { return &Board{pos: p.Clone()} }

// Game returns the rules.
func (b *Board) Game() game.Game { return b.pos.Game() }

// Turn returns the side to move.
func (b *Board) Turn() game.Color { return b.pos.Turn() }

// Moves returns the legal moves, in no particular order. A promotion is listed once for each choice. There may be some
// after the end, as after a draw by repetition: Outcome says that the game is over.
func (b *Board) Moves() []game.Move { return b.pos.Legal(nil) }

// IsLegal reports whether a move is legal.
func (b *Board) IsLegal(m game.Move) bool { return game.IsLegal(b.pos, m) }

// Push plays a legal move, also after the end of the game if there still are some. For any other move it returns an
// error and changes nothing.
func (b *Board) Push(m game.Move) error {
	if err := b.check(m); err != nil {
		return err
	}
	b.push(m)
	return nil
}

func (b *Board) push(m game.Move) {
	b.pos.Make(m)
	b.stack = append(b.stack, m)
}

func (b *Board) check(m game.Move) error {
	if !b.IsLegal(m) {
		return message.Errorf("%s%s is not legal in %s", b.SquareName(m.From()), b.SquareName(m.To()), b.pos)
	}
	return nil
}

// PushSAN plays a move in short algebraic notation, such as "Nf3" or "exd5". Otherwise it is like ParseSAN.
func (b *Board) PushSAN(san string) (game.Move, error) { return b.read(san, notation.ParseSAN) }

// PushUCI plays a move as UCI writes it, such as "g1f3" or "e7e8q". Otherwise it is like ParseUCI.
func (b *Board) PushUCI(uci string) (game.Move, error) { return b.read(uci, notation.ParseUCI) }

func (b *Board) read(text string, parse func(game.Position, string) (game.Move, error)) (game.Move, error) {
	m, err := parse(b.pos, text)
	if err == nil {
		b.push(m)
	}
	return m, err
}

// Pop takes back the last move and returns it, or game.NoMove if none was played.
func (b *Board) Pop() game.Move {
	last := b.Last()
	if last != game.NoMove {
		b.pos.Unmake()
		b.stack = b.stack[:len(b.stack)-1]
	}
	return last
}

// Last returns the last move that was played, or game.NoMove if there is none.
func (b *Board) Last() game.Move {
	if len(b.stack) == 0 {
		return game.NoMove
	}
	return b.stack[len(b.stack)-1]
}

// Stack returns a copy of the moves that were played, the first one first.
func (b *Board) Stack() []game.Move { return slices.Clone(b.stack) }

// ParseSAN reads a legal move in short algebraic notation. Its error is a *notation.MoveError.
func (b *Board) ParseSAN(san string) (game.Move, error) { return notation.ParseSAN(b.pos, san) }

// ParseUCI reads a legal move as UCI writes it. Its error is a *notation.MoveError.
func (b *Board) ParseUCI(uci string) (game.Move, error) { return notation.ParseUCI(b.pos, uci) }

// SAN writes a legal move in short algebraic notation, with "+" for check and "#" for mate.
func (b *Board) SAN(m game.Move) (string, error) {
	if err := b.check(m); err != nil {
		return "", err
	}
	return notation.SAN(b.pos, m), nil
}

// UCI writes a legal move as UCI does.
func (b *Board) UCI(m game.Move) (string, error) {
	if err := b.check(m); err != nil {
		return "", err
	}
	return b.pos.UCI(m), nil
}

// FEN returns the position as a FEN, which ParseBoard reads.
func (b *Board) FEN() string { return b.pos.FEN() }

// String returns the FEN.
func (b *Board) String() string { return b.FEN() }

// Square returns the square with a name, such as "e4", or game.NoSquare if the board has none now.
func (b *Board) Square(name string) game.Square { return game.SquareByName(b.pos, name) }

// SquareName returns the name of a square on the board as it is now, or "?" if the board has no such square.
func (b *Board) SquareName(sq game.Square) string { return game.SquareName(b.pos, sq) }

// PieceAt returns the piece on a square, game.NoPiece if it is empty or not on the board.
func (b *Board) PieceAt(sq game.Square) game.Piece { return b.pos.PieceAt(sq) }

// InCheck reports whether the side to move is in check.
func (b *Board) InCheck() bool { return b.pos.InCheck() }

// Checkers returns the squares of the pieces that give check, in ascending order.
func (b *Board) Checkers() []game.Square { return b.pos.Checkers() }

// Attackers returns the squares from which pieces of a color attack a square, in ascending order.
func (b *Board) Attackers(sq game.Square, by game.Color) []game.Square {
	return b.pos.Attackers(sq, by)
}

// Repetitions returns how often the position has occurred before.
func (b *Board) Repetitions() int { return b.pos.Repetitions() }

// Halfmoves returns the plies since the last move that resets the halfmove clock; at game.MaxHalfmoves the game is
// drawn.
func (b *Board) Halfmoves() int { return b.pos.Halfmoves() }

// Fullmove returns the number of the current move, from 1.
func (b *Board) Fullmove() int { return b.pos.Fullmove() }

// Effects lists what a legal move does, in the order in which a person would describe it.
func (b *Board) Effects(m game.Move) ([]game.Effect, error) {
	if err := b.check(m); err != nil {
		return nil, err
	}
	return b.pos.Effects(m), nil
}

// Narrate says in sentences what a legal move does.
func (b *Board) Narrate(m game.Move) ([]string, error) {
	if err := b.check(m); err != nil {
		return nil, err
	}
	return notation.Narrate(b.pos, m), nil
}

// Outcome reports whether the game is over, who won and why: checkmate, stalemate, repetition and all that the rules of
// the game know.
func (b *Board) Outcome() game.Outcome { return b.pos.Outcome() }

// Clone returns an independent copy, with the moves that were played.
func (b *Board) Clone() *Board { return &Board{b.pos.Clone(), slices.Clone(b.stack)} }

// Position returns a copy of the position, with the moves that led to it, for functions that take a game.Position.
func (b *Board) Position() game.Position { return b.pos.Clone() }
