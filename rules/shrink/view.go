package shrink

import (
	"sync"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/bitboard"
)

// boardViews holds the boards by ranks and files, each made when first needed.
var boardViews = func() (t [9][9]func() *geom.Board) {
	for ranks := 1; ranks <= 8; ranks++ {
		for files := 1; files <= 8; files++ {
			t[ranks][files] = sync.OnceValue(func() *geom.Board { return geom.Rect(files, ranks, 8) })
		}
	}
	return t
}()

// Board implements game.Position.
func (p *position) Board() *geom.Board {
	s := p.State()
	return boardViews[s.ranks][s.files]()
}

// PieceAt implements game.Position.
func (p *position) PieceAt(sq game.Square) game.Piece {
	if sq >= 64 {
		return game.NoPiece
	}
	return p.State().Piece(sq)
}

// View implements game.Position.
func (p *position) View() game.View {
	s := p.State()
	v := game.View{Board: p.Board(), Turn: s.Turn}
	for b := s.Occupied(); b != 0; b &= b - 1 {
		sq := bitboard.Lowest(b)
		v.Pieces[sq] = s.Piece(sq)
	}
	return v
}

// slides returns the effects of a move before any collapse and promotion.
func (s *State) slides(m game.Move) []game.Effect {
	from, to := m.From(), m.To()
	effects := append(make([]game.Effect, 0, 4), game.Effect{ // most moves have no more
		Kind: game.Slide, From: m.From(), To: m.To(), Piece: s.Piece(m.From()),
	})
	switch {
	case s.Piece(m.To()) != game.NoPiece:
		effects = append(effects, game.Effect{Kind: game.Capture, To: m.To(), Piece: s.Piece(m.To())})
	case s.PieceType(m.From()) == game.Pawn && to == s.EnPassant:
		at := game.Square(int(to) - forward[s.Turn])
		effects = append(effects, game.Effect{Kind: game.Capture, To: at, Piece: s.Piece(at)})
	case s.PieceType(m.From()) == game.King && (to == from+2 || from == to+2):
		rook := s.castlingRook(from, to)
		beside := (from + to) / 2
		effects = append(effects, game.Effect{Kind: game.Slide, From: rook, To: beside, Piece: s.Piece(rook)})
	}
	return effects
}

// promotions appends what becomes of the pawns on their last ranks.
func (s *State) promotions(effects []game.Effect, m game.Move) []game.Effect {
	i := 0
	for b := s.promoting(); b != 0; b &= b - 1 {
		at := bitboard.Lowest(b)
		pc := s.Piece(at)
		effects = append(effects, game.Effect{Kind: game.Promote, To: at, Piece: pc, Into: m.Promotion(i).Of(pc.Color())})
		i++
	}
	return effects
}

// Effects implements game.Position.
func (p *ChessPosition) Effects(m game.Move) []game.Effect {
	s := p.State()
	var n State
	s.move(&n, m)
	return n.promotions(s.slides(m), m)
}

// Effects implements game.Position.
func (p *Position) Effects(m game.Move) []game.Effect {
	s := p.State()
	var n State
	left := s.move(&n, m)
	occupied := n.Occupied()
	effects := s.slides(m)
	if from := bitboard.Lowest(left); RankSquares(from)&occupied == 0 {
		effects = append(effects, game.Effect{Kind: game.CollapseRank, Index: int(from >> 3)})
	}
	for b := left; b != 0; b &^= bitboard.Bit(bitboard.Highest(b)) {
		if sq := bitboard.Highest(b); FileSquares(sq)&occupied == 0 {
			effects = append(effects, game.Effect{Kind: game.CollapseFile, Index: int(sq & 7)})
		}
	}
	n.collapseAfter(left)
	return n.promotions(effects, m)
}
