package gametest

import (
	"strings"

	"github.com/wane-chess/wane/game"
)

// Mirror turns the board of a FEN with ranks upside down and swaps the colors.
func Mirror(fen string) string {
	fields := strings.Fields(fen)
	rows := strings.Split(fields[0], "/")
	turned := make([]string, len(rows))
	for i, row := range rows {
		turned[len(rows)-1-i] = strings.Map(func(r rune) rune {
			if game.PieceOf(byte(r)) != game.NoPiece {
				return r ^ 0x20
			}
			return r
		}, row)
	}
	fields[0] = strings.Join(turned, "/")
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	return strings.Join(fields, " ")
}
