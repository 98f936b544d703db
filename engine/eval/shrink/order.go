package shrink

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/shrink"
)

// orderWorth is what pieces count for in centipawns, by type, for the order of moves; the king's only
// orders captures.
var orderWorth = [8]int32{
	game.King: 1100, game.Queen: 950, game.Rook: 500, game.Bishop: 320, game.Knight: 300, game.Pawn: 100,
}

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

const allSquares = ^uint64(0)

// AppendMoves implements engine.Node.
func (b *chessNode) AppendMoves(dst []engine.ScoredMove) []engine.ScoredMove {
	return appendMoves(dst, b.State(), b.Targets(allSquares), 0, false)
}

// AppendNoisy implements engine.Node. Noisy are captures and promotions.
func (b *chessNode) AppendNoisy(dst []engine.ScoredMove) []engine.ScoredMove {
	s := b.State()
	return appendMoves(dst, s, b.Targets(s.Of(s.Turn^1)), 0, true)
}

// AppendMoves implements engine.Node.
func (b *node) AppendMoves(dst []engine.ScoredMove) []engine.ScoredMove {
	s := b.State()
	return appendMoves(dst, s, b.Targets(allSquares, 0), noisyLeavers(s), false)
}

// AppendNoisy implements engine.Node. Noisy are captures, promotions and moves
// whose collapse leaves a pawn one step from its last rank.
func (b *node) AppendNoisy(dst []engine.ScoredMove) []engine.ScoredMove {
	s := b.State()
	leavers := noisyLeavers(s)
	return appendMoves(dst, s, b.Targets(s.Of(s.Turn^1), leavers), leavers, true)
}

// noisyLeavers returns the pieces of the side to move whose leaving their rank is
// noisy: the rank disappears, and a pawn is then one step from its last rank.
// White's does if it is two steps away and the rank lies beyond it, Black's likewise.
func noisyLeavers(s *shrink.State) uint64 {
	var ranks uint64
	pawns := s.Pawns()
	if s.Ranks() > 2 {
		if top := 8 * (s.Ranks() - 3); pawns&^s.Black&(rank1<<(top&63)) != 0 {
			ranks = 0xffff00 << (top & 63)
		}
		if pawns&s.Black&(rank1<<16) != 0 {
			ranks |= 0xffff
		}
	}
	if ranks == 0 {
		return 0
	}
	return shrink.AloneOnRank(s.Occupied()) & s.Of(s.Turn) & ranks
}

// appendMoves appends the moves in the sets with their scores: captures by most
// valuable victim, then least valuable attacker; promotions by what the pawn becomes;
// and all by the center.
func appendMoves(
	dst []engine.ScoredMove, s *shrink.State, t *shrink.Targets, leavers uint64, noisyOnly bool,
) []engine.ScoredMove {
	ahead, last := shrink.Forward(s.Turn), shrink.LastRanks(s.Ranks())
	push, double := t.Push&(last|shifted(leavers, ahead)), t.Double&shifted(leavers, 2*ahead)
	dst = appendPawnCaptures(dst, s, t.Left, ahead-1, last)
	dst = appendPawnCaptures(dst, s, t.Right, ahead+1, last)
	dst = appendPawnMoves(dst, s, push, ahead, last, true)
	dst = appendPawnMoves(dst, s, double, 2*ahead, 0, true)
	for i := range t.Choices {
		dst = appendChoices(dst, s, &t.Choices[i])
	}
	if !noisyOnly {
		dst = appendPawnMoves(dst, s, t.Push&^push, ahead, 0, false)
		dst = appendPawnMoves(dst, s, t.Double&^double, 2*ahead, 0, false)
	}
	enemy := s.Of(s.Turn ^ 1)
	pieces := t.Pieces()
	for i := range pieces {
		if p := &pieces[i]; p.To != 0 {
			dst = appendPieceMoves(dst, s, p, enemy, leavers)
		}
	}
	return dst
}

// appendPieceMoves appends the moves of one piece other than a pawn.
func appendPieceMoves(
	dst []engine.ScoredMove, s *shrink.State, p *shrink.PieceTargets, enemy, leavers uint64,
) []engine.ScoredMove {
	from := p.From & 63
	piece := s.Piece(from)
	pt := piece.Type() & 7
	noisy := enemy
	if bitboard.Bit(from)&leavers != 0 {
		noisy |= ^shrink.RankSquares(from)
	}
	for b := p.To; b != 0; b &= b - 1 {
		to := bitboard.Lowest(b) & 63
		m := engine.ScoredMove{Move: game.NewMove(from, to), Piece: piece}
		if pt != game.King {
			m.Score = center[to] - center[from]
		} else if to == from+2 || from == to+2 {
			m.Score = castlingBonus
		}
		if b&-b&noisy != 0 {
			m.Noisy = true
			if m.Captured = s.Piece(to); m.Captured != game.NoPiece {
				m.Score += captureBonus + orderWorth[m.Captured&7] - orderWorth[pt]/16
			}
		}
		dst = append(dst, m)
	}
	return dst
}

// appendPawnCaptures appends captures by pawns on squares that lie the given number
// of squares ahead; those on last promote.
func appendPawnCaptures(
	dst []engine.ScoredMove, s *shrink.State, targets uint64, ahead int, last uint64,
) []engine.ScoredMove {
	for b := targets; b != 0; b &= b - 1 {
		captured := s.Piece(bitboard.Lowest(b))
		if captured == game.NoPiece { // en passant
			captured = game.Pawn.Of(s.Turn ^ 1)
		}
		n := len(dst)
		dst = appendPawnMoves(dst, s, b&-b, ahead, last, true)
		for i := range dst[n:] {
			m := &dst[n+i]
			m.Captured = captured
			m.Score += captureBonus + orderWorth[captured&7]
		}
	}
	return dst
}

// appendPawnMoves appends moves of pawns to squares that lie the given number of
// squares ahead; those to last promote.
func appendPawnMoves(
	dst []engine.ScoredMove, s *shrink.State, targets uint64, ahead int, last uint64, noisy bool,
) []engine.ScoredMove {
	pawn := game.Pawn.Of(s.Turn)
	for b := targets; b != 0; b &= b - 1 {
		to := bitboard.Lowest(b) & 63
		from := game.Square(int(to)-ahead) & 63
		move := game.NewMove(from, to)
		m := engine.ScoredMove{Move: move, Score: center[to] - center[from], Piece: pawn, Noisy: noisy}
		if b&-b&last == 0 {
			dst = append(dst, m)
			continue
		}
		move, score := m.Move, m.Score
		for _, pt := range game.Promotions {
			m.Move, m.Score = move.WithPromotion(0, pt), score+promotionBonus[pt&7]
			dst = append(dst, m)
		}
	}
	return dst
}

// appendChoices appends the moves of a choice, all noisy: for each pawn in turn what
// is best for the mover comes first. Their scores are what they capture and the worth
// of what the mover's pawns become, less that of what the opponent's pawns become.
func appendChoices(dst []engine.ScoredMove, s *shrink.State, c *shrink.Choice) []engine.ScoredMove {
	captured := s.Piece(c.Move.To())
	m := engine.ScoredMove{
		Move: c.Move, Score: orderWorth[captured&7], Piece: s.Piece(c.Move.From()), Captured: captured, Noisy: true,
	}
	return extendChoice(dst, m, c, 0)
}

// extendChoice appends the moves that differ from m in what pawns from that one on
// become.
func extendChoice(dst []engine.ScoredMove, m engine.ScoredMove, c *shrink.Choice, pawn int) []engine.ScoredMove {
	if pawn == c.Pawns {
		return append(dst, m)
	}
	move, score := m.Move, m.Score
	for i := range game.Promotions {
		own := c.Own>>pawn&1 != 0
		if !own {
			i = len(game.Promotions) - 1 - i // the least for the opponent's pawns
		}
		if c.Allowed[pawn]>>i&1 == 0 {
			continue
		}
		pt := game.Promotions[i]
		gain := orderWorth[pt&7] - orderWorth[game.Pawn]
		if !own {
			gain = -gain
		}
		m.Move, m.Score = move.WithPromotion(pawn, pt), score+gain
		dst = extendChoice(dst, m, c, pawn+1)
	}
	return dst
}
