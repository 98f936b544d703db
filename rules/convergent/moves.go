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
func (s *state) gather(l *fans, within uint64) {
	var f field
	s.look(&f)
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
func (s *state) targets(sq int, occupied uint64) uint64 {
	switch kind := s.Piece(game.Square(sq)).Type(); kind {
	case game.King:
		return 0
	case game.Pawn:
		return from[sq&63].pawn[s.turn&1] | advance[s.turn&1][sq&63]&^occupied
	default:
		return see(kind, sq, occupied)
	}
}

// see returns the squares that a man other than a pawn attacks.
func see(kind game.PieceType, sq int, occupied uint64) uint64 {
	switch kind {
	case game.King:
		return from[sq&63].king
	case game.Queen:
		return from[sq&63].queen
	case game.Rook:
		return rookAttacks(sq, occupied)
	case game.Bishop:
		return bishopAttacks(sq, occupied)
	case game.Knight:
		return from[sq&63].knight
	}
	return 0
}

// Legal implements game.Position.
func (p *Position) Legal(dst []game.Move) []game.Move {
	var l fans
	p.top().gather(&l, board)
	for _, f := range l.list[:l.n] {
		for set := f.targets; set != 0; {
			dst = append(dst, game.NewMove(game.Square(f.from), game.Square(bitboard.Pop(&set))))
		}
	}
	return dst
}

// AppendMoves implements game.Position. Its moves are legal. Noisy are captures and
// whatever enters an enemy royal square, which must be answered at once (R3).
func (p *Position) AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove {
	s := p.top()
	var within uint64
	noisy := s.Of(s.turn.Other()) | royal[s.turn.Other()&1]
	if k&game.Noisy != 0 {
		within |= noisy
	}
	if k&game.Quiet != 0 {
		within |= board &^ noisy
	}
	var l fans
	s.gather(&l, within)
	places := &place[s.turn&1]
	for _, f := range l.list[:l.n] {
		pt := s.Piece(game.Square(f.from))
		kind := pt.Type() & 7
		for set := f.targets & noisy; set != 0; {
			to := game.Square(bitboard.Pop(&set))
			r := game.ScoredMove{Move: game.NewMove(game.Square(f.from), to), Piece: pt, Captured: s.Piece(to), Kind: game.Noisy}
			if r.Captured != game.NoPiece {
				r.Score = captureRank + int32(worth[r.Captured.Type()&7]-worth[kind]/16)
			} else {
				r.Score = entryRank - int32(worth[kind]/16)
			}
			dst = append(dst, r)
		}
		for set := f.targets &^ noisy; set != 0; {
			to := bitboard.Pop(&set)
			dst = append(dst, game.ScoredMove{
				Move:  game.NewMove(game.Square(f.from), game.Square(to)),
				Score: int32(places[to&63]) - int32(places[f.from&63]),
				Piece: pt,
				Kind:  game.Quiet,
			})
		}
	}
	return dst
}

// Hints for the order in which to search noisy moves: captures by what they win,
// then by the least capturer; entries of an empty royal square below them.
const (
	captureRank = 200
	entryRank   = 150
)

// place is a hint of how good a square is to stand on, by side.
var place = func() (t [2][64]int8) {
	for sq := range 64 {
		file, rank := sq&7, sq>>3
		central := min(file, 7-file)
		t[game.White][sq] = int8(4*rank + 3*central)
		t[game.Black][sq] = int8(4*(7-rank) + 3*central)
	}
	return t
}()
