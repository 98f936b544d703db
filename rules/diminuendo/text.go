package diminuendo

import "github.com/wane-chess/wane/game"

// String implements game.Position.
func (p *Position) String() string {
	s := p.top()
	return game.JoinFEN(p.View().BoardFEN(), s.turn, "", "", int(s.halfmoves), int(s.fullmove))
}

// UCI implements game.Position.
func (p *Position) UCI(m game.Move) string {
	text := name(m.From()) + name(m.To())
	if p.top().promotes(m) {
		text += m.PromotionText(1)
	}
	return text
}

// promotes tells whether a move takes a pawn to the last cell of its file (R5).
func (s *state) promotes(m game.Move) bool {
	return s.Piece(m.From()).Type() == game.Pawn && lastCells[s.turn&1]>>(m.To()&63)&1 != 0
}

// name returns a cell's name, such as "c4" or "z".
func name(sq game.Square) string { return shape.Name(int(sq)) }
