package cheshire

import "github.com/wane-chess/wane/game"

// Squares are numbered rank·10 + file on both boards, from a1 = 0 to j10 = 99.

// Attacks of pieces that do not slide, by square of the ten-wide board; those of pawns
// by color.
var (
	knightAttacks = stepTable([][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
	kingAttacks   = stepTable([][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}})
	pawnAttacks   = [2][128]Set{stepTable([][2]int{{-1, 1}, {1, 1}}), stepTable([][2]int{{-1, -1}, {1, -1}})}
)

// Attacks of sliders on an empty board, and the squares strictly between two on one
// line.
var (
	bishopRays = emptyBoard(BishopAttacks)
	rookRays   = emptyBoard(RookAttacks)
	between    = makeBetween()
)

// AllSquares is the set of every square of the ten-wide numbering.
func AllSquares() Set { return Set{full, full} }

// SetOf returns the set of one square.
func SetOf(sq game.Square) Set { return single[sq&127] }

// KnightAttacks returns the squares that a knight attacks.
func KnightAttacks(sq game.Square) Set { return knightAttacks[sq&127] }

// KingAttacks returns the squares that a king attacks.
func KingAttacks(sq game.Square) Set { return kingAttacks[sq&127] }

// PawnAttacks returns the squares that a pawn of a color attacks.
func PawnAttacks(color game.Color, sq game.Square) Set { return pawnAttacks[color&1][sq&127] }

// RookRays returns the squares that a rook attacks on an empty board.
func RookRays(sq game.Square) Set { return rookRays[sq&127] }

// BishopRays returns the squares that a bishop attacks on an empty board.
func BishopRays(sq game.Square) Set { return bishopRays[sq&127] }

// Between returns the squares strictly between two on one line, else none.
func Between(a, b game.Square) Set { return between[a%squares][b&127] }

// Behind returns the square behind another, as a pawn of that color sees it.
func Behind(color game.Color, sq game.Square) game.Square { return behind(color, sq) }

func stepTable(steps [][2]int) (t [128]Set) {
	for sq := range game.Square(squares) {
		for _, step := range steps {
			t[sq] = t[sq].Or(beyond(sq, step[0], step[1]))
		}
	}
	return t
}

func emptyBoard(attacks func(game.Square, Set) Set) (t [128]Set) {
	for sq := range game.Square(squares) {
		t[sq] = attacks(sq, Set{})
	}
	return t
}

func makeBetween() (t [squares][128]Set) {
	for a := range game.Square(squares) {
		for b := range game.Square(squares) {
			switch {
			case bishopRays[a].Has(b):
				t[a][b] = BishopAttacks(a, single[b]).And(BishopAttacks(b, single[a]))
			case rookRays[a].Has(b):
				t[a][b] = RookAttacks(a, single[b]).And(RookAttacks(b, single[a]))
			}
		}
	}
	return t
}

// beyond returns the square that many files and ranks away, if there is one.
func beyond(sq game.Square, files, ranks int) Set {
	file, rank := int(sq%width)+files, int(sq/width)+ranks
	if file < 0 || file >= width || rank < 0 || rank >= width {
		return Set{}
	}
	return single[rank*width+file]
}

// lineOf returns the line through a and b, without b. They must share one.
func lineOf(a, b game.Square) Set {
	l := &through[b&127]
	for _, line := range [3]*Set{&l.rank, &l.diag, &l.anti} {
		if line.Has(a) {
			return *line
		}
	}
	f := l.fileIndex & 15
	return Set{fileA << f, fileA << f}.AndNot(single[b&127])
}

// Attackers implements game.Position. A vanished square is not attacked.
func (p *Position) Attackers(sq game.Square, by game.Color) []game.Square {
	s := p.State()
	if sq >= squares || s.Vanished.Has(sq) {
		return nil
	}
	return s.attackers(sq, by)
}

// Checkers implements game.Position.
func (p *Position) Checkers() []game.Square {
	s := p.State()
	return s.attackers(s.Kings[s.Turn&1], s.Turn.Other())
}

// attackers returns the pieces of a color that attack a square.
func (s *State) attackers(sq game.Square, by game.Color) (found []game.Square) {
	pieces := s.Of(by, s.Occupied())
	for rest := pieces; !rest.Empty(); {
		at := rest.Pop()
		if at != sq && s.attacked(sq, by, s.Occupied(), pieces.AndNot(single[at])) {
			found = append(found, at)
		}
	}
	return found
}
