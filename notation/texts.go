package notation

import (
	"slices"

	"github.com/wane-chess/wane/game"
)

// MoveTexts names moves that are played one after the other: as UCI and in
// short algebraic. It ends before the first that is not legal. The position stays
// as it is.
func MoveTexts(p game.Position, moves []game.Move) (texts, sans []string) {
	texts, sans = []string{}, []string{}
	p = p.Clone()
	for _, m := range moves {
		ms := NewMoves(p)
		if !slices.Contains(ms.Legal(), m) {
			break
		}
		texts, sans = append(texts, p.UCI(m)), append(sans, ms.SAN(m))
		p.Make(m)
	}
	return texts, sans
}
