package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// PieceTargets holds the legal targets of one piece.
type PieceTargets struct {
	From game.Square
	To   uint64
}

// targetList holds the targets of all pieces that can move: at most one entry per
// square.
type targetList struct {
	n    int
	list [40]PieceTargets
}

func (l *targetList) add(from game.Square, to uint64) {
	l.list[l.n] = PieceTargets{from, to}
	if to != 0 {
		l.n++
	}
}

// Targets returns the legal moves to squares in within, piece by piece: the king first,
// pinned pieces last. The list is valid until the next call of
// Targets or Legal.
func (p *Position) Targets(within uint64) []PieceTargets { return p.findTargets(allSquares, within) }

// findTargets is Targets for the pieces in movers.
func (p *Position) findTargets(movers, within uint64) []PieceTargets {
	s, l := p.State(), &p.targets
	var f checkInfo
	s.findChecks(&f)
	l.n = 0
	if movers&bitboard.Bit(f.king) != 0 {
		l.add(f.king, s.kingTargets(&f, within))
	}
	if f.evasions == 0 {
		return l.list[:l.n] // only the king answers two checks
	}
	reachable := within & f.evasions &^ f.own
	occupied := f.own | f.enemy
	for set := movers & f.own &^ f.pinned; set != 0; {
		sq := bitboard.Pop(&set)
		l.add(sq, s.targets(sq, occupied)&reachable)
	}
	for set := movers & f.pinned; set != 0; {
		sq := bitboard.Pop(&set)
		l.add(sq, s.targets(sq, occupied)&reachable&s.pinLine(&f, sq))
	}
	return l.list[:l.n]
}

// targets returns the pseudo-legal targets of a piece of the side to move, squares of
// its own color included. The king has none: see kingTargets.
func (s *State) targets(sq game.Square, occupied uint64) uint64 {
	switch pt := s.Piece(sq).Type(); pt {
	case game.King:
		return 0
	case game.Pawn:
		return attacksFrom[sq&63].Pawn[s.Turn&1] | advance[s.Turn&1][sq&63]&^occupied
	default:
		return pieceAttacks(pt, sq, occupied)
	}
}

// pieceAttacks returns the squares that a piece other than a pawn attacks.
func pieceAttacks(pt game.PieceType, sq game.Square, occupied uint64) uint64 {
	switch pt {
	case game.King:
		return attacksFrom[sq&63].King
	case game.Queen:
		return attacksFrom[sq&63].Queen
	case game.Rook:
		return RookAttacks(sq, occupied)
	case game.Bishop:
		return BishopAttacks(sq, occupied)
	case game.Knight:
		return attacksFrom[sq&63].Knight
	}
	return 0
}

// Legal implements game.Position.
func (p *Position) Legal(dst []game.Move) []game.Move { return p.list(dst, allSquares, Squares) }

// LegalTo appends the legal moves of pieces of a type to a square: see game.LegalTo.
func (p *Position) LegalTo(dst []game.Move, pt game.PieceType, to game.Square) []game.Move {
	return p.list(dst, p.State().OfType(pt), Squares&bitboard.Bit(to))
}

// list appends the legal moves of movers to squares in within.
func (p *Position) list(dst []game.Move, movers, within uint64) []game.Move {
	for _, t := range p.findTargets(movers, within) {
		for set := t.To; set != 0; {
			dst = append(dst, game.NewMove(t.From, bitboard.Pop(&set)))
		}
	}
	return dst
}
