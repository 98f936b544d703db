package shrinkeval

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
)

// values of pieces in centipawns, by type, for the order of moves; the king's only
// orders captures.
var values = [8]int32{game.King: 1100, game.Queen: 950, game.Rook: 500, game.Bishop: 320, game.Knight: 300, game.Pawn: 100}

const (
	captureBonus  = 60
	castlingBonus = 40
)

// promotionBonus puts queens first and what is hardly ever better last.
var promotionBonus = [8]int32{game.Queen: 850, game.Knight: 100, game.Rook: -200, game.Bishop: -250}

// center is a hint for where pieces like to stand on the full board.
var center = func() (t [64]int32) {
	for sq := range t {
		f, r := int32(sq&7), int32(sq>>3)
		t[sq] = 3 * (min(f, 7-f) + min(r, 7-r))
	}
	return t
}()

// AppendMoves implements engine.Board.
func (b *chessBoard) AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove {
	n := len(dst)
	dst = b.chessPosition.AppendMoves(dst, k)
	score(dst[n:], shrink.LastRanks(8))
	return dst
}

// AppendMoves implements engine.Board.
func (b *board) AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove {
	n := len(dst)
	dst = b.position.AppendMoves(dst, k)
	s := b.State()
	score(dst[n:], shrink.LastRanks(s.Ranks()))
	if set := promoters(s); set != 0 {
		scoreCollapses(dst[n:], s, set)
	}
	return dst
}

// score scores moves: captures by most valuable victim, then least valuable
// attacker; pawn moves to the last ranks by what the pawn becomes; and all by the
// center.
func score(moves []game.ScoredMove, last uint64) {
	for i := range moves {
		e := &moves[i]
		from, to := e.Move.From()&63, e.Move.To()&63
		s := center[to] - center[from]
		switch e.Piece.Type() {
		case game.Pawn:
			if e.Captured != game.NoPiece {
				s += captureBonus + values[e.Captured&7]
			}
			if bit(uint(to))&last != 0 {
				s += promotionBonus[e.Move.Promotion(0)&7]
			}
		case game.King:
			s = 0
			if to == from+2 || from == to+2 {
				s = castlingBonus
			}
			fallthrough
		default:
			if e.Captured != game.NoPiece {
				s += captureBonus + values[e.Captured&7] - values[e.Piece&7]/16
			}
		}
		e.Score = s
	}
}

// promoters returns the pieces of the side to move that, by leaving their rank,
// bring pawns to their last rank.
func promoters(s *shrink.State) uint64 {
	occ := s.Occupied()
	edge := shrink.LastRanks(s.Ranks()) & s.Of(s.Turn())
	var set uint64
	for b := shrink.AloneOnRank(occ) & edge; b != 0; b &= b - 1 {
		if sq := lowest(b); s.Arrivals(sq) != 0 {
			set |= bit(sq)
		}
	}
	return set
}

// scoreCollapses scores the moves of promoters that leave their rank: by what they
// capture and by the worth of what the mover's pawns become, less that of what the
// opponent's pawns become.
func scoreCollapses(moves []game.ScoredMove, s *shrink.State, promoters uint64) {
	last := game.NoMove // the last move, without its promotions
	var own, promoting uint64
	for i := range moves {
		e := &moves[i]
		from, to := uint(e.Move.From()), uint(e.Move.To())
		if bit(from)&promoters == 0 || bit(to)&shrink.RankSquares(from) != 0 {
			continue
		}
		if m := e.Move.WithoutPromotions(); m != last {
			last = m
			var n shrink.State
			_, promoting = s.MoveAndCollapse(&n, m)
			own = promoting & n.Of(s.Turn())
		}
		e.Score = values[e.Captured&7]
		n := 0
		for b := promoting; b != 0; b &= b - 1 {
			gain := values[e.Move.Promotion(n)&7] - values[game.Pawn]
			if b&-b&own == 0 {
				gain = -gain
			}
			e.Score += gain
			n++
		}
	}
}
