package cheshire

import "github.com/wane-chess/wane/game"

// Squares are numbered rank·10 + file on both boards, from a1 = 0 to j10 = 99.

// AllSquares is the set of every square of the ten-wide numbering.
func AllSquares() Set { return Set{full, full} }

// SetOf returns the set of one square.
func SetOf(sq uint8) Set { return single[sq&127] }

// KnightAttacks returns the squares that a knight attacks.
func KnightAttacks(sq uint8) Set { return knightSteps[sq&127] }

// KingAttacks returns the squares one step from a king.
func KingAttacks(sq uint8) Set { return kingSteps[sq&127] }

// PawnAttacksFrom returns the squares that a pawn of that color attacks.
func PawnAttacksFrom(c game.Color, sq uint8) Set { return pawnAttacks[c&1][sq&127] }

// RookLines returns the squares that a rook attacks on an empty board.
func RookLines(sq uint8) Set { return rookLines[sq&127] }

// BishopLines returns the squares that a bishop attacks on an empty board.
func BishopLines(sq uint8) Set { return bishopLines[sq&127] }

// Between returns the squares strictly between two on one line, else none.
func Between(a, b uint8) Set { return between[a%squares][b&127] }

// Behind returns the square behind another, as a pawn of that color sees it.
func Behind(sq uint8, c game.Color) uint8 { return behind(sq, c) }

// Files is the number of files of the board.
func (g *Game) Files() int { return g.files }

// Ranks is the number of ranks of the board.
func (g *Game) Ranks() int { return g.ranks }

// PawnRank returns the squares where that color's pawns start.
func (g *Game) PawnRank(c game.Color) Set { return g.pawnRanks[c&1] }

// LastRank returns the squares where that color's pawns promote.
func (g *Game) LastRank(c game.Color) Set { return g.lastRanks[c&1] }

// Attackers implements game.Position. A vanished square is not attacked.
func (p *Position) Attackers(sq game.Square, by game.Color) []game.Square {
	s := p.State()
	if sq >= squares || s.Vanished.Has(uint8(sq)) {
		return nil
	}
	return s.attackers(uint8(sq), by)
}

// Checkers implements game.Position.
func (p *Position) Checkers() []game.Square {
	s := p.State()
	return s.attackers(s.Kings[s.Turn&1], s.Turn.Other())
}

// attackers returns the pieces of a color that attack a square.
func (s *State) attackers(sq uint8, by game.Color) (found []game.Square) {
	pieces := s.Of(by, s.Occupied())
	for rest := pieces; !rest.Empty(); {
		at := rest.Pop()
		if at != sq && s.attacked(sq, by, s.Occupied(), pieces.AndNot(single[at])) {
			found = append(found, game.Square(at))
		}
	}
	return found
}
