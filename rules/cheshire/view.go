package cheshire

import "github.com/wane-chess/wane/game"

// View implements game.Position.
func (p *Position) View() game.View {
	s := p.top()
	v := game.View{Board: p.game.board, Turn: s.turn}
	for sq := range uint8(cells) {
		v.Pieces[sq] = s.piece(sq)
		v.Vanished[sq] = s.gone.andNot(p.game.off).has(sq)
	}
	return v
}

// Effects implements game.Position.
func (p *Position) Effects(m game.Move) []game.Effect {
	s := p.top()
	from, to := m.From(), m.To()
	pt := s.piece(uint8(from))
	effects := []game.Effect{{Kind: game.Slide, From: from, To: to, Piece: pt}}
	at := to
	if pt.Type() == game.Pawn && uint8(to) == s.passed {
		at = game.Square(behind(s.passed, s.turn))
	}
	if taken := s.piece(uint8(at)); taken != game.NoPiece {
		effects = append(effects, game.Effect{Kind: game.Capture, To: at, Piece: taken})
	}
	effects = append(effects, game.Effect{Kind: game.Vanish, From: from})
	if p.promotes(m) {
		effects = append(effects, game.Effect{Kind: game.Promote, To: to, Piece: pt, Into: m.Promotion(0).Of(s.turn)})
	}
	return effects
}

// promotes tells whether a legal move promotes a pawn.
func (p *Position) promotes(m game.Move) bool {
	s := p.top()
	return s.piece(uint8(m.From())).Type() == game.Pawn && p.game.lastRanks[s.turn&1].has(uint8(m.To()))
}
