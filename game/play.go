package game

import (
	"iter"
	"slices"
)

// Moves returns the legal moves of a position, in the order of Legal. They are
// listed when the iteration begins, so the loop may make moves and take them back.
func Moves(p Position) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for _, m := range p.Legal(nil) {
			if !yield(m) {
				return
			}
		}
	}
}

// LegalTo appends the legal moves of pieces of a type to a square to dst, in the order of
// Legal. A Position may have a method LegalTo that finds them faster than by listing all
// moves; what it appends may have other moves of these pieces, too.
func LegalTo(p Position, dst []Move, pt PieceType, to Square) []Move {
	n := len(dst)
	finder, ok := p.(interface {
		LegalTo(dst []Move, pt PieceType, to Square) []Move
	})
	if ok {
		dst = finder.LegalTo(dst, pt, to)
	} else {
		dst = p.Legal(dst)
	}
	out := dst[:n]
	for _, m := range dst[n:] {
		if m.To() == to && (ok || p.PieceAt(m.From()).Type() == pt) {
			out = append(out, m)
		}
	}
	return out
}

// IsLegal reports whether a move is legal. It lists moves to find out, so a search
// should not call it.
func IsLegal(p Position, m Move) bool {
	return slices.Contains(LegalTo(p, nil, p.PieceAt(m.From()).Type(), m.To()), m)
}

// CheckedSquares returns the squares to mark for a check: those of attacked kings, and those of
// enemy pieces on royal squares of the side to move. A king of the other side is among
// them after a drop check of Diminuendo Chess.
func CheckedSquares(p Position) []Square {
	v := p.View()
	var out []Square
	for i := range v.Board.Squares {
		sq := Square(v.Board.Squares[i].ID)
		switch pc := v.Pieces[sq]; {
		case pc == NoPiece:
		case pc.Type() == King && len(p.Attackers(sq, pc.Color().Other())) > 0,
			pc.Color() != v.Turn && v.IsRoyal(sq, v.Turn):
			out = append(out, sq)
		}
	}
	return out
}

// SquareByName returns the square with that name, such as "e4", on the board as it
// is now, or NoSquare if the board has none. In Shrink Chess the names change
// with every collapse.
func SquareByName(p Position, name string) Square {
	if sq := p.Board().SquareByName(name); sq != nil {
		return Square(sq.ID)
	}
	return NoSquare
}

// SquareName returns the name of a square on the board as it is now, or "?" if the
// board has no such square.
func SquareName(p Position, sq Square) string { return p.Board().Name(int(sq)) }

// ParseOrStart returns a new position: that of the FEN, or the start of the game if
// the FEN is empty. Errors are *FENError.
func ParseOrStart(g Game, fen string) (Position, error) {
	if fen == "" {
		return g.Start(), nil
	}
	return g.Parse(fen)
}
