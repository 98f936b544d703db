package engineio

import (
	"strings"

	"github.com/wane-chess/wane/game"
)

// ParseFEN reads a FEN, whose two counts may be missing, as many programs leave
// them out.
func ParseFEN(g game.Game, fen string) (game.Position, error) {
	fields := strings.Fields(fen)
	switch len(fields) {
	case 4:
		fields = append(fields, "0", "1")
	case 5:
		fields = append(fields, "1")
	}
	return g.Parse(strings.Join(fields, " "))
}
