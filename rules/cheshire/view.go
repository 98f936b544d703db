package cheshire

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Board implements game.Position.
func (p *Position) Board() *geom.Board { return p.game.board }

// PieceAt implements game.Position.
func (p *Position) PieceAt(sq game.Square) game.Piece {
	if sq >= squares {
		return game.NoPiece
	}
	return p.State().Piece(sq)
}

// HalfSquares is how many square numbers the first word of Placement has.
const HalfSquares = half

// Placement returns the pieces and the vanished squares, in two words of HalfSquares squares.
func (p *Position) Placement() (pieces [2]bitboard.Pieces, vanished [2]uint64) {
	s := p.State()
	gone := s.Vanished.AndNot(p.game.off)
	pieces[0] = bitboard.Pieces{Low: s.low.lo, Mid: s.mid.lo, High: s.high.lo, Black: s.Black.lo}
	pieces[1] = bitboard.Pieces{Low: s.low.hi, Mid: s.mid.hi, High: s.high.hi, Black: s.Black.hi}
	return pieces, [2]uint64{gone.lo, gone.hi}
}

// View implements game.Position.
func (p *Position) View() game.View {
	s := p.State()
	v := game.View{Board: p.game.board, Turn: s.Turn}
	for sq := range game.Square(squares) {
		v.Pieces[sq] = s.Piece(sq)
		v.Vanished[sq] = s.Vanished.AndNot(p.game.off).Has(sq)
	}
	return v
}

// QueenMovers implements game.QueenMover: the kings that have not moved (R2).
func (p *Position) QueenMovers() []game.Square {
	s := p.State()
	var kings []game.Square
	for _, c := range []game.Color{game.White, game.Black} {
		if s.KingUnmoved(c) {
			kings = append(kings, s.Kings[c])
		}
	}
	slices.Sort(kings)
	return kings
}

// Effects implements game.Position.
func (p *Position) Effects(m game.Move) []game.Effect {
	s := p.State()
	from, to := m.From(), m.To()
	pc := s.Piece(from)
	effects := append(make([]game.Effect, 0, 4), game.Effect{Kind: game.Slide, From: from, To: to, Piece: pc})
	at := to
	if pc.Type() == game.Pawn && to == s.EnPassant {
		at = behind(s.Turn, s.EnPassant)
	}
	if captured := s.Piece(at); captured != game.NoPiece {
		effects = append(effects, game.Effect{Kind: game.Capture, To: at, Piece: captured})
	}
	effects = append(effects, game.Effect{Kind: game.Vanish, From: from})
	if p.promotes(m) {
		effects = append(effects, game.Effect{Kind: game.Promote, To: to, Piece: pc, Into: m.Promotion(0).Of(s.Turn)})
	}
	return effects
}

// promotes reports whether a legal move promotes a pawn.
func (p *Position) promotes(m game.Move) bool {
	s := p.State()
	return s.Piece(m.From()).Type() == game.Pawn && p.game.lastRanks[s.Turn&1].Has(m.To())
}
