package cheshire

import (
	"strconv"

	"github.com/wane-chess/wane/game"
)

// name returns a square's name.
func name(sq uint8) string {
	return string(rune('a'+sq%width)) + strconv.Itoa(int(sq/width)+1)
}

// String implements game.Position.
func (p *Position) String() string {
	s := p.State()
	passed := ""
	if s.EnPassant != none {
		passed = name(s.EnPassant)
	}
	rights := [4]string{"", "K", "k", "Kk"}[s.unmoved&3]
	return game.JoinFEN(p.View().BoardFEN(), s.Turn, rights, passed, p.Halfmoves(), p.Fullmove())
}

// UCI implements game.Position.
func (p *Position) UCI(m game.Move) string {
	text := name(uint8(m.From())) + name(uint8(m.To()))
	if p.promotes(m) {
		text += m.PromotionText(1)
	}
	return text
}
