package cheshire

import (
	"strconv"

	"github.com/wane-chess/wane/game"
)

// name returns the name of a square, such as "j10".
func name(sq uint8) string {
	return string(rune('a'+sq%width)) + strconv.Itoa(int(sq/width)+1)
}

// String implements game.Position.
func (p *Position) String() string {
	s := p.State()
	enPassant := ""
	if s.EnPassant != none {
		enPassant = name(s.EnPassant)
	}
	rights := [4]string{"", "K", "k", "Kk"}[s.unmoved&3]
	return game.JoinFEN(p.View().BoardFEN(), s.Turn, rights, enPassant, p.Halfmoves(), p.Fullmove())
}

// UCI implements game.Position.
func (p *Position) UCI(m game.Move) string {
	text := name(uint8(m.From())) + name(uint8(m.To()))
	if p.promotes(m) {
		text += m.PromotionText(1)
	}
	return text
}
