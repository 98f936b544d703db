package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// fan is the legal targets of one man.
type fan struct {
	from    int
	targets uint64
}

// fans holds those of every man that can move: one for each square at most.
type fans struct {
	n    int
	list [40]fan
}

func (l *fans) add(from int, targets uint64) {
	l.list[l.n] = fan{from, targets}
	if targets != 0 {
		l.n++
	}
}

// gather finds every legal move to the squares in within.
func (s *State) gather(l *fans, within uint64) {
	var f checkInfo
	s.findChecks(&f)
	l.n = 0
	l.add(f.king, s.kingTargets(&f)&within)
	if f.answers == 0 {
		return // two checks that no one man can answer
	}
	reachable := within & f.answers &^ f.own
	occupied := f.own | f.enemy
	for set := f.own &^ f.pinned; set != 0; {
		sq := bitboard.Pop(&set)
		l.add(sq, s.targets(sq, occupied)&reachable)
	}
	for set := f.pinned; set != 0; {
		sq := bitboard.Pop(&set)
		l.add(sq, s.targets(sq, occupied)&reachable&s.lane(&f, sq))
	}
}

// targets returns where a man of the side to move could go, his own side's
// squares included. The king, whom kingTargets serves, has none.
func (s *State) targets(sq int, occupied uint64) uint64 {
	switch kind := s.Piece(game.Square(sq)).Type(); kind {
	case game.King:
		return 0
	case game.Pawn:
		return attacksFrom[sq&63].Pawn[s.Turn&1] | advance[s.Turn&1][sq&63]&^occupied
	default:
		return pieceAttacks(kind, sq, occupied)
	}
}

// pieceAttacks returns the squares that a man other than a pawn attacks.
func pieceAttacks(kind game.PieceType, sq int, occupied uint64) uint64 {
	switch kind {
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
func (p *Position) Legal(dst []game.Move) []game.Move {
	var l fans
	p.State().gather(&l, board)
	for _, f := range l.list[:l.n] {
		for set := f.targets; set != 0; {
			dst = append(dst, game.NewMove(game.Square(f.from), game.Square(bitboard.Pop(&set))))
		}
	}
	return dst
}

// AppendMoves appends the legal moves of the requested kinds to dst, with the score
// left at 0. Captures are noisy, and so are entries of an enemy royal square, which
// must be answered at once (R3).
func (p *Position) AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove {
	s := p.State()
	var within uint64
	noisy := s.Of(s.Turn.Other()) | royal[s.Turn.Other()&1]
	if k&game.Noisy != 0 {
		within |= noisy
	}
	if k&game.Quiet != 0 {
		within |= board &^ noisy
	}
	var l fans
	s.gather(&l, within)
	for _, f := range l.list[:l.n] {
		from := game.Square(f.from)
		pc := s.Piece(from)
		for set := f.targets & noisy; set != 0; {
			to := game.Square(bitboard.Pop(&set))
			dst = append(dst, game.ScoredMove{Move: game.NewMove(from, to), Piece: pc, Captured: s.Piece(to), Kind: game.Noisy})
		}
		for set := f.targets &^ noisy; set != 0; {
			to := game.Square(bitboard.Pop(&set))
			dst = append(dst, game.ScoredMove{Move: game.NewMove(from, to), Piece: pc, Kind: game.Quiet})
		}
	}
	return dst
}
