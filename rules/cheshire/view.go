package cheshire

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Board implements game.Position.
func (p *Position) Board() *geom.Board { return p.game.board }

// PieceAt implements game.Position.
func (p *Position) PieceAt(sq game.Square) game.Piece {
	if sq >= squares {
		return game.NoPiece
	}
	return p.State().Piece(uint8(sq))
}

// View implements game.Position.
func (p *Position) View() game.View {
	s := p.State()
	v := game.View{Board: p.game.board, Turn: s.Turn}
	for sq := range uint8(squares) {
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
			kings = append(kings, game.Square(s.Kings[c]))
		}
	}
	slices.Sort(kings)
	return kings
}

// Effects implements game.Position.
func (p *Position) Effects(m game.Move) []game.Effect {
	s := p.State()
	from, to := m.From(), m.To()
	pt := s.Piece(uint8(from))
	effects := append(make([]game.Effect, 0, 4), game.Effect{Kind: game.Slide, From: from, To: to, Piece: pt})
	at := to
	if pt.Type() == game.Pawn && uint8(to) == s.EnPassant {
		at = game.Square(behind(s.EnPassant, s.Turn))
	}
	if captured := s.Piece(uint8(at)); captured != game.NoPiece {
		effects = append(effects, game.Effect{Kind: game.Capture, To: at, Piece: captured})
	}
	effects = append(effects, game.Effect{Kind: game.Vanish, From: from})
	if p.promotes(m) {
		effects = append(effects, game.Effect{Kind: game.Promote, To: to, Piece: pt, Into: m.Promotion(0).Of(s.Turn)})
	}
	return effects
}

// promotes reports whether a legal move promotes a pawn.
func (p *Position) promotes(m game.Move) bool {
	s := p.State()
	return s.Piece(uint8(m.From())).Type() == game.Pawn && p.game.lastRanks[s.Turn&1].Has(uint8(m.To()))
}
