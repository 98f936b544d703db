package diminuendo

import (
	"strings"

	"github.com/wane-chess/wane/game"
)

// String implements game.Position.
func (p *Position) String() string {
	s := p.top()
	var b strings.Builder
	empty := byte(0)
	flush := func() {
		if empty > 0 {
			b.WriteByte('0' + empty)
			empty = 0
		}
	}
	for sq := range game.Square(numCells) {
		if sq == upper {
			continue
		}
		if lastCells[game.Black]>>sq&1 != 0 && sq > 0 { // the foot of a file
			flush()
			b.WriteByte('/')
		}
		if man := s.Man(sq); man != game.NoMan {
			flush()
			b.WriteByte(man.Letter())
		} else {
			empty++
		}
	}
	flush()
	return game.JoinFEN(b.String(), s.turn, "", "", int(s.halfmoves), int(s.fullmove))
}

// Text implements game.Position.
func (p *Position) Text(m game.Move) string {
	text := name(m.From()) + name(m.To())
	if p.top().promotes(m) {
		text += m.PromotionText(1)
	}
	return text
}

// promotes tells whether a move takes a pawn to the last cell of its file (R5).
func (s *state) promotes(m game.Move) bool {
	return s.Man(m.From()).Piece() == game.Pawn && lastCells[s.turn&1]>>(m.To()&63)&1 != 0
}

// name returns a cell's name, such as "c4" or "z".
func name(sq game.Square) string { return shape.Name(int(sq)) }
