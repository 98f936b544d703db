package tablebase

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// The solver has its own move generation, for few pieces on small boards without
// castling, double steps and en passant (which need eight ranks). So package shrink can
// verify the tables independently.

// node is a position of the solver.
type node struct {
	pieces       bitboard.Pieces
	ranks, files int
	turn         game.Color
}

const (
	fileA = 0x0101010101010101
	rank1 = 0xff
)

// Attacks by square: of kings and knights; of rooks (straight) and bishops (diagonal) on
// an empty board; of pawns by color. between holds the squares between two on one line.
var (
	kingSteps, knightSteps [64]uint64
	straight, diagonal     [64]uint64
	between                [64][64]uint64
	pawnAttacks            [2][64]uint64
)

func init() {
	for sq := range 64 {
		reach := func(set *uint64, dr, df int, far bool) {
			path := uint64(0)
			for r, f := sq/8+dr, sq%8+df; r >= 0 && r < 8 && f >= 0 && f < 8; r, f = r+dr, f+df {
				*set |= 1 << (8*r + f)
				between[sq][8*r+f] = path
				path |= 1 << (8*r + f)
				if !far {
					break
				}
			}
		}
		for dr := -2; dr <= 2; dr++ {
			for df := -2; df <= 2; df++ {
				switch dr*dr + df*df {
				case 1:
					reach(&kingSteps[sq], dr, df, false)
					reach(&straight[sq], dr, df, true)
				case 2:
					reach(&kingSteps[sq], dr, df, false)
					reach(&diagonal[sq], dr, df, true)
					reach(&pawnAttacks[(1-dr)/2][sq], dr, df, false)
				case 5:
					reach(&knightSteps[sq], dr, df, false)
				}
			}
		}
	}
}

// attacks returns the squares that a piece other than a pawn attacks on an empty board.
func attacks(pt game.PieceType, sq int) uint64 {
	switch pt {
	case game.King:
		return kingSteps[sq]
	case game.Knight:
		return knightSteps[sq]
	case game.Rook:
		return straight[sq]
	case game.Bishop:
		return diagonal[sq]
	case game.Queen:
		return straight[sq] | diagonal[sq]
	}
	return 0
}

// board returns the squares of the board.
func (n *node) board() uint64 {
	return fileA * (1<<n.files - 1) & (1<<(8*n.ranks) - 1)
}

// inCheck reports whether the king of a color is attacked.
func (n *node) inCheck(color game.Color) bool {
	king := n.pieces.Kings() & n.pieces.Of(color)
	sq := mathbits.TrailingZeros64(king) & 63
	occ := n.pieces.Occupied()
	for b := n.pieces.Of(color.Other()); b != 0; b &= b - 1 {
		from := mathbits.TrailingZeros64(b) & 63
		pt := n.pieces.PieceType(game.Square(from))
		if pt == game.Pawn {
			if pawnAttacks[color^1][from]&king != 0 {
				return true
			}
		} else if attacks(pt, from)&king != 0 && between[from][sq]&occ == 0 {
			return true
		}
	}
	return false
}

// possible reports whether the position is possible: no pawn is on its last rank, and
// the side not to move is not in check.
func (n *node) possible() bool { return n.arrived() == 0 && !n.inCheck(n.turn^1) }

// arrived returns the pawns on their last ranks.
func (n *node) arrived() uint64 {
	top := uint64(rank1) << (8 * (n.ranks - 1))
	return n.pieces.Pawns() & (top&^n.pieces.Black | rank1&n.pieces.Black)
}

// child is a position after a move.
type child struct {
	node
	piece    game.Piece
	from, to int     // before the collapse
	captures bool    // the move captures a piece
	changed  bool    // it captures a piece or promotes pawns
	promoted uint64  // the pawns that it promotes, on the board after it
	enemy    bool    // one of them is the opponent's
	choice   [8]byte // what they become, as game.PieceType
}

// children appends the positions that legal moves lead to.
func (n *node) children(dst []child) []child {
	occ, own := n.pieces.Occupied(), n.pieces.Of(n.turn)
	land := n.board() &^ own &^ n.pieces.Kings()
	for b := own; b != 0; b &= b - 1 {
		from := mathbits.TrailingZeros64(b) & 63
		pc := n.pieces.Piece(game.Square(from))
		var targets uint64
		if pc.Type() == game.Pawn {
			step := from + 8
			if n.turn == game.Black {
				step = from - 8
			}
			targets = pawnAttacks[n.turn&1][from]&occ | 1<<(step&63)&^occ
		} else {
			targets = attacks(pc.Type(), from)
		}
		for t := targets & land; t != 0; t &= t - 1 {
			to := mathbits.TrailingZeros64(t) & 63
			if between[from][to]&occ == 0 {
				dst = n.move(dst, pc, from, to)
			}
		}
	}
	return dst
}

// move appends the position after a move if it is legal: one for each choice of
// promotions.
func (n *node) move(dst []child, pc game.Piece, from, to int) []child {
	c := child{node: *n, piece: pc, from: from, to: to, captures: n.pieces.Occupied()>>to&1 != 0}
	c.pieces = n.pieces.Moved(game.Square(from), game.Square(to))
	c.turn ^= 1
	occ := c.pieces.Occupied()
	rank, file := from/8, from%8
	if rank1<<(8*rank)&occ == 0 {
		c.pieces = squeezed(c.pieces, 1<<(8*rank)-1, 8)
		c.ranks--
	}
	if fileA<<file&occ == 0 {
		c.pieces = squeezed(c.pieces, fileA*(1<<file-1), 1)
		c.files--
	}
	c.changed = c.captures
	if c.promoted = c.arrived(); c.promoted == 0 {
		if c.inCheck(n.turn) {
			return dst
		}
		return append(dst, c)
	}
	c.changed = true
	for b := c.promoted; b != 0; b &= b - 1 {
		c.enemy = c.enemy || c.pieces.Piece(game.Square(mathbits.TrailingZeros64(b))).Color() != n.turn
	}
	return c.promote(dst, c.promoted, 0, n.turn)
}

// promote appends the legal positions with every choice for the pawns that are left.
func (c *child) promote(dst []child, left uint64, i int, mover game.Color) []child {
	if left == 0 {
		if c.inCheck(mover) {
			return dst
		}
		return append(dst, *c)
	}
	sq := game.Square(mathbits.TrailingZeros64(left))
	color := c.pieces.Piece(sq).Color()
	for _, pt := range game.Promotions {
		after := *c
		after.pieces = c.pieces.Without(left&-left).With(sq, pt.Of(color))
		after.choice[i] = byte(pt)
		dst = after.promote(dst, left&(left-1), i+1, mover)
	}
	return dst
}

// squeezed removes an empty line: the squares of low stay, the others shift down.
func squeezed(m bitboard.Pieces, low uint64, by uint) bitboard.Pieces {
	cut := func(b uint64) uint64 { return b&low | b&^low>>by }
	return bitboard.Pieces{Low: cut(m.Low), Mid: cut(m.Mid), High: cut(m.High), Black: cut(m.Black)}
}
